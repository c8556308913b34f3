//! One translator and what it was scored on.

use crate::bench::results::program_result::{BenchResult, ProgramResult};

/// One translator and what it was scored on.
pub struct Translated<'r> {
    /// Its programs, in the order of the corpus.
    pub programs: &'r [ProgramResult],
    /// Their sums.
    pub result: &'r BenchResult,
}

impl Translated<'_> {
    pub(super) fn name(&self) -> &str {
        &self.result.translator
    }
}
