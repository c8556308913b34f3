//! `cargo mts run`: the pairs that a change touches, at both revisions.

use crate::run::output::write_reports::{self, Screen};
use crate::run::repository;
use crate::run::repository::request::{Overlay, Request};
use mts_model::error::Result;
use mts_model::report::RunReport;

/// Runs on a repository.
///
/// # Errors
/// Usage and environment errors of every stage before the first pair.
pub fn run(request: &Request, overlay: Overlay<'_>, screen: Screen) -> Result<RunReport> {
    repository::with_subject(request, overlay, |subject, scope, options, write_base| {
        write_reports::run(subject, scope, options, write_base, &request.out, screen)
    })
}
