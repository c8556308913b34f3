//! `cargo mts accept`: builds the request from the flags and prints the result.

use super::args::AcceptArgs;
use super::output;
use crate::commands::accept::{self, AcceptRequest, Action};
use mts_model::error::{ExitCode, Result};
use mts_model::report::REPORT_FILE;

pub(super) fn accept(args: AcceptArgs) -> Result<ExitCode> {
    let action = if args.list {
        Action::List
    } else if args.prune {
        Action::Prune
    } else if args.remove {
        Action::Remove(args.ids)
    } else {
        Action::Accept { ids: args.ids, reason: args.reason.unwrap_or_default(), expires: args.expires }
    };
    let report = args.report.unwrap_or_else(|| args.out.join(REPORT_FILE));
    output::result(&accept::accept(&AcceptRequest { directory: args.directory, report, action })?)
}
