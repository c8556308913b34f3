//! The tests of a pair of whole programs, and how each ended.

use crate::Counterpart;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a pair of whole programs fared on its tests. What a test should print is what people wrote down, else
/// what the Java program prints.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramReport {
    /// Folder of the tests, as it was named.
    pub folder: String,
    /// Tests.
    pub tests: u64,
    /// Tests with an output that people wrote down.
    pub written: u64,
    /// Tests by what the port's run on them came to.
    pub endings: BTreeMap<Ended, u64>,
    /// Runtime errors of the port by exception class.
    pub runtime_errors: BTreeMap<String, u64>,
    /// Every test by name.
    pub rows: Vec<TestReport>,
    /// Functions of the Java file, by selector, with what of the port their mutants were replayed at.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counterparts: BTreeMap<String, Counterpart>,
}

/// One test of a pair of programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestReport {
    /// What people call it.
    pub name: String,
    /// What Java's run came to; always a success where Java is the oracle and ends.
    pub java: Ended,
    /// What the port's run came to.
    pub python: Ended,
    /// Class of the exception that left the port, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What a program's run on a test came to (Ahmad et al. 2023, Tables 4 and 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// It printed what it should.
    Success,
    /// It printed something else, or ended with another exit status.
    Failure,
    /// It did not end in its budget.
    Timeout,
    /// It does not compile, or does not parse.
    CompileError,
    /// An exception left it, or it has no outcome.
    RuntimeError,
}

impl Ended {
    /// The word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Timeout => "timeout",
            Self::CompileError => "compile errors",
            Self::RuntimeError => "runtime errors",
        }
    }
}
