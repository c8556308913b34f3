//! Prepares the texts that the workers run from a user's files and edits.
//!
//! The module inserts counters that stop endless loops, and puts many copies of one function into
//! one text. `mts-lang` gives the positions of the counters. `mts-workers` runs the texts.

pub mod java;
pub mod python;

use mts_lang::ticks::Tick;
use mts_model::error::Result;
use mts_model::{Span, TextEdit, span};

/// Returns a text with a copy's edits and all counters.
///
/// The function reuses the counters of the unedited text. If an edit touches a counter or may add a
/// loop or a function, `find` parses the edited text again. Returns `None` if the edits do not fit the
/// text.
fn insert_counters(
    text: &str,
    ticks: &[Tick],
    edits: &[TextEdit],
    find: fn(&str) -> Result<Vec<Tick>>,
) -> Option<String> {
    if are_clear(ticks, edits) {
        let mut all: Vec<TextEdit> = ticks.iter().flat_map(|tick| tick.edits.iter().cloned()).collect();
        all.extend_from_slice(edits);
        return span::apply(text, &all);
    }
    let edited = span::apply(text, edits)?;
    let inserts: Vec<TextEdit> = find(&edited).ok()?.into_iter().flat_map(|tick| tick.edits).collect();
    span::apply(&edited, &inserts)
}

/// Reports whether the edits leave all counters valid, and need no new counter.
fn are_clear(ticks: &[Tick], edits: &[TextEdit]) -> bool {
    edits.iter().all(|edit| !brings_code(&edit.text) && ticks.iter().all(|tick| tick.is_clear_of(edit)))
}

/// Reports whether a replacement may contain a loop or a function.
///
/// In doubt the function returns true, and the caller parses the text again.
fn brings_code(text: &str) -> bool {
    text.contains('\n')
        || text.contains("->")
        || text
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| matches!(word, "for" | "while" | "do" | "def" | "lambda" | "class"))
}

/// Returns a range relative to position `at`.
fn shift(range: Span, at: usize) -> Span {
    Span::new(range.start - at, range.end - at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::injected_names::java_tick;

    #[test]
    fn a_loop_in_the_text_of_an_edit_gets_a_counter() {
        let text = "class A { void f() { x(); } }";
        let ticks = mts_lang::java::ticks::ticks_of(text).expect("parses");
        let edit = TextEdit::new(Span::new(21, 25), "for (;;) ;");
        let instrumented = insert_counters(text, &ticks, &[edit], mts_lang::java::ticks::ticks_of).expect("fits");
        let t = java_tick();
        assert_eq!(instrumented, format!("class A {{ void f() {{ {t} for (;;) {{ {t} ; }} }} }}"));
    }

    #[test]
    fn an_edit_that_deletes_a_loop_deletes_its_counter() {
        let text = "class A { void f() { while (a) b(); c(); } }";
        let ticks = mts_lang::java::ticks::ticks_of(text).expect("parses");
        let instrumented =
            insert_counters(text, &ticks, &[TextEdit::new(Span::new(21, 35), "")], mts_lang::java::ticks::ticks_of);
        assert_eq!(instrumented.as_deref(), Some(&*format!("class A {{ void f() {{ {}  c(); }} }}", java_tick())));
    }
}
