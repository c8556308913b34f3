//! What looks alike in both languages and is not: operators and calls at which ports go wrong most, counted
//! so that the pieces that hold them are tried first.

use mts_lang::ir::{Kind, Tree};
use mts_model::{BinaryOp, JavaType, NodeId, Primitive};

/// Calls that mean another thing in Python, or are often ported to something near.
const CALLS: &[&str] = &[
    "round",
    "rint",
    "floorMod",
    "floorDiv",
    "abs",
    "pow",
    "sqrt",
    "split",
    "substring",
    "replaceAll",
    "trim",
    "compareTo",
    "hashCode",
    "parseInt",
    "valueOf",
    "toString",
    "sort",
    "remove",
    "indexOf",
    "format",
    "charAt",
    "isDigit",
    "isLetter",
    "toUpperCase",
    "toLowerCase",
    "equals",
    "toBinaryString",
    "toHexString",
    "bitCount",
    "clone",
    "asList",
];

/// Number of such places in and below these nodes.
#[must_use]
pub fn hints(tree: &Tree, nodes: &[NodeId]) -> usize {
    nodes.iter().flat_map(|node| tree.preorder(*node)).filter(|id| is_hint(tree, *id)).count()
}

/// Whether objects of wrapper classes are compared by identity in or below these nodes: which of them are one object
/// is the JDK's cache's to say, and most likely nobody meant to ask it.
#[must_use]
pub fn compares_boxes(tree: &Tree, nodes: &[NodeId]) -> bool {
    nodes.iter().flat_map(|node| tree.preorder(*node)).any(|id| {
        matches!(tree.kind(id), Kind::Binary(BinaryOp::Eq | BinaryOp::Ne))
            && tree.children(id).iter().all(|side| matches!(tree.node(*side).ty, JavaType::Boxed(_)))
    })
}

fn is_hint(tree: &Tree, id: NodeId) -> bool {
    let ty = |at: usize| tree.child(id, at).map(|child| tree.node(child).ty.clone()).unwrap_or_default();
    let is_char = |at: usize| ty(at).unboxed() == Some(Primitive::Char);
    match tree.kind(id) {
        Kind::Binary(op) => match op {
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shr | BinaryOp::Ushr | BinaryOp::Shl | BinaryOp::Mul => true,
            BinaryOp::Add | BinaryOp::Sub => tree.node(id).ty.unboxed().is_some() || is_char(0) || is_char(1),
            BinaryOp::Eq | BinaryOp::Ne => ty(0).primitive().is_none() && ty(1).primitive().is_none(),
            BinaryOp::BitAnd | BinaryOp::BitOr => ty(0).is_boolean(),
            _ => false,
        },
        Kind::AugAssign(_) | Kind::Cast(_) | Kind::Increment(_) => true,
        Kind::NewArray { dims, .. } => *dims > 1,
        Kind::Attribute(name) => matches!(name.as_str(), "MIN_VALUE" | "MAX_VALUE"),
        Kind::Call { name, .. } => CALLS.contains(&name.as_str()),
        _ => false,
    }
}
