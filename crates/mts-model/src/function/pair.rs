//! A Java function and the Python function that is its port, with the reason for the pairing.

use crate::{Function, FunctionKind, JavaType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why two functions are a pair, or why a Java function has no port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairReason {
    /// The rule: `configured`, `marker`, `name`, `none`, ...
    pub rule: String,
    /// One line for a person.
    pub detail: String,
    /// 0 to 1; 1 for a pair that a person configured.
    pub confidence: f64,
}

/// A source function and its port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The Java side.
    pub java: Function,
    /// The Python side.
    pub python: Function,
    /// Python parameter position of each Java parameter, without the receiver.
    pub arguments: Vec<usize>,
    /// Why they are a pair.
    pub reason: PairReason,
    /// The argument type that this Python function handles, if several share a Java method's work.
    #[serde(default)]
    pub dispatch_on: Option<TypeDispatch>,
}

/// Restricts a Java parameter to the values of one type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TypeDispatch {
    /// Index of the parameter.
    pub param: usize,
    /// The type.
    pub ty: JavaType,
}

/// The Python function of a Java function in a pair of whole programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counterpart {
    /// Its selector.
    pub python: String,
    /// One-based line of its definition; a script may define a name twice.
    pub line: u32,
    /// Python position of each Java parameter.
    pub arguments: Vec<usize>,
}

impl Pair {
    /// The name of the pair in reports and ids: both selectors.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{} -> {}", self.java.selector(), self.python.selector())
    }

    /// Whether the pair is two whole programs: `main(String[])` and a script.
    #[must_use]
    pub fn is_program(&self) -> bool {
        self.python.kind == FunctionKind::Program
    }

    /// The pair for input generation: the parameter of `dispatch_on` has the narrower type.
    #[must_use]
    pub fn narrowed_signature(&self) -> Self {
        let mut pair = self.clone();
        if let Some(dispatch) = &self.dispatch_on
            && let Some(param) = pair.java.params.get_mut(dispatch.param)
        {
            param.ty = dispatch.ty.clone();
        }
        pair
    }

    /// Short name for people: `Class.method`.
    #[must_use]
    pub fn name(&self) -> String {
        self.java.qualified()
    }
}
