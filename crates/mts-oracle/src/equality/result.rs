//! Owns the results of a comparison. Comparing is left to `compare`.

/// The result of a comparison, from good to bad. The worst result of all parts is the result of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Equality {
    /// Equal.
    Equal,
    /// Equal values of different types: an `int` against a float, a `boolean` against `0`.
    Drift,
    /// Neither equal nor different. The shapes do not match, such as an object against a list.
    Incomparable,
    /// Different.
    Different,
}

impl Equality {
    /// Equal or different.
    #[must_use]
    pub fn from_bool(equal: bool) -> Self {
        if equal { Self::Equal } else { Self::Different }
    }
}

/// Why two values cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum IncomparableReason {
    /// Neither language specifies the result.
    Unspecified,
    /// Another reason, for people; empty where the values can be compared.
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
            Self::Unspecified => "each language makes hash codes of its own",
            Self::Other(why) => why,
        })
    }
}
