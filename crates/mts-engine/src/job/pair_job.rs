//! Owns the job: one pair with everything that is needed to run it at one revision. A job never changes; the engine
//! makes a new one where it chooses inputs.

use crate::budget::sampling::Sampling;
use crate::job::program::Program;
use mts_generate::instrument::java::JavaContext;
use mts_generate::mutation::suppress::IgnoredMutants;
use mts_lang::SourceFile;
use mts_model::compilation_unit::PythonContext;
use mts_model::{Pair, Suite};
use std::sync::Arc;

/// A pair with all that is needed to run it at one revision.
#[derive(Clone)]
pub struct PairJob {
    /// The pair.
    pub pair: Pair,
    /// Its Java file.
    pub java: Arc<SourceFile>,
    /// Its Python file.
    pub python: Arc<SourceFile>,
    /// How the Java function is compiled and reached.
    pub java_context: JavaContext,
    /// How the Python function is imported and reached.
    pub python_context: PythonContext,
    /// The inputs both sides are run on.
    pub suite: Suite,
    /// Whether the report shows its findings: the engine looks for smaller inputs for those.
    pub is_shown: bool,
    /// Mutants that are not made.
    pub ignored: IgnoredMutants,
    /// Whether metamorphic transformations apply to it, where the settings ask for any; never to a base.
    pub has_transformations: bool,
    /// Another pair of the same two files, for the transformation that merges two functions.
    pub merge_partner: Option<Arc<Pair>>,
    /// The program that the pair is the entry point of; `None` for a pair of functions.
    pub program: Option<Arc<Program>>,
    /// How many of the generated mutants run.
    pub sampling: Sampling,
}

impl PairJob {
    /// The same job with another suite.
    #[must_use]
    pub(crate) fn with_suite(self, suite: Suite) -> Self {
        Self { suite, ..self }
    }

    /// The same job with more notes on its suite.
    #[must_use]
    pub(crate) fn with_notes(self, notes: impl Iterator<Item = String>) -> Self {
        let mut suite = self.suite.clone();
        suite.notes.extend(notes);
        self.with_suite(suite)
    }
}
