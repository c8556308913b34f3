//! Finds the lines that edits change, for reports.

use mts_model::report::EditedLines;
use mts_model::sequences::equal_ends;
use mts_model::{Span, TextEdit, span};

/// Returns the lines that edits change, or `None` if the edits change nothing.
///
/// The result omits lines at both ends that stay the same, and white space at the ends of lines.
#[must_use]
pub fn change(source: &str, edits: &[TextEdit]) -> Option<EditedLines> {
    let trimmed = |lines: Vec<String>| lines.iter().map(|line| line.trim_end().to_owned()).collect();
    let (_, EditedLines { before, after }) = changed_lines(source, edits)?;
    Some(EditedLines { before: trimmed(before), after: trimmed(after) })
}

/// Returns the exact lines that edits change, and the one-based number of the first line.
///
/// For an insertion, the result also has lines that stay: the last line before the insertion that
/// is not blank and the lines after this line, or else the line after the insertion. So a reader
/// finds the place, and a program can compare the lines.
#[must_use]
pub fn change_at(source: &str, edits: &[TextEdit]) -> Option<(u32, EditedLines)> {
    let (line, EditedLines { before, after }) = changed_lines(source, edits)?;
    if !before.is_empty() {
        return Some((line, EditedLines { before, after }));
    }
    let at = usize::try_from(line).ok()?.checked_sub(1)?;
    let lines: Vec<&str> = source.lines().collect();
    let kept = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    Some(match lines.get(..at)?.iter().rposition(|line| !line.trim().is_empty()) {
        Some(first) => {
            let before = kept(&lines[first..at]);
            (u32::try_from(first + 1).ok()?, EditedLines { after: [before.clone(), after].concat(), before })
        }
        None => {
            let before = kept(lines.get(at..=at)?);
            (line, EditedLines { after: [after, before.clone()].concat(), before })
        }
    })
}

/// Returns the exact lines that edits change, and the one-based number of the first line.
fn changed_lines(source: &str, edits: &[TextEdit]) -> Option<(u32, EditedLines)> {
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
    // Neither text has the `\n` of its last line.
    let content = |line: &str| line.strip_suffix('\r').unwrap_or(line).to_owned();
    let (old, new): (Vec<String>, Vec<String>) =
        (old.lines().map(content).collect(), new.lines().map(content).collect());
    let (head, tail) = equal_ends(&old, &new);
    let changed = |lines: &[String]| lines[head..lines.len() - tail].to_vec();
    let lines = EditedLines { before: changed(&old), after: changed(&new) };
    let first = Span::new(start, start).line(source) + u32::try_from(head).unwrap_or(u32::MAX);
    (!lines.before.is_empty() || !lines.after.is_empty()).then_some((first, lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change_text(source: &str, edits: &[TextEdit]) -> String {
        change(source, edits).map(|lines| lines.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_change_shows_only_the_lines_that_differ() {
        let source = "def f(a):\n    b = a + 1\n    return b\n";
        let at = source.find('+').expect("there");
        assert_eq!(
            change_text(source, &[TextEdit::new(Span::new(at, at + 1), "-")]),
            "-     b = a + 1\n+     b = a - 1"
        );
    }

    #[test]
    fn lines_between_two_edits_are_part_of_the_change() {
        let source = "a\nb\nc\nd\n";
        let edits = [TextEdit::new(Span::new(2, 3), "x"), TextEdit::new(Span::new(6, 7), "y")];
        assert_eq!(change_text(source, &edits), "- b\n- c\n- d\n+ x\n+ c\n+ y");
    }

    #[test]
    fn the_number_of_the_first_line_is_that_of_the_change() {
        let changed = change_at("a\nb  \nc\n", &[TextEdit::new(Span::new(2, 3), "x")]);
        let lines = |line: &str| vec![line.to_owned()];
        assert_eq!(changed, Some((2, EditedLines { before: lines("b  "), after: lines("x  ") })), "the exact lines");
        let of_windows = change_at("a\r\nb\r\n", &[TextEdit::new(Span::new(3, 4), "x")]);
        assert_eq!(of_windows, Some((2, EditedLines { before: lines("b"), after: lines("x") })), "without line ends");
    }

    #[test]
    fn the_text_of_an_insertion_has_an_unchanged_line() {
        let change_of = |source: &str, edit: TextEdit| {
            change_at(source, &[edit]).map(|(line, lines)| (line, lines.to_string())).unwrap_or_default()
        };
        assert_eq!(
            change_of("a\nb\nc\n", TextEdit::insert(3, "\nx")),
            (2, "  b\n+ x".to_owned()),
            "after the second line"
        );
        assert_eq!(
            change_of("a\nb\nc\n", TextEdit::insert(4, "x\n")),
            (2, "  b\n+ x".to_owned()),
            "before the third line"
        );
        assert_eq!(
            change_of("a\n\nc\n", TextEdit::insert(3, "x\n")),
            (1, "  a\n  \n+ x".to_owned()),
            "after a blank line"
        );
        assert_eq!(
            change_of("a\nb\n", TextEdit::insert(0, "x\n")),
            (1, "+ x\n  a".to_owned()),
            "before the first line"
        );
    }

    #[test]
    fn an_edit_that_changes_nothing_is_no_change() {
        assert_eq!(change("a\n", &[]), None);
        assert_eq!(change("a\n", &[TextEdit::new(Span::new(0, 1), "a")]), None);
    }
}
