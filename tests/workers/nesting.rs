//! Tests generated files.
//!
//! The files have deeply nested code, for which a run must end with a report that has every
//! function, and long suites.

use crate::support::{self, Ran};
use serde_json::json;
use std::fmt::Write as _;

/// Checks pairs of functions with one `int` parameter. `pairs` has the returned expressions in Java
/// and in Python.
fn checked(pairs: &[(&str, String, String)], flags: &[&str]) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut java, mut python) = ("import java.util.List;\n\nclass Deep {\n".to_owned(), String::new());
    for (name, of_java, of_python) in pairs {
        let _ = writeln!(java, "    static int {name}(int a) {{\n        return {of_java};\n    }}\n");
        let _ = writeln!(python, "def {name}(a):\n    return {of_python}\n\n");
    }
    std::fs::write(folder.path().join("Deep.java"), java + "}\n").expect("written");
    std::fs::write(folder.path().join("deep.py"), python).expect("written");
    support::mts_in(folder.path(), &[&["check", "Deep.java", "deep.py", "--json"], flags].concat())
}

fn sum(terms: usize) -> String {
    vec!["a"; terms].join(" + ")
}

/// Returns the reasons of the functions that a report skips, by their selectors.
fn read_skipped(ran: &Ran) -> Vec<(String, String)> {
    let rows = ran.report()["skipped"].as_array().expect("a list").clone();
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    rows.iter().map(|row| (text(&row["name"]), text(&row["reason"]))).collect()
}

#[test]
fn a_function_that_is_nested_too_deeply_is_skipped_with_a_reason() {
    let small = || ("small", "a + 1".to_owned(), "a + 1".to_owned());
    let parentheses = format!("{}a{}", "(".repeat(20_000), ")".repeat(20_000));
    let generic =
        format!("((Object) (List<{}Integer{}>) null) == null ? 1 : 2", "List<".repeat(20_000), ">".repeat(20_000));
    let pairs = [
        small(),
        ("parentheses", parentheses, "a".to_owned()),
        ("generic", generic, "1".to_owned()),
        ("terms", sum(20_000), "a".to_owned()),
    ];
    let ran = checked(&pairs, &["--operators", "ROR"]);
    let left = read_skipped(&ran);
    assert_eq!(left.len(), 3, "{left:?}\n{}", ran.stderr);
    for (name, reason) in left {
        assert!(name.starts_with("Deep.java#Deep.") && reason.contains("at most 12000 levels"), "{name}: {reason}");
    }
    assert_eq!(ran.pair("Deep.small")["head"]["ca_tests"], 1.0, "the others of the file are measured");
}

#[test]
fn a_sum_of_thousands_of_terms_is_measured() {
    let ran = checked(&[("terms", sum(2_000), sum(2_000))], &["--operators", "AOIS", "--sample", "2"]);
    let scores = &ran.pair("Deep.terms")["head"];
    assert_eq!((&scores["ca_tests"], &scores["counted"]), (&json!(1.0), &json!(2)), "{scores}");
}

/// Tests expressions with more terms than CPython compiles.
///
/// CPython 3.11 compiles about 3,000 terms, so that a larger port may be a finding with its reason.
#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn generated_expressions_of_ten_thousand_terms_give_a_row() {
    let chain = |term: &str| format!("a{}", term.repeat(9_999));
    let pairs = [
        ("terms", sum(10_000), sum(10_000)),
        ("ones", chain(" + 1"), chain(" + 1")),
        (
            "texts",
            format!("(\"\" + {}).length()", chain(" + \"x\"")),
            format!("len(\"\" + str({}))", chain(" + \"x\"")),
        ),
    ];
    for pair in pairs {
        let name = pair.0;
        let ran = checked(&[pair], &["--operators", "ROR"]);
        let row = ran.report()["pairs"].as_array().map_or(0, Vec::len) + read_skipped(&ran).len();
        assert!(row == 1 && [0, 11].contains(&ran.code), "{name}: {} {}", ran.code, ran.stderr);
    }
}

#[test]
fn a_suite_with_more_inputs_than_a_pair_may_have_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let inputs = vec![json!({"args": [1]}); 200_000];
    let suite = json!({"version": 1, "pair": "Deep.small", "inputs": inputs});
    for (name, text) in [
        ("Deep.java", "class Deep {\n    static int small(int a) {\n        return a + 1;\n    }\n}\n".to_owned()),
        ("deep.py", "def small(a):\n    return a + 1\n".to_owned()),
        ("suite.json", suite.to_string()),
    ] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let flags = ["check", "Deep.java", "deep.py", "--inputs", "suite.json", "--max-inputs", "2"];
    let ran = support::mts_in(folder.path(), &flags);
    let names_limit = ran.stderr.contains("more than 10000 inputs");
    assert!(ran.code == 2 && names_limit, "{}\n{}", ran.code, ran.stderr);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn results_that_differ_at_a_great_depth_are_not_equal() {
    let folder = tempfile::tempdir().expect("a folder");
    let java = "class Deep {\n    static Object[] nest(int a) {\n        Object[] r = {a};\n        \
                for (int i = 0; i < 450; i++) {\n            r = new Object[] {r};\n        }\n        return r;\n    }\n}\n";
    let python = "def nest(a):\n    r = [a + 1]\n    for i in range(450):\n        r = [r]\n    return r\n";
    std::fs::write(folder.path().join("Deep.java"), java).expect("written");
    std::fs::write(folder.path().join("deep.py"), python).expect("written");
    let ran = support::mts_in(folder.path(), &["check", "Deep.java", "deep.py", "--json", "--operators", "ROR"]);
    let report = ran.report();
    let equal = report["pairs"].as_array().expect("pairs").iter().filter(|pair| pair["head"]["inputs_equal"] != 0);
    assert_eq!(equal.count(), 0, "{}", report["pairs"]);
    assert!(report.to_string().contains("too large to compare"), "{report}");
}
