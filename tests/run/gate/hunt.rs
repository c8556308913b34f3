//! Tests the hunt: differences that the chosen inputs miss, through the whole program.

use crate::support::{Fixture, Ran};

const JAVA: &str = "public class Rates {\n    static int rate(int days) {\n        \
    return days < 0 ? 0 : days * 3;\n    }\n}\n";

/// A port that differs on about one of 500 inputs.
const RARE: &str = "def rate(days):\n    if days > 300 and days % 97 == 5:\n        return 1\n    \
    return 0 if days < 0 else days * 3\n";

const RIGHT: &str = "def rate(days):\n    return 0 if days < 0 else days * 3\n";

fn rates(python: &str) -> Fixture {
    let fixture = Fixture::empty();
    fixture.write("Rates.java", JAVA).write("rates.py", python);
    fixture.commit("one");
    fixture
}

fn run(python: &str, flags: &[&str]) -> Ran {
    rates(python).mts(&[&["run", "--all", "--fragments=false"], flags].concat())
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_rare_difference_that_the_chosen_inputs_miss_is_found() {
    let without = run(RARE, &["--hunt", "0"]);
    let head = &without.pair("Rates.rate")["head"];
    assert_eq!((&head["ca_tests"], &head["hunt"]), (&1.0.into(), &serde_json::Value::Null), "{head}");
    // The hunt is on by default.
    let fixture = rates(RARE);
    let with = fixture.mts_by_default(&["run", "--all", "--fragments=false", "--variants=false"]);
    let pair = with.pair("Rates.rate");
    assert_eq!(pair["head"]["hunt"]["found"], 1, "{pair}");
    assert_eq!(pair["status"], "failed", "{pair}");
    assert_eq!(with.code, 11);
    assert_eq!(pair["head"]["mts"], head["mts"], "no mutant runs on the input of the hunt");
    let finding = pair["findings"].to_string();
    assert!(finding.contains("the return value differs"), "{finding}");
}

#[test]
fn a_hunt_without_a_difference_reports_its_calls_and_branches() {
    let ran = run(RIGHT, &["--hunt", "700"]);
    let hunt = &ran.pair("Rates.rate")["head"]["hunt"];
    assert_eq!(hunt["found"], 0, "{hunt}");
    assert_eq!(hunt["branches"], serde_json::json!({ "taken": 2, "all": 2 }), "{hunt}");
    let calls = hunt["calls"].as_u64().unwrap_or_default();
    assert!((500..=700).contains(&calls), "{hunt}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_larger_hunt_budget_finds_a_difference_that_a_smaller_one_misses() {
    let found = |budget: &str| run(RARE, &["--hunt", budget]).pair("Rates.rate")["head"]["hunt"]["found"].clone();
    let (small, large) = (found("2"), found("20000"));
    assert_eq!((small, large), (0.into(), 1.into()));
}

#[test]
fn a_difference_outside_of_the_domain_blocks_only_with_domain_all() {
    let fixture = Fixture::empty();
    let java = "public class First {\n    static int first(int[] items) {\n        return items[0] + 1;\n    }\n}\n";
    let python = "def first(items):\n    return items[0] + 1 if items else 1\n";
    fixture.write("First.java", java).write("first.py", python);
    fixture.commit("one");
    let run = |flags: &[&str]| fixture.mts(&[&["run", "--all", "--fragments=false", "--hunt", "600"], flags].concat());
    let severity_and_cause = |ran: &Ran| {
        let findings = ran.pair("First.first")["findings"].as_array().expect("findings").clone();
        let one = findings.iter().find(|finding| finding["kind"] == "original").expect("a finding").clone();
        (one["severity"].as_str().expect("a severity").to_owned(), one["cause"].as_str().expect("a cause").to_owned())
    };
    let edge = run(&[]);
    let (severity, cause) = severity_and_cause(&edge);
    assert_eq!((edge.code, severity.as_str()), (0, "warning"), "{cause}");
    assert!(cause.contains("ArrayIndexOutOfBoundsException") && cause.ends_with("outside of the function's domain"));
    assert_eq!(edge.pair("First.first")["head"]["ca_tests"], 1.0);
    let all = run(&["--domain", "all"]);
    assert_eq!((all.code, severity_and_cause(&all).0.as_str()), (11, "error"));
}

#[test]
fn the_hunt_also_runs_if_the_constructor_of_the_port_makes_a_different_object() {
    let java = "public class Meter {\n    final int start;\n    final int steps;\n\n    public Meter(int start) {\n        \
                this.start = start % 9;\n        this.steps = start % 7;\n    }\n}\n";
    let user = "public class Meters {\n    static int rate(Meter meter, int days) {\n        \
                return days < 0 ? meter.start : meter.start + days % 1000;\n    }\n}\n";
    let python = "class Meter:\n    def __init__(self, start):\n        self.start = start\n        self.steps = 1\n";
    let rare = "def rate(meter, days):\n    if days > 300 and days % 37 == 5:\n        return 1\n    \
                return meter.start if days < 0 else meter.start + days % 1000\n";
    let fixture = Fixture::empty();
    fixture.write("Meter.java", java).write("meter.py", python).write("Meters.java", user).write("meters.py", rare);
    fixture.commit("one");
    let ran = fixture.mts(&["run", "--all", "--fragments=false", "--hunt", "1024", "--pair", "Meters.*"]);
    let pair = ran.pair("Meters.rate");
    assert!(pair["notes"].to_string().contains("injected Java state"), "{pair}");
    assert_eq!(pair["head"]["hunt"]["found"], 1, "{pair}");
}
