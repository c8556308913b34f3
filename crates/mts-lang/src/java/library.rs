//! Static types of the parts of the JDK that ported code uses most: `String`, `Math`, the wrapper
//! classes, collections, `StringBuilder`, `Scanner`. What is not listed is unknown, never guessed.

use super::types;
use mts_model::jdk::{self, Order, TypeShape};
use mts_model::{JavaType, Primitive};

const CHAR: JavaType = JavaType::Primitive(Primitive::Char);
const LONG: JavaType = JavaType::Primitive(Primitive::Long);
const FLOAT: JavaType = JavaType::Primitive(Primitive::Float);
const DOUBLE: JavaType = JavaType::Primitive(Primitive::Double);

/// What an element access is made on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `String`, `StringBuilder`: `length()`, `charAt(i)`.
    Text,
    /// A `List`: `size()`, `get(i)`.
    List,
    /// A `Map`: `size()`, `get(k)`.
    Map,
    /// A collection without access by position: `size()`.
    Bag,
}

/// The shape of a receiver of this type.
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

/// Element type of what a for-each runs over.
pub(super) fn element(ty: &JavaType) -> JavaType {
    match ty {
        JavaType::Array(element) => (**element).clone(),
        JavaType::Class { args, .. } if args.len() == 1 => args[0].clone(),
        _ => JavaType::Unknown,
    }
}

/// Type of a static field of a JDK class, such as `Integer.MAX_VALUE`.
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

/// Type of a call of a static JDK method, such as `Math.max(a, b)`.
pub(super) fn static_method(class: &str, name: &str, args: &[JavaType]) -> JavaType {
    let simple = class.rsplit('.').next().unwrap_or(class);
    if let Some(own) = Primitive::from_box(simple) {
        return wrapper_method(own, name, args);
    }
    match simple {
        "Math" | "StrictMath" => math(name, args),
        "String" => match name {
            "valueOf" | "format" | "join" | "copyValueOf" => JavaType::String,
            _ => JavaType::Unknown,
        },
        "Arrays" => match (name, args.first()) {
            ("toString" | "deepToString", _) => JavaType::String,
            ("equals" | "deepEquals", _) => JavaType::BOOLEAN,
            ("hashCode" | "deepHashCode" | "binarySearch" | "compare" | "mismatch", _) => JavaType::INT,
            ("copyOf" | "copyOfRange", Some(array)) => array.clone(),
            ("fill" | "sort" | "setAll" | "parallelSort", _) => JavaType::Void,
            ("stream", Some(array)) => stream(array),
            _ => JavaType::Unknown,
        },
        "Collections" => match (name, args.first()) {
            ("sort" | "reverse" | "swap" | "shuffle" | "fill", _) => JavaType::Void,
            ("max" | "min", Some(over)) => element(over),
            ("frequency", _) => JavaType::INT,
            ("addAll" | "disjoint", _) => JavaType::BOOLEAN,
            _ => JavaType::Unknown,
        },
        "Objects" => match name {
            "equals" | "isNull" | "nonNull" => JavaType::BOOLEAN,
            "hash" | "hashCode" => JavaType::INT,
            "toString" => JavaType::String,
            _ => JavaType::Unknown,
        },
        "System" => match name {
            "currentTimeMillis" | "nanoTime" => LONG,
            "identityHashCode" => JavaType::INT,
            "arraycopy" | "exit" | "gc" => JavaType::Void,
            "lineSeparator" | "getProperty" | "getenv" if args.len() < 3 => JavaType::String,
            _ => JavaType::Unknown,
        },
        _ => JavaType::Unknown,
    }
}

/// `java.lang.Math`, with the overloads' promotions.
fn math(name: &str, args: &[JavaType]) -> JavaType {
    let first = args.first().cloned().unwrap_or_default();
    match name {
        "abs" | "negateExact" | "incrementExact" | "decrementExact" => types::unary_promotion(&first),
        "max" | "min" | "addExact" | "subtractExact" | "multiplyExact" | "floorDiv" => match args {
            [a, b] => types::binary_promotion(a, b),
            _ => JavaType::Unknown,
        },
        "floorMod" => match args {
            // floorMod(long, int) is an int since Java 9.
            [_, b] if types::unary_promotion(b) == JavaType::INT => JavaType::INT,
            [a, b] => types::binary_promotion(a, b),
            _ => JavaType::Unknown,
        },
        "round" => match first.unboxed() {
            Some(Primitive::Double) => LONG,
            Some(Primitive::Boolean) | None => JavaType::Unknown,
            Some(_) => JavaType::INT,
        },
        "toIntExact" | "getExponent" => JavaType::INT,
        "ulp" | "signum" if first == FLOAT => FLOAT,
        "sqrt" | "cbrt" | "pow" | "floor" | "ceil" | "rint" | "exp" | "expm1" | "log" | "log10" | "log1p" | "sin"
        | "cos" | "tan" | "asin" | "acos" | "atan" | "atan2" | "sinh" | "cosh" | "tanh" | "hypot" | "toRadians"
        | "toDegrees" | "random" | "ulp" | "signum" | "IEEEremainder" => DOUBLE,
        _ => JavaType::Unknown,
    }
}

/// Static methods of `Integer`, `Character` and their like.
fn wrapper_method(own: Primitive, name: &str, args: &[JavaType]) -> JavaType {
    match name {
        "valueOf" => JavaType::Boxed(own),
        "toString" | "toBinaryString" | "toHexString" | "toOctalString" | "toUnsignedString" | "getName" => {
            JavaType::String
        }
        "compare"
        | "hashCode"
        | "bitCount"
        | "numberOfLeadingZeros"
        | "numberOfTrailingZeros"
        | "signum"
        | "getNumericValue"
        | "digit"
        | "compareUnsigned"
        | "getType"
        | "codePointAt"
        | "charCount" => JavaType::INT,
        "floatToIntBits" | "floatToRawIntBits" | "toUnsignedInt" => JavaType::INT,
        "doubleToLongBits" | "doubleToRawLongBits" | "toUnsignedLong" => LONG,
        "intBitsToFloat" => FLOAT,
        "longBitsToDouble" => DOUBLE,
        "toChars" => CHAR.array_of(),
        "forDigit" => CHAR,
        "toUpperCase" | "toLowerCase" | "toTitleCase" => args.first().map_or(JavaType::Unknown, |arg| {
            if *arg == CHAR || *arg == JavaType::Boxed(Primitive::Char) { CHAR } else { types::unary_promotion(arg) }
        }),
        "logicalAnd" | "logicalOr" | "logicalXor" => JavaType::BOOLEAN,
        "max" | "min" | "sum" | "reverse" | "reverseBytes" | "rotateLeft" | "rotateRight" | "highestOneBit"
        | "lowestOneBit" | "divideUnsigned" | "remainderUnsigned" => JavaType::Primitive(own),
        _ if name.starts_with("parse") => JavaType::Primitive(own),
        _ if name.starts_with("is") => JavaType::BOOLEAN,
        _ => JavaType::Unknown,
    }
}

/// Type of a call of an instance method on a receiver of this type.
pub(super) fn method(receiver: &JavaType, name: &str, args: &[JavaType]) -> JavaType {
    match (name, args.len()) {
        ("equals", 1) => return JavaType::BOOLEAN,
        ("hashCode", 0) => return JavaType::INT,
        ("toString", 0) => return JavaType::String,
        _ => {}
    }
    match receiver {
        JavaType::String => string(name),
        JavaType::Boxed(own) => boxed(*own, name),
        JavaType::Array(_) if name == "clone" => receiver.clone(),
        JavaType::Class { args: given, .. } => match shape(receiver) {
            Some(Shape::Text) => builder(receiver, name),
            Some(shape @ (Shape::List | Shape::Bag)) => collection(name, shape, args, given),
            Some(Shape::Map) => map(name, given),
            None => other(receiver, name, given),
        },
        _ => JavaType::Unknown,
    }
}

fn string(name: &str) -> JavaType {
    match name {
        "length"
        | "indexOf"
        | "lastIndexOf"
        | "compareTo"
        | "compareToIgnoreCase"
        | "codePointAt"
        | "codePointCount" => JavaType::INT,
        "charAt" => CHAR,
        "isEmpty" | "isBlank" | "contains" | "startsWith" | "endsWith" | "equalsIgnoreCase" | "matches"
        | "contentEquals" | "regionMatches" => JavaType::BOOLEAN,
        "substring" | "concat" | "replace" | "replaceAll" | "replaceFirst" | "trim" | "strip" | "stripLeading"
        | "stripTrailing" | "toUpperCase" | "toLowerCase" | "repeat" | "intern" | "formatted" | "indent" => {
            JavaType::String
        }
        "toCharArray" => CHAR.array_of(),
        "getBytes" => JavaType::Primitive(Primitive::Byte).array_of(),
        "split" => JavaType::String.array_of(),
        _ => JavaType::Unknown,
    }
}

fn boxed(own: Primitive, name: &str) -> JavaType {
    match name.strip_suffix("Value").and_then(Primitive::from_keyword) {
        Some(to) => JavaType::Primitive(to),
        None if name == "compareTo" => JavaType::INT,
        None if matches!(own, Primitive::Float | Primitive::Double) && name.starts_with("is") => JavaType::BOOLEAN,
        None => JavaType::Unknown,
    }
}

fn builder(receiver: &JavaType, name: &str) -> JavaType {
    match name {
        "append" | "insert" | "reverse" | "deleteCharAt" | "delete" | "replace" => receiver.clone(),
        "setCharAt" | "setLength" | "ensureCapacity" => JavaType::Void,
        "capacity" => JavaType::INT,
        _ => string(name),
    }
}

fn collection(name: &str, shape: Shape, args: &[JavaType], given: &[JavaType]) -> JavaType {
    let element = || given.first().cloned().unwrap_or_default();
    match name {
        "size" | "indexOf" | "lastIndexOf" => JavaType::INT,
        "isEmpty" | "contains" | "containsAll" | "addAll" | "removeAll" | "retainAll" | "offer" | "removeIf"
        | "empty" | "offerFirst" | "offerLast" => JavaType::BOOLEAN,
        "add" => {
            if args.len() == 1 {
                JavaType::BOOLEAN
            } else {
                JavaType::Void
            }
        }
        "clear" | "addFirst" | "addLast" | "forEach" | "sort" => JavaType::Void,
        // `remove(int)` of a list gives the element, `remove(Object)` whether there was one.
        "remove" => match args.first() {
            None => element(),
            Some(JavaType::Primitive(_)) if shape == Shape::List => element(),
            Some(_) => JavaType::BOOLEAN,
        },
        "get" | "set" | "peek" | "poll" | "pop" | "push" | "first" | "last" | "getFirst" | "getLast" | "element"
        | "removeFirst" | "removeLast" | "pollFirst" | "pollLast" | "peekFirst" | "peekLast" | "firstElement"
        | "lastElement" | "elementAt" | "floor" | "ceiling" | "higher" | "lower" => element(),
        "iterator" | "listIterator" => JavaType::Class { name: "Iterator".into(), args: given.to_vec() },
        "subList" => JavaType::Class { name: "List".into(), args: given.to_vec() },
        _ => JavaType::Unknown,
    }
}

fn map(name: &str, given: &[JavaType]) -> JavaType {
    let of = |class: &str, args: Vec<JavaType>| JavaType::Class { name: class.into(), args };
    let [key, value] = given else {
        return match name {
            "size" => JavaType::INT,
            "isEmpty" | "containsKey" | "containsValue" => JavaType::BOOLEAN,
            _ => JavaType::Unknown,
        };
    };
    let entry = || of("Map.Entry", vec![key.clone(), value.clone()]);
    match name {
        "size" => JavaType::INT,
        "isEmpty" | "containsKey" | "containsValue" => JavaType::BOOLEAN,
        "clear" | "putAll" | "forEach" | "replaceAll" => JavaType::Void,
        "get" | "getOrDefault" | "put" | "putIfAbsent" | "merge" | "computeIfAbsent" | "computeIfPresent"
        | "compute" => value.clone(),
        "firstKey" | "lastKey" | "floorKey" | "ceilingKey" | "higherKey" | "lowerKey" => key.clone(),
        "keySet" | "navigableKeySet" => of("Set", vec![key.clone()]),
        "values" => of("Collection", vec![value.clone()]),
        "entrySet" => of("Set", vec![entry()]),
        "firstEntry" | "lastEntry" | "floorEntry" | "ceilingEntry" | "pollFirstEntry" | "pollLastEntry" => entry(),
        _ => JavaType::Unknown,
    }
}

/// The stream over an array.
fn stream(array: &JavaType) -> JavaType {
    let of = |name: &str, args: Vec<JavaType>| JavaType::Class { name: name.into(), args };
    match element(array) {
        JavaType::Primitive(Primitive::Int) => of("IntStream", Vec::new()),
        JavaType::Primitive(Primitive::Long) => of("LongStream", Vec::new()),
        JavaType::Primitive(Primitive::Double) => of("DoubleStream", Vec::new()),
        JavaType::Unknown | JavaType::Primitive(_) => JavaType::Unknown,
        element => of("Stream", vec![element]),
    }
}

/// Methods of `IntStream`, `LongStream`, `DoubleStream` and their optionals.
fn primitive_stream(class: &str, name: &str) -> JavaType {
    let (own, word) = match class {
        _ if class.contains("Int") => (Primitive::Int, "Int"),
        _ if class.contains("Long") => (Primitive::Long, "Long"),
        _ => (Primitive::Double, "Double"),
    };
    let of = |name: String| JavaType::Class { name, args: Vec::new() };
    match name {
        "sum" | "getAsInt" | "getAsLong" | "getAsDouble" | "orElse" => JavaType::Primitive(own),
        "count" => LONG,
        "min" | "max" | "findFirst" | "findAny" => of(format!("Optional{word}")),
        "average" => of("OptionalDouble".into()),
        "filter" | "map" | "distinct" | "sorted" | "limit" | "skip" | "parallel" | "sequential" => {
            of(format!("{word}Stream"))
        }
        "toArray" => JavaType::Primitive(own).array_of(),
        "anyMatch" | "allMatch" | "noneMatch" | "isPresent" | "isEmpty" => JavaType::BOOLEAN,
        _ => JavaType::Unknown,
    }
}

fn other(receiver: &JavaType, name: &str, given: &[JavaType]) -> JavaType {
    let nth = |at: usize| given.get(at).cloned().unwrap_or_default();
    match (receiver.simple_class().unwrap_or(""), name) {
        ("Entry", "getKey") => nth(0),
        ("Entry", "getValue") => nth(1),
        ("Iterator" | "ListIterator", "hasNext" | "hasPrevious") => JavaType::BOOLEAN,
        ("Iterator" | "ListIterator", "next" | "previous") => nth(0),
        ("Optional", "get" | "orElse" | "orElseThrow") => nth(0),
        ("Optional", "isPresent" | "isEmpty") => JavaType::BOOLEAN,
        ("Scanner", _) if name.starts_with("hasNext") => JavaType::BOOLEAN,
        ("Scanner", "next" | "nextLine") => JavaType::String,
        ("Scanner", _) => name
            .strip_prefix("next")
            .map(str::to_ascii_lowercase)
            .and_then(|word| Primitive::from_keyword(&word))
            .map_or(JavaType::Unknown, JavaType::Primitive),
        (
            class @ ("IntStream" | "LongStream" | "DoubleStream" | "OptionalInt" | "OptionalLong" | "OptionalDouble"),
            _,
        ) => primitive_stream(class, name),
        ("Random", "nextInt") => JavaType::INT,
        ("Random", "nextLong") => LONG,
        ("Random", "nextDouble" | "nextGaussian") => DOUBLE,
        ("Random", "nextBoolean") => JavaType::BOOLEAN,
        ("BitSet", "get" | "isEmpty" | "intersects") => JavaType::BOOLEAN,
        ("BitSet", "cardinality" | "length" | "size" | "nextSetBit" | "nextClearBit") => JavaType::INT,
        ("AtomicInteger", "get" | "incrementAndGet" | "getAndIncrement" | "decrementAndGet" | "addAndGet") => {
            JavaType::INT
        }
        ("AtomicLong", "get" | "incrementAndGet" | "getAndIncrement" | "decrementAndGet" | "addAndGet") => LONG,
        _ => JavaType::Unknown,
    }
}
