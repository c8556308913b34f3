//! Arithmetic operators: AORB replaces a binary one, AOIU inserts a unary minus, AODU deletes a
//! unary sign.

use super::context::Context;
use crate::lang::core::Kind;
use crate::model::{BinaryOp, Change, NodeId, UnaryOp};

/// Every arithmetic binary operator becomes each of the other four.
pub(super) fn aorb(context: &Context<'_>) -> Vec<Change> {
    const ORDER: [BinaryOp; 5] = [BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem, BinaryOp::Add, BinaryOp::Sub];
    let mut changes = Vec::new();
    for node in context.postorder() {
        if let Kind::Binary(own) = context.kind(node)
            && own.is_arithmetic()
            && context.is_arith(node)
        {
            changes.extend(ORDER.into_iter().filter(|op| op != own).map(|op| Change::ReplaceOperator { node, op }));
        }
    }
    changes
}

/// A unary minus before every arithmetic variable or field.
pub(super) fn aoiu(context: &Context<'_>) -> Vec<Change> {
    let mut sites = Vec::new();
    if context.is_mujava() {
        aoiu_sites(context, context.tree.root, &mut sites);
    } else {
        sites = context.postorder();
        sites.retain(|id| {
            context.is_var_or_field(*id)
                && context.is_arith(*id)
                && !context.is_target(*id)
                && !is_negation_elsewhere(context, *id)
        });
    }
    sites.into_iter().map(|node| Change::InsertUnary { node, op: UnaryOp::Neg }).collect()
}

/// muJava's descent: a binary operator decides which of its sides are entered.
fn aoiu_sites(context: &Context<'_>, id: NodeId, sites: &mut Vec<NodeId>) {
    if context.is_unary(id) {
        return;
    }
    let children = context.inner(id);
    let entered = match context.kind(id) {
        Kind::Assign | Kind::AugAssign(_) => &children[1.min(children.len())..],
        Kind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Rem) => &children[..1.min(children.len())],
        Kind::Binary(BinaryOp::Mul | BinaryOp::Div) => {
            let is_plain = children.iter().all(|child| context.is_var_or_field(*child));
            if is_plain { &children[..1.min(children.len())] } else { children }
        }
        Kind::Binary(op) if op.is_relational() => children,
        Kind::Binary(_) => &[],
        _ => children,
    };
    for child in entered {
        aoiu_sites(context, *child, sites);
    }
    if context.is_var_or_field(id) && context.is_arith(id) {
        sites.push(id);
    }
}

/// Whether negating the node is the same as another mutant or as nothing at all. A sign passes
/// through products: `a * -b` is `-a * b`, `a + -b` is AORB's `a - b`, and in Java `a % -b` is
/// `a % b`.
fn is_negation_elsewhere(context: &Context<'_>, id: NodeId) -> bool {
    let mut at = id;
    while let Some(parent) = context.parent(at) {
        let is_right = context.position(at) == 1;
        match context.kind(parent) {
            Kind::Binary(BinaryOp::Mul | BinaryOp::Div) => {
                let left = context.tree.children(parent)[0];
                if is_right && context.is_var_or_field(left) && context.is_arith(left) {
                    return true;
                }
            }
            Kind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Rem) => {
                return is_right && context.is_arith(parent);
            }
            _ => return false,
        }
        at = parent;
    }
    false
}

/// A unary sign goes.
pub(super) fn aodu(context: &Context<'_>) -> Vec<Change> {
    let mut sites = Vec::new();
    if context.is_mujava() {
        aodu_sites(context, context.tree.root, &mut sites);
    } else {
        sites = context.postorder();
        sites.retain(|id| is_sign(context, *id));
    }
    sites.into_iter().map(|node| Change::DeleteUnary { node }).collect()
}

fn is_sign(context: &Context<'_>, id: NodeId) -> bool {
    matches!(context.kind(id), Kind::Unary(UnaryOp::Neg | UnaryOp::Plus)) && context.is_arith(id)
}

/// muJava's descent: below a binary operator only the left side of `+ - %`.
fn aodu_sites(context: &Context<'_>, id: NodeId, sites: &mut Vec<NodeId>) {
    if is_sign(context, id) {
        sites.push(id);
    }
    if context.is_unary(id) {
        return;
    }
    let children = context.inner(id);
    let entered = match context.kind(id) {
        Kind::Assign | Kind::AugAssign(_) => &children[1.min(children.len())..],
        Kind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Rem) if context.is_arith(id) => {
            &children[..1.min(children.len())]
        }
        Kind::Binary(_) => &[],
        _ => children,
    };
    for child in entered {
        aodu_sites(context, *child, sites);
    }
}
