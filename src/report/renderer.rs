//! Defines the trait of the files that a run writes. The registry lists the files.

use mts_model::error::Result;
use mts_model::report::RunReport;

/// A file that every run writes from its report.
pub trait Renderer: Sync {
    /// Returns the name of the format in the manual.
    fn name(&self) -> &'static str;

    /// Returns the name of the file in the output folder.
    fn file(&self) -> &'static str;

    /// Returns the readers or the purpose of the file, in the words of the manual.
    fn description(&self) -> &'static str;

    /// Renders the report as the text of the file.
    ///
    /// # Errors
    /// Returns an internal error if the report cannot be written in this format.
    fn render(&self, report: &RunReport) -> Result<String>;
}
