//! Functions of both languages, their types, and the pairs of functions.
//!
//! `mts-lang` finds the functions; `mts-generate` pairs them.

mod java_type;
mod naming;
pub mod nesting;
mod pair;
mod return_convention;
pub mod span;
pub mod special_methods;
mod type_parser;
mod type_variable;

pub use java_type::{JavaType, Primitive};
pub use naming::{is_inherited_field, plain_field, python_exception_name};
pub use pair::{Counterpart, Pair, PairReason, PairingRule, TypeDispatch};
pub use return_convention::ReturnConvention;
pub use span::{Span, TextEdit};
pub use type_variable::TypeVariable;

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
    /// Returns the language of a file from its extension.
    #[must_use]
    pub fn from_path(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "java" => Some(Self::Java),
            "py" => Some(Self::Python),
            _ => None,
        }
    }
}

/// The kind of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FunctionKind {
    /// A Java instance method, or a Python function with a receiver in a class.
    Method,
    /// A Java static method, or a Python `@staticmethod` or `@classmethod`.
    StaticMethod,
    /// A Java constructor, also the compact constructor of a record, or a Python constructor.
    ///
    /// The Python constructor of a class is `__init__`, or `__new__` if the class has no `__init__`.
    Constructor,
    /// A Python function at module level.
    Function,
    /// A Python function inside another function.
    Nested,
    /// A Java method without a body, in an interface or an abstract class.
    Abstract,
    /// A whole Python file that runs as a script.
    Program,
    /// A Python attribute, which may be the port of a Java accessor.
    Attribute,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Param {
    /// The name, as the source file writes it.
    pub name: String,
    /// The static type. On the Python side, the type of the annotation, or [`JavaType::Unknown`].
    pub ty: JavaType,
    /// Whether a call may omit this argument. Such a parameter has a Python default value, or is `*args`, `**kwargs` or
    /// Java varargs.
    pub optional: bool,
    /// Whether the parameter is Python's `*args`, which takes all remaining positional arguments.
    pub is_rest: bool,
}

/// A Java method or constructor, or a Python function, script or attribute.
///
/// Only an abstract Java method and a Python attribute have no body.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Function {
    /// The language of the function.
    pub language: Language,
    /// The path of the file from the repository root, with `/`.
    pub file: String,
    /// The Java package. Empty for the default package and on the Python side.
    pub package: String,
    /// The names of the enclosing classes and, in Python, of the enclosing functions, outermost
    /// first.
    pub scope: Vec<String>,
    /// The name of the function. A Java constructor has the name of its class.
    pub name: String,
    /// The kind of the function.
    pub kind: FunctionKind,
    /// The parameters in order, without the receiver (`self`, `cls`).
    pub params: Vec<Param>,
    /// The declared return type in Java, `void` for a constructor. On the Python side `void` for the setter or deleter
    /// of a property, else [`JavaType::Unknown`].
    pub returns: JavaType,
    /// The range of the whole declaration: annotations or decorators, signature and body.
    pub span: Span,
    /// The range of the body: with braces in Java, the indented block in Python. Empty without a body.
    pub body: Span,
    /// The one-based line of the name.
    pub line: u32,
    /// The one-based last line of the declaration.
    pub last_line: u32,
    /// The Java type variables that the function and its enclosing classes declare.
    #[serde(default)]
    pub type_variables: Vec<TypeVariable>,
    /// The index of the nearest enclosing Python function in the file's list of functions. `None` if there is none.
    pub parent: Option<usize>,
    /// The variables of the enclosing function that a nested Python function may use.
    ///
    /// `None` if the function is not nested, if the enclosing function is itself nested, or if the tool cannot find the
    /// names. `None` also if a function nested in the enclosing function has a decorator or an optional parameter,
    /// because Python evaluates decorators and default values while the enclosing function runs.
    #[serde(default)]
    pub captured: Option<Vec<String>>,
    /// The text of the comment before the function or at the start of its body.
    pub comment: String,
    /// The syntax error that prevents an analysis of the function. `None` if there is no such error.
    pub broken: Option<String>,
}

impl Function {
    /// Returns the types of the arguments that the tool generates for the parameters.
    #[must_use]
    pub fn input_types(&self) -> Vec<JavaType> {
        self.params.iter().map(|param| param.ty.with_variables(&self.type_variables)).collect()
    }

    /// Reports whether this function has a body that can run.
    #[must_use]
    pub fn has_body(&self) -> bool {
        !matches!(self.kind, FunctionKind::Abstract | FunctionKind::Attribute)
    }

    /// Reports whether this function is `static void main(String[])`.
    #[must_use]
    pub fn is_entry_point(&self) -> bool {
        let types: Vec<&JavaType> = self.params.iter().map(|param| &param.ty).collect();
        let is_main = self.kind == FunctionKind::StaticMethod && self.name == "main" && self.returns == JavaType::Void;
        is_main && types == [&JavaType::String.array_of()]
    }

    /// Returns the scope and the name, joined by dots: `Class.method` or `Qual.name`.
    ///
    /// A Java constructor is `Class.<init>`.
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

    /// Returns the selector of this function.
    ///
    /// The form is `path/File.java#Class.method(int,long)` or `path/file.py:Qual.name`.
    #[must_use]
    pub fn selector(&self) -> String {
        match self.language {
            Language::Java => format!("{}#{}", self.file, self.with_parameter_types()),
            Language::Python => format!("{}:{}", self.file, self.qualified()),
        }
    }

    /// Returns the qualified name with the types of the parameters, such as `Class.method(int,long)`.
    #[must_use]
    pub fn with_parameter_types(&self) -> String {
        let types: Vec<String> = self.params.iter().map(|param| param.ty.to_string()).collect();
        format!("{}({})", self.qualified(), types.join(","))
    }
}
