//! Byte ranges of a source text, and text edits of such ranges.

use serde::{Deserialize, Serialize};

/// A half-open byte range `[start, end)` of a source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last byte.
    pub end: usize,
}

impl Span {
    /// Creates the range `[start, end)`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns the length in bytes.
    #[must_use]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Reports whether this span is empty.
    ///
    /// Syntax nodes without text of their own, and insertion points, have empty spans.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Reports whether `other` is inside this span.
    #[must_use]
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Returns the text of this span. Empty if the span is not a valid range of `text`.
    #[must_use]
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }

    /// Returns the one-based line of the first byte.
    #[must_use]
    pub fn line(self, text: &str) -> u32 {
        let upto = self.start.min(text.len());
        let newlines = text.as_bytes()[..upto].iter().filter(|b| **b == b'\n').count();
        u32::try_from(newlines).unwrap_or(u32::MAX - 1) + 1
    }
}

/// An edit that replaces the bytes of `span` by `text`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TextEdit {
    /// The replaced range. An insertion has an empty range.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl TextEdit {
    /// Creates an edit that replaces `span` by `text`.
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// Creates an edit that inserts `text` before the byte `at`.
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::new(Span::new(at, at), text)
    }
}

/// Applies edits to `text` in order of position. Insertions at one position keep their order.
///
/// `None` if two edits overlap or a span is not a valid range of `text`.
#[must_use]
pub fn apply(text: &str, edits: &[TextEdit]) -> Option<String> {
    let mut order: Vec<&TextEdit> = edits.iter().collect();
    order.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut out = String::with_capacity(text.len() + added);
    let mut at = 0;
    for edit in order {
        out.push_str(text.get(at..edit.span.start)?);
        text.get(edit.span.start..edit.span.end)?;
        out.push_str(&edit.text);
        at = edit.span.end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_list_of_edits_does_not_change_the_text() {
        assert_eq!(apply("a = b\n", &[]).as_deref(), Some("a = b\n"));
    }

    #[test]
    fn edits_are_applied_by_position_in_any_order() {
        let edits = [TextEdit::new(Span::new(4, 5), "c"), TextEdit::insert(0, "x"), TextEdit::insert(0, "y")];
        assert_eq!(apply("a + b", &edits).as_deref(), Some("xya + c"));
    }

    #[test]
    fn overlapping_edits_are_refused() {
        let edits = [TextEdit::new(Span::new(0, 3), "c"), TextEdit::new(Span::new(2, 5), "d")];
        assert_eq!(apply("a + b", &edits), None);
    }

    #[test]
    fn a_range_inside_a_character_is_refused() {
        assert_eq!(apply("é", &[TextEdit::new(Span::new(0, 1), "e")]), None);
    }
}
