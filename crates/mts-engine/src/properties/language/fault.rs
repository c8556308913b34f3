//! The faults of properties: key, message and help.

/// The message and the help of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultDescription {
    /// The problem, as a text for people.
    pub message: String,
    /// The advice to fix the problem.
    pub help: String,
}

impl FaultDescription {
    /// Creates a fault with advice.
    #[must_use]
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

/// The fault of a property: the key that has the fault, and the fault's description.
pub type PropertyFault = (&'static str, FaultDescription);
