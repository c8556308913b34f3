//! Renders a group of findings as a block of the comment.

use super::links::{Links, cut, cut_at};
use crate::report::diagnosis;
use crate::report::escape::{block_line, cell_code, cell_sentence, code, fence, html_code, html_sentence, sentence};
use crate::report::findings::FindingGroup;
use crate::report::format::{count, earlier, python_name};
use mts_model::report::EditedLines;
use mts_model::{Finding, FindingKind};
use std::fmt::Write;

/// The largest number of rows of evidence for one group.
const MOST_ROWS: usize = 5;
/// The largest number of other pairs for a module that Python cannot import.
const MOST_PAIRS: usize = 20;
/// The largest number of lines of an edit or a suggestion.
const MOST_EDIT_LINES: usize = 12;
/// The longest text of a cause, in characters.
const LONGEST_CAUSE: usize = 1_000;

/// Renders a group of findings as a block that is not folded.
///
/// The text has the difference, the place, the cause, the input and the fix.
pub(super) fn open(group: &FindingGroup<'_>, links: &Links<'_>) -> String {
    let cause = sentence(&cut(&group.cause()));
    let places = places(group, links);
    let java = code(&cut(&group.pair.name));
    format!("**{java}: {cause}** · {places}\n\n{}", body(group, links))
}

/// Renders a group of findings as a folded block.
pub(super) fn folded(group: &FindingGroup<'_>, links: &Links<'_>) -> String {
    let number =
        if group.others.is_empty() { String::new() } else { format!("<b>{}</b> in ", count(group.len(), "finding")) };
    let name = html_code(&cut(&python_name(group.pair)));
    let cause = html_sentence(&cut(&group.cause()));
    let (places, body) = (places(group, links), body(group, links));
    format!("<details><summary>{number}{name}: {cause}</summary>\n\n{places}\n\n{body}</details>\n\n")
}

/// Renders the places and the id of the first finding, and counts the other findings.
fn places(group: &FindingGroup<'_>, links: &Links<'_>) -> String {
    let place = |file: &str, line: u32| links.line(&format!("{}:{line}", last(file)), file, line);
    let java = place(group.pair.java.at_head().0, group.first.java_at_head());
    let python = place(group.pair.python.at_head().0, group.first.python_at_head());
    let more = if group.others.is_empty() {
        String::new()
    } else {
        format!(" · {} more {}", count(group.others.len(), group.noun()), group.place())
    };
    let followers = group.describe_followers().map_or(String::new(), |text| format!(" · {text}"));
    format!("{java} · {python} · {}{followers}{more}", code(&group.first.id))
}

/// Renders the evidence of a group: drift, diagnosis, inputs with outcomes, edits and fix.
fn body(group: &FindingGroup<'_>, links: &Links<'_>) -> String {
    let mut out = String::new();
    if let Some(drift) = group.drift() {
        _ = writeln!(out, "{}.\n", sentence(&cut(&capitalized(drift))));
    }
    let places = diagnosis::places(group.first);
    let mark = if places.len() > 1 { "- " } else { "" };
    for (what, why) in &places {
        _ = writeln!(out, "{mark}{}.", sentence(&cut_at(&format!("{what}{why}"), LONGEST_CAUSE)));
    }
    out.push_str(if places.is_empty() { "" } else { "\n" });
    if let Some(earlier) = earlier(group.first) {
        _ = writeln!(out, "Earlier calls in the same process: {}\n", code(&cut(&earlier)));
    }
    let is_import = group.first.import_error.is_some();
    if is_import && !group.pairs.is_empty() {
        let names: Vec<String> =
            group.pairs.iter().take(MOST_PAIRS).map(|pair| code(&cut(&python_name(pair)))).collect();
        let more = group.pairs.len().saturating_sub(MOST_PAIRS);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        _ = writeln!(out, "The same finding applies to {}{more}.\n", names.join(", "));
    }
    // The inputs of a finding on a caller belong to another function.
    let others = group.others.iter().copied().filter(|_| is_import || group.pairs.is_empty());
    let shown: Vec<&Finding> = std::iter::once(group.first).chain(others).collect();
    if shown.iter().any(|f| f.input.is_some() || f.java_outcome.is_some()) {
        // Several kills share one table head, so each row names its mutant.
        let names_mutants = group.first.kind == FindingKind::Mutant && shown.len() > 1;
        let (head, rule) = if names_mutants { ("| Mutant ", "|---") } else { ("", "") };
        _ = writeln!(out, "{head}| Input (smallest found) | Java | Python |\n{rule}|---|---|---|");
        let cell = |text: &Option<String>| text.as_deref().map_or_else(|| "-".to_owned(), |text| cell_code(&cut(text)));
        let mut seen: Vec<String> = Vec::new();
        for finding in shown {
            let name =
                if names_mutants { format!("| {} ", cell_sentence(&cut(&mutant(finding)))) } else { String::new() };
            let row = format!(
                "{name}| {} | {} | {} |\n",
                cell(&finding.input),
                cell(&finding.java_outcome),
                cell(&finding.python_outcome)
            );
            if !seen.contains(&row) {
                seen.push(row);
            }
        }
        out.extend(seen.iter().take(MOST_ROWS).map(String::as_str));
        if seen.len() > MOST_ROWS {
            _ = writeln!(out, "\n{} more in the report.", seen.len() - MOST_ROWS);
        }
        out.push('\n');
    }
    out.push_str(&diff(group));
    if let Some(fix) = diagnosis::fix(group.first) {
        let mut lines = Vec::new();
        shorten(fix.change.diff().collect(), &mut lines);
        let command = diagnosis::fix_command(group.first, links.report);
        let command = command.map_or_else(String::new, |text| format!(" ({} writes the change)", code(&cut(&text))));
        _ = writeln!(out, "{}{command}:\n\n{}", capitalized(&diagnosis::proof(fix)), fenced_diff(&lines));
    }
    out
}

/// Returns a sentence that begins with a capital letter.
fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// Describes the mutant of a kill in one line: the operator and the edit.
fn mutant(finding: &Finding) -> String {
    match (finding.operator, &finding.edit_summary) {
        (Some(operator), Some(edit)) => format!("{} edit `{edit}`", operator.name()),
        _ => finding.cause.clone(),
    }
}

/// Renders the edits of both sides and the suggestion as one diff block. Empty without both.
fn diff(group: &FindingGroup<'_>) -> String {
    let (pair, finding) = (group.pair, group.first);
    let mut lines = Vec::new();
    let mut edit = |side: &str, file: &str, line: u32, edit: &Option<EditedLines>| {
        let Some(edit) = edit else { return };
        lines.push(format!("# {side}, {}:{line}", last(file)));
        shorten(edit.diff().collect(), &mut lines);
    };
    edit("the edit in Java", pair.java.at_head().0, finding.java_at_head(), &finding.java_edit);
    edit("the counterpart in Python", pair.python.at_head().0, finding.python_at_head(), &finding.python_edit);
    if let Some(suggestion) = &finding.suggestion {
        lines.push(format!(
            "# the model's translation, which agrees with Java on all inputs, for {}",
            last(&pair.python.file)
        ));
        shorten(suggestion.lines().map(|line| format!("+ {line}")).collect(), &mut lines);
    }
    if lines.is_empty() { String::new() } else { fenced_diff(&lines) }
}

/// Renders lines of a diff as a code block.
fn fenced_diff(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| block_line(&cut(line))).collect();
    let text = lines.join("\n");
    let fence = fence(&text);
    format!("{fence}diff\n{text}\n{fence}\n\n")
}

/// Adds at most `MOST_EDIT_LINES` lines to `into`, and the number of the remaining lines.
fn shorten(lines: Vec<String>, into: &mut Vec<String>) {
    let more = lines.len().saturating_sub(MOST_EDIT_LINES);
    into.extend(lines.into_iter().take(MOST_EDIT_LINES));
    if more > 0 {
        into.push(format!("# ({})", count(more, "more line")));
    }
}

/// Returns the name of a file without its folders.
fn last(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}
