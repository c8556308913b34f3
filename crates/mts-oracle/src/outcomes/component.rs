//! Defines the components of an outcome, and the result of a comparison.

use crate::equality::object_shapes::ObjectShapes;
use crate::equality::result::{Equality, IncomparableReason};
use mts_model::ComponentKind;
use std::fmt;

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

/// The detail of a comparison about both sides. [`fmt::Display`] writes the detail for people.
#[derive(Clone, Debug, PartialEq)]
pub enum ComparisonDetail {
    /// The sides are equal; the text is empty.
    Equal,
    /// Texts about the differing component, such as `returns 3`.
    Sides {
        /// The text about Java.
        java: String,
        /// The text about Python.
        python: String,
    },
    /// The reason why the sides are incomparable. `None` if no text describes the reason.
    Incomparable(Option<IncomparableReason>),
}

impl fmt::Display for ComparisonDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equal => Ok(()),
            Self::Sides { java, python } => write!(f, "Java {java}, Python {python}"),
            Self::Incomparable(reason) => reason.iter().try_for_each(|reason| reason.fmt(f)),
        }
    }
}

/// The result of a comparison of two outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The worst result of all components.
    pub equality: Equality,
    /// The first component with the worst result. [`OutcomeComponent::Return`] if all components are equal.
    pub component: OutcomeComponent,
    /// Both sides in that component, or the reason why they are incomparable.
    pub detail: ComparisonDetail,
    /// The field of a receiver that differs, in Java's names, such as `self.limit`.
    pub field: Option<String>,
    /// The representations of the objects in the result.
    pub(crate) shapes: ObjectShapes,
    /// The reason why the tool cannot compare an object that both calls left unchanged.
    pub(crate) unchanged: Option<IncomparableReason>,
}

impl Comparison {
    /// Creates the comparison of two outcomes that cannot be compared, for this reason.
    #[must_use]
    pub(crate) fn incomparable(reason: IncomparableReason) -> Self {
        Self {
            equality: Equality::Incomparable,
            component: OutcomeComponent::State,
            detail: ComparisonDetail::Incomparable(Some(reason)),
            field: None,
            shapes: ObjectShapes::default(),
            unchanged: None,
        }
    }

    /// Reports whether the sides agree: the sides are equal, perhaps with a type drift.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.equality <= Equality::TypeDrift
    }

    /// Reports whether the sides differ: the sides neither agree nor are incomparable.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.equality == Equality::Different
    }

    /// Reports whether the outcomes are incomparable. The tool then skips the input.
    #[must_use]
    pub fn is_incomparable(&self) -> bool {
        self.equality == Equality::Incomparable
    }
}
