//! Owns the output of the Java stage, which is the input of the Python stage.

use crate::budget::sampling::MutantSampler;
use crate::job::PairJob;
use crate::mutants::metamorphic::TransformationSet;
use crate::mutants::mutation_targets::MutationTargets;
use crate::mutants::splice_checks::JavaCounts;
use crate::outcome::SuiteAdequacy;
use mts_model::{Mutant, Outcome, Suite, VariantOutcomes};
use mts_translate::Translation;
use std::sync::Arc;

/// A job after its Java stage.
pub(crate) struct JavaStageOutput {
    /// The job, with the suite that was chosen for it.
    pub job: PairJob,
    /// The functions of the pair, aligned.
    pub targets: Arc<MutationTargets>,
    /// The number of generated mutants. It also holds the pair's share of a time budget until the pair is done.
    pub sampler: MutantSampler,
    /// How well the suite tests the Java side.
    pub adequacy: SuiteAdequacy,
    /// The mutants that ran.
    pub mutants: Vec<Mutant>,
    /// The translation of each of them.
    pub translations: Vec<Translation>,
    /// Outcomes of the unmutated Java side, one for each input.
    pub original: VariantOutcomes,
    /// The objects of each input before the call; `None` for inputs without any.
    pub prestates: Vec<Option<Outcome>>,
    /// Indexes of the inputs that mutants ran on.
    pub usable: Vec<usize>,
    /// Outcomes of the mutants on these inputs.
    pub outcomes: Vec<VariantOutcomes>,
    /// The metamorphic transformations, with Java's outcomes.
    pub transformations: TransformationSet,
    /// How often Java reaches the places of splices.
    pub counts: JavaCounts,
    /// See [`mts_translate::Translator::follows_port`].
    pub follows_port: bool,
}

impl JavaStageOutput {
    /// About how many bytes its outcomes take.
    pub fn weight(&self) -> usize {
        self.outcomes.iter().flat_map(|mutant| &mutant.outcomes).map(Outcome::weight).sum()
    }

    /// The suite that ran.
    pub fn suite(&self) -> &Suite {
        &self.job.suite
    }
}
