//! Builds units from text, and starts workers to run them.
//!
//! The workers use the machine's own JDK and CPython.

use mts_model::compilation_unit::PythonContext;
use mts_model::{CopyOutcomes, Input, InputOrigin, JavaType, Outcome, Signature, State, Value, injected_names};
use mts_workers::{
    Cpython, Isolation, JavaEntry, JavaUnit, Jvm, PythonEntry, PythonUnit, RunRequest, Runtime, SourceSegment,
    WorkerOptions,
};
use serde_json::Value as Json;
use std::path::PathBuf;
use std::time::Duration;

pub const BUDGET: u64 = 100_000;

pub fn options() -> WorkerOptions {
    let mut options = WorkerOptions::new(env!("CARGO_BIN_EXE_cargo-mts"));
    options.limits.watchdog = Duration::from_secs(2);
    options.cache = Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("harness"));
    options
}

pub fn jvm() -> Jvm {
    Jvm::start(&options()).expect("a JDK on this machine")
}

pub fn cpython() -> Cpython {
    Cpython::start(&options()).expect("a CPython on this machine")
}

pub fn value(json: Json) -> Value {
    Value::from_json(&json).expect("a value")
}

pub fn input(args: Json) -> Input {
    let args = args.as_array().expect("a list").iter().map(|arg| value(arg.clone())).collect();
    Input { receiver: None, args, origin: InputOrigin::Suite }
}

/// Parses types such as `int[][]`, `List<String>` and `Map<String,Integer>`.
///
/// The function supports only the types that the tests need.
pub fn ty(text: &str) -> JavaType {
    if let Some(element) = text.strip_suffix("[]") {
        return ty(element).array_of();
    }
    match text.split_once('<') {
        None => JavaType::from_name(text),
        Some((name, rest)) => {
            let inner = rest.strip_suffix('>').expect("closed");
            let args = if inner.contains('<') { vec![ty(inner)] } else { inner.split(',').map(ty).collect() };
            JavaType::Class { name: name.to_owned(), args }
        }
    }
}

pub fn signature(params: &[&str], returns: &str) -> Signature {
    Signature { params: params.iter().map(|p| ty(p)).collect(), returns: ty(returns) }
}

/// Returns a text with the injected names of this process.
///
/// These names replace `mts.Ticks.` and `_mts_t_()`.
pub fn injected(text: &str) -> String {
    text.replace("mts.Ticks.", &format!("{}.Ticks.", injected_names::java_package()))
        .replace("_mts_t_()", injected_names::python_tick())
}

/// Builds a class `T` with a static method `f` and its copies.
///
/// `bodies` are numbered from 0.
pub fn java(params: &[(&str, &str)], returns: &str, shared: &str, bodies: &[&str]) -> JavaUnit {
    let list: Vec<String> = params.iter().map(|(ty, name)| format!("{ty} {name}")).collect();
    let (list, names) = (list.join(", "), params.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(", "));
    let back = if returns == "void" { "" } else { "return " };
    let mut segments = vec![SourceSegment::Shared(format!(
        "import java.util.*;\npublic class T {{ {}\n public static {returns} f({list}) throws Exception {{ {} switch \
         ({}.Ticks.copy()) {{",
        injected(shared),
        injected_names::java_tick(),
        injected_names::java_package()
    ))];
    for copy in 0..u32::try_from(bodies.len()).expect("few") {
        let text =
            format!(" case {copy}: {back} f__mts{copy}({names}); {}", if back.is_empty() { "break;" } else { "" });
        segments.push(SourceSegment::Copy { copy, text });
    }
    segments.push(SourceSegment::Shared(" default: throw new IllegalStateException(); } }\n".to_owned()));
    for (copy, body) in bodies.iter().enumerate() {
        let text = format!(" static {returns} f__mts{copy}({list}) throws Exception {{ {} }}\n", injected(body));
        segments.push(SourceSegment::Copy { copy: u32::try_from(copy).expect("few"), text });
    }
    segments.push(SourceSegment::Shared("}\n".to_owned()));
    let types: Vec<&str> = params.iter().map(|(ty, _)| *ty).collect();
    JavaUnit {
        path: "T.java".into(),
        segments,
        entry: JavaEntry {
            class: "T".into(),
            method: "f".into(),
            signature: signature(&types, returns),
            is_static: true,
            receiver: vec![],
            factories: vec![],
            port_substitutes: std::sync::Arc::default(),
            construct_only: false,
        },
        isolation: Isolation::Never,
        compile_separately: false,
        reverse_unspecified_order: false,
        sourcepath: vec![],
        classes: vec![],
        level: vec![],
        classpath: vec![],
    }
}

pub fn python(params: &[&str], texts: &[&str]) -> PythonUnit {
    let entry = PythonEntry::function("ported", "ported.py", "f", (0..params.len()).collect());
    let context = PythonContext {
        entry,
        path: vec![],
        fallback_path: vec![],
        former_modules: vec![],
        version_modules: vec![],
        signature: signature(params, "int"),
        receiver: vec![],
        factories: vec![],
        ports: std::sync::Arc::default(),
        port_substitutes: std::sync::Arc::default(),
    };
    let texts = (0u32..).zip(texts.iter().map(|text| injected(text))).collect();
    PythonUnit { context, entries: vec![], texts, construct_only: false, patience_ms: None }
}

pub fn run_requests(copies: usize, inputs: usize, continue_after_failure: bool) -> Vec<RunRequest> {
    let copies = 0..u32::try_from(copies).expect("few");
    let inputs: Vec<(usize, u64)> = (0..inputs).map(|i| (i, BUDGET)).collect();
    copies.map(|copy| RunRequest { copy, inputs: inputs.clone(), continue_after_failure }).collect()
}

pub fn run_java(jvm: &mut Jvm, unit: &JavaUnit, inputs: &[Input]) -> Vec<CopyOutcomes> {
    jvm.run(unit, inputs, &run_requests(unit.copies().len(), inputs.len(), true)).expect("runs")
}

pub fn run_python(cpython: &mut Cpython, unit: &PythonUnit, inputs: &[Input]) -> Vec<CopyOutcomes> {
    cpython.run(unit, inputs, &run_requests(unit.texts.len(), inputs.len(), true)).expect("runs")
}

pub fn only(answers: &[CopyOutcomes]) -> &Outcome {
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0].outcomes.len(), 1, "{answers:?}");
    &answers[0].outcomes[0]
}

pub fn states(answers: &[CopyOutcomes]) -> Vec<State> {
    answers.iter().map(CopyOutcomes::state).collect()
}
