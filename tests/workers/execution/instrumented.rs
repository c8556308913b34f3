//! Tests units that `instrument` writes, with mutants beside the original.

use super::*;
use mts_generate::instrument::{
    java::{self, JavaContext},
    python::{self, PythonCopy},
};
use mts_lang::SourceFile;
use mts_model::{Function, FunctionKind, Language, Span, TextEdit};
use mts_workers::run_units;

const JAVA: &str = "import java.util.*;\npublic class T {\n  int n;\n  T(int n) { this.n = n; for (int i = 0; i < n; i++) this.n += i; }\n\
        @Deprecated public static int f(int n, int... rest) {\n    int s = 0;\n    outer: for (int i = 0; i < n; i++)\n      \
        if (i % 2 == 0) continue outer; else s += i;\n    while (s > 100) s -= 100;\n    \
        return rest.length > 0 ? f(n - 1) + s : s;\n  }\n}\n";

fn file(language: Language, text: &str) -> SourceFile {
    let path = if language == Language::Java { "src/T.java" } else { "ported.py" };
    SourceFile::parse(path, text.to_owned(), language).expect("parses")
}

fn function(text: &str, from: &str, body: &str, to: &str, kind: FunctionKind) -> Function {
    let start = text.find(from).expect("there");
    let body = start + text[start..].find(body).expect("there");
    let end = body + text[body..].find(to).expect("there") + to.len();
    Function {
        language: Language::Java,
        file: "src/T.java".into(),
        package: String::new(),
        scope: vec!["T".into()],
        name: "f".into(),
        kind,
        params: vec![],
        returns: JavaType::INT,
        span: Span::new(start, end),
        body: Span::new(body, end),
        line: 1,
        last_line: 1,
        parent: None,
        comment: String::new(),
        type_variables: Vec::new(),
        captured: None,
        broken: None,
    }
}

fn edit(text: &str, after: &str, old: &str, new: &str) -> Vec<TextEdit> {
    let from = text.find(after).expect("there");
    let at = from + text[from..].find(old).expect("there");
    vec![TextEdit::new(Span::new(at, at + old.len()), new)]
}

fn context(method: &str, params: &[&str]) -> JavaContext {
    let signature = signature(params, "int");
    let is_static = !method.is_empty();
    let entry = JavaEntry {
        class: "T".into(),
        method: method.into(),
        signature,
        is_static,
        receiver: vec![],
        factories: vec![],
        port_substitutes: std::sync::Arc::default(),
        construct_only: false,
    };
    JavaContext::from_entry(entry, false)
}

#[test]
fn mutants_of_a_java_method_run_with_the_original_and_endless_ones_stop() {
    let file = file(Language::Java, JAVA);
    let function = function(JAVA, "@Deprecated", "{", "s;\n  }", FunctionKind::StaticMethod);
    let copies = vec![
        (0, vec![]),
        (1, edit(JAVA, "int s", "i++", "i--")),
        (2, edit(JAVA, "int s", "s -= 100;", ";")),
        (3, edit(JAVA, "int s", "s += i;", "s -= i;")),
        (4, edit(JAVA, "int s", "while (s > 100) s -= 100;", "for (;;) { }")),
        (5, edit(JAVA, "int s", "s -= 100", "s -= \"\"")),
        (6, edit(JAVA, "int s", "f(n - 1) + s", "f(n - 1) - s")),
    ];
    let units = java::units(&file, &function, &context("f", &["int", "int[]"]), &copies).expect("fits");
    assert_eq!(units.len(), 1);
    let inputs = [input(json!([30, []])), input(json!([6, [1]]))];
    let run_requests = run_requests(copies.len(), 2, false);
    let answers = run_units(&mut jvm(), &units, &inputs, &run_requests).expect("runs");
    let (ok, out, bad) = (State::Ok, State::Timeout, State::NotCompiled);
    assert_eq!(states(&answers), [ok, out, out, ok, bad, bad, ok], "{answers:?}");
    let second = |copy: usize| answers[copy].outcomes[1].value.clone();
    assert_eq!((second(0), second(3), second(6)), (Value::Int(13), Value::Int(-13), Value::Int(-5)));
}

#[test]
fn every_unit_of_many_mutants_contains_the_original() {
    let file = file(Language::Java, JAVA);
    let function = function(JAVA, "@Deprecated", "{", "s;\n  }", FunctionKind::StaticMethod);
    let mut copies = vec![(0, vec![])];
    copies.extend((1..=300).map(|copy| (copy, edit(JAVA, "int s", "i++", "i--"))));
    let units = java::units(&file, &function, &context("f", &["int", "int[]"]), &copies).expect("fits");
    assert!(units.len() > 1 && units.iter().all(|unit| unit.copies()[0] == 0));
    let own = units.iter().map(|unit| unit.copies().len() - 1).sum::<usize>();
    assert_eq!(own, 300);
}

#[test]
fn mutants_of_a_constructor_are_branches_of_one_constructor() {
    let file = file(Language::Java, JAVA);
    let function = function(JAVA, "T(int n)", "{", "+= i; }", FunctionKind::Constructor);
    let copies = vec![(0, vec![]), (1, edit(JAVA, "T(int", "+= i", "-= i")), (2, edit(JAVA, "T(int", "i++", "i--"))];
    let units = java::units(&file, &function, &context("", &["int"]), &copies).expect("fits");
    assert!(units.len() == 1 && !units[0].compile_separately);
    let answers = run_units(&mut jvm(), &units, &[input(json!([4]))], &run_requests(3, 1, false)).expect("runs");
    let field = |n: i64| Some(value(json!({"$object": "T", "fields": {"n": n}})));
    assert_eq!(
        (answers[0].outcomes[0].receiver.clone(), answers[1].outcomes[0].receiver.clone()),
        (field(10), field(-2))
    );
    assert_eq!(answers[2].state(), State::Timeout);
}

const FINAL: &str = "class T {\n  final int n;\n  final int m;\n  T(int n) { this(n, n + 1); }\n  T(int a, int b) {\n    \
                     if (a < 0) { throw new IllegalArgumentException(); }\n    n = a;\n    m = b;\n  }\n}\n";

#[test]
fn a_mutant_that_does_not_set_a_final_field_fails_alone() {
    let file = file(Language::Java, FINAL);
    let function = function(FINAL, "T(int a", "{", "m = b;\n  }", FunctionKind::Constructor);
    let copies = vec![
        (0, vec![]),
        (1, edit(FINAL, "T(int a", "m = b", "m = -b")),
        (2, edit(FINAL, "T(int a", "m = b;", ";")),
        (3, edit(FINAL, "T(int a", "n = a", "n = a +")),
    ];
    let units = java::units(&file, &function, &context("", &["int", "int"]), &copies).expect("fits");
    let answers = run_units(&mut jvm(), &units, &[input(json!([4, 5]))], &run_requests(4, 1, false)).expect("runs");
    let states: Vec<State> = answers.iter().map(CopyOutcomes::state).collect();
    assert_eq!(states, [State::Ok, State::Ok, State::NotCompiled, State::NotCompiled]);
    let object = |m: i64| Some(value(json!({"$object": "T", "fields": {"n": 4, "m": m}})));
    assert_eq!((&answers[0].outcomes[0].receiver, &answers[1].outcomes[0].receiver), (&object(5), &object(-5)));
}

#[test]
fn a_mutant_that_assigns_a_captured_parameter_does_not_affect_other_copies() {
    let text = "class T {\n  final int n;\n  T(int a) {\n    java.util.function.IntSupplier s = () -> a;\n    int b = a;\n    \
                n = s.getAsInt() + b;\n  }\n}\n";
    let file = file(Language::Java, text);
    let function = function(text, "T(int a", "{", "+ b;\n  }", FunctionKind::Constructor);
    let copies =
        vec![(0, vec![]), (1, edit(text, "T(int", "b = a", "b = a++")), (2, edit(text, "T(int", "+ b", "- b"))];
    let units = java::units(&file, &function, &context("", &["int"]), &copies).expect("fits");
    let answers = run_units(&mut jvm(), &units, &[input(json!([4]))], &run_requests(3, 1, false)).expect("runs");
    let states: Vec<State> = answers.iter().map(CopyOutcomes::state).collect();
    assert_eq!(states, [State::Ok, State::NotCompiled, State::Ok]);
}

#[test]
fn a_mutant_of_a_constructor_call_is_compiled_separately() {
    let file = file(Language::Java, FINAL);
    let function = function(FINAL, "T(int n)", "{", "n + 1); }", FunctionKind::Constructor);
    let copies = vec![(0, vec![]), (1, edit(FINAL, "T(int n)", "n + 1", "n - 1"))];
    let units = java::units(&file, &function, &context("", &["int"]), &copies).expect("fits");
    let answers = run_units(&mut jvm(), &units, &[input(json!([4]))], &run_requests(2, 1, false)).expect("runs");
    let object = |m: i64| Some(value(json!({"$object": "T", "fields": {"n": 4, "m": m}})));
    assert_eq!((&answers[0].outcomes[0].receiver, &answers[1].outcomes[0].receiver), (&object(5), &object(3)));
}

#[test]
fn methods_and_loops_of_a_python_class_count_ticks() {
    let text = "class T:\n    def f(self, n):\n        for i in range(n):\n            n += i\n        return n\n";
    let mut context = super::python(&["int"], &[]).context;
    (context.entry.qualname, context.entry.on_instance) = ("T.f".into(), true);
    let unit = python::unit(&file(Language::Python, text), &context, &[(0, PythonCopy::Edits(&[]))]);
    let answers = cpython().run(&unit.expect("fits"), &[input(json!([4]))], &run_requests(1, 1, true)).expect("runs");
    assert_eq!((&only(&answers).value, only(&answers).ticks), (&Value::Int(10), 5), "{answers:?}");
}

#[test]
fn mutants_of_a_python_function_run_with_the_original_and_endless_ones_stop() {
    let text = "def f(n, rest=()):\n    \"\"\"Doc.\"\"\"\n    s = 0\n    i = 0\n    while i < n:\n        if i % 2:\n            s += i\n        i += 1\n    return s\n";
    let edits = [vec![], edit(text, "def", "i += 1", "i -= 1"), edit(text, "def", "s += i", "s -= i")];
    let mut copies: Vec<(u32, PythonCopy<'_>)> = (0..).zip(edits.iter().map(|e| PythonCopy::Edits(e))).collect();
    let other = "def f(n, rest):\n    while True: pass\n";
    copies.push((3, PythonCopy::Module { text: other, qualname: "f", on_instance: false }));
    let context = super::python(&["int", "int[]"], &[]).context;
    let unit = python::unit(&file(Language::Python, text), &context, &copies).expect("fits");
    let answers = cpython().run(&unit, &[input(json!([6, []]))], &run_requests(4, 1, false)).expect("runs");
    assert_eq!(states(&answers), [State::Ok, State::Timeout, State::Ok, State::Timeout]);
    assert_eq!((&answers[0].outcomes[0].value, &answers[2].outcomes[0].value), (&Value::Int(9), &Value::Int(-9)));
    assert!([1, 3].iter().all(|at| answers[*at].outcomes[0].reason == Reason::Ticks), "{answers:?}");
}
