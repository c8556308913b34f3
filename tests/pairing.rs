//! Pairing end to end: a port with every relation between a method and its counterpart, the measure, the
//! list, and the doubtful pairs that a person confirms.

#![expect(clippy::expect_used, reason = "a test tells its failure by a panic")]

mod support;

use serde_json::Value as Json;
use support::Fixture;

const TREE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trees/relations");

/// The tree as a repository.
fn relations() -> Fixture {
    let fixture = Fixture::empty();
    for entry in ignore::WalkBuilder::new(TREE).build().flatten().filter(|entry| entry.path().is_file()) {
        let path = entry.path().strip_prefix(TREE).expect("inside").to_str().expect("UTF-8");
        fixture.write(path, std::fs::read(entry.path()).expect("read"));
    }
    fixture.commit("a port");
    fixture
}

fn row<'j>(rows: &'j [Json], method: &str) -> &'j Json {
    rows.iter().find(|row| row["java"]["method"] == method).expect(method)
}

#[test]
fn every_relation_is_found_and_nothing_else() {
    let ran = relations().mts(&["bench", "--pairing", "labels.jsonl", "--json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let result: Json = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(result["missed"], serde_json::json!([]));
    assert_eq!(result["wrong"], serde_json::json!([]));
    assert_eq!((&result["labels"], &result["right"]), (&Json::from(25), &Json::from(23)));
    let relations = result["per_relation"].as_object().expect("relations");
    assert!(relations.values().all(|counts| counts[0] == counts[1]), "{relations:?}");
}

#[test]
fn a_label_about_another_tree_is_an_error() {
    let fixture = relations();
    let label = r#"{"java_file": "java/acme/Shelf.java", "java_method": "gone"}"#;
    fixture.write("other.jsonl", label);
    let ran = fixture.mts(&["bench", "--pairing", "other.jsonl"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("the tree has no `gone` in java/acme/Shelf.java"), "{}", ran.stderr);
}

#[test]
fn the_list_maps_arguments_by_name_and_says_what_cannot_be_run() {
    let ran = relations().mts(&["list", "--format", "json"]);
    let rows: Vec<Json> = serde_json::from_str(&ran.stdout).expect("JSON");
    let names = |method: &str| row(&rows, method)["arguments"].clone();
    let pair = |java: &str, python: Option<&str>| serde_json::json!({"java": java, "python": python});
    assert_eq!(names("describe"), Json::from(vec![pair("this", Some("shelf")), pair("prefix", Some("prefix"))]));
    assert_eq!(names("spaceNeeded"), Json::from(vec![pair("width", Some("width")), pair("gap", Some("gap"))]));
    assert_eq!(names("collect").as_array().map(Vec::len), Some(3));
    assert_eq!(names("collect")[1], pair("least", None));
    let obstacle = |method: &str| row(&rows, method)["obstacle"].as_str().unwrap_or_default().to_owned();
    assert!(obstacle("getCapacity").contains("is an attribute"), "{}", obstacle("getCapacity"));
    assert!(obstacle("lendBook").contains("has no body"), "{}", obstacle("lendBook"));
    assert!(row(&rows, "spaceNeeded")["reason"].as_str().expect("text").starts_with("evidence: bodies"));
}

#[test]
fn doubtful_pairs_are_written_once_and_count_when_they_are_confirmed() {
    let fixture = relations();
    let all = ["pair", "--below", "0.9", "--pair", "describe"];
    let shown = fixture.mts(&all).stdout;
    assert!(shown.contains("1 doubtful pair\n"), "{shown}");
    let write = [&all[..], &["--write"]].concat();
    let refused = fixture.mts(&write);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("cargo mts init"), "{}", refused.stderr);
    fixture.write("mts.yml", "version: 1\npairs: []\n");
    assert!(fixture.mts(&write).stdout.starts_with("1 doubtful pair written"));
    assert!(fixture.mts(&write).stdout.starts_with("0 doubtful pairs written"));
    let text = std::fs::read_to_string(fixture.path().join("mts.yml")).expect("read");
    let confirmed =
        text.replace("pairs: []", "pairs:").replace("#  - java", "  - java").replace("#    python", "    python");
    fixture.write("mts.yml", confirmed);
    let rows: Vec<Json> = serde_json::from_str(&fixture.mts(&["list", "--format", "json"]).stdout).expect("JSON");
    assert!(row(&rows, "describe")["reason"].as_str().expect("text").starts_with("configured"), "{rows:?}");
}
