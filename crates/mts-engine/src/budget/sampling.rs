//! The selection of a pair's mutants that run.
//!
//! The selection is all mutants, a drawn sample, or a sample that fits the time.
//! `mts_generate::mutation::sample` draws the mutants.

use crate::budget::cost_cap;
use crate::budget::time_budget::{Allotment, PairCost, PairPortion, TimeBudget};
use crate::mutants::generated_mutant::GeneratedMutants;
use mts_generate::mutation::sample::Draw;
use mts_model::Operator;
use mts_model::report::OptionalAnalysis;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rule that selects the mutants of a pair that run.
#[derive(Clone, Default)]
pub enum Sampling {
    /// All mutants, or a sample if the function is very long.
    #[default]
    All,
    /// The mutants of this draw.
    Drawn(Draw),
    /// The mutants that fit the remaining time.
    Timed {
        /// The time budget of all pairs.
        budget: Arc<TimeBudget>,
        /// The number of the pair. The base and the head of a pair have the same number.
        pair: usize,
        /// The estimated cost of the pair.
        cost: PairCost,
    },
}

/// The part of a sampling that decides the mutants, for keys of stored results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SamplingIdentity {
    /// All mutants, or a sample if the function is very long.
    All,
    /// The mutants of this draw.
    Drawn(Draw),
    /// The mutants that fit the remaining time.
    Timed,
}

/// The numbers of a pair's generated mutants.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneratedCounts {
    /// The number of generated mutants by operator.
    pub operators: BTreeMap<Operator, u64>,
    /// The number of generated mutants for each mutant that ran.
    pub weight: f64,
}

/// Draws the mutants of a pair that run, and counts all mutants.
pub(crate) struct MutantSampler {
    /// The counts of all mutants.
    pub generated: GeneratedCounts,
    /// The analyses for which the time is too short.
    pub dropped: Vec<OptionalAnalysis>,
    /// The pair's part of the time budget, if there is a time budget. When Rust drops this value, the budget counts the
    /// pair as finished.
    #[expect(dead_code, reason = "only the drop of this value has an effect")]
    pub allotment: Option<Allotment>,
    draw: Option<Draw>,
    /// The sample if the function is too long for all mutants.
    pub sample: Option<CodeSample>,
}

/// The sample of the mutants of a long function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CodeSample {
    /// The number of mutants in the sample.
    pub size: usize,
    /// The number of mutants that the sample represents.
    pub all: u64,
}

impl std::fmt::Display for CodeSample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the Java function is long, so at most {} of {} mutants run", self.size, self.all)
    }
}

impl Sampling {
    /// Skips the pair, so that other pairs get its time.
    pub fn skip(&self) {
        if let Self::Timed { budget, cost, .. } = self {
            budget.skip(*cost);
        }
    }

    /// Returns the part that decides the mutants.
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

    /// Returns the drawn mutants, and this sampler with the counts of all mutants.
    ///
    /// `code` is the size of one mutant in bytes. The mutants of a long function are a sample, because
    /// the code of all mutants would be too large.
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

/// Retains the mutants of a draw.
fn retain_drawn(mutants: &mut GeneratedMutants, draw: Draw) {
    let named: Vec<(Operator, &str)> =
        mutants.iter().map(|one| (one.mutant.operator, one.mutant.id.as_str())).collect();
    let marks = draw.marks(&named);
    retain_at(mutants, |at| marks[at]);
}

/// Retains the items at the wanted indexes.
pub(crate) fn retain_at<T>(all: &mut Vec<T>, wanted: impl Fn(usize) -> bool) {
    let mut places = 0..;
    all.retain(|_| places.next().is_some_and(&wanted));
}
