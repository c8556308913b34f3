//! How much of a run is done: all of it, so many mutants drawn over all pairs, or what a time allows.

use super::jobs::Jobs;
use super::options::Options;
use super::parts;
use mts_engine::{PairJob, Sampling, TimeBudget};
use mts_generate::mutation::sample::Draw;
use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

/// How much is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// Every mutant.
    #[default]
    All,
    /// So many of those of the tested revision; of the base the same share.
    Mutants(u64),
    /// What this wall time allows.
    Time(Duration),
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => write!(f, "all"),
            Self::Mutants(1) => write!(f, "1 mutant"),
            Self::Mutants(n) => write!(f, "{n} mutants"),
            Self::Time(time) => write!(f, "{} s", time.as_secs_f64()),
        }
    }
}

impl Bound {
    /// For the report; `None` where everything is run.
    #[must_use]
    pub fn told(&self) -> Option<String> {
        (*self != Self::All).then(|| self.to_string())
    }
}

/// Draws the mutants of every pair of the plan, base and head alike: over the whole run, whatever part of it is
/// done here.
pub fn draw(jobs: &mut Jobs, options: &Options) {
    let Bound::Mutants(take) = options.bound else { return };
    let of = |head: &Result<usize, String>| head.as_ref().ok().and_then(|at| jobs.ready.get(*at));
    let counts: Vec<u64> = jobs
        .head
        .iter()
        .map(|head| of(head).map_or(0, |job| mts_engine::count_mutants(job, &options.settings)))
        .collect();
    let Some(draws) = Draw::over(&counts, take, options.seed) else { return };
    for ((head, base), draw) in jobs.head.iter().zip(&jobs.base).zip(draws) {
        for at in head.iter().chain(base) {
            if let Some(job) = jobs.ready.get_mut(*at) {
                job.sampling = Sampling::Drawn(draw);
            }
        }
    }
}

/// The draw for each of several programs, by how many mutants each has.
#[must_use]
pub(super) fn of_programs<'p>(counts: &[(&'p str, u64)], options: &Options) -> BTreeMap<&'p str, Sampling> {
    let Bound::Mutants(take) = options.bound else { return BTreeMap::new() };
    let mutants: Vec<u64> = counts.iter().map(|(_, mutants)| *mutants).collect();
    let draws = Draw::over(&mutants, take, options.seed).unwrap_or_default();
    counts.iter().map(|(id, _)| *id).zip(draws.into_iter().map(Sampling::Drawn)).collect()
}

/// Gives these programs the time between them.
pub(super) fn pace_programs<'j>(jobs: impl Iterator<Item = &'j mut PairJob>, options: &Options, started: Instant) {
    let Bound::Time(time) = options.bound else { return };
    let jobs: Vec<&mut PairJob> = jobs.collect();
    let costs: Vec<u64> = jobs.iter().map(|job| parts::cost(job, options)).collect();
    let pace = TimeBudget::new(started, time, options.seed, options.jobs, costs.iter().sum());
    for ((pair, job), cost) in jobs.into_iter().enumerate().zip(costs) {
        job.sampling = Sampling::Timed { budget: pace.clone(), pair, cost };
    }
}

/// Gives the pairs that are done here the time between them; it runs from `started`.
pub fn pace(jobs: &mut Jobs, options: &Options, started: Instant) {
    let Bound::Time(time) = options.bound else { return };
    let costs: Vec<u64> = jobs.ready.iter().map(|job| parts::cost(job, options)).collect();
    let pace = TimeBudget::new(started, time, options.seed, options.jobs, costs.iter().sum());
    for (pair, (head, base)) in jobs.head.iter().zip(&jobs.base).enumerate() {
        for at in head.iter().chain(base) {
            if let (Some(job), Some(cost)) = (jobs.ready.get_mut(*at), costs.get(*at)) {
                job.sampling = Sampling::Timed { budget: pace.clone(), pair, cost: *cost };
            }
        }
    }
}
