//! The data that the examinations of all fragments of a pair share.
//!
//! The data are the recorded inputs, the extracted functions, and whether the whole functions agree.

use crate::fragments::data::Recording;
use crate::fragments::execution::input_search;
use crate::fragments::execution::record::Recorder;
use crate::fragments::execution::run_extracted::ExtractedUnits;
use crate::fragments::result::FunctionOutcome;
use crate::job::PairJob;
use mts_generate::fragments::LiveOut;
use mts_lang::ir::Tree;
use mts_model::Input;
use mts_oracle::Rules;

/// The data that the examinations of a pair's fragments share.
pub(crate) struct FragmentExaminer<'a> {
    pub job: &'a PairJob,
    pub java_tree: &'a Tree,
    pub rules: &'a Rules,
    /// The rule that selects the live-out variables of a block.
    pub outs: LiveOut,
    pub forms: &'a ExtractedUnits<'a>,
    pub recorder: &'a Recorder,
    pub recorded: &'a Recording,
    /// The inputs on which the tool recorded states. The first `suite_len` inputs belong to the suite.
    pub tried: &'a [Input],
    pub suite_len: usize,
}

impl FragmentExaminer<'_> {
    /// Compares the functions on an input. `None` if the outcomes cannot be compared.
    pub fn compare_functions(&self, at: usize) -> Option<FunctionOutcome> {
        let input = (&self.tried[at], at < self.suite_len);
        input_search::compare_functions(
            self.job,
            input,
            self.recorded.java.get(at)?,
            self.recorded.python.get(at)?,
            self.rules,
        )
    }

    /// Reports whether the functions agree on all inputs of the suite that can be compared.
    pub fn agrees(&self) -> bool {
        (0..self.suite_len).all(|at| self.compare_functions(at).is_none_or(|outcome| outcome.agrees()))
    }

    pub fn agreeing(&self) -> Vec<usize> {
        (0..self.tried.len()).filter(|at| self.compare_functions(*at).is_some_and(|outcome| outcome.agrees())).collect()
    }
}
