//! Tests statements and assignments.

use super::*;

#[test]
fn a_deleted_statement_becomes_pass_and_an_early_return_keeps_its_else_branch() {
    let case = ReplayCase::new(
        "int f(int a) { int b = a; b += 2; if (a > 0) return b; return a; }",
        "def f(a):\n    b = a\n    b += 2\n    if a > 0:\n        return b\n    else:\n        return a\n",
    );
    let sum = case.statement("b += 2");
    assert!(case.after(Change::DeleteStatement { node: sum }).unwrap().contains("b = a\n    pass\n"));
    let test = case.statement("if");
    assert!(
        case.after(Change::DeleteStatement { node: test }).unwrap().contains("if False:\n        return b\n    else:")
    );
}

#[test]
fn a_deleted_else_if_becomes_an_empty_else() {
    let case = ReplayCase::new(
        "int f(int a) { int b = 0; if (a > 0) b = 1; else if (a < 0) b = 2; return b; }",
        "def f(a):\n    b = 0\n    if a > 0:\n        b = 1\n    elif a < 0:\n        b = 2\n    return b\n",
    );
    let node = case.statement("if (a < 0)");
    assert_eq!(
        case.after(Change::DeleteStatement { node }),
        Ok("def f(a):\n    b = 0\n    if a > 0:\n        b = 1\n    else: pass\n    return b\n".into())
    );
}

#[test]
fn one_part_of_a_tuple_or_chained_assignment_can_be_deleted() {
    let case = ReplayCase::new(
        "int f(int n) { int a; int b; a = n; b = 2; return a + b; }",
        "def f(n):\n    a, b = n, 2\n    return a + b\n",
    );
    let node = case.statement("a = n");
    assert_eq!(case.after(Change::DeleteStatement { node }), Ok("def f(n):\n    b = 2\n    return a + b\n".into()));
    let chained = ReplayCase::new(
        "int f(int n) { int a; int b; a = 5; b = 5; return a + b; }",
        "def f(n):\n    a = b = 5\n    return a + b\n",
    );
    let node = chained.statement("b = 5");
    let after = chained.after(Change::DeleteStatement { node }).unwrap();
    assert_eq!(after, "def f(n):\n    a = 5\n    return a + b\n");
}

#[test]
fn compound_assignments_change_their_operator() {
    let case = ReplayCase::new(
        "double f(double a, double b) { a += b; return a; }",
        "def f(a, b):\n    a += b\n    return a\n",
    );
    let node = case.node("a += b", 0);
    let change = |op| Change::ReplaceAssignOperator { node, op };
    assert!(case.after(change(Some(BinaryOp::Sub))).unwrap().contains("    a -= b\n"));
    assert!(case.after(change(None)).unwrap().contains("    a = b\n"));
    let expanded =
        ReplayCase::new("int f(int a, int b) { a += b; return a; }", "def f(a, b):\n    a = a + b\n    return a\n");
    let node = expanded.node("a += b", 0);
    let change = Change::ReplaceAssignOperator { node, op: Some(BinaryOp::Sub) };
    assert!(expanded.after(change).unwrap().contains(&format!("    a = {WRAP}(a - b)\n")));
}

#[test]
fn shorthand_of_the_port_is_spelled_out_when_java_writes_it_out() {
    let case =
        ReplayCase::new("int f(int a, int b) { a = a + b; return a; }", "def f(a, b):\n    a += b\n    return a\n");
    let node = case.node("a", 1);
    assert_eq!(
        case.after(Change::InsertUnary { node, op: UnaryOp::Complement }),
        Ok("def f(a, b):\n    a = (-1 - a) + b\n    return a\n".into())
    );
}

#[test]
fn returned_literals_replace_the_value() {
    let case = ReplayCase::new("boolean f(int a) { return a > 0; }", "def f(a):\n    return a > 0\n");
    let node = case.statement("return");
    let after = case.after(Change::ReturnLiteral { node, literal: "true".into() });
    assert_eq!(after, Ok("def f(a):\n    return True\n".into()));
}

#[test]
fn an_if_that_returns_booleans_corresponds_to_the_returned_condition() {
    let case = ReplayCase::new(
        "boolean f(int a, int b) { if (a > b) return true; return false; }",
        "def f(a, b):\n    return a > b\n",
    );
    let node = case.node("a > b", 0);
    assert_eq!(
        case.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }),
        Ok("def f(a, b):\n    return a < b\n".into())
    );
    let statement = case.statement("if");
    assert_eq!(case.after(Change::DeleteStatement { node: statement }), Ok("def f(a, b):\n    return False\n".into()));
    let yes = case.statement("return true");
    assert_eq!(
        case.after(Change::ReturnLiteral { node: yes, literal: "false".into() }),
        Ok("def f(a, b):\n    return (False if a > b else False)\n".into())
    );
}
