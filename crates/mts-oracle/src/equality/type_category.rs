//! Classifies Java's static types for the comparison: number types, ordered and unordered
//! collections. It also names the shapes of values.

use super::normalization::exceptions::simple;
use mts_model::{JavaType, Primitive, Value, jdk};

pub(crate) fn number_type(ty: &JavaType) -> Option<Primitive> {
    match ty.simple_class() {
        Some("OptionalDouble") => Some(Primitive::Double),
        Some("OptionalInt") => Some(Primitive::Int),
        Some("OptionalLong") => Some(Primitive::Long),
        _ => ty.unboxed(),
    }
}

/// Reports whether the order of a set or map is part of its meaning.
#[must_use]
pub fn keeps_order(ty: &JavaType) -> bool {
    ty.simple_class().is_some_and(jdk::keeps_order)
}

/// Reports whether the workers send a collection without an order as a list.
///
/// Java does not specify the order of such a collection.
pub(crate) fn has_no_order(ty: &JavaType) -> bool {
    ty.simple_class().is_some_and(jdk::has_open_order)
}

/// Reports whether a value is incomparable with an object. `null` is not: an object and `null` are
/// different.
pub(crate) fn is_not_object_shaped(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Object { .. } | Value::Exception { .. } | Value::Ref(_))
}

/// Describes the shape of a value for people.
pub(crate) fn describe_shape(value: &Value) -> String {
    let word = match value {
        Value::Object { class, .. } => return format!("an object of `{}`", simple(class)),
        Value::Enum(constant) => return format!("the constant `{constant}`"),
        Value::ExitStatus(status) => return format!("the exit status {status}"),
        Value::Recipe(recipe) => return format!("the object of `{}`", recipe.factory),
        Value::Exception { .. } => "an exception",
        Value::List(_) => "a list",
        Value::Set(_) => "a set",
        Value::Map(_) => "a map",
        Value::Bytes(_) => "bytes",
        Value::Str(_) | Value::Utf16(_) => "a string",
        Value::Bool(_) => "a boolean",
        Value::Int(_) | Value::Big(_) | Value::Float(_) => "a number",
        Value::Null | Value::Ref(_) => "nothing",
    };
    word.to_owned()
}
