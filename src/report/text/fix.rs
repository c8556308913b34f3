//! Renders the changes and the results of `cargo mts fix`.
//!
//! `commands::fix` makes the changes and runs the pairs. The places of a change are known, so the
//! module needs no library that searches for differences.

use crate::report::escape::terminal as safe;
use crate::report::format::{count, score};
use mts_model::report::Scores;
use std::fmt::Write;

/// The number of lines before and after a change.
const CONTEXT: usize = 3;

/// A replacement of consecutive lines of a text. A line has its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEdit {
    /// The zero-based index of the first replaced line.
    pub start: usize,
    /// The number of replaced lines.
    pub len: usize,
    /// The new lines.
    pub lines: Vec<String>,
}

impl LineEdit {
    fn end(&self) -> usize {
        self.start + self.len
    }
}

/// Renders the edits of a file as a unified diff. The edits are in order and do not overlap.
#[must_use]
pub fn diff(file: &str, lines: &[&str], edits: &[LineEdit]) -> String {
    let mut out = format!("--- a/{0}\n+++ b/{0}\n", safe(file));
    // Edits with common lines around them are one hunk.
    let mut hunks: Vec<Vec<&LineEdit>> = Vec::new();
    for edit in edits {
        match hunks.last_mut() {
            Some(hunk) if hunk.last().is_some_and(|last| edit.start <= last.end() + 2 * CONTEXT) => hunk.push(edit),
            _ => hunks.push(vec![edit]),
        }
    }
    let (mut old, mut new) = (0, 0);
    for hunk in hunks {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        let (from, to) = (first.start.saturating_sub(CONTEXT), (last.end() + CONTEXT).min(lines.len()));
        let (removed, added) = hunk.iter().fold((0, 0), |(r, a), edit| (r + edit.len, a + edit.lines.len()));
        let (before, after) = (to - from, to - from + added - removed);
        _ = writeln!(out, "@@ -{} +{} @@", range(from, before), range(from + new - old, after));
        (old, new) = (old + removed, new + added);
        let mut at = from;
        for edit in hunk {
            lines[at..edit.start].iter().for_each(|text| line(&mut out, ' ', text));
            lines[edit.start..edit.end()].iter().for_each(|text| line(&mut out, '-', text));
            edit.lines.iter().for_each(|text| line(&mut out, '+', text));
            at = edit.end();
        }
        lines[at..to].iter().for_each(|text| line(&mut out, ' ', text));
    }
    out
}

/// Renders the lines of a hunk: the one-based first line, and their number.
fn range(start: usize, len: usize) -> String {
    format!("{},{len}", if len == 0 { start } else { start + 1 })
}

fn line(out: &mut String, mark: char, text: &str) {
    let content = text.strip_suffix('\n').unwrap_or(text);
    _ = writeln!(out, "{mark}{}", safe(content.strip_suffix('\r').unwrap_or(content)));
    if !text.ends_with('\n') {
        out.push_str("\\ No newline at end of file\n");
    }
}

/// Renders the scores of a pair before and after its fix, in one line.
#[must_use]
pub fn result(pair: &str, before: &Scores, after: &Scores) -> String {
    format!(
        "{}: both sides agree on {} of {} (before: {} of {}), MTS {} (before: {})",
        safe(pair),
        after.inputs_equal,
        count(usize::try_from(after.inputs).unwrap_or(usize::MAX), "input"),
        before.inputs_equal,
        before.inputs,
        score(after.mts),
        score(before.mts),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl";

    fn edit(start: usize, len: usize, lines: &[&str]) -> LineEdit {
        LineEdit { start, len, lines: lines.iter().map(|line| (*line).to_owned()).collect() }
    }

    fn hunks(edits: &[LineEdit]) -> String {
        let lines: Vec<&str> = TEXT.split_inclusive('\n').collect();
        diff("f.py", &lines, edits).strip_prefix("--- a/f.py\n+++ b/f.py\n").expect("a head").to_owned()
    }

    #[test]
    fn a_change_has_the_lines_around_it() {
        assert_eq!(hunks(&[edit(4, 1, &["x\n", "y\n"])]), "@@ -2,7 +2,8 @@\n b\n c\n d\n-e\n+x\n+y\n f\n g\n h\n");
        assert_eq!(hunks(&[edit(0, 0, &["x\n"])]), "@@ -1,3 +1,4 @@\n+x\n a\n b\n c\n");
    }

    #[test]
    fn near_changes_are_one_hunk_and_far_changes_are_two() {
        let near = hunks(&[edit(0, 1, &["x\n"]), edit(6, 0, &["y\n"])]);
        assert_eq!(near, "@@ -1,9 +1,10 @@\n-a\n+x\n b\n c\n d\n e\n f\n+y\n g\n h\n i\n");
        let far = hunks(&[edit(0, 1, &[]), edit(11, 1, &["x"])]);
        let end = "\\ No newline at end of file\n";
        assert_eq!(far, format!("@@ -1,4 +1,3 @@\n-a\n b\n c\n d\n@@ -9,4 +8,4 @@\n i\n j\n k\n-l\n{end}+x\n{end}"));
    }
}
