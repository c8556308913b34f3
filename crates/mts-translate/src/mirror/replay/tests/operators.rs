//! Tests operators and increments.

use super::*;

fn add() -> ReplayCase {
    ReplayCase::new("int f(int a, int b) { return a + b; }", "def f(a, b):\n    return a + b\n")
}

#[test]
fn an_inserted_operator_wraps_and_the_other_text_does_not_change() {
    let case = add();
    let node = case.node("a + b", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::Mul });
    assert_eq!(after, Ok(format!("def f(a, b):\n    return {WRAP}(a * b)\n")));
}

#[test]
fn inserted_division_truncates() {
    let case = add();
    let node = case.node("a + b", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::Div }).unwrap();
    assert!(after.contains("a // b if (a < 0) == (b < 0) else -(-a // b)"), "{after}");
}

#[test]
fn a_change_inside_an_unknown_wrapper_of_the_port_has_no_counterpart() {
    let case = ReplayCase::new("int f(int a, int b) { return a + b; }", "def f(a, b):\n    return wrap32(a + b)\n");
    let node = case.node("a + b", 0);
    // The mirror does not know the function, so its result is unknown.
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Mul }).is_err());
}

#[test]
fn an_operand_keeps_its_parentheses() {
    let case = ReplayCase::new("int f(int a, int b) { return (a + b) * a; }", "def f(x, y):\n    return (x + y) * x\n");
    let node = case.node("(a + b) * a", 0);
    assert_eq!(case.after(Change::KeepOperand { node, left: true }), Ok("def f(x, y):\n    return (x + y)\n".into()));
    assert_eq!(case.after(Change::KeepOperand { node, left: false }), Ok("def f(x, y):\n    return x\n".into()));
}

#[test]
fn a_comparison_changes_only_its_token_and_a_swapped_one_gets_the_reverse_token() {
    let case = ReplayCase::new("boolean f(int a, int b) { return a < b; }", "def f(a, b):\n    return a  <  b\n");
    let node = case.node("a < b", 0);
    assert_eq!(
        case.after(Change::ReplaceOperator { node, op: BinaryOp::Ge }),
        Ok("def f(a, b):\n    return a  >=  b\n".into())
    );
    let swapped = ReplayCase::new("boolean f(int a, int b) { return a < b; }", "def f(a, b):\n    return b > a\n");
    let node = swapped.node("a < b", 0);
    assert_eq!(
        swapped.after(Change::ReplaceOperator { node, op: BinaryOp::Le }),
        Ok("def f(a, b):\n    return b >= a\n".into())
    );
}

#[test]
fn a_weaker_operator_gets_the_parentheses_it_needs() {
    let case = ReplayCase::new(
        "boolean f(boolean a, boolean b, boolean c) { return a && b && c; }",
        "def f(a, b, c):\n    return a and b and c\n",
    );
    let node = case.node("a && b", 0);
    assert_eq!(
        case.after(Change::ReplaceOperator { node, op: BinaryOp::Or }),
        Ok("def f(a, b, c):\n    return (a or b) and c\n".into())
    );
}

#[test]
fn an_exclusive_or_of_conditions_becomes_an_inequality_of_booleans() {
    let case = ReplayCase::new(
        "boolean f(int a, int b) { return a < b && b < 9; }",
        "def f(a, b):\n    return a < b and b < 9\n",
    );
    let node = case.node("a < b && b < 9", 0);
    assert_eq!(
        case.after(Change::ReplaceOperator { node, op: BinaryOp::BitXor }),
        Ok("def f(a, b):\n    return ((not (a < b)) != (not (b < 9)))\n".into())
    );
}

#[test]
fn a_part_of_a_chained_comparison_can_change() {
    let case =
        ReplayCase::new("boolean f(int a, int b) { return 0 <= a && a < b; }", "def f(a, b):\n    return 0 <= a < b\n");
    let node = case.node("a < b", 0);
    assert_eq!(
        case.after(Change::ReplaceOperator { node, op: BinaryOp::Ne }),
        Ok("def f(a, b):\n    return 0 <= a != b\n".into())
    );
}

#[test]
fn signs_are_inserted_around_the_counterpart_and_deleted_from_it() {
    let case = ReplayCase::new("int f(int a, int b) { return a - -b; }", "def f(a, b):\n    return a - -b\n");
    let a = case.node("a", 0);
    assert_eq!(
        case.after(Change::InsertUnary { node: a, op: UnaryOp::Complement }),
        Ok("def f(a, b):\n    return (-1 - a) - -b\n".into())
    );
    let negated = case.node("-b", 0);
    assert_eq!(case.after(Change::DeleteUnary { node: negated }), Ok("def f(a, b):\n    return a - b\n".into()));
}

#[test]
fn an_inserted_sign_goes_around_the_call_of_ord() {
    let case = ReplayCase::new("int f(char c) { return c - 'a'; }", "def f(c):\n    return ord(c) - ord('a')\n");
    let node = case.node("c", 0);
    assert_eq!(
        case.after(Change::InsertUnary { node, op: UnaryOp::Complement }),
        Ok("def f(c):\n    return (-1 - ord(c)) - ord('a')\n".into())
    );
}

#[test]
fn an_increment_of_a_used_value_becomes_an_assignment_expression() {
    let case = ReplayCase::new("double f(double a) { return a; }", "def f(a):\n    return a\n");
    let node = case.node("a", 0);
    for (form, text) in [
        (IncrementForm::PreIncrement, "(a := a + 1)"),
        (IncrementForm::PreDecrement, "(a := a - 1)"),
        (IncrementForm::PostIncrement, "(a, a := a + 1)[0]"),
        (IncrementForm::PostDecrement, "(a, a := a - 1)[0]"),
    ] {
        assert_eq!(case.after(increment(node, form)), Ok(format!("def f(a):\n    return {text}\n")));
    }
}

#[test]
fn the_index_of_an_assignment_target_is_evaluated_before_its_value() {
    let case = ReplayCase::new("void f(int[] a, int i) { a[i] = i; }", "def f(a, i):\n    a[i] = i\n");
    let node = case.node("i", 1);
    assert_eq!(
        case.after(increment(node, IncrementForm::PostIncrement)),
        Ok("def f(a, i):\n    a.__setitem__(i, (i, i := i + 1 if i != 0x7FFFFFFF else -0x80000000)[0])\n".into())
    );
}

#[test]
fn no_assignment_expression_is_put_into_a_comprehension() {
    let case = ReplayCase::new(
        "int[] f(int n) { int[] a = new int[n]; return a; }",
        "def f(n):\n    a = [0 for _ in range(n)]\n    return a\n",
    );
    let node = case.node("n", 0);
    let step = "n + 1 if n != 0x7FFFFFFF else -0x80000000";
    assert_eq!(
        case.after(increment(node, IncrementForm::PreIncrement)),
        Ok(format!("def f(n):\n    mts_taken = (n := {step})\n    a = [0 for _ in range(mts_taken)]\n    return a\n"))
    );
    assert_eq!(
        case.after(Change::InsertUnary { node, op: UnaryOp::Complement }),
        Ok("def f(n):\n    a = [0 for _ in range((-1 - n))]\n    return a\n".into())
    );
}

#[test]
fn a_negation_is_inserted_inside_a_comparison_with_false() {
    let case = ReplayCase::new(
        "int f(int n) { boolean found = false; if (n > 1) found = true; if (found == false) return 1; return 2; }",
        "def f(n):\n    found = False\n    if n > 1:\n        found = True\n    if ( found == False ) :\n        return 1\n    return 2\n",
    );
    let node = case.node("found", 2);
    let after = case.after(Change::InsertUnary { node, op: UnaryOp::Not }).unwrap();
    assert!(after.contains("if ( (not found) == False ) :"), "{after}");
}
