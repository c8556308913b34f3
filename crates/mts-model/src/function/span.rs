//! Byte ranges in a source text, and text edits on them. The other crates decide which edits to make.

use serde::{Deserialize, Serialize};

/// A half-open byte range `[start, end)` of a source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The range `[start, end)`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether it covers no byte: a virtual node, or a position of an insertion.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether `other` lies within this range.
    #[must_use]
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The text it covers; empty when the range is not one of `text`.
    #[must_use]
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }

    /// One-based line of the first byte.
    #[must_use]
    pub fn line(self, text: &str) -> u32 {
        let upto = self.start.min(text.len());
        let newlines = text.as_bytes()[..upto].iter().filter(|b| **b == b'\n').count();
        u32::try_from(newlines).unwrap_or(u32::MAX - 1) + 1
    }
}

/// Replaces the bytes of `span` by `text`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TextEdit {
    /// The replaced range; empty to insert.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

impl TextEdit {
    /// Replaces `span` by `text`.
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// Inserts `text` before byte `at`.
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::new(Span::new(at, at), text)
    }
}

/// Applies edits to `text`; `None` when two edits overlap or a range is not one of `text`.
///
/// Edits apply in order of position; insertions at one position keep their order.
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
    fn no_edit_gives_the_text_back() {
        assert_eq!(apply("a = b\n", &[]).as_deref(), Some("a = b\n"));
    }

    #[test]
    fn edits_are_applied_by_position_whatever_their_order() {
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
