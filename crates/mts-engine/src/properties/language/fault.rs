//! Owns the faults of properties: the key, the message and the help.

/// The fault of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The fault.
    pub message: String,
    /// How to help it.
    pub help: String,
}

impl Fault {
    /// A fault with advice.
    #[must_use]
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

/// The fault of a property: the key, and the fault in it.
pub type PropertyFault = (&'static str, Fault);
