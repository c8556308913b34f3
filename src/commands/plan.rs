//! `cargo mts plan`: prints the planned pairs and the number of machines.
//!
//! The command starts no JVM and no CPython.

use crate::config::Config;
use crate::run::plan::shard;
use crate::run::plan::shard::split;
use crate::run::repository::request::{FlagOverrides, RepositoryRequest};
use crate::run::{self, jobs, repository};
use mts_model::error::{Error, Result};
use serde::Serialize;
use std::fmt::Write;

/// The job matrix for a workflow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Matrix {
    /// The one-based numbers of the shards. Empty if the run has no pair, and nothing skipped or unpaired to report.
    shards: Vec<u32>,
    /// The number of shards.
    count: u32,
    /// The number of pairs to measure.
    pairs: usize,
    /// The base commit; `None` if the run has no base.
    base_sha: Option<String>,
    /// The base commit. `None` also if the author of the change can have chosen or made this commit.
    trusted_sha: Option<String>,
}

/// Returns the plan as JSON for a workflow, or as a table.
///
/// `most` is the highest number of shards.
///
/// # Errors
/// Returns a usage or environment error if a stage before the first pair fails.
pub fn plan(request: &RepositoryRequest, overrides: FlagOverrides<'_>, most: u32, as_json: bool) -> Result<String> {
    // A plan runs no code, so the run needs no requirements.
    let without_requirements = |config: &mut Config| {
        overrides(config)?;
        config.python.requirements.clear();
        Ok(())
    };
    repository::with_context(request, &without_requirements, |context, filter, options, _| {
        filter.check(context.head)?;
        let plan = run::plan_pairs(context, filter, options)?;
        let jobs = jobs::jobs(context, &plan, options)?;
        let costs = shard::totals(&shard::costs(&jobs, options));
        let mut parts = split::wanted(&costs, most);
        // Even if no pair runs, one shard must report the skipped pairs to the gate.
        if parts == 0 && !(plan.skipped.is_empty() && plan.unpaired.is_empty() && context.head.skipped.is_empty()) {
            parts = 1;
        }
        let matrix = Matrix {
            shards: (1..=parts).collect(),
            count: parts,
            pairs: plan.pairs.iter().filter(|pair| pair.gone.is_none()).count(),
            base_sha: context.commits.base.clone(),
            trusted_sha: context.commits.trusted_base.clone(),
        };
        if as_json {
            let text = serde_json::to_string(&matrix).map_err(|error| Error::bug(error.to_string()))?;
            return Ok(format!("{text}\n"));
        }
        let assigned = split::assign(&costs, parts);
        let mut out = String::new();
        for ((pair, cost), part) in jobs.pairs.iter().zip(&costs).zip(&assigned) {
            let share = 100.0 * *cost as f64 / costs.iter().sum::<u64>().max(1) as f64;
            _ = writeln!(out, "{part}/{parts}  {share:>5.1} %  {}", pair.planned.head.key());
        }
        let plural = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        _ = writeln!(out, "{} in {}", plural(matrix.pairs, "pair"), plural(parts as usize, "shard"));
        Ok(out)
    })
}
