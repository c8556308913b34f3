//! A place where instrumented code records values.

use mts_model::{Span, TextEdit};
use std::cmp::Reverse;

/// A place where the code records values, and the two texts to insert there.
pub(super) struct RecordedSite {
    pub span: Span,
    pub is_block: bool,
    pub open: String,
    pub close: String,
}

/// Orders the insertions at one position so that they nest.
///
/// Statements open before expressions, large pieces open before small pieces, and inner pieces
/// close first.
pub(super) fn nested(mut places: Vec<RecordedSite>) -> Vec<TextEdit> {
    places.sort_by_key(|place| (place.span.start, !place.is_block, Reverse(place.span.end)));
    let close = places.iter().rev().filter(|place| !place.close.is_empty());
    let mut edits: Vec<TextEdit> = close.map(|place| TextEdit::insert(place.span.end, place.close.clone())).collect();
    edits.extend(places.iter().map(|place| TextEdit::insert(place.span.start, place.open.clone())));
    edits
}
