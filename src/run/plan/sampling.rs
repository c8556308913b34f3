//! Limits the work of a run: to a number of mutants or to a time.

use crate::run::jobs::pair_jobs::{Jobs, PlannedJobs};
use crate::run::options::{Bound, Options};
use crate::run::plan::shard;
use mts_engine::{GeneratedPair, PairCost, Sampling, TimeBudget};
use mts_generate::mutation::sample::Draw;
use std::sync::Arc;
use std::time::Instant;

/// Draws the mutants of every pair if the options limit the number of mutants.
///
/// Base and head have the same draw. The draw covers all pairs of the run, independent of the shard that runs here.
#[must_use]
pub fn draw(jobs: Jobs, options: &Options) -> Jobs {
    let Bound::Mutants(take) = options.bound else { return jobs };
    let count = |pair: &PlannedJobs| pair.iter().next().map_or(0, |(_, job)| job.count_mutants(&options.settings));
    let counts: Vec<u64> = jobs.pairs.iter().map(count).collect();
    let Some(draws) = Draw::from_counts(&counts, take, options.seed) else { return jobs };
    jobs.map_each(|at, _, job| job.with_sampling(Sampling::Drawn(draws[at])))
}

/// Draws the mutants of several programs if the options limit the number of mutants.
///
/// `counts` has the number of mutants of each program.
#[must_use]
pub(crate) fn draw_programs(counts: &[u64], options: &Options) -> Vec<Sampling> {
    let draws = match options.bound {
        Bound::Mutants(take) => Draw::from_counts(counts, take, options.seed),
        Bound::All | Bound::Time(_) => None,
    };
    let all = || vec![Sampling::All; counts.len()];
    draws.map_or_else(all, |draws| draws.into_iter().map(Sampling::Drawn).collect())
}

/// Divides the time among the pairs of this shard if the options limit the time.
///
/// The time starts at `started`. `costs` contains the costs of the jobs; if it is `None`, the function estimates the
/// costs.
#[must_use]
pub fn pace(jobs: Jobs, costs: Option<Vec<[PairCost; 2]>>, options: &Options, started: Instant) -> Jobs {
    let Bound::Time(time) = options.bound else { return jobs };
    let costs = costs.unwrap_or_else(|| shard::costs(&jobs, options));
    let budget = TimeBudget::new(started, time, options.seed, options.jobs, costs.iter().flatten().copied().sum());
    jobs.map_each(|pair, is_base, job| {
        let cost = costs[pair][usize::from(is_base)];
        job.with_sampling(Sampling::Timed { budget: Arc::clone(&budget), pair, cost })
    })
}

/// Divides the time among these programs if the options limit the time.
#[must_use]
pub(crate) fn pace_programs(jobs: Vec<GeneratedPair>, options: &Options, started: Instant) -> Vec<GeneratedPair> {
    let Bound::Time(time) = options.bound else { return jobs };
    let costs: Vec<PairCost> = jobs.iter().map(|job| shard::cost(job, options)).collect();
    let budget = TimeBudget::new(started, time, options.seed, options.jobs, costs.iter().copied().sum());
    let timed = |(pair, (job, cost)): (usize, (GeneratedPair, PairCost))| {
        job.with_sampling(Sampling::Timed { budget: Arc::clone(&budget), pair, cost })
    };
    jobs.into_iter().zip(costs).enumerate().map(timed).collect()
}
