//! What the values of a type of the JDK are to the value model. Which values are generated is decided by `inputs`.

/// The collection interfaces and classes of `java.util` whose values are ordered sequences.
const SEQUENCES: &[&str] = &[
    "List",
    "ArrayList",
    "LinkedList",
    "Collection",
    "Iterable",
    "Iterator",
    "ListIterator",
    "Vector",
    "Stack",
    "Deque",
    "ArrayDeque",
    "Queue",
];

/// Those whose values are sets.
const SETS: &[&str] = &["Set", "HashSet", "LinkedHashSet", "TreeSet", "SortedSet", "NavigableSet"];

/// Those whose values are maps.
const MAPS: &[&str] = &["Map", "HashMap", "LinkedHashMap", "TreeMap", "SortedMap", "NavigableMap"];

/// What a class type is to the value model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeShape {
    /// A [`crate::Value::List`].
    Sequence,
    /// A [`crate::Value::Set`].
    Set,
    /// A [`crate::Value::Map`].
    Map,
    /// A string: `CharSequence`, `StringBuilder`.
    Text,
    /// An integer without bound: `BigInteger`.
    BigInteger,
    /// A decimal number: `BigDecimal`, as a number or a string.
    Decimal,
    /// Null or a value of its argument: `Optional`.
    Optional,
    /// A type variable by its customary name (`T`, `K2`), or `Comparable`: anything with an order.
    Variable,
    /// `Object`, `Number`, ...: whatever the value says of itself.
    Any,
    /// Any other class.
    Other,
}

/// What a class of this simple name is to the value model.
#[must_use]
pub fn type_shape(simple: &str) -> TypeShape {
    match simple {
        name if SEQUENCES.contains(&name) => TypeShape::Sequence,
        name if SETS.contains(&name) => TypeShape::Set,
        name if MAPS.contains(&name) => TypeShape::Map,
        "CharSequence" | "StringBuilder" | "StringBuffer" => TypeShape::Text,
        "BigInteger" => TypeShape::BigInteger,
        "BigDecimal" => TypeShape::Decimal,
        "Optional" => TypeShape::Optional,
        "Comparable" => TypeShape::Variable,
        name if is_variable(name) => TypeShape::Variable,
        "Object" | "Number" | "Serializable" => TypeShape::Any,
        _ => TypeShape::Other,
    }
}

/// One capital letter and perhaps a digit: one file alone does not tell a type variable from a class.
fn is_variable(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_uppercase())
        && chars.next().is_none_or(|c| c.is_ascii_digit())
        && chars.next().is_none()
}
