//! Tests side effects that a change removes, and their counterparts in the port.

use super::*;

/// Builds a case with an increment that the port has as a separate statement.
fn packed() -> ReplayCase {
    ReplayCase::new(
        "int f(int[] a, int n) { int k = 0; for (int i = 0; i < n; i++) { if (a[i] > 0) a[k++] = a[i]; } return k; }",
        "def f(a, n):\n    k = 0\n    for i in range(n):\n        if a[i] > 0:\n            a[k] = a[i]\n            k += 1\n    return k\n",
    )
}

#[test]
fn a_deleted_statement_also_deletes_the_ports_separate_increment() {
    let case = packed();
    let node = case.statement("a[k++]");
    let after = case.after(Change::DeleteStatement { node }).unwrap();
    assert!(after.contains("        if a[i] > 0:\n            pass\n            pass\n    return k"), "{after}");
}

#[test]
fn a_statement_around_a_separate_increment_is_deleted_as_a_whole() {
    let case = packed();
    let node = case.statement("if (a[i] > 0)");
    let after = case.after(Change::DeleteStatement { node }).unwrap();
    assert!(after.contains("    for i in range(n):\n        pass\n    return k"), "{after}");
}

#[test]
fn a_deleted_operand_also_deletes_its_separate_increment() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int k = 0; int t = a[k++] + n; return t * k; }",
        "def f(a, n):\n    k = 0\n    t = a[k] + n\n    k += 1\n    return t * k\n",
    );
    let node = case.node("a[k++] + n", 0);
    let after = case.after(Change::KeepOperand { node, left: false }).unwrap();
    assert!(after.contains("    t = n\n    pass\n    return t * k"), "{after}");
    let kept = case.after(Change::KeepOperand { node, left: true }).unwrap();
    assert!(kept.contains("    t = a[k]\n    k += 1\n"), "{kept}");
}

#[test]
fn a_test_with_an_increment_elsewhere_in_the_port_is_not_replaced() {
    let case = ReplayCase::new(
        "int f(int k) { int s = 0; while (k-- > 0) { s += 2; if (s > 90) break; } return s + k; }",
        "def f(k):\n    s = 0\n    while k > 0:\n        s += 2\n        if s > 90:\n            break\n        k -= 1\n    return s + k\n",
    );
    let node = case.node("k-- > 0", 0);
    let after = case.after(Change::ReplaceByBoolean { node, value: true });
    assert_eq!(after, Err("the port has the increment at another place".to_owned()));
}

#[test]
fn a_truth_test_whose_operand_java_decrements_is_not_negated() {
    let case = ReplayCase::new(
        "int f(int k) { int s = 0; while (k-- > 0) { s += 2; } return s; }",
        "def f(k):\n    s = 0\n    while k:\n        s += 2\n        k = k - 1\n    return s\n",
    );
    let node = case.node("k-- > 0", 0);
    assert_eq!(
        case.after(Change::InsertUnary { node, op: UnaryOp::Not }),
        Err("the port has no separate text for the operator".to_owned())
    );
}

#[test]
fn a_branch_that_the_port_inverted_is_not_emptied() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int c = 0; for (int i = 0; i < n; i++) { if (a[i] == 1) c++; if (c == n) return i; } return c; }",
        "def f(a, n):\n    c = 0\n    for i in range(n):\n        if a[i] > 1:\n            continue\n        else:\n            c = c + 1\n        if c == n:\n            return i\n    return c\n",
    );
    let node = case.statement("if (a[i] == 1)");
    assert_eq!(case.after(Change::DeleteStatement { node }), Err("else has no counterpart".to_owned()));
}

#[test]
fn a_result_that_is_a_float_only_by_division_stays_a_float() {
    let case = ReplayCase::new("double f(int s, int n) { return (double) s / n; }", "def f(s, n):\n    return s / n\n");
    let node = case.node("(double) s / n", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::Mul }).unwrap();
    assert!(after.contains("return float(s * n)"), "{after}");
    let after = case.after(Change::KeepOperand { node, left: true }).unwrap();
    assert!(after.contains("return float(s)"), "{after}");
    let already =
        ReplayCase::new("double f(int s, int n) { return (double) s / n; }", "def f(s, n):\n    return float(s) / n\n");
    let node = already.node("(double) s / n", 0);
    let after = already.after(Change::ReplaceOperator { node, op: BinaryOp::Mul }).unwrap();
    assert!(after.contains("return float(s) * n"), "{after}");
}
