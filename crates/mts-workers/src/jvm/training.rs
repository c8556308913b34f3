//! The requests that the JVM executes while it creates the class-data archive.

use super::request::request;
use crate::protocol::{self, PendingRunRequest, Tag};
use crate::{JavaUnit, Limits, RunRequest, SourceSegment};
use mts_model::compilation_unit::{Isolation, JavaEntry};
use mts_model::{Input, InputOrigin, JavaType, Primitive, Signature, Value, injected_names};
use std::io;
use std::sync::Arc;

/// Returns frames with requests that use most classes of the worker and of the compiler.
///
/// The unit has two copies: one compiles, the other has an error. The requests ask for outcomes
/// and for digests.
pub(super) fn frames(limits: &Limits) -> io::Result<Vec<u8>> {
    let body = |ticks: &str, last: &str| {
        format!(
            "{ticks} Map<String, Integer> seen = new HashMap<>(); List<Integer> all = new ArrayList<>(); \
             for (int i = 0; i < a.length; i++) {{ {ticks} all.add(a[i]); seen.merge(s, a[i], Integer::sum); }} \
             for (int one : all) {{ {ticks} count += one; }} \
             try {{ while (count > 9) {{ {ticks} count /= 2; }} }} catch (RuntimeException e) {{ count--; }} \
             StringBuilder text = new StringBuilder(); \
             switch (s) {{ case \"text\": text.append('c').append(s.charAt(0)); break; default: count = -1; }} \
             Collections.sort(all, (b, c) -> c - b); System.out.println(s + all + Math.max(x, 1.5) + text); \
             if (a.length == 0) throw new IllegalStateException(\"empty\"); {last}"
        )
    };
    let (ticks, package) = (injected_names::java_tick(), injected_names::java_package());
    let shared = |text: &str| SourceSegment::Shared(text.to_owned());
    let segment = |copy: u32, text: String| SourceSegment::Copy { copy, text };
    let call = |n: u32| segment(n, format!("\ncase {n}: return f__mts{n}(a, s, x);"));
    let method = |n: u32, last: &str| {
        segment(n, format!("int f__mts{n}(int[] a, String s, double x) {{ {} }}\n", body(ticks, last)))
    };
    let head = format!(
        "import java.util.*;\npublic class Training {{ private int count; private final String name; \
         public Training(int count, String name) {{ this.count = count; this.name = name; }} \
         int f(int[] a, String s, double x) {{ switch ({package}.Ticks.copy()) {{"
    );
    let unit = JavaUnit {
        path: "Training.java".to_owned(),
        segments: vec![
            shared(&head),
            call(0),
            call(1),
            shared("\ndefault: throw new IllegalStateException(\"no such copy\"); } }\n"),
            method(0, "return seen.get(s);"),
            method(1, "boolean wrong = 0; return wrong;"),
            shared("}\n"),
        ],
        entry: JavaEntry {
            class: "Training".to_owned(),
            method: "f".to_owned(),
            signature: Signature {
                params: vec![
                    JavaType::Array(Box::new(JavaType::Primitive(Primitive::Int))),
                    JavaType::String,
                    JavaType::Primitive(Primitive::Double),
                ],
                returns: JavaType::Primitive(Primitive::Int),
            },
            is_static: false,
            receiver: vec![JavaType::Primitive(Primitive::Int), JavaType::String],
            factories: Vec::new(),
            port_substitutes: Arc::default(),
            construct_only: false,
        },
        isolation: Isolation::IfChanged,
        compile_separately: false,
        reverse_unspecified_order: false,
        sourcepath: Vec::new(),
        classes: Vec::new(),
        classpath: Vec::new(),
        level: Vec::new(),
    };
    let input = |numbers: &[i64]| Input {
        receiver: Some(vec![Value::Int(7), Value::Str("name".to_owned())]),
        args: vec![
            Value::List(numbers.iter().copied().map(Value::Int).collect()),
            Value::Str("text".to_owned()),
            Value::Float(0.5),
        ],
        origin: InputOrigin::Generated,
    };
    let inputs = [input(&[3, 1, 2]), input(&[])];
    let pending = [0, 1].map(|copy| PendingRunRequest {
        run_request: RunRequest { copy, inputs: vec![(0, 1_000_000), (1, 1_000_000)], continue_after_failure: true },
        patience: 2,
    });
    let mut frames = Vec::new();
    for probes in [None, Some(0)] {
        let request = protocol::with_run_requests(&mut request(&unit, &inputs, probes, limits), &pending);
        protocol::write_frame(&mut frames, Tag::NONE, &request)?;
    }
    Ok(frames)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Frames, parse_answer};
    use crate::{find, harness};
    use mts_model::State;
    use std::io::Write;
    use std::process::{Command, Stdio};

    #[test]
    fn the_worker_runs_the_training_unit_and_answers_with_outcomes_and_digests() {
        let (jdk, limits) = (find::jdk(None).expect("a JDK"), Limits::default());
        let folder = tempfile::tempdir().expect("a folder");
        let jar = harness::java(&jdk, Some(folder.path()), folder.path()).expect("the worker");
        let mut java = Command::new(jdk.home.join("bin/java"));
        java.args(super::super::arguments(&limits, &jar)).args(["0", "1"]).current_dir(folder.path());
        java.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut worker = java.spawn().expect("starts");
        let requests = frames(&limits).expect("requests");
        worker.stdin.take().expect("a pipe").write_all(&requests).expect("written");
        let written = worker.wait_with_output().expect("ends").stdout;
        let (mut read, mut answers) = (Frames::default(), Vec::new());
        let mut rest = &written[..];
        while read.fill(&mut rest).expect("read") > 0 {
            while let Some(frame) = read.next() {
                answers.push(parse_answer(frame.expect("a frame"), Tag::NONE).expect("an answer"));
            }
        }
        let states: Vec<State> = answers
            .iter()
            .flat_map(|answer| answer.outcome.iter().chain(&answer.outcomes))
            .map(|outcome| outcome.0)
            .collect();
        let of_one_request = [State::Ok, State::Exception, State::NotCompiled];
        assert_eq!(states, [of_one_request, of_one_request].concat(), "{answers:?}");
    }
}
