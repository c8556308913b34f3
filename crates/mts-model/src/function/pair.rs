//! A Java function and the Python function that is its port.

use crate::{Function, FunctionKind, JavaType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

crate::named_option! {
    /// The rule that made a pair, or that left a function without a port.
    PairingRule {
        /// The configuration names the pair.
        Configured = "configured",
        /// A comment in the source names the pair.
        Marker = "marker",
        /// The names are similar, and the classes or files are.
        Name = "name",
        /// The names differ; the bodies, parameters, neighbours and callers are similar.
        Evidence = "evidence",
        /// The port of another overload takes the calls of this one.
        Overload = "overload",
        /// The Python function is a part of the port of a Java method.
        Part = "part",
        /// The functions are whole programs.
        Program = "program",
        /// A row of a corpus.
        Corpus = "corpus",
        /// The configuration lists the function as unpaired.
        Excluded = "excluded",
        /// The port does not take the arguments of this overload.
        NoOverload = "no-overload",
        /// No function is similar enough.
        None = "none",
    }
}

impl PairingRule {
    /// Reports whether a person named the pair.
    #[must_use]
    pub fn is_explicit(self) -> bool {
        matches!(self, Self::Configured | Self::Marker)
    }
}

/// The reason why two functions are a pair, or why a function has no port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairReason {
    /// The rule that made the pair, or that left the function without a port.
    pub rule: PairingRule,
    /// The explanation in one line, for people.
    pub detail: String,
    /// The confidence from 0 to 1. The confidence is 1 for a pair that a person named without a glob.
    pub confidence: f64,
}

/// A source function and its port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The Java side.
    pub java: Function,
    /// The Python side.
    pub python: Function,
    /// The Python parameter position of each Java parameter, without the receiver.
    pub arguments: Vec<usize>,
    /// The reason why the two functions are a pair.
    pub reason: PairReason,
    /// The argument type that this Python function handles. `None` in most pairs.
    ///
    /// Only if several Python functions are ports of one Java method, each of them handles one type.
    #[serde(default)]
    pub dispatch_on: Option<TypeDispatch>,
}

/// A Java parameter and the only type of its values that a port handles.
///
/// If several Python functions are ports of one Java method, each of these ports handles one such type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TypeDispatch {
    /// The index of the parameter.
    pub param: usize,
    /// The type of the values.
    pub ty: JavaType,
}

/// The Python function of a Java function in a pair of whole programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counterpart {
    /// Selector of the Python function.
    pub python: String,
    /// One-based line of the function's definition; a script may define a name twice.
    pub line: u32,
    /// Python position of each Java parameter.
    pub arguments: Vec<usize>,
}

impl Pair {
    /// Returns both selectors. Reports and ids use this text as the name of the pair.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{} -> {}", self.java.selector(), self.python.selector())
    }

    /// Reports whether the pair is a whole program: `main(String[])` and a script.
    #[must_use]
    pub fn is_program(&self) -> bool {
        self.python.kind == FunctionKind::Program
    }

    /// Returns this pair with the parameter types that input generation needs.
    ///
    /// The types of the generated values replace type variables. The parameter of `dispatch_on` gets its narrower type.
    #[must_use]
    pub fn narrowed_signature(&self) -> Self {
        let mut pair = self.clone();
        for (param, ty) in pair.java.params.iter_mut().zip(self.java.input_types()) {
            param.ty = ty;
        }
        if let Some(dispatch) = &self.dispatch_on
            && let Some(param) = pair.java.params.get_mut(dispatch.param)
        {
            param.ty = dispatch.ty.clone();
        }
        pair
    }

    /// Returns the short name for people, such as `Class.method`.
    #[must_use]
    pub fn name(&self) -> String {
        self.java.qualified()
    }
}
