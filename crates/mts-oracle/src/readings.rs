//! Equality of results that are not the same value: what a special method of Python answers in the place of one of
//! Java's protocols, by the [`Reading`] of the pair.

use super::compare::Equality;
use super::numbers;
use mts_model::{Reading, Value};
use num_bigint::Sign;
use std::cmp::Ordering;

/// Why what a reading leaves open is not compared.
pub(super) const LEFT_OPEN: &str = "each language makes hash codes of its own";

/// The comparison by a reading; `None` where these values are none that it is about, which are compared as they are.
pub(super) fn compare(java: &Value, python: &Value, reading: Reading) -> Option<Equality> {
    match (reading, java, python) {
        (Reading::Dropped, _, Value::Null) => Some(Equality::Equal),
        (Reading::Open, Value::Int(_), Value::Int(_) | Value::Big(_)) => Some(Equality::Incomparable),
        (Reading::Negated, Value::Bool(a), Value::Bool(b)) => Some(Equality::when(a != b)),
        (_, Value::Int(_), Value::Bool(answer)) => Some(Equality::when(reading.truth(sign(java)?)? == *answer)),
        // A port of another kind, such as a function that is called `compare`, gives a number.
        (Reading::Sign, Value::Int(_), Value::Int(_) | Value::Big(_)) => {
            Some(Equality::when(sign(java)? == sign(python)?))
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
    use super::super::Rules;
    use super::super::compare::compare_values;
    use super::Equality::{Different, Equal, Incomparable};
    use super::*;

    fn read(java: Value, python: Value, reading: Reading) -> Equality {
        compare_values(&java, &python, &reading.ty(), &Rules::default())
    }

    #[test]
    fn an_order_is_asked_for_the_sign_of_javas_number() {
        use Reading::{Above, AtLeast, AtMost, Below};
        // Of -3, 0 and 3: what each method has to answer, by Python's language reference, 3.3.1.
        for (reading, answers) in [
            (Below, [true, false, false]),
            (AtMost, [true, true, false]),
            (Above, [false, false, true]),
            (AtLeast, [false, true, true]),
        ] {
            for (number, answer) in [-3, 0, 3].into_iter().zip(answers) {
                assert_eq!(read(Value::Int(number), Value::Bool(answer), reading), Equal, "{reading:?} {number}");
                assert_eq!(read(Value::Int(number), Value::Bool(!answer), reading), Different, "{reading:?} {number}");
            }
            assert_eq!(read(Value::Int(1), Value::Null, reading), Different, "no answer is none");
        }
    }

    #[test]
    fn being_empty_is_the_contrary_of_being_true() {
        let told = |java, python| read(Value::Bool(java), Value::Bool(python), Reading::Negated);
        assert_eq!([told(true, false), told(false, true)], [Equal, Equal]);
        assert_eq!([told(true, true), told(false, false)], [Different, Different]);
    }

    #[test]
    fn hash_codes_say_nothing_of_one_another_whatever_they_are() {
        for (a, b) in [(1, 1), (1, 2)] {
            assert_eq!(read(Value::Int(a), Value::Int(b), Reading::Open), Incomparable);
        }
        assert_eq!(read(Value::Int(1), Value::Str("1".into()), Reading::Open), Different, "a text is no hash code");
    }

    #[test]
    fn what_pythons_form_cannot_give_is_not_asked_of_it() {
        assert_eq!(read(Value::Int(7), Value::Null, Reading::Dropped), Equal);
        assert_eq!(read(Value::Int(7), Value::Int(8), Reading::Dropped), Different);
    }
}
