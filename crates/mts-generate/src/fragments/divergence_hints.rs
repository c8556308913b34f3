//! Counts code in a fragment that the table of divergences lists.
//!
//! The tool tests fragments with many such places first.

use mts_lang::ir::{Kind, Tree};
use mts_model::divergences::{self, JavaCode, OperandTypes};
use mts_model::{JavaType, NodeId, Primitive};

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
    match (code, tree.kind(id)) {
        (JavaCode::Binary(op, types), Kind::Binary(own)) => op == *own && has_types(tree, id, types),
        (JavaCode::CompoundAssignment, Kind::AugAssign(_))
        | (JavaCode::Increment, Kind::Increment(_))
        | (JavaCode::Cast, Kind::Cast(_)) => true,
        (JavaCode::NestedArray, Kind::NewArray { dims, .. }) => *dims > 1,
        (JavaCode::Constant(name), Kind::Attribute(own)) | (JavaCode::Call(name), Kind::Call { name: own, .. }) => {
            name == own
        }
        _ => false,
    }
}

fn has_types(tree: &Tree, id: NodeId, types: OperandTypes) -> bool {
    let operands = || tree.children(id).iter().map(|side| &tree.node(*side).ty);
    match types {
        OperandTypes::Any => true,
        OperandTypes::Numbers => tree.node(id).ty.unboxed().is_some(),
        OperandTypes::Characters => operands().any(|ty| ty.unboxed() == Some(Primitive::Char)),
        OperandTypes::Booleans => operands().next().is_some_and(JavaType::is_boolean),
        OperandTypes::References => operands().all(|ty| ty.primitive().is_none()),
        OperandTypes::Boxes => operands().all(|ty| matches!(ty, JavaType::Boxed(_))),
    }
}
