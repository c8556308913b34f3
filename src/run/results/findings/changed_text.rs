//! Finds the lines that edits change, for reports.

use mts_model::report::EditedLines;
use mts_model::{Span, TextEdit, span};

/// Returns the lines that edits change, or `None` without an edit.
///
/// The result omits lines at both ends that stay the same.
#[must_use]
pub fn change(source: &str, edits: &[TextEdit]) -> Option<EditedLines> {
    change_at(source, edits).map(|(_, lines)| lines)
}

/// Returns the lines that edits change like [`change`], and the one-based number of the first line.
#[must_use]
pub fn change_at(source: &str, edits: &[TextEdit]) -> Option<(u32, EditedLines)> {
    let first = edits.iter().map(|edit| edit.span.start).min()?;
    let last = edits.iter().map(|edit| edit.span.end).max()?;
    let start = source[..first].rfind('\n').map_or(0, |at| at + 1);
    let end = source[last..].find('\n').map_or(source.len(), |at| last + at);
    let moved: Vec<TextEdit> = edits
        .iter()
        .map(|e| TextEdit::new(Span::new(e.span.start - start, e.span.end - start), e.text.clone()))
        .collect();
    let old = &source[start..end];
    let new = span::apply(old, &moved)?;
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let shorter = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(shorter).take_while(|(a, b)| a == b).count();
    let changed = |lines: &[&str]| {
        lines[head..lines.len() - tail].iter().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
    };
    let lines = EditedLines { before: changed(&old), after: changed(&new) };
    let first = Span::new(start, start).line(source) + u32::try_from(head).unwrap_or(u32::MAX);
    (!lines.before.is_empty() || !lines.after.is_empty()).then_some((first, lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(source: &str, edits: &[TextEdit]) -> String {
        change(source, edits).map(|lines| lines.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_change_shows_only_the_lines_that_differ() {
        let source = "def f(a):\n    b = a + 1\n    return b\n";
        let at = source.find('+').expect("there");
        assert_eq!(told(source, &[TextEdit::new(Span::new(at, at + 1), "-")]), "-     b = a + 1\n+     b = a - 1");
    }

    #[test]
    fn lines_between_two_edits_are_left_out_at_the_ends_only() {
        let source = "a\nb\nc\nd\n";
        let edits = [TextEdit::new(Span::new(2, 3), "x"), TextEdit::new(Span::new(6, 7), "y")];
        assert_eq!(told(source, &edits), "- b\n- c\n- d\n+ x\n+ c\n+ y");
    }

    #[test]
    fn the_number_of_the_first_line_is_that_of_the_change() {
        let source = "a\nb\nc\n";
        let line = |edit: TextEdit| change_at(source, &[edit]).map(|(line, _)| line);
        assert_eq!(line(TextEdit::new(Span::new(2, 3), "x")), Some(2));
        assert_eq!(line(TextEdit::insert(3, "\nx")), Some(3), "after the second line");
        assert_eq!(line(TextEdit::insert(4, "x\n")), Some(3), "before the third line");
    }

    #[test]
    fn no_edit_is_no_change() {
        assert_eq!(change("a\n", &[]), None);
        assert_eq!(change("a\n", &[TextEdit::new(Span::new(0, 1), "a")]), None);
    }
}
