//! Owns whole programs: the functions below an entry point, and the program's tests. Finding them is left to the package
//! above.

use mts_model::{Function, Pair};

/// A whole program: the functions below its entry point, and its tests.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its functions, with their counterparts where they have one; the entry point among them.
    pub members: Vec<ProgramFunction>,
    /// One for each input of the suite, in its order.
    pub tests: Vec<TestCase>,
}

/// A function of a program.
#[derive(Clone, Debug)]
pub struct ProgramFunction {
    /// The Java side.
    pub java: Function,
    /// The pair that it is a side of; `None` without a counterpart.
    pub pair: Option<Pair>,
}

impl ProgramFunction {
    /// The prefix of its mutants' ids in the program of this key.
    ///
    /// The key of the program is part of it because the same function may be a pair of its own in the same report.
    #[must_use]
    pub fn key(&self, program: &str) -> String {
        let own = self.pair.as_ref().map_or_else(|| self.java.selector(), Pair::key);
        format!("{own} in {program}")
    }
}

/// A test of a program: its standard input is the suite's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// Its name for people.
    pub name: String,
    /// The expected output, where the user wrote it down.
    pub expected: Option<String>,
}
