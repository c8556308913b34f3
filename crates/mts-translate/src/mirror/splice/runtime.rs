//! What of the support module goes into the function along with a splice.

use super::splicer::Splicer;
use crate::mirror::edits::desugar_range;
use crate::mirror::edits::edit_builder::EditBuilder;
use crate::transpiler::{FragmentTranslation, definitions};
use mts_model::TextEdit;
use mts_model::span::apply;

/// Most lines of the support module that a splice may bring along.
const MOST_DEFINITIONS: usize = 60;

impl Splicer<'_> {
    /// Whether a name of the port's own hides one of Python's that a fragment uses, or a helper would hide the
    /// port's.
    pub(super) fn hides(&self, made: &FragmentTranslation) -> bool {
        let plan = EditBuilder::new(&self.alignment.port, self.source.python, &self.source.pair.python);
        let is_hidden = |line: &String| called(line).any(|name| plan.is_local(name));
        made.lines.iter().any(is_hidden) || made.uses.iter().any(|name| name != "math" && self.words.contains(name))
    }

    /// Edits with the definitions before them that a fragment needs.
    pub(super) fn with_definitions(
        &self,
        made: &FragmentTranslation,
        mut edits: Vec<TextEdit>,
    ) -> Option<Vec<TextEdit>> {
        let (port, file) = (&self.alignment.port, self.source.python);
        let needed = definitions(&made.uses);
        if needed.len() > MOST_DEFINITIONS {
            return None;
        }
        if !needed.is_empty() {
            let first = port.node(*port.children(port.root).first()?).span.start;
            let indent = desugar_range::indentation(&file.text, first)?;
            let all: String = needed.iter().map(|line| format!("{}\n{indent}", lenient(line))).collect();
            edits.insert(0, TextEdit::insert(first, all));
            let text = apply(&file.text, &edits)?;
            mts_lang::python::parses(&text).then_some(())?;
        }
        Some(edits)
    }
}

/// A line of a definition; what wraps whole numbers leaves others as they are, such as the infinity that a port
/// has for Java's largest number.
fn lenient(line: &str) -> String {
    let wraps = line.trim_start().starts_with("return (x + 0x") && line.contains(") - 0x");
    if wraps { format!("{line} if x.__class__ is (0).__class__ else x") } else { line.to_owned() }
}

/// The words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The plain names that a line calls.
fn called(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices('(').filter_map(|(at, _)| {
        let before = &line[..at];
        let from = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |found| found + 1);
        (from < at && !before[..from].ends_with('.')).then(|| &before[from..])
    })
}
