//! The result of one pair at one revision.
//!
//! A result never changes. The engine makes a new value to add evidence from later runs.

use crate::budget::sampling::GeneratedCounts;
use crate::fragments::FragmentReport;
use crate::job::PairJob;
use crate::outcome::adequacy::SuiteAdequacy;
use crate::outcome::mutant_result::MutantResult;
use crate::outcome::proved_diagnosis::ProvedDiagnosis;
use crate::outcome::variant_result::VariantResult;
use mts_model::report::{OptionalAnalysis, StepTimes};
use mts_model::{CopyOutcomes, DifferingCall, Input, MutantVerdict};
use mts_oracle::Reproduction;
use mts_oracle::findings::{DisagreementKey, Witness};
use mts_oracle::verdict::OriginalsComparison;
use std::collections::BTreeMap;

/// The result of one pair at one revision.
pub struct PairOutcome {
    /// The job, with the suite that ran.
    pub job: PairJob,
    /// The comparison of the original functions on every input.
    pub originals: OriginalsComparison,
    /// The outcomes of the original Java function, one for each input.
    pub java_original: CopyOutcomes,
    /// The outcomes of the original Python function.
    pub python_original: CopyOutcomes,
    /// The adequacy of the suite on the Java side.
    pub adequacy: SuiteAdequacy,
    /// The numbers of generated mutants, also of mutants that did not run.
    pub generated: GeneratedCounts,
    /// The analyses that did not run because the time of the run was too short.
    pub dropped: Vec<OptionalAnalysis>,
    /// Every mutant that ran, in the order of generation, with verdict and evidence.
    pub mutants: Vec<MutantResult>,
    /// Shrunk inputs for disagreements of the originals, by the kind of disagreement.
    pub witnesses: BTreeMap<DisagreementKey, Witness>,
    /// How each disagreement reproduces. A disagreement without an entry was not examined.
    pub reproductions: BTreeMap<DisagreementKey, Reproduction>,
    /// The causes of disagreements of the originals. A disagreement without an entry has no known
    /// cause.
    pub diagnoses: BTreeMap<DisagreementKey, ProvedDiagnosis>,
    /// Calls of other pairs that differ, for disagreements of the originals.
    pub differing_calls: BTreeMap<DisagreementKey, DifferingCall>,
    /// The report on fragments, or the reason why fragments could not run.
    ///
    /// `None` if the settings do not request fragments.
    pub fragments: Option<Result<FragmentReport, String>>,
    /// One result for each transformation, in the random order in which the tool drew them. `None` if
    /// variants are off.
    pub variants: Option<Vec<VariantResult>>,
    /// The wall-clock seconds of each step.
    pub times: StepTimes,
}

/// Evidence from runs after the verdicts. The evidence affects no verdict and no score.
#[derive(Default)]
pub struct Evidence {
    /// See [`PairOutcome::witnesses`].
    pub witnesses: BTreeMap<DisagreementKey, Witness>,
    /// Shrunk inputs for kills, by the index of the mutant in [`PairOutcome::mutants`].
    pub mutant_witnesses: BTreeMap<usize, Witness>,
    /// See [`PairOutcome::reproductions`].
    pub reproductions: BTreeMap<DisagreementKey, Reproduction>,
    /// See [`PairOutcome::diagnoses`].
    pub diagnoses: BTreeMap<DisagreementKey, ProvedDiagnosis>,
    /// See [`PairOutcome::differing_calls`].
    pub differing_calls: BTreeMap<DisagreementKey, DifferingCall>,
    /// See [`PairOutcome::fragments`].
    pub fragments: Option<Result<FragmentReport, String>>,
    /// See [`PairOutcome::times`]. The times include the steps before the evidence.
    pub times: StepTimes,
}

impl PairOutcome {
    /// Returns the same result with this evidence.
    #[must_use]
    pub(crate) fn with_evidence(self, evidence: Evidence) -> Self {
        let mut mutant_witnesses = evidence.mutant_witnesses;
        let mutants = self.mutants.into_iter().enumerate();
        let witness =
            |(at, mutant): (usize, MutantResult)| MutantResult { witness: mutant_witnesses.remove(&at), ..mutant };
        Self {
            mutants: mutants.map(witness).collect(),
            witnesses: evidence.witnesses,
            reproductions: evidence.reproductions,
            diagnoses: evidence.diagnoses,
            differing_calls: evidence.differing_calls,
            fragments: evidence.fragments,
            times: evidence.times,
            ..self
        }
    }

    /// Returns the verdicts of all mutants.
    #[must_use]
    pub fn verdicts(&self) -> Vec<MutantVerdict> {
        self.mutants.iter().map(|m| m.verdict.clone()).collect()
    }

    /// Returns the input with this index in the suite.
    #[must_use]
    pub fn input(&self, at: usize) -> Option<&Input> {
        self.job.suite.inputs.get(at)
    }
}
