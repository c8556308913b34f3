//! The input on which a disagreement is shown, with what both sides did on it.

use crate::outcomes::OutcomeComponent;
use mts_model::{Input, Outcome};

/// A disagreement, on one input.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The input.
    pub input: Input,
    /// What Java did on it.
    pub java: Outcome,
    /// What Python did on it.
    pub python: Outcome,
    /// The part of the outcomes in which they differ.
    pub component: OutcomeComponent,
    /// For mutants: the original functions differ on it already.
    pub caused_by_other: bool,
}
