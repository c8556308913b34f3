//! Arithmetic operators: AORB replaces binary operators, AOIU inserts a minus, AODU deletes a sign.

use crate::mutation::context::{Context, OperatorRule};
use mts_lang::ir::Kind;
use mts_model::{BinaryOp, Change, NodeId, Operator, UnaryOp};

/// The rules of this file.
pub(super) const RULES: &[OperatorRule] = &[
    OperatorRule { operator: Operator::AORB, find: aorb },
    OperatorRule { operator: Operator::AOIU, find: aoiu },
    OperatorRule { operator: Operator::AODU, find: aodu },
];

/// Replaces each arithmetic binary operator by each of the other four.
fn aorb(context: &Context<'_>) -> Vec<Change> {
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

/// Inserts a unary minus before every arithmetic variable or field.
///
/// Profile `Default` omits targets of assignments, and places where the mutant has the same value as another mutant
/// or as the original. muJava omits some operands of binary operators.
fn aoiu(context: &Context<'_>) -> Vec<Change> {
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

/// Collects sites in muJava's order: a binary operator decides which operands to enter.
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

/// Reports whether a minus before the node gives another mutant or the original.
///
/// For example, `a * -b` is the mutant `-a * b`, and `a + -b` is the mutant `a - b` of AORB. In Java `a % -b` is the
/// original `a % b`.
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

/// Deletes a unary sign.
fn aodu(context: &Context<'_>) -> Vec<Change> {
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

/// Collects sites in muJava's order.
///
/// Below a binary operator, muJava enters only the left operand of `+ - %`.
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

#[cfg(test)]
mod tests {
    use crate::mutation::test_support::{mujava, plain};
    use mts_model::Operator;

    #[test]
    fn aorb_makes_the_four_other_operators_and_does_not_mutate_strings() {
        let mutants = plain("int f(int a, int b) { return a + b; }", Operator::AORB);
        assert_eq!(mutants, ["return a * b;", "return a / b;", "return a % b;", "return a - b;"]);
        assert!(plain("String f(String s, int b) { return s + b; }", Operator::AORB).is_empty());
    }

    #[test]
    fn parentheses_keep_the_intended_tree_by_default() {
        let mutants = plain("int f(int r, int x) { return r*r - x*x; }", Operator::AORB);
        assert!(mutants.contains(&"return r+r - x*x;".to_owned()), "{mutants:?}");
        assert!(mutants.contains(&"return r*r - (x-x);".to_owned()));
        let mutants = plain("int f(int a, int b, int c) { return a - b + c; }", Operator::AORB);
        assert!(mutants.contains(&"return (a - b) * c;".to_owned()), "{mutants:?}");
        let mutants = plain("int f(int a, int b, int c) { return (a + b) * c; }", Operator::AORB);
        assert!(mutants.contains(&"return (a - b) * c;".to_owned()), "{mutants:?}");
    }

    #[test]
    fn mujava_replaces_only_the_token_even_if_the_tree_changes() {
        let mutants = mujava("int f(int r, int x) { return r*r - x*x; }", Operator::AORB);
        assert!(mutants.contains(&"return r*r - x+x;".to_owned()), "{mutants:?}");
        // muJava does not print parentheses that the original did not need.
        let mutants = mujava("int f(int a, int b, int c) { return a + (b * c); }", Operator::AORB);
        assert!(mutants.contains(&"return a + b - c ;".to_owned()), "{mutants:?}");
        let mutants = mujava("int f(int a, int b, int c) { return a + (b - a) / c; }", Operator::AORB);
        assert!(mutants.contains(&"return a + b - a + c;".to_owned()), "{mutants:?}");
        let mutants = mujava("int f(int a, int b, int c) { return ((a * b) * c) / c; }", Operator::AORB);
        assert!(mutants.contains(&"return a - b * c / c;".to_owned()), "{mutants:?}");
    }

    #[test]
    fn a_replaced_operator_never_makes_a_new_token_with_its_neighbour() {
        let mutants = plain("int f(int a, int b) { return a+-b; }", Operator::AORB);
        assert!(mutants.contains(&"return a- -b;".to_owned()), "{mutants:?}");
    }

    #[test]
    fn aoiu_skips_mutants_that_equal_another_mutant() {
        let mutants = plain("int f(int a, int b) { return a + b; }", Operator::AOIU);
        assert_eq!(mutants, ["return -a + b;"]);
        let mutants = plain("int f(int a, int b) { return a * b; }", Operator::AOIU);
        assert_eq!(mutants, ["return -a * b;"]);
        let mutants = plain("int f(int a, int[] b, int c) { return a - b[0] * c; }", Operator::AOIU);
        assert_eq!(mutants, ["return -a - b[0] * c;"]);
        assert_eq!(plain("boolean f(int a, int b) { return a < b && b < 3; }", Operator::AOIU).len(), 3);
    }

    #[test]
    fn aoiu_of_mujava_skips_operands_below_logical_operators() {
        assert!(mujava("boolean f(int a, int b) { return a < b && b < 3; }", Operator::AOIU).is_empty());
        assert_eq!(mujava("int f(int a, int b) { return a + b; }", Operator::AOIU), ["return -a + b;"]);
        assert_eq!(mujava("boolean f(int a, int b) { return a < b; }", Operator::AOIU).len(), 2);
    }

    #[test]
    fn aoiu_inserts_no_minus_where_a_char_is_required() {
        assert!(plain("char f(char c) { return c; }", Operator::AOIU).is_empty());
        assert_eq!(plain("int f(char c) { return c - 'a'; }", Operator::AOIU), ["return -c - 'a';"]);
        assert_eq!(plain("int f(int a, int b) { return a*b-a; }", Operator::AOIU), ["return -a*b-a;"]);
    }

    #[test]
    fn aodu_deletes_every_sign_and_in_mujava_only_signs_that_mujava_visits() {
        assert_eq!(plain("int f(int a, int b) { return a * -b; }", Operator::AODU), ["return a * b;"]);
        assert!(mujava("int f(int a, int b) { return a * -b; }", Operator::AODU).is_empty());
        assert_eq!(mujava("int f(int a, int b) { return -a + b; }", Operator::AODU), ["return a + b;"]);
        assert_eq!(mujava("int f() { return -1; }", Operator::AODU), ["return 1;"]);
    }
}
