//! Writes JUnit XML for CI systems that show test results.
//!
//! The output is valid under Jenkins' published schema, except for the attributes `file` and `line`
//! of a case. CI systems read these attributes to show a case at its line. Only this module uses the
//! crate `junit-report`.

use crate::report::escape::{cdata, xml};
use crate::report::renderer::Renderer;
use crate::report::test_cases::{self, CasePlace, CaseResult, TestSuite};
use junit_report::{Duration, OffsetDateTime, ReportBuilder, TestCase, TestCaseBuilder, TestSuiteBuilder};
use mts_model::error::{Error, Result};
use mts_model::report::RunReport;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, Writer};

/// The renderer of `mts-out/junit.xml`.
pub struct JUnit;

impl Renderer for JUnit {
    fn name(&self) -> &'static str {
        "junit"
    }

    fn file(&self) -> &'static str {
        "junit.xml"
    }

    fn description(&self) -> &'static str {
        "CI systems that show test results"
    }

    fn render(&self, report: &RunReport) -> Result<String> {
        render(report)
    }
}

/// Renders the report as JUnit XML.
///
/// All times are 0, because verdicts depend on ticks and not on the clock.
///
/// # Errors
/// Returns an internal error if the XML cannot be written.
pub fn render(report: &RunReport) -> Result<String> {
    let when = started(&report.timings.started);
    let suites = test_cases::suites(report);
    let mut builder = ReportBuilder::new();
    for suite in &suites {
        let cases = suite.cases.iter().map(|case| test_case(suite, case));
        let mut built = TestSuiteBuilder::new(&xml(suite.name)).set_timestamp(when).add_testcases(cases).build();
        built.package = xml(suite.package);
        builder.add_testsuite(built);
    }
    let mut bytes = Vec::new();
    builder.build().write_xml(&mut bytes).map_err(|e| Error::bug(format!("cannot write JUnit XML: {e}")))?;
    let places = suites.iter().flat_map(|suite| &suite.cases).map(|case| case.place.as_ref());
    let bytes = with_places(&bytes, places).map_err(|e| Error::bug(format!("cannot copy JUnit XML: {e}")))?;
    let mut text = String::from_utf8(bytes).map_err(|e| Error::bug(format!("JUnit XML is not UTF-8: {e}")))?;
    text.push('\n');
    Ok(text)
}

fn test_case(suite: &TestSuite<'_>, case: &test_cases::TestCase<'_>) -> TestCase {
    let name = xml(&case.name);
    let mut built = match &case.result {
        CaseResult::Passed => TestCaseBuilder::success(&name, Duration::ZERO),
        CaseResult::Skipped { kind, message } => TestCaseBuilder::skipped_with_cause(&name, kind, message),
        CaseResult::Failed { kind, message, evidence } => {
            let mut failed = TestCaseBuilder::failure(&name, Duration::ZERO, kind, &xml(message));
            if !evidence.is_empty() {
                failed.set_trace(&cdata(evidence));
            }
            failed
        }
    }
    .build();
    if case.place.is_some() {
        built.set_classname(&xml(suite.name));
    }
    if !case.output.is_empty() {
        built.set_system_out(&cdata(&case.output));
    }
    built
}

/// Adds the attributes `file` and `line` to each case with a place.
///
/// `written` is the XML. `places` has the places in the order of the cases. `junit-report` cannot
/// write these attributes.
fn with_places<'r>(
    written: &[u8],
    mut places: impl Iterator<Item = Option<&'r CasePlace<'r>>>,
) -> std::io::Result<Vec<u8>> {
    let mut place = |mut tag: BytesStart<'static>| {
        if tag.name().as_ref() == b"testcase"
            && let Some(place) = places.next().flatten()
        {
            tag.push_attribute(("file", xml(place.file).as_str()));
            tag.push_attribute(("line", place.line.to_string().as_str()));
        }
        tag
    };
    let mut reader = Reader::from_reader(written);
    let mut writer = Writer::new(Vec::new());
    loop {
        let event = match reader.read_event().map_err(std::io::Error::other)? {
            Event::Eof => return Ok(writer.into_inner()),
            Event::Start(tag) => Event::Start(place(tag.into_owned())),
            Event::Empty(tag) => Event::Empty(place(tag.into_owned())),
            other => other,
        };
        writer.write_event(event)?;
    }
}

/// Returns the start of the run, or the Unix epoch for an invalid time stamp.
fn started(rfc3339: &str) -> OffsetDateTime {
    let seconds = rfc3339.parse().map_or(0, jiff::Timestamp::as_second);
    OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;
    use std::process::Command;

    #[test]
    fn a_failed_pair_fails_its_cases_with_the_evidence() {
        let text = render(&test_reports::failed()).expect("XML");
        let expected = concat!(
            r#"<testcase name="originals agree" time="0" classname="Money.split" file="py/money.py" line="21">"#,
            r#"<failure type="disagreement" "#,
            r#"message="the original functions disagree on 6 of 40 inputs">"#,
            "<![CDATA[MTS-000000000001 the return value differs, on 6 of 40 inputs\n",
            "  at src/main/java/acme/Money.java:41 and py/money.py:21\n",
            "  input: cents = -7, parts = 2\n  Java: returns [-4, -3]\n  Python: returns [-3, -4]]]></failure>",
            "<system-out><![CDATA[34 of 40 inputs agree, 0 of them except for a type]]></system-out></testcase>",
        );
        assert!(text.contains(expected), "{text}");
        assert!(text.contains(r#"<testcase name="ROR" time="0" classname="Money.split" file="py/money.py" line="24"><failure type="killed" message="8 of 17 mutants are killed by some input">"#), "{text}");
        assert!(text.contains(r#"<skipped type="nothing-counted""#));
        let operator = text.split("<testcase ").find(|case| case.contains(r#"type="killed""#)).expect("it fails");
        assert!(operator.contains("MTS-000000000002 after the ROR edit `i < n =") && operator.contains("money.py:24"));
        assert!(!operator.contains("MTS-000000000005"), "an accepted one is not named: {operator}");
        assert!(!text.contains("MTS 0.47 is above"), "the gate's reason is no mutant: {text}");
    }

    #[test]
    fn the_sentence_for_one_mutant_is_in_the_singular() {
        let mut report = test_reports::failed();
        for pair in &mut report.pairs {
            for score in pair.head.per_operator.values_mut() {
                (score.killed, score.counted, score.accepted) = (1, 1, 0);
            }
        }
        let text = render(&report).expect("XML");
        assert!(text.contains("1 of 1 mutant is killed by some input"), "{text}");
    }

    #[test]
    fn a_pair_that_passes_has_no_failing_case() {
        let text = render(&test_reports::passed()).expect("XML");
        assert!(!text.contains("<failure") && text.contains(r#"failures="0""#), "{text}");
        assert!(text.contains("0 of 22 killed, 0 accepted, MTS 0.00"), "{text}");
    }

    #[test]
    fn a_report_with_nothing_to_compare_has_one_case_that_says_so() {
        let text = render(&test_reports::empty()).expect("XML");
        assert!(
            text.contains(r#"<testcase name="Passed: nothing to compare, because no paired function changed""#),
            "{text}"
        );
    }

    #[test]
    fn the_timestamp_is_that_of_the_report() {
        assert_eq!(started("2000-02-29T12:00:00Z").unix_timestamp(), 951_825_600);
        assert_eq!(started("yesterday"), OffsetDateTime::UNIX_EPOCH);
        assert!(render(&test_reports::passed()).expect("XML").contains(r#"timestamp="2026-11-21T02:00:00Z""#));
    }

    #[test]
    fn hostile_text_is_escaped() {
        let text = render(&test_reports::hostile()).expect("XML");
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'));
        assert_eq!(text.matches("<testsuite ").count(), 3);
    }

    /// The reports are valid under Jenkins' xUnit schema.
    ///
    /// The reports have the attributes `file` and `line` of a case. The schema is in `tests/fixtures` with its licence.
    #[test]
    #[ignore = "needs xmllint: `cargo test -- --ignored`"]
    fn every_report_is_accepted_by_the_jenkins_schema() {
        let schema = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/junit-10.xsd"));
        let attribute = |name: &str| format!("<xs:attribute name=\"{name}\" type=\"xs:string\"/>");
        let [class, file, line] = ["classname", "file", "line"].map(attribute);
        assert_eq!(schema.matches(&class).count(), 1, "a case alone has a class");
        let folder = tempfile::tempdir().expect("a scratch folder");
        let extended = folder.path().join("junit.xsd");
        std::fs::write(&extended, schema.replace(&class, &format!("{class}{file}{line}"))).expect("it can be written");
        for (i, report) in test_reports::all().iter().enumerate() {
            let file = folder.path().join(format!("{i}.xml"));
            std::fs::write(&file, render(report).expect("XML")).expect("it can be written");
            let done =
                Command::new("xmllint").args(["--noout", "--nonet", "--schema"]).args([&extended, &file]).output();
            let done = done.expect("xmllint runs");
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
    }
}
