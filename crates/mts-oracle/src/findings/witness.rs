//! Defines the witness: an input with both outcomes that shows a difference.

use crate::outcomes::OutcomeComponent;
use mts_model::{Input, Outcome};

/// An input that shows a difference, with both outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The input.
    pub input: Input,
    /// Java's outcome.
    pub java: Outcome,
    /// Python's outcome.
    pub python: Outcome,
    /// The component in which the outcomes differ.
    pub component: OutcomeComponent,
    /// For mutants: whether the original functions differ on the input too.
    pub caused_by_other: bool,
}
