//! Counts the code of a fragment that the table of divergences lists.
//!
//! The table lists Java code that Python code with the same form can compute differently. The tool tests fragments
//! with much of such code first.

use mts_lang::ir::{Kind, Tree};
use mts_model::NodeId;
use mts_model::divergences::{self, JavaCode, OperandTypes};

/// Returns the number of nodes in and below `nodes` that may have a divergence.
#[must_use]
pub fn hints(tree: &Tree, nodes: &[NodeId]) -> usize {
    let is_hint = |id: &NodeId| divergences::all().flat_map(|row| row.code).any(|code| is_at(tree, *id, *code));
    nodes.iter().flat_map(|node| tree.preorder(*node)).filter(is_hint).count()
}

/// Reports whether code in or below these nodes compares boxed objects by identity.
///
/// The JDK's cache decides whether two equal boxes are one object, so the comparison is most likely
/// a fault.
#[must_use]
pub fn compares_boxes(tree: &Tree, nodes: &[NodeId]) -> bool {
    let is_comparison = |code: &&JavaCode| matches!(code, JavaCode::Binary(_, OperandTypes::Boxes));
    let comparisons: Vec<&JavaCode> = divergences::all().flat_map(|row| row.code).filter(is_comparison).collect();
    let compares = |id: NodeId| comparisons.iter().any(|code| is_at(tree, id, **code));
    nodes.iter().flat_map(|node| tree.preorder(*node)).any(compares)
}

/// Reports whether a node is code of this kind.
fn is_at(tree: &Tree, id: NodeId, code: JavaCode) -> bool {
    let kind = tree.kind(id);
    match code {
        JavaCode::Binary(op, types) => matches!(kind, Kind::Binary(own) if op == *own) && has_types(tree, id, types),
        JavaCode::CompoundAssignment => matches!(kind, Kind::AugAssign(_)),
        JavaCode::Increment => matches!(kind, Kind::Increment(_)),
        JavaCode::Cast => matches!(kind, Kind::Cast(_)),
        JavaCode::NestedArray => matches!(kind, Kind::NewArray { dims, .. } if *dims > 1),
        JavaCode::Constant(name) => matches!(kind, Kind::Attribute(own) if name == own),
        JavaCode::Call(name) => matches!(kind, Kind::Call { name: own, .. } if name == own),
    }
}

/// Reports whether a binary operator has operands of these types.
fn has_types(tree: &Tree, id: NodeId, types: OperandTypes) -> bool {
    let [left, right] = tree.children(id) else { return false };
    types.holds([&tree.node(*left).ty, &tree.node(*right).ty], &tree.node(id).ty)
}
