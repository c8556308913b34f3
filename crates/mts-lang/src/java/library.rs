//! Returns static types of JDK calls and fields.
//!
//! The types come from the catalogue of the JDK ([`mts_model::jdk`]).

use super::types;
use mts_model::jdk::{self, MethodResult, Order, TypeShape, method_result, static_result};
use mts_model::{JavaType, Primitive};

const CHAR: JavaType = JavaType::Primitive(Primitive::Char);
const LONG: JavaType = JavaType::Primitive(Primitive::Long);
const FLOAT: JavaType = JavaType::Primitive(Primitive::Float);
const DOUBLE: JavaType = JavaType::Primitive(Primitive::Double);

/// The kind of receiver of an element access.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A `String` or `StringBuilder`, with `length()` and `charAt(i)`.
    Text,
    /// A `List`, with `size()` and `get(i)`.
    List,
    /// A `Map`, with `size()` and `get(k)`.
    Map,
    /// A collection, such as a `Set`, with `size()` but without access by position.
    Bag,
}

impl Shape {
    /// The shapes that a receiver of unknown type may have.
    ///
    /// The list has no lists and maps, because `get` is the name of many other methods too.
    const OF_UNKNOWN: &'static [Self] = &[Self::Text, Self::Bag];

    /// Returns the name of the method that returns the number of elements or characters.
    pub(super) fn length_method(self) -> &'static str {
        if self == Self::Text { "length" } else { "size" }
    }

    /// Returns the name of the method that returns an element by its position or key.
    pub(super) fn element_method(self) -> Option<&'static str> {
        match self {
            Self::Text => Some("charAt"),
            Self::List | Self::Map => Some("get"),
            Self::Bag => None,
        }
    }
}

/// Returns the shapes that a receiver of this type may have.
pub(super) fn shapes(ty: &JavaType) -> &'static [Shape] {
    match shape(ty) {
        Some(Shape::Text) => &[Shape::Text],
        Some(Shape::List) => &[Shape::List],
        Some(Shape::Map) => &[Shape::Map],
        Some(Shape::Bag) => &[Shape::Bag],
        None if *ty == JavaType::Unknown => Shape::OF_UNKNOWN,
        None => &[],
    }
}

/// Returns the shape of a receiver of this type.
fn shape(ty: &JavaType) -> Option<Shape> {
    if *ty == JavaType::String {
        return Some(Shape::Text);
    }
    let row = jdk::jdk_type(ty.simple_class()?)?;
    Some(match row.shape {
        TypeShape::Text => Shape::Text,
        TypeShape::Map => Shape::Map,
        TypeShape::Sequence if row.order == Order::Positions => Shape::List,
        TypeShape::Sequence if row.order == Order::Iterated => return None,
        TypeShape::Sequence | TypeShape::Set => Shape::Bag,
        _ => return None,
    })
}

/// Returns the type of a static field of a JDK class, such as `Integer.MAX_VALUE`.
pub(super) fn static_field(class: &str, name: &str) -> JavaType {
    let simple = class.strip_prefix("java.lang.").unwrap_or(class);
    jdk::static_field(simple, name).map_or(JavaType::Unknown, |found| resolved(found, wrapper(simple).as_ref(), &[]))
}

/// Returns the type of a call of a static JDK method, such as `Math.max(a, b)`.
pub(super) fn static_method(class: &str, name: &str, args: &[JavaType]) -> JavaType {
    let simple = class.rsplit('.').next().unwrap_or(class);
    static_result(simple, name, args.len())
        .map_or(JavaType::Unknown, |found| resolved(found, wrapper(simple).as_ref(), args))
}

fn wrapper(simple: &str) -> Option<JavaType> {
    Primitive::from_box(simple).map(JavaType::Boxed)
}

/// Returns the type of an instance method's call on a receiver of this type.
pub(super) fn method(receiver: &JavaType, name: &str, args: &[JavaType]) -> JavaType {
    let listed = |class: &str| method_result(class, name, args.len());
    let of_class = |type_args: &[JavaType]| match shape(receiver) {
        Some(Shape::Text) => listed("StringBuilder").or_else(|| listed("String")),
        // For a list, `remove(int)` returns the element, and `remove(Object)` returns whether the
        // element existed.
        Some(Shape::List) if name == "remove" && matches!(args, [JavaType::Primitive(_), ..]) => {
            method_result("Collection", name, 0)
        }
        Some(Shape::List | Shape::Bag) => receiver.simple_class().and_then(listed).or_else(|| listed("Collection")),
        Some(Shape::Map) => listed("Map").filter(|found| {
            let is_primitive = matches!(found, MethodResult::Type(JavaType::Primitive(_)));
            type_args.len() == 2 || is_primitive
        }),
        None => listed(receiver.simple_class().unwrap_or_default()),
    };
    let found = listed("Object").or_else(|| match receiver {
        JavaType::Boxed(_) => listed("wrapper"),
        JavaType::Array(_) => listed("Array"),
        JavaType::String => listed("String"),
        JavaType::Class { args: type_args, .. } => of_class(type_args),
        _ => None,
    });
    found.map_or(JavaType::Unknown, |found| resolved(found, Some(receiver), args))
}

/// Returns the type that a catalogue entry gives to a call.
///
/// The call is on `receiver`, or on the class of a static method.
fn resolved(found: &MethodResult, receiver: Option<&JavaType>, args: &[JavaType]) -> JavaType {
    let type_args = match receiver {
        Some(JavaType::Class { args, .. }) => args.as_slice(),
        _ => &[],
    };
    let first = args.first().cloned().unwrap_or_default();
    match found {
        MethodResult::Type(ty) => with_arguments(ty, type_args),
        MethodResult::Receiver | MethodResult::Wrapper => receiver.cloned().unwrap_or_default(),
        MethodResult::Primitive => receiver.and_then(JavaType::unboxed).map_or(JavaType::Unknown, JavaType::Primitive),
        MethodResult::Argument => first,
        MethodResult::Element => first.element().cloned().unwrap_or_default(),
        MethodResult::Promoted => types::unary_promotion(&first),
        MethodResult::Modulus if args.get(1).is_some_and(|by| types::unary_promotion(by) == JavaType::INT) => {
            JavaType::INT
        }
        MethodResult::Common | MethodResult::Modulus => match args {
            [a, b] => types::binary_promotion(a, b),
            _ => JavaType::Unknown,
        },
        MethodResult::Rounded => match first.unboxed() {
            Some(Primitive::Double) => LONG,
            Some(Primitive::Boolean) | None => JavaType::Unknown,
            Some(_) => JavaType::INT,
        },
        MethodResult::Real if first == FLOAT => FLOAT,
        MethodResult::Real => DOUBLE,
        MethodResult::Letter if first.unboxed() == Some(Primitive::Char) => CHAR,
        MethodResult::Letter => types::unary_promotion(&first),
        MethodResult::Stream => stream(&first),
    }
}

/// Returns a catalogue type with the receiver's type arguments.
///
/// If the receiver is raw, the result is raw too, unless all its type arguments are wrapper classes or strings.
fn with_arguments(ty: &JavaType, type_args: &[JavaType]) -> JavaType {
    let depends = |arg: &JavaType| !matches!(arg, JavaType::Boxed(_) | JavaType::String);
    match ty {
        JavaType::Class { name, args } if args.is_empty() && name == "E" => type_argument(type_args, 0),
        JavaType::Class { name, args } if args.is_empty() && name == "V" => type_argument(type_args, 1),
        JavaType::Class { name, args } if type_args.is_empty() && args.iter().any(depends) => {
            JavaType::Class { name: name.clone(), args: Vec::new() }
        }
        JavaType::Class { name, args } => JavaType::Class {
            name: name.clone(),
            args: args.iter().map(|arg| with_arguments(arg, type_args)).collect(),
        },
        other => other.clone(),
    }
}

fn type_argument(type_args: &[JavaType], at: usize) -> JavaType {
    type_args.get(at).cloned().unwrap_or_default()
}

/// Returns the type of the stream over an array.
fn stream(array: &JavaType) -> JavaType {
    let class = |name: &str, args: Vec<JavaType>| JavaType::Class { name: name.into(), args };
    match array.element() {
        Some(JavaType::Primitive(Primitive::Int)) => class("IntStream", Vec::new()),
        Some(JavaType::Primitive(Primitive::Long)) => class("LongStream", Vec::new()),
        Some(JavaType::Primitive(Primitive::Double)) => class("DoubleStream", Vec::new()),
        None | Some(JavaType::Unknown | JavaType::Primitive(_)) => JavaType::Unknown,
        Some(element) => class("Stream", vec![element.clone()]),
    }
}
