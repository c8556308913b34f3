//! Where a text gets its counters: what both languages' tick finders share. A tick stands at the
//! entry of a function and at the head of a loop's body; how it is counted is the workers' business.

use mts_model::{Span, TextEdit};

/// One place that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// What the edits enclose: from the first to the last place where text is inserted.
    pub covers: Span,
    /// Insertions only; two where braces are put around a statement.
    pub edits: Vec<TextEdit>,
}

impl Tick {
    /// A tick inserted at one place.
    #[must_use]
    pub fn at(place: usize, text: impl Into<String>) -> Self {
        Self { covers: Span::new(place, place), edits: vec![TextEdit::insert(place, text)] }
    }

    /// Whether an edit of the same text neither touches a place of insertion nor has one inside, so
    /// that both can be made together.
    #[must_use]
    pub fn is_clear_of(&self, edit: &TextEdit) -> bool {
        self.edits.iter().all(|own| edit.span.end < own.span.start || own.span.start < edit.span.start)
    }
}
