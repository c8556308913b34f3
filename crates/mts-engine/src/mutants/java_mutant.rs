//! A mutant after its run on Java, with its translation. `python_copies` numbers the counterparts.

use crate::mutants::generated_mutant::GeneratedMutant;
use mts_model::CopyOutcomes;
use mts_translate::Translation;
use std::sync::Arc;

/// A mutant that ran on Java.
pub(crate) struct JavaMutant {
    /// The mutant.
    pub generated: Arc<GeneratedMutant>,
    /// Whether the mutant counts. A mutant counts if its run on Java has an output that the tool can compare.
    pub is_counted: bool,
    /// The translation. The Python stage decides which of its splices is the counterpart.
    pub translation: Translation,
    /// The outcomes on the usable inputs. Empty if there is no usable input.
    pub outcomes: CopyOutcomes,
}
