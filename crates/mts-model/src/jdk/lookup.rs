//! Questions to the catalogue by the simple name of a type.

use super::exceptions::exception;
use super::row::{Instantiation, JdkType, Order, PythonClass, StreamKind, TypeShape};
use super::types::TYPES;
use crate::Primitive;
use std::collections::HashMap;
use std::sync::LazyLock;

static BY_NAME: LazyLock<HashMap<&str, &JdkType>> = LazyLock::new(|| TYPES.iter().map(|row| (row.name, row)).collect());

/// The row of a class of this simple name.
#[must_use]
pub fn jdk_type(simple: &str) -> Option<&'static JdkType> {
    BY_NAME.get(simple).copied()
}

/// Whether a class is a sequence, a set or a map that can be an argument.
#[must_use]
pub fn is_container_input(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.is_container() && row.is_input)
}

/// The shape in the value model of a class of this simple name.
#[must_use]
pub fn type_shape(simple: &str) -> TypeShape {
    match jdk_type(simple) {
        Some(row) if row.is_input => row.shape,
        None if is_variable(simple) => TypeShape::Variable,
        _ => TypeShape::Other,
    }
}

/// Whether a name is a type variable's by custom: `T`, `K2`.
///
/// One file alone does not tell a type variable from a class.
#[must_use]
pub fn is_variable(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_uppercase())
        && chars.next().is_none_or(|c| c.is_ascii_digit())
        && chars.next().is_none()
}

/// The stream kind of a class of this simple name, if it is a stream.
#[must_use]
pub fn stream_kind(simple: &str) -> Option<StreamKind> {
    jdk_type(simple)?.stream
}

/// Whether values of a class are made of text or bytes: streams and some exceptions.
#[must_use]
pub fn is_stream_or_exception(simple: &str) -> bool {
    stream_kind(simple).is_some() || exception(simple).is_some_and(|row| row.is_input)
}

/// Whether a class holds text that is changed in place: `StringBuilder`, `StringBuffer`.
#[must_use]
pub fn is_text_builder(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.python == PythonClass::Builder)
}

/// Whether a number in its wrapper class is also of this class: `Object`, `Number`, `Comparable`.
#[must_use]
pub fn is_above_boxes(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| matches!(row.shape, TypeShape::Any | TypeShape::Variable))
}

/// The Python class of a class literal of Java, such as `float` of `double.class`.
#[must_use]
pub fn python_class(simple: &str) -> Option<&'static str> {
    match Primitive::from_keyword(simple) {
        Some(Primitive::Boolean) => Some("bool"),
        Some(Primitive::Char) => Some("str"),
        Some(Primitive::Float | Primitive::Double) => Some("float"),
        Some(Primitive::Byte | Primitive::Short | Primitive::Int | Primitive::Long) => Some("int"),
        None => jdk_type(simple).filter(|row| row.order != Order::Iterated)?.python.name(),
    }
}

/// Whether a class goes over elements that are kept elsewhere.
#[must_use]
pub fn is_iterator(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.python == PythonClass::Iterator)
}

/// Whether order is part of the value of a set or map of this class.
#[must_use]
pub fn keeps_order(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| {
        matches!(row.shape, TypeShape::Set | TypeShape::Map) && matches!(row.order, Order::Insertion | Order::Sorted)
    })
}

/// Whether a class is a list to the workers whose order Java leaves open.
#[must_use]
pub fn has_open_order(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.shape == TypeShape::Sequence && row.order == Order::Open)
}

/// Whether a constructor of this class depends on its arguments alone.
#[must_use]
pub fn has_pure_constructor(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.is_pure && row.instantiation == Instantiation::Itself)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_container_is_an_input_if_its_row_says_so() {
        for name in
            ["List", "LinkedList", "Deque", "Stack", "Iterable", "TreeSet", "NavigableSet", "HashMap", "SortedMap"]
        {
            assert!(is_container_input(name), "{name}");
        }
        // A queue by priority, containers of several threads, and classes that hold no elements.
        for name in ["PriorityQueue", "ConcurrentHashMap", "EnumSet", "Optional", "BigInteger", "String", "Account"] {
            assert!(!is_container_input(name), "{name}");
        }
    }
}
