//! Owns the components of an outcome, and the result of a comparison.

use crate::equality::object_shapes::ObjectShapes;
use crate::equality::result::Equality;
use mts_model::ComponentKind;

/// A component of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutcomeComponent {
    /// The return value.
    Return,
    /// An argument after the call, by its position among the Java parameters.
    Argument(usize),
    /// The receiver after the call.
    Receiver,
    /// Standard output.
    Stdout,
    /// The exception, or the fact that only one side throws.
    Exception,
    /// The state in which the call ended, if a side has no output.
    State,
}

impl OutcomeComponent {
    /// Returns the kind of the component, for reports.
    #[must_use]
    pub fn kind(self) -> ComponentKind {
        match self {
            Self::Return => ComponentKind::Return,
            Self::Argument(_) => ComponentKind::Argument,
            Self::Receiver => ComponentKind::Receiver,
            Self::Stdout => ComponentKind::Stdout,
            Self::Exception => ComponentKind::Exception,
            Self::State => ComponentKind::State,
        }
    }
}

/// The result of a comparison of two outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The worst result of all components.
    pub equality: Equality,
    /// The first component with that result; [`OutcomeComponent::Return`] if all components are
    /// equal.
    pub component: OutcomeComponent,
    /// Text about both sides in that component: `Java returns 3, Python returns 4`. For
    /// incomparable sides, the text is the reason. Empty if the sides are equal.
    pub detail: String,
    /// The field of a receiver that differs, in Java's names, such as `self.limit`.
    pub field: Option<String>,
    /// Whether the sides are incomparable because neither language specifies the result.
    pub is_unspecified: bool,
    /// The representations of the objects in the result.
    pub(crate) shapes: ObjectShapes,
}

impl Comparison {
    /// Creates the comparison of two outcomes that cannot be compared, for this reason.
    #[must_use]
    pub(crate) fn incomparable(detail: String) -> Self {
        Self {
            equality: Equality::Incomparable,
            component: OutcomeComponent::State,
            detail,
            field: None,
            is_unspecified: false,
            shapes: ObjectShapes::default(),
        }
    }

    /// Reports whether the sides agree: they are equal, perhaps with a type drift.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.equality <= Equality::Drift
    }

    /// Reports whether the sides differ: they neither agree nor are incomparable.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.equality == Equality::Different
    }

    /// Reports whether the outcomes are incomparable; the tool then skips the input.
    #[must_use]
    pub fn is_incomparable(&self) -> bool {
        self.equality == Equality::Incomparable
    }
}
