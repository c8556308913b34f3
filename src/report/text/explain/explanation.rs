//! Holds the data of `explain`: one finding with its pair and its sources.
//!
//! The text, the JSON and the emitted tests use these data.

use mts_model::Finding;
use mts_model::report::{PairReport, ReportCommand};
use serde::Serialize;

/// A finding with its pair, its sources and its settings.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The command that made the report.
    pub command: ReportCommand,
    /// The run's relative tolerance of floats. `None` means the default tolerance.
    pub rel_tol: Option<f64>,
    /// The folder in which `explain` looks for the sources.
    pub directory: String,
    /// The pair, without its findings.
    pub pair: PairReport,
    /// The finding.
    pub finding: Finding,
    /// The text of both functions, or the reason why the text is missing.
    pub sources: Sources,
    /// A sentence with the files that changed after the run. `None` means that no file changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<String>,
    /// Whether the run compares the outputs of whole programs by AVATAR's rule.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_avatar: bool,
    /// The Python classes that correspond to the exception that Java threw. Empty without an exception.
    pub python_for: Vec<String>,
    /// The Java classes that correspond to the exception that Python raised. Empty without an exception.
    pub java_for: Vec<String>,
}

/// The text of both functions, or the reason why the text is missing.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sources {
    /// The functions as the run tested them.
    Found {
        /// The Java function.
        java: SourceSide,
        /// The Python function.
        python: SourceSide,
    },
    /// The reason why the sources are missing.
    Missing(String),
}

/// The text of one function.
#[derive(Clone, Debug, Serialize)]
pub struct SourceSide {
    /// The path of the function's file.
    pub file: String,
    /// The one-based number of the first line in `lines`.
    pub first_line: usize,
    /// The one-based number of the line with the function's name.
    pub function_line: usize,
    /// Whether the Java function is private.
    pub is_private: bool,
    /// Whether callers need an instance to call the function.
    pub is_method: bool,
    /// The lines of the function without the edit.
    pub lines: Vec<String>,
    /// The edited lines, in order. The list is empty without an edit.
    pub hunks: Vec<Hunk>,
}

/// Lines that an edit changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hunk {
    /// The one-based number of the first line in `before`.
    pub line: usize,
    /// The lines before the edit.
    pub before: Vec<String>,
    /// The lines after the edit.
    pub after: Vec<String>,
}
