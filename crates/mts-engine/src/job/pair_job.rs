//! The job: one pair with all data to run the pair at one revision.
//!
//! A job never changes. The engine makes a new job when it selects inputs.

use crate::budget::sampling::Sampling;
use crate::job::program::Program;
use mts_generate::instrument::java::JavaContext;
use mts_generate::mutation::suppress::IgnoredMutants;
use mts_lang::SourceFile;
use mts_model::compilation_unit::PythonContext;
use mts_model::{FunctionKind, JavaType, Pair, Param, Primitive, Suite};
use std::sync::Arc;

/// A pair with all data to run it at one revision.
#[derive(Clone)]
pub struct PairJob {
    /// The pair.
    pub pair: Pair,
    /// The Java file of the pair.
    pub java: Arc<SourceFile>,
    /// The Python file of the pair.
    pub python: Arc<SourceFile>,
    /// The data to compile and call the Java function.
    pub java_context: JavaContext,
    /// The data to import and call the Python function.
    pub python_context: PythonContext,
    /// The inputs for both sides.
    pub suite: Suite,
    /// Whether the report shows the findings of the pair. If so, the engine shrinks their inputs.
    pub is_shown: bool,
    /// The mutants that the engine does not generate.
    pub ignored: IgnoredMutants,
    /// Whether metamorphic transformations apply to the pair, if the settings request them. Always
    /// false at a base.
    pub has_transformations: bool,
    /// Another pair of the same two files, for the transformation that merges two functions.
    pub merge_partner: Option<Arc<Pair>>,
    /// The program whose entry point is the pair. `None` for a pair of functions.
    pub program: Option<Arc<Program>>,
    /// The rule that selects the mutants that run.
    pub sampling: Sampling,
}

impl PairJob {
    /// Returns the same job with another suite.
    #[must_use]
    pub(crate) fn with_suite(self, suite: Suite) -> Self {
        Self { suite, ..self }
    }

    /// Returns the number of different inputs, if it is known to be small.
    ///
    /// A whole program has its tests. A static method or a constructor has the combinations of its
    /// booleans.
    #[must_use]
    pub fn possible_inputs(&self) -> Option<u64> {
        if let Some(program) = &self.program {
            return u64::try_from(program.tests.len()).ok();
        }
        let java = &self.pair.java;
        let is_boolean = |param: &Param| param.ty == JavaType::Primitive(Primitive::Boolean);
        let has_no_receiver = matches!(java.kind, FunctionKind::StaticMethod | FunctionKind::Constructor);
        let is_small = has_no_receiver && java.params.iter().all(is_boolean);
        u32::try_from(java.params.len()).ok().filter(|_| is_small).and_then(|count| 2_u64.checked_pow(count))
    }

    /// Returns the same job with more notes on its suite.
    #[must_use]
    pub(crate) fn with_notes(self, notes: impl Iterator<Item = String>) -> Self {
        let mut suite = self.suite.clone();
        suite.notes.extend(notes);
        self.with_suite(suite)
    }
}
