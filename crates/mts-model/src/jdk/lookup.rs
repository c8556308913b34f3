//! Lookups in the catalogue of the JDK by the simple name of a type.

use super::exceptions::exception;
use super::names::{is_exception_name, is_variable};
use super::row::{JdkType, Order, PythonClass, StreamKind, TypeShape};
use super::types::TYPES;
use crate::{JavaType, Primitive};
use std::collections::HashMap;
use std::sync::LazyLock;

static BY_NAME: LazyLock<HashMap<&str, &JdkType>> = LazyLock::new(|| TYPES.iter().map(|row| (row.name, row)).collect());

/// Returns the row of the class with this simple name.
#[must_use]
pub fn jdk_type(simple: &str) -> Option<&'static JdkType> {
    BY_NAME.get(simple).copied()
}

/// Reports whether the tool generates objects of this sequence, set or map class.
#[must_use]
pub fn is_container_input(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.is_container() && row.is_input)
}

/// Returns the kind of [`crate::Value`] for a class with this simple name.
///
/// [`TypeShape::Other`] if the tool does not generate values of the class as arguments.
#[must_use]
pub fn type_shape(simple: &str) -> TypeShape {
    match jdk_type(simple) {
        Some(row) if row.is_input => row.shape,
        None if is_variable(simple) => TypeShape::Variable,
        _ => TypeShape::Other,
    }
}

/// Returns the stream kind of a class. `None` if the class is not a stream.
#[must_use]
pub fn stream_kind(simple: &str) -> Option<StreamKind> {
    jdk_type(simple)?.stream
}

/// Reports whether the tool constructs objects of the class from text or bytes.
///
/// Such a class is a stream class, or one of some exception classes.
#[must_use]
pub fn is_stream_or_exception(simple: &str) -> bool {
    stream_kind(simple).is_some() || exception(simple).is_some_and(|row| row.is_input)
}

/// Reports whether a type is `Optional`. Both workers encode an empty `Optional` as null.
#[must_use]
pub fn is_optional(ty: &JavaType) -> bool {
    ty.simple_class().and_then(jdk_type).is_some_and(|row| row.shape == TypeShape::Optional)
}

/// Returns the type of the value in an `OptionalInt`, `OptionalLong` or `OptionalDouble`. `None` for other classes.
#[must_use]
pub fn optional_primitive(simple: &str) -> Option<Primitive> {
    match simple {
        "OptionalDouble" => Some(Primitive::Double),
        "OptionalInt" => Some(Primitive::Int),
        "OptionalLong" => Some(Primitive::Long),
        _ => None,
    }
}

/// Returns the supertypes whose library methods the class inherits, the nearest first.
///
/// For every exception class except `Exception`, the result is `Exception`, because all exceptions have the same
/// library methods.
#[must_use]
pub fn parents(simple: &str) -> &'static [&'static str] {
    match jdk_type(simple) {
        Some(row) => row.parents,
        None if simple == "Throwable" || is_exception_name(simple) && simple != "Exception" => &["Exception"],
        None => &[],
    }
}

/// Returns the shape of a collection class, guessed from the end of the class name.
///
/// The function also accepts classes that are not in the catalogue. `None` if the name does not look like the name of a
/// collection.
#[must_use]
pub fn shape_by_name(simple: &str) -> Option<TypeShape> {
    let ends_with = |words: &[&str]| words.iter().any(|word| simple.ends_with(word));
    match () {
        () if ends_with(&["Map"]) => Some(TypeShape::Map),
        () if ends_with(&["Set"]) => Some(TypeShape::Set),
        () if ends_with(&["List", "Deque", "Queue", "Stack", "Vector"]) => Some(TypeShape::Sequence),
        () => None,
    }
}

/// Reports whether a class is a mutable string: `StringBuilder` or `StringBuffer`.
#[must_use]
pub fn is_text_builder(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.python == PythonClass::Builder)
}

/// Reports whether a class is the supertype of strings and mutable strings: `CharSequence`.
#[must_use]
pub fn is_above_texts(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.shape == TypeShape::Text && row.python == PythonClass::Str)
}

/// Reports whether a class is a supertype of `Integer` and of other number wrapper classes.
///
/// The supertypes are `Object`, `Serializable`, `Number` and `Comparable`.
#[must_use]
pub fn is_above_boxes(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| matches!(row.shape, TypeShape::Any | TypeShape::Number | TypeShape::Variable))
}

/// Reports whether a class name in the source means `Number` of the JDK. The result is correct only if the project has
/// no class with this name.
#[must_use]
pub fn is_number(name: &str) -> bool {
    matches!(name, "Number" | "java.lang.Number")
}

/// Returns the Python class for a Java class literal, such as `float` for `double.class`.
///
/// `None` if no Python class is known. `None` also for types whose elements code can only iterate over, such as
/// `Iterator`.
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

/// Reports whether a class is an iterator over the elements of another object.
#[must_use]
pub fn is_iterator(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.python == PythonClass::Iterator)
}

/// Reports whether the sets or maps of this class have an order that Java specifies.
#[must_use]
pub fn keeps_order(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| {
        matches!(row.shape, TypeShape::Set | TypeShape::Map) && matches!(row.order, Order::Insertion | Order::Sorted)
    })
}

/// Reports whether a class has [`TypeShape::Sequence`], but no order that Java specifies.
///
/// An example is `PriorityQueue`.
#[must_use]
pub fn has_open_order(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.shape == TypeShape::Sequence && row.order == Order::Open)
}

/// Reports whether the result of a constructor of this class depends only on the arguments.
#[must_use]
pub fn has_pure_constructor(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.is_pure && row.instantiates_itself())
}

/// Reports whether this class's methods read and change only the object and the arguments.
#[must_use]
pub fn is_pure(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.is_pure)
}

/// Reports whether the results of static members of this class depend only on the arguments.
///
/// Members for which [`is_unsteady`](super::is_unsteady) is true are exceptions: their results depend on more.
#[must_use]
pub fn has_pure_statics(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.has_pure_statics)
}

/// Reports whether the static fields of this class do not depend on the machine.
#[must_use]
pub fn has_pure_constants(simple: &str) -> bool {
    jdk_type(simple).is_some_and(|row| row.has_pure_constants)
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
        // A priority queue, a concurrent container, and classes that are not containers.
        for name in ["PriorityQueue", "ConcurrentHashMap", "EnumSet", "Optional", "BigInteger", "String", "Account"] {
            assert!(!is_container_input(name), "{name}");
        }
    }
}
