//! Parses a mutant's Java text again, and compares the result with the changed tree.
//!
//! A mutation tool may omit parentheses, and the text is then another expression. For example, `a - b * c` becomes
//! `a - b + c`, which groups the operands differently. Without this check, the port would get an edit that Java does
//! not have.

use crate::PairSource;
use mts_lang::SourceFile;
use mts_lang::ir::{Kind, Tree};
use mts_model::span::apply;
use mts_model::{Change, FunctionKind, Language, Mutant, NodeId};
use std::sync::Arc;

/// The result of parsing a mutant's text.
pub(super) enum Reparsed {
    /// The tree of the text is the changed tree. The module also returns this result if the check is not necessary or
    /// not possible.
    Expected,
    /// The tree of the text is another tree than the changed tree.
    Other(Arc<Tree>),
    /// The mutant's text does not parse.
    Unparsed,
}

/// Parses the mutant's text, and compares its tree with the changed tree. The check covers only changes that can
/// regroup operands.
pub(super) fn read(source: &PairSource<'_>, mutant: &Mutant) -> Reparsed {
    let tree = source.java_tree;
    let (at, expected) = match &mutant.change {
        Change::ReplaceOperator { node, op } => (
            *node,
            changed(tree, &|at| {
                if at == *node { NodeFate::Is(Kind::Binary(*op)) } else { NodeFate::Own }
            }),
        ),
        Change::KeepOperand { node, left } => (
            *node,
            changed(tree, &|at| {
                if at == *node { NodeFate::Child(usize::from(!left)) } else { NodeFate::Own }
            }),
        ),
        _ => return Reparsed::Expected,
    };
    // A changed operator cannot regroup operands if neither its parent nor an operand is an operator.
    let has_neighbours = tree.node(at).parent.is_some_and(|p| is_operator(tree.kind(p)))
        || tree.children(at).iter().any(|c| is_operator(tree.kind(*c)));
    if !has_neighbours || mutant.edits.is_empty() {
        return Reparsed::Expected;
    }
    let Some(text) = apply(&source.java.text, &mutant.edits) else { return Reparsed::Unparsed };
    let seen = read_again(source, &text);
    if seen.as_ref().is_some_and(|seen| kinds(seen) == expected) {
        return Reparsed::Expected;
    }
    // If even the original text gives another tree, the code around the function has an effect on the tree. The check
    // then has no result.
    let own: Vec<Kind> = changed(tree, &|_| NodeFate::Own);
    if read_again(source, &source.java.text).is_none_or(|seen| kinds(&seen) != own) {
        return Reparsed::Expected;
    }
    seen.map_or(Reparsed::Unparsed, Reparsed::Other)
}

fn kinds(tree: &Tree) -> Vec<Kind> {
    tree.preorder(tree.root).into_iter().map(|id| tree.kind(id).clone()).collect()
}

/// Parses the function alone, from the text of its Java file.
///
/// The parsed text is a class that contains only this function.
fn read_again(source: &PairSource<'_>, text: &str) -> Option<Arc<Tree>> {
    let function = &source.pair.java;
    let end = (text.len() + function.span.end).checked_sub(source.java.text.len())?;
    let own = text.get(function.span.start..end)?;
    let class = if function.kind == FunctionKind::Constructor { &function.name } else { "A" };
    let file = SourceFile::parse("A.java", format!("class {class} {{\n{own}\n}}\n"), Language::Java).ok()?;
    file.lower(file.functions.first()?)
}

/// The effect of the mutation on one node of the tree.
enum NodeFate {
    Own,
    Is(Kind),
    Child(usize),
}

/// Returns the kinds of the nodes of the changed tree, parents before children.
fn changed(tree: &Tree, step: &dyn Fn(NodeId) -> NodeFate) -> Vec<Kind> {
    let mut out = Vec::new();
    let mut todo = vec![tree.root];
    while let Some(id) = todo.pop() {
        match step(id) {
            NodeFate::Child(at) => {
                todo.extend(tree.child(id, at));
                continue;
            }
            NodeFate::Is(kind) => out.push(kind),
            NodeFate::Own => out.push(tree.kind(id).clone()),
        }
        todo.extend(tree.children(id).iter().rev());
    }
    out
}

fn is_operator(kind: &Kind) -> bool {
    matches!(kind, Kind::Binary(_) | Kind::Unary(_) | Kind::Conditional | Kind::Cast(_))
}
