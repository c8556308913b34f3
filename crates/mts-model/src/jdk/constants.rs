//! The values of constants of the JDK. The module `signatures` has the types of the constants.

use crate::Primitive;

/// The value of a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JdkConstant {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A UTF-16 code unit.
    Char(char),
    /// A floating-point number.
    Float(f64),
    /// An object of this type. Every method that the transpiler knows ignores the object.
    Ignored(&'static str),
}

/// The constants of `BigInteger`.
const BIG_INTEGERS: [(&str, i128); 4] = [("ZERO", 0), ("ONE", 1), ("TWO", 2), ("TEN", 10)];

/// Reports whether this is the name of the smallest or largest value of a type.
#[must_use]
pub fn is_limit(name: &str) -> bool {
    matches!(name, "MAX_VALUE" | "MIN_VALUE")
}

/// Returns the value of a constant. `None` if the catalogue does not have the constant.
///
/// `class` is a simple name.
#[must_use]
pub fn constant(class: &str, name: &str) -> Option<JdkConstant> {
    match class {
        "Math" | "StrictMath" => match name {
            "PI" => Some(JdkConstant::Float(std::f64::consts::PI)),
            "E" => Some(JdkConstant::Float(std::f64::consts::E)),
            _ => None,
        },
        "BigInteger" => BIG_INTEGERS.iter().find(|(own, _)| *own == name).map(|(_, value)| JdkConstant::Int(*value)),
        "Locale" => matches!(name, "ROOT" | "US" | "ENGLISH").then_some(JdkConstant::Ignored("Locale")),
        "StandardCharsets" => (name == "UTF_8").then_some(JdkConstant::Ignored("Charset")),
        _ => of_wrapper(Primitive::from_box(class)?, name),
    }
}

/// Returns a constant of the wrapper class of a primitive type.
fn of_wrapper(primitive: Primitive, name: &str) -> Option<JdkConstant> {
    use JdkConstant::{Bool, Char, Float, Int};
    use Primitive as P;
    let bits = match primitive {
        P::Byte => 8,
        P::Short => 16,
        P::Int => 32,
        _ => 64_u32,
    };
    Some(match (primitive, name) {
        (P::Boolean, "TRUE") => Bool(true),
        (P::Boolean, "FALSE") => Bool(false),
        (P::Byte | P::Short | P::Int | P::Long, "MAX_VALUE") => Int((1_i128 << (bits - 1)) - 1),
        (P::Byte | P::Short | P::Int | P::Long, "MIN_VALUE") => Int(-(1_i128 << (bits - 1))),
        (P::Byte | P::Short | P::Int | P::Long, "SIZE") => Int(bits.into()),
        (P::Char, "MAX_VALUE") => Char('\u{ffff}'),
        (P::Char, "MIN_VALUE") => Char('\0'),
        (P::Double, "MAX_VALUE") => Float(f64::MAX),
        (P::Double, "MIN_VALUE") => Float(f64::from_bits(1)),
        (P::Float, "MAX_VALUE") => Float(f64::from(f32::MAX)),
        (P::Float, "MIN_VALUE") => Float(f64::from(f32::from_bits(1))),
        (P::Double | P::Float, "POSITIVE_INFINITY") => Float(f64::INFINITY),
        (P::Double | P::Float, "NEGATIVE_INFINITY") => Float(f64::NEG_INFINITY),
        (P::Double | P::Float, "NaN") => Float(f64::NAN),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_has_the_value_that_the_documentation_of_the_jdk_gives() {
        for (class, name, value) in [
            ("Integer", "MIN_VALUE", JdkConstant::Int(-2_147_483_648)),
            ("Long", "MAX_VALUE", JdkConstant::Int(9_223_372_036_854_775_807)),
            ("Byte", "SIZE", JdkConstant::Int(8)),
            ("Double", "MIN_VALUE", JdkConstant::Float(4.9e-324)),
            ("Float", "MAX_VALUE", JdkConstant::Float(3.402_823_466_385_288_6e38)),
            ("Character", "MAX_VALUE", JdkConstant::Char('\u{ffff}')),
            ("BigInteger", "TEN", JdkConstant::Int(10)),
            ("Boolean", "TRUE", JdkConstant::Bool(true)),
            ("Math", "PI", JdkConstant::Float(std::f64::consts::PI)),
            ("Locale", "ROOT", JdkConstant::Ignored("Locale")),
            ("StandardCharsets", "UTF_8", JdkConstant::Ignored("Charset")),
        ] {
            assert_eq!(constant(class, name), Some(value), "{class}.{name}");
            assert!(super::super::jdk_type(class).is_some(), "the catalogue has a row with the package of {class}");
        }
        assert_eq!(constant("Integer", "NaN"), None);
        assert_eq!(constant("String", "MAX_VALUE"), None);
    }
}
