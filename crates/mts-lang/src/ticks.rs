//! Positions of tick counters in a text, for both languages: at the entry of a function and at the head of a loop's
//! body. The workers count the ticks.

use mts_model::{Span, TextEdit};

/// One tick counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// Range from the first to the last insertion.
    pub covers: Span,
    /// Insertions; two if a statement gets braces.
    pub edits: Vec<TextEdit>,
}

impl Tick {
    /// A tick at one position.
    #[must_use]
    pub fn at(place: usize, text: impl Into<String>) -> Self {
        Self { covers: Span::new(place, place), edits: vec![TextEdit::insert(place, text)] }
    }

    /// Whether an edit of the same text touches none of the insertions.
    #[must_use]
    pub fn is_clear_of(&self, edit: &TextEdit) -> bool {
        self.edits.iter().all(|own| edit.span.end < own.span.start || own.span.start < edit.span.start)
    }
}
