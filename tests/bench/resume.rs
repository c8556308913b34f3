//! Tests `bench` end to end for cases that a command-line session does not show. These cases are
//! runs that end in the middle and resume, and modules of another translator.

use crate::support::mts_in;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The keys whose values vary between runs with equal results.
const TIMINGS: [&str; 4] = ["seconds", "cpu_seconds", "mutants_per_second", "peak_rss_mb"];

fn program(id: &str, java: &str, python: &str) -> String {
    let inputs = json!([[7], [12], [0], [31]]);
    let row = json!({"id": id, "java": java, "java_class": "A", "java_method": "f", "java_return": "int",
                     "java_params": ["int"], "python": python, "inputs": inputs});
    format!("{row}\n")
}

/// Writes programs that differ in their constants; every third port is wrong.
fn corpus(programs: usize) -> String {
    let mut text = String::new();
    for n in 0..programs {
        let java = format!(
            "class A {{\n    static int f(int n) {{\n        int s = {n};\n        for (int i = 0; i < n + 3; i++) {{\n            \
             if (i % 3 == 0 && s > i) s += i * {n} - 1; else s -= i;\n        }}\n        return s;\n    }}\n}}\n"
        );
        let wrong = if n % 3 == 0 { "+ 1" } else { "- 1" };
        let python = format!(
            "def f(n):\n    s = {n}\n    for i in range(0, n + 3):\n        if i % 3 == 0 and s > i:\n            \
             s += i * {n} {wrong}\n        else:\n            s -= i\n    return s\n"
        );
        text += &program(&format!("P{n:02}"), &java, &python);
    }
    text
}

fn without_timings(text: &str) -> Json {
    let mut json: Json = serde_json::from_str(text).expect("one JSON object");
    let object = json.as_object_mut().expect("an object");
    for key in TIMINGS {
        assert!(object.remove(key).is_some(), "{key}");
    }
    json
}

fn lines(path: &Path) -> usize {
    std::fs::read(path).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count())
}

/// Runs `bench` until it finishes some programs, then sends the signal.
fn ended_by(signal: rustix::process::Signal, folder: &Path) {
    let journal = folder.join("journal");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-mts"))
        .args(["bench", "--corpus", "corpus", "--jobs", "1", "--resume", "journal", "--json"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let clock = Instant::now();
    while lines(&journal) < 3 {
        assert!(clock.elapsed() < Duration::from_secs(120), "nothing was finished");
        std::thread::sleep(Duration::from_millis(1));
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, signal).expect("sent");
    assert!(!child.wait().expect("ends").success());
}

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn an_interrupted_run_resumes_to_the_same_result() {
    use rustix::process::Signal;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    std::fs::write(path.join("corpus"), corpus(24)).expect("writes");
    let run = |more: &[&str]| {
        let ran = mts_in(path, &[&["bench", "--corpus", "corpus", "--json"], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        without_timings(&ran.stdout)
    };
    let uninterrupted = run(&["--per-mutant", "whole.jsonl"]);
    assert!(uninterrupted["counted"].as_u64() > Some(300), "{uninterrupted}");
    let journal = path.join("journal");
    for signal in [Signal::INT, Signal::KILL] {
        ended_by(signal, path);
        assert!(lines(&journal) < 25, "it ended before the signal came");
        // The end of the journal is an interrupted write.
        let mut text = std::fs::read_to_string(&journal).expect("reads");
        text += "{\"program\":\"P23\",\"dig";
        std::fs::write(&journal, text).expect("writes");
        assert_eq!(run(&["--resume", "journal", "--per-mutant", "resumed.jsonl"]), uninterrupted, "{signal:?}");
        assert_eq!(lines(&journal), 25, "the head and every program once");
        let read = |name: &str| std::fs::read_to_string(path.join(name)).expect("reads");
        assert_eq!(read("resumed.jsonl"), read("whole.jsonl"), "{signal:?}");
        std::fs::remove_file(&journal).expect("removes");
    }
}

/// Returns the class with another body, in the layout of another tool.
fn mutated(body: &str) -> String {
    format!("// made elsewhere\nclass A\n{{\n    static  int f( int n )\n    {{\n        {body}\n    }}\n}}\n")
}

#[test]
fn recorded_modules_of_a_translator_are_compared_only_with_their_java_mutants() {
    let folder = tempfile::tempdir().expect("a folder");
    // The port does not import, so it cannot affect the result.
    let java = "class A {\n    static int f(int n) {\n        return n / 2;\n    }\n}\n";
    std::fs::write(
        path_of(&folder, "corpus"),
        program("HALF", java, "import nothing_of_that_name\ndef f(n):\n    return 1\n"),
    )
    .expect("writes");
    let minus = mutated("return n - 2;");
    let helped = "class A {\n    static int two() { return 2; }\n    static int f(int n) { return n % two(); }\n}\n";
    let endless = mutated("while (n > 100 || n <= 100) { n = n * 2; } return n;");
    let rows = [
        ("function", minus.as_str(), Some("def f(n):\n    return n - 2\n"), "survived", ""),
        (
            "classmethod",
            &minus,
            Some("class A(object):\n    @classmethod\n    def f(cls, n):\n        return n - 2\n"),
            "survived",
            "",
        ),
        ("method", &minus, Some("class A(object):\n    def f(self, n):\n        return n - 2\n"), "survived", ""),
        ("wrong", &minus, Some("def f(n):\n    return n + 2\n"), "killed", "mismatch"),
        ("drifted", &minus, Some("def f(n):\n    return n - 2.0\n"), "survived", ""),
        ("thrown", &minus, Some("def f(n):\n    return n - m\n"), "killed", "exception"),
        (
            "unparsed",
            &minus,
            Some("class A(object):\n    def f(self, n):\n    x = 1\n        return n\n"),
            "killed",
            "not_compiled",
        ),
        (
            "unimported",
            &minus,
            Some("import nothing_of_that_name\ndef f(n):\n    return n - 2\n"),
            "killed",
            "not_compiled",
        ),
        ("nameless", &minus, Some("def g(n):\n    return n - 2\n"), "killed", "incomplete"),
        (
            "unmade",
            &minus,
            Some("class A:\n    def __init__(self, x):\n        pass\n    def f(self, n):\n        return n - 2\n"),
            "killed",
            "incomplete",
        ),
        ("narrow", &minus, Some("def f():\n    return 1\n"), "killed", "incomplete"),
        ("endless", &minus, Some("def f(n):\n    while True:\n        n += 1\n"), "killed", "timeout"),
        ("absent", &minus, None, "killed", "missing"),
        ("whole class", helped, Some("def f(n):\n    return n % 2\n"), "survived", ""),
        (
            "broken Java",
            "class A {\n    static int f(int n) { return n -; }\n}\n",
            Some("def f(n):\n    return n\n"),
            "anomalous",
            "",
        ),
        ("unknown in Java", &mutated("return m;"), Some("def f(n):\n    return n\n"), "anomalous", ""),
        ("endless in Java", &endless, Some("def f(n):\n    return n\n"), "anomalous", ""),
    ];
    let mut text = String::new();
    for (name, java, python, _, _) in rows {
        let row = json!({"id": "HALF", "mutant": name, "operator": "AORB", "line": 3, "java": java, "python": python});
        let _ = writeln!(text, "{row}");
    }
    std::fs::write(path_of(&folder, "rows"), text).expect("writes");
    let arguments = ["bench", "--corpus", "corpus", "--translator", "recorded:rows", "--per-mutant", "out", "--json"];
    let ran = mts_in(folder.path(), &arguments);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let out = std::fs::read_to_string(path_of(&folder, "out")).expect("reads");
    let out: Vec<Json> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(out.len(), rows.len());
    for (row, (name, _, _, verdict, reason)) in out.iter().zip(rows) {
        assert_eq!((row["mutant"].as_str(), row["verdict"].as_str()), (Some(name), Some(verdict)), "{row}");
        assert!(verdict != "killed" || row["why"].as_str().is_some_and(|why| why.starts_with(reason)), "{row}");
    }
    let result = without_timings(&ran.stdout);
    assert_eq!((&result["mutants"], &result["counted"], &result["killed"]), (&json!(17), &json!(14), &json!(9)));
    assert!(result["ca_tests"].is_null() && result["exact_share"].is_null(), "they are the port's: {result}");
}

#[test]
fn a_recorded_row_without_java_refers_to_a_generated_mutant() {
    let folder = tempfile::tempdir().expect("a folder");
    let java = "class A {\n    static int f(int n) {\n        return n / 2;\n    }\n}\n";
    std::fs::write(path_of(&folder, "corpus"), program("HALF", java, "def f(n):\n    return n // 2\n"))
        .expect("writes");
    let own = mts_in(folder.path(), &["bench", "--corpus", "corpus", "--per-mutant", "own"]);
    assert_eq!(own.code, 0, "{}", own.stderr);
    let own = std::fs::read_to_string(path_of(&folder, "own")).expect("reads");
    let times = own.lines().map(|line| serde_json::from_str::<Json>(line).expect("JSON"));
    let times = times.into_iter().find(|row| row["change"] == "n / 2 => n * 2").expect("a mutant of this change");
    let python = "def f(n):\n    return n * 2\n";
    let by_id = json!({"id": "HALF", "mutant": times["mutant"], "operator": "AORB", "line": 3, "python": python});
    let by_change = json!({"id": "HALF", "mutant": "M", "operator": "AORB", "line": 3, "change": "n / 2 => n * 2", "python": python});
    std::fs::write(path_of(&folder, "rows"), format!("{by_id}\n{by_change}\n")).expect("writes");
    let ran = mts_in(folder.path(), &["bench", "--corpus", "corpus", "--translator", "recorded:rows", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let result = without_timings(&ran.stdout);
    assert_eq!((&result["counted"], &result["killed"]), (&json!(2), &json!(0)), "{result}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn throughput_is_reported_per_process_and_with_the_process_baseline() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(path_of(&folder, "corpus"), corpus(2)).expect("writes");
    let ran = mts_in(
        folder.path(),
        &["bench", "--corpus", "corpus", "--operators", "AORB", "--throughput", "--against-processes", "3", "--json"],
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let result: Json = serde_json::from_str(&ran.stdout).expect("JSON");
    let throughput = &result["throughput"];
    assert_eq!(throughput["mutants"], result["mutants"]);
    // Each program has a unit for its mutants, and may have a unit that counts at places of
    // splices.
    assert!(throughput["units"].as_u64().is_some_and(|units| (2..=4).contains(&units)), "{throughput}");
    let rounds = throughput["rounds_per_unit"].as_f64().expect("a number");
    assert!((1.0..=2.0).contains(&rounds), "{throughput}");
    assert!(throughput["java"]["cpu_seconds"].as_f64().is_some_and(|cpu| cpu > 0.0), "{throughput}");
    let baseline = &throughput["process_baseline"];
    assert_eq!((&baseline["mutants"], &baseline["timeouts"]), (&json!(3), &json!(0)));
    // Each mutant starts a JVM for the compiler and one for the class; the run shares one JVM among
    // all mutants.
    assert!(baseline["cpu_seconds"].as_f64().is_some_and(|cpu| cpu > 0.0), "{throughput}");
}

#[test]
fn the_process_baseline_does_not_run_for_recorded_translations() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(path_of(&folder, "corpus"), corpus(1)).expect("writes");
    let row = json!({"id": "P00", "mutant": "M", "operator": "AORB", "line": 5, "java": "class A {}"});
    std::fs::write(path_of(&folder, "rows"), row.to_string()).expect("writes");
    let ran = mts_in(
        folder.path(),
        &["bench", "--corpus", "corpus", "--translator", "recorded:rows", "--throughput", "--against-processes", "3"],
    );
    assert_eq!(ran.code, 2, "{}", ran.stdout);
    assert!(ran.stderr.contains("--against-processes"), "{}", ran.stderr);
}

fn path_of(folder: &tempfile::TempDir, name: &str) -> std::path::PathBuf {
    folder.path().join(name)
}
