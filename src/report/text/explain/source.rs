//! Shows a function's text with line numbers, and an edit as in a unified diff.
//!
//! For a long function, the module shows only the lines around the edit.

use super::explanation::{Hunk, SourceSide};
use crate::report::escape::terminal as safe;
use crate::report::format::count;
use std::fmt::Write;

/// The number of lines to show before and after an edit.
const CONTEXT: usize = 6;
/// The largest number of lines to show of a function without an edit.
const LONGEST: usize = 60;

/// Renders the text of one side, below a line with its name and place.
pub(super) fn side(name: &str, side: &SourceSide) -> String {
    let mut out = format!("\n{name}, {}:{}\n", safe(&side.file), side.function_line);
    let last = side.first_line + side.lines.len();
    let width = last.to_string().len();
    let changed =
        |line: usize| side.hunks.iter().find(|hunk| (hunk.line..hunk.line + hunk.before.len()).contains(&line));
    let is_near = |line: usize| {
        side.lines.len() <= CONTEXT * 4
            || (side.hunks.is_empty() && line < side.first_line + LONGEST)
            || side.hunks.iter().any(|hunk| line + CONTEXT >= hunk.line && line < hunk.line + hunk.before.len() + CONTEXT)
            // The declaration explains the names in the edit.
            || (!side.hunks.is_empty() && line.abs_diff(side.function_line) <= 1)
    };
    let mut skipped = 0;
    for (at, text) in side.lines.iter().enumerate() {
        let line = side.first_line + at;
        if !is_near(line) {
            skipped += 1;
            continue;
        }
        cut(&mut out, &mut skipped, width);
        match changed(line) {
            Some(hunk) if hunk.line == line => edit(&mut out, hunk, width),
            Some(_) => {}
            None => _ = writeln!(out, "{}", format!("  {line:>width$} | {}", code_line(text)).trim_end()),
        }
    }
    cut(&mut out, &mut skipped, width);
    out
}

fn edit(out: &mut String, hunk: &Hunk, width: usize) {
    for (nth, text) in hunk.before.iter().enumerate() {
        _ = writeln!(out, "- {:>width$} | {}", hunk.line + nth, code_line(text));
    }
    for text in &hunk.after {
        _ = writeln!(out, "+ {:>width$} | {}", "", code_line(text));
    }
}

fn cut(out: &mut String, skipped: &mut usize, width: usize) {
    if *skipped > 0 {
        _ = writeln!(out, "  {:>width$} | ... {}", "", count(*skipped, "line"));
        *skipped = 0;
    }
}

/// Escapes a line of code and replaces each tab by four spaces.
fn code_line(text: &str) -> String {
    safe(&text.replace('\t', "    "))
}
