//! `cargo mts run` and `cargo mts check`: the request, the flags laid over the configuration, the
//! result and its exit code.

use super::args::{CheckArgs, PlaceArgs, RunArgs, TellArgs, When};
use super::{output, resolve};
use crate::error::{ExitCode, Result};
use crate::model::report::RunReport;
use crate::pipeline::{finish, folders, repository};
use std::num::NonZeroUsize;
use std::path::Path;

pub(super) fn run(args: RunArgs) -> Result<ExitCode> {
    let how = args.work.tell;
    tell(&report(args)?, how)
}

/// A run of which only the text is printed: the demo's findings are nothing to mark on a change.
pub(super) fn shown_only(args: RunArgs) -> Result<ExitCode> {
    let report = report(args)?;
    output::result(&finish::text(&report, false, output::screen())?)?;
    code(&report)
}

fn report(args: RunArgs) -> Result<RunReport> {
    let PlaceArgs { directory, config } = args.place;
    let request = repository::Request {
        directory,
        config,
        base: args.scope.base,
        head: args.scope.head,
        all: args.scope.all,
        pairs: args.scope.pairs,
        out: args.work.out.clone(),
        jobs: args.work.jobs.map(NonZeroUsize::get),
    };
    let overlay = |config: &mut _| resolve::overlay(config, &args.verdict, &args.gate, args.work.sandbox);
    repository::run(&request, &overlay, output::screen())
}

pub(super) fn check(args: CheckArgs) -> Result<ExitCode> {
    let request = folders::Request {
        java: args.java,
        python: args.python,
        config: args.config,
        inputs: args.inputs,
        out: args.work.out.clone(),
        jobs: args.work.jobs.map(NonZeroUsize::get),
    };
    let overlay = |config: &mut _| resolve::overlay(config, &args.verdict, &args.gate, args.work.sandbox);
    tell(&folders::check(&request, &overlay, output::screen())?, args.work.tell)
}

/// Prints the result, adds it to the job summary where there is one, and gives the exit code.
pub(super) fn tell(report: &RunReport, how: TellArgs) -> Result<ExitCode> {
    output::result(&finish::text(report, how.json, output::screen())?)?;
    let annotate = match how.annotations {
        When::Auto => output::in_actions(),
        When::Always => true,
        When::Never => false,
    };
    if annotate {
        let commands = finish::annotations(report);
        // Standard output is for the JSON alone then.
        if how.json { output::commands_as_talk(&commands) } else { output::commands(&commands).map(|_| ())? }
    }
    if let Some(file) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()) {
        // The result stands whether or not it can be shown there.
        if let Err(error) = finish::append_summary(report, Path::new(&file)) {
            output::talk(&format!("note: {error}\n"));
        }
    }
    code(report)
}

/// The exit code that a report leads to.
pub(super) fn code(report: &RunReport) -> Result<ExitCode> {
    let found = ExitCode::ALL.into_iter().find(|code| i32::from(*code as u8) == report.gate.exit_code);
    Ok(found.unwrap_or(ExitCode::Bug))
}
