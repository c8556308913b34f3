//! Owns the result of one mutant: its verdict with the evidence for it.

use mts_model::{Mutant, MutantVerdict, Outcome, State, TextEdit};
use mts_oracle::OutcomeComponent;
use mts_oracle::findings::Witness;
use mts_translate::Translation;

/// A mutant with its verdict and the evidence for it.
pub struct MutantResult {
    /// The mutant.
    pub mutant: Mutant,
    /// The verdict.
    pub verdict: MutantVerdict,
    /// State of the Java mutant.
    pub java_state: State,
    /// The edits of its counterpart; empty when it has none.
    pub python_edits: Vec<TextEdit>,
    /// For kills, its counterpart as a whole module, where a translator gave one.
    pub module: Option<Translation>,
    /// Both outcomes on the input that separates them, and the part in which they differ.
    pub separating: Option<(Outcome, Outcome, OutcomeComponent)>,
    /// A smaller input than the suite's that separates them in the same part.
    pub witness: Option<Witness>,
}
