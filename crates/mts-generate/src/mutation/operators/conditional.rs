//! Conditional operators: COR replaces operators, COD deletes a negation, COI inserts a negation.

use crate::mutation::context::{Context, OperatorRule};
use mts_lang::ir::Kind;
use mts_model::{BinaryOp, Change, NodeId, Operator, UnaryOp};

/// The rules of this file.
pub(super) const RULES: &[OperatorRule] = &[
    OperatorRule { operator: Operator::COR, find: cor },
    OperatorRule { operator: Operator::COD, find: cod },
    OperatorRule { operator: Operator::COI, find: coi },
];

/// Replaces `&&`, `||` and `^` by each of the two other operators.
///
/// On booleans, `&` counts as `&&` and `|` counts as `||`.
fn cor(context: &Context<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for node in context.postorder() {
        let Kind::Binary(own) = context.kind(node) else { continue };
        let others = match own {
            BinaryOp::And | BinaryOp::BitAnd => [BinaryOp::Or, BinaryOp::BitXor],
            BinaryOp::Or | BinaryOp::BitOr => [BinaryOp::And, BinaryOp::BitXor],
            BinaryOp::BitXor => [BinaryOp::And, BinaryOp::Or],
            _ => continue,
        };
        // Java accepts only booleans as operands of `&&` and `||`, so the operands are boolean even if their types
        // are unknown here.
        let is_sure = own.is_logical() && !context.is_mujava();
        if is_sure || context.tree.children(node).iter().all(|side| context.is_bool(*side)) {
            changes.extend(others.map(|op| Change::ReplaceOperator { node, op }));
        }
    }
    changes
}

/// Deletes `!`.
fn cod(context: &Context<'_>) -> Vec<Change> {
    let sites = outside_unary(context, |id| *context.kind(id) == Kind::Unary(UnaryOp::Not));
    sites.into_iter().map(|node| Change::DeleteUnary { node }).collect()
}

/// Inserts `!` before every boolean comparison, logical expression, variable or field.
fn coi(context: &Context<'_>) -> Vec<Change> {
    let sites = outside_unary(context, |id| {
        let is_kind = match context.kind(id) {
            Kind::Binary(_) => true,
            _ => context.is_var_or_field(id),
        };
        // COD already handles an expression directly below a `!`.
        let is_negated = context.parent(id).is_some_and(|parent| *context.kind(parent) == Kind::Unary(UnaryOp::Not));
        is_kind && context.is_bool(id) && (context.is_mujava() || !(is_negated || context.is_target(id)))
    });
    sites.into_iter().map(|node| Change::InsertUnary { node, op: UnaryOp::Not }).collect()
}

/// Returns the sites in source order, children first. muJava does not enter a unary operator.
fn outside_unary(context: &Context<'_>, is_site: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
    let mut sites = Vec::new();
    let mut todo = vec![context.tree.root];
    while let Some(id) = todo.pop() {
        if is_site(id) {
            sites.push(id);
        }
        if !(context.is_mujava() && context.is_unary(id)) {
            todo.extend(context.inner(id));
        }
    }
    sites.reverse();
    sites
}

#[cfg(test)]
mod tests {
    use crate::mutation::test_support::{mujava, plain};
    use mts_model::Operator;

    #[test]
    fn cor_makes_no_operator_with_a_single_bar() {
        let mutants = plain("boolean f(boolean a, boolean b) { return a && b; }", Operator::COR);
        assert_eq!(mutants, ["return a || b;", "return a ^ b;"]);
        let mutants = plain("boolean f(boolean a, boolean b, boolean c) { return a && b && c; }", Operator::COR);
        assert!(mutants.contains(&"return (a || b) && c;".to_owned()), "{mutants:?}");
        let mutants = mujava("boolean f(boolean a, boolean b, boolean c) { return a && b && c; }", Operator::COR);
        assert!(mutants.contains(&"return a || b && c;".to_owned()), "{mutants:?}");
        assert_eq!(plain("boolean f(boolean a, boolean b) { return a ^ b; }", Operator::COR).len(), 2);
    }

    #[test]
    fn cod_drops_a_negation() {
        assert_eq!(plain("boolean f(boolean a) { return !a; }", Operator::COD), ["return a;"]);
    }

    #[test]
    fn coi_negates_comparisons_logic_and_variables() {
        let mutants = plain("boolean f(int a, int b, boolean c) { return a < b && c; }", Operator::COI);
        assert_eq!(mutants, ["return !(a < b) && c;", "return a < b && !c;", "return !(a < b && c);"]);
        assert_eq!(mujava("boolean f(int a, int b) { return a < b && b < a; }", Operator::COI).len(), 3);
        assert!(mujava("boolean f(boolean a, boolean b) { return !(a && b); }", Operator::COI).is_empty());
        assert_eq!(plain("boolean f(boolean a, boolean b) { return !(a && b); }", Operator::COI).len(), 2);
    }
}
