//! Owns which of a pair's mutants run: all, those of the plan's draw, or as many as the time allows. Drawing is left to
//! `mts_generate::mutation::sample`.

use crate::budget::time_budget::{Allotment, TimeBudget};
use mts_generate::mutation::sample::Draw;
use mts_model::{Mutant, Operator};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many of a pair's mutants are to be run.
#[derive(Clone, Default)]
pub enum Sampling {
    /// All.
    #[default]
    All,
    /// Those of a draw.
    Drawn(Draw),
    /// As many as the time allows that is left when its turn comes.
    Timed {
        /// The clock that all pairs share.
        budget: Arc<TimeBudget>,
        /// Which pair this is; its base takes the same share as its head.
        pair: usize,
        /// Estimated cost of all of its mutants.
        cost: u64,
    },
}

/// The mutants of a pair that were made, for what is said of those that were not run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneratedCounts {
    /// Their number by operator.
    pub operators: BTreeMap<Operator, u64>,
    /// How many of them each one stands for that was run.
    pub weight: f64,
}

/// What is to be run of a pair.
pub(crate) struct MutantSampler {
    /// All of its mutants.
    pub generated: GeneratedCounts,
    /// Says when the pair is done, where the time is bounded.
    #[expect(dead_code, reason = "what it does it does when it is dropped")]
    pub allotment: Option<Allotment>,
    draw: Option<Draw>,
}

impl Sampling {
    /// The part of these mutants to run; `None` when the time is over.
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

    /// The pair is not measured: what it would take is left to the others.
    pub fn skip(&self) {
        if let Self::Timed { budget, cost, .. } = self {
            budget.skip(*cost);
        }
    }

    /// What distinguishes results of one sampling from those of another, as text.
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

    /// The same counts where each mutant that runs stands for so many times as many.
    pub fn scaled(mut self, factor: f64) -> Self {
        self.generated.weight *= factor;
        self
    }
}

/// Keeps what stands at these places.
pub(crate) fn retain_at<T>(all: &mut Vec<T>, wanted: impl Fn(usize) -> bool) {
    let mut places = 0..;
    all.retain(|_| places.next().is_some_and(&wanted));
}
