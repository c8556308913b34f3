//! Compares numbers: integers exactly, floats with a tolerance. Equal numbers of different types
//! have type drift. Module `compare` chooses the numbers to compare.

use super::result::Equality;
use super::rules::Rules;
use mts_model::value::tolerance::{ABSOLUTE_TOLERANCE, DOUBLE_TOLERANCE, FLOAT_TOLERANCE};
use mts_model::{Primitive, Value};
use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

/// Compares two numbers or booleans. `None` if a value is neither a number nor a boolean.
pub(crate) fn compare(java: &Value, python: &Value, ty: Option<Primitive>, rules: &Rules) -> Option<Equality> {
    use Value::{Bool, Float, Int};
    let found = match (java, python) {
        (Bool(a), Bool(b)) => Equality::from_bool(a == b),
        (Int(a), Int(b)) => Equality::from_bool(a == b),
        (Float(a), Float(b)) => Equality::from_bool(are_equal_floats(*a, *b, ty, rules)),
        (Float(x), other) | (other, Float(x)) => {
            let n = integer(other)?;
            // If Java's type is a float type, the integer gets the tolerance of floats; otherwise
            // the comparison is exact.
            let close = match ty {
                Some(Primitive::Double | Primitive::Float) => {
                    n.to_f64().is_some_and(|y| are_equal_floats(*x, y, ty, rules))
                }
                _ => is_integer(*x, &n) && !(rules.exact_floats && x.is_sign_negative() && *x == 0.0),
            };
            // If the configuration sets one tolerance for every float, the tool compares numbers by value. A float that
            // equals the integer is then a type drift, even if types are strict. If Java's type is `double`, the float
            // nearest to the integer is a type drift too, because a `double` cannot hold every integer beyond 2^53.
            let is_reported = rules.rel_tol.is_some() && !rules.exact_floats && !matches!(other, Bool(_));
            let is_nearest = ty == Some(Primitive::Double) && x.is_finite() && n.to_f64() == Some(*x);
            if is_reported && (is_nearest || is_integer(*x, &n)) {
                Equality::TypeDrift
            } else {
                rules.type_drift_if(close)
            }
        }
        (Bool(_), other) | (other, Bool(_)) => {
            let (a, b) = (integer(java)?, integer(python)?);
            debug_assert!(!matches!(other, Bool(_)), "an earlier case compares two booleans");
            rules.type_drift_if(a == b)
        }
        _ => Equality::from_bool(integer(java)? == integer(python)?),
    };
    Some(found)
}

/// Compares Java's `byte[]` (-128 to 127) with Python's `bytes` (0 to 255) by their bits.
pub(crate) fn bytes(items: &[Value], bytes: &[u8]) -> Equality {
    let is_byte =
        |(item, byte): (&Value, &u8)| matches!(item, Value::Int(n) if n.to_i8().map(i8::cast_unsigned) == Some(*byte));
    Equality::from_bool(items.len() == bytes.len() && items.iter().zip(bytes).all(is_byte))
}

/// Returns the integer that a value represents; a boolean is 0 or 1.
pub(crate) fn integer(value: &Value) -> Option<BigInt> {
    match value {
        Value::Bool(b) => Some(BigInt::from(u8::from(*b))),
        Value::Int(n) => Some(BigInt::from(*n)),
        Value::Big(n) => Some(n.clone()),
        _ => None,
    }
}

fn is_integer(x: f64, n: &BigInt) -> bool {
    x.is_finite() && x.fract() == 0.0 && BigInt::from_f64(x).as_ref() == Some(n)
}

/// Reports whether two floats are equal. NaN equals NaN, an infinity equals only itself, and -0.0
/// equals 0.0 unless floats are exact.
fn are_equal_floats(a: f64, b: f64, ty: Option<Primitive>, rules: &Rules) -> bool {
    if a.is_nan() || b.is_nan() {
        return a.is_nan() && b.is_nan();
    }
    if rules.exact_floats {
        return a.to_bits() == b.to_bits();
    }
    if a == b {
        return true;
    }
    if a.is_infinite() || b.is_infinite() {
        return false;
    }
    if let Some(most) = rules.ulps {
        return ulp_distance(a, b, ty) <= most;
    }
    let relative =
        rules.rel_tol.unwrap_or(if ty == Some(Primitive::Float) { FLOAT_TOLERANCE } else { DOUBLE_TOLERANCE });
    // A relative tolerance of 0 also turns off the absolute tolerance.
    let absolute = if relative > 0.0 { ABSOLUTE_TOLERANCE } else { 0.0 };
    let distance = (a - b).abs();
    distance <= absolute || distance <= relative * a.abs().max(b.abs())
}

/// Returns the distance of two floats in units in the last place. Both zeros count as one value.
fn ulp_distance(a: f64, b: f64, ty: Option<Primitive>) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "a Java float, and what a port has beside it")]
    let place = |x: f64| match ty {
        Some(Primitive::Float) => in_order(u64::from((x as f32).abs().to_bits()), x),
        _ => in_order(x.abs().to_bits(), x),
    };
    place(a).abs_diff(place(b)).try_into().unwrap_or(u64::MAX)
}

/// Returns the position of a float among all floats of its type. Zero has position 0.
fn in_order(magnitude: u64, x: f64) -> i128 {
    if x.is_sign_negative() { -i128::from(magnitude) } else { i128::from(magnitude) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Equality::{Different, Equal, TypeDrift};

    fn with(rel_tol: Option<f64>, exact_floats: bool) -> Rules {
        Rules { rel_tol, exact_floats, ..Rules::default() }
    }

    fn double(a: f64, b: f64, rules: &Rules) -> Option<Equality> {
        compare(&Value::Float(a), &Value::Float(b), Some(Primitive::Double), rules)
    }

    #[test]
    fn doubles_are_equal_within_a_relative_billionth() {
        assert_eq!(double(1e6, 1e6 + 1e-4, &Rules::default()), Some(Equal));
        assert_eq!(double(1e6, 1e6 + 1e-2, &Rules::default()), Some(Different));
        assert_eq!(double(0.0, 1e-13, &Rules::default()), Some(Equal));
    }

    #[test]
    fn java_floats_have_a_wider_tolerance_than_doubles() {
        let (a, b) = (Value::Float(f64::from(0.1f32)), Value::Float(0.1));
        assert_eq!(compare(&a, &b, Some(Primitive::Float), &Rules::default()), Some(Equal));
        assert_eq!(compare(&a, &b, Some(Primitive::Double), &Rules::default()), Some(Different));
    }

    #[test]
    fn one_relative_tolerance_holds_for_java_floats_too() {
        let (a, b) = (Value::Float(f64::from(0.1f32)), Value::Float(0.1));
        assert_eq!(compare(&a, &b, Some(Primitive::Float), &with(Some(1e-9), false)), Some(Different));
    }

    #[test]
    fn with_a_tolerance_of_zero_a_tiny_number_differs_from_zero() {
        assert_eq!(double(0.0, 1e-300, &with(Some(0.0), false)), Some(Different));
        assert_eq!(double(0.0, -0.0, &with(Some(0.0), false)), Some(Equal));
    }

    #[test]
    fn units_in_the_last_place_are_counted_in_the_type_of_the_result() {
        let rules = |ulps| Rules { ulps: Some(ulps), ..Rules::default() };
        let after = |x: f64, n: u64| f64::from_bits(x.to_bits() + n);
        for x in [1.0, 1.999_999, 1e300, 5e-324] {
            assert_eq!(double(x, after(x, 2), &rules(2)), Some(Equal), "{x}");
            assert_eq!(double(x, after(x, 3), &rules(2)), Some(Different), "{x}");
        }
        assert_eq!(double(-5e-324, 5e-324, &rules(2)), Some(Equal), "zero lies between");
        assert_eq!(double(-5e-324, 5e-324, &rules(1)), Some(Different));
        assert_eq!(double(0.0, -0.0, &rules(0)), Some(Equal));
        let (a, b) = (0.1f32, f32::from_bits(0.1f32.to_bits() + 1));
        let floats = |ulps| {
            let (a, b) = (Value::Float(f64::from(a)), Value::Float(f64::from(b)));
            compare(&a, &b, Some(Primitive::Float), &rules(ulps))
        };
        assert_eq!((floats(1), floats(0)), (Some(Equal), Some(Different)));
    }

    #[test]
    fn only_exact_floats_distinguish_the_zeros() {
        assert_eq!(double(0.0, -0.0, &Rules::default()), Some(Equal));
        assert_eq!(double(0.0, -0.0, &with(None, true)), Some(Different));
        assert_eq!(double(f64::NAN, f64::NAN, &with(None, true)), Some(Equal));
    }

    #[test]
    fn an_infinity_is_equal_only_to_itself() {
        assert_eq!(double(f64::INFINITY, f64::MAX, &Rules::default()), Some(Different));
        assert_eq!(double(f64::INFINITY, f64::NEG_INFINITY, &Rules::default()), Some(Different));
        assert_eq!(double(f64::INFINITY, f64::INFINITY, &Rules::default()), Some(Equal));
    }

    #[test]
    fn an_int_that_came_back_as_an_equal_float_or_boolean_is_type_drift() {
        let rules = Rules::default();
        let int = Some(Primitive::Int);
        assert_eq!(compare(&Value::Int(4), &Value::Float(4.0), int, &rules), Some(TypeDrift));
        assert_eq!(compare(&Value::Int(4), &Value::Float(4.000_000_000_1), int, &rules), Some(Different));
        assert_eq!(compare(&Value::Bool(true), &Value::Int(1), Some(Primitive::Boolean), &rules), Some(TypeDrift));
        assert_eq!(compare(&Value::Int(0), &Value::Bool(false), int, &rules), Some(TypeDrift));
        assert_eq!(compare(&Value::Int(2), &Value::Bool(true), int, &rules), Some(Different));
    }

    #[test]
    fn with_strict_types_and_a_tolerance_booleans_differ_and_integral_floats_are_type_drift() {
        let strict = |rel_tol| Rules { types: mts_model::TypeMode::Strict, ..with(rel_tol, false) };
        let (int, double) = (Some(Primitive::Int), Some(Primitive::Double));
        let (four, float) = (Value::Int(4), Value::Float(4.0));
        assert_eq!(compare(&four, &float, int, &strict(None)), Some(Different));
        assert_eq!(compare(&four, &float, int, &strict(Some(1e-9))), Some(TypeDrift));
        assert_eq!(compare(&float, &four, double, &strict(Some(1e-9))), Some(TypeDrift));
        let near = Value::Float(4.000_000_000_1);
        assert_eq!(compare(&near, &four, double, &strict(Some(1e-9))), Some(Different));
        assert_eq!(compare(&Value::Int(1), &Value::Bool(true), int, &strict(Some(1e-9))), Some(Different));
        let exact = Rules { exact_floats: true, ..strict(Some(0.0)) };
        assert_eq!(compare(&four, &float, int, &exact), Some(Different));
    }

    #[test]
    fn a_long_that_a_float_cannot_hold_is_different() {
        let (long, float) = (Value::Int((1 << 53) + 1), Value::Float((1i64 << 53) as f64));
        assert_eq!(compare(&long, &float, Some(Primitive::Long), &Rules::default()), Some(Different));
    }
}
