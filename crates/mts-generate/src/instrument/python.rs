//! Writes the text of a Python module once for each copy, with counters.

use super::{are_clear, insert_counters};
use mts_lang::SourceFile;
use mts_lang::python::ticks;
use mts_lang::ticks::Tick;
use mts_model::compilation_unit::{PythonContext, PythonEntry, PythonUnit};
use mts_model::error::Result;
use mts_model::{Span, TextEdit, span};

/// The text of one copy.
#[derive(Clone, Copy, Debug)]
pub enum PythonCopy<'a> {
    /// The file with these edits (byte offsets in the whole file).
    Edits(&'a [TextEdit]),
    /// A complete module that another translator wrote.
    Module {
        /// The text of the module.
        text: &'a str,
        /// The qualified name of the function in the module.
        qualname: &'a str,
        /// True if the worker calls the function on an instance of its class.
        on_instance: bool,
    },
}

/// Builds the unit of a function's copies. Copy 0 is the original, without edits.
///
/// # Errors
///
/// Returns an error if edits do not fit the text.
pub fn unit(
    file: &SourceFile,
    context: &PythonContext,
    copies: &[(u32, PythonCopy<'_>)],
) -> Result<PythonUnit, String> {
    let own = ticks::ticks(file);
    let mut texts = Vec::with_capacity(copies.len());
    let mut entries = Vec::new();
    for (copy, made) in copies {
        let text = match made {
            PythonCopy::Edits(edits) => edited(file, &own, edits),
            PythonCopy::Module { text, qualname, on_instance } => {
                // The translator gives no argument order, so use Java's order.
                entries.push((
                    *copy,
                    PythonEntry {
                        on_instance: *on_instance,
                        ..PythonEntry::function(
                            &context.entry.module,
                            &context.entry.path,
                            *qualname,
                            (0..context.signature.params.len()).collect(),
                        )
                    },
                ));
                if mts_lang::python::parses(text) {
                    let found = ticks::ticks_of(text).map_err(|e| e.to_string())?;
                    insert_counters(text, &found, &[], ticks::ticks_of)
                } else {
                    // The parser accepts broken text, but its positions are then wrong. A text that does not compile
                    // needs no counter.
                    Some((*text).to_owned())
                }
            }
        };
        texts.push((*copy, text.ok_or_else(|| format!("the edits of copy {copy} do not fit the text"))?));
    }
    Ok(PythonUnit { context: context.clone(), entries, texts, construct_only: false, patience_ms: None })
}

/// Returns the module with a copy's edits and all counters.
///
/// If the edits need a new search for counters, the function parses only the Python function around
/// the edits, because the file may be long.
fn edited(file: &SourceFile, own: &[Tick], edits: &[TextEdit]) -> Option<String> {
    let text = &file.text;
    let around = |function: Span| edits.iter().all(|edit| function.contains(edit.span));
    let all = file.functions.iter().filter(|function| function.broken.is_none()).map(|function| function.span);
    let function = all.filter(|function| around(*function)).min_by_key(|function| function.end - function.start);
    let Some(function) = function.filter(|_| !are_clear(own, edits)) else {
        return insert_counters(text, own, edits, ticks::ticks_of);
    };
    let line = text[..function.start].rfind('\n').map_or(0, |newline| newline + 1);
    let indent = &text[line..function.start];
    if !indent.chars().all(char::is_whitespace) {
        return insert_counters(text, own, edits, ticks::ticks_of);
    }
    let open = if indent.is_empty() { String::new() } else { format!("if 1:\n{indent}") };
    let moved = |edit: &TextEdit| {
        let at = |place: usize| place - function.start + open.len();
        TextEdit::new(Span::new(at(edit.span.start), at(edit.span.end)), edit.text.clone())
    };
    let alone = format!("{open}{}\n", function.slice(text));
    let alone = span::apply(&alone, &edits.iter().map(moved).collect::<Vec<_>>())?;
    let instrumented = insert_counters(&alone, &ticks::ticks_of(&alone).ok()?, &[], ticks::ticks_of)?;
    let outside = own.iter().filter(|tick| !(function.start < tick.covers.start && tick.covers.end <= function.end));
    let mut all: Vec<TextEdit> = outside.flat_map(|tick| tick.edits.iter().cloned()).collect();
    all.push(TextEdit::new(function, instrumented.get(open.len()..instrumented.len() - 1)?));
    span::apply(text, &all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::injected_names::python_tick;
    use mts_model::{JavaType, Language, Signature};
    use std::sync::Arc;

    #[test]
    fn every_copy_is_a_whole_module_with_counters() {
        let text = "def f(n):\n    while n:\n        n -= 1\n    return n\n";
        let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
        let entry = PythonEntry::function("t", "t.py", "f", vec![0]);
        let signature = Signature { params: vec![JavaType::INT], returns: JavaType::INT };
        let context = PythonContext {
            entry,
            path: vec![],
            fallback_path: Vec::new(),
            former_modules: Vec::new(),
            version_modules: Vec::new(),
            signature,
            receiver: vec![],
            factories: vec![],
            ports: Arc::default(),
            port_substitutes: Arc::default(),
        };
        let place = text.find("-=").expect("there");
        let edits = [TextEdit::new(Span::new(place, place + 2), "+=")];
        let copies = [(0, PythonCopy::Edits(&[])), (1, PythonCopy::Edits(&edits))];
        let unit = unit(&file, &context, &copies).expect("fits");
        let t = python_tick();
        let expected = format!("def f(n):\n    {t}\n    while n:\n        {t}; n += 1\n    return n\n");
        assert_eq!(unit.texts[1].1, expected);
    }

    #[test]
    fn an_edit_at_a_counter_gives_the_same_text_as_parsing_the_whole_file() {
        let text = "def a():\n    def b(n):\n        while n:\n            n -= 1\n        return n\n    \
                    return b(3)\n\nclass C:\n    def m(self):\n        if self:\n            return 1\n\nfor i in a():\n    \
                    pass\n";
        let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
        let own = ticks::ticks(&file);
        let replacements = ["n -= 1", "return n", "while n", "if self", "return 1", "return b(3)"];
        for old in replacements {
            for new in ["pass", "x()", "for j in []: pass", "y = 1; z = 2"] {
                let place = text.find(old).expect("there");
                let edit = TextEdit::new(Span::new(place, place + old.len()), new);
                let whole = span::apply(text, std::slice::from_ref(&edit)).expect("fits");
                let whole = insert_counters(&whole, &ticks::ticks_of(&whole).expect("parses"), &[], ticks::ticks_of);
                if mts_lang::python::parses(whole.as_deref().expect("fits")) {
                    assert_eq!(edited(&file, &own, &[edit]), whole, "{new} for {old}");
                }
            }
        }
    }
}
