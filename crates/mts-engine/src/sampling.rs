//! Which of a pair's mutants are run, where not all are: the draw that the plan gave it, or what the time still
//! allows. How a draw is made is `mutation::sample`'s.

use super::pace::{Pace, Ticket};
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
    Paced {
        /// The clock that all pairs share.
        pace: Arc<Pace>,
        /// Which pair this is; its base takes the same share as its head.
        pair: usize,
        /// Estimated cost of all of its mutants.
        cost: u64,
    },
}

/// The mutants of a pair that were made, for what is said of those that were not run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// Their number by operator.
    pub operators: BTreeMap<Operator, u64>,
    /// How many of them each one stands for that was run.
    pub weight: f64,
}

/// What is to be run of a pair.
pub(super) struct Sampled {
    /// All of its mutants.
    pub made: Made,
    /// Says when the pair is done, where the time is bounded.
    #[expect(dead_code, reason = "what it does it does when it is dropped")]
    pub ticket: Option<Ticket>,
    draw: Option<Draw>,
}

impl Sampling {
    /// The part of these mutants to run; `None` when the time is over.
    pub(super) fn of(&self) -> Option<(Option<Draw>, Option<Ticket>)> {
        match self {
            Self::All => Some((None, None)),
            Self::Drawn(draw) => Some((Some(*draw), None)),
            Self::Paced { pace, pair, cost } => {
                let (draw, ticket) = pace.begin(*pair, *cost)?;
                Some((Some(draw), Some(ticket)))
            }
        }
    }

    /// The pair is not measured: what it would take is left to the others.
    pub fn skip(&self) {
        if let Self::Paced { pace, cost, .. } = self {
            pace.skip(*cost);
        }
    }

    /// What distinguishes results of one sampling from those of another, as text.
    #[must_use]
    pub fn identity(&self) -> String {
        match self {
            Self::All => String::new(),
            Self::Drawn(draw) => format!("{draw:?}"),
            Self::Paced { .. } => "by time".to_owned(),
        }
    }
}

impl Sampled {
    /// Begins a pair; `None` when the time is over.
    pub fn begin(sampling: &Sampling) -> Option<Self> {
        let (draw, ticket) = sampling.of()?;
        let weight = draw.map_or(1.0, |draw| draw.weight());
        Some(Self { made: Made { operators: BTreeMap::new(), weight }, ticket, draw })
    }

    /// Counts the mutants, and keeps of them and of what goes with each those that are drawn.
    pub fn keep<T>(&mut self, mutants: &mut Vec<Mutant>, beside: &mut Vec<T>) {
        for mutant in &*mutants {
            *self.made.operators.entry(mutant.operator).or_default() += 1;
        }
        let Some(draw) = self.draw else { return };
        let marks = draw.marks(mutants);
        keep(mutants, |at| marks[at]);
        keep(beside, |at| marks[at]);
    }
}

/// Keeps what stands at these places.
pub(super) fn keep<T>(all: &mut Vec<T>, wanted: impl Fn(usize) -> bool) {
    let mut places = 0..;
    all.retain(|_| places.next().is_some_and(&wanted));
}
