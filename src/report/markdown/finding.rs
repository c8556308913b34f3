//! One finding, or several that are read together, as a block of the comment.

use super::super::escape::{block_line, cell_code, code, fence, html_code, html_sentence, sentence};
use super::super::findings::Group;
use super::super::{count, python_name};
use super::{Links, cut};
use crate::model::{Finding, FindingKind};
use std::fmt::Write;

/// The finding to mend first, open.
pub(super) fn first(group: &Group<'_>, links: &Links<'_>) -> String {
    let wrong = group.pair.status == "failed" || group.first.kind == FindingKind::Original;
    let lead = if wrong { "Fix first" } else { "Look at" };
    let cause = sentence(&cut(&group.first.cause));
    let places = places(group, links);
    let java = code(&cut(&group.pair.name));
    format!("**{lead}: {cause}** · {java} · {places}\n\n{}", body(group))
}

/// Any other finding, folded.
pub(super) fn folded(group: &Group<'_>, links: &Links<'_>) -> String {
    let number =
        if group.others.is_empty() { String::new() } else { format!("<b>{}</b> in ", count(group.len(), "finding")) };
    let name = html_code(&cut(&python_name(group.pair)));
    let cause = html_sentence(&cut(&group.first.cause));
    let (places, body) = (places(group, links), body(group));
    format!("<details><summary>{number}{name}: {cause}</summary>\n\n{places}\n\n{body}</details>\n\n")
}

fn places(group: &Group<'_>, links: &Links<'_>) -> String {
    let place = |file: &str, line: u32| links.line(&format!("{}:{line}", last(file)), file, line);
    let java = place(&group.pair.java.file, group.first.line_java);
    let python = place(&group.pair.python.file, group.first.line_python);
    let more = if group.others.is_empty() {
        String::new()
    } else {
        format!(" · {} more {}", count(group.others.len(), "killed mutant"), group.place())
    };
    format!("{java} · {python} · {}{more}", code(&group.first.id))
}

fn body(group: &Group<'_>) -> String {
    let mut out = String::new();
    let shown: Vec<&Finding> = std::iter::once(group.first).chain(group.others.iter().copied()).take(5).collect();
    if shown.iter().any(|f| f.input.is_some() || f.java_outcome.is_some()) {
        out.push_str("| Input (smallest found) | Java | Python |\n|---|---|---|\n");
        let cell = |text: &Option<String>| text.as_deref().map_or_else(|| "-".to_owned(), |text| cell_code(&cut(text)));
        let mut seen: Vec<String> = Vec::new();
        for finding in shown {
            let row = format!(
                "| {} | {} | {} |\n",
                cell(&finding.input),
                cell(&finding.java_outcome),
                cell(&finding.python_outcome)
            );
            if !seen.contains(&row) {
                out.push_str(&row);
                seen.push(row);
            }
        }
        out.push('\n');
    }
    out.push_str(&diff(group));
    out
}

/// The edit on both sides, and the suggestion where one was verified, as a diff.
fn diff(group: &Group<'_>) -> String {
    let (pair, finding) = (group.pair, group.first);
    let mut lines = Vec::new();
    let mut edit = |side: &str, file: &str, line: u32, edit: &Option<String>| {
        let Some(text) = edit else { return };
        lines.push(format!("# {side}, {}:{line}", last(file)));
        match text.split_once(" => ") {
            Some((before, after)) => lines.extend([format!("- {before}"), format!("+ {after}")]),
            None => lines.push(format!("! {text}")),
        }
    };
    edit("the mutant in Java", &pair.java.file, finding.line_java, &finding.java_edit);
    edit("the same in Python", &pair.python.file, finding.line_python, &finding.python_edit);
    if let Some(suggestion) = &finding.suggestion {
        lines.push(format!("# a change to {} that makes the sides agree", last(&pair.python.file)));
        lines.extend(suggestion.lines().take(20).map(|line| format!("+ {line}")));
    }
    if lines.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = lines.iter().map(|line| block_line(&cut(line))).collect();
    let text = lines.join("\n");
    let fence = fence(&text);
    let mut out = String::new();
    _ = writeln!(out, "{fence}diff\n{text}\n{fence}\n");
    out
}

fn last(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}
