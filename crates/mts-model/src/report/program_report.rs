//! The tests of a pair of whole programs, and the results of the tests.

use crate::Counterpart;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Results of a pair of whole programs on its tests. The expected output of a test comes from a file, or from the Java
/// program if there is no file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramReport {
    /// Folder of the tests as configured.
    pub folder: String,
    /// Number of tests.
    pub tests: u64,
    /// Number of tests with an expected output in a file.
    pub with_expected_output: u64,
    /// Number of tests for each ending of the port's run.
    pub endings: BTreeMap<ProgramEnding, u64>,
    /// Number of runtime errors of the port, by exception class.
    pub runtime_errors: BTreeMap<String, u64>,
    /// One row for each test, with the name of the test.
    pub rows: Vec<TestReport>,
    /// Python counterparts of the Java file's functions, by selector.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counterparts: BTreeMap<String, Counterpart>,
}

/// One test of a pair of programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestReport {
    /// Name of the test.
    pub name: String,
    /// How Java's run ended. The ending is always a success if Java gives the expected output and ends.
    pub java: ProgramEnding,
    /// How the port's run ended.
    pub python: ProgramEnding,
    /// Class of the exception that left the port, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// How a run of a program on a test ended. The endings are from Ahmad et al. 2023, Tables 4 and 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProgramEnding {
    /// The program printed the expected output.
    Success,
    /// The program printed another output, or ended with another exit status.
    Failure,
    /// The program did not end within its budget.
    Timeout,
    /// The program does not compile, or does not parse.
    CompileError,
    /// An exception left the program, or the program has no outcome.
    RuntimeError,
    /// The translator gave no port. Only benchmarks have this ending.
    #[schemars(skip)]
    Missing,
}

impl ProgramEnding {
    /// Returns the name of the result for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Timeout => "timeout",
            Self::CompileError => "compile errors",
            Self::RuntimeError => "runtime errors",
            Self::Missing => "no translation",
        }
    }

    /// Returns the severity of the ending, from 0 for a success, as in AVATAR's `compute_ca.py`.
    #[must_use]
    pub fn severity(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failure => 1,
            Self::Timeout => 2,
            Self::RuntimeError => 3,
            Self::CompileError => 4,
            Self::Missing => 5,
        }
    }
}
