//! Tests the names of the harness. No name in a repository replaces a name of the harness, and the
//! reverse.

use super::*;
use crate::support::workers::{input, only, run_java, run_python};
use mts_workers::{JavaUnit, SourceSegment};

/// A harness of the project itself, which counts nothing and enters only the first copy.
const OWN_TICKS: &str = "public class Ticks { public static int copy; public static long left; \
    public static void t() { } public static boolean counted() { return true; } public static int copy() { return 0; } }";

/// Writes files below a new folder.
fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text).expect("written");
    }
    folder
}

fn reading(folder: &Path) -> WorkerOptions {
    WorkerOptions { read: ReadList::new([&folder.to_path_buf()]), ..quick() }
}

/// Returns the values and ticks of two copies. The second copy counts three ticks and returns 2.
fn two_copies(unit: &mut JavaUnit, options: &WorkerOptions) -> Vec<(Value, u64)> {
    let given = [input(json!([]))];
    let answers = run_java(&mut Jvm::start(options).expect("starts"), unit, &given);
    answers.iter().map(|answer| (answer.outcomes[0].value.clone(), answer.outcomes[0].ticks)).collect()
}

const COPIES: [&str; 2] = ["return 1;", "for (int i = 0; i < 2; i++) { mts.Ticks.t(); } return 2;"];

#[test]
fn a_class_of_the_repository_does_not_replace_a_class_of_the_worker() {
    let sources = [("mts/Ticks.java", "mts"), ("mts_harness/Ticks.java", "mts_harness")];
    let texts = sources.map(|(path, package)| (path, format!("package {package}; {OWN_TICKS}")));
    let folder = project(&texts.each_ref().map(|(path, text)| (*path, text.as_str())));
    let wanted = [(Value::Int(1), 1), (Value::Int(2), 3)];
    let mut unit = workers::java(&[], "int", "", &COPIES);
    unit.sourcepath = vec![folder.path().to_path_buf()];
    assert_eq!(two_copies(&mut unit, &reading(folder.path())), wanted);

    let classes = folder.path().join("classes");
    let compiled = std::process::Command::new("javac")
        .args(["-proc:none", "-d"])
        .arg(&classes)
        .args(sources.map(|(path, _)| folder.path().join(path)))
        .status();
    assert!(compiled.expect("javac is there").success());
    let mut unit = workers::java(&[], "int", "", &COPIES);
    (unit.classes, unit.classpath) = (vec![classes.clone()], vec![classes]);
    assert_eq!(two_copies(&mut unit, &reading(folder.path())), wanted);
}

#[test]
fn fields_and_classes_with_names_of_the_harness_do_not_hide_it() {
    let own =
        format!("static int mts; static class mts_harness {{ static {} }}", OWN_TICKS.trim_start_matches("public "));
    let mut unit = workers::java(&[], "int", &own, &COPIES);
    assert_eq!(two_copies(&mut unit, &quick()), [(Value::Int(1), 1), (Value::Int(2), 3)]);
}

#[test]
fn a_class_in_the_package_of_the_harness_is_refused_with_its_reason() {
    let mut unit = workers::java(&[], "int", "", &COPIES);
    let Some(SourceSegment::Shared(first)) = unit.segments.first_mut() else { panic!("shared text comes first") };
    first.insert_str(0, "package mts_harness; ");
    (unit.path, unit.entry.class) = ("mts_harness/T.java".into(), "mts_harness.T".into());
    let answers = run_java(&mut Jvm::start(&quick()).expect("starts"), &unit, &[input(json!([]))]);
    let outcome = &answers[0].outcomes[0];
    assert_eq!(outcome.state, State::NotCompiled, "{outcome:?}");
    assert!(outcome.reason.to_string().contains("package mts_harness"), "{}", outcome.reason);
}

#[test]
fn reflection_accesses_only_members_of_the_harness_that_instrumented_code_uses() {
    let attack = "int reached = 0; \
        for (String name : new String[] {\"Worker\", \"Ticks\", \"Pollution\", \"OutcomeWriter\", \"StdoutCapture\", \"Exit\"}) { \
        Class<?> type = Class.forName(\"mts_harness.\" + name); \
        for (java.lang.reflect.Field field : type.getDeclaredFields()) { \
        try { field.setAccessible(true); reached++; } catch (RuntimeException refused) { } } \
        for (java.lang.reflect.Constructor<?> made : type.getDeclaredConstructors()) { \
        try { made.setAccessible(true); reached++; } catch (RuntimeException refused) { } } \
        for (java.lang.reflect.Method method : type.getDeclaredMethods()) { \
        if (java.lang.reflect.Modifier.isPublic(method.getModifiers() & type.getModifiers())) continue; \
        try { method.setAccessible(true); reached++; } catch (RuntimeException refused) { } } } return reached;";
    assert_eq!(java(&[attack])[0].value, Value::Int(0));
}

#[test]
fn modules_of_the_repository_may_have_the_names_of_the_harness() {
    let names = ["mts_harness", "mts_worker", "mts_values", "start", "run", "values"];
    let texts = names.map(|name| (format!("{name}.py"), format!("whose = 'the own {name}'\n")));
    let folder = project(&texts.each_ref().map(|(path, text)| (path.as_str(), text.as_str())));
    let text = format!("import {}\ndef f():\n    return [{}.whose]\n", names.join(", "), names.join(".whose, "));
    let mut unit = workers::python(&[], &[&text]);
    unit.context.path = vec![folder.path().to_path_buf()];
    let mut cpython = Cpython::start(&reading(folder.path())).expect("starts");
    let answers = run_python(&mut cpython, &unit, &[input(json!([]))]);
    let wanted: Vec<String> = names.map(|name| format!("the own {name}")).into();
    assert_eq!(only(&answers).value.to_json(), json!(wanted));
}

#[test]
fn a_port_that_redefines_the_names_of_counters_is_still_counted() {
    let outcomes = python(&[
        "_mts_t_ = _mts_s_ = _mts_r_ = lambda *given: None\ndef f():\n    while True:\n        _mts_t_()\n",
        "def f():\n    _mts_t_ = lambda: None\n    while True:\n        _mts_t_()\n",
    ]);
    assert!(outcomes.iter().all(|outcome| outcome.reason == Reason::Ticks), "{outcomes:?}");
}

#[test]
fn a_port_finds_no_module_of_the_harness_by_its_name() {
    let outcomes =
        python(&["import sys, __main__\ndef f():\n    own = [name for name in sys.modules if 'mts' in name]\n    \
         return [own, [name for name in vars(__main__) if not name.startswith('__')], len(sys.argv)]\n"]);
    assert_eq!(outcomes[0].value.to_json(), json!([[], [], 1]));
}
