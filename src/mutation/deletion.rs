//! Operands and operators deleted: VDL variables, CDL constants, ODL operators. The first two are
//! almost always subsets of the third, as they are in muJava.

use super::context::Context;
use crate::lang::core::Kind;
use crate::model::{Change, NodeId};

/// A binary operator loses the operand that is a variable or array element; a unary operator on
/// one goes altogether.
pub(super) fn vdl(context: &Context<'_>) -> Vec<Change> {
    deleted(context, |id| context.is_var(id) || context.is_index(id))
}

/// Like VDL for constants: whatever is none of muJava's other kinds of operand, in practice
/// literals and `this`.
pub(super) fn cdl(context: &Context<'_>) -> Vec<Change> {
    deleted(context, |id| match context.kind(id) {
        Kind::Literal(_) | Kind::InstanceOf(_) | Kind::Opaque("class_literal") => true,
        Kind::Name(name) => name == "this",
        _ => false,
    })
}

fn deleted(context: &Context<'_>, is_deleted: impl Fn(NodeId) -> bool) -> Vec<Change> {
    let mut changes = Vec::new();
    for node in context.postorder() {
        let children = context.tree.children(node);
        match (context.kind(node), children) {
            (Kind::Binary(_), [left, right]) => {
                if is_deleted(*left) {
                    changes.push(Change::KeepOperand { node, left: false });
                }
                if is_deleted(*right) {
                    changes.push(Change::KeepOperand { node, left: true });
                }
            }
            // What is left of a statement or update is nothing; of a value it would be no program.
            (Kind::Unary(_) | Kind::Increment(_), [operand])
                if is_deleted(*operand) && (context.is_mujava() || context.is_unused(node)) =>
            {
                changes.push(Change::Blank { node });
            }
            _ => {}
        }
    }
    changes
}

/// Every binary operator is replaced by each of its operands, every unary one by its operand, and
/// a compound assignment becomes a plain one.
pub(super) fn odl(context: &Context<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for node in context.postorder() {
        match context.kind(node) {
            Kind::Binary(_) => changes.extend([true, false].map(|left| Change::KeepOperand { node, left })),
            Kind::Unary(_) => changes.push(Change::DeleteUnary { node }),
            Kind::Increment(_) if context.is_mujava() || !context.is_unused(node) => {
                changes.push(Change::DeleteIncrement { node });
            }
            Kind::AugAssign(_) => changes.push(Change::ReplaceAssignOperator { node, op: None }),
            _ => {}
        }
    }
    changes
}
