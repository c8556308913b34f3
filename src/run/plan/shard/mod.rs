//! One shard of a run: the costs, the pairs, and a digest.
//!
//! All shards of the same run have the same digest of the plan. `split` assigns the pairs.

pub mod merge;
pub mod split;

use crate::run::context::RunContext;
use crate::run::jobs::pair_jobs::{Jobs, PlannedJobs};
use crate::run::options::{Options, identity_json};
use crate::run::plan::shard::split::ShardSpec;
use mts_engine::{GeneratedPair, PairCost, affordable_mutants};
use mts_model::error::{Error, Result};
use mts_model::report::Shard;

/// The cost of one call of an original function of the smallest size.
///
/// Costs are rough estimates in microseconds of one worker pair.
const CALL: u64 = 10;
/// The cost of a mutant without its calls: compile, load and compare.
const MUTANT: u64 = 1_500;
/// The cost of a pair without its mutants.
const PAIR: u64 = 100_000;
/// The cost of the fragments of a pair. The cost of the function's text comes in addition.
const FRAGMENTS: u64 = 200_000;
/// The cost of the fragments for each byte of the function's text.
const FRAGMENT_TEXT: u64 = 3_000;
/// The text length, in bytes, that doubles the cost of a call.
const TEXT: u64 = 400;

/// Estimates the costs of the head and the base of each pair of the plan. The estimate runs no code.
///
/// A pair that cannot run costs nothing.
#[must_use]
pub fn costs(jobs: &Jobs, options: &Options) -> Vec<[PairCost; 2]> {
    let cost = |job: &GeneratedPair| cost(job, options);
    let costs = |pair: &PlannedJobs| {
        let head = pair.jobs.as_ref().ok().map(|jobs| &jobs.head);
        [head, pair.base()].map(|job| job.map(cost).unwrap_or_default())
    };
    jobs.pairs.iter().map(costs).collect()
}

/// Returns the total cost of each pair.
#[must_use]
pub fn totals(costs: &[[PairCost; 2]]) -> Vec<u64> {
    costs.iter().map(|pair| pair.iter().map(|cost| cost.total()).sum()).collect()
}

/// The jobs of a shard, their costs, and the shard for the report.
type SelectedShard = (Jobs, Vec<[PairCost; 2]>, Shard);

/// Estimates the cost of one job.
///
/// If the gate limits the variants or the fragments, a run must not drop them, so their cost counts as cost of the
/// mutants.
pub(crate) fn cost(pair: &GeneratedPair, options: &Options) -> PairCost {
    let (job, settings, limits) = (pair.job(), &options.settings, &options.thresholds);
    let inputs = job.suite.inputs.len() as u64;
    let text = job.pair.java.span.len() as u64;
    let change = MUTANT + inputs * (CALL + CALL * text / TEXT);
    let variants = match job.has_transformations {
        true => change * (settings.variants.transformations.len() * settings.variants.per_transformation) as u64,
        false => 0,
    };
    let fragments = match settings.fragments && job.is_shown && job.program.is_none() {
        true => FRAGMENTS + FRAGMENT_TEXT * text,
        false => 0,
    };
    let mutants = affordable_mutants(pair.count_mutants(settings), job.pair.java.span.len());
    let mut cost = PairCost { mutants: PAIR + (mutants + 1) * change, variants, fragments };
    if limits.needs_variants() {
        cost.mutants += std::mem::take(&mut cost.variants);
    }
    if limits.needs_fragments() {
        cost.mutants += std::mem::take(&mut cost.fragments);
    }
    cost
}

/// Returns the jobs and costs of one shard's pairs, and the shard for the report.
///
/// # Errors
/// Returns an internal error if inputs cannot be written as JSON.
pub fn select(spec: ShardSpec, context: &RunContext<'_>, jobs: Jobs, options: &Options) -> Result<SelectedShard> {
    let plan_digest = digest(context, &jobs, options)?;
    let costs = costs(&jobs, options);
    let shards = split::assign(&totals(&costs), spec.of);
    let places: Vec<u32> = (0u32..).zip(shards).filter(|(_, own)| *own == spec.index).map(|(at, _)| at).collect();
    let is_kept = |at: &u32| places.binary_search(at).is_ok();
    let kept = (0u32..).zip(jobs.pairs.into_iter().zip(costs)).filter(|(at, _)| is_kept(at)).map(|(_, pair)| pair);
    let (pairs, costs) = kept.unzip();
    let shard = Shard { index: spec.index, count: spec.of, plan_digest, pair_indexes: places };
    Ok((Jobs { pairs, ..jobs }, costs, shard))
}

/// Computes a digest of the plan, in 16 hex digits.
///
/// The digest covers the revisions, all settings that affect verdicts, and each pair with its text
/// and its inputs.
pub(crate) fn digest(context: &RunContext<'_>, jobs: &Jobs, options: &Options) -> Result<String> {
    let mut hasher = blake3::Hasher::new();
    let mut add = |part: &str| {
        // The length before each part separates the parts, so different parts never give the same
        // bytes.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    };
    let commits = &context.commits;
    for commit in [&commits.base, &commits.head, &commits.tested] {
        add(commit.as_deref().unwrap_or_default());
    }
    let Options { seed, max_inputs, settings, random, thresholds, bound, .. } = options;
    let gate = (thresholds, &context.pending_until_merge);
    add(&identity_json(&(seed, max_inputs, settings, random, gate, bound.to_string()))?);
    for pair in &jobs.pairs {
        add(&pair.planned.head.key());
        for job in [pair.jobs.as_ref().ok().map(|jobs| &jobs.head), pair.base()] {
            let Some(job) = job.map(GeneratedPair::job) else {
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
