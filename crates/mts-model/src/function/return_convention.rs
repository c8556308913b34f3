//! Return conventions: how a Python method's result may differ from Java's result.
//!
//! `mts-oracle` compares results by these conventions.

use serde::{Deserialize, Serialize};

/// A rule that relates a Python result to a Java result of another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReturnConvention {
    /// Only the signs of the two numbers must be equal: `compareTo` and `__cmp__`.
    Sign,
    /// The port returns whether Java's number is less than zero: `compareTo` and `__lt__`.
    LessThanZero,
    /// The port returns whether Java's number is at most zero: `compareTo` and `__le__`.
    AtMostZero,
    /// The port returns whether Java's number is greater than zero: `compareTo` and `__gt__`.
    GreaterThanZero,
    /// The port returns whether Java's number is at least zero: `compareTo` and `__ge__`.
    AtLeastZero,
    /// The port returns the opposite boolean: `isEmpty` and `__bool__`.
    Negated,
    /// Any two numbers count as equal: `hashCode` and `__hash__`.
    Unspecified,
    /// The tool ignores Java's result, because Python returns nothing.
    ///
    /// Examples are `put` and `__setitem__`, or a setter and an assignment.
    Ignored,
}

/// The text of each convention, which reports write in place of a type. No Java type has such a name.
const NAMES: [(ReturnConvention, &str); 8] = [
    (ReturnConvention::Sign, "sign of int"),
    (ReturnConvention::LessThanZero, "whether int is below 0"),
    (ReturnConvention::AtMostZero, "whether int is at most 0"),
    (ReturnConvention::GreaterThanZero, "whether int is above 0"),
    (ReturnConvention::AtLeastZero, "whether int is at least 0"),
    (ReturnConvention::Negated, "negated boolean"),
    (ReturnConvention::Unspecified, "hash code"),
    (ReturnConvention::Ignored, "dropped result"),
];

impl ReturnConvention {
    /// Returns the text that a report writes in place of a type.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(convention, _)| *convention == self).map_or("", |(_, name)| name)
    }

    /// Returns the return convention with this text.
    #[must_use]
    pub fn from_name(text: &str) -> Option<Self> {
        NAMES.iter().find(|(_, name)| *name == text).map(|(convention, _)| *convention)
    }

    /// Returns the boolean that the port must return if Java's number has this sign.
    ///
    /// `None` for a convention whose port does not return a boolean for a number.
    #[must_use]
    pub fn truth(self, sign: std::cmp::Ordering) -> Option<bool> {
        match self {
            Self::LessThanZero => Some(sign.is_lt()),
            Self::AtMostZero => Some(sign.is_le()),
            Self::GreaterThanZero => Some(sign.is_gt()),
            Self::AtLeastZero => Some(sign.is_ge()),
            Self::Sign | Self::Negated | Self::Unspecified | Self::Ignored => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::JavaType;

    #[test]
    fn every_return_convention_is_parsed_from_its_type_in_a_report() {
        for (convention, _) in NAMES {
            assert_eq!(
                JavaType::parse(&convention.ty().to_string()).as_ref().and_then(ReturnConvention::from_type),
                Some(convention)
            );
        }
        assert_eq!(ReturnConvention::from_type(&JavaType::from_name("Sign")), None);
    }
}
