//! What is given where a signature names a class of the JDK whose objects are no data of the value model: paths,
//! durations, classes as values, properties, and functions for interfaces of one method. The workers know what to
//! make of each; streams and exceptions are [`super::objects`]'s.

use super::generate::random::Random;
use crate::model::{JavaType, Value};

/// What stands for the objects of such a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// A text, such as a path or the name of a character set: one of these.
    Text(&'static [&'static str]),
    /// A `Duration`, by its milliseconds.
    Duration,
    /// A `Class`, by its name.
    Class,
    /// `Properties`: texts by texts.
    Properties,
    /// A `Thread` that was not started, by its name.
    Thread,
    /// A `Process`, by what it prints and how it ends.
    Process,
    /// A function that does one of these, by the names that both workers know.
    Function(&'static [&'static str]),
}

const PATHS: &[&str] = &["a.txt", "dir", "dir/b.txt", "missing/c", "x y", "deep/er/c.txt"];
const CHARSETS: &[&str] = &["UTF-8", "US-ASCII", "ISO-8859-1"];
const LOCALES: &[&str] = &["en_US", "de_DE", "tr_TR"];
const CLASSES: &[&str] = &["java.lang.String", "java.lang.Integer", "java.lang.Object", "java.lang.Double"];
const MILLIS: &[i64] = &[1, 1000, 50, 60_000, 0, 1500, -1];
const THREADS: &[&str] = &["worker", "reader", "a b", "T-1", "main"];
const EXITS: &[i64] = &[0, 0, 1, 3, 127];
/// The class that a function is written as a constant of.
const LAMBDA: &str = "Lambda";

/// What stands for objects of this type, if something does.
#[must_use]
pub fn library(ty: &JavaType) -> Option<Library> {
    let JavaType::Class { name, args } = ty else { return None };
    // Classes of the project are called by their binary names, and may have the simple names of these.
    if name.contains(['.', '$']) && !name.starts_with("java.") {
        return None;
    }
    let alike = |a: usize, b: usize| args.get(a).is_some_and(|first| args.get(b) == Some(first));
    let ordered = args.first().is_some_and(|ty| ty.unboxed().is_some() || *ty == JavaType::String);
    Some(match ty.simple_class()? {
        "File" | "Path" => Library::Text(PATHS),
        "Charset" => Library::Text(CHARSETS),
        "Locale" => Library::Text(LOCALES),
        "Duration" => Library::Duration,
        "Class" => Library::Class,
        "Properties" => Library::Properties,
        "Thread" => Library::Thread,
        "Process" => Library::Process,
        "ThreadFactory" => Library::Function(&["thread"]),
        "Runnable" | "Callable" | "Closeable" | "AutoCloseable" | "Consumer" | "BiConsumer" | "IntConsumer"
        | "LongConsumer" | "DoubleConsumer" => Library::Function(&["called"]),
        "Predicate" | "BiPredicate" | "IntPredicate" | "LongPredicate" | "DoublePredicate" | "BooleanSupplier" => {
            Library::Function(&["true", "false"])
        }
        "Comparator" if ordered => Library::Function(&["natural", "zero"]),
        "Comparator" | "ToIntFunction" | "ToLongFunction" | "IntSupplier" | "LongSupplier" | "ToIntBiFunction" => {
            Library::Function(&["zero"])
        }
        "UnaryOperator" | "IntUnaryOperator" | "LongUnaryOperator" | "DoubleUnaryOperator" => {
            Library::Function(&["first"])
        }
        "BinaryOperator" | "IntBinaryOperator" | "LongBinaryOperator" | "DoubleBinaryOperator" => {
            Library::Function(&["first", "second"])
        }
        // What it takes is given back where that is of the right type.
        "Function" if alike(0, 1) => Library::Function(&["first", "null"]),
        "BiFunction" if alike(0, 2) => Library::Function(&["first", "null"]),
        "BiFunction" if alike(1, 2) => Library::Function(&["second", "null"]),
        "Function" | "BiFunction" | "Supplier" => Library::Function(&["null"]),
        _ => return None,
    })
}

impl Library {
    /// One of the values; `text` gives texts.
    pub(super) fn value(self, random: &mut Random, mut text: impl FnMut(&mut Random) -> Value) -> Value {
        let picked = |all: &'static [&'static str], random: &mut Random| random.pick(all).copied().unwrap_or_default();
        let fields = |class: &str, fields: Vec<(&str, Value)>| Value::Object {
            class: class.to_owned(),
            fields: fields.into_iter().map(|(name, held)| (name.to_owned(), held)).collect(),
        };
        let object = |class: &str, field: &str, held: Value| fields(class, vec![(field, held)]);
        match self {
            Self::Text(all) => Value::Str(picked(all, random).to_owned()),
            Self::Duration => {
                object("java.time.Duration", "millis", Value::Int(random.pick(MILLIS).copied().unwrap_or_default()))
            }
            Self::Class => object("java.lang.Class", "text", Value::Str(format!("class {}", picked(CLASSES, random)))),
            Self::Properties => {
                let mut pairs: Vec<(Value, Value)> = Vec::new();
                for _ in 0..random.below(4) {
                    let (key, held) = (text(random), text(random));
                    if pairs.iter().all(|(known, _)| *known != key) {
                        pairs.push((key, held));
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
            Self::Function(all) => Value::Enum(format!("{LAMBDA}.{}", picked(all, random))),
        }
    }

    /// Whether somebody's value is one of these.
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
                let value = found.value(&mut random, |random| Value::Str(random.below(3).to_string()));
                assert_eq!(super::super::coerce(value.clone(), &ty(name)), Ok(value), "{name}");
            }
        }
    }

    #[test]
    fn a_class_of_the_project_goes_before_the_jdks_of_its_name() {
        let supported = |made: Option<bool>| {
            super::super::generate::supported(&ty("Path"), &super::super::Enums::new(), |_| made).is_ok()
        };
        assert_eq!([None, Some(false), Some(true)].map(supported), [true, false, true]);
    }

    #[test]
    fn a_function_gives_back_only_what_its_type_lets_it() {
        let how = |name: &str| match library(&ty(name)) {
            Some(Library::Function(all)) => all,
            other => panic!("{other:?}"),
        };
        assert_eq!(how("Function<String, Integer>"), ["null"]);
        assert_eq!(how("BiFunction<Integer, String, String>"), ["second", "null"]);
        assert_eq!(how("Comparator<Item>"), ["zero"], "nobody knows their order");
        assert_eq!(library(&ty("Socket")), None);
        assert_eq!(library(&ty("acme.Path")), None, "a class of the project");
        assert!(library(&ty("java.nio.file.Path")).is_some());
    }
}
