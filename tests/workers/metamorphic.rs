//! Tests the transformations on real runtimes.
//!
//! Each result compiles, and behaves like the original if the transformation preserves behaviour.
//! `MTS_VARIANT_SEEDS=100` runs as many seeds as the tests for a release.

use crate::support::twenty::{Example, examples};
use crate::support::workers::{cpython, jvm};
use mts_generate::instrument::{self, java::JavaContext, python::PythonCopy};
use mts_generate::metamorphic::{Transformation, draw, edits, merge};
use mts_lang::SourceFile;
use mts_model::compilation_unit::PythonContext;
use mts_model::{Input, JavaType, Language, Outcome, Primitive, Random, Signature, State, Value, span};
use mts_workers::{JavaEntry, PythonEntry, RunRequest, Runtime};
use std::collections::BTreeSet;

fn seeds() -> u64 {
    std::env::var("MTS_VARIANT_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3)
}

fn run_java(
    text: &str,
    params: &[JavaType],
    inputs: &[Input],
    jvm: &mut impl Runtime<mts_workers::JavaUnit>,
) -> Vec<Outcome> {
    let file = SourceFile::parse("Alone.java", text.to_owned(), Language::Java).expect("parses");
    let function = &file.functions[0];
    let entry = JavaEntry {
        class: "Alone".to_owned(),
        method: function.name.clone(),
        signature: Signature { params: params.to_vec(), returns: function.returns.clone() },
        is_static: true,
        receiver: Vec::new(),
        factories: Vec::new(),
        port_substitutes: std::sync::Arc::default(),
        construct_only: false,
    };
    let context = JavaContext::from_entry(entry, false);
    let unit = instrument::java::whole_file_unit(&file, &context, "", 0).expect("a unit");
    let answers = jvm.run(&unit, inputs, &[run_request(inputs.len())]).expect("runs");
    answers.into_iter().next().expect("an answer").outcomes
}

fn run_python(
    text: &str,
    params: &[JavaType],
    inputs: &[Input],
    name: &str,
    cpython: &mut impl Runtime<mts_workers::PythonUnit>,
) -> Vec<Outcome> {
    let file = SourceFile::parse("port.py", String::new(), Language::Python).expect("parses");
    let context = PythonContext {
        entry: PythonEntry::function("port", "port.py", name, (0..params.len()).collect()),
        path: Vec::new(),
        fallback_path: Vec::new(),
        former_modules: Vec::new(),
        version_modules: Vec::new(),
        signature: Signature { params: params.to_vec(), returns: JavaType::Unknown },
        receiver: Vec::new(),
        factories: Vec::new(),
        ports: std::sync::Arc::default(),
        port_substitutes: std::sync::Arc::default(),
    };
    let copy = PythonCopy::Module { text, qualname: name, on_instance: false };
    let unit = instrument::python::unit(&file, &context, &[(0, copy)]).expect("a unit");
    let answers = cpython.run(&unit, inputs, &[run_request(inputs.len())]).expect("runs");
    answers.into_iter().next().expect("an answer").outcomes
}

fn run_request(inputs: usize) -> RunRequest {
    RunRequest { copy: 0, inputs: (0..inputs).map(|at| (at, 100_000)).collect(), continue_after_failure: true }
}

/// Returns the parts of the outcomes that must be the same. Ticks and an added argument need not
/// be.
fn seen(outcomes: &[Outcome], params: usize) -> Vec<String> {
    let one = |o: &Outcome| format!("{:?} {:?} {:?}", o.state, o.value, o.args.iter().take(params).collect::<Vec<_>>());
    outcomes.iter().map(one).collect()
}

/// Returns the types and the inputs; for an added parameter, with one more argument.
fn with_added(example: &Example, transformation: Transformation) -> (Vec<JavaType>, Vec<Input>) {
    let (mut params, mut inputs) = (example.params(), example.inputs.clone());
    if transformation == Transformation::AddParam {
        params.push(JavaType::INT);
        inputs.iter_mut().for_each(|input| input.args.push(Value::Int(4)));
    }
    (params, inputs)
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn drawn_transformations_compile_and_preserve_behaviour_if_they_must() {
    let (mut jvm, mut cpython) = (jvm(), cpython());
    let mut applied: BTreeSet<(Transformation, Language)> = BTreeSet::new();
    for example in examples() {
        let own = example.params().len();
        let name = example.python.functions[0].name.clone();
        let java = seen(&run_java(&example.java.text, &example.params(), &example.inputs, &mut jvm), own);
        let python = run_python(&example.python.text, &example.params(), &example.inputs, &name, &mut cpython);
        let python = seen(&python, own);
        for transformation in Transformation::ALL {
            let (params, inputs) = with_added(&example, transformation);
            let mut known = BTreeSet::new();
            for seed in 0..seeds() {
                for side in [example.java_side(), example.python_side()] {
                    let Some(change) = draw(transformation, side, &mut Random::new(seed)) else { continue };
                    let made = edits(&change, side).unwrap_or_else(|| panic!("{change:?} is drawn, and written"));
                    let text = span::apply(&side.file.text, &made).expect("edits fit");
                    if !known.insert(text.clone()) {
                        continue;
                    }
                    let (outcomes, original) = match side.file.language {
                        Language::Java => (run_java(&text, &params, &inputs, &mut jvm), &java),
                        Language::Python => (run_python(&text, &params, &inputs, &name, &mut cpython), &python),
                    };
                    let reason = outcomes.first().map(|o| o.reason.clone());
                    assert!(outcomes.iter().all(|o| o.state != State::NotCompiled), "{reason:?}\n{text}");
                    if transformation.keeps_behaviour() {
                        assert_eq!(&seen(&outcomes, own), original, "{text}");
                    }
                    applied.insert((transformation, side.file.language));
                }
            }
        }
    }
    assert_eq!(applied.len(), 2 * 6, "all but merge, in both languages: {applied:?}");
}

#[test]
fn every_layout_of_a_merged_method_runs_the_selected_method() {
    let mut jvm = jvm();
    let examples = examples();
    let mut merges = 0;
    for (at, first) in examples.iter().enumerate() {
        let fits = |other: &&Example| other.function().returns == first.function().returns;
        let Some(second) = examples[at + 1..].iter().find(fits) else { continue };
        for layout in 0..merge::LAYOUTS {
            let merged =
                merge::merge(first.java_side(), second.java_side(), layout, &mut Random::new(u64::from(layout)));
            let merged = merged.expect("two methods that stand alone");
            let text = span::apply(&first.java.text, &merged.edits).expect("edits fit");
            let both = [first, second];
            let (lead, other) = (both[merged.leads], both[1 - merged.leads]);
            let params = [lead.params(), other.params(), vec![JavaType::BOOLEAN]].concat();
            for flag in [merged.flag, !merged.flag] {
                let chosen = if flag == merged.flag { lead } else { other };
                let call = |input: &Input| {
                    let fill = |example: &Example| -> Vec<Value> { example.params().iter().map(nothing).collect() };
                    let args_of = |example: &Example| {
                        if std::ptr::eq(example, chosen) { input.args.clone() } else { fill(example) }
                    };
                    Input { args: [args_of(lead), args_of(other), vec![Value::Bool(flag)]].concat(), ..input.clone() }
                };
                let inputs: Vec<Input> = chosen.inputs.iter().map(call).collect();
                let value =
                    |outcomes: Vec<Outcome>| outcomes.into_iter().map(|o| (o.state, o.value)).collect::<Vec<_>>();
                let alone = value(run_java(&chosen.java.text, &chosen.params(), &chosen.inputs, &mut jvm));
                assert_eq!(
                    value(run_java(&text, &params, &inputs, &mut jvm)),
                    alone,
                    "layout {layout}, {flag}\n{text}"
                );
                merges += 1;
            }
        }
    }
    assert!(merges >= 10 * 8, "too little to tell: {merges}");
}

fn nothing(ty: &JavaType) -> Value {
    match ty {
        JavaType::Primitive(Primitive::Boolean) => Value::Bool(false),
        JavaType::Primitive(Primitive::Double) => Value::Float(0.0),
        JavaType::Primitive(Primitive::Char) => Value::Str("a".to_owned()),
        JavaType::Primitive(_) => Value::Int(0),
        _ => Value::Null,
    }
}
