//! Writes an annotation on a line of the head for each group of findings.
//!
//! The annotation is on the Python line. If only changed lines get annotations and only Java lines of the finding
//! changed, the annotation is on the Java line.

use crate::report::diagnosis;
use crate::report::escape::terminal;
use crate::report::findings::{self, Annotate, FindingGroup, Mark};
use mts_model::report::{EditedLines, RunReport};
use mts_model::{Finding, FindingKind, Language, Severity};
use serde::Serialize;

/// The largest size of a title in bytes, without a final `...`. GitHub allows 255 characters.
const MOST_TITLE: usize = 200;
/// The largest size of a message and of the details in bytes. GitHub allows 64 KB for each.
const MOST_BYTES: usize = 16 << 10;

/// One annotation in the form of GitHub's interface for check runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Annotation {
    path: String,
    start_line: u32,
    end_line: u32,
    annotation_level: &'static str,
    title: String,
    message: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    raw_details: String,
}

/// Makes the annotations of a report, the most severe first.
///
/// The text gives the numbers of groups without an annotation, with the reasons. `None` if every group has an
/// annotation.
pub(super) fn build(report: &RunReport, most: usize, annotate: Annotate) -> (Vec<Annotation>, Option<String>) {
    let groups = findings::groups(report);
    let marked: Vec<(&FindingGroup<'_>, Mark<'_>)> =
        groups.iter().filter_map(|group| Some((group, group.mark(annotate, report.base_sha.is_none())?))).collect();
    let all: Vec<Annotation> = marked.iter().filter_map(|(group, mark)| annotation(group, mark)).collect();
    let (elsewhere, homeless) = (groups.len() - marked.len(), marked.len() - all.len());
    let over = all.len().saturating_sub(most);
    let mut left = Vec::new();
    if elsewhere > 0 {
        left.push(format!("{elsewhere} not on changed lines"));
    }
    if over > 0 {
        left.push(format!("{over} over the limit of {most}"));
    }
    if homeless > 0 {
        left.push(format!("{homeless} without a place in the repository"));
    }
    let shown = all.into_iter().take(most).collect();
    (shown, (!left.is_empty()).then(|| format!("annotations skipped: {}", left.join(", "))))
}

fn annotation(group: &FindingGroup<'_>, mark: &Mark<'_>) -> Option<Annotation> {
    let finding = group.first;
    let (path, line) = (mark.file, mark.line);
    let other = if mark.side == Language::Java { "Python" } else { "Java" };
    if !is_inside(path) || line == 0 || i32::try_from(line).is_err() {
        return None;
    }
    let level = match finding.severity {
        Severity::Error => "failure",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    Some(Annotation {
        path: path.to_owned(),
        start_line: line,
        end_line: line,
        annotation_level: level,
        title: shorten(&terminal(&title(group)), MOST_TITLE),
        message: shorten(
            &message(group, &format!("{other}: {}:{}", terminal(mark.other_file), mark.other_line)),
            MOST_BYTES,
        ),
        raw_details: shorten(&details(finding), MOST_BYTES),
    })
}

fn title(group: &FindingGroup<'_>) -> String {
    let what = match group.first.kind {
        FindingKind::Original => "the port differs",
        FindingKind::Drift => "only one side changed",
        FindingKind::Mutant => "the sides differ after the same change",
        FindingKind::Fragment => "a fragment differs",
        FindingKind::Variant => "a variant does not keep the behaviour",
        FindingKind::Property => "a property does not hold",
    };
    format!("{}: {what}", group.pair.name)
}

fn message(group: &FindingGroup<'_>, other: &str) -> String {
    let finding = group.first;
    let mut lines = vec![terminal(&group.cause()), other.to_owned()];
    lines.extend(diagnosis::describe(finding).map(|text| format!("Cause: {}", terminal(&text))));
    if let Some(input) = &finding.input {
        lines.push(format!("Input: {}", terminal(input)));
    }
    let sides = [("Java", &finding.java_outcome), ("Python", &finding.python_outcome)];
    lines.extend(sides.iter().filter_map(|(side, text)| Some(format!("{side} {}", terminal(text.as_deref()?)))));
    lines.extend(group.describe_followers());
    if !group.others.is_empty() {
        lines.push(format!("{} more {}", group.others.len(), group.place()));
    }
    lines.push(terminal(&finding.id));
    lines.join("\n")
}

fn details(finding: &Finding) -> String {
    let edit = |lines: &Option<EditedLines>| lines.as_ref().map(EditedLines::to_string);
    let edits = [
        ("the edit in Java", &edit(&finding.java_edit)),
        ("the counterpart in Python", &edit(&finding.python_edit)),
        ("the model's translation, which agrees with Java on all inputs", &finding.suggestion),
        ("a change of the port that removes the difference", &diagnosis::fix_diff(finding)),
    ];
    let mut lines = Vec::new();
    for (name, text) in edits {
        if let Some(text) = text {
            lines.push(format!("{name}:"));
            lines.extend(text.lines().map(|line| format!("  {}", terminal(line))));
        }
    }
    lines.join("\n")
}

/// Reports whether a path is below the root of the repository.
fn is_inside(path: &str) -> bool {
    let odd = |c: char| c.is_control() || c == '\\';
    !path.is_empty() && !path.starts_with('/') && !path.contains(odd) && path.split('/').all(|part| part != "..")
}

/// Cuts a longer text to `bytes` bytes, at a boundary between characters, and adds `...`.
fn shorten(text: &str, bytes: usize) -> String {
    if text.len() <= bytes {
        return text.to_owned();
    }
    let end = (0..=bytes).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    format!("{}...", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;
    use mts_model::report::PairStatus;

    #[test]
    fn an_annotation_is_on_the_python_line_of_the_head_and_names_the_java_line() {
        let mut report = test_reports::failed();
        let pair = report.pairs.iter_mut().find(|pair| pair.status == PairStatus::Failed).expect("one failed");
        (pair.findings[0].head_line_java, pair.findings[0].head_line_python) = (Some(38), Some(18));
        let (all, missing) = build(&report, 2, Annotate::All);
        assert_eq!((all.len(), missing.as_deref()), (2, Some("annotations skipped: 1 over the limit of 2")));
        assert_eq!((all[0].path.as_str(), all[0].start_line, all[0].annotation_level), ("py/money.py", 18, "failure"));
        assert!(all[0].message.contains("Java: src/main/java/acme/Money.java:38"), "{}", all[0].message);
    }

    #[test]
    fn with_changed_lines_an_annotation_is_on_the_changed_side_and_names_the_other() {
        let mut report = test_reports::failed();
        report.base_sha = Some("b".repeat(40));
        let findings = &mut report.pairs[1].findings;
        findings[0].changed_line_java = Some(42);
        let (all, missing) = build(&report, 50, Annotate::ChangedLines);
        assert_eq!((all.len(), missing.as_deref()), (1, Some("annotations skipped: 2 not on changed lines")));
        assert_eq!((all[0].path.as_str(), all[0].start_line), ("src/main/java/acme/Money.java", 42));
        assert!(all[0].message.contains("Python: py/money.py:21"), "{}", all[0].message);
    }

    #[test]
    fn hostile_paths_are_refused_and_texts_have_no_control_characters() {
        for path in ["/etc/passwd", "../x.py", "a/../../b", "a\nb", ""] {
            assert!(!is_inside(path), "{path}");
        }
        for one in build(&test_reports::hostile(), 50, Annotate::All).0 {
            let text = format!("{}{}{}", one.title, one.message, one.raw_details);
            assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
        }
    }
}
