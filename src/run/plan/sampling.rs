//! How much of a run is done: all of it, so many mutants drawn over all pairs, or what a time allows.

use crate::run::jobs::Jobs;
use crate::run::options::{Bound, Options};
use crate::run::plan::shard;
use mts_engine::{PairJob, Sampling, TimeBudget};
use mts_generate::mutation::sample::Draw;
use std::collections::BTreeMap;
use std::time::Instant;

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
pub(crate) fn of_programs<'p>(counts: &[(&'p str, u64)], options: &Options) -> BTreeMap<&'p str, Sampling> {
    let Bound::Mutants(take) = options.bound else { return BTreeMap::new() };
    let mutants: Vec<u64> = counts.iter().map(|(_, mutants)| *mutants).collect();
    let draws = Draw::over(&mutants, take, options.seed).unwrap_or_default();
    counts.iter().map(|(id, _)| *id).zip(draws.into_iter().map(Sampling::Drawn)).collect()
}

/// Gives these programs the time between them.
pub(crate) fn pace_programs<'j>(jobs: impl Iterator<Item = &'j mut PairJob>, options: &Options, started: Instant) {
    let Bound::Time(time) = options.bound else { return };
    let jobs: Vec<&mut PairJob> = jobs.collect();
    let costs: Vec<u64> = jobs.iter().map(|job| shard::cost(job, options)).collect();
    let pace = TimeBudget::new(started, time, options.seed, options.jobs, costs.iter().sum());
    for ((pair, job), cost) in jobs.into_iter().enumerate().zip(costs) {
        job.sampling = Sampling::Timed { budget: pace.clone(), pair, cost };
    }
}

/// Gives the pairs that are done here the time between them; it runs from `started`.
pub fn pace(jobs: &mut Jobs, options: &Options, started: Instant) {
    let Bound::Time(time) = options.bound else { return };
    let costs: Vec<u64> = jobs.ready.iter().map(|job| shard::cost(job, options)).collect();
    let pace = TimeBudget::new(started, time, options.seed, options.jobs, costs.iter().sum());
    for (pair, (head, base)) in jobs.head.iter().zip(&jobs.base).enumerate() {
        for at in head.iter().chain(base) {
            if let (Some(job), Some(cost)) = (jobs.ready.get_mut(*at), costs.get(*at)) {
                job.sampling = Sampling::Timed { budget: pace.clone(), pair, cost: *cost };
            }
        }
    }
}
