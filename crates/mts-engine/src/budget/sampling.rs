//! Selects the mutants of a pair that run.
//!
//! The selection is all mutants, a random sample, or as many mutants as fit into the time.
//! `mts_generate::mutation::sample` draws the random mutants.

use crate::budget::cost_cap;
use crate::budget::time_budget::{Allotment, PairCost, PairPortion, TimeBudget};
use crate::mutants::generated_mutant::GeneratedMutants;
use mts_generate::mutation::sample::Draw;
use mts_model::Operator;
use mts_model::report::OptionalAnalysis;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rule that selects which mutants of a pair run.
#[derive(Clone, Default)]
pub enum Sampling {
    /// All mutants run. If the Java function is very long, a sample runs.
    #[default]
    All,
    /// A random sample of the mutants runs.
    Drawn(Draw),
    /// As many mutants run as fit into the remaining time of the run.
    Timed {
        /// The time budget of all pairs.
        budget: Arc<TimeBudget>,
        /// The number of the pair. The base and the head of a pair have the same number.
        pair: usize,
        /// The estimated cost of the pair.
        cost: PairCost,
    },
}

/// The part of [`Sampling`] that is a part of the key of a stored result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SamplingIdentity {
    /// All mutants run. If the Java function is very long, a sample runs.
    All,
    /// A random sample of the mutants runs.
    Drawn(Draw),
    /// As many mutants run as fit into the remaining time of the run.
    Timed,
}

/// The numbers of a pair's generated mutants.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneratedCounts {
    /// The number of generated mutants of each mutation operator.
    pub operators: BTreeMap<Operator, u64>,
    /// The number of generated mutants that each running mutant represents.
    pub weight: f64,
}

/// Selects the mutants of a pair that run, and counts all generated mutants.
pub(crate) struct MutantSampler {
    /// The counts of all generated mutants.
    pub generated: GeneratedCounts,
    /// The analyses that the run omits because too little time is left.
    pub dropped: Vec<OptionalAnalysis>,
    /// The pair's part of the time budget, if there is a time budget. When Rust drops this value, the budget counts the
    /// pair as finished.
    #[expect(dead_code, reason = "only the drop of this value has an effect")]
    pub allotment: Option<Allotment>,
    draw: Option<Draw>,
    /// The sample of mutants, if the Java function is too long to run all mutants.
    pub sample: Option<CodeSample>,
}

/// The sizes of a sample that runs because the Java function is very long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CodeSample {
    /// The number of mutants in the sample.
    pub size: usize,
    /// The number of mutants from which the sample was drawn.
    pub all: u64,
}

impl std::fmt::Display for CodeSample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the Java function is long, so at most {} of {} mutants run", self.size, self.all)
    }
}

impl Sampling {
    /// Skips the pair, so that other pairs get the time of this pair.
    pub fn skip(&self) {
        if let Self::Timed { budget, cost, .. } = self {
            budget.skip(*cost);
        }
    }

    /// Returns the part of this rule that a key of a stored result contains.
    #[must_use]
    pub fn identity(&self) -> SamplingIdentity {
        match self {
            Self::All => SamplingIdentity::All,
            Self::Drawn(draw) => SamplingIdentity::Drawn(*draw),
            Self::Timed { .. } => SamplingIdentity::Timed,
        }
    }
}

impl MutantSampler {
    /// Creates the sampler of a pair. `None` if the time is over.
    pub fn begin(sampling: &Sampling) -> Option<Self> {
        let (draw, dropped, allotment) = match sampling {
            Sampling::All => (None, Vec::new(), None),
            Sampling::Drawn(draw) => (Some(*draw), Vec::new(), None),
            Sampling::Timed { budget, pair, cost } => {
                let PairPortion { draw, dropped, allotment } = budget.begin(*pair, *cost)?;
                (Some(draw), dropped, Some(allotment))
            }
        };
        let weight = draw.map_or(1.0, |draw| draw.weight());
        Some(Self {
            generated: GeneratedCounts { operators: BTreeMap::new(), weight },
            dropped,
            allotment,
            draw,
            sample: None,
        })
    }

    /// Returns the mutants that run, and this sampler with the counts of all mutants.
    ///
    /// `code` is the size of one mutant in bytes. For a long function, a sample of the mutants runs, because the code
    /// of all mutants would be too large.
    pub fn draw(self, mut mutants: GeneratedMutants, code: usize) -> (GeneratedMutants, Self) {
        let mut operators = BTreeMap::new();
        for one in &mutants {
            *operators.entry(one.mutant.operator).or_default() += 1;
        }
        if let Some(draw) = self.draw {
            retain_drawn(&mut mutants, draw);
        }
        let all = mutants.len() as u64;
        let limit = Draw::from_counts(&[all], cost_cap::affordable_mutants(all, code), CODE_SEED);
        let Some(draw) = limit.and_then(|draws| draws.into_iter().next()) else {
            return (mutants, Self { generated: GeneratedCounts { operators, ..self.generated }, ..self });
        };
        retain_drawn(&mut mutants, draw);
        let sample = CodeSample { size: mutants.len(), all };
        let weight = self.generated.weight * draw.weight();
        (mutants, Self { generated: GeneratedCounts { operators, weight }, sample: Some(sample), ..self })
    }

    /// Returns this sampler with a larger weight.
    ///
    /// Each mutant that runs then represents `factor` times as many generated mutants.
    pub fn scaled(self, factor: f64) -> Self {
        let weight = self.generated.weight * factor;
        Self { generated: GeneratedCounts { weight, ..self.generated }, ..self }
    }
}

/// The seed that selects the mutants of a long function.
const CODE_SEED: u64 = 0;

/// Retains the mutants of a random sample.
fn retain_drawn(mutants: &mut GeneratedMutants, draw: Draw) {
    let named: Vec<(Operator, &str)> =
        mutants.iter().map(|one| (one.mutant.operator, one.mutant.id.as_str())).collect();
    let marks = draw.marks(&named);
    retain_at(mutants, |at| marks[at]);
}

/// Retains the items whose indexes `wanted` accepts.
pub(crate) fn retain_at<T>(all: &mut Vec<T>, wanted: impl Fn(usize) -> bool) {
    let mut places = 0..;
    all.retain(|_| places.next().is_some_and(&wanted));
}
