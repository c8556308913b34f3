//! ROR: relational operators replaced, and the whole comparison by `true` and `false`.

use super::context::Context;
use crate::lang::core::Kind;
use crate::model::{BinaryOp, Change, NodeId};

/// A comparison of numbers becomes each of the five others, `true` and `false`; `==` and `!=` on
/// anything else become each other.
pub(super) fn ror(context: &Context<'_>) -> Vec<Change> {
    const ORDER: [BinaryOp; 6] = [BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Eq, BinaryOp::Ne];
    let mut changes = Vec::new();
    for node in context.postorder() {
        let Kind::Binary(own) = context.kind(node) else { continue };
        if !own.is_relational() {
            continue;
        }
        if is_numeric(context, node, *own) {
            changes.extend(ORDER.into_iter().filter(|op| op != own).map(|op| Change::ReplaceOperator { node, op }));
            changes.extend([true, false].map(|value| Change::ReplaceByBoolean { node, value }));
        } else if *own == BinaryOp::Eq {
            changes.push(Change::ReplaceOperator { node, op: BinaryOp::Ne });
        } else if *own == BinaryOp::Ne {
            changes.push(Change::ReplaceOperator { node, op: BinaryOp::Eq });
        }
    }
    changes
}

/// Whether numbers are compared. muJava asks for two primitive types. Java's own rules say more:
/// `<` compares nothing but numbers, and `==` beside a number unboxes the other side.
fn is_numeric(context: &Context<'_>, node: NodeId, op: BinaryOp) -> bool {
    let sides = context.tree.children(node);
    let arithmetic = sides.iter().filter(|side| context.is_arith(**side)).count();
    if context.is_mujava() { arithmetic == 2 } else { !matches!(op, BinaryOp::Eq | BinaryOp::Ne) || arithmetic > 0 }
}
