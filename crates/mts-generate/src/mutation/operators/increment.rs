//! The short-cut operators `++` and `--`: AORS replaces, AOIS inserts and AODS deletes them.

use crate::mutation::context::{Context, OperatorRule};
use mts_lang::ir::Kind;
use mts_model::{Change, IncrementForm, NodeId, Operator};

/// The rules of this file.
pub(super) const RULES: &[OperatorRule] = &[
    OperatorRule { operator: Operator::AORS, find: aors },
    OperatorRule { operator: Operator::AOIS, find: aois },
    OperatorRule { operator: Operator::AODS, find: aods },
];

/// Returns the replacement of an increment whose value no code uses.
///
/// `++` becomes `--`, and `--` becomes `++`.
fn opposite(form: IncrementForm) -> IncrementForm {
    if form.delta() > 0 { IncrementForm::PostDecrement } else { IncrementForm::PostIncrement }
}

fn replacements(node: NodeId, own: IncrementForm, is_simple: bool) -> Vec<Change> {
    let forms = if is_simple {
        vec![opposite(own)]
    } else {
        IncrementForm::ALL.into_iter().filter(|form| *form != own).collect()
    };
    forms.into_iter().map(|form| Change::ReplaceIncrement { node, form }).collect()
}

/// Replaces `++` and `--` by other forms.
///
/// If no code uses the value, the replacement is the opposite form. Otherwise the replacements are the three other
/// forms. Profile `MuJava` decides by muJava's flag `simple` (see `with_flag`) instead.
fn aors(context: &Context<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    if context.is_mujava() {
        with_flag(context, &mut |id, is_simple| {
            if let Kind::Increment(own) = context.kind(id) {
                changes.extend(replacements(id, *own, is_simple));
            }
        });
    } else {
        for id in context.postorder() {
            if let Kind::Increment(own) = context.kind(id) {
                changes.extend(replacements(id, *own, context.is_unused(id)));
            }
        }
    }
    changes
}

/// Replaces a use of an arithmetic variable or field by its increment.
///
/// The increment has four forms. muJava omits the two prefix forms if its flag `simple` is set. Profile `Default`
/// omits variables that Java does not allow to change, targets of assignments, and unused values. It also omits the
/// two postfix forms at the last use of a local variable.
fn aois(context: &Context<'_>) -> Vec<Change> {
    const SIMPLE: [IncrementForm; 2] = [IncrementForm::PostIncrement, IncrementForm::PostDecrement];
    let mut changes = Vec::new();
    let is_site = |id: NodeId| context.is_var_or_field(id) && context.is_arith(id);
    if context.is_mujava() {
        with_flag(context, &mut |id, is_simple| {
            if is_site(id) {
                let forms = if is_simple { &SIMPLE[..] } else { &IncrementForm::ALL[..] };
                changes.extend(forms.iter().map(|form| Change::InsertIncrement { node: id, form: *form }));
            }
        });
        return changes;
    }
    for id in context.postorder() {
        if is_site(id) && context.is_writable(id) && !context.is_target(id) && !context.is_unused(id) {
            let is_last = is_last_use(context, id);
            changes.extend(
                IncrementForm::ALL
                    .into_iter()
                    .filter(|form| form.is_prefix() || !is_last)
                    .map(|form| Change::InsertIncrement { node: id, form }),
            );
        }
    }
    changes
}

/// Reports whether no code reads the local variable after this use.
///
/// The use is then in a `return` outside of a `try`, and no other use follows in this `return`. In this case `x++`
/// means the same as `x`.
fn is_last_use(context: &Context<'_>, id: NodeId) -> bool {
    let Kind::Name(name) = context.kind(id) else { return false };
    let statement = context.tree.statement_of(id);
    let is_local = context.tree.params.iter().any(|p| matches!(context.kind(*p), Kind::Name(n) if n == name))
        || context.tree.nodes.iter().any(|node| {
            matches!(node.kind, Kind::Declare)
                && node.children.first().is_some_and(|c| matches!(context.kind(*c), Kind::Name(n) if n == name))
        });
    if *context.kind(statement) != Kind::Return || !is_local || context.lambda_around(id).is_some() {
        return false;
    }
    let is_tried = context.tree.ancestors(id).any(|at| matches!(context.kind(at), Kind::Try { .. }));
    let place = context.tree.node(id).span.start;
    let is_used_later = context.tree.preorder(statement).into_iter().any(|other| {
        context.tree.node(other).span.start > place && matches!(context.kind(other), Kind::Name(n) if n == name)
    });
    !is_tried && !is_used_later
}

/// Deletes `++` and `--` and keeps their operand.
///
/// Profile `MuJava` skips the header of a `for` and the operands of unary operators. Profile `Default` skips places
/// where no code uses the value, because an operand alone is not a statement.
fn aods(context: &Context<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut todo = vec![context.tree.root];
    while let Some(id) = todo.pop() {
        let children = context.inner(id);
        match context.kind(id) {
            Kind::Increment(_) => {
                if context.is_mujava() || !context.is_unused(id) {
                    changes.push(Change::DeleteIncrement { node: id });
                }
                continue;
            }
            Kind::Unary(_) if context.is_mujava() => continue,
            Kind::For { .. } if context.is_mujava() => todo.extend(children.last()),
            _ => todo.extend(children.iter().rev()),
        }
    }
    changes
}

/// Visits nodes in the order of muJava's AOIS and AORS.
///
/// The flag `simple` is false inside a binary operator and on the right of an assignment. At the end of such an
/// expression, muJava sets the flag to true and does not restore its old value. The function visits no node below a
/// unary operator or on the left of an assignment.
fn with_flag(context: &Context<'_>, visit: &mut impl FnMut(NodeId, bool)) {
    let mut is_simple = true;
    flagged(context, context.tree.root, &mut is_simple, visit);
}

fn flagged(context: &Context<'_>, id: NodeId, is_simple: &mut bool, visit: &mut impl FnMut(NodeId, bool)) {
    let children = context.inner(id);
    match context.kind(id) {
        Kind::Unary(_) => {}
        Kind::Increment(_) => visit(id, *is_simple),
        Kind::Assign | Kind::AugAssign(_) => {
            *is_simple = false;
            for child in children.iter().skip(1) {
                flagged(context, *child, is_simple, visit);
            }
            *is_simple = true;
        }
        Kind::Binary(_) => {
            *is_simple = false;
            for child in children {
                flagged(context, *child, is_simple, visit);
            }
            *is_simple = true;
        }
        _ => {
            visit(id, *is_simple);
            for child in children {
                flagged(context, *child, is_simple, visit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::mutation::test_support::{mujava, plain};
    use mts_model::Operator;

    #[test]
    fn aors_makes_one_mutant_of_a_statement_and_three_of_a_value() {
        assert_eq!(plain("void f(int i) { ++i; }", Operator::AORS), ["i--;"]);
        assert_eq!(plain("int f(int i) { return i++ + 1; }", Operator::AORS).len(), 3);
        assert_eq!(plain("int f(int i) { int k = i++; return k; }", Operator::AORS).len(), 3);
        assert_eq!(mujava("int f(int i) { int k = i++; return k; }", Operator::AORS), ["int k = i--; return k;"]);
    }

    #[test]
    fn mujava_sets_its_flag_when_it_leaves_a_nested_operator() {
        let count =
            |body: &str| mujava(&format!("int f(int a, int b, int c) {{ return {body}; }}"), Operator::AOIS).len();
        assert_eq!(count("(a + b) + c"), 4 + 4 + 2);
        assert_eq!(count("a + (b * c)"), 4 + 4 + 4);
        assert_eq!(count("f(a) + f(b + c) + a"), 4 + 4 + 4 + 2);
        assert_eq!(count("a"), 2);
        assert_eq!(count("-a"), 0);
    }

    #[test]
    fn mujava_visits_the_right_side_of_an_assignment_and_array_lengths() {
        assert_eq!(mujava("void f(int[] a, int i, int e) { a[i] = e; }", Operator::AOIS).len(), 4);
        assert_eq!(mujava("int f(int[] a) { return a.length; }", Operator::AOIS).len(), 2);
        assert_eq!(mujava("void f(int a) { int t = a; }", Operator::AOIS).len(), 2);
    }

    #[test]
    fn aois_makes_four_mutants_of_each_variable_whose_value_is_used() {
        let mutants = plain("int f(int a, int b) { int t = a; return t; }", Operator::AOIS);
        assert_eq!(
            mutants[..4],
            ["int t = ++a; return t;", "int t = --a; return t;", "int t = a++; return t;", "int t = a--; return t;"]
        );
        assert_eq!(plain("int f(int a, int b, int c) { int t = (a + b) + c; return t; }", Operator::AOIS).len(), 14);
    }

    #[test]
    fn aois_makes_no_mutant_whose_stored_value_is_never_read() {
        assert_eq!(plain("int f(int a) { return a; }", Operator::AOIS), ["return ++a;", "return --a;"]);
        assert_eq!(plain("int f(int a) { return a * a; }", Operator::AOIS).len(), 4 + 2);
        assert_eq!(plain("int f() { return field; }", Operator::AOIS).len(), 4);
    }

    #[test]
    fn only_assignable_variables_are_incremented() {
        assert!(plain("int f(int[] a) { return a.length; }", Operator::AOIS).is_empty());
        assert!(plain("int f(final int a) { return a + 1; }", Operator::AOIS).is_empty());
        assert!(plain("int f() { return Integer.MAX_VALUE; }", Operator::AOIS).is_empty());
        let captured = "int f(int a) { Runnable r = () -> System.out.println(a); return a + 1; }";
        assert!(plain(captured, Operator::AOIS).is_empty());
    }

    #[test]
    fn an_inserted_operator_has_a_space_next_to_an_adjacent_sign() {
        let mutants = plain("int f(int a, int b) { int t = a+b; return t; }", Operator::AOIS);
        assert!(mutants.contains(&"int t = a+ ++b; return t;".to_owned()), "{mutants:?}");
        assert!(mutants.contains(&"int t = a++ +b; return t;".to_owned()), "{mutants:?}");
    }

    #[test]
    fn aods_deletes_the_operator_of_a_value_and_in_mujava_also_of_a_statement() {
        assert_eq!(plain("int f(int i) { return i++ + 1; }", Operator::AODS), ["return i + 1;"]);
        assert!(plain("void f(int i) { i++; }", Operator::AODS).is_empty());
        assert_eq!(mujava("void f(int i) { i++; for (;;i++) { i--; } }", Operator::AODS).len(), 2);
    }
}
