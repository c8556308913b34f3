//! `cargo mts run`, `plan`, `merge` and `check`.
//!
//! This module builds the request, applies the flags to the configuration, and prints the result.

use super::args::{
    CheckArgs, GateArgs, ListFormat, MergeArgs, OutputArgs, PlaceArgs, PlanArgs, RunArgs, ScopeArgs, When,
};
use super::{output, resolve};
use crate::commands::{check, merge, plan};
use crate::github;
use crate::run::options::Bound;
use crate::run::output::write_reports;
use crate::run::output::write_reports::TerminalOptions;
use crate::run::repository::request::RepositoryRequest;
use mts_model::error::{Error, ExitCode, Result};
use mts_model::report::RunReport;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

pub(super) fn run(args: RunArgs) -> Result<ExitCode> {
    let (how, timings) = (args.work.output_args, args.work.timings);
    let report = report(args)?;
    print_timings(&report, timings);
    report_result(&report, how)
}

/// Runs the pairs and prints only the text.
///
/// The demo uses this function, because the findings of the demo belong to no pull request.
pub(super) fn run_text_only(args: RunArgs) -> Result<ExitCode> {
    let report = report(args)?;
    output::result(&write_reports::text(&report, false, output::terminal())?)?;
    code(&report)
}

fn report(args: RunArgs) -> Result<RunReport> {
    let request = RepositoryRequest {
        out: args.work.out.clone(),
        jobs: args.work.jobs.map(NonZeroUsize::get),
        bound: args.sample.into(),
        baselines: args.baselines,
        shard: args.shard.as_deref().map(str::parse).transpose().map_err(|e: Error| e.at("--shard"))?,
        ..change_request(args.place, args.scope)?
    };
    let overrides = |config: &mut _| resolve::overrides(config, &args.verdict, &args.gate, args.work.sandbox);
    let terminal = TerminalOptions { verbose: args.work.verbose, ..output::terminal() };
    crate::commands::run::run(&request, &overrides, terminal)
}

/// Returns the request of a command that tests a change of a repository.
///
/// # Errors
/// Returns an error if the CI event cannot be read.
pub(super) fn change_request(place: PlaceArgs, scope: ScopeArgs) -> Result<RepositoryRequest> {
    let event = github::ci_event(|name| std::env::var(name).ok())?;
    Ok(RepositoryRequest { event, ..request(place, scope) })
}

/// Returns the request of a command that ignores the CI event.
pub(super) fn request(place: PlaceArgs, scope: ScopeArgs) -> RepositoryRequest {
    RepositoryRequest {
        directory: place.directory,
        config: place.config,
        base: scope.base,
        head: scope.head,
        ignores_base: false,
        work_tree: scope.worktree,
        all: scope.all,
        pairs: scope.pairs,
        out: PathBuf::new(),
        jobs: None,
        bound: Bound::All,
        shard: None,
        baselines: Vec::new(),
        event: None,
    }
}

pub(super) fn plan(args: PlanArgs) -> Result<ExitCode> {
    let overrides = |config: &mut _| resolve::overrides(config, &args.verdict, &GateArgs::default(), None);
    let as_json = args.format == ListFormat::Json;
    output::result(&plan::plan(&change_request(args.place, args.scope)?, &overrides, args.shards, as_json)?)
}

pub(super) fn merge(args: MergeArgs) -> Result<ExitCode> {
    report_result(&merge::merge(&args.parts, &args.out)?, args.output_args)
}

pub(super) fn check(args: CheckArgs) -> Result<ExitCode> {
    let request = check::CheckRequest {
        java: args.java,
        python: args.python,
        config: args.config,
        tests: args.tests,
        inputs: args.inputs,
        out: args.work.out.clone(),
        jobs: args.work.jobs.map(NonZeroUsize::get),
        bound: args.sample.into(),
    };
    let overrides = |config: &mut _| resolve::overrides(config, &args.verdict, &args.gate, args.work.sandbox);
    let terminal = TerminalOptions { verbose: args.work.verbose, ..output::terminal() };
    let report = check::check(&request, &overrides, terminal)?;
    print_timings(&report, args.work.timings);
    report_result(&report, args.work.output_args)
}

/// Prints the times of the pairs on standard error, if `is_asked` is true.
fn print_timings(report: &RunReport, is_asked: bool) {
    if is_asked {
        output::status(&write_reports::timings(report));
    }
}

/// Prints the result, and returns the exit code.
///
/// Depending on the flags and the environment, the function also prints annotations and adds the
/// result to the job summary. For a shard, the function does neither.
pub(super) fn report_result(report: &RunReport, how: OutputArgs) -> Result<ExitCode> {
    output::result(&write_reports::text(report, how.json, output::terminal())?)?;
    if let Some(baseline) = &report.timings.baseline {
        let why = baseline.incompatible.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
        let all = baseline.reused + baseline.measured;
        let results = if all == 1 { "result" } else { "results" };
        output::status(&format!("baseline: reused {} of {all} {results}{why}\n", baseline.reused));
    }
    if report.shard.is_some() {
        // The command `merge` prints the findings of all shards once.
        return code(report);
    }
    let annotate = match how.annotations {
        When::Auto => output::is_in_actions(),
        When::Always => true,
        When::Never => false,
    };
    if annotate {
        let commands = write_reports::annotations(report, how.annotate);
        // With `--json`, standard output contains only the JSON.
        if how.json { output::commands_to_stderr(&commands) } else { output::commands(&commands).map(|_| ())? }
    }
    if let Some(file) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()) {
        // A failed write to the job summary does not change the exit code.
        if let Err(error) = write_reports::append_summary(report, Path::new(&file)) {
            output::status(&format!("note: {error}\n"));
        }
    }
    code(report)
}

/// Returns the exit code that the report contains, or [`ExitCode::Bug`] for an unknown number.
pub(super) fn code(report: &RunReport) -> Result<ExitCode> {
    let found = ExitCode::ALL.into_iter().find(|code| i32::from(*code as u8) == report.gate.exit_code);
    Ok(found.unwrap_or(ExitCode::Bug))
}
