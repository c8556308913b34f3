//! Tests mutants whose text groups the operands in another way than the tree.

use super::*;

fn reassociated(java: &str, python: &str, node: &str, op: BinaryOp, edit: (&str, &str)) -> Result<String, String> {
    let case = ReplayCase::new(java, python);
    let at = case.java.text.find(edit.0).unwrap();
    let edits = vec![TextEdit::new(Span::new(at, at + edit.0.len()), edit.1)];
    match case.translation_of(Change::ReplaceOperator { node: case.node(node, 0), op }, edits) {
        Translation::Edits { edits, .. } => Ok(case.with(&edits)),
        Translation::Unmirrored(why) => Err(why.to_string()),
        Translation::Spliced { reason, .. } => Err(reason),
        other => panic!("{other:?}"),
    }
}

#[test]
fn operands_are_grouped_as_java_parses_them() {
    let after = reassociated(
        "int f(int a, int b, int c) { int d = a; return a - b * c + d; }",
        "def f(a, b, c):\n    d = a\n    return a - b * c + d\n",
        "b * c",
        BinaryOp::Shl,
        ("b * c", "b << c"),
    );
    let shifted = format!("{WRAP}((a - b) << ((c + d) & 31))");
    assert_eq!(after, Ok(format!("def f(a, b, c):\n    d = a\n    return ({shifted})\n")));
}

#[test]
fn reassociation_keeps_the_other_operators_of_the_port() {
    let after = reassociated(
        "int f(int a, int b, int c) { int d = a; return a / (b - c); }",
        "def f(a, b, c):\n    d = a\n    return a // (b - c)\n",
        "b - c",
        BinaryOp::Mul,
        ("(b - c)", "b * c"),
    );
    assert_eq!(after, Ok(format!("def f(a, b, c):\n    d = a\n    return ({WRAP}((a // b) * c))\n")));
}

#[test]
fn an_operator_is_not_replayed_on_another_type() {
    let after = reassociated(
        "double f(int a, double b, int c) { int d = a; return a / (b * c); }",
        "def f(a, b, c):\n    d = a\n    return a / (b * c)\n",
        "b * c",
        BinaryOp::Sub,
        ("(b * c)", "d - c"),
    );
    assert!(after.is_err());
}

#[test]
fn reassociation_keeps_a_truncated_division_of_the_port() {
    let after = reassociated(
        "int f(int a, int b) { int d = a; return (a * b) / 3; }",
        "def f(a, b):\n    d = a\n    return int((a * b) / 3)\n",
        "a * b",
        BinaryOp::Sub,
        ("(a * b)", "a - b"),
    );
    assert_eq!(after, Ok(format!("def f(a, b):\n    d = a\n    return ({WRAP}(a - int(b / 3)))\n")));
}
