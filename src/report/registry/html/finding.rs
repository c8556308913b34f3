//! Renders a group of findings as a card: difference, input, both outcomes and both edits.

use crate::report::diagnosis;
use crate::report::escape::{page, page_sentence};
use crate::report::findings::{FindingGroup, pair_groups};
use mts_model::report::{EditedLines, PairReport, RunReport};
use mts_model::{Finding, Severity};
use std::fmt::Write;

/// Groups the open findings of a pair.
pub(super) fn groups(pair: &PairReport) -> Vec<FindingGroup<'_>> {
    pair_groups(pair)
}

/// Renders a group as a card. Each finding of the group has an anchor.
///
/// If a called function has the same difference, the card has a link to the finding of that function in place of the
/// evidence.
pub(super) fn card(report: &RunReport, pair: &PairReport, group: &FindingGroup<'_>) -> String {
    let first = group.first;
    let level = match first.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let mut out = format!("<article class=\"is-{level}\" id=\"{}\">\n", page(&first.id));
    _ = writeln!(out, "<h3><span class=\"word {level}\">{level}</span> {}</h3>", page_sentence(&first.cause));
    let ((java, _), (python, _)) = (pair.java.at_head(), pair.python.at_head());
    _ = writeln!(
        out,
        "<p class=\"faint\">{} · <code>{}:{}</code> · <code>{}:{}</code></p>",
        link(&first.id),
        page(java),
        first.java_at_head(),
        page(python),
        first.python_at_head()
    );
    match open_cause(report, first) {
        Some(cause) => {
            _ = writeln!(out, "<p>A function that this function calls has the same difference: {}</p>", link(cause))
        }
        None => {
            out.push_str(&facts(first));
            out.push_str(&edits(first));
        }
    }
    if let Some(followers) = group.describe_followers() {
        _ = writeln!(out, "<details><summary>{followers}</summary>");
        out.push_str(&others(&group.followers));
        out.push_str("</details>\n");
    }
    if !group.others.is_empty() {
        _ = writeln!(out, "<details><summary>{} more {}</summary>", group.others.len(), group.place());
        out.push_str(&others(&group.others));
        out.push_str("</details>\n");
    }
    out + "</article>\n"
}

/// Returns the id of the finding that causes this finding.
///
/// `None` without such a finding, or if the team accepted that finding.
fn open_cause<'f>(report: &RunReport, finding: &'f Finding) -> Option<&'f str> {
    let cause = finding.caused_by.as_deref()?;
    let mut findings = report.pairs.iter().flat_map(|pair| &pair.findings);
    findings.any(|other| other.id == cause && !other.accepted).then_some(cause)
}

/// Renders a link to the card of a finding.
fn link(id: &str) -> String {
    format!("<a href=\"#{0}\">{0}</a>", page(id))
}

/// Renders the diagnosis, the input and the outcomes of a finding as a list.
fn facts(finding: &Finding) -> String {
    let earlier = crate::report::format::earlier(finding);
    let rows = [
        ("Cause", &diagnosis::describe(finding)),
        ("After", &earlier),
        ("Input", &finding.input),
        ("Java", &finding.java_outcome),
        ("Python", &finding.python_outcome),
    ];
    let rows: String = rows
        .iter()
        .filter_map(|(what, text)| Some(format!("<dt>{what}</dt><dd><code>{}</code></dd>\n", page(text.as_deref()?))))
        .collect();
    if rows.is_empty() { rows } else { format!("<dl>\n{rows}</dl>\n") }
}

/// Renders the edits of a mutant or a variant, the fix and the suggestion.
fn edits(finding: &Finding) -> String {
    let sides = [("The edit in Java", &finding.java_edit), ("The counterpart in Python", &finding.python_edit)];
    let mut blocks: Vec<(&str, String)> =
        sides.iter().filter_map(|(what, edit)| Some((*what, diff(edit.as_ref()?)))).collect();
    if let Some(fix) = diagnosis::fix(finding) {
        blocks.push(("A change of the port that removes the difference", diff(&fix.change)));
    }
    if let Some(suggestion) = &finding.suggestion {
        let lines = suggestion.lines().map(|line| ("", line));
        blocks.push(("The model's translation, which agrees with Java on all inputs", code_block(lines)));
    }
    let blocks: String =
        blocks.iter().map(|(what, code)| format!("<div><span class=\"faint\">{what}</span>{code}</div>\n")).collect();
    if blocks.is_empty() { blocks } else { format!("<div class=\"edits\">\n{blocks}</div>\n") }
}

/// Renders an edit as removed and added lines, without their common indentation.
fn diff(edit: &EditedLines) -> String {
    let indent = |line: &str| (!line.trim().is_empty()).then(|| line.len() - line.trim_start_matches(' ').len());
    let common = edit.marked().filter_map(|(_, line)| indent(line)).min().unwrap_or_default();
    let class = |mark: char| match mark {
        '-' => " class=\"minus\"",
        '+' => " class=\"plus\"",
        _ => "",
    };
    let marked: Vec<(&str, String)> = edit
        .marked()
        .map(|(mark, line)| (class(mark), format!("{mark}{}", line.get(common..).unwrap_or_default())))
        .collect();
    code_block(marked.iter().map(|(class, line)| (*class, &**line)))
}

/// Renders lines of code. Each line comes with the `class` attribute of its HTML element.
fn code_block<'l>(lines: impl Iterator<Item = (&'l str, &'l str)>) -> String {
    let lines: String = lines.map(|(class, line)| format!("<span{class}>{}</span>", page(line))).collect();
    format!("<pre>{lines}</pre>")
}

/// Renders findings as a table. A finding without a Java edit has its cause in this column.
fn others(findings: &[&Finding]) -> String {
    let mut out =
        "<div class=\"scroll\"><table class=\"wide\">\n<thead><tr><th>Id</th><th>Java edit</th><th>Input</th>\
                   <th>Java</th><th>Python</th></tr></thead>\n<tbody>\n"
            .to_owned();
    let code =
        |text: &Option<String>| text.as_deref().map_or_else(|| "-".to_owned(), |t| format!("<code>{}</code>", page(t)));
    for finding in findings {
        let edit = finding.java_edit.as_ref().map_or_else(|| page_sentence(&finding.cause), diff);
        _ = writeln!(
            out,
            "<tr id=\"{0}\"><td><a href=\"#{0}\">{0}</a></td><td>{edit}</td><td>{1}</td><td>{2}</td><td>{3}</td></tr>",
            page(&finding.id),
            code(&finding.input),
            code(&finding.java_outcome),
            code(&finding.python_outcome)
        );
    }
    out + "</tbody></table></div>\n"
}
