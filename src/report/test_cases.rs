//! Describes the results of a run as test cases.
//!
//! The test cases are for `junit.xml`, the comment and the check run. Each pair is a suite. A suite has a case for the
//! original functions, a case for each operator, and a case each for fragments, variants and properties. No case
//! checks the MTS or the CA of a pair.

use crate::report::format::{count, earlier, estimate};
use mts_model::report::{Conclusion, OperatorScore, PairReport, PairStatus, RunReport};
use mts_model::{Finding, FindingKind, FragmentScores, Operator, PropertyCounts, Severity, VariantScores};
use std::fmt;

/// The cases of one pair, or of the whole run.
pub(crate) struct TestSuite<'r> {
    /// The name of the pair, or of the tool.
    pub name: &'r str,
    /// The Java class of the pair. Empty for the whole run.
    pub package: &'r str,
    /// The cases of the suite.
    pub cases: Vec<TestCase<'r>>,
}

/// One test case.
pub(crate) struct TestCase<'r> {
    /// The name of the rule that the case tests. For the whole run, the headline of the report.
    pub name: String,
    /// The line of the port in the head; `None` for the whole run.
    pub place: Option<CasePlace<'r>>,
    /// The result of the case.
    pub result: CaseResult,
    /// The counts behind the result; empty without counts.
    pub output: String,
}

/// A line in the head.
pub(crate) struct CasePlace<'r> {
    /// The path of the file from the root of the repository.
    pub file: &'r str,
    /// One-based line.
    pub line: u32,
}

/// The result of a test case.
pub(crate) enum CaseResult {
    /// The rule holds, or the pair does not fail the gate. For the whole run, the run passes.
    Passed,
    /// The case fails.
    Failed {
        /// A word for the kind of the failure.
        kind: &'static str,
        /// The failure in one sentence.
        message: String,
        /// The findings that show the failure, as text; may be empty.
        evidence: String,
    },
    /// There was nothing to test, or the functions may be no pair.
    Skipped {
        /// A word for the reason.
        kind: &'static str,
        /// The reason in one sentence.
        message: &'static str,
    },
}

/// The numbers of test cases by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// The number of cases with the result `Passed`.
    pub passed: usize,
    /// The number of cases with the result `Failed`.
    pub failed: usize,
    /// The number of cases with the result `Skipped`.
    pub skipped: usize,
}

impl Totals {
    /// Counts the cases of these suites by result.
    pub fn from_suites(suites: &[TestSuite<'_>]) -> Self {
        let mut totals = Self::default();
        for case in suites.iter().flat_map(|suite| &suite.cases) {
            *match case.result {
                CaseResult::Passed => &mut totals.passed,
                CaseResult::Failed { .. } => &mut totals.failed,
                CaseResult::Skipped { .. } => &mut totals.skipped,
            } += 1;
        }
        totals
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { passed, failed, skipped } = self;
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

/// Returns the suites of a report, in the order of the pairs.
///
/// A run without pairs and an incomplete run have one more suite, for the whole run.
pub(crate) fn suites(report: &RunReport) -> Vec<TestSuite<'_>> {
    let pairs = report.pairs.iter();
    let mut suites: Vec<TestSuite<'_>> =
        pairs.map(|pair| TestSuite { name: &pair.name, package: &pair.java.class, cases: cases(pair) }).collect();
    if report.pairs.is_empty() || report.conclusion == Conclusion::Incomplete {
        // Some readers reject a file without a suite. Without this suite, an empty run would look
        // like no run, and an incomplete run would look like a passed run.
        let result = match report.conclusion {
            Conclusion::Passed => CaseResult::Passed,
            Conclusion::Failed | Conclusion::Incomplete => failed("gate", report.gate.reasons.join("; "), &[]),
        };
        let case = TestCase { name: report.headline.clone(), place: None, result, output: String::new() };
        suites.push(TestSuite { name: &report.tool.name, package: "", cases: vec![case] });
    }
    suites
}

fn cases(pair: &PairReport) -> Vec<TestCase<'_>> {
    let head = &pair.head;
    let mut cases = vec![originals(pair)];
    cases.extend(head.per_operator.iter().map(|(operator, score)| mutants(pair, *operator, *score)));
    cases.extend(head.fragments.as_ref().map(|counts| fragments(pair, counts)));
    cases.extend(head.variants.as_ref().map(|counts| variants(pair, counts)));
    cases.extend(head.properties.map(|counts| properties(pair, counts)));
    cases
}

/// Returns the open findings of a pair that satisfy a condition.
fn open(pair: &PairReport, is_meant: impl Fn(&Finding) -> bool) -> Vec<&Finding> {
    pair.findings.iter().filter(|finding| !finding.accepted && is_meant(finding)).collect()
}

/// Makes a case at the place of the first finding.
///
/// If there are no findings, the case is at the port itself.
fn case<'r>(pair: &'r PairReport, name: &str, found: &[&Finding], result: CaseResult, output: String) -> TestCase<'r> {
    let (file, own) = pair.python.at_head();
    let line = found.first().map_or(own, |finding| finding.python_at_head());
    TestCase { name: name.to_owned(), place: (line > 0).then_some(CasePlace { file, line }), result, output }
}

fn skipped<'r>(pair: &'r PairReport, name: &str, kind: &'static str, message: &'static str) -> TestCase<'r> {
    case(pair, name, &[], CaseResult::Skipped { kind, message }, String::new())
}

fn failed(kind: &'static str, message: String, evidence: &[String]) -> CaseResult {
    CaseResult::Failed { kind, message, evidence: evidence.join("\n") }
}

/// Decides the result of a case.
///
/// A case is open if its rule does not hold. If the case is open and the pair fails the gate, the case
/// fails with the findings as evidence. If the functions of the pair may be no pair, an open case is
/// skipped.
fn judged(pair: &PairReport, found: &[&Finding], is_open: bool, kind: &'static str, message: String) -> CaseResult {
    if is_open && pair.may_be_no_pair {
        return CaseResult::Skipped {
            kind: "no-pair",
            message: "the two functions are perhaps not a pair, so their difference is no failure",
        };
    }
    if !is_open || pair.status != PairStatus::Failed {
        return CaseResult::Passed;
    }
    let evidence: Vec<String> = found.iter().map(|finding| describe(pair, finding)).collect();
    failed(kind, message, &evidence)
}

fn originals(pair: &PairReport) -> TestCase<'_> {
    const NAME: &str = "originals agree";
    let head = &pair.head;
    if head.inputs == 0 {
        return skipped(pair, NAME, "no-inputs", "there is no input on which cargo mts compared the functions");
    }
    let apart = head.inputs - (head.inputs_equal + head.inputs_accepted).min(head.inputs);
    let found = open(pair, |f| f.kind == FindingKind::Original);
    let message = format!("the original functions disagree on {apart} of {} inputs", head.inputs);
    let result = judged(pair, &found, apart > 0, "disagreement", message);
    let output = format!(
        "{} of {} inputs agree, {} of them except for a type",
        head.inputs_equal, head.inputs, head.inputs_type_drifted
    );
    case(pair, NAME, &found, result, output)
}

fn mutants(pair: &PairReport, operator: Operator, counts: OperatorScore) -> TestCase<'_> {
    let name = operator.name();
    if counts.counted == 0 {
        return skipped(pair, name, "nothing-counted", "no mutant of this operator counts");
    }
    let killed = counts.killed - counts.accepted.min(counts.killed);
    let found = open(pair, |f| f.kind == FindingKind::Mutant && f.operator == Some(operator));
    let are = if killed == 1 { "is" } else { "are" };
    let message = format!("{killed} of {} {are} killed by some input", count(counts.counted as usize, "mutant"));
    let result = judged(pair, &found, killed > 0, "killed", message);
    let (what, killed, counted, accepted) = (operator.description(), counts.killed, counts.counted, counts.accepted);
    let mts = estimate(counts.mts, counts.interval);
    case(pair, name, &found, result, format!("{what}: {killed} of {counted} killed, {accepted} accepted, MTS {mts}"))
}

fn fragments<'r>(pair: &'r PairReport, counts: &FragmentScores) -> TestCase<'r> {
    const NAME: &str = "fragments agree";
    if counts.tested == 0 {
        return skipped(pair, NAME, "nothing-tested", "no fragment ran in isolation");
    }
    let found = open(pair, |f| f.kind == FindingKind::Fragment && f.severity != Severity::Note);
    let message = format!("in isolation, the sides differ in {}", count(found.len(), "fragment"));
    let result = judged(pair, &found, !found.is_empty(), "fragments", message);
    let FragmentScores { eligible, aligned, tested, agree, confirmed, latent, masked, dismissed, .. } = counts;
    let output = format!(
        "{eligible} eligible, {aligned} aligned, {tested} tested: {agree} agree, {confirmed} confirmed, {latent} latent, \
         {masked} masked, {dismissed} dismissed"
    );
    case(pair, NAME, &found, result, output)
}

fn variants<'r>(pair: &'r PairReport, counts: &VariantScores) -> TestCase<'r> {
    const NAME: &str = "variants keep behaviour";
    let VariantScores { tested, preserved, broken, invalid_transformation, inconclusive, unmirrored } = counts;
    if *tested == 0 {
        return skipped(pair, NAME, "nothing-tested", "no variant has a verdict");
    }
    let found = open(pair, |f| f.kind == FindingKind::Variant && f.severity == Severity::Warning);
    let message = format!("the port behaves differently after {}", count(found.len(), "variant"));
    let result = judged(pair, &found, !found.is_empty(), "variants", message);
    let output = format!(
        "{tested} run: {preserved} preserved, {broken} broken in the port, {invalid_transformation} with an invalid \
         transformation; {inconclusive} inconclusive, {unmirrored} without a counterpart"
    );
    case(pair, NAME, &found, result, output)
}

/// Makes the case of the user's properties.
///
/// Only violated properties of severity `error` fail the case. The output of the case lists these
/// violations even if the case passes.
fn properties(pair: &PairReport, counts: PropertyCounts) -> TestCase<'_> {
    const NAME: &str = "properties hold";
    let PropertyCounts { hold, violated, inconclusive, inapplicable } = counts;
    if hold + violated + inconclusive == 0 {
        return skipped(pair, NAME, "nothing-tested", "no property applies");
    }
    let found = open(pair, |f| f.kind == FindingKind::Property && f.severity == Severity::Error);
    let message = match found.len() {
        1 => "1 property is violated".to_owned(),
        n => format!("{n} properties are violated"),
    };
    let result = judged(pair, &found, !found.is_empty(), "properties", message);
    let mut output = format!(
        "properties that hold: {hold}, violated: {violated}, inconclusive: {inconclusive}, \
         not applicable: {inapplicable}"
    );
    found.iter().for_each(|one| output.push_str(&format!("\n{}", describe(pair, one))));
    case(pair, NAME, &found, result, output)
}

/// Describes a finding with its places and its evidence, one fact a line.
fn describe(pair: &PairReport, finding: &Finding) -> String {
    let mut lines = vec![format!("{} {}", finding.id, finding.cause)];
    lines.push(format!(
        "  at {}:{} and {}:{}",
        pair.java.file, finding.line_java, pair.python.file, finding.line_python
    ));
    if let Some(cause) = &finding.caused_by {
        lines.push(format!("  caused by: {cause}, in a function that this function calls"));
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;

    #[test]
    fn every_case_is_passed_failed_or_skipped_once() {
        let report = test_reports::failed();
        let suites = suites(&report);
        let cases: usize = suites.iter().map(|suite| suite.cases.len()).sum();
        let totals = Totals::from_suites(&suites);
        assert_eq!(totals.passed + totals.failed + totals.skipped, cases);
        assert_eq!(totals.to_string(), "4 passed, 2 failed, 3 skipped");
    }

    #[test]
    fn a_case_is_at_the_line_of_its_first_finding_in_the_head_or_at_its_port() {
        let mut report = test_reports::failed();
        let pair = report.pairs.iter_mut().find(|pair| pair.status == PairStatus::Failed).expect("one failed");
        pair.findings[0].head_line_python = Some(12);
        let suites = suites(&report);
        let places = |suite: &TestSuite<'_>| -> Vec<String> {
            let place = |case: &TestCase<'_>| case.place.as_ref().map(|at| format!("{}:{}", at.file, at.line));
            suite.cases.iter().filter_map(place).collect()
        };
        let failed = suites.iter().find(|suite| suite.name == "Money.split").expect("the pair");
        assert_eq!(places(failed), ["py/money.py:12", "py/money.py:24", "py/money.py:18"]);
    }

    #[test]
    fn a_difference_of_a_doubtful_pair_is_no_failure_and_no_success() {
        let mut report = test_reports::failed();
        let pair = report.pairs.iter_mut().find(|pair| pair.status == PairStatus::Failed).expect("one failed");
        pair.may_be_no_pair = true;
        pair.status = PairStatus::Inconclusive;
        let suites = suites(&report);
        let doubtful = suites.iter().find(|suite| suite.name == "Money.split").expect("the pair");
        assert!(matches!(doubtful.cases[0].result, CaseResult::Skipped { kind: "no-pair", .. }));
    }

    #[test]
    fn the_evidence_names_the_finding_that_causes_a_finding() {
        let mut report = test_reports::failed();
        let pair = report.pairs.iter_mut().find(|pair| pair.status == PairStatus::Failed).expect("one failed");
        pair.findings[0].caused_by = Some("MTS-0123456789ab".to_owned());
        assert!(describe(pair, &pair.findings[0]).contains("caused by: MTS-0123456789ab"));
    }

    #[test]
    fn a_run_without_a_pair_has_one_case_and_no_place() {
        let report = test_reports::empty();
        let suites = suites(&report);
        assert_eq!(Totals::from_suites(&suites), Totals { passed: 1, ..Totals::default() });
        assert!(suites[0].cases[0].place.is_none());
    }
}
