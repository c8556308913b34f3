//! The job: one pair with all data to run the pair at one revision.
//!
//! A job never changes. The engine makes a new job when it selects inputs.

use crate::budget::sampling::Sampling;
use crate::job::program::Program;
use mts_generate::inputs::InputGenerator;
use mts_generate::instrument::java::JavaContext;
use mts_generate::mutation::classes::ClassChangesOfFile;
use mts_generate::mutation::suppress::IgnoredMutants;
use mts_lang::SourceFile;
use mts_model::compilation_unit::PythonContext;
use mts_model::{FunctionKind, Pair, Param, Primitive, Suite};
use std::path::PathBuf;
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
    /// The generator of further inputs. `None` if the tool cannot generate inputs of the pair.
    pub generator: Option<Arc<InputGenerator>>,
    /// Whether the report shows the findings of the pair. If so, the engine shrinks their inputs.
    pub is_shown: bool,
    /// The class-level changes of the Java file.
    pub class_changes: Arc<ClassChangesOfFile>,
    /// The mutants that the engine does not generate.
    pub ignored: IgnoredMutants,
    /// Whether a pair of functions also runs at the base, on the same inputs.
    pub has_base: bool,
    /// Whether metamorphic transformations apply to the pair, if the settings request them. Always
    /// false at a base.
    pub has_transformations: bool,
    /// Another pair of the same two files, for the transformation that merges two functions.
    pub merge_partner: Option<Arc<Pair>>,
    /// All pairs of the project, which the pair may call. Empty at a base, and outside of projects.
    pub callees: Arc<[Pair]>,
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

    /// Returns the same job with these folders in Python's search path.
    #[must_use]
    pub fn with_path(self, path: Vec<PathBuf>) -> Self {
        Self { python_context: PythonContext { path, ..self.python_context }, ..self }
    }

    /// Returns the number of different inputs, if it is known to be small.
    ///
    /// A whole program has its tests. If each parameter of a function is a boolean or an enum of its
    /// file, the inputs are the combinations of these values. The function must have no receiver, or
    /// a receiver without state. `None` for all other functions.
    #[must_use]
    pub fn possible_inputs(&self) -> Option<u64> {
        if let Some(program) = &self.program {
            return u64::try_from(program.tests.len()).ok();
        }
        let java = &self.pair.java;
        let has_state = match java.kind {
            FunctionKind::StaticMethod | FunctionKind::Constructor => false,
            _ => !self.has_stateless_receiver(),
        };
        if has_state {
            return None;
        }
        java.params.iter().try_fold(1_u64, |product, param| product.checked_mul(self.possible_values(param)?))
    }

    /// Reports whether the objects of the function's class have no state.
    ///
    /// The class has no fields and extends no class.
    fn has_stateless_receiver(&self) -> bool {
        let own = mts_lang::java::classes(&self.java).iter().find(|class| class.scope == self.pair.java.scope);
        own.is_some_and(|class| {
            class.is_concrete && class.fields.is_empty() && class.components.is_empty() && !class.has_superclass
        })
    }

    /// Returns the number of values of a parameter's type: a boolean or an enum.
    ///
    /// The Java file must declare the enum. `None` for every other type.
    fn possible_values(&self, param: &Param) -> Option<u64> {
        if param.ty.unboxed() == Some(Primitive::Boolean) {
            return Some(2);
        }
        let name = param.ty.simple_class()?;
        let (_, constants) = mts_lang::java::enums(&self.java).iter().find(|(own, _)| own == name)?;
        u64::try_from(constants.len()).ok().filter(|count| *count > 0)
    }

    /// Returns the same job with more notes on its suite.
    #[must_use]
    pub(crate) fn with_notes(self, notes: impl Iterator<Item = String>) -> Self {
        let mut suite = self.suite.clone();
        suite.notes.extend(notes);
        self.with_suite(suite)
    }
}
