//! The data of `explain`: one finding with its pair and sources. The text, the JSON and the tests are made of it.

use mts_model::Finding;
use mts_model::report::PairReport;
use serde::Serialize;

/// A finding with what belongs to it.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The command that made the report.
    pub command: String,
    /// The run's relative tolerance of floats, where one is set.
    pub rel_tol: Option<f64>,
    /// The folder that sources were looked for from.
    pub directory: String,
    /// The pair, without its findings.
    pub pair: PairReport,
    /// The finding.
    pub finding: Finding,
    /// Both functions.
    pub sources: Sources,
    /// The files that changed since the run, in a sentence; absent where none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<String>,
    /// Whether the outputs of whole programs are compared by AVATAR's rule.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_avatar: bool,
    /// Python classes that stand for the exception that Java threw.
    pub python_for: Vec<String>,
    /// Java classes that the exception that Python raised stands for.
    pub java_for: Vec<String>,
}

/// The text of both functions.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sources {
    /// As they were tested.
    Found {
        /// The Java function.
        java: SourceSide,
        /// The Python function.
        python: SourceSide,
    },
    /// Why they could not be had.
    Missing(String),
}

/// A function's text.
#[derive(Clone, Debug, Serialize)]
pub struct SourceSide {
    /// Its file.
    pub file: String,
    /// One-based number of the first of `lines`.
    pub first_line: usize,
    /// One-based line of the function's name.
    pub function_line: usize,
    /// Whether Java lets no other class call it.
    pub is_private: bool,
    /// Whether it is called on an instance.
    pub is_method: bool,
    /// Its lines, unedited.
    pub lines: Vec<String>,
    /// The edited lines, in order; empty without an edit.
    pub hunks: Vec<Hunk>,
}

/// Lines that an edit changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hunk {
    /// One-based number of the first of `before`.
    pub line: usize,
    /// As they are.
    pub before: Vec<String>,
    /// As they are with the edit.
    pub after: Vec<String>,
}
