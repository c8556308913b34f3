//! How a result of the port says what Java's result says, where a port writes a method in Python's own form: one
//! of Java's protocols as a special method, an assignment to an attribute. The rule that compares by it is
//! `judgement`'s.

use serde::{Deserialize, Serialize};

/// What two results that are not the same value have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReturnConvention {
    /// Both are numbers of which only the sign means something: `compareTo` and `__cmp__`.
    Sign,
    /// The port tells whether Java's number is below zero: `compareTo` and `__lt__`.
    LessThanZero,
    /// The same, below or equal: `__le__`.
    AtMostZero,
    /// The same, above: `__gt__`.
    GreaterThanZero,
    /// The same, above or equal: `__ge__`.
    AtLeastZero,
    /// The port says yes where Java says no: `isEmpty` and `__bool__`.
    Negated,
    /// Both are numbers that each language leaves open: `hashCode` and `__hash__`.
    Unspecified,
    /// Python's form gives nothing, whatever Java returns: `put` and `__setitem__`, a setter and an assignment.
    Ignored,
}

/// Each as a report writes it in the place of a type: as no type of Java's is written.
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
    /// How a report writes it in the place of a type.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(convention, _)| *convention == self).map_or("", |(_, name)| name)
    }

    /// The one that a report writes like this.
    #[must_use]
    pub fn from_name(text: &str) -> Option<Self> {
        NAMES.iter().find(|(_, name)| *name == text).map(|(convention, _)| *convention)
    }

    /// What the port has to answer where Java's number has this sign; nothing where that is no question of the sign.
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
    fn every_reading_is_read_back_from_its_type_as_a_report_writes_it() {
        for (convention, _) in NAMES {
            assert_eq!(
                JavaType::parse(&convention.ty().to_string()).as_ref().and_then(ReturnConvention::of),
                Some(convention)
            );
        }
        assert_eq!(ReturnConvention::of(&JavaType::named("Sign")), None);
    }
}
