//! Limits the work of a run: to a number of mutants or to a time.

use crate::run::jobs::pair_jobs::{Jobs, PairJobs};
use crate::run::options::{Bound, Options};
use crate::run::plan::shard;
use mts_engine::{GeneratedPair, Sampling, TimeBudget};
use mts_generate::mutation::sample::Draw;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// Draws the mutants of every pair of the plan. Base and head have the same draw.
///
/// The draw covers all pairs of the run, independent of the shard that runs here.
#[must_use]
pub fn draw(jobs: Jobs, options: &Options) -> Jobs {
    let Bound::Mutants(take) = options.bound else { return jobs };
    let count = |pair: &PairJobs| pair.head.count_mutants(&options.settings);
    let counts: Vec<u64> = jobs.pairs.iter().map(|pair| pair.jobs.as_ref().map_or(0, count)).collect();
    let Some(draws) = Draw::over(&counts, take, options.seed) else { return jobs };
    jobs.map(|at, pair| Ok(pair.map(|job| job.with_sampling(Sampling::Drawn(draws[at])))))
}

/// Draws the mutants of several programs. `counts` has the number of mutants of each program.
#[must_use]
pub(crate) fn draw_programs<'p>(counts: &[(&'p str, u64)], options: &Options) -> BTreeMap<&'p str, Sampling> {
    let Bound::Mutants(take) = options.bound else { return BTreeMap::new() };
    let mutants: Vec<u64> = counts.iter().map(|(_, mutants)| *mutants).collect();
    let draws = Draw::over(&mutants, take, options.seed).unwrap_or_default();
    counts.iter().map(|(id, _)| *id).zip(draws.into_iter().map(Sampling::Drawn)).collect()
}

/// Divides the time of the run among the pairs that run here. The time starts at `started`.
#[must_use]
pub fn pace(jobs: Jobs, options: &Options, started: Instant) -> Jobs {
    match time_budget(jobs.ready().flat_map(PairJobs::iter), options, started) {
        Some(budget) => jobs.map(|at, pair| Ok(pair.map(|job| timed(job, &budget, at, options)))),
        None => jobs,
    }
}

/// Divides the time of the run among these programs.
#[must_use]
pub(crate) fn pace_programs(jobs: Vec<GeneratedPair>, options: &Options, started: Instant) -> Vec<GeneratedPair> {
    let Some(budget) = time_budget(jobs.iter(), options, started) else { return jobs };
    jobs.into_iter().enumerate().map(|(at, job)| timed(job, &budget, at, options)).collect()
}

fn time_budget<'j>(
    jobs: impl Iterator<Item = &'j GeneratedPair>,
    options: &Options,
    started: Instant,
) -> Option<Arc<TimeBudget>> {
    let Bound::Time(time) = options.bound else { return None };
    let costs = jobs.map(|job| shard::cost(job, options)).sum();
    Some(TimeBudget::new(started, time, options.seed, options.jobs, costs))
}

fn timed(job: GeneratedPair, budget: &Arc<TimeBudget>, pair: usize, options: &Options) -> GeneratedPair {
    let cost = shard::cost(&job, options);
    job.with_sampling(Sampling::Timed { budget: Arc::clone(budget), pair, cost })
}
