//! Positions of tick counters in a text, for both languages.
//!
//! The positions are at the entry of a function, at the start of a loop body, and in each `for` of a
//! Python comprehension. The workers count the ticks.

use mts_model::{Span, TextEdit};

/// One tick counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// The range from the first to the last insertion.
    pub covers: Span,
    /// The insertions. If a statement gets braces, there are two insertions.
    pub edits: Vec<TextEdit>,
}

impl Tick {
    /// Creates a tick at one position.
    #[must_use]
    pub fn at(place: usize, text: impl Into<String>) -> Self {
        Self { covers: Span::new(place, place), edits: vec![TextEdit::insert(place, text)] }
    }

    /// Reports whether an edit of the same text touches none of the insertions.
    #[must_use]
    pub fn is_clear_of(&self, edit: &TextEdit) -> bool {
        self.edits.iter().all(|own| edit.span.end < own.span.start || own.span.start < edit.span.start)
    }
}
