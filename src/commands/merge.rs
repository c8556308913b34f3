//! `cargo mts merge`: merges the reports of all shards and applies the gate.

use crate::git::refuse_tracked;
use crate::report::json;
use crate::run::output::output_dir::OutDir;
use crate::run::output::write_reports;
use crate::run::plan::shard::merge;
use crate::run::plan::shard::merge::ShardReport;
use crate::run::results::baseline::{self, Baseline};
use crate::run::results::build_report;
use mts_model::bounded_text::{DATA_BYTES, read_text};
use mts_model::error::{Error, Result};
use mts_model::report::{REPORT_FILE, RunReport};
use mts_oracle::gate::Thresholds;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The depth of the search for reports. CI systems put each artifact into its own folder.
const DEPTH: usize = 3;

/// Merges the shard reports in these files and folders.
///
/// # Errors
/// Returns a usage error if a file is not a shard report, if git tracks it, or if the shards belong
/// to different runs. Returns an error with exit code 12 if a shard is missing. Returns an environment error if
/// a report cannot be read, or if the output folder cannot be created or written.
pub fn merge(places: &[PathBuf], out: &Path) -> Result<RunReport> {
    // The output folder can contain a shard report of the last run. So this function reads all
    // reports before it creates the output folder.
    let mut files = BTreeSet::new();
    for place in places {
        files.extend(reports(place)?);
    }
    let read = |file: &PathBuf| -> Result<ShardReport> {
        refuse_tracked(file, "the report of a shard")?;
        let text =
            read_text(file, DATA_BYTES).map_err(|error| Error::io("read the report of a shard", file, &error))?;
        let name = file.display().to_string();
        Ok(ShardReport { report: json::parse(&text).map_err(|error| error.at(&name))?, name })
    };
    let merged = merge::merge(files.iter().map(read).collect::<Result<_>>()?)?;
    let thresholds = Thresholds::from_named_values(&merged.gate.thresholds).ok_or_else(|| {
        Error::usage("the shard reports lack a threshold of the gate")
            .help("write the shard reports again with `cargo mts run --shard K/N`")
    })?;
    let report = build_report::judged(merged, &thresholds);
    // If a baseline is missing or has the format of an older version, the command writes no joined baseline, because
    // the report does not need one.
    let baselines: Option<Vec<Baseline>> =
        files.iter().map(|file| Baseline::read(&file.with_file_name(baseline::FILE)).ok().flatten()).collect();
    let folder = OutDir::create(out)?;
    write_reports::write(&folder, &report)?;
    if let Some(joined) = baselines.and_then(Baseline::join) {
        folder.write(baseline::FILE, joined.render()?.as_bytes())?;
    }
    Ok(report)
}

/// Returns report files: `place` itself, or all reports in this folder and its subfolders.
///
/// If a folder holds a report, the function does not search its subfolders.
fn reports(place: &Path) -> Result<Vec<PathBuf>> {
    let Ok(found) = place.canonicalize() else {
        return Err(Error::usage("this file or folder does not exist")
            .at(place.display().to_string())
            .help("name a report.json, or a folder with a report.json"));
    };
    if found.is_file() {
        return Ok(vec![place.to_path_buf()]);
    }
    let mut reports = Vec::new();
    below(place, DEPTH, &mut reports);
    if reports.is_empty() {
        return Err(Error::usage(format!("no {REPORT_FILE} in this folder or in {DEPTH} levels of folders below"))
            .at(place.display().to_string())
            .help("the job of a shard may have ended before it wrote its report: read the log of the job"));
    }
    Ok(reports)
}

fn below(folder: &Path, depth: usize, reports: &mut Vec<PathBuf>) {
    let own = folder.join(REPORT_FILE);
    if own.is_file() {
        reports.push(own);
        return;
    }
    let folders = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    // A folder `*.old` contains the output of an earlier run, so the search skips it.
    let wanted = |path: &PathBuf| path.is_dir() && path.extension().is_none_or(|ending| ending != "old");
    for folder in folders.filter(wanted).filter(|_| depth > 0) {
        below(&folder, depth - 1, reports);
    }
}
