//! The lines that edits touch, as text for people.

use mts_model::{Span, TextEdit, span};

/// The lines that edits touch, before and after: `- old` and `+ new`, one line each.
#[must_use]
pub fn change(source: &str, edits: &[TextEdit]) -> String {
    let (Some(first), Some(last)) = (edits.iter().map(|e| e.span.start).min(), edits.iter().map(|e| e.span.end).max())
    else {
        return String::new();
    };
    let start = source[..first].rfind('\n').map_or(0, |at| at + 1);
    let end = source[last..].find('\n').map_or(source.len(), |at| last + at);
    let moved: Vec<TextEdit> = edits
        .iter()
        .map(|e| TextEdit::new(Span::new(e.span.start - start, e.span.end - start), e.text.clone()))
        .collect();
    let old = &source[start..end];
    let Some(new) = span::apply(old, &moved) else { return String::new() };
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let shorter = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(shorter).take_while(|(a, b)| a == b).count();
    let mut text = String::new();
    for (sign, lines) in [('-', &old[head..old.len() - tail]), ('+', &new[head..new.len() - tail])] {
        for line in lines {
            text.push_str(&format!("{sign} {}\n", line.trim_end()));
        }
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_shows_only_the_lines_that_differ() {
        let source = "def f(a):\n    b = a + 1\n    return b\n";
        let at = source.find('+').expect("there");
        assert_eq!(change(source, &[TextEdit::new(Span::new(at, at + 1), "-")]), "-     b = a + 1\n+     b = a - 1");
    }

    #[test]
    fn lines_between_two_edits_are_left_out_at_the_ends_only() {
        let source = "a\nb\nc\nd\n";
        let edits = [TextEdit::new(Span::new(2, 3), "x"), TextEdit::new(Span::new(6, 7), "y")];
        assert_eq!(change(source, &edits), "- b\n- c\n- d\n+ x\n+ c\n+ y");
    }

    #[test]
    fn no_edit_is_no_change() {
        assert_eq!(change("a\n", &[]), "");
    }
}
