//! Tests variants of both sides on the real runtimes. Every report shows whether a port reads names
//! at run time, with the reason. Transformations that preserve behaviour do so on all twenty
//! functions.

use crate::support::{Fixture, Ran, mts_in};
use serde_json::Value as Json;
use std::path::Path;

const JAVA: &str = "public class Notes {
    static String label(int count, int limit) {
        if (count > limit) {
            return \"count=\" + limit;
        }
        return \"count=\" + count;
    }

    static String plain(int count, int limit) {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum = sum + 1;
        }
        if (count > limit) {
            return \"most=\" + limit;
        }
        return \"count=\" + count + sum;
    }

    static String outer(int value) {
        return \"v\" + value;
    }
}
";

/// Python functions, each with another problem for a transformation. `label` reads its own names.
/// `plain` only looks as if it did. `outer` has a default, a closure, and an inner variable with
/// the name of the parameter.
const PYTHON: &str = "LIMIT = 3


def label(count, limit):
    \"\"\"A label.\"\"\"
    if count > limit:
        return \"count=%(limit)d\" % locals()
    return \"count=%(count)d\" % locals()


def plain(count, limit):
    \"\"\"Names such as count stand in texts alone.\"\"\"
    sum = 0
    for i in range(3):
        sum = sum + 1
    if count > limit:
        return f\"most={limit}\"
    return \"count=\" + str(count) + str(sum)


def outer(value):
    def said(text, value=value):
        return text + str(value)
    values = [value for value in [value]]
    return (lambda value: said(\"v\"))(values)
";

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("writes");
}

/// Every kind of variant, also those that are mutants.
const ALL: &str = "transformations: [renameParam, addParam, addConditional, addLoop, chBranchCond, rmLoop, merge]";

fn checked(folder: &Path, more: &[&str]) -> (Ran, Json) {
    write(folder, "all.yml", &format!("variants: {{{ALL}}}\n"));
    let arguments = ["check", "Notes.java", "notes.py", "--config", "all.yml", "--variants", "--out", "out"];
    let ran = mts_in(folder, &[&arguments[..], more].concat());
    let text = std::fs::read_to_string(folder.join("out/report.json")).unwrap_or_else(|_| panic!("{}", ran.stderr));
    (ran, serde_json::from_str(&text).expect("a report"))
}

fn pair<'r>(report: &'r Json, name: &str) -> &'r Json {
    let pairs = report["pairs"].as_array().expect("pairs");
    pairs.iter().find(|pair| pair["name"].as_str().expect("a name").starts_with(name)).expect("the pair")
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn only_a_port_that_reads_names_is_broken_and_the_report_names_the_line() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "Notes.java", JAVA);
    write(folder.path(), "notes.py", PYTHON);
    let (ran, report) = checked(folder.path(), &["--operators", "SDL", "--max-broken-variants", "0"]);
    let label = pair(&report, "Notes.label");
    let counts = &label["head"]["variants"];
    assert!(counts["broken"].as_u64() >= Some(1), "{counts}");
    assert_eq!((counts["invalid_transformation"].as_u64(), label["status"].as_str()), (Some(0), Some("failed")));
    let found = label["findings"].as_array().expect("findings").iter().find(|f| f["transformation"] == "renameParam");
    let finding = found.expect("a finding");
    assert_eq!((finding["kind"].as_str(), finding["severity"].as_str()), (Some("variant"), Some("warning")));
    let cause = finding["cause"].as_str().expect("a cause");
    assert!(cause.contains("reads names at run time: `locals`, line 7"), "{cause}");
    assert!(finding["python_outcome"].as_str().expect("an outcome").contains("KeyError"), "{finding}");
    for good in ["Notes.plain", "Notes.outer"] {
        let pair = pair(&report, good);
        let counts = &pair["head"]["variants"];
        let count = |key: &str| counts[key].as_u64().expect("a count");
        assert_eq!(
            (count("broken"), count("invalid_transformation"), count("inconclusive")),
            (0, 0, 0),
            "{good}: {counts}"
        );
        assert!(count("preserved") >= 4 && count("preserved") == count("tested"), "{good}: {counts}");
        assert!(pair["findings"].as_array().expect("a list").iter().all(|f| f["severity"] != "warning"), "{pair}");
    }
    // `plain` has an `if` and a loop. A changed condition and a removed loop are mutants, and
    // count.
    let plain = &pair(&report, "Notes.plain")["head"];
    let operators: Vec<&String> = plain["per_operator"].as_object().expect("a table").keys().collect();
    assert_eq!(operators, ["SDL", "chBranchCond", "rmLoop"]);
    let counted: u64 =
        operators.iter().map(|name| plain["per_operator"][name.as_str()]["counted"].as_u64().expect("a count")).sum();
    assert_eq!(plain["counted"].as_u64(), Some(counted), "{plain}");
    assert_eq!(ran.code, 10, "{}", ran.stdout);
    assert!(ran.stdout.contains("broken in `Notes.label`"), "{}", ran.stdout);
    let junit = std::fs::read_to_string(folder.path().join("out/junit.xml")).expect("a file");
    assert!(
        junit.contains("variants keep behaviour") && junit.contains("the port behaves differently after 2 variants")
    );
    let sarif = std::fs::read_to_string(folder.path().join("out/mts.sarif")).expect("a file");
    assert!(sarif.contains("\"ruleId\": \"mts/variant\"") || sarif.contains("\"ruleId\":\"mts/variant\""));
    let id = finding["id"].as_str().expect("an id");
    let explained = mts_in(folder.path(), &["explain", id, "--report", "out/report.json"]);
    assert!(
        explained.stdout.contains("cargo mts made a change to both functions that must keep behaviour"),
        "{}{}",
        explained.stdout,
        explained.stderr
    );
    let again = checked(folder.path(), &["--operators", "SDL", "--jobs", "2"]).1;
    assert_eq!(again["pairs"], report_without_gate(&report, &again), "the same variants and verdicts each time");
}

/// Returns the pairs of a report, with the gate's results of another report.
fn report_without_gate(report: &Json, other: &Json) -> Json {
    let mut pairs = report["pairs"].clone();
    for pair in pairs.as_array_mut().expect("pairs") {
        let name = pair["name"].clone();
        let same = other["pairs"].as_array().expect("pairs").iter().find(|own| own["name"] == name).expect("the pair");
        (pair["status"], pair["reasons"]) = (same["status"].clone(), same["reasons"].clone());
    }
    let order: Vec<&Json> = other["pairs"].as_array().expect("pairs").iter().map(|pair| &pair["name"]).collect();
    let list = pairs.as_array_mut().expect("pairs");
    list.sort_by_key(|pair| order.iter().position(|name| **name == pair["name"]));
    pairs
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn transformations_preserve_the_behaviour_of_twenty_functions_and_their_ports() {
    let folder = tempfile::tempdir().expect("a folder");
    let twenty = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/Twenty.java");
    std::fs::copy(twenty, folder.path().join("Twenty.java")).expect("copies");
    let made = mts_in(folder.path(), &["translate", "Twenty.java", "--mode", "plain"]);
    write(folder.path(), "twenty.py", &made.stdout);
    write(folder.path(), "mts.yml", &format!("variants: {{per-transformation: 3, {ALL}}}\ninputs: {{max: 8}}\n"));
    let arguments = ["check", "Twenty.java", "twenty.py", "--config", "mts.yml", "--operators", "SDL", "--out", "out"];
    let ran = mts_in(folder.path(), &[&arguments[..], &["--variants", "--fail-on", "never"]].concat());
    let text = std::fs::read_to_string(folder.path().join("out/report.json"));
    let report: Json = serde_json::from_str(&text.unwrap_or_else(|_| panic!("{}", ran.stderr))).expect("a report");
    let counts = &report["scores"]["variants"];
    let count = |key: &str| counts[key].as_u64().expect("a count");
    assert!(count("tested") >= 20 * 9, "{counts} {}", ran.stdout);
    assert_eq!(
        (count("broken"), count("invalid_transformation"), count("preserved")),
        (0, 0, count("tested")),
        "{counts} {}",
        ran.stdout
    );
    // Both sides have the same changed condition, or the same removed loop, so no input separates
    // them.
    for operator in ["chBranchCond", "rmLoop"] {
        let score = &report["scores"]["per_operator"][operator];
        assert!(score["counted"].as_u64() >= Some(5), "{operator}: {}", report["scores"]);
        assert_eq!(score["killed"].as_u64(), Some(0), "{operator}: {}", report["scores"]);
    }
}

#[test]
fn a_port_with_a_different_loop_is_killed_by_the_mutant_that_removes_the_loop() {
    let java = "public class Loops {\n    static int f(int n) {\n        int sum = n;\n        for (int i = 0; i < 3; i++) {\n            \
                sum = sum + 1;\n        }\n        return sum;\n    }\n}\n";
    // The port is right: its result adds the amount that its loop lacks.
    let python = "def f(n):\n    sum = n\n    for i in range(2):\n        sum = sum + 1\n    return sum + 1\n";
    let fixture = Fixture::empty();
    let configuration = "roots: [{java: java, python: python}]\nvariants: {enabled: true, transformations: [rmLoop]}\nmutation: {operators: [AODU]}\ngate: {min-mutants: 1}\n";
    fixture.write("mts.yml", configuration).write("java/acme/Loops.java", format!("package acme;\n\n{java}"));
    fixture.write("python/acme/loops.py", python).write("python/acme/__init__.py", "");
    fixture.commit("one");
    let ran = fixture.mts(&["run", "--all", "--variants"]);
    assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    let pair = ran.pair("Loops.f");
    let scores = &pair["head"]["per_operator"];
    assert_eq!(
        (scores["rmLoop"]["counted"].as_u64(), scores["rmLoop"]["killed"].as_u64()),
        (Some(1), Some(1)),
        "{scores}"
    );
    assert_eq!(pair["head"]["mts"].as_f64(), Some(1.0), "it counts as any mutant does");
    let finding = pair["findings"].as_array().expect("a list").iter().find(|one| one["kind"] == "mutant").expect("one");
    assert_eq!((finding["kind"].as_str(), finding["operator"].as_str()), (Some("mutant"), Some("rmLoop")), "{finding}");
    assert!(finding["python_edit"].to_string().contains("range(2)"), "{finding}");
    let comment = std::fs::read_to_string(fixture.path().join("mts-out/comment.md")).expect("a file");
    assert!(comment.contains("rmLoop"), "{comment}");
    let explained = fixture.mts(&["explain", finding["id"].as_str().expect("an id")]);
    assert!(
        explained.code == 0 && explained.stdout.contains("for (int i = 0"),
        "{}{}",
        explained.stdout,
        explained.stderr
    );
}
