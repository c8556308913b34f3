//! Whole programs: the functions of a program, and its tests.
//!
//! The package `cargo-mts` finds the programs and their tests.

use mts_model::{Function, Pair};

/// A whole program: its entry point, the functions that belong to it, and its tests.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The functions of the program, each with its counterpart, if any. The entry point is one of these functions.
    pub members: Vec<ProgramFunction>,
    /// The tests, one for each input of the suite, in the same order.
    pub tests: Vec<TestCase>,
}

/// A function of a program.
#[derive(Clone, Debug)]
pub struct ProgramFunction {
    /// The Java side.
    pub java: Function,
    /// The pair of the function. `None` without a counterpart.
    pub pair: Option<Pair>,
}

impl ProgramFunction {
    /// Returns the key of this function for the ids of its mutants in a program.
    ///
    /// `program` is the key of the program. The program's key is part of the result because the
    /// same function may also be an ordinary pair in the same report.
    #[must_use]
    pub fn key(&self, program: &str) -> String {
        let own = self.pair.as_ref().map_or_else(|| self.java.selector(), Pair::key);
        format!("{own} in {program}")
    }
}

/// A test of a program. The input of the suite with the same index is the standard input of the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// The name of the test, as a text for people.
    pub name: String,
    /// The expected output, if the user provides a file with the output.
    pub expected: Option<String>,
}
