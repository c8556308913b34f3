//! The components of an outcome that are compared, and the result of a comparison.

use crate::equality::result::Equality;

/// A part of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutcomeComponent {
    /// The return value.
    Return,
    /// An argument after the call, by Java parameter position.
    Argument(usize),
    /// The receiver after the call.
    Receiver,
    /// Standard output.
    Stdout,
    /// The exception, or that there is one on one side only.
    Exception,
    /// How the call ended, where a side has no outcome at all.
    State,
}

/// What became of the comparison of two outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The result over all parts.
    pub equality: Equality,
    /// The first part with that result; [`OutcomeComponent::Return`] when all are equal.
    pub component: OutcomeComponent,
    /// Both sides in that part, for people: `Java returns 3, Python returns 4`; why they cannot be
    /// compared where they cannot. Empty when equal.
    pub detail: String,
    /// Of a receiver that differs, the field in Java's names, such as `self.limit`.
    pub field: Option<String>,
    /// Whether they cannot be compared because each language leaves open what the result is.
    pub is_unspecified: bool,
}

impl Comparison {
    /// Whether the sides agree: equal, or equal but for a drift of type.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.equality <= Equality::Drift
    }

    /// Whether the sides differ: neither agree nor cannot be compared.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.equality == Equality::Different
    }

    /// Whether the input says nothing about the pair and is left out.
    #[must_use]
    pub fn is_incomparable(&self) -> bool {
        self.equality == Equality::Incomparable
    }
}
