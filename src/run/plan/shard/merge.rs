//! Merges the reports of all shards into the report of the complete run.
//!
//! The caller computes the scores of all pairs and applies the gate. A missing, repeated or
//! different shard is an error that names the shard.

use mts_model::error::{Error, ExitCode, Result};
use mts_model::report::{BaselineUse, PairReport, RunReport, Settings, Shard, Timings};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// A report and its name for messages, such as its file.
#[derive(Clone, Debug)]
pub struct ShardReport {
    /// The name for messages.
    pub name: String,
    /// The report of a shard.
    pub report: RunReport,
}

/// Merges the reports of all shards, in any order.
///
/// The caller must compute `scores`, `conclusion`, `headline` and `gate` again, because the result
/// has the values of the first shard. The statuses of pairs do not depend on other pairs.
///
/// # Errors
/// Returns a usage error if a report is not a shard report, occurs twice, or does not match the
/// first report. Returns an error with exit code 12 if a shard is missing.
pub fn merge(mut shards: Vec<ShardReport>) -> Result<RunReport> {
    let mut seen: BTreeMap<u32, String> = BTreeMap::new();
    for shard_report in &shards {
        let shard = shard(shard_report)?;
        if let Some(other) = seen.insert(shard.index, shard_report.name.clone()) {
            let (index, of) = (shard.index, shard.count);
            return Err(Error::usage(format!("two reports are reports of shard {index} of {of}"))
                .at(format!("{other} and {}", shard_report.name))
                .help("give the report of each shard once"));
        }
    }
    shards.sort_by_key(|shard_report| shard_report.report.shard.as_ref().map(|shard| shard.index));
    let Some(first) = shards.first() else {
        return Err(Error::usage("the command line has no shard report")
            .help("give the folders or report.json files of all shards"));
    };
    for shard_report in &shards[1..] {
        fits(first, shard_report)?;
    }
    let count = shard(first)?.count;
    let missing: Vec<String> = (1..=count).filter(|index| !seen.contains_key(index)).map(|i| i.to_string()).collect();
    if !missing.is_empty() {
        let what = if missing.len() == 1 { "shard" } else { "shards" };
        let are = if missing.len() == 1 { "is" } else { "are" };
        let error = Error::new(ExitCode::Incomplete, format!("{what} {} of {count} {are} missing", missing.join(", ")));
        return Err(error.help("read the log of the job of each missing shard, and run the job again"));
    }
    join(shards)
}

/// Returns the shard of a report.
///
/// # Errors
/// Returns a usage error if the report has no shard, or if its shard data is inconsistent.
fn shard(shard_report: &ShardReport) -> Result<&Shard> {
    let Some(shard) = &shard_report.report.shard else {
        return Err(Error::usage("the report is from a complete run, not from a shard")
            .at(&shard_report.name)
            .help("write shard reports with `cargo mts run --shard K/N`"));
    };
    if shard.index == 0 || shard.index > shard.count || shard.pair_indexes.len() != shard_report.report.pairs.len() {
        return Err(Error::usage("the report has an invalid shard number or an invalid list of pairs")
            .at(&shard_report.name)
            .help("write the report again with `cargo mts run --shard K/N`"));
    }
    Ok(shard)
}

/// Returns the values that all shards must share, each with its name for messages.
fn basis(report: &RunReport) -> Vec<(&'static str, String)> {
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "none".to_owned());
    let Settings { translator, exceptions, types, rel_tol, operators, max_inputs, .. } = &report.settings;
    let gate = &report.gate;
    vec![
        ("version of cargo mts", report.tool.version.clone()),
        ("number of shards", report.shard.as_ref().map_or(0, |shard| shard.count).to_string()),
        ("command", report.command.to_string()),
        ("base revision", text(&report.base_sha)),
        ("head revision", text(&report.head_sha)),
        ("tested revision", text(&report.tested_sha)),
        ("seed", report.seed.clone()),
        ("translator", translator.clone()),
        ("operators", operators.iter().map(|operator| operator.name()).collect::<Vec<_>>().join(",")),
        ("number of inputs", max_inputs.to_string()),
        ("treatment of exceptions", exceptions.to_string()),
        ("treatment of types", types.to_string()),
        ("tolerance", rel_tol.map_or_else(|| "by type".to_owned(), |tolerance| tolerance.to_string())),
        ("gate", json!([gate.thresholds, gate.pending_until_merge]).to_string()),
        ("digest of the plan", report.shard.as_ref().map_or_else(String::new, |shard| shard.plan_digest.clone())),
    ]
}

fn fits(first: &ShardReport, shard_report: &ShardReport) -> Result<()> {
    // A shard without pairs starts no JVM and no CPython, so its report has no versions.
    let machine = |report: &RunReport| {
        let Settings { java, python, .. } = &report.settings;
        [("JDK", java.clone()), ("CPython", python.clone())]
    };
    let both_ran = !first.report.settings.java.is_empty() && !shard_report.report.settings.java.is_empty();
    let rows = basis(&first.report).into_iter().zip(basis(&shard_report.report));
    let rows = rows.chain(machine(&first.report).into_iter().zip(machine(&shard_report.report)).filter(|_| both_ran));
    for ((what, wanted), (_, found)) in rows {
        if wanted != found {
            return Err(Error::usage(format!("the {what} is `{found}`, but `{wanted}` in {}", first.name))
                .at(&shard_report.name)
                .help("run all shards with the same version of cargo mts, the same revisions and the same options"));
        }
    }
    Ok(())
}

fn join(shards: Vec<ShardReport>) -> Result<RunReport> {
    let mut pairs: BTreeMap<u32, PairReport> = BTreeMap::new();
    let mut whole: Option<RunReport> = None;
    for ShardReport { name, mut report } in shards {
        let places = report.shard.take().map(|shard| shard.pair_indexes).unwrap_or_default();
        for (place, pair) in places.into_iter().zip(std::mem::take(&mut report.pairs)) {
            let key = pair.name.clone();
            if pairs.insert(place, pair).is_some() {
                return Err(Error::usage(format!("two shard reports contain the pair `{key}`"))
                    .at(name)
                    .help("write the reports of all shards again with `cargo mts run --shard K/N`"));
            }
        }
        match &mut whole {
            None => whole = Some(report),
            Some(whole) => add(whole, report),
        }
    }
    let mut whole = whole.ok_or_else(|| Error::bug("no shard to join"))?;
    whole.pairs = pairs.into_values().collect();
    whole.skipped.sort_by(|a, b| (&a.name, &a.reason).cmp(&(&b.name, &b.reason)));
    Ok(whole)
}

fn add(whole: &mut RunReport, shard: RunReport) {
    whole.unpaired.extend(shard.unpaired);
    whole.skipped.extend(shard.skipped);
    whole.notes.extend(shard.notes);
    whole.reproducible &= shard.reproducible;
    let settings = &mut whole.settings;
    if settings.java.is_empty() {
        settings.java = shard.settings.java;
        settings.python = shard.settings.python;
    }
    let known: BTreeSet<String> = settings.sandbox.iter().cloned().collect();
    settings.sandbox.extend(shard.settings.sandbox.into_iter().filter(|line| !known.contains(line)));
    whole.timings = side_by_side(&whole.timings, &shard.timings);
}

/// Combines the timings of shards that run at the same time.
///
/// The result has the longest duration, the first start, and the sum of the workers.
fn side_by_side(one: &Timings, two: &Timings) -> Timings {
    let first = match (one.first_verdict, two.first_verdict) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    Timings {
        seconds: one.seconds.max(two.seconds),
        started: one.started.clone().min(two.started.clone()),
        first_verdict: first,
        workers: one.workers + two.workers,
        preparation: one.preparation.max(two.preparation),
        pairs: [&one.pairs[..], &two.pairs[..]].concat(),
        resumed: one.resumed + two.resumed,
        baseline: one.baseline.clone().into_iter().chain(two.baseline.clone()).reduce(|one, two| BaselineUse {
            reused: one.reused + two.reused,
            measured: one.measured + two.measured,
            incompatible: one.incompatible.or(two.incompatible),
        }),
    }
}

#[cfg(test)]
#[path = "merge_tests.rs"]
mod tests;
