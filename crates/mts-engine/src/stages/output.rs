//! The output of the Java stage, which is the input of the Python stage.

use crate::budget::sampling::MutantSampler;
use crate::job::PairJob;
use crate::mutants::java_mutant::JavaMutant;
use crate::mutants::metamorphic::TransformationSet;
use crate::mutants::mutation_targets::MutationTargets;
use crate::mutants::splice_checks::JavaCounts;
use crate::outcome::SuiteAdequacy;
use mts_model::report::StepTimes;
use mts_model::{CopyOutcomes, Outcome, Suite};
use mts_workers::EarlierPairs;
use std::sync::Arc;

/// A job after its Java stage.
pub(crate) struct JavaStageOutput {
    /// The job, with the suite that ran.
    pub job: PairJob,
    /// The functions of the pair, with their alignment.
    pub targets: Arc<MutationTargets>,
    /// The counts of generated mutants. The sampler also holds the pair's share of the time budget
    /// until the pair is finished.
    pub sampler: MutantSampler,
    /// The adequacy of the suite on the Java side.
    pub adequacy: SuiteAdequacy,
    /// The mutants that ran, with their translations and their outcomes on the usable inputs.
    pub mutants: Vec<JavaMutant>,
    /// The outcomes of the original Java function, one for each input.
    pub original: CopyOutcomes,
    /// The objects of each input before the call. `None` for inputs without objects.
    pub prestates: Vec<Option<Outcome>>,
    /// The indexes of the inputs on which mutants run.
    pub usable: Vec<usize>,
    /// The metamorphic transformations, with Java's outcomes on their variants.
    pub transformations: TransformationSet,
    /// The numbers of Java's visits of the places of splices.
    pub counts: JavaCounts,
    /// The earlier pairs in the JVM of the pair.
    pub earlier_pairs: EarlierPairs,
    /// The value of [`mts_translate::Translator::follows_port`].
    pub follows_port: bool,
    /// The wall-clock seconds of each step so far.
    pub times: StepTimes,
}

impl JavaStageOutput {
    /// Returns the approximate size of the mutants' outcomes in bytes.
    pub fn weight(&self) -> usize {
        self.mutants.iter().flat_map(|mutant| &mutant.outcomes.outcomes).map(Outcome::weight).sum()
    }

    /// Returns the suite that ran.
    pub fn suite(&self) -> &Suite {
        &self.job.suite
    }
}
