//! Rewrites `range` loops as `while` loops that behave like Java's `for`.
//!
//! The `while` loop evaluates the bound before each iteration, and also runs the update on `continue`. In the body of a
//! `while` loop, a mutant can assign the loop variable.

use super::edit_builder::{EditBuilder, UnmirroredReason};
use crate::mirror::match_rules::LoopParts;
use mts_lang::ir::{Form, Kind, Tree};
use mts_model::{NodeId, Span, TextEdit};
use std::collections::BTreeSet;

/// Reports whether a node is a `range` loop.
pub(in crate::mirror) fn is_range(tree: &Tree, id: NodeId) -> bool {
    matches!(tree.kind(id), Kind::For { .. }) && tree.node(id).form == Form::Range
}

/// Returns the names that a node reads or assigns.
pub(in crate::mirror) fn names(tree: &Tree, id: NodeId) -> Vec<String> {
    tree.preorder(id)
        .into_iter()
        .filter_map(|at| match tree.kind(at) {
            Kind::Name(name) => Some(name.clone()),
            _ => None,
        })
        .collect()
}

/// Returns the names in the header of a `range` loop: variable, start, bound and step.
pub(in crate::mirror) fn header_names(tree: &Tree, id: NodeId) -> BTreeSet<String> {
    let children = tree.children(id);
    let header = children.split_last().map_or(&[][..], |(_, header)| header);
    header.iter().flat_map(|part| names(tree, *part)).collect()
}

/// Returns the edits of the builder and the edits that rewrite these loops.
///
/// The text of the new headers already includes the builder's edits inside the headers.
pub(in crate::mirror) fn open(plan: &EditBuilder<'_>, loops: &[NodeId]) -> Result<Vec<TextEdit>, UnmirroredReason> {
    let mut opening = Vec::new();
    let mut taken = Vec::new();
    // Handle inner loops first. If two updates have the same position, the inner update must come first.
    let mut order = loops.to_vec();
    order.sort_by_key(|id| std::cmp::Reverse(plan.port.ancestors(*id).count()));
    for id in order {
        let header = desugar_loop(plan, id, &mut opening)?;
        taken.push(header);
    }
    let mut out: Vec<TextEdit> = plan.edits.clone();
    out.retain(|edit| !taken.iter().any(|header| header.contains(edit.span)));
    // Do not rewrite loops in code that the mutant removes.
    opening.retain(|edit| !out.iter().any(|own| own.span.start < edit.span.start && edit.span.end < own.span.end));
    out.extend(opening);
    Ok(out)
}

/// Rewrites one loop and returns the span of its old header.
fn desugar_loop(plan: &EditBuilder<'_>, id: NodeId, out: &mut Vec<TextEdit>) -> Result<Span, UnmirroredReason> {
    let (tree, source) = (plan.port, plan.file.text.as_str());
    let parts = LoopParts::from_node(tree, id);
    let ([init], Some(condition), [update]) = (parts.inits.as_slice(), parts.condition, parts.updates.as_slice())
    else {
        return Err("the mirror cannot desugar the loop".into());
    };
    // A `range` loop ignores assignments of its variable in the body, but a `while` loop does not.
    if tree.child(*init, 0).is_some_and(|variable| writes(tree, parts.body, tree.kind(variable))) {
        return Err("the body of the port's loop assigns the loop's variable".into());
    }
    let start = tree.node(id).span.start;
    let indent = indentation(source, start).ok_or("the mirror cannot desugar the loop")?;
    let header_end = tree.children(id)[..3]
        .iter()
        .flat_map(|part| tree.preorder(*part))
        .filter(|at| !tree.node(*at).is_virtual)
        .map(|at| tree.node(at).outer.end)
        .max()
        .unwrap_or(start);
    let body = tree.node(parts.body).span;
    let gap = source.get(header_end..body.start).ok_or("the mirror cannot desugar the loop")?;
    let colon = header_end + gap.find(':').ok_or("the mirror cannot desugar the loop")?;
    let header = Span::new(start, colon);
    let mut text = String::new();
    if !plan.without_init.contains(&id) {
        text = format!("{}\n{indent}", plan.text(*init));
    }
    text += &format!("while {}", plan.text(condition));
    out.push(TextEdit::new(header, text));

    let update = plan.text(*update);
    if update.is_empty() {
        return Ok(header);
    }
    for at in tree.preorder(parts.body) {
        let own = tree.ancestors(at).find(|a| is_loop(tree, *a)) == Some(id);
        if own && matches!(tree.kind(at), Kind::Continue { .. }) {
            out.push(TextEdit::insert(tree.node(at).span.start, format!("{update}; ")));
        }
    }
    if tree.node(parts.body).form == Form::Unbraced {
        out.push(TextEdit::insert(body.end, format!("; {update}")));
    } else {
        let indent = indentation(source, body.start).ok_or("the mirror cannot desugar the loop")?;
        out.push(TextEdit::insert(body.end, format!("\n{indent}{update}")));
    }
    Ok(header)
}

/// Reports whether a node, or a node below it, assigns the variable.
fn writes(tree: &Tree, id: NodeId, variable: &Kind) -> bool {
    let is = |target: &NodeId| match tree.kind(*target) {
        Kind::Tuple => tree.children(*target).iter().any(|part| tree.kind(*part) == variable),
        kind => kind == variable,
    };
    tree.preorder(id).into_iter().any(|at| match (tree.kind(at), tree.children(at)) {
        (Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) | Kind::ForEach | Kind::Walrus, [target, ..]) => {
            is(target)
        }
        _ => false,
    })
}

/// Reports whether a node is a loop.
///
/// A `continue` inside such a node belongs to this loop.
fn is_loop(tree: &Tree, id: NodeId) -> bool {
    tree.kind(id).is_loop() || matches!(tree.kind(id), Kind::Opaque("for_else"))
}

/// Returns the white space at the start of a statement's line.
///
/// `at` is the start of the statement. `None` if other code comes before the statement on its line.
pub(in crate::mirror) fn indentation(source: &str, at: usize) -> Option<&str> {
    let line = source[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let indent = &source[line..at];
    indent.trim().is_empty().then_some(indent)
}
