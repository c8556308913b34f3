//! Java's default values of fields and array elements, as Python text.

use mts_model::{JavaType, Primitive};

/// Returns the default value of a field or array element of this type.
pub(in crate::transpiler::emit) fn default(ty: &JavaType) -> &'static str {
    match ty.primitive() {
        Some(Primitive::Boolean) => "False",
        Some(Primitive::Char) => "\"\\0\"",
        Some(Primitive::Float | Primitive::Double) => "0.0",
        Some(_) => "0",
        None => "None",
    }
}
