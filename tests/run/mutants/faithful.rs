//! Tests the mirror on a real JDK and a real CPython. In a faithful translation, no mutant may be
//! killed: both sides behave the same before the change, so they must behave the same after it.

use crate::support;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::Path;

fn checked(profile: &str) -> Json {
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trees/ports/faithful");
    let (java, python) = (tree.join("java"), tree.join("python"));
    let folder = tempfile::tempdir().expect("a folder");
    let paths = [java.to_str().expect("UTF-8"), python.to_str().expect("UTF-8")];
    let ran = support::mts_in(folder.path(), &["check", paths[0], paths[1], "--profile", profile]);
    ran.report().clone()
}

fn no_mutant_is_killed(profile: &str) {
    let report = checked(profile);
    let scores = &report["scores"];
    let killed: Vec<&Json> = report["pairs"].as_array().expect("pairs").iter().map(|pair| &pair["findings"]).collect();
    assert_eq!(scores["killed"], 0, "{profile}: {killed:#?}");
    assert_eq!(scores["ca_tests"], 1.0, "{profile}: {killed:#?}");
    assert!(scores["counted"].as_u64().expect("a count") >= 200, "{profile}: too little to tell: {scores}");
    let counted = scores["per_operator"].as_object().expect("operators").iter();
    let counted = counted.filter(|(_, own)| own["counted"].as_u64() > Some(0));
    let operators: BTreeSet<&str> = counted.map(|(name, _)| name.as_str()).collect();
    assert!(operators.len() >= 14, "{profile}: {operators:?}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn no_mutant_of_a_faithful_port_is_killed() {
    no_mutant_is_killed("default");
}

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn no_mutant_of_a_faithful_port_is_killed_in_mujavas_profile() {
    no_mutant_is_killed("mujava");
}
