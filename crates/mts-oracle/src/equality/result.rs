//! Defines the results of a comparison. Module `compare` compares the values.

use super::type_category::Shape;
use mts_model::Reason;
use mts_model::execution::first_line;
use serde::Serialize;
use std::fmt;

/// The result of a comparison, from best to worst. The result for a whole value is the worst result of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Equality {
    /// Equal values.
    Equal,
    /// Equal values of different types: an `int` and a float, or a `boolean` and `0`.
    TypeDrift,
    /// Neither equal nor different values. For example, their shapes differ: an object and a list.
    Incomparable,
    /// Different values.
    Different,
}

impl Equality {
    /// Returns `Equal` for true, and `Different` for false.
    #[must_use]
    pub fn from_bool(equal: bool) -> Self {
        if equal { Self::Equal } else { Self::Different }
    }
}

/// The reason why the tool cannot compare two outcomes, or two values of these outcomes.
///
/// [`fmt::Display`] writes the reason for people.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IncomparableReason {
    /// Neither language specifies the result of the call.
    Unspecified,
    /// The port has neither the enum of this constant nor values for the enum's constants.
    UnportedEnum(String),
    /// The values have different shapes.
    Shapes {
        /// The shape of Java's value.
        java: Shape,
        /// The shape of Python's value.
        python: Shape,
    },
    /// The call of a side did not run, or its outcome cannot count.
    NotCalled(Reason),
    /// The worker cannot read Java's result.
    JavaResultUnreadable(Reason),
    /// Java throws an exception of this class when it constructs the objects of the call.
    JavaConstructorThrows(String),
    /// Java cannot load or initialize a class.
    JavaLinkage {
        /// The class of the exception.
        class: String,
        /// The message of the exception.
        message: String,
    },
    /// Java used up its budget.
    JavaSpentBudget(Reason),
    /// Both sides used up their budget.
    BothSpentBudget,
    /// Neither side has an outcome.
    NoOutcomes,
    /// The call returns this field, which the constructors of the two sides set differently.
    PreexistingField(String),
    /// Java changes an argument that is a string builder, and returns another value.
    TextBuilder,
    /// Java fails on an object that was constructed with a placeholder.
    Placeholder,
}

impl IncomparableReason {
    /// Returns the same reason with only the first line of each message.
    #[must_use]
    pub(crate) fn with_first_lines(&self) -> Self {
        match self {
            Self::NotCalled(reason) => Self::NotCalled(reason.with_first_lines()),
            Self::JavaResultUnreadable(reason) => Self::JavaResultUnreadable(reason.with_first_lines()),
            Self::JavaLinkage { class, message } => {
                Self::JavaLinkage { class: class.clone(), message: first_line(message) }
            }
            Self::JavaSpentBudget(reason) => Self::JavaSpentBudget(reason.with_first_lines()),
            other => other.clone(),
        }
    }
}

impl fmt::Display for IncomparableReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unspecified => "the hash codes of the two languages differ by design",
            Self::UnportedEnum(constant) => {
                return write!(f, "the port has no value for the constant `{constant}`");
            }
            Self::Shapes { java, python } => return write!(f, "{java} in Java, {python} in Python"),
            Self::NotCalled(reason) => return reason.fmt(f),
            Self::JavaResultUnreadable(reason) => return write!(f, "Java's result is unknown: {reason}"),
            Self::JavaConstructorThrows(class) => {
                return write!(f, "Java throws {class} when it constructs the objects of the call");
            }
            Self::JavaLinkage { class, message } => {
                return write!(f, "Java cannot load or initialize a class: {class}: {message}");
            }
            Self::JavaSpentBudget(reason) => return write!(f, "Java has no result: {}", reason.describe_cause()),
            Self::BothSpentBudget => "both sides used up their budget",
            Self::NoOutcomes => "neither side ends with an outcome",
            Self::PreexistingField(field) => {
                return write!(
                    f,
                    "the return value is the field `{field}` of the receiver; the constructors of the two sides set \
                     this field differently"
                );
            }
            Self::TextBuilder => {
                "Java changes a string builder and returns another value; the port takes a string and cannot change it"
            }
            Self::Placeholder => "Java fails on an object with a placeholder value",
        })
    }
}
