//! `cargo mts run`: measures the pairs that a change touches, at both revisions.

use crate::run::output::write_reports::{self, TerminalOptions};
use crate::run::repository;
use crate::run::repository::request::{FlagOverrides, RepositoryRequest};
use mts_model::error::Result;
use mts_model::report::RunReport;

/// Runs on a repository.
///
/// # Errors
/// Returns a usage or environment error if a stage before the first pair fails.
pub fn run(request: &RepositoryRequest, overrides: FlagOverrides<'_>, terminal: TerminalOptions) -> Result<RunReport> {
    repository::with_context(request, overrides, |context, filter, options, materialize_base| {
        write_reports::run(context, filter, options, materialize_base, &request.out, terminal)
    })
}
