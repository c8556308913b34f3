//! What a comparison comes to: equal, drifted, incomparable or different. How values are compared is the business
//! of `compare`.

/// The results of a comparison, from good to bad; the worst part decides for the whole, so that what
/// differs in one part is different even where another part cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Equality {
    /// Equal.
    Equal,
    /// Equal as values, yet of another type: an `int` came back as a float, a `boolean` as `0`.
    Drift,
    /// Of shapes that cannot be laid side by side, such as an object against a list: neither equal nor
    /// different.
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
    /// Each language leaves open what the result is.
    Unspecified,
    /// For people; empty where they can be compared.
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
