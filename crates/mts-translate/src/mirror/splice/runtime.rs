//! Adds the definitions of helper functions that a splice needs.

use super::splicer::Splicer;
use crate::mirror::edits::desugar_range;
use crate::mirror::edits::edit_builder::EditBuilder;
use crate::transpiler::{FragmentTranslation, SupportDefinition, definitions};
use mts_model::TextEdit;
use mts_model::span::apply;

/// The highest number of lines of helper definitions in one splice.
const MOST_DEFINITIONS: usize = 60;

impl Splicer<'_> {
    /// Reports whether the port and the translation use one name for different things.
    ///
    /// A local name of the port may hide a Python function that the translation calls, or a helper may hide a name of
    /// the port.
    pub(super) fn hides(&self, translation: &FragmentTranslation) -> bool {
        let plan = EditBuilder::new(&self.alignment.port, self.source.python, &self.source.pair.python);
        let is_hidden = |line: &String| called(line).any(|name| plan.is_local(name));
        translation.lines.iter().any(is_hidden)
            || translation.uses.iter().any(|name| name != "math" && self.words.contains(name))
    }

    /// Adds the definitions that a translation needs to the edits of a splice.
    pub(super) fn with_definitions(
        &self,
        translation: &FragmentTranslation,
        mut edits: Vec<TextEdit>,
    ) -> Option<Vec<TextEdit>> {
        let (port, file) = (&self.alignment.port, self.source.python);
        let needed = definitions(&translation.uses);
        if needed.iter().map(|definition| definition.lines.len()).sum::<usize>() > MOST_DEFINITIONS {
            return None;
        }
        if !needed.is_empty() {
            let first = port.node(*port.children(port.root).first()?).span.start;
            let indent = desugar_range::indentation(&file.text, first)?;
            let lines = needed.iter().flat_map(|definition| lenient_lines(definition));
            let all: String = lines.map(|line| format!("{line}\n{indent}")).collect();
            edits.insert(0, TextEdit::insert(first, all));
            let text = apply(&file.text, &edits)?;
            mts_lang::python::parses(&text).then_some(())?;
        }
        Some(edits)
    }
}

/// Returns the lines of a definition.
///
/// A function that wraps integers gets a changed last line, so that it returns other values unchanged.
///
/// An example of such a value is the infinity that a port uses in place of Java's largest number.
fn lenient_lines(definition: &SupportDefinition) -> Vec<String> {
    let mut lines: Vec<String> = definition.lines.iter().map(|line| (*line).to_owned()).collect();
    if let (true, Some(result)) = (definition.is_wraparound(), lines.last_mut()) {
        result.push_str(" if x.__class__ is (0).__class__ else x");
    }
    lines
}

/// Returns the names that a line calls.
fn called(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices('(').filter_map(|(at, _)| {
        let before = &line[..at];
        let from = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |found| found + 1);
        (from < at && !before[..from].ends_with('.')).then(|| &before[from..])
    })
}
