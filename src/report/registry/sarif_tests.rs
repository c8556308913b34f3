//! Tests the SARIF output with the SARIF schema and the rules of code scanning.

use super::*;
use crate::report::test_reports;

/// Returns a validator for OASIS's schema. Its licence is in `tests/fixtures/README.md`.
fn validator() -> jsonschema::Validator {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/sarif-2.1.0.json");
    let schema: Json = serde_json::from_str(&std::fs::read_to_string(path).expect("there")).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

fn parsed(report: &RunReport) -> Json {
    serde_json::from_str(&render(report).expect("SARIF")).expect("JSON")
}

#[test]
fn every_report_is_accepted_by_the_formats_own_schema() {
    let validator = validator();
    for report in test_reports::all() {
        let sarif = parsed(&report);
        let errors: Vec<String> =
            validator.iter_errors(&sarif).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
    let mut wrong = parsed(&test_reports::failed());
    wrong["runs"][0]["results"][0]["level"] = "fatal".into();
    assert!(!validator.is_valid(&wrong), "the schema is looked at");
}

#[test]
fn a_result_has_all_fields_that_code_scanning_requires() {
    for report in test_reports::all() {
        let sarif = parsed(&report);
        let run = &sarif["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
        for result in run["results"].as_array().expect("results") {
            let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
            assert_eq!(rules[index]["id"], result["ruleId"]);
            assert!(!result["message"]["text"].as_str().expect("text").is_empty());
            for place in [&result["locations"][0], &result["relatedLocations"][0]] {
                let place = &place["physicalLocation"];
                let uri = place["artifactLocation"]["uri"].as_str().expect("a uri");
                assert!(!uri.is_empty() && !uri.starts_with('/') && !uri.contains(['\\', ' ', ':']), "{uri}");
                assert!(place["region"]["startLine"].as_u64().expect("a line") > 0);
            }
            let hash = result["partialFingerprints"]["primaryLocationLineHash"].as_str().expect("a fingerprint");
            assert_eq!(hash, format!("{}:1", result["properties"]["id"].as_str().expect("an id")));
        }
    }
}

#[test]
fn the_location_of_a_result_is_the_python_line_of_the_head() {
    let mut report = test_reports::failed();
    let split = report.pairs.iter_mut().find(|pair| pair.name == "Money.split").expect("there");
    split.findings[0].head_line_python = Some(7);
    split.python.head_file = Some("py/old name.py".to_owned());
    let sarif = parsed(&report);
    let first = &sarif["runs"][0]["results"][0];
    assert_eq!(first["ruleId"], "mts/original");
    assert_eq!(first["level"], "error");
    let place = &first["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "py/old%20name.py");
    assert_eq!(place["region"]["startLine"], 7);
    let java = &first["relatedLocations"][0]["physicalLocation"];
    assert_eq!(java["artifactLocation"]["uri"], "src/main/java/acme/Money.java");
    assert_eq!(java["region"]["startLine"], 41);
    let text = first["message"]["text"].as_str().expect("text");
    assert!(text.contains("Input: cents = -7, parts = 2\nJava: returns [-4, -3]\nPython: returns [-3, -4]"), "{text}");
}

#[test]
fn accepted_findings_are_no_alerts() {
    let sarif = parsed(&test_reports::failed());
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(4));
}

#[test]
fn kills_that_a_disagreement_causes_are_counted_and_are_no_alerts() {
    let mut report = test_reports::failed();
    for finding in report.pairs.iter_mut().flat_map(|pair| &mut pair.findings).filter(|f| f.java_edit.is_some()) {
        finding.caused_by_other = true;
    }
    let sarif = parsed(&report);
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(1));
    assert!(sarif["runs"][0]["invocations"].to_string().contains("3 more findings in the report"), "{sarif}");
}

#[test]
fn a_change_of_only_one_side_is_no_alert_in_addition_to_the_difference_that_it_causes() {
    let mut report = test_reports::failed();
    let findings = &mut report.pairs[1].findings;
    let drift = findings.iter_mut().find(|finding| finding.kind == FindingKind::Mutant).expect("a kill");
    drift.kind = FindingKind::Drift;
    let id = drift.id.clone();
    let sarif = parsed(&report);
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 3);
    assert!(results.iter().all(|result| result["properties"]["id"] != id.as_str()), "{results:?}");
    let text = results[0]["message"]["text"].as_str().expect("text");
    assert!(text.ends_with("\n1 other finding belongs to this difference."), "{text}");
}

#[test]
fn of_too_many_findings_the_most_severe_are_results_and_the_others_are_counted() {
    let mut report = test_reports::failed();
    let pair = &mut report.pairs[1];
    let (grave, light) = (pair.findings[0].clone(), pair.findings[1].clone());
    pair.findings = vec![light; MOST_RESULTS];
    pair.findings.extend([grave.clone(), grave]);
    let sarif = parsed(&report);
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), MOST_RESULTS);
    assert!(results[..2].iter().all(|result| result["level"] == "error"));
    assert!(sarif["runs"][0]["invocations"].to_string().contains("2 more findings in the report"));
}

#[test]
fn hostile_text_makes_no_link_and_has_no_control_characters() {
    let mut report = test_reports::hostile();
    report.pairs[1].findings[0].cause = "[click](https://evil.example) \u{202e}\u{1b}[31m".to_owned();
    let text = render(&report).expect("SARIF");
    assert!(!text.contains("](http") && !text.contains(['\u{202e}', '\u{1b}']), "{text}");
    assert!(!text.contains("\\u001b"), "{text}");
}

#[test]
fn a_finding_with_an_edit_marks_the_characters_of_the_edit() {
    let edit = |before: &[&str], after: &[&str]| {
        let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        EditedLines { before: owned(before), after: owned(after) }
    };
    let marked = |edit: &EditedLines| region(7, Some(edit));
    let one = marked(&edit(&["    ä = a + b"], &["    ä = a - b"]));
    assert_eq!(one, json!({ "startLine": 7, "endLine": 7, "startColumn": 11, "endColumn": 12 }));
    let inserted = marked(&edit(&["  i < n"], &["  i <= n"]));
    assert_eq!(inserted, json!({ "startLine": 7, "endLine": 7, "startColumn": 5, "endColumn": 6 }));
    assert_eq!(marked(&edit(&["a", "b"], &["c"])), json!({ "startLine": 7, "endLine": 8 }));
    assert_eq!(region(7, None), json!({ "startLine": 7, "endLine": 7 }));
}

#[test]
fn rules_link_to_their_page_if_the_repository_has_an_address() {
    for one in &RULES {
        let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(one.page);
        assert!(page.is_file(), "{}", page.display());
        let link = rule(one, "https://github.com/acme/books")["helpUri"].clone();
        assert!(link.as_str().is_some_and(|link| link.ends_with(&format!("/docs/{}", one.page))), "{link}");
        assert_eq!(rule(one, "https://github.com/<name>/books").get("helpUri"), None);
    }
    let driver = &parsed(&test_reports::failed())["runs"][0]["tool"]["driver"];
    assert_eq!(driver.get("informationUri").is_some(), is_address(REPOSITORY));
}

#[test]
fn the_precision_falls_from_a_disagreement_to_a_change_of_one_side() {
    let precision = |kind| RULES.iter().find(|rule| rule.kind == kind).map(|rule| rule.precision);
    let kinds = [FindingKind::Original, FindingKind::Fragment, FindingKind::Mutant, FindingKind::Drift];
    assert_eq!(kinds.map(precision), ["very-high", "high", "medium", "low"].map(Some));
}
