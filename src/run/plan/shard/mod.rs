//! One part of a run: what each pair is estimated to cost, which pairs this part measures, and a digest by
//! which parts of the same run know each other. The splitting itself is `split`'s.

pub mod merge;
pub mod split;

use crate::run::context::RunContext;
use crate::run::jobs::Jobs;
use crate::run::options::Options;
use crate::run::plan::Plan;
use crate::run::plan::shard::split::ShardSpec;
use mts_engine::PairJob;
use mts_model::error::{Error, Result};
use mts_model::report::Shard;

/// What one call of an unmutated function of the smallest size costs, in the unit of costs: a
/// microsecond of one pair of workers, near enough for a split.
const CALL: u64 = 10;
/// What a mutant costs beside its calls: it is compiled, loaded, and compared.
const MUTANT: u64 = 1_500;
/// What a pair costs beside its mutants.
const PAIR: u64 = 100_000;
/// Bytes of a function's text that make each of its calls as dear again.
const TEXT: u64 = 400;

/// What one part has to do.
#[derive(Clone, Debug)]
pub struct Share {
    /// For the report; `places` are those of all planned pairs of this part.
    pub shard: Shard,
}

/// The estimated cost of each pair of the plan, base and head together, without running anything. A pair
/// that cannot be run costs nothing.
#[must_use]
pub fn costs(jobs: &Jobs, options: &Options) -> Vec<u64> {
    let of = |at: usize| jobs.ready.get(at).map_or(0, |job| cost(job, options));
    let head = jobs.head.iter().map(|head| head.as_ref().map_or(0, |at| of(*at)));
    head.zip(&jobs.base).map(|(head, base)| head + base.map_or(0, of)).collect()
}

/// The estimated cost of one job, in microseconds of one pair of workers.
pub(crate) fn cost(job: &PairJob, options: &Options) -> u64 {
    let mutants = mts_engine::count_mutants(job, &options.settings);
    let inputs = job.suite.inputs.len() as u64;
    let text = job.pair.java.span.len() as u64;
    PAIR + (mutants + 1) * (MUTANT + inputs * (CALL + CALL * text / TEXT))
}

/// Keeps the pairs of one part in the plan and the jobs.
///
/// # Errors
/// A bug error when inputs cannot be written as JSON.
pub fn take(
    part: ShardSpec,
    context: &RunContext<'_>,
    plan: &mut Plan,
    jobs: &mut Jobs,
    options: &Options,
) -> Result<Share> {
    let plan_digest = digest(context, plan, jobs, options)?;
    let parts = split::assign(&costs(jobs, options), part.of);
    let mine: Vec<bool> = parts.iter().map(|of| *of == part.index).collect();
    let places = (0u32..).zip(&mine).filter(|(_, mine)| **mine).map(|(at, _)| at).collect();
    let mut keep = mine.iter();
    plan.pairs.retain(|_| keep.next().copied().unwrap_or_default());
    jobs.keep(&mine);
    Ok(Share { shard: Shard { index: part.index, count: part.of, plan_digest, pair_indexes: places } })
}

/// 16 hex digits over the revisions, what bears on verdicts, and each pair with its text and inputs.
pub(crate) fn digest(context: &RunContext<'_>, plan: &Plan, jobs: &Jobs, options: &Options) -> Result<String> {
    let mut hasher = blake3::Hasher::new();
    let mut add = |part: &str| {
        // With its length before it, no part can be taken for the end of another.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    };
    let commits = &context.commits;
    for commit in [&commits.base, &commits.head, &commits.tested] {
        add(commit.as_deref().unwrap_or_default());
    }
    add(&format!("{} {} {:?} {:?}", options.seed, options.max_inputs, options.settings, options.random));
    add(&format!("{:?} {:?} {}", options.thresholds, context.pending_until_merge, options.bound));
    for (at, planned) in plan.pairs.iter().enumerate() {
        add(&planned.head.key());
        let head = jobs.head[at].as_ref().ok().copied();
        for job in [head, jobs.base[at]] {
            let Some(job) = job.and_then(|job| jobs.ready.get(job)) else {
                add("not run");
                continue;
            };
            add(&job.java.text);
            add(&job.python.text);
            add(&serde_json::to_string(&job.suite).map_err(|e| Error::bug(format!("inputs as JSON: {e}")))?);
        }
    }
    Ok(hasher.finalize().to_hex()[..16].to_owned())
}
