//! Instruments both languages to record the values of a fragment's variables at each entry.

use super::recorded_site::{RecordedSite, nested};
use super::{FragmentCounterpart, indentation};
use crate::fragments::{Fragment, FragmentKind};
use mts_lang::ir::Tree;
use mts_model::TextEdit;
use mts_model::injected_names::{java_package, python_recorder};

/// Returns edits of the Java file that record the entry states of these fragments.
#[must_use]
pub fn java(tree: &Tree, fragments: &[(u32, &Fragment)]) -> Vec<TextEdit> {
    let places = fragments.iter().map(|(at, fragment)| {
        let values = fragment.variables().map(|v| v.name.as_str()).collect::<Vec<_>>().join(", ");
        let state = format!("{}.StateRecorder.at({at}, new Object[] {{ {values} }})", java_package());
        let is_block = fragment.kind != FragmentKind::Expression;
        // A condition already has parentheses. Insert the call inside the parentheses.
        let span = fragment.nodes.first().filter(|_| !is_block).map_or(fragment.span, |node| tree.node(*node).span);
        match is_block {
            true => RecordedSite { span, is_block, open: format!("{state}; "), close: String::new() },
            false => RecordedSite {
                span,
                is_block,
                open: format!("{}.StateRecorder.then({state}, ", java_package()),
                close: ")".to_owned(),
            },
        }
    });
    nested(places.collect())
}

/// Returns edits of the port that record the entry states of these counterparts.
///
/// The recorder evaluates the variables in a lambda, so that it can report an unassigned variable.
#[must_use]
pub fn python(source: &str, parts: &[(u32, &FragmentCounterpart)]) -> Vec<TextEdit> {
    let places = parts.iter().map(|(at, part)| {
        let names: String = part.names.iter().map(|name| format!("{}, ", name.as_deref().unwrap_or("None"))).collect();
        let state = format!("{}({at}, lambda: ({names}))", python_recorder());
        match part.is_block {
            true => {
                let next = indentation(source, part.span.start).map_or("; ".to_owned(), |indent| format!("\n{indent}"));
                RecordedSite { span: part.span, is_block: true, open: format!("{state}{next}"), close: String::new() }
            }
            false => {
                RecordedSite { span: part.span, is_block: false, open: format!("({state}, "), close: ")[1]".to_owned() }
            }
        }
    });
    nested(places.collect())
}
