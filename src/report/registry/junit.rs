//! Writes JUnit XML for CI systems that show test results.
//!
//! Each pair is a suite. A suite has a case for the original functions and a case for each
//! operator. The file has no scores, because a score is not a test result. The output is valid
//! under Jenkins' published schema. Only this module uses the crate `junit-report`.

use crate::report::escape::{cdata, xml};
use crate::report::format::{count, earlier, estimate};
use crate::report::renderer::Renderer;
use junit_report::{Duration, OffsetDateTime, ReportBuilder, TestCase, TestCaseBuilder, TestSuite, TestSuiteBuilder};
use mts_model::error::{Error, Result};
use mts_model::report::{Conclusion, OperatorScore, PairReport, RunReport};
use mts_model::{Finding, FindingKind, FragmentScores, Operator, PropertyCounts, Severity, VariantScores};

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
/// Returns a bug error if the XML cannot be written.
pub fn render(report: &RunReport) -> Result<String> {
    let when = started(&report.timings.started);
    let mut builder = ReportBuilder::new();
    for pair in &report.pairs {
        builder.add_testsuite(suite(&pair.name, &pair.java.class, cases(pair), when));
    }
    if report.pairs.is_empty() || report.conclusion == Conclusion::Incomplete {
        // Some readers reject a file without a suite, and an empty run would look like no run. An
        // incomplete run would look like a passed run.
        let headline = xml(&report.headline);
        let case = if report.conclusion == Conclusion::Passed {
            TestCaseBuilder::success(&headline, Duration::ZERO)
        } else {
            TestCaseBuilder::failure(&headline, Duration::ZERO, "gate", &xml(&report.gate.reasons.join("; ")))
        };
        builder.add_testsuite(suite(&report.tool.name, "", vec![case.build()], when));
    }
    let mut bytes = Vec::new();
    builder.build().write_xml(&mut bytes).map_err(|e| Error::bug(format!("cannot write JUnit XML: {e}")))?;
    let mut text = String::from_utf8(bytes).map_err(|e| Error::bug(format!("JUnit XML is not UTF-8: {e}")))?;
    text.push('\n');
    Ok(text)
}

fn suite(name: &str, package: &str, cases: Vec<TestCase>, when: OffsetDateTime) -> TestSuite {
    let mut suite = TestSuiteBuilder::new(&xml(name)).set_timestamp(when).add_testcases(cases).build();
    suite.package = xml(package);
    suite
}

fn cases(pair: &PairReport) -> Vec<TestCase> {
    let mut cases = vec![originals(pair)];
    cases.extend(pair.head.per_operator.iter().map(|(operator, score)| mutants(pair, *operator, *score)));
    cases.extend(pair.head.fragments.as_ref().map(|counts| fragments(pair, counts)));
    cases.extend(pair.head.variants.as_ref().map(|counts| variants(pair, counts)));
    cases.extend(pair.head.properties.map(|counts| properties(pair, counts)));
    for case in &mut cases {
        case.set_classname(&xml(&pair.name));
    }
    cases
}

fn originals(pair: &PairReport) -> TestCase {
    const NAME: &str = "originals agree";
    let head = &pair.head;
    if head.inputs == 0 {
        return TestCaseBuilder::skipped_with_cause(NAME, "no-inputs", "there was no input to compare them on").build();
    }
    let apart = head.inputs - (head.inputs_equal + head.inputs_accepted).min(head.inputs);
    let found = pair.findings.iter().filter(|f| f.kind == FindingKind::Original && !f.accepted);
    let evidence: Vec<String> = found.map(|f| describe(pair, f)).collect();
    let summary = format!(
        "{} of {} inputs agree, {} of them but for a type",
        head.inputs_equal, head.inputs, head.inputs_drifted
    );
    let mut case = if apart > 0 && pair.status == "failed" {
        let message = format!("the original functions disagree on {apart} of {} inputs", head.inputs);
        TestCaseBuilder::failure(NAME, Duration::ZERO, "disagreement", &message)
            .set_trace(&cdata(&evidence.join("\n")))
            .build()
    } else {
        TestCaseBuilder::success(NAME, Duration::ZERO).build()
    };
    case.set_system_out(&cdata(&summary));
    case
}

fn mutants(pair: &PairReport, operator: Operator, counts: OperatorScore) -> TestCase {
    let name = operator.name();
    if counts.counted == 0 {
        return TestCaseBuilder::skipped_with_cause(name, "nothing-counted", "none of its mutants was counted").build();
    }
    let open = counts.killed - counts.accepted.min(counts.killed);
    let mut case = if open > 0 && pair.status == "failed" {
        let are = if open == 1 { "is" } else { "are" };
        let message = format!("{open} of {} {are} killed by some input", count(counts.counted as usize, "mutant"));
        let is_open = |f: &&Finding| f.kind == FindingKind::Mutant && f.operator == Some(operator) && !f.accepted;
        let killed: Vec<String> = pair.findings.iter().filter(is_open).map(|f| describe(pair, f)).collect();
        TestCaseBuilder::failure(name, Duration::ZERO, "killed", &message).set_trace(&cdata(&killed.join("\n"))).build()
    } else {
        TestCaseBuilder::success(name, Duration::ZERO).build()
    };
    let (what, killed, counted, accepted) = (operator.description(), counts.killed, counts.counted, counts.accepted);
    let mts = estimate(counts.mts, counts.interval);
    case.set_system_out(&cdata(&format!("{what}: {killed} of {counted} killed, {accepted} accepted, MTS {mts}")));
    case
}

/// Renders the fragments of a pair as a case.
///
/// The case fails if the pair fails the gate and has confirmed fragments.
fn fragments(pair: &PairReport, counts: &FragmentScores) -> TestCase {
    const NAME: &str = "fragments agree";
    if counts.tested == 0 {
        return TestCaseBuilder::skipped_with_cause(NAME, "nothing-tested", "no fragment could be run alone").build();
    }
    let open: Vec<&Finding> = pair
        .findings
        .iter()
        .filter(|f| f.kind == FindingKind::Fragment && !f.accepted && f.severity != Severity::Note)
        .collect();
    let mut case = if !open.is_empty() && pair.status == "failed" {
        let message = format!("{} differ when run alone", count(open.len(), "fragment"));
        let evidence: Vec<String> = open.iter().map(|f| describe(pair, f)).collect();
        TestCaseBuilder::failure(NAME, Duration::ZERO, "fragments", &message)
            .set_trace(&cdata(&evidence.join("\n")))
            .build()
    } else {
        TestCaseBuilder::success(NAME, Duration::ZERO).build()
    };
    let FragmentScores { eligible, aligned, tested, agree, confirmed, latent, masked, outside, .. } = counts;
    case.set_system_out(&cdata(&format!(
        "{eligible} eligible, {aligned} aligned, {tested} tested: {agree} agree, {confirmed} confirmed, {latent} latent, \
         {masked} masked, {outside} outside"
    )));
    case
}

/// Renders the user's properties of a pair as a case.
///
/// The case fails if the pair fails the gate and violates a property of severity `error`. The
/// output of the case lists such violations even if the case passes.
fn properties(pair: &PairReport, counts: PropertyCounts) -> TestCase {
    const NAME: &str = "properties hold";
    let PropertyCounts { hold, violated, inconclusive, inapplicable } = counts;
    if hold + violated + inconclusive == 0 {
        return TestCaseBuilder::skipped_with_cause(NAME, "nothing-tested", "no property applies").build();
    }
    let is_open = |f: &&Finding| f.kind == FindingKind::Property && !f.accepted && f.severity == Severity::Error;
    let open: Vec<String> = pair.findings.iter().filter(is_open).map(|f| describe(pair, f)).collect();
    let mut case = if open.is_empty() || pair.status != "failed" {
        TestCaseBuilder::success(NAME, Duration::ZERO).build()
    } else {
        let message = match open.len() {
            1 => "1 property is violated".to_owned(),
            n => format!("{n} properties are violated"),
        };
        TestCaseBuilder::failure(NAME, Duration::ZERO, "properties", &message)
            .set_trace(&cdata(&open.join("\n")))
            .build()
    };
    let mut summary =
        format!("{hold} hold, {violated} violated, {inconclusive} inconclusive, {inapplicable} do not apply");
    open.iter().for_each(|one| summary.push_str(&format!("\n{one}")));
    case.set_system_out(&cdata(&summary));
    case
}

/// Renders the variants of a pair as a case.
///
/// The case fails if the pair fails the gate and has broken variants.
fn variants(pair: &PairReport, counts: &VariantScores) -> TestCase {
    const NAME: &str = "variants keep behaviour";
    let VariantScores { tested, preserved, broken, invalid_transformation, inconclusive, unpaired } = counts;
    if *tested == 0 {
        return TestCaseBuilder::skipped_with_cause(NAME, "nothing-tested", "no variant could be run").build();
    }
    let is_open = |f: &&Finding| f.kind == FindingKind::Variant && !f.accepted && f.severity == Severity::Warning;
    let open: Vec<&Finding> = pair.findings.iter().filter(is_open).collect();
    let mut case = if !open.is_empty() && pair.status == "failed" {
        let message = format!("the port behaves differently after {}", count(open.len(), "variant"));
        let evidence: Vec<String> = open.iter().map(|f| describe(pair, f)).collect();
        TestCaseBuilder::failure(NAME, Duration::ZERO, "variants", &message)
            .set_trace(&cdata(&evidence.join("\n")))
            .build()
    } else {
        TestCaseBuilder::success(NAME, Duration::ZERO).build()
    };
    case.set_system_out(&cdata(&format!(
        "{tested} run: {preserved} preserved, {broken} broken in the port, {invalid_transformation} through an invalid transformation; {inconclusive} inconclusive, \
         {unpaired} without a counterpart"
    )));
    case
}

fn describe(pair: &PairReport, finding: &Finding) -> String {
    let mut lines = vec![format!("{} {}", finding.id, finding.cause)];
    lines.push(format!(
        "  at {}:{} and {}:{}",
        pair.java.file, finding.line_java, pair.python.file, finding.line_python
    ));
    let earlier = earlier(finding);
    for (what, text) in [
        ("after", &earlier),
        ("input", &finding.input),
        ("Java", &finding.java_outcome),
        ("Python", &finding.python_outcome),
    ] {
        lines.extend(text.iter().map(|text| format!("  {what}: {text}")));
    }
    lines.join("\n")
}

/// Returns the start of the run, or the Unix epoch without a time stamp.
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
            r#"<testcase name="originals agree" time="0" classname="Money.split"><failure type="disagreement" "#,
            r#"message="the original functions disagree on 6 of 40 inputs">"#,
            "<![CDATA[MTS-000000000001 the return value differs, on 6 of 40 inputs\n",
            "  at src/main/java/acme/Money.java:41 and py/money.py:21\n",
            "  input: cents = -7, parts = 2\n  Java: returns [-4, -3]\n  Python: returns [-3, -4]]]></failure>",
            "<system-out><![CDATA[34 of 40 inputs agree, 0 of them but for a type]]></system-out></testcase>",
        );
        assert!(text.contains(expected), "{text}");
        assert!(text.contains(r#"<testcase name="ROR" time="0" classname="Money.split"><failure type="killed" message="8 of 17 mutants are killed by some input">"#), "{text}");
        assert!(text.contains(r#"<skipped type="nothing-counted""#));
        let operator = text.split("<testcase ").find(|case| case.contains(r#"type="killed""#)).expect("it fails");
        assert!(operator.contains("MTS-000000000002 after the ROR edit `i < n =") && operator.contains("money.py:24"));
        assert!(!operator.contains("MTS-000000000005"), "an accepted one is not named: {operator}");
        assert!(!text.contains("MTS 0.47 is above"), "the gate's reason is no mutant: {text}");
    }

    #[test]
    fn one_mutant_is_told_apart_and_several_are() {
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
    fn nothing_to_compare_is_a_case_that_says_so() {
        let text = render(&test_reports::empty()).expect("XML");
        assert!(text.contains(r#"<testcase name="Passed: nothing to compare, no paired function changed""#), "{text}");
    }

    #[test]
    fn the_timestamp_is_the_reports_own() {
        assert_eq!(started("2000-02-29T12:00:00Z").unix_timestamp(), 951_825_600);
        assert_eq!(started("yesterday"), OffsetDateTime::UNIX_EPOCH);
        assert!(render(&test_reports::passed()).expect("XML").contains(r#"timestamp="2026-11-21T02:00:00Z""#));
    }

    #[test]
    fn hostile_text_stays_text() {
        let text = render(&test_reports::hostile()).expect("XML");
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'));
        assert_eq!(text.matches("<testsuite ").count(), 3);
    }

    /// Validates against Jenkins' xUnit schema, which is in `tests/fixtures` with its licence.
    #[test]
    #[ignore = "needs xmllint: `cargo test -- --ignored`"]
    fn every_report_is_accepted_by_the_jenkins_schema() {
        let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/junit-10.xsd");
        let folder = tempfile::tempdir().expect("a scratch folder");
        for (i, report) in test_reports::all().iter().enumerate() {
            let file = folder.path().join(format!("{i}.xml"));
            std::fs::write(&file, render(report).expect("XML")).expect("it can be written");
            let done = Command::new("xmllint").args(["--noout", "--nonet", "--schema", schema]).arg(&file).output();
            let done = done.expect("xmllint runs");
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
    }
}
