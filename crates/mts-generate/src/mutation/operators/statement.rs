//! SDL deletes statements, makes conditions true, empties loop headers, and makes results constant.
//!
//! The operator follows Deng, Offutt, Li 2013.

use crate::mutation::context::{Context, OperatorRule};
use mts_lang::ir::{Form, Kind, Literal};
use mts_model::{Change, JavaType, NodeId, Operator, Primitive};

/// The rules of this file.
pub(super) const RULES: &[OperatorRule] = &[OperatorRule { operator: Operator::SDL, find: sdl }];

/// Returns every change of SDL.
///
/// muJava does not enter do-while loops, blocks that are statements themselves, labelled statements and synchronized
/// statements. Profile `Default` reaches every statement.
fn sdl(context: &Context<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    if context.is_mujava() {
        list(context, context.tree.root, &mut changes);
    } else {
        for id in context.tree.preorder(context.tree.root) {
            plainly(context, id, &mut changes);
        }
    }
    changes
}

/// Collects the changes at one node in profile `Default`.
fn plainly(context: &Context<'_>, id: NodeId, changes: &mut Vec<Change>) {
    let children = context.tree.children(id);
    match context.kind(id) {
        Kind::Block => deletions(context, id, changes),
        Kind::If => {
            condition(context, id, changes);
            otherwise(context, id, changes);
        }
        Kind::While => condition(context, id, changes),
        Kind::For { inits, has_condition, updates } => {
            if *has_condition && !is_true(context, children[*inits]) {
                changes.push(Change::DeleteCondition { node: id, init_lost: false });
            }
            if *updates > 0 {
                changes.push(Change::DeleteUpdate { node: id, init_lost: false });
            }
        }
        Kind::Return if context.lambda_around(id).is_none() => returned(context, id, changes),
        Kind::Switch => cases(context, id, changes),
        _ => {}
    }
}

/// Collects changes in muJava's order for a statement list: deletions, then each statement.
fn list(context: &Context<'_>, block: NodeId, changes: &mut Vec<Change>) {
    deletions(context, block, changes);
    for id in context.tree.children(block) {
        descend(context, *id, changes);
    }
}

fn deletions(context: &Context<'_>, block: NodeId, changes: &mut Vec<Change>) {
    let deletable = context.tree.children(block).iter().filter(|id| is_deletable(context, **id));
    changes.extend(deletable.map(|id| Change::DeleteStatement { node: *id }));
}

/// Reports whether SDL deletes the statement.
///
/// Local variable declarations, `return`, `yield`, `try` and empty statements stay. Calls of another
/// constructor and local classes stay too, because muJava does not count them as statements.
fn is_deletable(context: &Context<'_>, id: NodeId) -> bool {
    match context.kind(id) {
        Kind::Declare | Kind::Group | Kind::Return | Kind::Try { .. } | Kind::Empty | Kind::Yield => false,
        Kind::Opaque(_) => false,
        Kind::ExprStmt => !context.tree.children(id).iter().any(|call| {
            matches!(context.kind(*call), Kind::Call { name, has_receiver: false } if name == "this" || name == "super")
        }),
        _ => true,
    }
}

fn descend(context: &Context<'_>, id: NodeId, changes: &mut Vec<Change>) {
    let children = context.tree.children(id);
    match context.kind(id) {
        Kind::While => {
            condition(context, id, changes);
            list(context, children[1], changes);
        }
        Kind::If => {
            condition(context, id, changes);
            list(context, children[1], changes);
            otherwise(context, id, changes);
            match children.get(2) {
                Some(other) if *context.kind(*other) == Kind::Block => list(context, *other, changes),
                Some(other) => descend(context, *other, changes),
                None => {}
            }
        }
        Kind::For { inits, has_condition, updates } => {
            // muJava rebuilds the loop header, but keeps only an initialiser that is a declaration. If the
            // initialiser is a list of expressions, muJava deletes it too.
            let init_lost = *inits > 0 && *context.kind(children[0]) != Kind::Declare;
            if *has_condition || init_lost {
                changes.push(Change::DeleteCondition { node: id, init_lost });
            }
            if *updates > 0 || init_lost {
                changes.push(Change::DeleteUpdate { node: id, init_lost });
            }
            list(context, children[children.len() - 1], changes);
        }
        Kind::ForEach => {
            changes.push(Change::EndlessForEach { node: id });
            list(context, children[children.len() - 1], changes);
        }
        Kind::Return => returned(context, id, changes),
        Kind::Switch => {
            for case in &children[1.min(children.len())..] {
                if let Some(block) = context.tree.children(*case).last() {
                    list(context, *block, changes);
                }
            }
            cases(context, id, changes);
        }
        Kind::Try { resources, .. } => tried(context, id, *resources, changes),
        _ => {}
    }
}

/// Collects changes in muJava's order for `try`.
///
/// For each catch clause, the function first makes one change for each statement of the `try` body: the change
/// deletes this statement and the clause. Then the function collects the changes inside the `try` body, once for
/// each clause. At the end, it makes one change for each statement of a catch body: the change deletes this
/// statement.
fn tried(context: &Context<'_>, id: NodeId, resources: usize, changes: &mut Vec<Change>) {
    let children = context.tree.children(id);
    let Some(body) = children.get(resources) else { return };
    let clauses = || children.iter().filter(|c| matches!(context.kind(**c), Kind::Catch { .. }));
    for catch in clauses() {
        let statements = context.tree.children(*body);
        changes.extend(
            statements
                .iter()
                .filter(|s| is_deletable(context, **s))
                .map(|s| Change::DeleteCatch { node: *catch, statement: *s }),
        );
        for statement in statements {
            descend(context, *statement, changes);
        }
    }
    for catch in clauses() {
        let block = context.tree.children(*catch).last();
        let statements = block.map_or(&[][..], |block| context.tree.children(*block));
        changes.extend(statements.iter().map(|s| Change::DeleteStatement { node: *s }));
    }
}

/// Collects the deletion of the `else if` of an `if` statement.
///
/// muJava treats an `else if` as a list of one statement.
fn otherwise(context: &Context<'_>, id: NodeId, changes: &mut Vec<Change>) {
    let other = context.tree.child(id, 2);
    if let Some(node) = other.filter(|other| context.tree.node(*other).form == Form::ElseIf) {
        changes.push(Change::DeleteStatement { node });
    }
}

fn condition(context: &Context<'_>, id: NodeId, changes: &mut Vec<Change>) {
    if let Some(node) = context.tree.child(id, 0).filter(|node| !is_true(context, *node)) {
        changes.push(Change::ReplaceByBoolean { node, value: true });
    }
}

fn is_true(context: &Context<'_>, id: NodeId) -> bool {
    *context.kind(id) == Kind::Literal(Literal::Bool(true))
}

fn cases(context: &Context<'_>, id: NodeId, changes: &mut Vec<Change>) {
    let groups = context.tree.children(id).iter().skip(1);
    changes.extend(groups.map(|node| Change::DeleteCase { node: *node }));
}

/// Replaces a returned value by a constant of the method's return type.
///
/// muJava has no constant for `byte`.
fn returned(context: &Context<'_>, id: NodeId, changes: &mut Vec<Change>) {
    let Some(value) = context.tree.child(id, 0) else { return };
    let literals: &[&str] = match &context.function.returns {
        JavaType::Primitive(Primitive::Boolean) => &["true", "false"],
        JavaType::Primitive(Primitive::Byte) if context.is_mujava() => &[],
        JavaType::Primitive(_) => &["0"],
        JavaType::String => &["\"\""],
        _ => &[],
    };
    let own = context.tree.text(value, context.text);
    changes.extend(
        literals
            .iter()
            .filter(|literal| !own.eq_ignore_ascii_case(literal))
            .map(|literal| Change::ReturnLiteral { node: id, literal: (*literal).to_owned() }),
    );
}

#[cfg(test)]
mod tests {
    use crate::mutation::test_support::{mujava, plain};
    use mts_model::Operator;

    #[test]
    fn a_deleted_statement_becomes_an_empty_statement() {
        let mutants = plain("void f(int a) { a = 1; if (a > 0) a = 2; }", Operator::SDL);
        assert_eq!(mutants, ["; if (a > 0) a = 2;", "a = 1; ;", "a = 1; if (true) a = 2;", "a = 1; if (a > 0) ;"]);
    }

    #[test]
    fn declarations_and_returns_are_not_deleted() {
        assert_eq!(plain("int f() { int a = 1; return a; }", Operator::SDL), ["int a = 1; return 0;"]);
        assert!(plain("int f() { return 0; }", Operator::SDL).is_empty());
        assert_eq!(plain("boolean f(boolean a) { return a; }", Operator::SDL), ["return true;", "return false;"]);
        assert_eq!(plain("String f(String a) { return a; }", Operator::SDL), ["return \"\";"]);
    }

    #[test]
    fn sdl_deletes_the_condition_or_the_update_of_a_for_loop() {
        let mutants = mujava("void f(int n) { for (int i = 0; i < n; i++) { } }", Operator::SDL);
        assert_eq!(mutants[1..], ["for (int i = 0; ; i++) { }", "for (int i = 0; i < n; ) { }"]);
        let lost = mujava("void f(int n, int i) { for (i = 0; i < n; i++) { } }", Operator::SDL);
        assert_eq!(lost[1..], ["for (; ; i++) { }", "for (; i < n; ) { }"]);
        let kept = plain("void f(int n, int i) { for (i = 0; i < n; i++) { } }", Operator::SDL);
        assert_eq!(kept[1..], ["for (i = 0; ; i++) { }", "for (i = 0; i < n; ) { }"]);
    }

    #[test]
    fn mujava_makes_a_for_each_loop_endless_and_does_not_enter_do_while() {
        let mutants =
            mujava("void f(int[] a) { for (int x : a) { f(null); } do { f(null); } while (false); }", Operator::SDL);
        assert_eq!(mutants.len(), 4);
        assert!(mutants[2].starts_with("for (;;) {"), "{mutants:?}");
        assert_eq!(plain("void f(int[] a) { do { f(null); } while (a == null); }", Operator::SDL).len(), 2);
    }

    #[test]
    fn mujava_deletes_the_catch_together_with_each_statement_of_the_try_body() {
        let method = "void f(int a) { try { a = 1; a = 2; } catch (RuntimeException e) { a = 3; } finally { a = 4; } }";
        let mutants = mujava(method, Operator::SDL);
        assert_eq!(mutants.len(), 3);
        assert_eq!(mutants[0], "try { ; a = 2; } finally { a = 4; }");
        assert_eq!(plain(method, Operator::SDL).len(), 4);
    }

    #[test]
    fn sdl_deletes_statements_and_groups_of_a_switch() {
        let method = "void f(int a) { switch (a) { case 1: a = 2; break; default: a = 3; } }";
        let mutants = plain(method, Operator::SDL);
        assert!(mutants.contains(&"switch (a) { default: a = 3; }".to_owned()), "{mutants:?}");
        assert!(mutants.contains(&"switch (a) { case 1: ; break; default: a = 3; }".to_owned()));
        let arrow = plain("void f(int a) { switch (a) { case 1 -> a = 2; default -> { } } }", Operator::SDL);
        assert!(arrow.contains(&"switch (a) { case 1 -> {} default -> { } }".to_owned()), "{arrow:?}");
    }

    #[test]
    fn sdl_deletes_an_else_if_as_a_whole() {
        let mutants = plain("void f(int a) { if (a > 0) a = 1; else if (a < 0) a = 2; }", Operator::SDL);
        assert!(mutants.contains(&"if (a > 0) a = 1; else ;".to_owned()), "{mutants:?}");
    }

    #[test]
    fn mutants_with_unreachable_code_or_a_missing_result_are_not_generated() {
        let mutants = plain("int f(int n) { while (true) { if (n > 3) return n; n++; } }", Operator::SDL);
        assert!(mutants.iter().all(|body| !body.is_empty() && body.starts_with("while (true)")), "{mutants:?}");
        let mutants = plain("int f(int n) { for (;;) { if (n > 3) break; n++; } return n; }", Operator::SDL);
        assert!(!mutants.iter().any(|body| body.contains("if (n > 3) ;")), "{mutants:?}");
    }
}
