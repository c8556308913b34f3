//! `cargo mts explain`: prints a finding of a report, or writes a test for it.

use super::args::ExplainArgs;
use super::output;
use crate::commands::explain::{self, ExplainRequest};
use mts_model::error::{Error, ExitCode, Result};
use mts_model::report::REPORT_FILE;

pub(super) fn explain(args: &ExplainArgs) -> Result<ExitCode> {
    let report = args.report.clone().unwrap_or_else(|| args.out.join(REPORT_FILE));
    let request = ExplainRequest { id: args.id.clone(), report, directory: args.directory.clone() };
    let explanation = explain::explain(&request)?;
    let text = match args.emit_test {
        None => explain::text(&explanation, args.json)?,
        Some(target) => explain::test(&explanation, target)?,
    };
    let Some(path) = &args.output else { return output::result(&text) };
    std::fs::write(path, text).map_err(|error| Error::io("write", path, &error))?;
    output::status(&format!("wrote {}\n", path.display()));
    Ok(ExitCode::Passed)
}
