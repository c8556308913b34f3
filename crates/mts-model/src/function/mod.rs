//! Functions of either language, their types and pairs. `mts-lang` finds the functions; `mts-generate` pairs them.

mod java_type;
mod naming;
pub mod nesting;
mod pair;
mod return_convention;
pub mod span;

pub use java_type::{JavaType, Primitive};
pub use naming::{is_inherited_field, plain_field, python_exception_name};
pub use pair::{Counterpart, Pair, PairReason, TypeDispatch};
pub use return_convention::ReturnConvention;
pub use span::{Span, TextEdit};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the two languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// The source side.
    Java,
    /// The target side.
    Python,
}

impl Language {
    /// The language of a file by its ending.
    #[must_use]
    pub fn of_path(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "java" => Some(Self::Java),
            "py" => Some(Self::Python),
            _ => None,
        }
    }
}

/// Kind of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FunctionKind {
    /// A Java method, or a Python function in a class with a receiver.
    Method,
    /// A Java static method, a Python `@staticmethod` or `@classmethod`.
    StaticMethod,
    /// A Java constructor (compact ones of records too), or Python's `__init__`.
    Constructor,
    /// A Python function at module level.
    Function,
    /// A function inside another function.
    Nested,
    /// A Java method without a body, of an interface or an abstract class.
    Abstract,
    /// A whole Python file, run as a script.
    Program,
    /// A Python attribute that replaces a Java accessor.
    Attribute,
}

/// One parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Param {
    /// Name as written.
    pub name: String,
    /// Static type. On the Python side the type of its annotation, else [`JavaType::Unknown`].
    pub ty: JavaType,
    /// Whether a call may leave it out (Python default value, `*args`, `**kwargs`; Java varargs).
    pub optional: bool,
}

/// A Java method or constructor, or a Python function, with a body.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Function {
    /// Its language.
    pub language: Language,
    /// Path of its file from the repository root, with `/`.
    pub file: String,
    /// Java package, or empty. Empty on the Python side.
    pub package: String,
    /// Names of the enclosing classes (and, in Python, functions), outermost first.
    pub scope: Vec<String>,
    /// Its own name; a Java constructor has its class's name.
    pub name: String,
    /// Its kind.
    pub kind: FunctionKind,
    /// Parameters in order, the receiver (`self`, `cls`) left out.
    pub params: Vec<Param>,
    /// Java's declared return type; [`JavaType::Unknown`] on the Python side, but `void` of a property's setter.
    pub returns: JavaType,
    /// The whole declaration: annotations or decorators, signature and body.
    pub span: Span,
    /// The body: braces included in Java, the suite in Python.
    pub body: Span,
    /// One-based line of the name.
    pub line: u32,
    /// One-based last line of the declaration.
    pub last_line: u32,
    /// The nearest enclosing function's place in the file's list, for nested functions.
    pub parent: Option<usize>,
    /// Variables of the enclosing function that a nested Python function may use. `None` if it has decorators or
    /// defaults, which Python evaluates while the enclosing function runs.
    #[serde(default)]
    pub captured: Option<Vec<String>>,
    /// Text of the comment before it or at the start of its body.
    pub comment: String,
    /// The syntax error that prevents its analysis, if any.
    pub broken: Option<String>,
}

impl Function {
    /// Whether it has code that can run.
    #[must_use]
    pub fn has_body(&self) -> bool {
        !matches!(self.kind, FunctionKind::Abstract | FunctionKind::Attribute)
    }

    /// Whether it is `static void main(String[])`.
    #[must_use]
    pub fn is_entry_point(&self) -> bool {
        let types: Vec<&JavaType> = self.params.iter().map(|param| &param.ty).collect();
        let is_main = self.kind == FunctionKind::StaticMethod && self.name == "main" && self.returns == JavaType::Void;
        is_main && types == [&JavaType::String.array_of()]
    }

    /// `Class.method` or `Qual.name`: the scope and the name joined by dots. A Java constructor is
    /// `Class.<init>`.
    #[must_use]
    pub fn qualified(&self) -> String {
        let own = if self.language == Language::Java && self.kind == FunctionKind::Constructor {
            "<init>"
        } else {
            &self.name
        };
        let mut parts: Vec<&str> = self.scope.iter().map(String::as_str).collect();
        parts.push(own);
        parts.join(".")
    }

    /// Its selector: `path/File.java#Class.method(int,long)` or `path/file.py:Qual.name`.
    #[must_use]
    pub fn selector(&self) -> String {
        match self.language {
            Language::Java => {
                let types: Vec<String> = self.params.iter().map(|p| p.ty.to_string()).collect();
                format!("{}#{}({})", self.file, self.qualified(), types.join(","))
            }
            Language::Python => format!("{}:{}", self.file, self.qualified()),
        }
    }
}
