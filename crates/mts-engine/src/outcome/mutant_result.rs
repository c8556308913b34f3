//! The result of one mutant: its verdict with the evidence.

use mts_model::{Mutant, MutantVerdict, Outcome, State, TextEdit};
use mts_oracle::OutcomeComponent;
use mts_oracle::findings::Witness;
use mts_translate::Translation;

/// A mutant with its verdict and the evidence for the verdict.
pub struct MutantResult {
    /// The mutant.
    pub mutant: Mutant,
    /// The verdict.
    pub verdict: MutantVerdict,
    /// The state of the Java mutant.
    pub java_state: State,
    /// The edits of the counterpart. Empty if there is no counterpart, or if it is a whole module.
    pub python_edits: Vec<TextEdit>,
    /// For a kill, the counterpart as a whole module, if the translator writes whole modules.
    pub module: Option<Translation>,
    /// For a kill, both outcomes on the verdict's input, and the differing component.
    ///
    /// `None` if the mutant is not killed, or if a side did not run.
    pub separating: Option<(Outcome, Outcome, OutcomeComponent)>,
    /// A witness that is smaller than the suite's input. The same component of its outcomes differs.
    pub witness: Option<Witness>,
}
