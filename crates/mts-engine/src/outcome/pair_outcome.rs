//! Owns the result of one pair at one revision. It is complete once it is made: evidence that is gathered after the
//! Python stage is added by making a new value.

use crate::budget::sampling::GeneratedCounts;
use crate::fragments::FragmentReport;
use crate::job::PairJob;
use crate::outcome::adequacy::SuiteAdequacy;
use crate::outcome::mutant_result::MutantResult;
use crate::outcome::variant_result::VariantResult;
use mts_model::{Input, MutantVerdict, VariantOutcomes};
use mts_oracle::Reproduction;
use mts_oracle::findings::{DisagreementKey, Witness};
use mts_oracle::verdict::OriginalsComparison;
use std::collections::BTreeMap;

/// The result of one pair at one revision.
pub struct PairOutcome {
    /// The job, with the suite that was chosen for it.
    pub job: PairJob,
    /// The comparison of the unmutated functions on every input.
    pub originals: OriginalsComparison,
    /// Outcomes of the unmutated Java side, one for each input.
    pub java_original: VariantOutcomes,
    /// Outcomes of the unmutated Python side.
    pub python_original: VariantOutcomes,
    /// How well the suite tests the Java side.
    pub adequacy: SuiteAdequacy,
    /// How many mutants were generated, those that did not run too.
    pub generated: GeneratedCounts,
    /// Every mutant that ran, in the order of generation, with its verdict and evidence.
    pub mutants: Vec<MutantResult>,
    /// Smaller inputs than the suite's, by the way in which the originals disagree on them.
    pub witnesses: BTreeMap<DisagreementKey, Witness>,
    /// Whether an input shows a way to disagree in isolation; a way without a key was not examined.
    pub reproductions: BTreeMap<DisagreementKey, Reproduction>,
    /// The report on its fragments, where the settings ask for one; the reason where they could not run.
    pub fragments: Option<Result<FragmentReport, String>>,
    /// The results of its transformations, in the order in which they were drawn. `None` where the settings ask for
    /// none.
    pub variants: Option<Vec<VariantResult>>,
}

/// Evidence that runs after the verdicts add to them. No verdict and no score rests on it.
#[derive(Default)]
pub struct Evidence {
    /// See [`PairOutcome::witnesses`].
    pub witnesses: BTreeMap<DisagreementKey, Witness>,
    /// Smaller inputs for kills, by the mutant's place in [`PairOutcome::mutants`].
    pub mutant_witnesses: BTreeMap<usize, Witness>,
    /// See [`PairOutcome::reproductions`].
    pub reproductions: BTreeMap<DisagreementKey, Reproduction>,
    /// See [`PairOutcome::fragments`].
    pub fragments: Option<Result<FragmentReport, String>>,
}

impl PairOutcome {
    /// The same result with evidence for it.
    #[must_use]
    pub(crate) fn with_evidence(self, evidence: Evidence) -> Self {
        let Evidence { witnesses, mut mutant_witnesses, reproductions, fragments } = evidence;
        let mutants = self.mutants.into_iter().enumerate();
        let witness =
            |(at, mutant): (usize, MutantResult)| MutantResult { witness: mutant_witnesses.remove(&at), ..mutant };
        Self { mutants: mutants.map(witness).collect(), witnesses, reproductions, fragments, ..self }
    }

    /// The verdicts alone.
    #[must_use]
    pub fn verdicts(&self) -> Vec<MutantVerdict> {
        self.mutants.iter().map(|m| m.verdict.clone()).collect()
    }

    /// The input at this place of the suite.
    #[must_use]
    pub fn input(&self, at: usize) -> Option<&Input> {
        self.job.suite.inputs.get(at)
    }
}
