//! `cargo mts run` and `cargo mts check`: the request, the flags laid over the configuration, the
//! result and its exit code.

use super::args::{CheckArgs, PlaceArgs, RunArgs, WorkArgs};
use super::{output, resolve};
use crate::error::{ExitCode, Result};
use crate::model::report::RunReport;
use crate::pipeline::{finish, folders, repository};
use std::num::NonZeroUsize;

pub(super) fn run(args: RunArgs) -> Result<ExitCode> {
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
    tell(&repository::run(&request, &overlay, output::screen())?, &args.work)
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
    tell(&folders::check(&request, &overlay, output::screen())?, &args.work)
}

fn tell(report: &RunReport, work: &WorkArgs) -> Result<ExitCode> {
    output::result(&finish::text(report, work.json, output::screen())?)?;
    let found = ExitCode::ALL.into_iter().find(|code| i32::from(*code as u8) == report.gate.exit_code);
    Ok(found.unwrap_or(ExitCode::Bug))
}
