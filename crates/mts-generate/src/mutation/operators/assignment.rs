//! ASRS replaces the operator of a compound assignment.

use crate::mutation::context::{Context, OperatorRule};
use mts_lang::ir::Kind;
use mts_model::{BinaryOp, Change, NodeId, Operator};

/// The rules of this file.
pub(super) const RULES: &[OperatorRule] = &[OperatorRule { operator: Operator::ASRS, find: asrs }];

const ARITHMETIC: [BinaryOp; 5] = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem];
const BITS: [BinaryOp; 3] = [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor];
const SHIFTS: [BinaryOp; 3] = [BinaryOp::Shl, BinaryOp::Shr, BinaryOp::Ushr];

/// Replaces the operator of a compound assignment by each other operator of its family.
fn asrs(context: &Context<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut todo = vec![context.tree.root];
    while let Some(id) = todo.pop() {
        if let Kind::AugAssign(own) = context.kind(id) {
            for op in others(context, *own) {
                changes.push(Change::ReplaceAssignOperator { node: id, op: Some(op) });
            }
        }
        // muJava does not enter an assignment, so it misses nested assignments.
        if !(context.is_mujava() && context.is_assignment(id)) {
            todo.extend(context.inner(id).iter().rev());
        }
    }
    changes.retain(|change| context.is_mujava() || is_numeric(context, change.node()));
    changes
}

fn others(context: &Context<'_>, own: BinaryOp) -> Vec<BinaryOp> {
    let family: &[BinaryOp] = if own.is_arithmetic() {
        &ARITHMETIC
    } else if own.is_bitwise() {
        &BITS
    } else if context.is_mujava() {
        // muJava has a fault: it writes `>>=` instead of `>>>=`, whatever the original operator.
        return if own == BinaryOp::Shl {
            vec![BinaryOp::Shr, BinaryOp::Shr]
        } else {
            vec![BinaryOp::Shl, BinaryOp::Shr]
        };
    } else {
        &SHIFTS
    };
    family.iter().copied().filter(|op| *op != own).collect()
}

/// Reports whether the target accepts every operator of the family.
///
/// A string accepts only `+=`.
fn is_numeric(context: &Context<'_>, node: NodeId) -> bool {
    let is_string = |id: &NodeId| context.tree.node(*id).ty == mts_model::JavaType::String;
    !context.tree.children(node).iter().any(is_string)
}

#[cfg(test)]
mod tests {
    use crate::mutation::test_support::{mujava, plain};
    use mts_model::Operator;

    #[test]
    fn asrs_replaces_an_assignment_operator_by_others_of_its_group() {
        assert_eq!(plain("void f(int a) { a += 2; }", Operator::ASRS), ["a -= 2;", "a *= 2;", "a /= 2;", "a %= 2;"]);
        assert_eq!(plain("void f(int a) { a &= 2; }", Operator::ASRS), ["a |= 2;", "a ^= 2;"]);
        assert_eq!(plain("void f(int a) { a <<= 2; }", Operator::ASRS), ["a >>= 2;", "a >>>= 2;"]);
        assert!(plain("void f(String a) { a += 2; }", Operator::ASRS).is_empty());
    }

    #[test]
    fn the_mujava_profile_has_mujavas_error_with_shifts_and_its_mutants_of_strings() {
        assert_eq!(mujava("void f(int a) { a <<= 2; }", Operator::ASRS), ["a >>= 2;", "a >>= 2;"]);
        assert_eq!(mujava("void f(int a) { a >>= 2; }", Operator::ASRS), ["a <<= 2;", "a >>= 2;"]);
        assert_eq!(mujava("void f(String a) { a += 2; }", Operator::ASRS).len(), 4);
        assert_eq!(mujava("void f(int a, int b) { a = b += 2; }", Operator::ASRS).len(), 0);
    }
}
