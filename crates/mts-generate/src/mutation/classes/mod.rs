//! Class-level mutation operators of muJava (Ma, Kwon, Offutt 2002) on one Java file.
//!
//! The module has the operators whose changes are also possible in a Python class. An operator returns each change
//! in two forms: as names of classes, methods and fields, and as text edits of the Java file. `mts-translate` makes
//! the named change in the port. The operators run only on request, because the score of the paper is method-level.

mod calls;
mod fields;
mod file_classes;
mod inheritance;
mod nodes;

pub use nodes::ClassOperatorRule;

use file_classes::FileClasses;
use mts_lang::SourceFile;
use mts_model::{
    Change, ClassChange, Function, FunctionKind, Mutant, NodeId as TreeNode, Operator, Span, TextEdit, span,
};
use nodes::{ClassChanges, arguments, called, replace, sites, within};
use std::sync::OnceLock;

/// Largest number of characters of one side of a summary.
const WIDEST: usize = 60;

/// A class-level mutant, with its change in terms of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassMutant {
    /// The mutant. Its own field `change` is [`Change::Opaque`], without a node of a tree.
    pub mutant: Mutant,
    /// The change.
    pub change: ClassChange,
}

impl ClassMutant {
    /// Reports whether the change is inside the body of this function.
    #[must_use]
    pub fn is_inside(&self, function: &Function) -> bool {
        let Some(site) = self.change.site() else { return false };
        let is_method = match function.kind {
            FunctionKind::Constructor => site.method == "<init>",
            _ => site.method == function.name,
        };
        is_method
            && function.scope.last() == Some(&site.class)
            && self.mutant.edits.iter().all(|edit| function.body.contains(edit.span))
    }

    /// Reports whether all edits are inside the declaration of this function.
    #[must_use]
    pub fn is_of(&self, function: &Function) -> bool {
        self.mutant.edits.iter().all(|edit| function.span.contains(edit.span))
    }
}

/// Returns the rules of the implemented class-level operators, in muJava's order.
#[must_use]
pub fn rules() -> Vec<&'static ClassOperatorRule> {
    let families = [calls::RULES, fields::RULES, inheritance::RULES];
    let mut rules: Vec<&ClassOperatorRule> = families.into_iter().flatten().collect();
    rules.sort_by_key(|rule| rule.operator);
    rules
}

/// The class-level changes of one file. The first use finds them; all pairs of the file share them.
#[derive(Default)]
pub struct ClassChangesOfFile(OnceLock<Vec<(Operator, ClassChange, Vec<TextEdit>)>>);

impl ClassChangesOfFile {
    /// Returns the class-level mutants of the file, by operator, then in source order.
    ///
    /// Every call must pass the same file. `key` is the key of the pair, a part of the ids.
    #[must_use]
    pub fn mutants(&self, file: &SourceFile, key: &str, operators: &[Operator]) -> Vec<ClassMutant> {
        if !operators.iter().any(|operator| operator.is_class_level()) {
            return Vec::new();
        }
        let all = self.0.get_or_init(|| changes(file)).iter();
        let wanted = all.filter(|(operator, ..)| operators.contains(operator));
        wanted.filter_map(|(operator, change, edits)| class_mutant(&file.text, key, *operator, change, edits)).collect()
    }
}

/// Returns the changes of all operators.
fn changes(file: &SourceFile) -> Vec<(Operator, ClassChange, Vec<TextEdit>)> {
    let Some(shape) = FileClasses::parse(&file.text) else { return Vec::new() };
    let found = |rule: &ClassOperatorRule| (rule.find)(&shape).into_iter();
    rules().into_iter().flat_map(|rule| found(rule).map(|(change, edits)| (rule.operator, change, edits))).collect()
}

/// Returns the id of a class-level mutant for this key of its pair.
#[must_use]
pub fn id_under(key: &str, operator: Operator, change: &ClassChange) -> String {
    // A change has no map and no floating-point number, so it always has a JSON form.
    let change = serde_json::to_string(change).unwrap_or_default();
    let mut hasher = blake3::Hasher::new();
    for part in [key, "class mutant", operator.name(), &change] {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    format!("MTS-{}", &hasher.finalize().to_hex()[..12])
}

fn class_mutant(
    text: &str,
    key: &str,
    operator: Operator,
    change: &ClassChange,
    edits: &[TextEdit],
) -> Option<ClassMutant> {
    let first = edits.iter().map(|edit| edit.span).min_by_key(|span| span.start)?;
    let id = id_under(key, operator, change);
    let last = edits.iter().map(|edit| edit.span.end).max().unwrap_or(first.end);
    let (start, end) = (line_start(text, first.start), text[last..].find('\n').map_or(text.len(), |at| last + at));
    let moved =
        |edit: &TextEdit| TextEdit::new(Span::new(edit.span.start - start, edit.span.end - start), edit.text.clone());
    let after = span::apply(&text[start..end], &edits.iter().map(moved).collect::<Vec<_>>())?;
    let after = if after.trim().is_empty() { "(deleted)".to_owned() } else { short(&after) };
    let summary = format!("{} => {after}", short(&text[start..end]));
    let line = first.line(text);
    let edits = edits.to_vec();
    let mutant = Mutant { id, operator, change: Change::Opaque { node: TreeNode(0) }, edits, line, summary };
    Some(ClassMutant { mutant, change: change.clone() })
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(WIDEST) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line,
    }
}
