//! Writes the job summary, `mts-out/summary.md`.
//!
//! The summary has more findings and rows than the pull request comment. GitHub drops a summary of
//! more than 1 MiB, so the limit here is smaller.

use super::comment::{Bounds, CommentPlace, bounded};
use crate::report::renderer::Renderer;
use mts_model::error::Result;
use mts_model::report::RunReport;

/// The longest summary in bytes.
///
/// GitHub allows 1,024 KiB for a step, and other commands of the step may write to the summary too.
pub const LONGEST: usize = 900 * 1024;

/// The renderer of `mts-out/summary.md`.
pub struct Summary;

impl Renderer for Summary {
    fn name(&self) -> &'static str {
        "summary"
    }

    fn file(&self) -> &'static str {
        "summary.md"
    }

    fn description(&self) -> &'static str {
        "the page of a CI job"
    }

    fn render(&self, report: &RunReport) -> Result<String> {
        Ok(render(report))
    }
}

/// Renders the summary.
///
/// The function drops whole groups of findings that do not fit, and gives the number of dropped
/// findings.
#[must_use]
pub fn render(report: &RunReport) -> String {
    let bounds = Bounds { longest: LONGEST, findings: usize::MAX, rows: &[1_000, 100, 10, 0], size: str::len };
    bounded(report, &CommentPlace::default(), &bounds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;
    use mts_model::Finding;

    #[test]
    fn the_summary_is_the_comment_without_its_marker() {
        let text = render(&test_reports::failed());
        assert!(
            text.starts_with("### ❌ Java and Python give different results in 1 of 3 pairs\n\nMerge blocked: "),
            "{text}"
        );
        assert!(!text.contains("<!--"), "{text}");
        assert!(text.contains("MTS-000000000001") && text.contains("Commands to run the first pairs again"), "{text}");
    }

    #[test]
    fn findings_beyond_the_limit_are_dropped_whole_and_counted() {
        let mut report = test_reports::failed();
        let pair = &mut report.pairs[1];
        let kill = pair.findings[1].clone();
        let long = "ä".repeat(200);
        let many = |line| Finding { line_java: line, input: Some(long.clone()), ..kill.clone() };
        pair.findings = (1..=3_000).map(many).collect();
        let text = render(&report);
        assert!(text.len() <= LONGEST, "{}", text.len());
        assert!(text.len() > LONGEST - 2_000, "the room is used: {}", text.len());
        assert!(text.contains(" more findings in the report."), "the rest is counted");
        assert_eq!(text.matches("<details>").count(), text.matches("</details>").count());
    }

    #[test]
    fn more_findings_are_shown_than_in_a_comment() {
        let mut report = test_reports::failed();
        let pair = &mut report.pairs[1];
        let kill = pair.findings[1].clone();
        pair.findings = (1..=40).map(|line| Finding { line_java: line, ..kill.clone() }).collect();
        assert!(!render(&report).contains("more findings in the report"));
    }

    #[test]
    fn hostile_text_is_escaped() {
        let text = render(&test_reports::hostile());
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
        assert!(text.lines().all(|line| !line.starts_with("<!--") && !line.starts_with("# head")), "{text}");
    }
}
