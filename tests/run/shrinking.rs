//! Tests shrinking on real runtimes.
//!
//! A finding shows the smallest input that the tool can find.

use crate::support::shared::run_on;
use crate::support::{Fixture, Ran};
use serde_json::Value as Json;
use std::sync::LazyLock;

/// The run on pairs with a difference of the originals.
static RAN: LazyLock<Ran> = LazyLock::new(|| {
    let writers = [write_more, write_far, write_endless, write_exit, write_state];
    run_on(&writers, &["run", "--all"])
});

/// Writes a class with one method, and its port.
fn write(fixture: &Fixture, class: &str, java: &str, python: &str) {
    fixture.write(&format!("java/{class}.java"), format!("public class {class} {{\n{java}}}\n"));
    fixture.write(&format!("python/{}.py", class.to_lowercase()), python);
}

fn findings<'r>(ran: &'r Ran, name: &str, kind: &str) -> Vec<&'r Json> {
    let all = ran.pair(name)["findings"].as_array().expect("a list");
    all.iter().filter(|finding| finding["kind"] == kind).collect()
}

const TOTAL: &str = "    static int total(int[] a, int n) {\n        int sum = 0;\n        for (int i = 0; i < n; i++) {\n            \
    sum += a[i];\n        }\n        return sum;\n    }\n";

fn write_more(fixture: &Fixture) {
    let port = "def total(a, n):\n    s = 0\n    for i in range(n):\n        if a[i] > 5:\n            s += 1\n        s += a[i]\n    return s\n";
    write(fixture, "More", TOTAL, port);
}

#[test]
fn a_difference_of_the_originals_is_shown_on_the_smallest_array_with_its_length() {
    let found = findings(&RAN, "More.total", "original");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["input"], "a = [6], n = 1");
    assert_eq!(found[0]["java_outcome"], "returns 6");
    assert_eq!(found[0]["python_outcome"], "returns 7");
    assert_eq!(found[0]["severity"], "error");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_kill_is_shown_on_a_small_input_on_which_the_originals_agree() {
    // The port adds absolute values, so it is right only for arrays without negative elements.
    let port = "def total(a, n):\n    s = 0\n    i = 0\n    while i < n:\n        s += abs(a[i])\n        i += 1\n    return s\n";
    let fixture = Fixture::empty();
    fixture.write("Work.java", format!("public class Work {{\n{TOTAL}}}\n")).write("work.py", port);
    fixture.commit("one");
    // A mutant loops backwards only on a negative length, which is outside of the domain.
    let ran = fixture.mts(&["run", "--all", "--domain", "all"]);
    let kills = findings(&ran, "Work.total", "mutant");
    assert!(!kills.is_empty(), "{}", ran.stdout);
    for kill in &kills {
        let length = kill["arguments"][0].as_array().expect("an array").len();
        assert!(length <= 2, "{kill}");
    }
    assert!(kills.iter().any(|kill| kill["caused_by_other"] == false), "{kills:?}");
}

fn write_far(fixture: &Fixture) {
    let far = "    static int twice(int n) {\n        return n * 2;\n    }\n";
    write(fixture, "Far", far, "def twice(n):\n    return n * 2\n");
}

#[test]
fn an_overflow_is_shrunk_to_the_smallest_number_that_overflows() {
    let found = findings(&RAN, "Far.twice", "original");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["input"], "n = 1073741824");
    assert!(found[0]["cause"].as_str().expect("text").ends_with(", only with extreme values"), "{}", found[0]["cause"]);
}

fn write_endless(fixture: &Fixture) {
    let port = "def total(a, n):\n    s = 0\n    i = 0\n    while i < n:\n        if a[i] <= 3:\n            i += 1\n            s += a[i - 1]\n    return s\n";
    write(fixture, "Endless", TOTAL, port);
}

#[test]
fn an_endless_loop_is_shrunk_to_the_smallest_array() {
    let found = findings(&RAN, "Endless.total", "original");
    // The second finding is about the inputs that did not run, because two inputs before them did
    // not end.
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0]["input"], "a = [4], n = 1");
    assert_eq!(found[0]["java_outcome"], "returns 4");
    assert_eq!(found[0]["python_outcome"], "does not end in its budget (ticks)");
}

fn write_exit(fixture: &Fixture) {
    let port = "import os\n\ndef total(a, n):\n    s = 0\n    for i in range(n):\n        if a[i] > 3:\n            os._exit(3)\n        s += a[i]\n    return s\n";
    write(fixture, "Exit", TOTAL, port);
}

#[test]
fn an_input_that_makes_the_worker_exit_is_shrunk() {
    let found = findings(&RAN, "Exit.total", "original");
    assert_eq!(found.len(), 1, "{found:?}");
    let length = found[0]["arguments"][0].as_array().expect("an array").len();
    assert!(length <= 2, "{}", found[0]);
    assert!(found[0]["python_outcome"].as_str().expect("text").contains("exit"), "{}", found[0]);
}

fn write_state(fixture: &Fixture) {
    let java = "    static int next(int n) {\n        return n + 1;\n    }\n";
    // The port is wrong from the second call in a process on, for arguments up to 7.
    let python =
        "calls = []\n\ndef next(n):\n    calls.append(n)\n    return n + 1 if len(calls) < 2 or n > 7 else n\n";
    write(fixture, "State", java, python);
}

#[test]
fn a_finding_that_needs_state_of_earlier_calls_is_not_shrunk() {
    let found = findings(&RAN, "State.next", "original");
    assert!(!found.is_empty(), "{}", RAN.stdout);
    // No single call shows the finding, so it keeps the input of the suite that showed it first.
    let shown = found[0]["arguments"][0].as_i64().expect("a number");
    assert!(shown <= 7, "{}", found[0]);
}

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn shrinking_does_not_depend_on_the_number_of_worker_pairs() {
    let fixture = Fixture::empty();
    for name in ["A", "B", "C"] {
        let java = TOTAL.replace("total", &format!("total{name}"));
        fixture.write(&format!("{name}.java"), format!("public class {name} {{\n{java}}}\n"));
        let python = "def total_X(a, n):\n    s = 0\n    for i in range(n):\n        s += a[i] if a[i] != 3 else 4\n    return s\n";
        fixture.write(&format!("{}.py", name.to_lowercase()), python.replace('X', &name.to_lowercase()));
    }
    fixture.commit("one");
    let once = |jobs: &str| {
        let ran = fixture.mts(&["run", "--all", "--jobs", jobs]);
        let mut report = ran.report().clone();
        report["timings"] = Json::Null;
        let total = ran.pair("A.totalA")["findings"].as_array().map_or(0, Vec::len);
        assert!(total > 0, "{}", ran.stdout);
        serde_json::to_string(&report).expect("text")
    };
    let first = once("1");
    assert_eq!(once("2"), first);
    assert_eq!(once("3"), first);
}
