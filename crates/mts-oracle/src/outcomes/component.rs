//! Owns the components of an outcome, and the result of a comparison.

use crate::equality::result::Equality;

/// A component of an outcome.
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
    /// How the call ended, where a side has no output.
    State,
}

/// The comparison of two outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The result over all components.
    pub equality: Equality,
    /// The first component with that result; [`OutcomeComponent::Return`] when all are equal.
    pub component: OutcomeComponent,
    /// Both sides in that component, for people: `Java returns 3, Python returns 4`. Where they cannot be compared it
    /// is the reason; empty when equal.
    pub detail: String,
    /// Of a receiver that differs, the field in Java's names, such as `self.limit`.
    pub field: Option<String>,
    /// Whether they cannot be compared because neither language specifies the result.
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

    /// Whether the outcomes cannot be compared; the input is then skipped.
    #[must_use]
    pub fn is_incomparable(&self) -> bool {
        self.equality == Equality::Incomparable
    }
}
