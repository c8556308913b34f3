//! Shifts and bits: SOR and LOR replace operators, LOI inserts `~`, LOD deletes `~`.

use crate::mutation::context::{Context, OperatorRule};
use mts_lang::ir::Kind;
use mts_model::{BinaryOp, Change, NodeId, Operator, Primitive, UnaryOp};

/// The rules of this file.
pub(super) const RULES: &[OperatorRule] = &[
    OperatorRule { operator: Operator::SOR, find: sor },
    OperatorRule { operator: Operator::LOR, find: lor },
    OperatorRule { operator: Operator::LOI, find: loi },
    OperatorRule { operator: Operator::LOD, find: lod },
];

fn replaced(context: &Context<'_>, family: [BinaryOp; 3], is_site: impl Fn(NodeId) -> bool) -> Vec<Change> {
    let mut changes = Vec::new();
    for node in context.postorder() {
        if let Kind::Binary(own) = context.kind(node)
            && family.contains(own)
            && is_site(node)
        {
            changes.extend(family.into_iter().filter(|op| op != own).map(|op| Change::ReplaceOperator { node, op }));
        }
    }
    changes
}

/// Replaces a shift by each of the two other shifts.
fn sor(context: &Context<'_>) -> Vec<Change> {
    replaced(context, [BinaryOp::Shl, BinaryOp::Shr, BinaryOp::Ushr], |_| true)
}

/// Replaces `& | ^` by the two other operators, if the operands are not booleans.
fn lor(context: &Context<'_>) -> Vec<Change> {
    replaced(context, [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor], |node| {
        !context.tree.children(node).iter().any(|side| context.is_bool(*side))
    })
}

/// Inserts `~` before every arithmetic variable or field.
///
/// No profile inserts `~` before the target of an assignment. Only profile `MuJava` inserts `~` before
/// a floating-point variable, or before the operand of `++` or `--`.
fn loi(context: &Context<'_>) -> Vec<Change> {
    let is_float =
        |id: NodeId| matches!(context.tree.node(id).ty.primitive(), Some(Primitive::Float | Primitive::Double));
    let mut sites = Vec::new();
    let mut todo = vec![context.tree.root];
    while let Some(id) = todo.pop() {
        if context.is_var_or_field(id) && context.is_arith(id) {
            let is_meant = !context.is_target(id) && !is_float(id);
            if context.is_mujava() || is_meant {
                sites.push(id);
            }
        }
        let children = context.inner(id);
        let is_plain_target =
            context.is_assignment(id) && children.first().is_some_and(|left| context.is_var_or_field(*left));
        todo.extend(&children[usize::from(is_plain_target)..]);
    }
    sites.reverse();
    sites.into_iter().map(|node| Change::InsertUnary { node, op: UnaryOp::Complement }).collect()
}

/// Deletes `~`.
fn lod(context: &Context<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut todo = vec![context.tree.root];
    while let Some(id) = todo.pop() {
        if *context.kind(id) == Kind::Unary(UnaryOp::Complement) {
            changes.push(Change::DeleteUnary { node: id });
        }
        if !(context.is_mujava() && context.is_unary(id)) {
            todo.extend(context.inner(id).iter().rev());
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use crate::mutation::test_support::{mujava, plain};
    use mts_model::Operator;

    #[test]
    fn sor_and_lor_replace_an_operator_by_others_of_its_group() {
        assert_eq!(plain("int f(int a) { return a >> 1; }", Operator::SOR), ["return a << 1;", "return a >>> 1;"]);
        assert_eq!(plain("int f(int a, int b) { return a & b; }", Operator::LOR), ["return a | b;", "return a ^ b;"]);
        assert!(plain("boolean f(boolean a, boolean b) { return a & b; }", Operator::LOR).is_empty());
    }

    #[test]
    fn loi_inserts_a_complement_below_unary_operators_and_before_floats_only_in_mujava() {
        assert_eq!(plain("int f(int a) { return -a; }", Operator::LOI), ["return -~a;"]);
        assert!(plain("double f(double a) { return a; }", Operator::LOI).is_empty());
        assert_eq!(mujava("double f(double a) { return a; }", Operator::LOI), ["return ~a;"]);
        assert!(plain("void f(int i) { i++; i = 1; }", Operator::LOI).is_empty());
        assert_eq!(mujava("void f(int i) { i++; i = 1; }", Operator::LOI), ["~i++; i = 1;"]);
        assert_eq!(mujava("void f(int[] a, int i, int e) { a[i] = e; }", Operator::LOI).len(), 2);
    }

    #[test]
    fn lod_drops_a_complement() {
        assert_eq!(plain("int f(int a) { return ~a; }", Operator::LOD), ["return a;"]);
    }
}
