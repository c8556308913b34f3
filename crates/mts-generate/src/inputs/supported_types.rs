//! Decides for which types the module `generate` can generate values.

use super::jdk_values;
use mts_model::jdk::{TypeShape, type_shape};
use mts_model::{JavaType, jdk};
use std::collections::BTreeMap;

/// The constants of the project's enums, by the simple name of the enum.
pub type Enums = BTreeMap<String, Vec<String>>;

/// Checks that the tool can generate values of this type.
///
/// `can_construct` reports whether the tool can construct objects of a project class, and returns `None`
/// for other classes.
///
/// # Errors
///
/// Returns an error with the type that the tool cannot generate.
pub(in crate::inputs) fn supported(
    ty: &JavaType,
    enums: &Enums,
    can_construct: impl FnMut(&str) -> Option<bool>,
) -> Result<(), JavaType> {
    supported_at(ty, enums, &mut { can_construct })
}

fn supported_at(
    ty: &JavaType,
    enums: &Enums,
    can_construct: &mut dyn FnMut(&str) -> Option<bool>,
) -> Result<(), JavaType> {
    let mut depth = 0;
    let mut at = ty;
    while let JavaType::Array(element) = at {
        depth += 1;
        at = element;
    }
    if depth > 3 {
        return Err(ty.clone());
    }
    match at {
        JavaType::Primitive(_) | JavaType::Boxed(_) | JavaType::String => Ok(()),
        JavaType::Class { name, args } => {
            match (at.jdk_class().map_or(TypeShape::Other, type_shape), args.as_slice()) {
                // A builder is mutable, and Python strings are not. Only the port or a suite file shows
                // which type the port takes.
                (TypeShape::Text, []) if at.simple_class().is_some_and(jdk::is_above_texts) => Ok(()),
                (TypeShape::BigInteger | TypeShape::Variable, []) => Ok(()),
                (TypeShape::Any, []) if name.ends_with("Object") => Ok(()),
                (TypeShape::Sequence | TypeShape::Set | TypeShape::Optional, [element]) => {
                    supported_at(element, enums, can_construct)
                }
                // This check does not know the element type of a raw collection.
                (TypeShape::Sequence | TypeShape::Set | TypeShape::Map, []) => Ok(()),
                (TypeShape::Map, [key, value]) => {
                    supported_at(key, enums, can_construct).and_then(|()| supported_at(value, enums, can_construct))
                }
                (TypeShape::Other, []) if at.simple_class().is_some_and(|name| enums.contains_key(name)) => Ok(()),
                (TypeShape::Other, []) if at.jdk_class().is_some_and(jdk::is_stream_or_exception) => Ok(()),
                // A project class takes precedence over a JDK class of the same name.
                (TypeShape::Other, _) if can_construct(name).unwrap_or_else(|| jdk_values::library(at).is_some()) => {
                    Ok(())
                }
                (TypeShape::Number, []) if can_construct(name).unwrap_or_else(|| jdk::is_number(name)) => Ok(()),
                _ => Err(at.clone()),
            }
        }
        JavaType::Unknown
        | JavaType::Void
        | JavaType::Null
        | JavaType::Array(_)
        | JavaType::Convention(_)
        | JavaType::ExitStatus => Err(at.clone()),
    }
}
