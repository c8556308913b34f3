//! Finds loops that can be removed so that the rest still compiles: they do not leave the function, and no later code
//! needs a value from their header.

use super::{ParsedFunction, names};
use mts_lang::ir::{Form, Kind};
use mts_model::{Language, NodeId};

/// The `for` and `while` loops that can be removed.
pub(super) fn removable(side: ParsedFunction<'_>) -> Vec<NodeId> {
    let tree = side.tree;
    let is_loop = |id: &NodeId| matches!(tree.kind(*id), Kind::While | Kind::For { .. } | Kind::ForEach);
    tree.preorder(tree.root).into_iter().filter(is_loop).filter(|id| can_go(side, *id)).collect()
}

fn can_go(side: ParsedFunction<'_>, id: NodeId) -> bool {
    let tree = side.tree;
    let inside = tree.preorder(id);
    let leaves = inside.iter().any(|at| matches!(tree.kind(*at), Kind::Return | Kind::Throw | Kind::Yield));
    // Opaque code may leave the function.
    if leaves || names::has_word(tree.text(id, &side.file.text), "return") || tree.node(id).is_virtual {
        return false;
    }
    let children = tree.children(id);
    match tree.kind(id) {
        // An infinite loop can only be left from inside.
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

/// Whether a condition depends on a variable, or on a call.
fn varies(side: ParsedFunction<'_>, condition: NodeId) -> bool {
    let depends = |id: &NodeId| matches!(side.tree.kind(*id), Kind::Name(_) | Kind::Call { .. });
    side.tree.preorder(condition).iter().any(depends)
}

/// The variables that a `for`'s initialisers assign without declaring them.
fn assigned(side: ParsedFunction<'_>, id: NodeId) -> Vec<String> {
    let Kind::For { inits, .. } = side.tree.kind(id) else { return Vec::new() };
    let heads = side.tree.children(id).iter().take(*inits);
    let targets = heads.flat_map(|head| side.tree.preorder(*head)).filter_map(|at| match side.tree.kind(at) {
        Kind::Assign => side.tree.child(at, 0),
        _ => None,
    });
    targets.filter_map(|target| name(side, target)).map(str::to_owned).collect()
}

/// Whether a variable is definitely assigned without the loop: by its declaration, as a parameter or field, or because
/// only the loop uses it.
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
