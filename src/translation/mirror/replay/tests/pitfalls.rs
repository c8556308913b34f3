//! Look-alikes, and what has no mirror.

use super::*;

#[test]
fn truth_of_a_number_is_a_comparison_with_zero() {
    let case = Case::new(
        "int f(int a) { while (a != 0) { a /= 2; } return a; }",
        "def f(a):\n    while a:\n        a //= 2\n    return a\n",
    );
    let node = case.node("a != 0", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Gt }).unwrap().contains("while (a > 0):"));
}

#[test]
fn truth_is_not_a_comparison_greater_than_zero() {
    let case = Case::new(
        "int f(int a) { while (a > 0) { a /= 2; } return a; }",
        "def f(a):\n    while a:\n        a //= 2\n    return a\n",
    );
    let node = case.node("a > 0", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Ge }).is_err());
}

#[test]
fn an_operand_that_differs_has_no_mirror_though_the_operator_agrees() {
    let case = Case::new("int f(int[] a, int i) { return a[i - 1]; }", "def f(a, i):\n    return a[i - 2]\n");
    let node = case.node("i - 1", 0);
    assert_eq!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Add }), Err("operand differs".into()));
}

#[test]
fn operator_and_literal_both_flipped_have_no_mirror() {
    let case = Case::new("boolean f(boolean a) { return a == false; }", "def f(a):\n    return a != True\n");
    let node = case.node("a == false", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Ne }).is_err());
}

#[test]
fn false_is_not_zero() {
    let case = Case::new("boolean f(int[] a) { return a[0] == 0; }", "def f(a):\n    return a[0] == False\n");
    let node = case.node("a[0] == 0", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Ne }).is_err());
}

#[test]
fn one_value_for_several_names_is_not_edited_for_one() {
    let case = Case::new(
        "int f(int n) { int a = n; int b = n; return a - b; }",
        "def f(n):\n    a = b = n\n    return a - b\n",
    );
    let node = case.node("n", 0);
    assert_eq!(case.after(increment(node, IncrementForm::PreIncrement)), Err("one value for several names".into()));
    assert!(case.after(Change::InsertUnary { node, op: UnaryOp::Complement }).is_err());
}

#[test]
fn an_increment_split_off_from_its_use_is_found() {
    let case = Case::new(
        "void f(int[] a, int i, int n) { a[i++] = n; n = i; }",
        "def f(a, i, n):\n    a[i] = n\n    i += 1\n    n = i\n",
    );
    let node = case.node("i++", 0);
    let after = case.after(Change::DeleteIncrement { node }).unwrap();
    assert_eq!(after, "def f(a, i, n):\n    a[i] = n\n    pass\n    n = i\n");
}
