//! Owns the results of a comparison. Module `compare` makes them.

/// The result of a comparison, from best to worst. The result of the whole is the worst result of
/// its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Equality {
    /// Equal.
    Equal,
    /// Equal values of different types: an `int` against a float, a `boolean` against `0`.
    Drift,
    /// Neither equal nor different, because the shapes differ: an object against a list.
    Incomparable,
    /// Different.
    Different,
}

impl Equality {
    /// Returns `Equal` for true, and `Different` for false.
    #[must_use]
    pub fn from_bool(equal: bool) -> Self {
        if equal { Self::Equal } else { Self::Different }
    }
}

/// The reason why the tool cannot compare two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum IncomparableReason {
    /// Neither language specifies the result.
    Unspecified,
    /// The port has neither the enum of this constant nor values for its constants.
    UnportedEnum(String),
    /// Another reason, as a text for people; empty if the tool can compare the values.
    Other(String),
}

impl Default for IncomparableReason {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl std::fmt::Display for IncomparableReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Unspecified => "the hash codes of the two languages differ by design",
            Self::UnportedEnum(constant) => {
                return write!(f, "the port has no value for the constant `{constant}`");
            }
            Self::Other(why) => why,
        })
    }
}
