//! Holds one pair of a corpus: its texts, its entry points and its inputs.

use mts_generate::inputs::program_cases::ProgramTest;
use mts_model::{Input, InputOrigin, JavaType, Signature, Suite, Value};

/// One pair of a corpus.
#[derive(Clone, Debug, PartialEq)]
pub struct CorpusRow {
    /// The unique name of the pair.
    pub id: String,
    /// The text of a whole Java compilation unit.
    pub java: String,
    /// The name of the Java class.
    pub java_class: String,
    /// The name of the Java method of the pair.
    pub java_method: String,
    /// The return type of the Java method.
    pub java_return: JavaType,
    /// The parameter types of the Java method.
    pub java_params: Vec<JavaType>,
    /// The text of a whole Python module.
    pub python: String,
    /// The name of the Python function. The default is the name of the Java method.
    pub python_function: String,
    /// The argument tuples, converted to the parameter types. A pair of programs has none.
    pub inputs: Vec<Vec<Value>>,
    /// The tests of a pair of whole programs. A pair of functions has none.
    pub tests: Vec<ProgramTest>,
    /// Whether the Java side ran on all inputs when the authors made the corpus.
    ///
    /// The default is true.
    pub ok_java: bool,
    /// Whether the Python side ran on all inputs when the authors made the corpus.
    ///
    /// The default is true.
    pub ok_python: bool,
    /// Whether both sides agreed on all inputs when the authors made the corpus.
    ///
    /// `None` if the corpus does not say whether the sides agreed.
    pub agree: Option<bool>,
    /// A hash of the row's line. In a folder, it is a hash of the texts and inputs of the row.
    pub digest: String,
}

impl CorpusRow {
    /// Reports whether the row is a pair of whole programs.
    #[must_use]
    pub fn is_program(&self) -> bool {
        !self.tests.is_empty()
    }

    /// Returns the inputs as a suite.
    #[must_use]
    pub fn suite(&self) -> Suite {
        let input = |args: &Vec<Value>| Input { receiver: None, args: args.clone(), origin: InputOrigin::Corpus };
        Suite { inputs: self.inputs.iter().map(input).collect(), ..Suite::default() }
    }

    /// Returns the parameter types and the return type of the Java side.
    #[must_use]
    pub fn signature(&self) -> Signature {
        Signature { params: self.java_params.clone(), returns: self.java_return.clone() }
    }
}
