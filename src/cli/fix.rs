//! `cargo mts fix`: builds the request from the flags, and prints the changes and results.

use super::args::{FixArgs, GateArgs, ScopeArgs};
use super::{output, resolve, run};
use crate::commands::fix::{self, FixChoice, FixRequest};
use crate::run::repository::request::RepositoryRequest;
use mts_model::error::{ExitCode, Result};
use mts_model::report::REPORT_FILE;
use std::num::NonZeroUsize;

pub(super) fn fix(args: FixArgs) -> Result<ExitCode> {
    let choice = match (args.all, args.drift) {
        (true, _) => FixChoice::All,
        (_, true) => FixChoice::Drift,
        _ => FixChoice::Ids(args.ids),
    };
    let scope = ScopeArgs { base: None, head: None, worktree: true, all: false, pairs: Vec::new() };
    let run = RepositoryRequest { jobs: args.runs.jobs.map(NonZeroUsize::get), ..run::request(args.place, scope) };
    let report = args.report.unwrap_or_else(|| args.out.join(REPORT_FILE));
    let request = FixRequest { run, report, choice, dry_run: args.dry_run, allow_dirty: args.allow_dirty };
    let overrides =
        |config: &mut _| resolve::overrides(config, &args.runs.verdict, &GateArgs::default(), args.runs.sandbox);
    fix::fix(&request, &overrides, output::terminal(), &output::result)
}
