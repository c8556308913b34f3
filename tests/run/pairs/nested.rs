//! Tests ports that are nested in other functions and use their variables.
//!
//! The tests use real compilers and interpreters.

use crate::support::Fixture;

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_nested_function_gets_the_arguments_that_java_passes_on() {
    let ran = Fixture::whole("ports/nested").mts(&["run", "--all"]);
    for name in ["Paths.collect", "Paths.count", "Paths.isEven", "Paths.isOdd"] {
        assert!(ran.head(name, "inputs") >= 5, "{name}: {}", ran.reasons());
        assert_eq!(ran.original_findings(name), [], "{name}");
        assert!(ran.head(name, "counted") >= 5, "{name}");
        assert_eq!(ran.head(name, "killed"), 0, "{name}: {}", ran.pair(name)["findings"]);
    }
    let found = ran.original_findings("Paths.capped");
    assert!(found.len() == 1 && found[0].0 == "error" && found[0].1.contains("the return value differs"), "{found:?}");
    // The tool does not invent a value that only the enclosing function knows.
    let why = "`unit` of the enclosing function, and Java does not pass `unit`";
    let text = ran.report.as_ref().expect("a report").to_string();
    assert!(text.contains(why), "{}", ran.reasons());
    assert!(
        ran.reasons().contains("cannot call the nested function `steps`: this function or another nested function"),
        "{}",
        ran.reasons()
    );
}
