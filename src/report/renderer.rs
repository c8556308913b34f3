//! The trait of the files that a run writes from its report. The registry lists them.

use mts_model::error::Result;
use mts_model::report::RunReport;

/// A file that every run writes from its report.
pub trait Renderer: Sync {
    /// Name in the manual.
    fn name(&self) -> &'static str;

    /// Name of the file in the output folder.
    fn file(&self) -> &'static str;

    /// Who reads the file, as the manual says it.
    fn description(&self) -> &'static str;

    /// The text of the file.
    ///
    /// # Errors
    /// A bug error when the report has no such form.
    fn render(&self, report: &RunReport) -> Result<String>;
}
