//! Writes findings as workflow commands, which GitHub shows at the lines of a change.
//!
//! GitHub shows ten errors and ten warnings of a step and drops the rest silently, so this module
//! limits the number of commands. The module also escapes the texts. The caller decides whether to
//! print the commands.

use crate::report::diagnosis;
use crate::report::escape::{line, workflow_data, workflow_property};
use crate::report::findings::{Annotate, FindingGroup, Mark, groups};
use crate::report::format::{earlier, python_name};
use mts_model::report::RunReport;
use mts_model::{Language, Severity};
use std::fmt::Write;

/// The number of annotations of one level that GitHub shows for one step.
pub const MOST_OF_A_LEVEL: usize = 10;
/// The largest number of characters of one text from the repository.
const LONGEST_TEXT: usize = 300;

/// Returns a workflow command for each group that needs attention, the most important group first.
///
/// These groups are errors, and warnings of a pair that breaks a rule, at most [`MOST_OF_A_LEVEL`] of
/// a level. A notice has the number of the other findings. Without findings, the text is empty.
#[must_use]
pub fn render(report: &RunReport, annotate: Annotate) -> String {
    let mut out = String::new();
    let (mut errors, mut warnings, mut left) = (0, 0, 0);
    for group in groups(report) {
        let Some(mark) = group.mark(annotate, report.base_sha.is_none()) else {
            left += group.len();
            continue;
        };
        let (level, used) = match group.first.severity {
            Severity::Error => ("error", &mut errors),
            Severity::Warning if !group.pair.reasons.is_empty() => ("warning", &mut warnings),
            // Notes, and warnings of a pair without a broken rule, get no annotation on a line.
            Severity::Warning | Severity::Note => {
                left += group.len();
                continue;
            }
        };
        if *used == MOST_OF_A_LEVEL {
            left += group.len();
            continue;
        }
        *used += 1;
        _ = writeln!(out, "{}", command(level, &group, &mark));
    }
    if left > 0 {
        let text = format!("{left} more {} in the report", if left == 1 { "finding" } else { "findings" });
        _ = writeln!(out, "::notice title={}::{}", workflow_property("cargo mts"), workflow_data(&text));
    }
    out
}

/// Returns the workflow command for a group, with the other side and the evidence.
fn command(level: &str, group: &FindingGroup<'_>, mark: &Mark<'_>) -> String {
    let (pair, first) = (group.pair, group.first);
    let title = format!("{} {}", cut(&first.id), cut(&python_name(pair)));
    let mut lines = vec![cut(&group.cause())];
    let (side, name) = match mark.side {
        Language::Java => ("Python", python_name(pair)),
        Language::Python => ("Java", pair.name.clone()),
    };
    lines.push(format!("{side} side: {}:{} ({})", cut(mark.other_file), mark.other_line, cut(&name)));
    let earlier = earlier(first);
    let facts = [
        ("After", &earlier),
        ("Input", &first.input),
        ("Java", &first.java_outcome),
        ("Python", &first.python_outcome),
    ];
    lines.extend(diagnosis::describe(first).map(|text| format!("Cause: {}", cut(&text))));
    lines.extend(facts.iter().filter_map(|(what, text)| Some(format!("{what}: {}", cut(text.as_deref()?)))));
    lines.extend(group.describe_followers());
    if !group.others.is_empty() {
        lines.push(format!("{} more {}", group.others.len(), group.place()));
    }
    format!(
        "::{level} file={},line={},title={}::{}",
        workflow_property(&line(mark.file)),
        mark.line,
        workflow_property(&title),
        workflow_data(&lines.join("\n"))
    )
}

/// Puts a text on one line and shortens it to [`LONGEST_TEXT`] characters.
fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((at, _)) => line(&text[..at]) + "...",
        None => line(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;
    use mts_model::report::PairReport;

    fn of_level<'a>(text: &'a str, level: &str) -> Vec<&'a str> {
        text.lines().filter(|line| line.starts_with(&format!("::{level} "))).collect()
    }

    #[test]
    fn a_group_of_findings_is_one_command_at_its_line_of_the_port() {
        let text = render(&test_reports::failed(), Annotate::All);
        let first = text.lines().next().expect("a line");
        assert_eq!(
            first,
            "::error file=py/money.py,line=21,title=MTS-000000000001 money.split::\
             the return value differs, on 6 of 40 inputs%0A\
             Java side: src/main/java/acme/Money.java:41 (Money.split)%0A\
             Input: cents = -7, parts = 2%0AJava: returns [-4, -3]%0APython: returns [-3, -4]"
        );
        assert_eq!(of_level(&text, "warning").len(), 2);
        assert!(of_level(&text, "warning")[0].ends_with("1 more at this line"), "{text}");
    }

    #[test]
    fn control_and_bidi_characters_of_a_path_are_escaped() {
        let mut report = test_reports::failed();
        for pair in &mut report.pairs {
            pair.python.file = pair.python.file.replace("money", "mo\u{202e}ney\u{1b}[2J");
        }
        let text = render(&report, Annotate::All);
        assert!(text.contains("\\u{202e}") && !text.contains(['\u{202e}', '\u{1b}']), "{text}");
    }

    #[test]
    fn lines_are_those_of_the_head() {
        let mut report = test_reports::failed();
        for finding in report.pairs.iter_mut().flat_map(|pair| &mut pair.findings) {
            (finding.head_line_java, finding.head_line_python) = (Some(5), Some(6));
        }
        let text = render(&report, Annotate::All);
        assert!(text.starts_with("::error file=py/money.py,line=6,"), "{text}");
        assert!(text.contains("Money.java:5 "), "{text}");
    }

    #[test]
    fn with_changed_lines_a_finding_is_annotated_at_the_change_or_only_counted() {
        let mut report = test_reports::failed();
        report.base_sha = Some("b".repeat(40));
        assert_eq!(
            render(&report, Annotate::ChangedLines),
            "::notice title=cargo mts::4 more findings in the report\n"
        );
        let findings = &mut report.pairs[1].findings;
        (findings[0].changed_line_python, findings[0].changed_line_java) = (Some(23), Some(42));
        findings[1].changed_line_java = Some(44);
        let text = render(&report, Annotate::ChangedLines);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("::error file=py/money.py,line=23,"), "{text}");
        assert!(lines[1].starts_with("::warning file=src/main/java/acme/Money.java,line=44,"), "{text}");
        assert!(lines[1].contains("Python side: py/money.py:"), "{text}");
        assert_eq!(lines.len(), 3, "{text}");
        report.base_sha = None;
        assert_eq!(render(&report, Annotate::ChangedLines), render(&report, Annotate::All), "all of it is new");
    }

    #[test]
    fn no_more_than_ten_of_a_level_are_written_and_the_others_are_counted() {
        let mut report = test_reports::failed();
        let pair: &mut PairReport = &mut report.pairs[1];
        let kill = pair.findings[1].clone();
        let original = pair.findings[0].clone();
        pair.findings = (1..=14).map(|line| mts_model::Finding { line_java: line, ..kill.clone() }).collect();
        pair.findings.extend(vec![original; 13]);
        let text = render(&report, Annotate::All);
        assert_eq!((of_level(&text, "error").len(), of_level(&text, "warning").len()), (10, 10));
        assert_eq!(text.lines().last(), Some("::notice title=cargo mts::7 more findings in the report"));
    }

    #[test]
    fn the_kills_of_a_pair_that_breaks_no_rule_are_only_counted() {
        let mut report = test_reports::failed();
        report.pairs[1].reasons.clear();
        let text = render(&report, Annotate::All);
        assert_eq!((of_level(&text, "error").len(), of_level(&text, "warning").len()), (1, 0), "{text}");
        assert!(text.ends_with("::3 more findings in the report\n"), "{text}");
    }

    #[test]
    fn without_findings_no_annotation_is_written() {
        assert_eq!(render(&test_reports::passed(), Annotate::All), "");
        assert_eq!(render(&test_reports::empty(), Annotate::All), "");
    }

    #[test]
    fn text_from_the_repository_cannot_begin_a_command_or_another_property() {
        let mut report = test_reports::hostile();
        for pair in &mut report.pairs {
            pair.python.file = "a,line=1::x\n::error::y".to_owned();
            for finding in &mut pair.findings {
                finding.cause = "100%\r\n::stop-commands::x".to_owned();
            }
        }
        let text = render(&report, Annotate::All);
        assert!(!text.is_empty());
        for line in text.lines() {
            let level = ["::error file=", "::warning file=", "::notice title="];
            assert!(level.iter().any(|start| line.starts_with(start)), "{line}");
        }
        assert!(text.contains("file=a%2Cline=1%3A%3Ax %3A%3Aerror%3A%3Ay,line="), "{text}");
        assert!(text.contains("::100%25 "), "{text}");
    }
}
