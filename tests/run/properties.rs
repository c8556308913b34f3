//! Tests properties of pairs in a repository: at the head, and compared with the base.

use crate::support::Fixture;
use serde_json::Value as Json;

const JAVA: &str = "package acme;\n\npublic class Sums {\n    static int total(int[] values) {\n        int sum = 0;\n        \
                    for (int value : values) {\n            sum += value;\n        }\n        return sum;\n    }\n\n    \
                    static int first(int[] values) {\n        return values.length == 0 ? -1 : values[0];\n    }\n}\n";
const PYTHON: &str = "def total(values):\n    sum = 0\n    for value in values:\n        sum += value\n    return sum\n\n\n\
                      def first(values):\n    return -1 if len(values) == 0 else values[0]\n";
const CONFIGURATION: &str = "roots: [{java: java, python: python}]\ninputs: {max: 8}\nproperties:\n  \
                             - name: loops stay loops\n    mode: [pair]\n    ensures: \"loops(d1) == loops(x1)\"\n    \
                             severity: warning\n  - name: the port follows Java\n    mode: [history]\n    \
                             when: \"outputs_equal(x1, x2)\"\n    ensures: \"outputs_equal(d1, d2)\"\n";

fn fixture() -> Fixture {
    let fixture = Fixture::empty();
    fixture.write("mts.yml", CONFIGURATION).write("java/acme/Sums.java", JAVA).write("python/acme/sums.py", PYTHON);
    fixture.write("python/acme/__init__.py", "");
    fixture.commit("one");
    fixture
}

/// Returns the exit code, and the counts of each property.
///
/// The counts are tests, violations and inconclusive tests.
fn checked(fixture: &Fixture, arguments: &[&str]) -> (i32, Vec<(String, [u64; 3])>, Json) {
    let ran = fixture.mts(&[&["properties", "check", "--json"], arguments].concat());
    let results: Json = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr));
    let row = |one: &Json| {
        let count = |key: &str| one["found"][key].as_u64().expect("a count");
        (one["name"].as_str().expect("a name").to_owned(), ["tests", "violations", "inconclusive"].map(count))
    };
    (ran.code, results.as_array().expect("a list").iter().map(row).collect(), results)
}

fn counts_of<'r>(results: &'r [(String, [u64; 3])], name: &str) -> &'r [u64; 3] {
    results.iter().find(|(own, _)| own == name).map(|(_, counts)| counts).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn a_correct_port_satisfies_every_property() {
    let fixture = fixture();
    let (code, results, _) = checked(&fixture, &["--all"]);
    assert_eq!(code, 0);
    assert_eq!(
        results.len(),
        5 + 5 + 2,
        "five built-in ones of pairs, five of their bases, and two of ours: {results:?}"
    );
    for (name, [tests, violations, unclear]) in &results {
        assert_eq!((*violations, *unclear), (0, 0), "{name}");
        let is_history = name == "the port follows Java" || name.starts_with("history-");
        assert_eq!(*tests, if is_history { 0 } else { 2 }, "{name}: there is no base");
    }
}

#[test]
fn a_property_on_the_history_finds_a_port_that_changed_without_java() {
    let fixture = fixture();
    let base = fixture.commit("base");
    fixture.write("python/acme/sums.py", PYTHON.replace("sum += value", "sum += value + 1"));
    fixture.commit("the port alone");
    let (code, results, json) = checked(&fixture, &["--base", &base, "--examples", "1"]);
    assert_eq!(code, 10, "a property of ours with severity error is violated");
    assert_eq!(*counts_of(&results, "the port follows Java"), [1, 1, 0]);
    assert_eq!(*counts_of(&results, "retValues"), [1, 1, 0]);
    assert_eq!(*counts_of(&results, "arity"), [1, 0, 0]);
    assert_eq!(*counts_of(&results, "history-unchanged"), [1, 1, 0]);
    assert_eq!(*counts_of(&results, "history-changed"), [0, 0, 0], "Java did not change");
    assert_eq!(*counts_of(&results, "history-numLoops"), [1, 0, 0]);
    let history = json.as_array().expect("a list").iter().find(|one| one["name"] == "the port follows Java");
    let example = &history.expect("there")["found"]["examples"][0];
    assert!(example["translations"][1].as_str().expect("a text").contains("value + 1"), "{example}");
    assert!(!example["translations"][0].as_str().expect("a text").contains("value + 1"), "{example}");
}

#[test]
fn a_violated_warning_does_not_fail() {
    let fixture = fixture();
    let loop_less =
        "def total(values):\n    return sum(values)\n\n\ndef first(values):\n    return values[0] if values else -1\n";
    fixture.write("python/acme/sums.py", loop_less);
    fixture.commit("two");
    let (code, results, _) = checked(&fixture, &["--all", "--property", "loops*", "--property", "compiles"]);
    assert_eq!(code, 0);
    assert_eq!(results, [("compiles".to_owned(), [2, 0, 0]), ("loops stay loops".to_owned(), [2, 1, 0])]);
}

#[test]
fn a_port_that_cannot_be_imported_does_not_compile() {
    let fixture = fixture();
    fixture.write("python/acme/sums.py", format!("from math import no_such_name\n\n\n{PYTHON}"));
    fixture.commit("two");
    let (_, results, _) = checked(&fixture, &["--all", "--property", "compiles", "--property", "retValues"]);
    assert_eq!(results, [("compiles".to_owned(), [2, 2, 0]), ("retValues".to_owned(), [2, 0, 0])]);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_property_on_the_history_requires_the_port_to_change_with_java() {
    let fixture = fixture();
    let base = fixture.commit("base");
    let more = "sum += value;\n            if (value > 5) { sum++; }";
    fixture.write("java/acme/Sums.java", JAVA.replace("sum += value;", more));
    fixture.commit("Java alone");
    let histories = || checked(&fixture, &["--base", &base, "--property", "history-*"]).1;
    let history = histories();
    assert_eq!(*counts_of(&history, "history-changed"), [1, 1, 0]);
    assert_eq!(*counts_of(&history, "history-unchanged"), [1, 0, 0], "its guard is false");
    assert_eq!(*counts_of(&history, "history-numConditionals"), [1, 1, 0]);
    assert_eq!(*counts_of(&history, "history-arity"), [1, 0, 0]);
    assert_eq!(*counts_of(&history, "history-numLoops"), [1, 0, 0]);
    // The port changed too, but not in the same way as Java.
    let port = |then: &str| {
        PYTHON.replace("sum += value\n", &format!("sum += value\n        if value > 5:\n            {then}\n"))
    };
    fixture.write("python/acme/sums.py", port("sum -= 1"));
    fixture.commit("both, in two ways");
    let history = histories();
    assert_eq!(*counts_of(&history, "history-changed"), [1, 1, 0]);
    assert_eq!(*counts_of(&history, "history-numConditionals"), [1, 0, 0]);
    fixture.write("python/acme/sums.py", port("sum += 1"));
    fixture.commit("both, in one way");
    assert_eq!(*counts_of(&histories(), "history-changed"), [1, 0, 0]);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_violated_property_is_a_finding_of_a_run() {
    let fixture = fixture();
    fixture.write("mts-properties.yml", "properties:\n- {name: short, mode: [pair], ensures: 'statements(d1) < 2'}\n");
    fixture.commit("base");
    let loop_less = "def total(values):\n    values = list(values)\n    return sum(values)\n\n\ndef first(values):\n    return values[0] if values else -1\n";
    fixture.write("python/acme/sums.py", loop_less);
    // A property that the change removes still holds until the merge.
    fixture.write("mts-properties.yml", "properties: []\n");
    fixture.commit("head");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--operators", "AORB"]);
    assert_eq!(ran.code, 0, "it gates nothing: {}{}", ran.stdout, ran.stderr);
    let pair = ran.pair("Sums.total");
    let found = |name: &str| -> Json {
        let cause = format!("the property `{name}` does not hold");
        let all = pair["findings"].as_array().expect("findings").iter().filter(|one| one["kind"] == "property");
        all.filter(|one| one["cause"].as_str().is_some_and(|text| text.starts_with(&cause))).cloned().collect()
    };
    let (loops, short) = (found("loops stay loops"), found("short"));
    assert_eq!(
        (&loops[0]["severity"], &short[0]["severity"]),
        (&Json::from("warning"), &Json::from("error")),
        "{pair:#}"
    );
    assert_eq!(found("the port follows Java").as_array().map(Vec::len), Some(0), "both do what they did");
    let counts = &pair["head"]["properties"];
    assert_eq!(
        (counts["violated"].as_u64(), counts["hold"].as_u64(), counts["inconclusive"].as_u64()),
        (Some(2), Some(1), Some(0))
    );
    let after = ran.report()["gate"]["pending_until_merge"].to_string();
    assert!(after.contains("the change modifies or removes the property `short`"), "{after}");
    let out = |name: &str| std::fs::read_to_string(fixture.path().join("mts-out").join(name)).expect("a file");
    let id = short[0]["id"].as_str().expect("an id");
    assert!(out("comment.md").contains("loops stay loops"), "{}", out("comment.md"));
    assert!(out("mts.sarif").contains("mts/property") && out("mts.sarif").contains(id));
    let junit = out("junit.xml");
    // The pair passes the gate, so its JUnit case passes too.
    assert!(junit.contains("name=\"properties hold\"") && !junit.contains("1 property is violated"), "{junit}");
    assert!(junit.contains("the property `short` does not hold"), "{junit}");
    assert_eq!(ran.report()["scores"]["properties"]["violated"], 2, "of the run: {}", ran.report()["scores"]);
    // The report shows accepted findings as accepted.
    let accepted = fixture.mts(&["accept", id, "--reason", "it is fine"]);
    assert_eq!(accepted.code, 0, "{}{}", accepted.stdout, accepted.stderr);
    fixture.commit("accepted");
    fixture.write("python/acme/sums.py", format!("{loop_less}\n\nX = 1\n"));
    fixture.write("mts-properties.yml", "properties:\n- {name: short, mode: [pair], ensures: 'statements(d1) < 2'}\n");
    let again = fixture.mts(&["run", "--base", "HEAD", "--all", "--operators", "AORB"]);
    let all = again.pair("Sums.total")["findings"].as_array().expect("findings").clone();
    assert!(all.iter().any(|one| one["id"] == *id && one["accepted"] == true), "{all:#?}");
}

#[test]
fn a_property_that_moves_to_the_other_file_still_holds_and_an_invalid_property_can_be_fixed() {
    let fixture = fixture();
    let short = "- {name: short, mode: [pair], ensures: 'statements(d1) < 2'}\n";
    let misspelt = "- {name: few, mode: [pair], ensures: 'lops(d1) < 9'}\n";
    fixture.write("mts-properties.yml", format!("properties:\n{short}{misspelt}"));
    fixture.commit("base");
    let loop_less = "def total(values):\n    values = list(values)\n    return sum(values)\n\n\ndef first(values):\n    return values[0] if values else -1\n";
    fixture.write("python/acme/sums.py", loop_less);
    let loosened = format!("{CONFIGURATION}  - name: short\n    mode: [pair]\n    ensures: \"true\"\n");
    fixture
        .write("mts.yml", loosened)
        .write("mts-properties.yml", "properties:\n- {name: few, mode: [pair], ensures: 'loops(d1) < 9'}\n");
    fixture.commit("head");
    let run = || fixture.mts(&["run", "--base", "HEAD~1", "--operators", "AORB"]);
    let ran = run();
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let pair = ran.pair("Sums.total");
    let causes: Vec<&str> =
        pair["findings"].as_array().expect("findings").iter().filter_map(|f| f["cause"].as_str()).collect();
    let of_short = causes.iter().filter(|cause| cause.starts_with("the property `short` does not hold")).count();
    assert_eq!(of_short, 1, "{causes:?}");
    let counts = &pair["head"]["properties"];
    assert_eq!((&counts["violated"], &counts["hold"]), (&Json::from(2), &Json::from(2)), "{counts}");
    // A mistake in the change's own properties is an error, with its line.
    fixture.write("mts-properties.yml", format!("version: 1\nproperties:\n{misspelt}"));
    fixture.commit("wrong");
    let ran = run();
    assert_eq!(ran.code, 2, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("mts-properties.yml:3") && ran.stderr.contains("lops"), "{}", ran.stderr);
}

#[test]
fn a_relation_between_inputs_that_holds_in_java_must_hold_in_the_port() {
    let fixture = fixture();
    let relations = "roots: [{java: java, python: python}]\ninputs: {max: 8}\nproperties:\n  \
                     - name: order means nothing\n    mode: [pair]\n    derive: {x2: \"permute(x1, 0)\"}\n    \
                     ensures: \"inputs.all(i, returns(x1)[i] != returns(x2)[i] || returns(d1)[i] == returns(d2)[i])\"\n  \
                     - name: no such argument\n    mode: [pair]\n    derive: {x2: \"scale(x1, 3, 2)\"}\n    ensures: \"false\"\n";
    fixture.write("mts.yml", relations);
    fixture.commit("relations");
    let check_order = |fixture: &Fixture| {
        let (code, results, _) = checked(fixture, &["--all", "--property", "order*", "--property", "no such*"]);
        (code, *counts_of(&results, "order means nothing"), *counts_of(&results, "no such argument"))
    };
    let (code, order, none) = check_order(&fixture);
    assert_eq!((code, order, none), (0, [2, 0, 0], [0, 0, 0]), "both ports see what Java sees");
    // The port now counts the last element twice.
    fixture
        .write("python/acme/sums.py", PYTHON.replace("return sum\n", "return sum + (values[-1] if values else 0)\n"));
    fixture.commit("the order counts");
    assert_eq!(check_order(&fixture), (10, [2, 1, 0], [0, 0, 0]));
}

#[test]
fn in_mode_pair_a_property_derives_only_other_inputs() {
    let fixture = fixture();
    for (derive, wanted) in [
        ("{x2: \"renameParam(x1)\"}", "derive only calls with other arguments"),
        ("{x2: \"permute(x1)\"}", "write for example permute(x1, 0); the first argument of a call has the index 0"),
        ("{x2: \"permutte(x1, 0)\"}", "did you mean `permute`?"),
    ] {
        let text = format!("properties:\n  - name: a\n    mode: [pair]\n    derive: {derive}\n    ensures: \"true\"\n");
        fixture.write("mts.yml", format!("roots: [{{java: java, python: python}}]\n{text}"));
        let ran = fixture.mts(&["properties", "list"]);
        assert!(ran.code == 2 && ran.stderr.contains(wanted), "{derive}: {}", ran.stderr);
    }
}
