//! Functional interfaces of the JDK, with the types of their abstract methods.

use crate::{JavaType, Primitive};

/// A functional interface: an interface with one abstract method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionalType {
    /// The simple name.
    pub name: &'static str,
    /// The name of the abstract method, which a lambda implements.
    pub method: &'static str,
    params: &'static [Slot],
    returns: Slot,
    /// Whether the interface has the annotation `@FunctionalInterface`.
    pub is_annotated: bool,
}

/// The type of a parameter or of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    /// A type argument of the interface, by its index.
    Argument(usize),
    Primitive(Primitive),
    Void,
}

use Slot::Void;
const A: Slot = Slot::Argument(0);
const B: Slot = Slot::Argument(1);
const C: Slot = Slot::Argument(2);
const BOOLEAN: Slot = Slot::Primitive(Primitive::Boolean);
const INT: Slot = Slot::Primitive(Primitive::Int);
const LONG: Slot = Slot::Primitive(Primitive::Long);
const DOUBLE: Slot = Slot::Primitive(Primitive::Double);

const fn row(name: &'static str, method: &'static str, params: &'static [Slot], returns: Slot) -> FunctionalType {
    FunctionalType { name, method, params, returns, is_annotated: true }
}

const fn closing(name: &'static str) -> FunctionalType {
    FunctionalType { is_annotated: false, ..row(name, "close", &[], Void) }
}

/// The rows: first the interfaces of `java.util.function`, then those of other packages.
const FUNCTIONS: &[FunctionalType] = &[
    row("BiConsumer", "accept", &[A, B], Void),
    row("BiFunction", "apply", &[A, B], C),
    row("BiPredicate", "test", &[A, B], BOOLEAN),
    row("BinaryOperator", "apply", &[A, A], A),
    row("BooleanSupplier", "getAsBoolean", &[], BOOLEAN),
    row("Consumer", "accept", &[A], Void),
    row("DoubleBinaryOperator", "applyAsDouble", &[DOUBLE, DOUBLE], DOUBLE),
    row("DoubleConsumer", "accept", &[DOUBLE], Void),
    row("DoubleFunction", "apply", &[DOUBLE], A),
    row("DoublePredicate", "test", &[DOUBLE], BOOLEAN),
    row("DoubleSupplier", "getAsDouble", &[], DOUBLE),
    row("DoubleToIntFunction", "applyAsInt", &[DOUBLE], INT),
    row("DoubleToLongFunction", "applyAsLong", &[DOUBLE], LONG),
    row("DoubleUnaryOperator", "applyAsDouble", &[DOUBLE], DOUBLE),
    row("Function", "apply", &[A], B),
    row("IntBinaryOperator", "applyAsInt", &[INT, INT], INT),
    row("IntConsumer", "accept", &[INT], Void),
    row("IntFunction", "apply", &[INT], A),
    row("IntPredicate", "test", &[INT], BOOLEAN),
    row("IntSupplier", "getAsInt", &[], INT),
    row("IntToDoubleFunction", "applyAsDouble", &[INT], DOUBLE),
    row("IntToLongFunction", "applyAsLong", &[INT], LONG),
    row("IntUnaryOperator", "applyAsInt", &[INT], INT),
    row("LongBinaryOperator", "applyAsLong", &[LONG, LONG], LONG),
    row("LongConsumer", "accept", &[LONG], Void),
    row("LongFunction", "apply", &[LONG], A),
    row("LongPredicate", "test", &[LONG], BOOLEAN),
    row("LongSupplier", "getAsLong", &[], LONG),
    row("LongToDoubleFunction", "applyAsDouble", &[LONG], DOUBLE),
    row("LongToIntFunction", "applyAsInt", &[LONG], INT),
    row("LongUnaryOperator", "applyAsLong", &[LONG], LONG),
    row("ObjDoubleConsumer", "accept", &[A, DOUBLE], Void),
    row("ObjIntConsumer", "accept", &[A, INT], Void),
    row("ObjLongConsumer", "accept", &[A, LONG], Void),
    row("Predicate", "test", &[A], BOOLEAN),
    row("Supplier", "get", &[], A),
    row("ToDoubleBiFunction", "applyAsDouble", &[A, B], DOUBLE),
    row("ToDoubleFunction", "applyAsDouble", &[A], DOUBLE),
    row("ToIntBiFunction", "applyAsInt", &[A, B], INT),
    row("ToIntFunction", "applyAsInt", &[A], INT),
    row("ToLongBiFunction", "applyAsLong", &[A, B], LONG),
    row("ToLongFunction", "applyAsLong", &[A], LONG),
    row("UnaryOperator", "apply", &[A], A),
    row("Callable", "call", &[], A),
    row("Comparator", "compare", &[A, A], INT),
    row("Runnable", "run", &[], Void),
    closing("AutoCloseable"),
    closing("Closeable"),
];

/// The methods of these interfaces that Java implements, such as `Predicate.negate`.
///
/// The Python worker makes a plain function for such an interface, and this function does not have these methods.
pub(super) const DEFAULT_METHODS: &[&str] = &[
    "negate",
    "reversed",
    "andThen",
    "compose",
    "and",
    "or",
    "thenComparing",
    "thenComparingInt",
    "thenComparingLong",
    "thenComparingDouble",
];

/// Returns the functional interface with this simple name.
#[must_use]
pub fn functional_type(simple: &str) -> Option<&'static FunctionalType> {
    FUNCTIONS.iter().find(|row| row.name == simple)
}

impl FunctionalType {
    /// Returns the parameter types and the result type of the method, for these type arguments.
    ///
    /// A missing type argument gives [`JavaType::Unknown`].
    #[must_use]
    pub fn signature(&self, args: &[JavaType]) -> (Vec<JavaType>, JavaType) {
        let resolve = |slot: &Slot| match slot {
            Slot::Argument(at) => args.get(*at).cloned().unwrap_or_default(),
            Slot::Primitive(primitive) => JavaType::Primitive(*primitive),
            Slot::Void => JavaType::Void,
        };
        (self.params.iter().map(resolve).collect(), resolve(&self.returns))
    }
}
