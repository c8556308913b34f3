//! A Java function and the Python function that is its port, with the reason for believing so.

use crate::{Function, FunctionKind, JavaType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why two functions were paired, or why a Java function has no counterpart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairReason {
    /// The rule: `configured`, `marker`, `name`, `none`, ...
    pub rule: String,
    /// One line for a person.
    pub detail: String,
    /// 0 to 1; 1 for what a person stated.
    pub confidence: f64,
}

/// A source function and its port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The Java side.
    pub java: Function,
    /// The Python side.
    pub python: Function,
    /// Python parameter position for each Java parameter position, the receiver aside.
    pub arguments: Vec<usize>,
    /// Why they are a pair.
    pub reason: PairReason,
    /// What of the Java side's values the Python side is for, where it is one of several that share a
    /// method's work.
    #[serde(default)]
    pub dispatch_on: Option<TypeDispatch>,
}

/// Of a Java parameter only the values of one type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TypeDispatch {
    /// Its place.
    pub param: usize,
    /// The type.
    pub ty: JavaType,
}

/// The port's side of a function in a pair of whole programs, as a report keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counterpart {
    /// Its selector.
    pub python: String,
    /// Line of its head, from 1: a script may define a name twice.
    pub line: u32,
    /// Its parameter's position for each of Java's.
    pub arguments: Vec<usize>,
}

impl Pair {
    /// The name a pair is known by in reports and ids: the Java selector and the Python one.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{} -> {}", self.java.selector(), self.python.selector())
    }

    /// Whether it is two whole programs, `main(String[])` and a script.
    #[must_use]
    pub fn is_program(&self) -> bool {
        self.python.kind == FunctionKind::Program
    }

    /// The pair as its values are made: the Java parameter that is dispatch has the narrower type.
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
