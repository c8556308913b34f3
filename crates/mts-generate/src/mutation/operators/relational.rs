//! ROR replaces relational operators, and replaces a whole comparison by `true` and `false`.

use crate::mutation::context::{Context, OperatorRule};
use mts_lang::ir::Kind;
use mts_model::{BinaryOp, Change, NodeId, Operator};

/// The rules of this file.
pub(super) const RULES: &[OperatorRule] = &[OperatorRule { operator: Operator::ROR, find: ror }];

/// Replaces a comparison of numbers by the five other comparisons, `true` and `false`.
///
/// On other types the function swaps `==` and `!=`.
fn ror(context: &Context<'_>) -> Vec<Change> {
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

/// Reports whether the operator compares numbers.
///
/// muJava requires two primitive types. Java's rules allow more: `<` compares only numbers, and
/// `==` with a number on one side unboxes the other operand.
fn is_numeric(context: &Context<'_>, node: NodeId, op: BinaryOp) -> bool {
    let sides = context.tree.children(node);
    let arithmetic = sides.iter().filter(|side| context.is_arith(**side)).count();
    if context.is_mujava() { arithmetic == 2 } else { !matches!(op, BinaryOp::Eq | BinaryOp::Ne) || arithmetic > 0 }
}

#[cfg(test)]
mod tests {
    use crate::mutation::test_support::{mujava, plain};
    use mts_model::Operator;

    #[test]
    fn ror_makes_seven_mutants_of_numbers_and_one_of_references() {
        let mutants = plain("boolean f(int a, int b) { return a < b; }", Operator::ROR);
        assert_eq!(
            mutants,
            [
                "return a > b;",
                "return a >= b;",
                "return a <= b;",
                "return a == b;",
                "return a != b;",
                "return true;",
                "return false;"
            ]
        );
        assert_eq!(plain("boolean f(String a) { return a == null; }", Operator::ROR), ["return a != null;"]);
        assert_eq!(mujava("boolean f(Integer a, int b) { return a < b; }", Operator::ROR).len(), 0);
        assert_eq!(mujava("boolean f(Integer a, int b) { return a == b; }", Operator::ROR).len(), 1);
        assert_eq!(plain("boolean f(Integer a, int b) { return a == b; }", Operator::ROR).len(), 7);
    }

    #[test]
    fn ror_makes_no_constant_loop_condition_that_java_refuses() {
        let mutants = plain("int f(int n) { while (n > 0) { n = n - 1; } return n; }", Operator::ROR);
        assert!(
            !mutants.iter().any(|body| body.contains("while (true)") || body.contains("while (false)")),
            "{mutants:?}"
        );
        let left = plain("int f(int n) { while (n > 0) { if (n == 7) break; n = n - 1; } return n; }", Operator::ROR);
        assert!(left.iter().any(|body| body.contains("while (true)")), "{left:?}");
    }

    #[test]
    fn equality_below_a_comparison_gets_parentheses() {
        let mutants = plain("boolean f(int a, int b, boolean c) { return a < b == c; }", Operator::ROR);
        assert!(mutants.contains(&"return a <= b == c;".to_owned()), "{mutants:?}");
        let mutants = plain("boolean f(int a, int b, boolean c) { return c == a < b; }", Operator::ROR);
        assert!(mutants.contains(&"return c == (a != b);".to_owned()), "{mutants:?}");
    }
}
