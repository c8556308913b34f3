//! Deletion operators: VDL deletes variables, CDL deletes constants, ODL deletes operators.
//!
//! As in muJava, almost every mutant of VDL and CDL is also a mutant of ODL.

use crate::mutation::context::{Context, OperatorRule};
use mts_lang::ir::Kind;
use mts_model::{Change, NodeId, Operator};

/// The rules of this file.
pub(super) const RULES: &[OperatorRule] = &[
    OperatorRule { operator: Operator::VDL, find: vdl },
    OperatorRule { operator: Operator::CDL, find: cdl },
    OperatorRule { operator: Operator::ODL, find: odl },
];

/// Deletes an operand that is a variable or an array element.
///
/// Of a binary operator, the other operand stays. Of a unary operator, `++` or `--`, nothing stays, so profile
/// `Default` deletes such an expression only if no code uses its value.
fn vdl(context: &Context<'_>) -> Vec<Change> {
    deleted(context, |id| context.is_var(id) || context.is_index(id))
}

/// Deletes constants as [`vdl`] deletes variables.
///
/// As in muJava, the constants are literals, class literals, `instanceof` tests and `this`.
fn cdl(context: &Context<'_>) -> Vec<Change> {
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
            // Delete the whole expression: the operator without its operand does not compile.
            (Kind::Unary(_) | Kind::Increment(_), [operand])
                if is_deleted(*operand) && (context.is_mujava() || context.is_unused(node)) =>
            {
                changes.push(Change::DeleteExpression { node });
            }
            _ => {}
        }
    }
    changes
}

/// Deletes an operator.
///
/// A binary operator becomes each of its operands, a unary operator becomes its operand, and a compound assignment
/// becomes a plain assignment. Profile `Default` does not delete `++` and `--` if no code uses the value.
fn odl(context: &Context<'_>) -> Vec<Change> {
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

#[cfg(test)]
mod tests {
    use crate::mutation::test_support::{mujava, plain};
    use mts_model::Operator;

    #[test]
    fn vdl_deletes_variables_and_elements_but_no_fields() {
        assert_eq!(plain("int f(int a, int[] b) { return a + b[0]; }", Operator::VDL), ["return b[0];", "return a;"]);
        assert_eq!(plain("int f(int a, int[] b) { return a + b.length; }", Operator::VDL), ["return b.length;"]);
        assert_eq!(plain("void f(int i) { for (; i < 3; i++) { } }", Operator::VDL), ["for (; i < 3; ) { }"]);
        assert_eq!(mujava("int f(int x) { return -x; }", Operator::VDL), ["return ;"]);
        assert!(plain("int f(int x) { return -x; }", Operator::VDL).is_empty());
    }

    #[test]
    fn vdl_deletes_the_comma_of_a_deleted_update() {
        let mutants = plain("void f(int i, int j) { for (; i < j; i++, j--) { } }", Operator::VDL);
        assert_eq!(mutants, ["for (; i < j; j--) { }", "for (; i < j; i++) { }"]);
    }

    #[test]
    fn cdl_deletes_literals() {
        assert_eq!(plain("int f(int a) { return a + 1; }", Operator::CDL), ["return a;"]);
        assert_eq!(mujava("boolean f(int a) { return a < 1; }", Operator::CDL), ["return a;"]);
        assert!(plain("boolean f(int a) { return a < 1; }", Operator::CDL).is_empty());
    }

    #[test]
    fn odl_deletes_operators_of_every_kind() {
        assert_eq!(plain("int f(int a, int b) { return a + b; }", Operator::ODL), ["return a;", "return b;"]);
        assert_eq!(plain("void f(int a) { a += 2; }", Operator::ODL), ["a = 2;"]);
        assert!(plain("void f(int a, double d) { a += d; }", Operator::ODL).is_empty());
        assert_eq!(mujava("void f(int a) { a++; }", Operator::ODL), ["a;"]);
        assert_eq!(plain("int f(int a, int b, int c) { return a - (b + c); }", Operator::ODL).len(), 4);
    }
}
