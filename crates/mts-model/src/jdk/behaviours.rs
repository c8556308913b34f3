//! The behaviours of the functions that the tool passes as arguments of functional interfaces.
//!
//! A behaviour either returns a constant, or both workers have code for it.

use crate::{JavaType, Primitive};

/// The class name in the encoded form of a function: `Lambda.zero` returns 0.
pub const FUNCTION_CLASS: &str = "Lambda";

/// One behaviour of a function that the tool passes as an argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct FunctionBehaviour {
    /// The name in the encoded form of the function, such as `zero` in `Lambda.zero`.
    pub(super) name: &'static str,
    /// The result type of the methods that may have this behaviour.
    of: ResultOf,
    /// The constant result as Java code and as Python code. `None` if both workers have code for the behaviour.
    pub(super) result: Option<[&'static str; 2]>,
}

/// The result type of the methods that may have a behaviour.
#[derive(Clone, Copy, Debug)]
enum ResultOf {
    /// A primitive, or its wrapper class.
    Primitive(Primitive),
    /// A `String`.
    Text,
    /// A class with one of these simple names.
    Classes(&'static [&'static str]),
    /// No result.
    Void,
    /// More than the result type decides.
    ///
    /// [`behaviours_of`] does not find such a behaviour by the result type.
    More,
}

/// All behaviours.
pub(super) const BEHAVIOURS: &[FunctionBehaviour] = &[
    constant("true", ResultOf::Primitive(Primitive::Boolean), ["true", "True"]),
    constant("false", ResultOf::Primitive(Primitive::Boolean), ["false", "False"]),
    constant("int", ResultOf::Primitive(Primitive::Int), ["7", "7"]),
    constant("long", ResultOf::Primitive(Primitive::Long), ["7L", "7"]),
    constant("short", ResultOf::Primitive(Primitive::Short), ["(short) 7", "7"]),
    constant("byte", ResultOf::Primitive(Primitive::Byte), ["(byte) 7", "7"]),
    constant("double", ResultOf::Primitive(Primitive::Double), ["1.5", "1.5"]),
    constant("float", ResultOf::Primitive(Primitive::Float), ["1.5f", "1.5"]),
    constant("letter", ResultOf::Primitive(Primitive::Char), ["'a'", "\"a\""]),
    constant("text", ResultOf::Text, ["\"given\"", "\"given\""]),
    constant(
        "list",
        ResultOf::Classes(&["List", "Collection", "Iterable"]),
        ["new java.util.ArrayList<Object>()", "[]"],
    ),
    constant("zero", ResultOf::More, ["0", "0"]),
    constant("null", ResultOf::More, ["null", "None"]),
    // Print a line.
    coded("called", ResultOf::Void),
    // Return the first or the second argument.
    coded("first", ResultOf::More),
    coded("second", ResultOf::More),
    // Compare two arguments in their natural order.
    coded("natural", ResultOf::More),
    // Create a thread that runs the argument.
    coded("thread", ResultOf::More),
];

const fn constant(name: &'static str, of: ResultOf, result: [&'static str; 2]) -> FunctionBehaviour {
    FunctionBehaviour { name, of, result: Some(result) }
}

const fn coded(name: &'static str, of: ResultOf) -> FunctionBehaviour {
    FunctionBehaviour { name, of, result: None }
}

/// Returns the behaviours that fit any method with a result of this type.
///
/// If no behaviour fits, the function returns the behaviour `null`.
#[must_use]
pub fn behaviours_of(returns: &JavaType) -> Vec<&'static str> {
    let fits = |of: ResultOf| match of {
        ResultOf::Primitive(primitive) => returns.unboxed() == Some(primitive),
        ResultOf::Text => *returns == JavaType::String,
        ResultOf::Classes(names) => returns.simple_class().is_some_and(|simple| names.contains(&simple)),
        ResultOf::Void => *returns == JavaType::Void,
        ResultOf::More => false,
    };
    let names: Vec<&str> = BEHAVIOURS.iter().filter(|row| fits(row.of)).map(|row| row.name).collect();
    if names.is_empty() { vec!["null"] } else { names }
}

/// Returns the behaviour of a function from its encoding.
///
/// `None` if the text encodes an enum constant, or if no behaviour has the name.
#[must_use]
pub fn behaviour(encoded: &str) -> Option<&'static str> {
    let name = encoded.strip_prefix(FUNCTION_CLASS)?.strip_prefix('.')?;
    BEHAVIOURS.iter().find(|row| row.name == name).map(|row| row.name)
}
