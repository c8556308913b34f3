//! Normalizes the names of fields, constants and classes.
//!
//! Each language has its own naming conventions. Module `compare` compares the values of the named
//! fields.

use super::exceptions::simple;
use mts_model::{PortSubstitutes, Value, is_inherited_field, jdk, plain_field};
use std::collections::BTreeMap;

/// Reports whether the fields of an object hold the name of an enum constant.
pub(crate) fn names_constant(constant: &str, fields: &FieldMap<'_>) -> bool {
    let is_its = |field: Option<&NamedField<'_>>| matches!(field, Some((_, Value::Str(name))) if plain_constant(name) == plain_constant(constant));
    // The worker adds the name of the constant to an object that is a constant.
    is_its(fields.get("name")) || is_its(fields.get("constant"))
}

/// Returns the name of a constant in lower case, without class, underscores and hyphens. Ports write `FAST_MODE` as
/// `fast_mode`, `FastMode` or `'fast-mode'`.
pub(crate) fn plain_constant(constant: &str) -> String {
    simple(constant).replace(['_', '-'], "").to_lowercase()
}

/// A field of an object, with its own name and its value.
pub(crate) type NamedField<'v> = (&'v str, &'v Value);

/// The fields of an object. The key of a field is its name in the form of [`plain_field`]. If the names of two fields
/// differ only in upper and lower case (`s12` and `S12`), their own names are the keys.
pub(crate) type FieldMap<'v> = BTreeMap<String, NamedField<'v>>;

/// Reports whether a field is null on one side, and empty on the other side.
///
/// Strings and containers can be empty.
pub(crate) fn are_unset(java: &Value, python: &Value) -> bool {
    let is_empty = |value: &Value| match value {
        Value::Str(text) => text.is_empty(),
        Value::List(items) | Value::Set(items) => items.is_empty(),
        Value::Map(pairs) => pairs.is_empty(),
        _ => false,
    };
    *java == Value::Null && is_empty(python) || *python == Value::Null && is_empty(java)
}

/// Reports whether a field is empty or has Java's default value for new fields.
pub(crate) fn has_default(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) | Value::Int(0) => true,
        Value::Float(number) => *number == 0.0,
        Value::Str(text) => text.is_empty() || text == "\0",
        Value::List(items) | Value::Set(items) => items.is_empty(),
        Value::Map(entries) => entries.is_empty(),
        _ => false,
    }
}

/// Returns the simple name of the class that a class object represents. `None` for another value.
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

/// Reports whether a list is the tuple by which the port represents an object. The tuple has the values of the fields
/// in the order of the fields, and each value has the kind of its field.
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
    // A class and its base class may have fields of the same name. Then the field of the class counts, because the
    // methods of the class use this field.
    let mut found = by_plain_name(above.into_iter().map(|(name, value)| (plain_field(class, name), (&**name, value))));
    found.extend(by_plain_name(own.into_iter().map(|(name, value)| (plain_field(class, name), (&**name, value)))));
    found
}

/// Returns the entries of a map as fields. `None` if a key is not a string.
pub(crate) fn entries_by_name(entries: &[(Value, Value)]) -> Option<FieldMap<'_>> {
    let named = entries.iter().map(|(key, value)| match key {
        Value::Str(name) => Some((plain_field("", name), (&**name, value))),
        _ => None,
    });
    Some(by_plain_name(named.collect::<Option<Vec<_>>>()?.into_iter()))
}

fn by_plain_name<'v>(fields: impl Iterator<Item = (String, NamedField<'v>)>) -> FieldMap<'v> {
    let mut found = FieldMap::new();
    for (plain, field) in fields {
        let other = found.insert(plain.clone(), field);
        if let Some(other) =
            other.filter(|other| other.0.to_lowercase() == field.0.to_lowercase() && other.0 != field.0)
        {
            found.remove(&plain);
            found.extend([other, field].map(|field| (field.0.to_owned(), field)));
        }
    }
    found
}

/// Returns pairs of fields that both objects have.
///
/// Two fields are a pair if their own names are equal. Otherwise, two fields are a pair if their plain names are equal,
/// and no third field has the own name of one of the two fields.
pub(crate) fn shared_fields<'v>(a: &FieldMap<'v>, b: &FieldMap<'v>) -> Vec<(NamedField<'v>, NamedField<'v>)> {
    let shared = a.iter().filter_map(|(plain, field)| {
        let own = b.get(field.0).filter(|other| other.0 == field.0);
        let other = own.or_else(|| b.get(plain)).or_else(|| b.get(&plain_field("", field.0)))?;
        let is_taken = |fields: &FieldMap<'_>, name: &str, own: &str| name != own && fields.contains_key(name);
        let is_other = other.0 != field.0 && (is_taken(a, other.0, plain) || is_taken(b, field.0, plain));
        (!is_other).then_some((*field, *other))
    });
    shared.collect()
}

#[cfg(test)]
mod tests {
    use super::fields_by_name;
    use mts_model::Value;

    #[test]
    fn a_private_field_hides_the_inherited_one_in_any_order_of_the_fields() {
        let field = |name: &str, held: i64| (name.to_owned(), Value::Int(held));
        for fields in
            [[field("_Leaf__name", 1), field("_Node__name", 2)], [field("_Node__name", 2), field("_Leaf__name", 1)]]
        {
            let found = fields_by_name("Leaf", &fields);
            assert_eq!(found.len(), 1);
            assert_eq!(found["name"].1, &Value::Int(1), "{fields:?}");
        }
    }
}
