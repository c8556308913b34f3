//! A mutant after its run on Java, with its translation. `python_copies` numbers the counterparts.

use crate::mutants::generated_mutant::GeneratedMutant;
use mts_model::CopyOutcomes;
use mts_translate::Translation;
use std::sync::Arc;

/// A mutant that ran on Java.
pub(crate) struct JavaMutant {
    /// The mutant.
    pub generated: Arc<GeneratedMutant>,
    /// Whether the mutant counts, because its run on Java has an output.
    pub is_counted: bool,
    /// The translation. The Python stage decides which of its splices is the counterpart.
    pub translation: Translation,
    /// The outcomes on the inputs for mutants. Without such inputs, there is no outcome.
    pub outcomes: CopyOutcomes,
}
