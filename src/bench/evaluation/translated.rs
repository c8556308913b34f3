//! Holds the results of one translator.

use crate::bench::results::program_result::{BenchResult, ProgramResult};

/// The results of one translator.
pub struct Translated<'r> {
    /// The results of the programs, in the order of the corpus.
    pub programs: &'r [ProgramResult],
    /// The sums over the programs.
    pub result: &'r BenchResult,
}

impl Translated<'_> {
    pub(super) fn name(&self) -> &str {
        &self.result.translator
    }
}
