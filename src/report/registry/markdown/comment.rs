//! Writes the pull request comment, `mts-out/comment.md`, within GitHub's size limit.
//!
//! The comment shows the verdict, then up to three differences with place, cause, input and fix,
//! then the table of pairs, and then the other findings in folded blocks. The renderer escapes
//! every text from the repository. Without the address of the repository, the comment has names
//! instead of links.

use super::links::{Links, cut, is_web};
use super::{finding, marker, table};
use crate::report::escape::{block_line, code, fence, html_sentence, markdown, sentence, shell};
use crate::report::findings::{self, FindingGroup};
use crate::report::format::{
    by_interest, check_commands, count, not_run, run_notes, short, skipped_rows, without_port,
};
use crate::report::renderer::Renderer;
use crate::report::test_cases::{self, Totals};
use crate::report::text::programs;
use mts_model::error::Result;
use mts_model::report::{Conclusion, GateReason, PairReport, ReportCommand, RunReport, Skipped};
use mts_model::{Finding, FindingKind, Severity};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The longest comment in UTF-16 units. GitHub rejects a comment of more than 65,536 units.
pub const LONGEST: usize = 60_000;
/// The largest number of groups of findings in the comment. The report has all findings.
const MOST_FINDINGS: usize = 20;
/// The largest number of groups of findings that are not folded.
const MOST_OPEN: usize = 3;
/// The largest number of lines of a list.
const MOST_LINES: usize = 10;

/// The addresses for the links of a comment, and the key of the comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommentPlace {
    /// The address of the repository, such as `https://github.com/acme/ledger`.
    pub repository: Option<String>,
    /// The address of the run that made the report.
    pub run: Option<String>,
    /// The address of the uploaded results, which contain `junit.xml`.
    pub artifact: Option<String>,
    /// The key that distinguishes several comments on one pull request. An empty key means
    /// `default`.
    pub key: String,
}

/// The renderer of `mts-out/comment.md`.
pub struct Markdown;

impl Renderer for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn file(&self) -> &'static str {
        "comment.md"
    }

    fn description(&self) -> &'static str {
        "a pull request comment"
    }

    fn render(&self, report: &RunReport) -> Result<String> {
        Ok(render(report))
    }
}

/// Renders the comment without links, for the file `comment.md`.
#[must_use]
pub fn render(report: &RunReport) -> String {
    render_at(report, &CommentPlace::default())
}

/// Renders the comment for a place.
///
/// If the findings do not fit, the function drops whole groups of findings, the least important
/// groups first. The comment gives the number of dropped findings and pairs.
#[must_use]
pub fn render_at(report: &RunReport, place: &CommentPlace) -> String {
    let bounds = Bounds { longest: LONGEST, findings: MOST_FINDINGS, rows: &[20, 10, 5, 3, 1, 0], size: units };
    let text = bounded(report, place, &bounds);
    format!("{}{text}", marker::line(report, &place.key))
}

/// Renders the comment without the marker, in at most `bytes` bytes.
///
/// The function does not shorten the fixed parts, which take a few thousand bytes.
#[must_use]
pub fn within(report: &RunReport, place: &CommentPlace, bytes: usize) -> String {
    let rows = &[20, 10, 5, 3, 1, 0];
    bounded(report, place, &Bounds { longest: bytes, findings: MOST_FINDINGS, rows, size: str::len })
}

/// Limits for the part of a report that a text shows.
pub(super) struct Bounds {
    /// The longest text, in the unit of `size`.
    pub(super) longest: usize,
    /// The largest number of groups of findings.
    pub(super) findings: usize,
    /// Limits of the rows of the tables. `bounded` tries the limits in order, until the tables take
    /// at most half of the room.
    pub(super) rows: &'static [usize],
    /// The function that measures a text.
    pub(super) size: fn(&str) -> usize,
}

/// Renders the report within `bounds`, without the comment's marker.
pub(super) fn bounded(report: &RunReport, place: &CommentPlace, bounds: &Bounds) -> String {
    let links = Links { report, repository: place.repository.as_deref().filter(|url| is_web(url)) };
    let (longest, size) = (bounds.longest, bounds.size);
    let intro = intro(report);
    let mut built = (String::new(), String::new());
    for rows in bounds.rows {
        built = (tables(report, place, &links, *rows), bottom(report, place, &links, *rows));
        // A reviewer needs the findings most, so leave half of the room for findings.
        if size(&intro) + size(&built.0) + size(&built.1) <= longest / 2 {
            break;
        }
    }
    let (tables, bottom) = built;
    let room = longest.saturating_sub(size(&intro) + size(&tables) + size(&bottom) + 200);
    let (open, folded) = shown_findings(report, &links, room, bounds);
    format!("{intro}{open}{tables}{folded}{bottom}")
}

/// Renders the verdict: the headline of the report, and the number of pairs that differ.
fn intro(report: &RunReport) -> String {
    let mut out = String::new();
    let sign = match report.conclusion {
        Conclusion::Passed if report.gate.warnings.is_empty() => "✅",
        Conclusion::Passed => "⚠️",
        Conclusion::Failed => "❌",
        Conclusion::Incomplete => "❔",
    };
    let differs = |pair: &&PairReport| pair.findings.iter().any(|finding| !finding.accepted && is_different(finding));
    let different = report.pairs.iter().filter(differs).count();
    if different > 0 {
        let pairs = count(report.pairs.len(), "pair");
        _ = writeln!(out, "### {sign} Java and Python give different results in {different} of {pairs}\n");
        _ = writeln!(out, "{}\n", sentence(&cut(&report.headline)));
    } else {
        _ = writeln!(out, "### {sign} {}\n", sentence(&cut(&report.headline)));
    }
    out
}

/// Reports whether a finding is a difference of the original functions with severity `error`.
fn is_different(finding: &Finding) -> bool {
    finding.kind == FindingKind::Original && finding.severity == Severity::Error
}

/// Renders the table of pairs, and the broken rules that the table does not show.
fn tables(report: &RunReport, place: &CommentPlace, links: &Links<'_>, rows: usize) -> String {
    let mut out = String::new();
    if !report.pairs.is_empty() {
        _ = writeln!(out, "{}\n", table::summary(report));
        _ = writeln!(out, "{}\n", test_totals(report, place));
        if let Some(message) = not_run(report) {
            _ = writeln!(out, "⚠️ {}\n", sentence(&message));
        }
        let programs = programs::render(report);
        if !programs.is_empty() {
            _ = writeln!(out, "{}\n", sentence(programs.trim_end()));
        }
        if report.conclusion == Conclusion::Passed && report.gate.warnings.is_empty() {
            let title = count(report.pairs.len(), "pair");
            out.push_str(&folded(&title, &table::pairs(report, links, rows)));
        } else {
            _ = writeln!(out, "{}", table::pairs(report, links, rows));
        }
    }
    // The table already shows the rules that its pairs break.
    let in_table: BTreeSet<&str> = report.pairs.iter().map(|pair| pair.name.as_str()).collect();
    let is_in_table = |rule: &GateReason| rule.pair.as_deref().is_some_and(|pair| in_table.contains(pair));
    let rules = |fails: bool, lines: &[String]| match report.gate.broken_rules.as_slice() {
        // The report of an older build has only the lines.
        [] => lines.to_vec(),
        rules => {
            let shown = rules.iter().filter(|rule| rule.fails == fails && !is_in_table(rule));
            shown.map(ToString::to_string).collect()
        }
    };
    let open = |name: &str, lines: &[String]| {
        let most = rows.min(MOST_LINES);
        let items: Vec<String> = lines.iter().map(|line| sentence(&cut(line))).collect();
        if items.is_empty() { String::new() } else { format!("**{name}**\n\n{}\n", list(&items, most)) }
    };
    if report.conclusion != Conclusion::Passed {
        out.push_str(&open("Why the run does not pass", &rules(true, &report.gate.reasons)));
    }
    out.push_str(&open("Warnings", &rules(false, &report.gate.warnings)));
    out.push_str(&open("After the merge, not yet in force", &report.gate.pending_until_merge));
    out
}

/// Renders the numbers of test cases in `junit.xml`.
///
/// The text links to the file if the address of the file is known.
fn test_totals(report: &RunReport, place: &CommentPlace) -> String {
    let totals = Totals::from_suites(&test_cases::suites(report));
    match place.artifact.as_deref().filter(|url| is_web(url)) {
        Some(url) => format!("[Test cases in `junit.xml`]({url}): {totals}"),
        None => format!("Test cases in `junit.xml`: {totals}"),
    }
}

/// Renders the folded blocks below the findings, and the last line.
fn bottom(report: &RunReport, place: &CommentPlace, links: &Links<'_>, rows: usize) -> String {
    let mut out = String::new();
    if !report.pairs.is_empty() {
        let note = "\nThe MTS counts no anomalous, unmirrored or unknown mutant.\n";
        let fragments = report.scores.fragments.as_ref().and_then(crate::report::text::fragments::summed);
        let fragments = fragments.map(|text| format!("\n{}\n", sentence(&text))).unwrap_or_default();
        let counts = format!("{}{note}{fragments}", table::counts(report, rows));
        out.push_str(&folded("How each score was counted", &counts));
    }
    let accepted = findings::accepted(report);
    if !accepted.is_empty() {
        let line = |(pair, finding): &(&PairReport, &Finding)| {
            format!("{} {}: {}", code(&finding.id), code(&cut(&pair.name)), sentence(&cut(&finding.cause)))
        };
        let lines: Vec<String> = accepted.iter().map(line).collect();
        out.push_str(&folded(&count(accepted.len(), "accepted finding"), &list(&lines, rows.min(MOST_LINES))));
    }
    let unpaired = without_port(report);
    let skipped = format!("{} not analysed", report.skipped.len());
    for (title, skipped) in [(unpaired, &report.unpaired), (skipped, &skipped_rows(report))] {
        if !skipped.is_empty() {
            let line = |one: &Skipped| format!("{}: {}", code(&cut(&one.name)), sentence(&cut(&one.reason)));
            let lines: Vec<String> = skipped.iter().map(line).collect();
            out.push_str(&folded(&title, &list(&lines, rows.min(MOST_LINES))));
        }
    }
    let notes = run_notes(report);
    if !notes.is_empty() {
        let lines: Vec<String> = notes.iter().map(|note| sentence(&cut(note))).collect();
        out.push_str(&folded("Notes on this run", &list(&lines, rows.min(MOST_LINES))));
    }
    if !report.pairs.is_empty() {
        out.push_str(&folded("Commands to run the first pairs again", &commands(report)));
    }
    out.push_str(&footer(report, place, links));
    out
}

/// Renders as many groups of findings as fit: the open blocks, and the folded blocks.
///
/// The first difference of the original functions of each pair is open, up to `MOST_OPEN`. Without such a
/// difference, the first group is open.
fn shown_findings(report: &RunReport, links: &Links<'_>, room: usize, bounds: &Bounds) -> (String, String) {
    let (different, mut others): (Vec<FindingGroup<'_>>, Vec<FindingGroup<'_>>) =
        findings::groups(report).into_iter().partition(|group| is_different(group.first));
    let mut open: Vec<FindingGroup<'_>> = Vec::new();
    let mut later = Vec::new();
    for group in different {
        let is_first = !open.iter().any(|known| std::ptr::eq(known.pair, group.pair));
        if is_first && open.len() < MOST_OPEN { open.push(group) } else { later.push(group) }
    }
    if open.is_empty() && !others.is_empty() {
        open.push(others.remove(0));
    }
    let blocks = open.iter().map(|group| (true, group));
    let blocks = blocks.chain(later.iter().chain(&others).map(|group| (false, group)));
    let (mut out, mut used, mut left) = ((String::new(), String::new()), 0, 0);
    for (at, (is_open, group)) in blocks.enumerate() {
        let block = if is_open { finding::open(group, links) } else { finding::folded(group, links) };
        let size = (bounds.size)(&block);
        if at >= bounds.findings || left > 0 || used + size > room {
            left += group.len();
            continue;
        }
        used += size;
        if is_open { out.0.push_str(&block) } else { out.1.push_str(&block) }
    }
    if left > 0 {
        let noun = if left == 1 { "finding" } else { "findings" };
        _ = writeln!(out.1, "{left} more {noun} in the report.\n");
    }
    out
}

/// Renders the commands that repeat the run for one pair and explain the first finding.
fn commands(report: &RunReport) -> String {
    let mut lines: Vec<String> = Vec::new();
    if report.command == ReportCommand::Check {
        lines.extend(check_commands(report));
    } else {
        let mut line = "cargo mts run".to_owned();
        for (flag, value) in [("--base", &report.base_sha), ("--head", &report.tested_sha)] {
            if let Some(sha) = value {
                _ = write!(line, " {flag} {}", shell(short(sha)));
            }
        }
        if let [worst, ..] = by_interest(report).as_slice() {
            _ = write!(line, " --pair {}", shell(&worst.name));
        }
        _ = write!(line, " --seed {}", shell(&report.seed));
        lines.push(line);
    }
    if let Some(group) = findings::groups(report).first() {
        lines.push(format!("cargo mts explain {}", shell(&group.first.id)));
    }
    let lines: Vec<String> = lines.iter().map(|line| block_line(&format!("$ {line}"))).collect();
    let text = lines.join("\n");
    let fence = fence(&text);
    format!("{fence}console\n{text}\n{fence}\n")
}

/// Renders the last line: version, revisions, counts, time and the link to the run.
fn footer(report: &RunReport, place: &CommentPlace, links: &Links<'_>) -> String {
    let mut parts = vec![format!("**cargo mts** {}", markdown(&report.tool.version))];
    let commit = |sha: &Option<String>| sha.as_deref().map(|sha| links.commit(sha));
    let mut revisions = Vec::new();
    revisions.extend(commit(&report.base_sha).map(|base| format!("base {base}")));
    revisions.extend(commit(&report.head_sha).map(|head| format!("head {head}")));
    if !revisions.is_empty() {
        let merge = report.tested_sha.as_deref().filter(|tested| Some(*tested) != report.head_sha.as_deref());
        let tested = merge.map_or(String::new(), |sha| format!(" (tested {})", code(short(sha))));
        parts.push(format!("{}{tested}", revisions.join(" → ")));
    }
    let mutants = report.scores.counted + report.scores.anomalous + report.scores.unmirrored + report.scores.unknown;
    let (mutants, pairs) =
        (count(usize::try_from(mutants).unwrap_or(usize::MAX), "mutant"), count(report.pairs.len(), "pair"));
    parts.push(format!("{mutants}, {pairs}, {:.1} s", report.timings.seconds));
    if let Some(run) = place.run.as_deref().filter(|url| is_web(url)) {
        parts.push(format!("[run and full report]({run})"));
    }
    if !report.reproducible {
        parts.push("a second run with the same code and settings may give another result".to_owned());
    }
    format!("<sub>{}</sub>\n", parts.join(" · "))
}

/// Renders a folded block with a title. GitHub reads Markdown after the empty line.
fn folded(title: &str, body: &str) -> String {
    format!("<details><summary>{}</summary>\n\n{body}\n</details>\n\n", html_sentence(title))
}

/// Renders at most `most` lines as a list, and the number of the other lines.
fn list(lines: &[String], most: usize) -> String {
    let mut out = String::new();
    for line in lines.iter().take(most) {
        _ = writeln!(out, "- {line}");
    }
    match lines.len().saturating_sub(most) {
        0 => {}
        left if most == 0 => _ = writeln!(out, "- {left} in the report"),
        left => _ = writeln!(out, "- {left} more in the report"),
    }
    out
}

/// Counts the UTF-16 units of a text.
fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
#[path = "comment_tests.rs"]
mod tests;
