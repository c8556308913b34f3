//! Tests whole runs on fixture repositories with real commits, a real JDK and CPython.

use crate::support::shared::run_on;
use crate::support::{Fixture, Ran, mts_in};
use std::sync::LazyLock;

#[test]
fn a_change_of_comments_and_white_space_gives_nothing_to_compare() {
    let ran = Fixture::tree("nothing-changed").mts(&["run"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.report()["pairs"].as_array().map(Vec::len), Some(0));
    assert!(
        ran.report()["headline"].as_str().expect("text").contains("nothing to compare"),
        "{}",
        ran.report()["headline"]
    );
    assert_eq!(ran.report()["settings"]["java"], "", "no JVM was started");
}

#[test]
fn a_pair_whose_files_are_renamed_still_has_its_base() {
    let ran = Fixture::tree("renamed").mts(&["run", "--all"]);
    let pairs = ran.report()["pairs"].as_array().expect("pairs");
    assert!(!pairs.is_empty(), "{}", ran.reasons());
    assert!(pairs.iter().all(|pair| pair["base"].is_object()), "{pairs:?}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_syntax_error_skips_only_its_own_function() {
    let ran = Fixture::tree("broken-syntax").mts(&["run", "--all"]);
    assert!(!ran.report()["pairs"].as_array().expect("pairs").is_empty(), "{}", ran.reasons());
    assert!(ran.reasons().to_lowercase().contains("syntax"), "{}", ran.reasons());
}

#[test]
fn java_that_does_not_compile_is_a_row_with_the_error_of_the_compiler() {
    let ran = Fixture::tree("does-not-compile").mts(&["run", "--all"]);
    assert!(ran.reasons().contains("does not compile"), "{}", ran.reasons());
    assert_ne!(ran.code, 1, "{}", ran.stderr);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_module_that_raises_on_import_disagrees_on_every_input() {
    let ran = Fixture::tree("import-error").mts(&["run", "--all"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.pair("Gauge.level")["head"]["ca_tests"], 0.0);
    let finding = ran.pair("Gauge.level")["findings"][0].to_string();
    assert!(finding.contains("ModuleNotFoundError"), "{finding}");
    assert_eq!(ran.pair("Steps.rises")["status"], "passed");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_module_that_does_not_import_is_reported_once_for_all_its_pairs() {
    let fixture = Fixture::tree("import-error");
    let java = fixture.read("java/acme/Gauge.java");
    let more = "    public static int span(int low, int top) { return top - low; }\n\
                public static int half(int low, int top) { return (low + top) / 2; }\n}\n";
    fixture.write("java/acme/Gauge.java", format!("{}{more}", java.trim_end().trim_end_matches('}')));
    let python =
        fixture.read("python/acme/gauge.py").replace("from acme.scale import ZERO", "from acme.units import ONE");
    let more = "\n\ndef span(low, top):\n    return top - low\n\n\ndef half(low, top):\n    return (low + top) // 2\n";
    fixture.write("python/acme/gauge.py", format!("{python}{more}"));
    fixture.write("python/acme/units.py", "from acme.scale import ZERO\n\nONE = ZERO + 1\n");
    let ran = fixture.mts(&["run", "--all"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    // Each pair has its row and its finding, and makes the gate fail.
    for name in ["Gauge.level", "Gauge.span", "Gauge.half"] {
        let why = "ModuleNotFoundError: No module named 'acme.scale', in acme/units.py";
        let findings = ran.pair(name)["findings"].as_array().expect("a list");
        assert!(findings.iter().any(|finding| finding["import_error"] == why), "{name}");
        assert_eq!(ran.pair(name)["head"]["ca_tests"], 0.0, "{name}");
    }
    let cause = "Python cannot import python/acme/gauge.py: ModuleNotFoundError: No module named 'acme.scale', in \
                 acme/units.py; this error causes the findings of Gauge.";
    assert_eq!(ran.stdout.matches(cause).count(), 1, "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("does not parse or import, whatever").count(), 0, "{}", ran.stdout);
    let sarif: serde_json::Value = serde_json::from_str(&fixture.read("mts-out/mts.sarif")).expect("SARIF");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let errors: Vec<_> = results.iter().filter(|result| result["level"] == "error").collect();
    assert_eq!(errors.len(), 1, "{results:?}");
    assert_eq!(errors[0]["relatedLocations"].as_array().map(Vec::len), Some(3), "{}", errors[0]);
    let comment = fixture.read("mts-out/comment.md");
    assert_eq!(comment.matches("The same finding applies to `gauge.").count(), 1, "{comment}");
}

#[test]
fn a_method_without_a_counterpart_is_listed_with_the_reason() {
    let ran = Fixture::tree("no-counterpart").mts(&["run", "--all"]);
    assert!(!ran.report()["unpaired"].as_array().expect("a list").is_empty());
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_reason_for_a_type_without_inputs_names_the_folder_for_suite_files() {
    let ran = Fixture::tree("unknown-types").mts(&["run", "--all"]);
    assert!(ran.reasons().contains("mts/inputs"), "{}", ran.reasons());
}

#[test]
fn files_with_unusual_names_are_analysed() {
    let ran = Fixture::tree("odd-names").mts(&["run", "--all"]);
    assert!(!ran.report()["pairs"].as_array().expect("pairs").is_empty(), "{}", ran.reasons());
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn instance_methods_run_on_a_receiver_constructed_without_arguments() {
    let ran = Fixture::tree("instance-methods").mts(&["run", "--all"]);
    let pairs = ran.report()["pairs"].as_array().expect("pairs");
    assert!(pairs.iter().any(|pair| pair["head"]["inputs"].as_u64().unwrap_or(0) > 0), "{}", ran.reasons());
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn equal_runs_give_equal_reports_except_for_timings_with_any_number_of_workers() {
    let fixture = Fixture::tree("renamed");
    let once = |jobs: &str| {
        let ran = fixture.mts(&["run", "--all", "--jobs", jobs]);
        let mut report = ran.report().clone();
        report["timings"] = serde_json::Value::Null;
        serde_json::to_string(&report).expect("text")
    };
    let first = once("1");
    assert_eq!(once("1"), first);
    assert_eq!(once("2"), first);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_times_of_pairs_and_steps_are_printed_and_stored() {
    let ran = Fixture::tree("renamed").mts(&["run", "--all", "--timings"]);
    let timings = &ran.report()["timings"]["pairs"];
    let names: Vec<&str> = timings.as_array().expect("times").iter().filter_map(|pair| pair["name"].as_str()).collect();
    assert!(!names.is_empty() && names.iter().all(|name| ran.stderr.contains(name)), "{timings} {}", ran.stderr);
    for revision in ["head", "base"] {
        let steps = timings[0][revision].as_object().expect("steps");
        assert!(["generate", "inputs", "java", "python"].iter().all(|step| steps.contains_key(*step)), "{timings}");
        assert!(steps.values().all(|seconds| seconds.as_f64().is_some_and(|seconds| seconds >= 0.0)), "{timings}");
    }
    assert!(ran.stderr.contains("all pairs"), "{}", ran.stderr);
}

#[test]
fn a_change_cannot_weaken_its_own_gate() {
    let fixture = Fixture::empty();
    fixture.write(
        "java/Half.java",
        "public class Half {\n    static int half(int n) {\n        return n / 2;\n    }\n}\n",
    );
    fixture.write("python/half.py", "def half(n):\n    return int(n / 2)\n");
    fixture.write("mts.yml", "version: 1\ngate:\n  max-mts: 0.0\n");
    fixture.commit("before");
    fixture.write("python/half.py", "def half(n):\n    return n // 2\n");
    fixture.write("mts.yml", "version: 1\ngate:\n  fail-on: never\n  min-ca: 0.0\n");
    fixture.commit("after");
    let ran = fixture.mts(&["run"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    let after = ran.report()["gate"]["pending_until_merge"].to_string();
    assert!(after.contains("fail-on") && after.contains("min-ca"), "{after}");
}

#[test]
fn the_working_tree_is_tested_against_its_last_commit_on_another_branch() {
    let fixture = Fixture::empty();
    fixture
        .write("Twice.java", "public class Twice {\n    static int twice(int n) {\n        return n * 2;\n    }\n}\n");
    fixture.write("twice.py", "def twice(n):\n    return n * 2\n");
    let base = fixture.commit("before");
    fixture.write("twice.py", "def twice(n):\n    return n * 2 if n < 1000 else 0\n");
    let ran = fixture.mts(&["run", "--base", &base]);
    assert_eq!(ran.report()["tested_sha"], serde_json::Value::Null);
    assert_eq!(ran.pair("Twice.twice")["changed"], "python");
    assert_eq!(ran.pair("Twice.twice")["drift"], true);
}

#[test]
fn each_unusable_input_has_its_exit_code_and_message() {
    let fixture = Fixture::empty();
    fixture.write("a.py", "x = 1\n");
    fixture.commit("one");
    let unknown = fixture.mts(&["run", "--base", "no-such-branch"]);
    assert_eq!(unknown.code, 2, "{}", unknown.stderr);
    assert!(unknown.stderr.contains("no-such-branch"), "{}", unknown.stderr);
    fixture.write("mts.yml", "version: 1\ngate:\n  max-mtss: 0.1\n");
    let key = fixture.mts(&["run"]);
    assert_eq!(key.code, 2, "{}", key.stderr);
    assert!(key.stderr.contains("max-mtss") && key.stderr.contains(":3:"), "{}", key.stderr);
    let outside = tempfile::tempdir().expect("a folder");
    let nowhere = mts_in(outside.path(), &["run"]);
    assert_eq!(nowhere.code, 3, "{}", nowhere.stderr);
    fixture.write("mts.yml", "version: 1\n");
    fixture.write("mts/inputs/bad.json", "{\"version\": 1, \"pair\": \"A.f\", \"inputs\": []}");
    let suite = fixture.mts(&["run", "--all"]);
    assert_eq!(suite.code, 2, "{}{}", suite.stdout, suite.stderr);
    assert!(suite.stderr.contains("bad.json"), "{}", suite.stderr);
}

const TWICE: &str = "public class Twice {\n    static int twice(int n) {\n        return n * 2;\n    }\n}\n";

#[test]
fn a_port_that_the_change_removes_is_a_row_and_fails_the_gate() {
    let fixture = Fixture::empty();
    fixture.write("Twice.java", TWICE).write("twice.py", "def twice(n):\n    return n * 2\n");
    fixture.commit("before");
    fixture.remove("twice.py");
    fixture.commit("after");
    let ran = fixture.mts(&["run"]);
    assert!(ran.reasons().contains("removes the port twice.py:twice"), "{}{}", ran.reasons(), ran.stdout);
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_suite_value_of_the_wrong_type_ends_the_run_with_its_location() {
    let fixture = Fixture::empty();
    fixture.write("Twice.java", TWICE).write("twice.py", "def twice(n):\n    return n * 2\n");
    fixture.write("mts/inputs/twice.json", r#"{"version": 1, "pair": "Twice.twice", "inputs": [{"args": ["x"]}]}"#);
    fixture.commit("one");
    let ran = fixture.mts(&["run", "--all"]);
    assert_eq!(ran.code, 2, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("mts/inputs/twice.json"), "{}", ran.stderr);
    fixture.write("mts/inputs/twice.json", r#"{"version": 1, "pair": "Twice.thrice", "inputs": [{"args": [1]}]}"#);
    let ran = fixture.mts(&["run", "--all"]);
    assert!(ran.report()["notes"].to_string().contains("no Java function matches `Twice.thrice`"), "{}", ran.stdout);
}

#[test]
fn a_selector_without_a_match_is_an_error() {
    let fixture = Fixture::empty();
    fixture.write("Twice.java", TWICE).write("twice.py", "def twice(n):\n    return n * 2\n");
    fixture.commit("one");
    let ran = fixture.mts(&["run", "--pair", "Nope.nothing"]);
    assert_eq!(ran.code, 2, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("Nope.nothing"), "{}", ran.stderr);
}

#[test]
fn a_selector_of_a_method_without_a_body_is_a_row_and_other_selectors_run() {
    let fixture = Fixture::empty();
    let shape = "public interface Shape {\n    int area(int n);\n}\n";
    fixture.write("Twice.java", TWICE).write("twice.py", "def twice(n):\n    return n * 2\n");
    fixture.write("Shape.java", shape).commit("one");
    let ran = fixture.mts(&["run", "--all", "--pair", "Shape.area", "--pair", "Twice.twice"]);
    assert!(ran.head("Twice.twice", "inputs") >= 5, "{}{}", ran.stdout, ran.stderr);
    let skipped = ran.report()["skipped"].to_string();
    assert!(skipped.contains("Shape.area(int)") && skipped.contains("the function has no body"), "{skipped}");
    let alone = fixture.mts(&["run", "--all", "--pair", "Shape.area"]);
    assert_eq!(alone.code, 2, "{}", alone.stdout);
    assert!(alone.stderr.contains("`Shape.area` names only functions without a body"), "{}", alone.stderr);
    let both = fixture.mts(&["run", "--all", "--pair", "*.*"]);
    assert!(!both.report()["skipped"].to_string().contains("no body"), "{}", both.stdout);
}

/// The run on three small classes.
static SMALL: LazyLock<Ran> = LazyLock::new(|| run_on(&[write_twice, write_two, write_odd], &["run", "--all"]));

fn write_twice(fixture: &Fixture) {
    fixture
        .write("java/Twice.java", TWICE)
        .write("python/twice.py", "def twice(n):\n    return 7 if n == 4711 else n * 2\n");
    fixture.write("mts/inputs/twice.json", r#"{"version": 1, "pair": "Twice.twice", "inputs": [{"args": [4711]}]}"#);
}

#[test]
fn inputs_of_a_suite_file_run_first() {
    assert_eq!(SMALL.code, 11, "{}{}", SMALL.stdout, SMALL.stderr);
    let pair = SMALL.pair("Twice.twice");
    assert_eq!((&pair["status"], &pair["findings"][0]["input"]), (&"failed".into(), &"n = 4711".into()), "{pair}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_receiver_is_constructed_with_generated_arguments_of_a_constructor_of_both_sides() {
    let fixture = Fixture::empty();
    let java = "public class Range {\n    private final int low;\n    private final int high;\n    \
        public Range(int low, int high) {\n        this.low = low;\n        this.high = high;\n    }\n    \
        public boolean holds(int n) {\n        return n >= low && n <= high;\n    }\n}\n";
    let python = "class Range:\n    def __init__(self, low, high):\n        self._low = low\n        self._high = high\n\n    \
        def holds(self, n):\n        return self._low <= n <= self._high\n";
    fixture.write("Range.java", java).write("range.py", python);
    fixture.commit("one");
    let ran = fixture.mts(&["run", "--all"]);
    let pair = ran.pair("Range.holds");
    assert_eq!(pair["head"]["ca_tests"], 1.0, "{pair}");
    assert!(pair["head"]["inputs"].as_u64().expect("a count") >= 10, "{pair}");
}

fn write_two(fixture: &Fixture) {
    let java = "public class Two {\n    static int good(int n) {\n        return n * 2 + 1;\n    }\n\n    \
        static int bad(int n) {\n        return n + ;\n    }\n}\n";
    fixture
        .write("java/Two.java", java)
        .write("python/two.py", "def good(n):\n    return n * 2 + 1\n\n\ndef bad(n):\n    return n\n");
}

#[test]
fn a_java_function_that_does_not_parse_does_not_stop_others_of_its_file() {
    assert_eq!(SMALL.pair("Two.good")["head"]["ca_tests"], 1.0, "{}", SMALL.reasons());
    assert!(SMALL.reasons().contains("Two.bad(int)"), "{}", SMALL.reasons());
}

/// A function with a branch that only one number takes.
const FEE: &str = "public class Fee {\n    static int fee(int amount, int kind) {\n        if (kind == 17) {\n            \
    return amount - 17;\n        }\n        return amount;\n    }\n}\n";

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_few_selected_inputs_take_a_branch_that_as_many_random_inputs_miss() {
    let fixture = Fixture::empty();
    fixture.write("Fee.java", FEE);
    fixture
        .write("fee.py", "def fee(amount, kind):\n    if kind == 17:\n        return amount - 18\n    return amount\n");
    fixture.commit("one");
    let ran = fixture.mts(&["run", "--all", "--max-inputs", "3"]);
    let pair = ran.pair("Fee.fee");
    let notes = pair["notes"].to_string();
    assert!(notes.contains("3 inputs, 2 of 2 branches, "), "{notes}");
    assert_eq!(pair["head"]["inputs_equal"], 2, "one of them takes the branch, and the port is wrong there: {pair}");
    let again = fixture.mts(&["run", "--all", "--max-inputs", "3"]);
    assert_eq!(again.pair("Fee.fee"), pair, "one seed, one suite");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_base_is_measured_on_the_inputs_that_the_head_has_chosen() {
    let fixture = Fixture::empty();
    // At the base, the function has no branch, so a choice of inputs at the base would be
    // different.
    fixture.write(
        "Fee.java",
        "public class Fee {\n    static int fee(int amount, int kind) {\n        return amount;\n    }\n}\n",
    );
    fixture.write("fee.py", "def fee(amount, kind):\n    return 9999 if kind == 17 else amount\n");
    fixture.commit("before");
    fixture.write("Fee.java", FEE);
    fixture.commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--max-inputs", "3", "--jobs", "2"]);
    let pair = ran.pair("Fee.fee");
    assert_eq!(pair["head"]["inputs"], 3, "{pair}");
    assert_eq!(pair["base"]["inputs"], 3, "{pair}");
    assert_eq!(pair["base"]["inputs_equal"], 2, "the input with 17 is one of the head's choice: {pair}");
}

fn write_odd(fixture: &Fixture) {
    let java = "public class Odd {\n    static int odd(int n) {\n        if (n % 2 == 5 && n > 0) {\n            \
        return 1;\n        }\n        return n;\n    }\n}\n";
    fixture
        .write("java/Odd.java", java)
        .write("python/odd.py", "def odd(n):\n    if n % 2 == 5 and n > 0:\n        return 1\n    return n\n");
}

#[test]
fn a_branch_that_no_input_takes_is_named_with_its_line() {
    let notes = SMALL.pair("Odd.odd")["notes"].to_string();
    assert!(notes.contains("1 of 4 branches"), "{notes}");
    assert!(notes.contains("line 3: `n % 2 == 5` true"), "{notes}");
}

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn inputs_on_which_both_sides_hang_do_not_displace_other_inputs() {
    let fixture = Fixture::empty();
    let java = "public class Odd {\n    static int settled(int n, int by) {\n        while (n % 4 != 0) {\n            n ^= 1;\n        \
                }\n        return by > 3 ? n + by : n;\n    }\n}\n";
    fixture.write("Odd.java", java);
    fixture.write(
        "odd.py",
        "def settled(n, by):\n    while n % 4 != 0:\n        n ^= 1\n    return n + by if by > 3 else n\n",
    );
    let ran = fixture.mts(&["check", "Odd.java", "odd.py", "--operators", "SDL", "--fail-on", "never"]);
    let pair = ran.pair("Odd.settled");
    assert!(pair["head"]["inputs"].as_u64() >= Some(25), "{pair}");
    assert!(pair["notes"].to_string().contains("4 of 4 branches"), "{pair}");
    assert!(pair["findings"].to_string().contains("both sides used up their budget, on 1 of "), "{pair}");
    // If no run ends, the report says so.
    fixture.write("Odd.java", java.replace("n ^= 1;", "n = 1;").replace("while (n % 4 != 0)", "while (n % 4 != 9)"));
    fixture.write(
        "odd.py",
        "def settled(n, by):\n    while n % 4 != 9:\n        n = 1\n    return n + by if by > 3 else n\n",
    );
    let ran = fixture.mts(&["check", "Odd.java", "odd.py", "--operators", "SDL", "--fail-on", "never"]);
    let pair = ran.pair("Odd.settled");
    assert!(pair["findings"].to_string().contains("both sides used up their budget"), "{pair}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_base_with_the_same_files_is_not_measured_and_the_report_is_the_same() {
    let fixture = Fixture::whole("ports/chance");
    fixture.write("mts.yml", "random: {python: random, seed: 42}");
    let stable = |fixture: &Fixture| {
        let ran = fixture.mts(&["run", "--all", "--pair", "Dice.fair", "--pair", "Dice.roll"]);
        let measured: Vec<bool> = ran.report()["timings"]["pairs"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|pair| pair.get("base").is_some())
            .collect();
        let pairs = ["Dice.fair", "Dice.roll"].map(|name| ran.pair(name).clone());
        (measured, pairs)
    };
    let (measured, pairs) = stable(&fixture);
    assert_eq!(measured, [false, false]);
    assert!(pairs.iter().all(|pair| pair["base"]["inputs"] == pair["head"]["inputs"]), "{pairs:?}");
    fixture.write("notes.txt", "a file that no function reads");
    let (measured, same) = stable(&fixture);
    assert_eq!(measured, [true, true], "another file could matter");
    assert_eq!(pairs, same);
}
