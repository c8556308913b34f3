//! Generates inputs for JDK classes whose objects the value model does not represent directly.
//!
//! Examples are paths, durations, classes as values, properties, and functions for interfaces with
//! one method. The workers know how to construct an object from each value.
//! [`super::generate`] handles streams and exceptions.

use super::generate::random::Random;
use mts_model::jdk::{self, FUNCTION_CLASS, JdkType, Part, Samples, Substitute};
use mts_model::{JavaType, Value};

/// The substitute for the objects of a JDK class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Library {
    /// A text from this list, such as a path or a character set.
    Text(&'static [&'static str]),
    /// An object of a class, given by these parts.
    Parts(&'static JdkType, &'static [Part]),
    /// `Properties`: a map from text to text.
    Properties,
    /// A function with one of these behaviours, by their names in the JDK catalogue.
    Function(Vec<&'static str>),
}

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
    let simple = ty.jdk_class()?;
    Some(match jdk::jdk_type(simple).and_then(|row| Some((row, row.substitute?))) {
        Some((_, Substitute::Text(form))) => Library::Text(form.samples),
        Some((row, Substitute::Parts(parts))) => Library::Parts(row, parts),
        Some((_, Substitute::Properties)) => Library::Properties,
        Some((_, Substitute::ThreadFactory)) => Library::Function(vec!["thread"]),
        Some((_, Substitute::Comparator)) if ordered => Library::Function(vec!["natural", "zero"]),
        Some((_, Substitute::Comparator)) => Library::Function(vec!["zero"]),
        None => Library::Function(behaviours(&function(simple, args)?)),
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

/// Returns the possible behaviours of a function, by their names in the JDK catalogue.
///
/// Each behaviour fits the type of the result.
#[must_use]
pub fn behaviours(shown: &FunctionalSignature) -> Vec<&'static str> {
    // A function can return its argument if the argument has the type of the result.
    let parameter =
        |at: usize, name: &'static str| shown.params.get(at).filter(|ty| **ty == shown.returns).map(|_| name);
    let known = shown.returns != JavaType::Unknown;
    let parameters = [parameter(0, "first"), parameter(1, "second")].into_iter().flatten().filter(|_| known);
    parameters.chain(jdk::behaviours_of(&shown.returns)).collect()
}

/// Returns one of these functions as a value.
pub(super) fn lambda(behaviours: &[&'static str], random: &mut Random) -> Value {
    Value::Enum(format!("{FUNCTION_CLASS}.{}", random.pick(behaviours).copied().unwrap_or("null")))
}

impl Library {
    /// Generates a value of this kind; `text` generates texts.
    pub(super) fn value(self, random: &mut Random, mut text: impl FnMut(&mut Random) -> Value) -> Value {
        let picked = |all: &'static [&'static str], random: &mut Random| {
            Value::Str(random.pick(all).copied().unwrap_or_default().to_owned())
        };
        match self {
            Self::Text(all) => picked(all, random),
            Self::Parts(row, parts) => {
                let mut value = |part: &Part| match part.samples {
                    Samples::Numbers(all) => Value::Int(random.pick(all).copied().unwrap_or_default()),
                    Samples::Texts(all) => picked(all, random),
                    Samples::Bytes => match text(random) {
                        Value::Str(text) => Value::Bytes(text.into_bytes()),
                        _ => Value::Bytes(Vec::new()),
                    },
                    Samples::Boolean => Value::Bool(random.draw_bool(50)),
                };
                let fields = parts.iter().map(|part| (part.name.to_owned(), value(part))).collect();
                Value::Object { class: row.qualified(), fields }
            }
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
            Self::Function(all) => lambda(&all, random),
        }
    }

    /// Reports whether a user's value is of this kind.
    ///
    /// The result is false for [`Library::Parts`]: the caller itself checks the class of an object.
    pub(super) fn holds(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Text(_), Value::Str(_)) => true,
            (Self::Properties, Value::Map(pairs)) => {
                pairs.iter().all(|pair| matches!(pair, (Value::Str(_), Value::Str(_))))
            }
            (Self::Function(all), Value::Enum(name)) => {
                jdk::behaviour(name).is_some_and(|behaviour| all.contains(&behaviour))
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
    fn every_generated_value_is_valid_in_a_suite_file() {
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
    fn a_class_of_the_project_takes_precedence_over_a_jdk_class_of_the_same_name() {
        let supported = |made: Option<bool>| {
            super::super::supported_types::supported(&ty("Path"), &super::super::Enums::new(), |_| made).is_ok()
        };
        assert_eq!([None, Some(false), Some(true)].map(supported), [true, false, true]);
    }

    #[test]
    fn the_behaviours_of_a_function_fit_its_return_type() {
        let how = |name: &str| match library(&ty(name)) {
            Some(Library::Function(all)) => all,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(how("Function<String, Integer>"), ["int"]);
        assert_eq!(how("Function<String, String>"), ["first", "text"]);
        assert_eq!(how("BiFunction<Integer, String, String>"), ["second", "text"]);
        assert_eq!(how("Supplier<List<String>>"), ["list"]);
        assert_eq!(how("Supplier<Item>"), ["null"], "the tool cannot construct a value of the class");
        assert_eq!(how("Supplier"), ["null"]);
        assert_eq!(how("Callable<Long>"), ["long"]);
        assert_eq!(how("Comparator<Item>"), ["zero"], "the order of the values is unknown");
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
        let how = |name: &str| function(name, &[]).map(|shown| behaviours(&shown)).unwrap_or_default();
        assert_eq!(how("ObjIntConsumer"), ["called"]);
        assert_eq!(how("ToDoubleBiFunction"), ["double"]);
        assert_eq!(how("IntToLongFunction"), ["long"]);
        assert_eq!(how("LongBinaryOperator"), ["first", "second", "long"]);
        for name in ["StringFunction", "ToFunction", "IntToFunction", "ObjConsumer", "MapSupplier"] {
            assert_eq!(function(name, &[]), None, "{name}");
        }
    }
}
