//! Owns which of a pair's mutants run: all, those of the plan's draw, or as many as the time allows. Drawing is left to
//! `mts_generate::mutation::sample`.

use crate::budget::time_budget::{Allotment, TimeBudget};
use mts_generate::mutation::sample::Draw;
use mts_model::{Mutant, Operator};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which of a pair's mutants run.
#[derive(Clone, Default)]
pub enum Sampling {
    /// All.
    #[default]
    All,
    /// The mutants of a draw.
    Drawn(Draw),
    /// As many as the remaining time allows.
    Timed {
        /// The clock that all pairs share.
        budget: Arc<TimeBudget>,
        /// The number of the pair; its base has the same share as its head.
        pair: usize,
        /// Estimated cost of all of its mutants.
        cost: u64,
    },
}

/// The counts of a pair's generated mutants.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneratedCounts {
    /// Their number by operator.
    pub operators: BTreeMap<Operator, u64>,
    /// How many mutants each mutant that ran represents.
    pub weight: f64,
}

/// Draws the mutants of a pair that run, and counts all.
pub(crate) struct MutantSampler {
    /// The counts of all of its mutants.
    pub generated: GeneratedCounts,
    /// Reports the end of the pair to the time budget, if there is one.
    #[expect(dead_code, reason = "what it does it does when it is dropped")]
    pub allotment: Option<Allotment>,
    draw: Option<Draw>,
}

impl Sampling {
    /// The draw of this pair, and its allotment; `None` when the time is over.
    pub(crate) fn begin(&self) -> Option<(Option<Draw>, Option<Allotment>)> {
        match self {
            Self::All => Some((None, None)),
            Self::Drawn(draw) => Some((Some(*draw), None)),
            Self::Timed { budget, pair, cost } => {
                let (draw, allotment) = budget.begin(*pair, *cost)?;
                Some((Some(draw), Some(allotment)))
            }
        }
    }

    /// Skips the pair; the other pairs get its time.
    pub fn skip(&self) {
        if let Self::Timed { budget, cost, .. } = self {
            budget.skip(*cost);
        }
    }

    /// A text that differs for samplings with different results.
    #[must_use]
    pub fn identity(&self) -> String {
        match self {
            Self::All => String::new(),
            Self::Drawn(draw) => format!("{draw:?}"),
            Self::Timed { .. } => "by time".to_owned(),
        }
    }
}

impl MutantSampler {
    /// Begins a pair; `None` when the time is over.
    pub fn begin(sampling: &Sampling) -> Option<Self> {
        let (draw, allotment) = sampling.begin()?;
        let weight = draw.map_or(1.0, |draw| draw.weight());
        Some(Self { generated: GeneratedCounts { operators: BTreeMap::new(), weight }, allotment, draw })
    }

    /// Counts the mutants, and draws from them and from the items that belong to each.
    pub fn draw<T>(mut self, mut mutants: Vec<Mutant>, mut items: Vec<T>) -> (Vec<Mutant>, Vec<T>, Self) {
        for mutant in &mutants {
            *self.generated.operators.entry(mutant.operator).or_default() += 1;
        }
        if let Some(draw) = self.draw {
            let marks = draw.marks(&mutants);
            retain_at(&mut mutants, |at| marks[at]);
            retain_at(&mut items, |at| marks[at]);
        }
        (mutants, items, self)
    }

    /// The same sampler, where each mutant that runs represents `factor` times as many.
    pub fn scaled(mut self, factor: f64) -> Self {
        self.generated.weight *= factor;
        self
    }
}

/// Retains the items at the wanted places.
pub(crate) fn retain_at<T>(all: &mut Vec<T>, wanted: impl Fn(usize) -> bool) {
    let mut places = 0..;
    all.retain(|_| places.next().is_some_and(&wanted));
}
