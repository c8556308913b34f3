//! Normalizes the names of fields, constants and classes, because each language has its own naming
//! conventions. Module `compare` compares the values of the named fields.

use super::exceptions::simple;
use mts_model::{PortSubstitutes, Value, is_inherited_field, jdk, plain_field};
use std::collections::BTreeMap;

/// Reports whether the fields of an object hold the name of an enum constant.
pub(crate) fn names_constant(constant: &str, fields: &FieldMap<'_>) -> bool {
    let is_its = |value: Option<&&(String, Value)>| matches!(value, Some((_, Value::Str(name))) if plain_constant(name) == plain_constant(constant));
    // The worker adds the name of the constant to an object that is a constant.
    is_its(fields.get("name")) || is_its(fields.get("constant"))
}

/// Returns the name of a constant without its class, case and underscores. Ports write `FAST_MODE`
/// as `fast_mode` or `FastMode`.
pub(crate) fn plain_constant(constant: &str) -> String {
    simple(constant).replace('_', "").to_lowercase()
}

/// A field of an object, with its own name and its value.
pub(crate) type NamedField<'v> = &'v (String, Value);

/// An object's fields by [`plain_field`].
pub(crate) type FieldMap<'v> = BTreeMap<String, NamedField<'v>>;

/// Reports whether the value of a field means that nothing set the field: null, or an empty string.
pub(crate) fn is_unset(value: &Value) -> bool {
    matches!(value, Value::Null) || matches!(value, Value::Str(text) if text.is_empty())
}

/// Returns the simple name of the class that a class object represents; `None` for another value.
fn class_name(value: &Value) -> Option<&str> {
    let Value::Object { class, fields } = value else { return None };
    let (name, value) = fields.first()?;
    match (class.as_str(), name.as_str(), value) {
        ("java.lang.Class", "text", Value::Str(text)) => text.rsplit([' ', '.', '$']).next(),
        ("type" | "ABCMeta" | "EnumMeta" | "EnumType", "name", Value::Str(name)) => Some(name),
        _ => None,
    }
}

/// Reports whether two class objects correspond; `None` if a value is not a class object.
pub(crate) fn is_same_class(java: &Value, python: &Value) -> Option<bool> {
    let (java, python) = (class_name(java)?, class_name(python)?);
    Some(python == java || jdk::python_class(java) == Some(python))
}

/// Returns the simple name of an object's class.
pub(crate) fn class_of(value: &Value) -> Option<&str> {
    match value {
        Value::Object { class, .. } => class.rsplit(['.', '$']).next(),
        _ => None,
    }
}

/// Reports whether a list is the tuple that the port uses for an object. The tuple has the values
/// of the fields in their order, and each value has the kind of its field.
pub(crate) fn is_record(class: &str, fields: &[(String, Value)], items: &[Value]) -> bool {
    let is_compatible = |java: &Value, python: &Value| {
        matches!(
            (java, python),
            (Value::Null, _)
                | (_, Value::Null)
                | (Value::Bool(_), Value::Bool(_))
                | (Value::Int(_) | Value::Big(_) | Value::Float(_), Value::Int(_) | Value::Big(_) | Value::Float(_))
                | (Value::Str(_) | Value::Utf16(_), Value::Str(_) | Value::Utf16(_))
                | (Value::Enum(_), Value::Enum(_) | Value::Str(_))
                | (Value::List(_), Value::List(_) | Value::Ref(_))
                | (Value::Set(_), Value::Set(_))
                | (Value::Map(_), Value::Map(_))
                | (Value::Object { .. }, Value::Object { .. } | Value::List(_))
        )
    };
    PortSubstitutes::tuple_of(class).is_some()
        && fields.len() == items.len()
        && fields.iter().zip(items).all(|((_, java), python)| is_compatible(java, python))
}

pub(crate) fn fields_by_name<'v>(class: &str, fields: &'v [(String, Value)]) -> FieldMap<'v> {
    let (above, own): (Vec<_>, Vec<_>) = fields.iter().partition(|(name, _)| is_inherited_field(class, name));
    // A class and its base class may have fields of the same name: the methods of the class use the
    // class's own field.
    above.into_iter().chain(own).map(|field| (plain_field(class, &field.0), field)).collect()
}

#[cfg(test)]
mod tests {
    use super::fields_by_name;
    use mts_model::Value;

    #[test]
    fn a_private_field_hides_that_of_a_class_above_in_whatever_order_they_were_set() {
        let field = |name: &str, held: i64| (name.to_owned(), Value::Int(held));
        for fields in
            [[field("_Leaf__name", 1), field("_Node__name", 2)], [field("_Node__name", 2), field("_Leaf__name", 1)]]
        {
            let found = fields_by_name("Leaf", &fields);
            assert_eq!(found.len(), 1);
            assert_eq!(found["name"].1, Value::Int(1), "{fields:?}");
        }
    }
}
