//! Renders the report for a terminal: pairs, findings with evidence, gate and next command.
//!
//! This module decides the layout and the colours. The caller gives the width of the terminal, and
//! says whether to use colours.

use crate::report::diagnosis;
use crate::report::escape::{shell, terminal as safe};
use crate::report::findings::{FindingGroup, accepted, groups};
use crate::report::format::{
    PairWord, branches, by_interest, change, check_commands, count, earlier, mts, not_run, open_mts, pair_word,
    python_name, run_notes, score, short, skipped_rows, variants, without_port,
};
use crate::report::text::programs;
use mts_model::report::{Conclusion, EditedLines, PairReport, ReportCommand, RunReport};
use mts_model::{Finding, Severity};
use std::fmt::Write;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The largest number of groups of findings in the text. The report has all groups.
const MOST_FINDINGS: usize = 10;
/// The largest number of lines of a list.
const MOST_LINES: usize = 10;
/// The largest number of lines of one piece of evidence, such as an edit.
const MOST_EDIT_LINES: usize = 6;

/// The width and the colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// Whether to use colour. [`TextStyle::wants_color`] finds the value from the environment.
    pub color: bool,
    /// The number of columns of the terminal.
    pub width: usize,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self { color: false, width: 100 }
    }
}

/// The meaning of a colour, for SGR parameters.
#[derive(Clone, Copy)]
enum Paint {
    Good,
    Bad,
    Warn,
    Faint,
    Strong,
}

impl TextStyle {
    /// Reports whether the environment requests colour.
    ///
    /// CARGO_TERM_COLOR is `always` or `never`. NO_COLOR turns colour off. CLICOLOR_FORCE turns
    /// colour on even if the stream is not a terminal. An empty variable, and the value `0` of
    /// CLICOLOR_FORCE, have no effect.
    #[must_use]
    pub fn wants_color(variable: impl Fn(&str) -> Option<String>, is_terminal: bool) -> bool {
        let set = |name: &str| variable(name).filter(|text| !text.is_empty());
        match set("CARGO_TERM_COLOR").as_deref() {
            Some("always") => return true,
            Some("never") => return false,
            _ => {}
        }
        if set("NO_COLOR").is_some() {
            return false;
        }
        is_terminal || set("CLICOLOR_FORCE").is_some_and(|text| text != "0")
    }

    /// Returns the text in a colour, or unchanged without colour.
    ///
    /// Five codes need no crate such as `anstyle`.
    fn paint(self, paint: Paint, text: &str) -> String {
        let sgr = match paint {
            Paint::Good => "32",
            Paint::Bad => "1;31",
            Paint::Warn => "33",
            Paint::Faint => "2",
            Paint::Strong => "1",
        };
        if self.color && !text.is_empty() { format!("\u{1b}[{sgr}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// Renders the report as plain text without colour, 100 columns wide.
#[must_use]
pub fn render(report: &RunReport) -> String {
    render_with(report, TextStyle::default())
}

/// Renders the report for a terminal.
#[must_use]
pub fn render_with(report: &RunReport, style: TextStyle) -> String {
    let mut out = String::new();
    if !report.pairs.is_empty() {
        out.push_str(&table(report, style));
        out.push_str(&safe(programs::render(report).trim_end()));
        out.push_str(if programs::breakdown(report).is_some() { "\n\n" } else { "\n" });
    }
    let all = groups(report);
    for group in all.iter().take(MOST_FINDINGS) {
        out.push_str(&finding(group, report, style));
        out.push('\n');
    }
    if let Some(group) = all.first() {
        let id = safe(&group.first.id);
        _ = writeln!(out, "details and next steps: cargo mts explain {id}\n");
    }
    let left: usize = all.iter().skip(MOST_FINDINGS).map(FindingGroup::len).sum();
    if left > 0 {
        _ = writeln!(out, "{} more in the report\n", count(left, "finding"));
    }
    let accepted = accepted(report).len();
    if accepted > 0 {
        let them = if accepted == 1 { "it" } else { "them" };
        let findings = count(accepted, "accepted finding");
        _ = writeln!(out, "{findings} not shown; `cargo mts accept --list` shows {them} with the reason\n");
    }
    let unpaired = without_port(report);
    let skipped = format!("{} not analysed", report.skipped.len());
    for (title, skipped) in [(unpaired, &report.unpaired), (skipped, &skipped_rows(report))] {
        if skipped.is_empty() {
            continue;
        }
        _ = writeln!(out, "{title}:");
        for one in skipped.iter().take(MOST_LINES) {
            _ = writeln!(out, "  {}: {}", safe(&one.name), safe(&one.reason));
        }
        if skipped.len() > MOST_LINES {
            _ = writeln!(out, "  {} more in the report", skipped.len() - MOST_LINES);
        }
        out.push('\n');
    }
    if let Some(message) = not_run(report) {
        _ = writeln!(out, "{} {}", style.paint(Paint::Warn, "note:"), safe(&message));
    }
    for note in run_notes(report) {
        _ = writeln!(out, "{} {}", style.paint(Paint::Faint, "note:"), safe(&note));
    }
    out.push_str(&gate(report, style));
    out
}

/// Renders the headline, the broken rules, the scores of the run, and the next command.
fn gate(report: &RunReport, style: TextStyle) -> String {
    let mut out = String::new();
    let clear = report.gate.warnings.is_empty();
    let paint = match report.conclusion {
        Conclusion::Passed if clear => Paint::Good,
        Conclusion::Passed | Conclusion::Incomplete => Paint::Warn,
        Conclusion::Failed => Paint::Bad,
    };
    _ = writeln!(out, "{}", style.paint(paint, &safe(&report.headline)));
    for reason in &report.gate.reasons {
        _ = writeln!(out, "  {} {}", style.paint(Paint::Bad, "fails:"), safe(reason));
    }
    for warning in &report.gate.warnings {
        _ = writeln!(out, "  {} {}", style.paint(Paint::Warn, "warns:"), safe(warning));
    }
    for change in &report.gate.pending_until_merge {
        _ = writeln!(out, "  {} {}", style.paint(Paint::Faint, "after the merge:"), safe(change));
    }
    let s = &report.scores;
    if let Some(fragments) = s.fragments.as_ref().and_then(crate::report::text::fragments::summed) {
        _ = writeln!(out, "  {fragments}");
    }
    if let Some(variants) = variants(s) {
        _ = writeln!(out, "  {variants}");
    }
    if s.counted > 0 || s.inputs > 0 {
        _ = writeln!(
            out,
            "  MTS {} ({} of {} killed, lower is better){}, CA {} ({} of {} inputs{}); {} anomalous, {} unmirrored, {} unknown{}{}",
            mts(s),
            s.killed,
            s.counted,
            if s.accepted > 0 { format!(", {} without {} accepted", open_mts(s), s.accepted) } else { String::new() },
            score(s.ca_tests),
            s.inputs_equal,
            s.inputs,
            if s.inputs_accepted > 0 { format!(", {} more accepted", s.inputs_accepted) } else { String::new() },
            s.anomalous,
            s.unmirrored,
            s.unknown,
            if s.ignored > 0 { format!(", {} ignored", s.ignored) } else { String::new() },
            match s.spliced() {
                Some(0) | None => String::new(),
                Some(spliced) => format!("; {spliced} of the {} counted are spliced", s.counted),
            }
        );
    }
    if let (Some(worst), true) = (by_interest(report).first(), report.conclusion != Conclusion::Passed) {
        let base = report.base_sha.as_deref().map_or(String::new(), |sha| format!(" --base {}", shell(short(sha))));
        let head = report.tested_sha.as_deref().map_or(String::new(), |sha| format!(" --head {}", shell(short(sha))));
        if report.command == ReportCommand::Run {
            let (name, seed) = (shell(&worst.name), shell(&report.seed));
            _ = writeln!(out, "  next: cargo mts run{base}{head} --pair {name} --seed {seed}");
        } else if let Some(line) = check_commands(report).first() {
            _ = writeln!(out, "  next: {}", safe(line));
        }
    }
    out
}

/// Renders `error[MTS-...]: cause`, the two places, and the evidence below.
fn finding(group: &FindingGroup<'_>, report: &RunReport, style: TextStyle) -> String {
    let Finding { id, severity, .. } = group.first;
    let (word, paint) = match severity {
        Severity::Error => ("error", Paint::Bad),
        Severity::Warning => ("warning", Paint::Warn),
        Severity::Note => ("note", Paint::Faint),
    };
    let mut out = String::new();
    let head = style.paint(paint, &format!("{word}[{}]", safe(id)));
    _ = writeln!(out, "{head}: {}", style.paint(Paint::Strong, &safe(&group.cause())));
    let arrow = style.paint(Paint::Faint, "-->");
    let (pair, first) = (group.pair, group.first);
    _ = writeln!(out, "  {arrow} {}:{} ({})", safe(&pair.java.file), first.line_java, safe(&pair.name));
    _ = writeln!(out, "  {arrow} {}:{} ({})", safe(&pair.python.file), first.line_python, safe(&python_name(pair)));
    let edit = |lines: &Option<EditedLines>| lines.as_ref().map(EditedLines::to_string);
    let places = diagnosis::places(first).into_iter().flat_map(|(what, why)| [what, why.replacen(": ", "  ", 1)]);
    let places: Vec<String> = places.filter(|line| !line.is_empty()).collect();
    let cause = (!places.is_empty()).then(|| places.join("\n"));
    let rows = [
        ("change", &group.drift().map(str::to_owned)),
        ("cause", &cause),
        ("Java edit", &edit(&first.java_edit)),
        ("Python edit", &edit(&first.python_edit)),
        ("after", &earlier(first)),
        ("input", &first.input),
        ("Java", &first.java_outcome),
        ("Python", &first.python_outcome),
        ("suggestion", &first.suggestion),
        ("fix", &diagnosis::fix_diff(first)),
        ("apply", &diagnosis::fix_command(first, report)),
    ];
    let widest = rows.iter().filter(|(_, text)| text.is_some()).map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, text) in rows {
        if let Some(text) = text {
            let bar = style.paint(Paint::Faint, "=");
            let room = style.width.saturating_sub(widest + 8).max(20);
            let lines: Vec<&str> = text.lines().collect();
            for (at, line) in lines.iter().take(MOST_EDIT_LINES).enumerate() {
                let name = if at == 0 { name } else { "" };
                let mark = if at == 0 { ':' } else { ' ' };
                _ = writeln!(out, "   {bar} {name:>widest$}{mark} {}", fit(&safe(line), room));
            }
            if lines.len() > MOST_EDIT_LINES {
                let more = count(lines.len() - MOST_EDIT_LINES, "more line");
                _ = writeln!(out, "   {bar} {:>widest$}  ({more})", "");
            }
        }
    }
    if let Some(followers) = group.describe_followers() {
        _ = writeln!(out, "   = {followers}");
    }
    if !group.others.is_empty() {
        let ids: Vec<String> = group.others.iter().take(3).map(|f| safe(&f.id)).collect();
        let dots = if group.others.len() > 3 { ", ..." } else { "" };
        _ = writeln!(out, "   = {} more {}: {}{dots}", group.others.len(), group.place(), ids.join(", "));
    }
    out
}

/// Renders the pairs as a table that fits the width.
///
/// If no branches are known or the table is too wide, the function omits the column of branches. If
/// the table is still too wide, the function shortens the names of the pairs, to 12 columns at least.
fn table(report: &RunReport, style: TextStyle) -> String {
    let head = ["verdict", "pair", "base", "head", "change", "killed", "inputs", "branches"].map(str::to_owned);
    let pairs = by_interest(report);
    let rows: Vec<[String; 8]> = pairs.iter().map(|pair| cells(pair)).collect();
    let widest = |column: usize| {
        let cells = rows.iter().map(|row| row[column].width());
        cells.chain([head[column].width()]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..head.len()).map(widest).collect();
    let is_known = pairs.iter().any(|pair| pair.head.branches.is_some());
    if !is_known || widths.iter().map(|width| width + 2).sum::<usize>() > style.width + 2 {
        widths.pop();
    }
    let others: usize = widths.iter().enumerate().filter(|(i, _)| *i != 1).map(|(_, w)| w + 2).sum();
    widths[1] = widths[1].min(style.width.saturating_sub(others).max(12));
    let line = |cells: &[String; 8]| {
        let mut line = String::new();
        for (i, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            let cell = fit(cell, *width);
            let gap = " ".repeat(width.saturating_sub(cell.width()));
            let between = if i > 0 { "  " } else { "" };
            // Align words to the left and numbers to the right.
            _ = if i < 2 { write!(line, "{between}{cell}{gap}") } else { write!(line, "{between}{gap}{cell}") };
        }
        line.trim_end().to_owned()
    };
    let mut out = format!("{}\n", style.paint(Paint::Faint, &line(&head)));
    for (pair, row) in pairs.iter().zip(&rows) {
        let text = line(row);
        let paint = match pair_word(pair) {
            PairWord::Fail | PairWord::Differs => Paint::Bad,
            PairWord::Pass => Paint::Good,
            PairWord::Unclear | PairWord::Info => Paint::Warn,
        };
        // The colour codes surround only the word, so the width of the line does not change.
        let (word, rest) = text.split_at(row[0].len().min(text.len()));
        _ = writeln!(out, "{}{rest}", style.paint(paint, word));
    }
    out
}

/// Returns the cells of the row of a pair, in the order of the columns.
fn cells(pair: &PairReport) -> [String; 8] {
    let verdict = match pair_word(pair) {
        PairWord::Fail => "FAIL",
        PairWord::Differs => "differs",
        PairWord::Unclear => "unclear",
        PairWord::Info => "info",
        PairWord::Pass => "pass",
    };
    let s = &pair.head;
    let base = pair.base.as_ref().map_or_else(|| "new".to_owned(), open_mts);
    let delta = change(pair.increase);
    let open = s.killed - s.accepted.min(s.killed);
    [
        verdict.to_owned(),
        format!("{} -> {}", safe(&pair.name), safe(&python_name(pair))),
        base,
        open_mts(s),
        delta,
        format!("{open} of {}", s.counted),
        format!("{} of {}", s.inputs_equal, s.inputs),
        branches(s).unwrap_or_else(|| "-".to_owned()),
    ]
}

/// Shortens a text to at most `width` columns. If the text is longer, the result ends with `...`.
pub(super) fn fit(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(3);
    let (mut out, mut used) = (String::new(), 0);
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > room {
            break;
        }
        out.push(c);
    }
    out + &"..."[..3.min(width)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;

    #[test]
    fn a_failed_run_has_the_expected_text() {
        let expected = "\
verdict  pair                        base  head  change   killed    inputs  branches
FAIL     Money.split -> money.split  0.06  0.47   +0.41  8 of 17  34 of 40    7 of 8
pass     Iban.check -> iban.check     new  0.00       -  0 of 22  40 of 40    7 of 8
pass     Period.days -> period.days  0.00  0.00    0.00  0 of 13  40 of 40    7 of 8

error[MTS-000000000001]: the return value differs, on 6 of 40 inputs
  --> src/main/java/acme/Money.java:41 (Money.split)
  --> py/money.py:21 (money.split)
   =  input: cents = -7, parts = 2
   =   Java: returns [-4, -3]
   = Python: returns [-3, -4]

";
        let text = render(&test_reports::failed());
        assert!(text.starts_with(expected), "{text}");
        assert!(text.contains("   = 1 more at this line: MTS-000000000003\n"), "{text}");
        assert!(text.contains("Merge blocked: MTS of `Money.split` rose from 0.06 to 0.47\n  fails: "), "{text}");
        assert!(
            text.ends_with("  next: cargo mts run --base f95f852 --head c4295bd --pair Money.split --seed 0x51c2\n"),
            "{text}"
        );
    }

    #[test]
    fn nothing_to_compare_is_one_line() {
        assert_eq!(render(&test_reports::empty()), "Passed: nothing to compare, because no paired function changed\n");
    }

    #[test]
    fn colour_is_used_only_if_requested() {
        assert!(!render(&test_reports::failed()).contains('\u{1b}'));
        assert!(
            render_with(&test_reports::failed(), TextStyle { color: true, width: 80 })
                .contains("\u{1b}[1;31mFAIL\u{1b}[0m")
        );
    }

    #[test]
    fn the_environment_decides_about_colour() {
        let with = |name: &'static str, text: &'static str| move |asked: &str| (asked == name).then(|| text.to_owned());
        assert!(TextStyle::wants_color(|_| None, true) && !TextStyle::wants_color(|_| None, false));
        assert!(!TextStyle::wants_color(with("NO_COLOR", "1"), true));
        assert!(TextStyle::wants_color(with("NO_COLOR", ""), true));
        assert!(TextStyle::wants_color(with("CLICOLOR_FORCE", "1"), false));
        assert!(!TextStyle::wants_color(with("CLICOLOR_FORCE", "0"), false));
        assert!(TextStyle::wants_color(with("CARGO_TERM_COLOR", "always"), false));
        assert!(!TextStyle::wants_color(with("CARGO_TERM_COLOR", "never"), true));
    }

    #[test]
    fn the_table_fits_the_terminal_even_with_long_names() {
        let mut report = test_reports::failed();
        for pair in &mut report.pairs {
            pair.name = "計算する.長い名前の関数です".repeat(4);
        }
        let text = render_with(&report, TextStyle { color: false, width: 80 });
        for line in text.lines().take(4) {
            assert!(line.width() <= 80, "{} columns: {line}", line.width());
        }
    }

    #[test]
    fn no_control_sequence_of_the_repository_reaches_the_screen() {
        let text = render(&test_reports::hostile());
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    }
}
