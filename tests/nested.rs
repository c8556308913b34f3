//! Ports that are nested in other functions and use their variables, with real compilers and interpreters.

#![expect(clippy::expect_used, reason = "a test tells its failure by a panic")]

mod support;

use support::{Fixture, Ran};

fn head(ran: &Ran, name: &str, key: &str) -> u64 {
    ran.pair(name)["head"][key].as_u64().expect("a count")
}

fn told(ran: &Ran, name: &str) -> Vec<(String, String)> {
    let findings = ran.pair(name)["findings"].as_array().expect("findings").clone();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let originals = findings.into_iter().filter(|finding| finding["kind"] == "original");
    originals.map(|finding| (text(&finding["severity"]), text(&finding["cause"]))).collect()
}

#[test]
fn a_nested_function_is_given_what_java_passes_on() {
    let ran = Fixture::whole("nested").mts(&["run", "--all"]);
    for name in ["Paths.collect", "Paths.count", "Paths.isEven", "Paths.isOdd"] {
        assert!(head(&ran, name, "inputs") >= 5, "{name}: {}", ran.reasons());
        assert_eq!(told(&ran, name), [], "{name}");
        assert!(head(&ran, name, "counted") >= 5, "{name}");
        assert_eq!(head(&ran, name, "killed"), 0, "{name}: {}", ran.pair(name)["findings"]);
    }
    let found = told(&ran, "Paths.capped");
    assert!(found.len() == 1 && found[0].0 == "error" && found[0].1.contains("the return value differs"), "{found:?}");
    // What only the function around it knows is not made up.
    let why = "`unit` of the function around it, which Java does not pass";
    let told = ran.report.as_ref().expect("a report").to_string();
    assert!(told.contains(why), "{}", ran.reasons());
    assert!(ran.reasons().contains("`steps` is nested in a function, with a decorator"), "{}", ran.reasons());
}
