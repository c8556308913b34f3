//! Generates inputs for JDK classes whose objects the value model does not represent directly.
//!
//! Examples are paths, durations, classes as values, properties, and functions for interfaces with
//! one method. The workers know how to construct an object from each value.
//! [`super::object_recipes`] handles streams and exceptions.

use super::generate::random::Random;
use mts_model::jdk::{self, Substitute, TypeShape, type_shape};
use mts_model::{JavaType, Primitive, Value};

/// The substitute for the objects of a JDK class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Library {
    /// A text from this list, such as a path or a character set.
    Text(&'static [&'static str]),
    /// A `Duration`, given as milliseconds.
    Duration,
    /// A `Class`, given by its name.
    Class,
    /// `Properties`: a map from text to text.
    Properties,
    /// A `Thread` that has not started, given by its name.
    Thread,
    /// A `Process`, given by its output and its exit code.
    Process,
    /// A function with one of these behaviours, by the names that both workers know.
    Function(Vec<&'static str>),
}

const CLASSES: &[&str] = &["java.lang.String", "java.lang.Integer", "java.lang.Object", "java.lang.Double"];
const MILLIS: &[i64] = &[1, 1000, 50, 60_000, 0, 1500, -1];
const THREADS: &[&str] = &["worker", "reader", "a b", "T-1", "main"];
const EXITS: &[i64] = &[0, 0, 1, 3, 127];
/// The class name of function values: a function is a constant of this class.
const LAMBDA: &str = "Lambda";

/// Returns the substitute for objects of this type; `None` if the type has no substitute.
#[must_use]
pub fn library(ty: &JavaType) -> Option<Library> {
    let JavaType::Class { name, args } = ty else { return None };
    // A binary name shows a class of the project. Its simple name may equal the name of a JDK
    // class.
    if name.contains(['.', '$']) && !name.starts_with("java.") {
        return None;
    }
    let ordered = args.first().is_some_and(|ty| ty.unboxed().is_some() || *ty == JavaType::String);
    let simple = ty.simple_class()?;
    Some(match jdk::jdk_type(simple).and_then(|row| row.substitute) {
        Some(Substitute::Text(form)) => Library::Text(form.samples),
        Some(Substitute::Duration) => Library::Duration,
        Some(Substitute::Class) => Library::Class,
        Some(Substitute::Properties) => Library::Properties,
        Some(Substitute::Thread) => Library::Thread,
        Some(Substitute::Process) => Library::Process,
        Some(Substitute::ThreadFactory) => Library::Function(vec!["thread"]),
        Some(Substitute::Comparator) if ordered => Library::Function(vec!["natural", "zero"]),
        Some(Substitute::Comparator) => Library::Function(vec!["zero"]),
        None => Library::Function(ways(&function(simple, args)?)),
    })
}

/// The parameters and the result of an interface with one method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionalSignature {
    /// The types of the parameters.
    pub params: Vec<JavaType>,
    /// The type of the result.
    pub returns: JavaType,
}

/// Returns the signature of the method of a JDK interface with these type arguments.
fn function(simple: &str, args: &[JavaType]) -> Option<FunctionalSignature> {
    let (params, returns) = jdk::functional_type(simple)?.signature(args);
    Some(FunctionalSignature { params, returns })
}

/// Returns the possible behaviours of a function, by the names that both workers know.
///
/// Each behaviour fits the type of the result.
#[must_use]
pub fn ways(shown: &FunctionalSignature) -> Vec<&'static str> {
    let constants: &[&str] = match &shown.returns {
        JavaType::Void => &["called"],
        JavaType::Primitive(p) | JavaType::Boxed(p) => match p {
            Primitive::Boolean => &["true", "false"],
            Primitive::Int => &["int"],
            Primitive::Long => &["long"],
            Primitive::Short => &["short"],
            Primitive::Byte => &["byte"],
            Primitive::Char => &["letter"],
            Primitive::Double => &["double"],
            Primitive::Float => &["float"],
        },
        JavaType::String => &["text"],
        JavaType::Class { .. } => match type_shape(shown.returns.simple_class().unwrap_or_default()) {
            TypeShape::Sequence
                if ["List", "Collection", "Iterable"].contains(&shown.returns.simple_class().unwrap_or_default()) =>
            {
                &["list"]
            }
            _ => &["null"],
        },
        JavaType::Unknown | JavaType::Null | JavaType::Array(_) | JavaType::Convention(_) | JavaType::ExitStatus => {
            &["null"]
        }
    };
    // A function can return its argument if the argument has the type of the result.
    let parameter =
        |at: usize, name: &'static str| shown.params.get(at).filter(|ty| **ty == shown.returns).map(|_| name);
    let known = shown.returns != JavaType::Unknown;
    let parameters = [parameter(0, "first"), parameter(1, "second")].into_iter().flatten().filter(|_| known);
    parameters.chain(constants.iter().copied()).collect()
}

/// Returns one of these functions as a value.
pub(super) fn lambda(ways: &[&'static str], random: &mut Random) -> Value {
    Value::Enum(format!("{LAMBDA}.{}", random.pick(ways).copied().unwrap_or("null")))
}

impl Library {
    /// Generates a value of this kind; `text` generates texts.
    pub(super) fn value(self, random: &mut Random, mut text: impl FnMut(&mut Random) -> Value) -> Value {
        let picked = |all: &'static [&'static str], random: &mut Random| random.pick(all).copied().unwrap_or_default();
        let fields = |class: &str, fields: Vec<(&str, Value)>| Value::Object {
            class: class.to_owned(),
            fields: fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        };
        let object = |class: &str, field: &str, value: Value| fields(class, vec![(field, value)]);
        match self {
            Self::Text(all) => Value::Str(picked(all, random).to_owned()),
            Self::Duration => {
                object("java.time.Duration", "millis", Value::Int(random.pick(MILLIS).copied().unwrap_or_default()))
            }
            Self::Class => object("java.lang.Class", "text", Value::Str(format!("class {}", picked(CLASSES, random)))),
            Self::Properties => {
                let mut pairs: Vec<(Value, Value)> = Vec::new();
                for _ in 0..random.below(4) {
                    let (key, value) = (text(random), text(random));
                    if pairs.iter().all(|(known, _)| *known != key) {
                        pairs.push((key, value));
                    }
                }
                Value::Map(pairs)
            }
            Self::Thread => object("java.lang.Thread", "name", Value::Str(picked(THREADS, random).to_owned())),
            Self::Process => {
                let mut bytes = |random: &mut Random| match text(random) {
                    Value::Str(text) => Value::Bytes(text.into_bytes()),
                    _ => Value::Bytes(Vec::new()),
                };
                let (out, err) = (bytes(random), bytes(random));
                let exit = Value::Int(random.pick(EXITS).copied().unwrap_or_default());
                let ended = Value::Bool(random.chance(50));
                fields("java.lang.Process", vec![("out", out), ("err", err), ("exit", exit), ("ended", ended)])
            }
            Self::Function(all) => lambda(&all, random),
        }
    }

    /// Reports whether a user's value is of this kind.
    pub(super) fn holds(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Text(_), Value::Str(_)) => true,
            (Self::Properties, Value::Map(pairs)) => {
                pairs.iter().all(|pair| matches!(pair, (Value::Str(_), Value::Str(_))))
            }
            (Self::Function(all), Value::Enum(name)) => {
                name.strip_prefix(LAMBDA).and_then(|rest| rest.strip_prefix('.')).is_some_and(|how| all.contains(&how))
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ty(text: &str) -> JavaType {
        JavaType::parse(text).expect("a type")
    }

    #[test]
    fn every_value_is_one_that_a_suite_file_may_give() {
        let mut random = Random::new(5);
        let types = [
            "File",
            "Charset",
            "Properties",
            "Comparator<String>",
            "Function<String, String>",
            "Runnable",
            "Thread",
            "ThreadFactory",
            "Process",
        ];
        for name in types {
            let found = library(&ty(name)).expect(name);
            for _ in 0..20 {
                let value = found.clone().value(&mut random, |random| Value::Str(random.below(3).to_string()));
                assert_eq!(super::super::coerce(value.clone(), &ty(name)), Ok(value), "{name}");
            }
        }
    }

    #[test]
    fn a_class_of_the_project_goes_before_the_jdks_of_its_name() {
        let supported = |made: Option<bool>| {
            super::super::supported_types::supported(&ty("Path"), &super::super::Enums::new(), |_| made).is_ok()
        };
        assert_eq!([None, Some(false), Some(true)].map(supported), [true, false, true]);
    }

    #[test]
    fn a_function_gives_what_its_type_lets_it() {
        let how = |name: &str| match library(&ty(name)) {
            Some(Library::Function(all)) => all,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(how("Function<String, Integer>"), ["int"]);
        assert_eq!(how("Function<String, String>"), ["first", "text"]);
        assert_eq!(how("BiFunction<Integer, String, String>"), ["second", "text"]);
        assert_eq!(how("Supplier<List<String>>"), ["list"]);
        assert_eq!(how("Supplier<Item>"), ["null"], "nobody knows how one is made there");
        assert_eq!(how("Supplier"), ["null"]);
        assert_eq!(how("Callable<Long>"), ["long"]);
        assert_eq!(how("Comparator<Item>"), ["zero"], "nobody knows their order");
        assert_eq!(library(&ty("Socket")), None);
        assert_eq!(library(&ty("acme.Path")), None, "a class of the project");
        assert!(library(&ty("java.nio.file.Path")).is_some());
    }

    #[test]
    fn every_interface_of_functions_of_the_jdk_is_known() {
        // The 43 interfaces of `java.util.function`, from the index of the package.
        let all = "BiConsumer BiFunction BinaryOperator BiPredicate BooleanSupplier Consumer DoubleBinaryOperator \
                   DoubleConsumer DoubleFunction DoublePredicate DoubleSupplier DoubleToIntFunction \
                   DoubleToLongFunction DoubleUnaryOperator Function IntBinaryOperator IntConsumer IntFunction \
                   IntPredicate IntSupplier IntToDoubleFunction IntToLongFunction IntUnaryOperator \
                   LongBinaryOperator LongConsumer LongFunction LongPredicate LongSupplier LongToDoubleFunction \
                   LongToIntFunction LongUnaryOperator ObjDoubleConsumer ObjIntConsumer ObjLongConsumer Predicate \
                   Supplier ToDoubleBiFunction ToDoubleFunction ToIntBiFunction ToIntFunction ToLongBiFunction \
                   ToLongFunction UnaryOperator";
        assert_eq!(all.split_whitespace().count(), 43);
        for name in all.split_whitespace() {
            assert!(matches!(library(&ty(name)), Some(Library::Function(_))), "{name}");
        }
        let how = |name: &str| function(name, &[]).map(|shown| ways(&shown)).unwrap_or_default();
        assert_eq!(how("ObjIntConsumer"), ["called"]);
        assert_eq!(how("ToDoubleBiFunction"), ["double"]);
        assert_eq!(how("IntToLongFunction"), ["long"]);
        assert_eq!(how("LongBinaryOperator"), ["first", "second", "long"]);
        for name in ["StringFunction", "ToFunction", "IntToFunction", "ObjConsumer", "MapSupplier"] {
            assert_eq!(function(name, &[]), None, "{name}");
        }
    }
}
