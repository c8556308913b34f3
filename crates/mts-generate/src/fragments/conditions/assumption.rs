//! A condition that an author states about a Java function.

use super::path_conditions::Guard;

/// An assume comment of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// One-based line in the file.
    pub line: u32,
    /// The condition as the author wrote it.
    pub text: String,
    /// The condition, and the variables that it reads.
    pub(super) guard: Guard,
}

impl Assumption {
    /// Returns the condition as a Java expression.
    #[must_use]
    pub fn condition(&self) -> &str {
        &self.guard.text
    }
}
