//! Tests that the code for a value evaluates to this value.
//!
//! One Java program and one Python module evaluate many values of many types on the real runtimes.
//! The workers' own encoders write the results.

use cargo_mts::report::codegen::{java, python};
use mts_model::{JavaType, Primitive, Value, jdk};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::Value as Json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Number of values for each type.
const EACH: usize = 12;

/// The types, as a Java file declares them.
const TYPES: &[&str] = &[
    "boolean",
    "byte",
    "short",
    "char",
    "int",
    "long",
    "float",
    "double",
    "Boolean",
    "Byte",
    "Short",
    "Character",
    "Integer",
    "Long",
    "Float",
    "Double",
    "String",
    "int[]",
    "byte[]",
    "short[]",
    "char[]",
    "long[]",
    "float[]",
    "double[]",
    "boolean[]",
    "String[]",
    "Integer[]",
    "int[][]",
    "String[][]",
    "List<Integer>",
    "List<Long>",
    "List<Byte>",
    "List<Character>",
    "List<Double>",
    "List<String>",
    "List<int[]>",
    "List<Integer[]>",
    "List<List<Integer>>",
    "Collection<Short>",
    "Iterable<Float>",
    "LinkedList<String>",
    "Stack<Integer>",
    "Deque<Integer>",
    "Queue<String>",
    "Vector<Long>",
    "Set<Integer>",
    "Set<String>",
    "HashSet<Long>",
    "TreeSet<Integer>",
    "SortedSet<String>",
    "Map<String, Integer>",
    "Map<Integer, List<Long>>",
    "HashMap<Long, String>",
    "TreeMap<String, Double>",
    "SortedMap<Integer, Boolean>",
    "List<Map<String, Integer>>",
    "Map<String, Map<Integer, Long>>",
    "List<String>[]",
    "StringBuilder",
    "CharSequence",
    "BigInteger",
    "Object",
];

fn text() -> BoxedStrategy<Value> {
    let lone = vec(prop_oneof![Just(0xd800_u16), Just(0xdc00), Just(0x41)], 1..3)
        .prop_filter("a pair is no lone surrogate", |units| String::from_utf16(units).is_err())
        .prop_map(Value::Utf16);
    prop_oneof![
        4 => "[a-z \"'\\\\\n\r\t$]{0,6}".prop_map(Value::Str),
        4 => any::<String>().prop_map(Value::Str),
        1 => lone,
    ]
    .boxed()
}

fn float(single: bool) -> BoxedStrategy<Value> {
    let special = prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(f64::NEG_INFINITY), Just(-0.0), Just(0.1)];
    let any = prop_oneof![special, any::<f64>(), -1000.0..1000.0];
    any.prop_map(move |x| Value::Float(if single { f64::from(x as f32) } else { x })).boxed()
}

fn whole(low: i64, high: i64) -> BoxedStrategy<Value> {
    prop_oneof![Just(low), Just(high), low..=high, low.max(-9)..=high.min(9)].prop_map(Value::Int).boxed()
}

fn scalar(primitive: Primitive) -> BoxedStrategy<Value> {
    match primitive {
        Primitive::Boolean => any::<bool>().prop_map(Value::Bool).boxed(),
        Primitive::Byte => whole(i64::from(i8::MIN), i64::from(i8::MAX)),
        Primitive::Short => whole(i64::from(i16::MIN), i64::from(i16::MAX)),
        Primitive::Int => whole(i64::from(i32::MIN), i64::from(i32::MAX)),
        Primitive::Long => whole(i64::MIN, i64::MAX),
        Primitive::Float => float(true),
        Primitive::Double => float(false),
        Primitive::Char => any::<u16>()
            .prop_map(|unit| match char::from_u32(u32::from(unit)) {
                Some(c) => Value::Str(c.to_string()),
                None => Value::Utf16(vec![unit]),
            })
            .boxed(),
    }
}

/// Generates values of a type, in the form that the workers return.
fn values(ty: &JavaType) -> BoxedStrategy<Value> {
    let or_null = |some: BoxedStrategy<Value>| prop_oneof![1 => Just(Value::Null), 6 => some].boxed();
    match ty {
        JavaType::Primitive(p) => scalar(*p),
        JavaType::Boxed(p) => or_null(scalar(*p)),
        JavaType::String => or_null(text()),
        JavaType::Array(element) => or_null(vec(values(element), 0..4).prop_map(Value::List).boxed()),
        JavaType::Class { args, .. } => {
            let arg = |n: usize| values(&args[n]);
            let never_null = |n: usize| arg(n).prop_filter("no null here", |value| *value != Value::Null);
            let some = match ty.simple_class().expect("a class") {
                "StringBuilder" | "CharSequence" => text(),
                "BigInteger" => any::<i128>().prop_map(|n| Value::integer(n.into())).boxed(),
                "Object" => prop_oneof![text(), whole(i64::MIN, i64::MAX), float(false)].boxed(),
                name if name.ends_with("Set") => {
                    let keyed = btree_map(any::<u8>(), never_null(0), 0..4);
                    keyed.prop_map(|items| Value::Set(distinct(items.into_values()))).boxed()
                }
                name if name.ends_with("Map") => {
                    let pairs = vec((never_null(0), arg(1)), 0..4);
                    pairs
                        .prop_map(|pairs| {
                            let mut kept: Vec<(Value, Value)> = Vec::new();
                            for (key, held) in pairs {
                                if !kept.iter().any(|(known, _)| *known == key) {
                                    kept.push((key, held));
                                }
                            }
                            Value::Map(kept)
                        })
                        .boxed()
                }
                _ => vec(arg(0), 0..4).prop_map(Value::List).boxed(),
            };
            or_null(some)
        }
        other => panic!("no values for {other}"),
    }
}

fn distinct(items: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut kept: Vec<Value> = Vec::new();
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

/// Returns the JSON form with sets and maps in a fixed order. Neither side keeps the order of all
/// of them.
fn canonical(json: &Json) -> Json {
    match json {
        Json::Array(items) => Json::Array(items.iter().map(canonical).collect()),
        Json::Object(map) => {
            let one = |(key, held): (&String, &Json)| {
                let mut held = canonical(held);
                if let (true, Json::Array(items)) = (key == "$set" || key == "$map", &mut held) {
                    items.sort_by_key(ToString::to_string);
                }
                if key == "$float" {
                    let x: f64 = held.as_str().and_then(|text| text.to_lowercase().parse().ok()).expect("a float");
                    held = Json::String(format!("{x:?}"));
                }
                (key.clone(), held)
            };
            Json::Object(map.iter().map(one).collect())
        }
        other => other.clone(),
    }
}

fn cases() -> Vec<(JavaType, Value)> {
    let mut runner = TestRunner::deterministic();
    let mut cases = Vec::new();
    for text in TYPES {
        let ty = JavaType::parse(text).expect("a type");
        let strategy = values(&ty);
        for _ in 0..EACH {
            cases.push((ty.clone(), strategy.new_tree(&mut runner).expect("a value").current()));
        }
    }
    cases
}

/// Copies the worker's sources of one side and the generated source into a folder.
///
/// Returns the paths of the copies.
fn harness(side: &str, generated: (&str, String), folder: &Path) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/mts-workers/src/harness").join(side);
    let mut sources = vec![(PathBuf::from(generated.0), generated.1)];
    let mut folders = vec![root.clone()];
    while let Some(from) = folders.pop() {
        for entry in std::fs::read_dir(from).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                sources.push((path.strip_prefix(&root).expect("below it").to_owned(), text));
            }
        }
    }
    let write = |(path, text): (PathBuf, String)| {
        let file = folder.join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(&file, text).expect("written");
        file
    };
    sources.into_iter().map(write).collect()
}

fn lines(command: &mut Command) -> Vec<Json> {
    let ran = command.output().expect("it starts");
    assert!(ran.status.success(), "{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    let out = String::from_utf8(ran.stdout).expect("text");
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn compare(cases: &[(JavaType, Value)], codes: &[String], found: &[Json]) {
    assert_eq!(found.len(), cases.len());
    for (((ty, value), code), found) in cases.iter().zip(codes).zip(found) {
        assert_eq!(canonical(found), canonical(&value.to_json()), "{ty}: {code}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn java_code_evaluates_back_to_its_value() {
    let cases = cases();
    let mut writer = java::JavaWriter::default();
    let codes: Vec<String> =
        cases.iter().map(|(ty, value)| writer.value(value, ty).unwrap_or_else(|why| panic!("{ty}: {why}"))).collect();
    let mut text = String::from("package mts_harness;\nimport java.util.*;\nimport java.math.BigInteger;\n");
    writer.imports.iter().for_each(|line| text += &format!("{line}\n"));
    text += "public class Probe {\n";
    for (at, ((ty, _), code)) in cases.iter().zip(&codes).enumerate() {
        _ = writeln!(text, "  static {ty} v{at}() {{ return {code}; }}");
    }
    text += "  static void show(Object value) throws Exception {\n    StringBuilder out = new StringBuilder();\n    new Encode(out).value(value, 0);\n    System.out.write(out.append('\\n').toString().getBytes(\"UTF-8\"));\n  }\n  public static void main(String[] args) throws Exception {\n";
    (0..cases.len()).for_each(|at| text += &format!("    show(v{at}());\n"));
    text += "    System.out.flush();\n  }\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Probe.java");
    std::fs::write(&file, text).expect("written");
    let sources = harness("java", (jdk::JAVA_FILE, jdk::java_source()), &folder.path().join("sources"));
    let compiled = Command::new("javac")
        .args(["-nowarn", "-proc:none", "-d"])
        .arg(folder.path())
        .args(sources)
        .arg(&file)
        .output()
        .expect("javac is there");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    compare(&cases, &codes, &lines(Command::new("java").arg("-cp").arg(folder.path()).arg("mts_harness.Probe")));
}

#[test]
fn python_code_evaluates_back_to_its_value() {
    let cases = cases();
    let mut writer = python::PythonWriter::default();
    let codes: Vec<String> =
        cases.iter().map(|(ty, value)| writer.value(value, ty).unwrap_or_else(|why| panic!("{ty}: {why}"))).collect();
    assert!(writer.names.is_empty(), "{:?}", writer.names);
    let mut text = String::from("import json\nfrom mts_harness.values.encode import Encoder\n\nfor value in [\n");
    codes.iter().for_each(|code| text += &format!("    {code},\n"));
    text += "]:\n    print(json.dumps(Encoder().value(value)))\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("probe.py");
    std::fs::write(&file, text).expect("written");
    harness("python", (jdk::PYTHON_MODULE, jdk::python_module()), folder.path());
    compare(&cases, &codes, &lines(Command::new("python3").arg(&file).env("PYTHONDONTWRITEBYTECODE", "1")));
}
