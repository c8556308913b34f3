//! Finds loops whose removal leaves code that compiles.
//!
//! Such a loop does not leave the function, and no later code needs a value from the loop header.

use super::{ParsedFunction, names};
use mts_lang::ir::{Form, Kind};
use mts_model::{Language, NodeId};

/// Returns the `for` and `while` loops that can be removed.
pub(super) fn removable(side: ParsedFunction<'_>) -> Vec<NodeId> {
    let tree = side.tree;
    let is_loop = |id: &NodeId| matches!(tree.kind(*id), Kind::While | Kind::For { .. } | Kind::ForEach);
    tree.preorder(tree.root).into_iter().filter(is_loop).filter(|id| can_go(side, *id)).collect()
}

fn can_go(side: ParsedFunction<'_>, id: NodeId) -> bool {
    let tree = side.tree;
    let inside = tree.preorder(id);
    let leaves = inside.iter().any(|at| matches!(tree.kind(*at), Kind::Return | Kind::Throw | Kind::Yield));
    // Opaque code may contain a `return`.
    if leaves || names::has_word(tree.text(id, &side.file.text), "return") || tree.node(id).is_virtual {
        return false;
    }
    let children = tree.children(id);
    match tree.kind(id) {
        // Keep a loop with a constant condition, because the loop is infinite.
        Kind::While => children.len() == 2 && children.first().is_some_and(|condition| varies(side, *condition)),
        Kind::For { inits, has_condition, .. } => {
            let ends = tree.node(id).form == Form::Range
                || (*has_condition && children.get(*inits).is_some_and(|condition| varies(side, *condition)));
            ends && (side.file.language == Language::Python
                || assigned(side, id).iter().all(|name| is_set_before(side, id, name)))
        }
        _ => true,
    }
}

/// Reports whether a condition depends on a variable or on a call.
fn varies(side: ParsedFunction<'_>, condition: NodeId) -> bool {
    let depends = |id: &NodeId| matches!(side.tree.kind(*id), Kind::Name(_) | Kind::Call { .. });
    side.tree.preorder(condition).iter().any(depends)
}

/// Returns the variables that the initialisers of a `for` assign and do not declare.
fn assigned(side: ParsedFunction<'_>, id: NodeId) -> Vec<String> {
    let Kind::For { inits, .. } = side.tree.kind(id) else { return Vec::new() };
    let heads = side.tree.children(id).iter().take(*inits);
    let targets = heads.flat_map(|head| side.tree.preorder(*head)).filter_map(|at| match side.tree.kind(at) {
        Kind::Assign => side.tree.child(at, 0),
        _ => None,
    });
    targets.filter_map(|target| name(side, target)).map(str::to_owned).collect()
}

/// Reports whether a variable has a value without the loop.
///
/// The value comes from its declaration, a parameter or a field. A variable that only the loop uses
/// needs no value.
fn is_set_before(side: ParsedFunction<'_>, id: NodeId, wanted: &str) -> bool {
    let tree = side.tree;
    let mut declared_bare = false;
    let mut elsewhere = false;
    for at in tree.preorder(tree.root) {
        if name(side, at) != Some(wanted) {
            continue;
        }
        match tree.node(at).parent {
            Some(parent) if *tree.kind(parent) == Kind::Declare && tree.child(parent, 0) == Some(at) => {
                declared_bare |= tree.children(parent).len() == 1;
            }
            _ => elsewhere |= at != id && !tree.ancestors(at).any(|above| above == id),
        }
    }
    !(declared_bare && elsewhere)
}

fn name<'t>(side: ParsedFunction<'t>, id: NodeId) -> Option<&'t str> {
    match side.tree.kind(id) {
        Kind::Name(name) => Some(name),
        _ => None,
    }
}
