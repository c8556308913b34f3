//! One pair of a corpus: its texts, its entry points and its inputs.

use mts_generate::inputs::program_cases::ProgramTest;
use mts_model::{Input, InputOrigin, JavaType, Signature, Suite, Value};

/// One pair of a corpus.
#[derive(Clone, Debug, PartialEq)]
pub struct CorpusRow {
    /// Unique name.
    pub id: String,
    /// A whole Java compilation unit.
    pub java: String,
    /// Name of its class.
    pub java_class: String,
    /// Name of the method that is the source side.
    pub java_method: String,
    /// Its return type.
    pub java_return: JavaType,
    /// Its parameter types.
    pub java_params: Vec<JavaType>,
    /// A whole Python module.
    pub python: String,
    /// Name of the function that is the target side; as the Java method where not said otherwise.
    pub python_function: String,
    /// Argument tuples, fitted to the parameter types; none of a pair of whole programs.
    pub inputs: Vec<Vec<Value>>,
    /// The tests of a pair of whole programs; none of functions.
    pub tests: Vec<ProgramTest>,
    /// Whether the Java side ran on all inputs where the corpus was made.
    pub ok_java: bool,
    /// Whether the Python side did.
    pub ok_python: bool,
    /// Whether both agreed on all inputs there; `None` where the corpus does not say.
    pub agree: Option<bool>,
    /// A hash of the row's line.
    pub digest: String,
}

impl CorpusRow {
    /// Whether it is a pair of whole programs.
    #[must_use]
    pub fn is_program(&self) -> bool {
        !self.tests.is_empty()
    }

    /// The inputs as a suite.
    #[must_use]
    pub fn suite(&self) -> Suite {
        let input = |args: &Vec<Value>| Input { receiver: None, args: args.clone(), origin: InputOrigin::Corpus };
        Suite { inputs: self.inputs.iter().map(input).collect(), ..Suite::default() }
    }

    /// The Java side's types.
    #[must_use]
    pub fn signature(&self) -> Signature {
        Signature { params: self.java_params.clone(), returns: self.java_return.clone() }
    }
}
