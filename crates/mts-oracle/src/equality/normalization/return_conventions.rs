//! Compares results of Python's special methods with results of Java methods. The
//! [`ReturnConvention`] of the pair gives the relation between the two.

use crate::equality::numbers;
use crate::equality::result::Equality;
use mts_model::{ReturnConvention, Value};
use num_bigint::Sign;
use std::cmp::Ordering;

/// Compares two values by a convention. `None` if the convention does not apply to the values.
pub(crate) fn compare(java: &Value, python: &Value, convention: ReturnConvention) -> Option<Equality> {
    match (convention, java, python) {
        (ReturnConvention::Ignored, _, Value::Null) => Some(Equality::Equal),
        (ReturnConvention::Unspecified, Value::Int(_), Value::Int(_) | Value::Big(_)) => Some(Equality::Incomparable),
        (ReturnConvention::Negated, Value::Bool(a), Value::Bool(b)) => Some(Equality::from_bool(a != b)),
        (_, Value::Int(_), Value::Bool(answer)) => Some(Equality::from_bool(convention.truth(sign(java)?)? == *answer)),
        // A port may also return a number, for example from a function with the name `compare`.
        (ReturnConvention::Sign, Value::Int(_), Value::Int(_) | Value::Big(_)) => {
            Some(Equality::from_bool(sign(java)? == sign(python)?))
        }
        _ => None,
    }
}

fn sign(value: &Value) -> Option<Ordering> {
    Some(match numbers::integer(value)?.sign() {
        Sign::Minus => Ordering::Less,
        Sign::NoSign => Ordering::Equal,
        Sign::Plus => Ordering::Greater,
    })
}

#[cfg(test)]
mod tests {
    use super::Equality::{Different, Equal, Incomparable};
    use super::*;
    use crate::equality::compare::compare_values;
    use crate::equality::rules::Rules;

    fn read(java: Value, python: Value, convention: ReturnConvention) -> Equality {
        compare_values(&java, &python, &convention.ty(), &Rules::default())
    }

    #[test]
    fn a_rich_comparison_agrees_with_the_sign_of_javas_number() {
        use ReturnConvention::{AtLeastZero, AtMostZero, GreaterThanZero, LessThanZero};
        // The results that each method must return for -3, 0 and 3, by Python's language reference,
        // 3.3.1.
        for (convention, answers) in [
            (LessThanZero, [true, false, false]),
            (AtMostZero, [true, true, false]),
            (GreaterThanZero, [false, false, true]),
            (AtLeastZero, [false, true, true]),
        ] {
            for (number, answer) in [-3, 0, 3].into_iter().zip(answers) {
                assert_eq!(read(Value::Int(number), Value::Bool(answer), convention), Equal, "{convention:?} {number}");
                assert_eq!(
                    read(Value::Int(number), Value::Bool(!answer), convention),
                    Different,
                    "{convention:?} {number}"
                );
            }
            assert_eq!(read(Value::Int(1), Value::Null, convention), Different, "no answer is none");
        }
    }

    #[test]
    fn the_negated_convention_inverts_javas_boolean() {
        let negated = |java, python| read(Value::Bool(java), Value::Bool(python), ReturnConvention::Negated);
        assert_eq!([negated(true, false), negated(false, true)], [Equal, Equal]);
        assert_eq!([negated(true, true), negated(false, false)], [Different, Different]);
    }

    #[test]
    fn hash_codes_are_incomparable() {
        for (a, b) in [(1, 1), (1, 2)] {
            assert_eq!(read(Value::Int(a), Value::Int(b), ReturnConvention::Unspecified), Incomparable);
        }
        assert_eq!(
            read(Value::Int(1), Value::Str("1".into()), ReturnConvention::Unspecified),
            Different,
            "a text is no hash code"
        );
    }

    #[test]
    fn python_may_return_none_for_an_ignored_return_value() {
        assert_eq!(read(Value::Int(7), Value::Null, ReturnConvention::Ignored), Equal);
        assert_eq!(read(Value::Int(7), Value::Int(8), ReturnConvention::Ignored), Different);
    }
}
