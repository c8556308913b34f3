//! Classifies Java's static types for the comparison: number types, ordered and unordered
//! collections. This module also has the shapes of values.

use super::normalization::exceptions::simple;
use mts_model::{JavaType, Primitive, Value, jdk};
use serde::Serialize;
use std::fmt;

pub(crate) fn number_type(ty: &JavaType) -> Option<Primitive> {
    ty.simple_class().and_then(jdk::optional_primitive).or_else(|| ty.unboxed())
}

/// Returns whether Python's `if` takes null, a string or a collection as true. `None` for other values.
pub(crate) fn truth(python: &Value) -> Option<bool> {
    match python {
        Value::Null => Some(false),
        Value::Str(text) => Some(!text.is_empty()),
        Value::List(items) | Value::Set(items) => Some(!items.is_empty()),
        Value::Map(entries) => Some(!entries.is_empty()),
        Value::Bytes(bytes) => Some(!bytes.is_empty()),
        _ => None,
    }
}

/// Reports whether the order of a set or map is part of its meaning.
#[must_use]
pub fn keeps_order(ty: &JavaType) -> bool {
    ty.simple_class().is_some_and(jdk::keeps_order)
}

/// Reports whether the workers send a collection of this type as an unordered list.
///
/// Java does not specify the order of such a collection, for example of a `PriorityQueue`.
pub(crate) fn has_no_order(ty: &JavaType) -> bool {
    ty.simple_class().is_some_and(jdk::has_open_order)
}

/// Reports whether a value is incomparable with an object. `null` is not such a value: an object and `null` are
/// different.
pub(crate) fn is_not_object_shaped(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Object { .. } | Value::Exception { .. } | Value::Ref(_))
}

/// The shape of a value. [`fmt::Display`] writes the shape for people.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// An object of the class with this simple name.
    Object(String),
    /// A constant of an enum.
    Constant(String),
    /// The exit status of a program.
    ExitStatus(i32),
    /// The object that this factory makes.
    Recipe(String),
    /// An exception.
    Exception,
    /// A list.
    List,
    /// A set.
    Set,
    /// A map.
    Map,
    /// Bytes.
    Bytes,
    /// A string.
    Text,
    /// A boolean.
    Boolean,
    /// A number.
    Number,
    /// Null, or a reference to another value.
    Nothing,
}

impl Shape {
    /// Returns the shape of a value.
    #[must_use]
    pub(crate) fn new(value: &Value) -> Self {
        match value {
            Value::Object { class, .. } => Self::Object(simple(class).to_owned()),
            Value::Enum(constant) => Self::Constant(constant.clone()),
            Value::ExitStatus(status) => Self::ExitStatus(*status),
            Value::Recipe(recipe) => Self::Recipe(recipe.factory.clone()),
            Value::Exception { .. } => Self::Exception,
            Value::List(_) => Self::List,
            Value::Set(_) => Self::Set,
            Value::Map(_) => Self::Map,
            Value::Bytes(_) => Self::Bytes,
            Value::Str(_) | Value::Utf16(_) => Self::Text,
            Value::Bool(_) => Self::Boolean,
            Value::Int(_) | Value::Big(_) | Value::Float(_) => Self::Number,
            Value::Null | Value::Ref(_) => Self::Nothing,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Object(class) => return write!(f, "an object of `{class}`"),
            Self::Constant(constant) => return write!(f, "the constant `{constant}`"),
            Self::ExitStatus(status) => return write!(f, "the exit status {status}"),
            Self::Recipe(factory) => return write!(f, "the object that `{factory}` makes"),
            Self::Exception => "an exception",
            Self::List => "a list",
            Self::Set => "a set",
            Self::Map => "a map",
            Self::Bytes => "bytes",
            Self::Text => "a string",
            Self::Boolean => "a boolean",
            Self::Number => "a number",
            Self::Nothing => "nothing",
        })
    }
}
