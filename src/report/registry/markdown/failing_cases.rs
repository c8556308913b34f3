//! Renders the failing test cases as a list, for the details of a check run.

use super::links::cut;
use crate::report::escape::{code, sentence};
use crate::report::format::count;
use crate::report::test_cases::{self, CaseResult};
use mts_model::report::RunReport;
use std::fmt::Write;

/// The number of bytes for the line about the cases that do not fit.
const LAST_LINE: usize = 100;

/// Renders the failing cases in at most `bytes` bytes; `None` if no case fails.
#[must_use]
pub fn failing_cases(report: &RunReport, bytes: usize) -> Option<String> {
    let suites = test_cases::suites(report);
    let mut lines = Vec::new();
    for suite in &suites {
        for case in &suite.cases {
            let CaseResult::Failed { message, .. } = &case.result else { continue };
            let place = case
                .place
                .as_ref()
                .map(|place| format!(" ({})", code(&cut(&format!("{}:{}", place.file, place.line)))));
            let name = format!("{}: {}", code(&cut(suite.name)), code(&cut(&case.name)));
            lines.push(format!("- {name}{}: {}\n", place.unwrap_or_default(), sentence(&cut(message))));
        }
    }
    if lines.is_empty() {
        return None;
    }
    let mut out = format!("### {}\n\n", count(lines.len(), "failing test case"));
    for (shown, line) in lines.iter().enumerate() {
        if out.len() + line.len() + LAST_LINE > bytes {
            _ = writeln!(out, "\n{} more in junit.xml.", lines.len() - shown);
            break;
        }
        out.push_str(line);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;
    use mts_model::report::PairStatus;

    #[test]
    fn a_failing_case_is_named_with_its_pair_its_line_and_its_message() {
        let text = failing_cases(&test_reports::failed(), 60_000).expect("cases fail");
        let expected = "### 2 failing test cases\n\n\
            - `Money.split`: `originals agree` (`py/money.py:21`): the original functions disagree on 6 of 40 inputs\n\
            - `Money.split`: `ROR` (`py/money.py:24`): 8 of 17 mutants are killed by some input\n";
        assert_eq!(text, expected);
        assert_eq!(failing_cases(&test_reports::passed(), 60_000), None);
    }

    #[test]
    fn cases_that_do_not_fit_are_counted() {
        let mut report = test_reports::failed();
        let pair = report.pairs.iter().find(|pair| pair.status == PairStatus::Failed).expect("one failed").clone();
        report.pairs = vec![pair; 1_000];
        let text = failing_cases(&report, 4_000).expect("cases fail");
        assert!(text.len() <= 4_000, "{}", text.len());
        let shown = text.lines().filter(|line| line.starts_with("- ")).count();
        assert!(text.ends_with(&format!("\n{} more in junit.xml.\n", 2_000 - shown)), "{text}");
    }

    #[test]
    fn hostile_text_is_escaped() {
        let text = failing_cases(&test_reports::hostile(), 60_000).unwrap_or_default();
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
        assert!(
            text.lines().all(|line| line.is_empty() || line.starts_with("- ") || line.starts_with("### ")),
            "{text}"
        );
    }
}
