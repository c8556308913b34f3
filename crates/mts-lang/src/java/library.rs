//! Returns static types of JDK calls and fields, by the results in the catalogue.

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
    /// A collection without access by position, with `size()`.
    Bag,
}

/// Returns the shape of a receiver of this type.
pub(super) fn shape(ty: &JavaType) -> Option<Shape> {
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
    match (simple, name) {
        ("Math" | "StrictMath", "PI" | "E") => DOUBLE,
        ("Boolean", "TRUE" | "FALSE") => JavaType::Boxed(Primitive::Boolean),
        (_, "SIZE" | "BYTES" | "MIN_RADIX" | "MAX_RADIX" | "MAX_EXPONENT" | "MIN_EXPONENT")
            if Primitive::from_box(simple).is_some() =>
        {
            JavaType::INT
        }
        (_, "MAX_VALUE" | "MIN_VALUE" | "POSITIVE_INFINITY" | "NEGATIVE_INFINITY" | "NaN" | "MIN_NORMAL") => {
            Primitive::from_box(simple).map_or(JavaType::Unknown, JavaType::Primitive)
        }
        _ => JavaType::Unknown,
    }
}

/// Returns the type of a call of a static JDK method, such as `Math.max(a, b)`.
pub(super) fn static_method(class: &str, name: &str, args: &[JavaType]) -> JavaType {
    let simple = class.rsplit('.').next().unwrap_or(class);
    if let Some(own) = Primitive::from_box(simple) {
        return wrapper_method(own, name, args);
    }
    let first = args.first();
    match (simple, name) {
        ("Math" | "StrictMath", _) => math(name, args),
        ("Arrays", "stream") => first.map_or(JavaType::Unknown, stream),
        _ => static_result(simple, name, args.len()).map_or(JavaType::Unknown, |found| resolved(found, None, args)),
    }
}

/// Returns the type of a call of `java.lang.Math`.
///
/// For some methods the arguments decide the type, in addition to numeric promotion.
fn math(name: &str, args: &[JavaType]) -> JavaType {
    match (name, args) {
        // Since Java 9, `floorMod(long, int)` is an `int`.
        ("floorMod", [_, b]) if types::unary_promotion(b) == JavaType::INT => JavaType::INT,
        ("round", _) => match args.first().and_then(JavaType::unboxed) {
            Some(Primitive::Double) => LONG,
            Some(Primitive::Boolean) | None => JavaType::Unknown,
            Some(_) => JavaType::INT,
        },
        ("ulp" | "signum", [first, ..]) if *first == FLOAT => FLOAT,
        _ => static_result("Math", name, args.len()).map_or(JavaType::Unknown, |found| resolved(found, None, args)),
    }
}

/// Returns the type of a static method of `Integer`, `Character` and other wrappers.
fn wrapper_method(own: Primitive, name: &str, args: &[JavaType]) -> JavaType {
    if matches!(name, "toUpperCase" | "toLowerCase" | "toTitleCase") {
        return args.first().map_or(JavaType::Unknown, |arg| {
            if arg.unboxed() == Some(Primitive::Char) { CHAR } else { types::unary_promotion(arg) }
        });
    }
    match static_result("wrapper", name, args.len()) {
        Some(found) => resolved(found, Some(&JavaType::Boxed(own)), args),
        None if name.starts_with("parse") => JavaType::Primitive(own),
        None if name.starts_with("is") => JavaType::BOOLEAN,
        None => JavaType::Unknown,
    }
}

/// Returns the type of an instance method's call on a receiver of this type.
pub(super) fn method(receiver: &JavaType, name: &str, args: &[JavaType]) -> JavaType {
    match (name, args.len()) {
        ("equals", 1) => return JavaType::BOOLEAN,
        ("hashCode", 0) => return JavaType::INT,
        ("toString", 0) => return JavaType::String,
        _ => {}
    }
    let listed = |class: &str| method_result(class, name, args.len());
    let found = match receiver {
        JavaType::Boxed(own) => return boxed(*own, name),
        JavaType::Array(_) if name == "clone" => return receiver.clone(),
        JavaType::String => listed("String"),
        JavaType::Class { args: type_args, .. } => match shape(receiver) {
            Some(Shape::Text) => listed("StringBuilder").or_else(|| listed("String")),
            // For a list, `remove(int)` returns the element, and `remove(Object)` returns whether
            // the element existed.
            Some(Shape::List) if name == "remove" && matches!(args, [JavaType::Primitive(_), ..]) => {
                return type_argument(type_args, 0);
            }
            Some(Shape::List | Shape::Bag) => receiver.simple_class().and_then(listed).or_else(|| listed("Collection")),
            Some(Shape::Map) => listed("Map").filter(|found| {
                let is_primitive = matches!(found, MethodResult::Type(JavaType::Primitive(_)));
                type_args.len() == 2 || is_primitive
            }),
            None => listed(receiver.simple_class().unwrap_or_default()),
        },
        _ => None,
    };
    found.map_or(JavaType::Unknown, |found| resolved(found, Some(receiver), args))
}

fn boxed(own: Primitive, name: &str) -> JavaType {
    match name.strip_suffix("Value").and_then(Primitive::from_keyword) {
        Some(to) => JavaType::Primitive(to),
        None if name == "compareTo" => JavaType::INT,
        None if matches!(own, Primitive::Float | Primitive::Double) && name.starts_with("is") => JavaType::BOOLEAN,
        None => JavaType::Unknown,
    }
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
        MethodResult::Common => match args {
            [a, b] => types::binary_promotion(a, b),
            _ => JavaType::Unknown,
        },
    }
}

/// Returns a catalogue type with the receiver's type arguments.
///
/// A raw receiver gives raw types.
fn with_arguments(ty: &JavaType, type_args: &[JavaType]) -> JavaType {
    match ty {
        JavaType::Class { name, args } if args.is_empty() && name == "E" => type_argument(type_args, 0),
        JavaType::Class { name, args } if args.is_empty() && name == "V" => type_argument(type_args, 1),
        JavaType::Class { name, .. } if type_args.is_empty() => {
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
