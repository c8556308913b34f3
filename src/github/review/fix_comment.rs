//! The fixes of a report as comments on lines, with text that GitHub can apply.
//!
//! The code of a pull request may have made the report. So this module escapes each text, and skips a fix that is too
//! long or has hidden characters. GitHub shows a fix from a fork, but cannot apply the fix.

use crate::report::diagnosis;
use crate::report::escape::{block_line, code, fence, is_plain_line, sentence};
use mts_model::report::{PairReport, RunReport};
use mts_model::{Finding, Fix};
use serde::Serialize;

/// The largest number of comments in a review.
const MOST: usize = 20;
/// The largest number of lines of a fix, and its largest size in bytes.
const MOST_LINES: usize = 60;
const MOST_BYTES: usize = 8 << 10;
/// The largest number of characters of the sentences of a comment.
const LONGEST: usize = 1_000;

/// A fix, with its place in the head and the text of its comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FixComment {
    pub path: String,
    /// The one-based number of the first line.
    pub start: u32,
    /// The lines that the change replaces.
    pub before: Vec<String>,
    pub body: String,
}

/// A comment of a review in the form of GitHub's interface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct LineComment<'a> {
    path: &'a str,
    body: &'a str,
    side: &'static str,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_side: Option<&'static str>,
}

impl FixComment {
    /// Returns the comment at the lines that the change replaces.
    pub fn comment(&self) -> LineComment<'_> {
        let count = u32::try_from(self.before.len()).unwrap_or(u32::MAX);
        let is_range = count > 1;
        LineComment {
            path: &self.path,
            body: &self.body,
            side: "RIGHT",
            line: self.start.saturating_add(count.saturating_sub(1)),
            start_line: is_range.then_some(self.start),
            start_side: is_range.then_some("RIGHT"),
        }
    }
}

/// Returns the fixes of the findings that are not accepted, each once, at most [`MOST`].
pub(super) fn all(report: &RunReport, is_from_fork: bool) -> Vec<FixComment> {
    let findings = report.pairs.iter().flat_map(|pair| pair.findings.iter().map(move |finding| (pair, finding)));
    let mut all: Vec<FixComment> = Vec::new();
    for (pair, finding) in findings.filter(|(_, finding)| !finding.accepted) {
        let found = diagnosis::fix(finding).and_then(|fix| comment_of(pair, finding, fix, is_from_fork));
        // A pair has at most one fix, and several findings of the pair may show it.
        all.extend(found.filter(|one| !all.iter().any(|known| (&known.path, known.start) == (&one.path, one.start))));
    }
    all.truncate(MOST);
    all
}

fn comment_of(pair: &PairReport, finding: &Finding, fix: &Fix, is_from_fork: bool) -> Option<FixComment> {
    let (before, after) = (&fix.change.before, &fix.change.after);
    let size: usize = after.iter().chain(before).map(String::len).sum();
    let is_short = before.len().max(after.len()) <= MOST_LINES && size <= MOST_BYTES;
    if before.is_empty() || !is_short || !before.iter().chain(after).all(|line| is_plain_line(line)) {
        return None;
    }
    // The fix has the lines of the tested files. In a merge commit, other lines can come before
    // these lines.
    let start = fix.line.checked_add(finding.python_at_head())?.checked_sub(finding.line_python)?;
    let mut why = diagnosis::describe(finding).map_or_else(String::new, |text| format!("{text}. "));
    if let Some((end, _)) = why.char_indices().nth(LONGEST) {
        why = format!("{}... ", &why[..end]);
    }
    let proof = diagnosis::proof(fix);
    let (kind, lines) = match is_from_fork {
        true => ("diff", fix.change.diff().map(|line| block_line(&line)).collect()),
        false => ("suggestion", after.clone()),
    };
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let (name, id, fence) = (code(&shortened(&pair.name)), code(&finding.id), fence(&text));
    let body = format!(
        "**{name}** differs from Java. {}cargo mts ran the port: {proof} ({id}).\n\n{fence}{kind}\n{text}{fence}\n",
        sentence(&why)
    );
    Some(FixComment { path: pair.python.at_head().0.to_owned(), start, before: before.clone(), body })
}

fn shortened(text: &str) -> String {
    text.chars().take(LONGEST / 4).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;
    use mts_model::report::{EditedLines, PairStatus};
    use mts_model::{Cause, DiagnosedPlace, Diagnosis};

    /// Returns a report with a fix that replaces one line by these lines.
    fn report(after: &[&str]) -> RunReport {
        let mut report = test_reports::failed();
        let pair = report.pairs.iter_mut().find(|pair| pair.status == PairStatus::Failed).expect("one failed");
        let place = DiagnosedPlace {
            cause: Cause::FloorDivision,
            line_java: 41,
            line_python: 21,
            java: "a / b".to_owned(),
            python: "a // b".to_owned(),
        };
        let after = after.iter().map(|line| (*line).to_owned()).collect();
        let change = EditedLines { before: vec!["    return a // b".to_owned()], after };
        let fix = Fix { line: 21, change, inputs: 40, further_inputs: 1_000, remaining_inputs: 0 };
        let finding = &mut pair.findings[0];
        (finding.line_python, finding.head_line_python) = (21, None);
        finding.diagnosis = Some(Diagnosis { places: vec![place], explained: 6, inputs: 6, fix: Some(fix) });
        report
    }

    #[test]
    fn a_fix_replaces_the_lines_of_the_head() {
        let mut report = report(&["    return int(a / b)"]);
        let pair = report.pairs.iter_mut().find(|pair| pair.status == PairStatus::Failed).expect("one failed");
        pair.findings[0].head_line_python = Some(18);
        let all = all(&report, false);
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].path.as_str(), all[0].start, all[0].comment().line), ("py/money.py", 18, 18));
        assert!(all[0].body.ends_with("\n\n```suggestion\n    return int(a / b)\n```\n"), "{}", all[0].body);
    }

    #[test]
    fn a_fix_from_a_fork_is_shown_as_a_diff_without_a_suggestion() {
        let all = all(&report(&["    return int(a / b)"]), true);
        let shown = "\n\n```diff\n-     return a // b\n+     return int(a / b)\n```\n";
        assert!(all[0].body.ends_with(shown) && !all[0].body.contains("suggestion"), "{}", all[0].body);
    }

    #[test]
    fn the_lines_of_a_fix_cannot_end_its_block() {
        let hostile = report(&["x = '''", "```", "````suggestion", "![x](https://evil.example)"]);
        for is_from_fork in [false, true] {
            let body = &all(&hostile, is_from_fork)[0].body;
            let opened = body.lines().position(|line| line.starts_with("`````")).expect("a longer fence");
            let closed = body.lines().skip(opened + 1).position(|line| line == "`````").expect("closed");
            assert_eq!(opened + closed + 2, body.lines().count(), "{body}");
        }
    }

    #[test]
    fn a_fix_that_a_reader_cannot_see_in_full_is_skipped() {
        for line in ["a\u{202e}b", "a\rb", "a\nb", "a\u{200b}b"] {
            assert_eq!(all(&report(&[line]), false), [], "{line:?}");
        }
        assert_eq!(all(&report(&vec!["x"; 61]), false), []);
        assert_eq!(all(&report(&["x".repeat(9_000).as_str()]), false), []);
        assert_eq!(all(&report(&["\tx"]), false).len(), 1);
    }
}
