//! Result types of JDK methods and types of static fields, by class and name.
//!
//! The result type of a method without a row is unknown, except for static methods of wrapper classes such as
//! `isDigit`. `mts-lang` computes the type of a call from these results.

use super::lookup::parents;
use crate::{JavaType, Primitive};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The result type of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MethodResult {
    /// This type. In the type, `E` and `V` stand for the first and the second type argument of the receiver.
    Type(JavaType),
    /// The receiver's type.
    Receiver,
    /// The type of the first argument.
    Argument,
    /// The type of the elements of the first argument.
    Element,
    /// The first argument's type after unary numeric promotion.
    Promoted,
    /// The common type of both arguments after binary numeric promotion.
    Common,
    /// `int` if the second argument promotes to `int`, else [`MethodResult::Common`].
    Modulus,
    /// `long` if the first argument is a `double`, and `int` if it is another number.
    Rounded,
    /// `float` if the first argument is a `float`, else `double`.
    Real,
    /// `char` if the first argument is a `char`, else [`MethodResult::Promoted`].
    Letter,
    /// The stream type for the elements of the first argument, which is an array.
    Stream,
    /// The primitive type of the wrapper class.
    Primitive,
    /// The wrapper class itself.
    Wrapper,
}

/// A class, a result type, and the names of the methods with this result. `name/2` is the method with two arguments.
type Row = (&'static str, &'static str, &'static str);

/// The result types of instance methods.
///
/// The class `Collection` has the methods of all collections, the class `Map` the methods of all maps. A class has rows
/// of its own only for methods with another result. The name `wrapper` stands for all wrapper classes, and `Array` for
/// all arrays.
const METHODS: &[Row] = &[
    ("Object", "boolean", "equals/1"),
    ("Object", "int", "hashCode/0"),
    ("Object", "String", "toString/0"),
    ("Array", "this", "clone"),
    ("Object", "Class", "getClass"),
    ("Enum", "int", "ordinal compareTo"),
    ("Enum", "String", "name"),
    ("Class", "String", "getSimpleName"),
    ("Comparable", "int", "compareTo"),
    ("Comparator", "this", "reversed thenComparing thenComparingInt thenComparingLong thenComparingDouble"),
    ("Exception", "String", "getMessage"),
    ("wrapper", "int", "compareTo intValue"),
    ("wrapper", "byte", "byteValue"),
    ("wrapper", "short", "shortValue"),
    ("wrapper", "long", "longValue"),
    ("wrapper", "float", "floatValue"),
    ("wrapper", "double", "doubleValue"),
    ("wrapper", "char", "charValue"),
    ("wrapper", "boolean", "booleanValue isNaN isInfinite"),
    ("String", "int", "length indexOf lastIndexOf compareTo compareToIgnoreCase codePointAt codePointCount"),
    ("String", "char", "charAt"),
    (
        "String",
        "boolean",
        "isEmpty isBlank contains startsWith endsWith equalsIgnoreCase matches contentEquals regionMatches",
    ),
    (
        "String",
        "String",
        "substring concat replace replaceAll replaceFirst trim strip stripLeading stripTrailing toUpperCase toLowerCase \
         repeat intern formatted indent",
    ),
    ("String", "char[]", "toCharArray"),
    ("String", "byte[]", "getBytes"),
    ("String", "String[]", "split"),
    ("String", "IntStream", "chars"),
    ("StringBuilder", "this", "append insert reverse deleteCharAt delete replace"),
    ("StringBuilder", "void", "setCharAt setLength ensureCapacity"),
    ("StringBuilder", "int", "capacity"),
    (
        "BigInteger",
        "BigInteger",
        "add subtract multiply divide remainder mod gcd max min and or xor pow modPow modInverse negate abs sqrt shiftLeft \
         shiftRight",
    ),
    ("BigInteger", "int", "signum bitLength compareTo intValue"),
    ("BigInteger", "long", "longValue"),
    ("BigInteger", "double", "doubleValue"),
    ("BigInteger", "boolean", "testBit"),
    ("BigInteger", "String", "toString/1"),
    ("PrintStream", "void", "print println"),
    ("PrintStream", "this", "printf format"),
    ("Collection", "int", "size indexOf lastIndexOf"),
    (
        "Collection",
        "boolean",
        "isEmpty contains containsAll add/1 addAll removeAll retainAll remove offer removeIf empty offerFirst offerLast",
    ),
    ("Collection", "void", "add clear addFirst addLast forEach sort"),
    (
        "Collection",
        "E",
        "remove/0 get set peek poll pop push first last getFirst getLast element removeFirst removeLast pollFirst pollLast \
         peekFirst peekLast firstElement lastElement elementAt floor ceiling higher lower",
    ),
    ("Collection", "Stream<E>", "stream"),
    ("Collection", "Object[]", "toArray/0"),
    ("List", "void", "replaceAll"),
    ("Vector", "void", "addElement"),
    ("Deque", "void", "push"),
    ("Collection", "Iterator<E>", "iterator listIterator"),
    ("Collection", "List<E>", "subList"),
    ("Map", "int", "size"),
    ("Map", "boolean", "isEmpty containsKey containsValue"),
    ("Map", "void", "clear putAll forEach replaceAll"),
    ("Map", "V", "remove/1 get getOrDefault put putIfAbsent merge computeIfAbsent computeIfPresent compute"),
    ("Map", "E", "firstKey lastKey floorKey ceilingKey higherKey lowerKey"),
    ("Map", "Set<E>", "keySet navigableKeySet"),
    ("Map", "Collection<V>", "values"),
    ("Map", "Set<Map.Entry<E,V>>", "entrySet"),
    (
        "Map",
        "Map.Entry<E,V>",
        "firstEntry lastEntry floorEntry ceilingEntry higherEntry lowerEntry pollFirstEntry pollLastEntry",
    ),
    ("Entry", "E", "getKey"),
    ("Entry", "V", "getValue"),
    ("Iterator", "boolean", "hasNext"),
    ("Iterator", "E", "next"),
    ("Iterator", "void", "remove"),
    ("ListIterator", "boolean", "hasNext hasPrevious"),
    ("ListIterator", "E", "next previous"),
    ("Optional", "E", "get orElse orElseThrow orElseGet"),
    ("Optional", "this", "filter"),
    ("Optional", "void", "ifPresent"),
    ("Optional", "boolean", "isPresent isEmpty"),
    ("OptionalInt", "int", "getAsInt orElse"),
    ("OptionalInt", "boolean", "isPresent isEmpty"),
    ("OptionalLong", "long", "getAsLong orElse"),
    ("OptionalLong", "boolean", "isPresent isEmpty"),
    ("OptionalDouble", "double", "getAsDouble orElse"),
    ("OptionalDouble", "boolean", "isPresent isEmpty"),
    ("Stream", "this", "filter distinct sorted limit skip peek takeWhile dropWhile"),
    ("Stream", "Optional<E>", "findFirst findAny min max reduce/1"),
    ("Stream", "E", "reduce/2"),
    ("Stream", "List<E>", "toList"),
    ("Stream", "IntStream", "mapToInt"),
    ("Stream", "LongStream", "mapToLong"),
    ("Stream", "DoubleStream", "mapToDouble"),
    ("Stream", "void", "forEach forEachOrdered"),
    ("Stream", "long", "count"),
    ("Stream", "boolean", "anyMatch allMatch noneMatch"),
    ("Stream", "Object[]", "toArray/0"),
    ("IntStream", "int", "sum reduce/2"),
    ("IntStream", "void", "forEach"),
    ("IntStream", "LongStream", "mapToLong asLongStream"),
    ("IntStream", "DoubleStream", "mapToDouble asDoubleStream"),
    ("IntStream", "Stream<Integer>", "boxed"),
    ("IntStream", "long", "count"),
    ("IntStream", "OptionalInt", "min max findFirst findAny reduce/1"),
    ("IntStream", "OptionalDouble", "average"),
    ("IntStream", "IntStream", "filter map distinct sorted limit skip parallel sequential"),
    ("IntStream", "int[]", "toArray"),
    ("IntStream", "boolean", "anyMatch allMatch noneMatch"),
    ("LongStream", "long", "sum count reduce/2"),
    ("LongStream", "Stream<Long>", "boxed"),
    ("LongStream", "OptionalLong", "min max findFirst findAny"),
    ("LongStream", "OptionalDouble", "average"),
    ("LongStream", "LongStream", "filter map distinct sorted limit skip parallel sequential"),
    ("LongStream", "long[]", "toArray"),
    ("LongStream", "boolean", "anyMatch allMatch noneMatch"),
    ("DoubleStream", "double", "sum"),
    ("DoubleStream", "Stream<Double>", "boxed"),
    ("DoubleStream", "long", "count"),
    ("DoubleStream", "OptionalDouble", "min max findFirst findAny average"),
    ("DoubleStream", "DoubleStream", "filter map distinct sorted limit skip parallel sequential"),
    ("DoubleStream", "double[]", "toArray"),
    ("DoubleStream", "boolean", "anyMatch allMatch noneMatch"),
    (
        "Scanner",
        "boolean",
        "nextBoolean hasNext hasNextLine hasNextBoolean hasNextByte hasNextShort hasNextInt hasNextLong hasNextFloat \
         hasNextDouble hasNextBigInteger hasNextBigDecimal",
    ),
    ("Scanner", "String", "next nextLine"),
    ("Scanner", "byte", "nextByte"),
    ("Scanner", "short", "nextShort"),
    ("Scanner", "int", "nextInt"),
    ("Scanner", "long", "nextLong"),
    ("Scanner", "float", "nextFloat"),
    ("Scanner", "double", "nextDouble"),
    ("Random", "int", "nextInt"),
    ("Random", "long", "nextLong"),
    ("Random", "float", "nextFloat"),
    ("Random", "double", "nextDouble nextGaussian"),
    ("Random", "boolean", "nextBoolean"),
    ("BitSet", "boolean", "get/1 isEmpty intersects"),
    ("BitSet", "BitSet", "get/2"),
    ("BitSet", "int", "cardinality length size nextSetBit nextClearBit"),
    ("AtomicInteger", "int", "get incrementAndGet getAndIncrement decrementAndGet addAndGet"),
    ("AtomicLong", "long", "get incrementAndGet getAndIncrement decrementAndGet addAndGet"),
];

/// The result types of static methods. The name `wrapper` stands for all wrapper classes.
const STATIC_METHODS: &[Row] = &[
    ("Math", "promoted", "abs negateExact incrementExact decrementExact"),
    ("Math", "common", "max min addExact subtractExact multiplyExact floorDiv"),
    // Since Java 9, the result of `floorMod(long, int)` is an `int`.
    ("Math", "modulus", "floorMod"),
    ("Math", "rounded", "round"),
    ("Math", "real", "ulp signum"),
    ("Math", "int", "toIntExact getExponent"),
    (
        "Math",
        "double",
        "sqrt cbrt pow floor ceil rint exp expm1 log log10 log1p sin cos tan asin acos atan atan2 sinh cosh tanh hypot \
         toRadians toDegrees random IEEEremainder",
    ),
    ("String", "String", "valueOf format join copyValueOf"),
    ("Arrays", "String", "toString deepToString"),
    ("Arrays", "boolean", "equals deepEquals"),
    ("Arrays", "int", "hashCode deepHashCode binarySearch compare mismatch"),
    ("Arrays", "argument", "copyOf copyOfRange"),
    ("Arrays", "void", "fill sort setAll parallelSort"),
    ("Arrays", "stream", "stream"),
    ("Collections", "void", "sort reverse swap shuffle fill rotate"),
    ("Collections", "element", "max min"),
    ("Collections", "int", "frequency binarySearch"),
    ("Collections", "boolean", "addAll disjoint"),
    ("Objects", "boolean", "equals isNull nonNull"),
    ("Objects", "int", "hash hashCode"),
    ("Objects", "String", "toString"),
    ("BigInteger", "BigInteger", "valueOf"),
    ("IntStream", "IntStream", "range rangeClosed of iterate"),
    ("LongStream", "LongStream", "range rangeClosed"),
    ("System", "long", "currentTimeMillis nanoTime"),
    ("System", "int", "identityHashCode"),
    ("System", "void", "arraycopy exit gc"),
    ("System", "String", "lineSeparator getProperty getenv/1"),
    ("wrapper", "wrapper", "valueOf"),
    ("wrapper", "String", "toString toBinaryString toHexString toOctalString toUnsignedString getName"),
    (
        "wrapper",
        "int",
        "compare hashCode bitCount numberOfLeadingZeros numberOfTrailingZeros signum getNumericValue digit compareUnsigned \
         getType codePointAt charCount floatToIntBits floatToRawIntBits toUnsignedInt",
    ),
    ("wrapper", "long", "doubleToLongBits doubleToRawLongBits toUnsignedLong"),
    ("wrapper", "float", "intBitsToFloat"),
    ("wrapper", "double", "longBitsToDouble"),
    ("wrapper", "char[]", "toChars"),
    ("wrapper", "char", "forDigit"),
    ("wrapper", "boolean", "logicalAnd logicalOr logicalXor"),
    (
        "wrapper",
        "primitive",
        "max min sum reverse reverseBytes rotateLeft rotateRight highestOneBit lowestOneBit divideUnsigned \
         remainderUnsigned parseInt parseLong parseShort parseByte parseFloat parseDouble parseBoolean parseUnsignedInt \
         parseUnsignedLong",
    ),
    ("wrapper", "letter", "toUpperCase toLowerCase toTitleCase"),
];

/// The types of static fields. The name `wrapper` stands for all wrapper classes.
const STATIC_FIELDS: &[Row] = &[
    ("Math", "double", "PI E"),
    ("Boolean", "Boolean", "TRUE FALSE"),
    ("BigInteger", "BigInteger", "ZERO ONE TWO TEN"),
    ("wrapper", "int", "SIZE BYTES MIN_RADIX MAX_RADIX MAX_EXPONENT MIN_EXPONENT"),
    ("wrapper", "primitive", "MAX_VALUE MIN_VALUE POSITIVE_INFINITY NEGATIVE_INFINITY NaN MIN_NORMAL"),
];

/// The result type of static methods such as `Character.isDigit`, whose names start with `is`.
static BOOLEAN: MethodResult = MethodResult::Type(JavaType::BOOLEAN);

type Table = HashMap<&'static str, HashMap<&'static str, MethodResult>>;

static BY_CLASS: LazyLock<Table> = LazyLock::new(|| table(METHODS));
static STATIC_BY_CLASS: LazyLock<Table> = LazyLock::new(|| table(STATIC_METHODS));
static FIELDS_BY_CLASS: LazyLock<Table> = LazyLock::new(|| table(STATIC_FIELDS));

fn table(rows: &[Row]) -> Table {
    let mut found = Table::new();
    for (class, result, methods) in rows {
        let Some(result) = parsed(result) else { continue };
        let own = found.entry(class).or_default();
        own.extend(methods.split_whitespace().map(|method| (method, result.clone())));
    }
    found
}

fn parsed(text: &str) -> Option<MethodResult> {
    Some(match text {
        "this" => MethodResult::Receiver,
        "argument" => MethodResult::Argument,
        "element" => MethodResult::Element,
        "promoted" => MethodResult::Promoted,
        "common" => MethodResult::Common,
        "modulus" => MethodResult::Modulus,
        "rounded" => MethodResult::Rounded,
        "real" => MethodResult::Real,
        "letter" => MethodResult::Letter,
        "stream" => MethodResult::Stream,
        "primitive" => MethodResult::Primitive,
        "wrapper" => MethodResult::Wrapper,
        text => MethodResult::Type(JavaType::parse(text)?),
    })
}

/// Returns the result type of a method that a class declares or inherits.
///
/// `arguments` is the number of arguments of the call. `None` if the result type is unknown.
#[must_use]
pub fn method_result(class: &str, name: &str, arguments: usize) -> Option<&'static MethodResult> {
    let inherited = || parents(class).iter().find_map(|parent| method_result(parent, name, arguments));
    found(&BY_CLASS, class, name, arguments).or_else(inherited)
}

/// Returns the result type of a static method.
///
/// `arguments` is the number of arguments of the call. `None` if the result type is unknown.
#[must_use]
pub fn static_result(class: &str, name: &str, arguments: usize) -> Option<&'static MethodResult> {
    let is_test = || Primitive::from_box(class).is_some() && name.starts_with("is");
    found_static(&STATIC_BY_CLASS, class, name, arguments).or_else(|| is_test().then_some(&BOOLEAN))
}

/// Returns the type of a static field. `None` if the type is unknown.
#[must_use]
pub fn static_field(class: &str, name: &str) -> Option<&'static MethodResult> {
    found_static(&FIELDS_BY_CLASS, class, name, 0)
}

fn found_static(table: &'static Table, class: &str, name: &str, arguments: usize) -> Option<&'static MethodResult> {
    let shared = match class {
        "StrictMath" => "Math",
        _ if Primitive::from_box(class).is_some() => "wrapper",
        _ => class,
    };
    found(table, class, name, arguments).or_else(|| found(table, shared, name, arguments))
}

fn found(table: &'static Table, class: &str, name: &str, arguments: usize) -> Option<&'static MethodResult> {
    let own = table.get(class)?;
    own.get(format!("{name}/{arguments}").as_str()).or_else(|| own.get(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_parses_as_a_type_and_no_method_is_listed_twice() {
        let tables = [(METHODS, &*BY_CLASS), (STATIC_METHODS, &*STATIC_BY_CLASS), (STATIC_FIELDS, &*FIELDS_BY_CLASS)];
        for (rows, table) in tables {
            assert!(rows.iter().all(|(_, result, _)| parsed(result).is_some()));
            let written: usize = rows.iter().map(|(_, _, methods)| methods.split_whitespace().count()).sum();
            assert_eq!(table.values().map(HashMap::len).sum::<usize>(), written, "one is listed twice");
        }
    }
}
