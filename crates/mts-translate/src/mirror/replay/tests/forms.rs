//! Tests equivalent forms, and restructured ports.

use super::*;

fn replaced(case: &ReplayCase, text: &str, op: BinaryOp) -> Result<String, String> {
    case.after(Change::ReplaceOperator { node: case.node(text, 0), op })
}

#[test]
fn a_parity_test_without_comparison_is_a_comparison_with_1() {
    let case = ReplayCase::new(
        "int f(int a) { if (a % 2 == 1) return 3; return a; }",
        "def f(a):\n    if a % 2:\n        return 3\n    return a\n",
    );
    assert!(replaced(&case, "a % 2 == 1", BinaryOp::Ge).unwrap().contains("if ((a % 2) >= 1):"));
    // For another divisor, the remainder need not be 0 or 1.
    let other = ReplayCase::new(
        "int f(int a) { if (a % 3 == 1) return 3; return a; }",
        "def f(a):\n    if a % 3:\n        return 3\n    return a\n",
    );
    assert!(replaced(&other, "a % 3 == 1", BinaryOp::Ge).is_err());
}

#[test]
fn a_negated_comparison_has_the_operands_but_not_the_operator() {
    let case = ReplayCase::new(
        "int f(int a, int b) { if (a >= b) { a = 1; } return a; }",
        "def f(a, b):\n    if not (a < b):\n        a = 1\n    return a\n",
    );
    assert!(replaced(&case, "a >= b", BinaryOp::Gt).is_err());
    let node = case.node("b", 0);
    let after = case.after(Change::InsertUnary { node, op: UnaryOp::Complement }).unwrap();
    assert!(after.contains("if not (a < (-1 - b)):"), "{after}");
}

#[test]
fn a_whole_condition_of_the_same_operator_is_negated_though_a_part_differs() {
    let case = ReplayCase::new(
        "int f(int a, int b) { if (a > 0 && a >= b) { a = 1; } return a; }",
        "def f(a, b):\n    if a > 0 and a > b:\n        a = 1\n    return a\n",
    );
    let not = |text: &str| case.after(Change::InsertUnary { node: case.node(text, 0), op: UnaryOp::Not });
    let after = not("a > 0 && a >= b").unwrap();
    assert!(after.contains("if (not (a > 0 and a > b)):"), "{after}");
    assert!(not("a >= b").is_err());
    let opposite = ReplayCase::new(
        "int f(int a, int b) { if (a == 1) { b = a; } return b; }",
        "def f(a, b):\n    if a > 1:\n        b = a\n    return b\n",
    );
    let node = opposite.node("a == 1", 0);
    assert!(opposite.after(Change::InsertUnary { node, op: UnaryOp::Not }).is_err());
}

#[test]
fn the_smaller_of_two_bounds_is_two_comparisons() {
    let case = ReplayCase::new(
        "int f(int n, int m) { int s = 0; for (int j = 1; j < n + 1 && j < m; j++) { s += j; } return s; }",
        "def f(n, m):\n    s = 0\n    for j in range(1, min(n + 1, m)):\n        s += j\n    return s\n",
    );
    let after = replaced(&case, "j < m", BinaryOp::Le).unwrap();
    assert!(after.contains("    j = 1\n    while j < n + 1 and j <= m:\n"), "{after}");
    let after = replaced(&case, "j < n + 1 && j < m", BinaryOp::Or).unwrap();
    assert!(after.contains("while (j < n + 1 or j < m):"), "{after}");
}

#[test]
fn a_conversion_with_spaces_around_its_parentheses_is_a_cast() {
    let case = ReplayCase::new(
        "int f(double x, int n) { return (int) (x * n); }",
        "def f(x, n):\n    return ( int ) ( x * n )\n",
    );
    let after = replaced(&case, "x * n", BinaryOp::Sub);
    assert_eq!(after, Ok("def f(x, n):\n    return ( int ) ( (x - n) )\n".into()));
}

#[test]
fn append_to_a_builder_corresponds_to_adding_to_a_string() {
    let case = ReplayCase::new(
        "String f(int n) { StringBuilder s = new StringBuilder(); for (int i = 0; i < n; i++) { s.append(i); } return s.toString(); }",
        "def f(n):\n    s = ''\n    for i in range(n):\n        s += str(i)\n    return s\n",
    );
    let node = case.statement("s.append");
    let after = case.after(Change::DeleteStatement { node }).unwrap();
    assert!(after.contains("for i in range(n):\n        pass\n"), "{after}");
    let node = case.node("i", 3);
    let after = case.after(Change::InsertUnary { node, op: UnaryOp::Complement }).unwrap();
    assert!(after.contains("s += str((-1 - i))"), "{after}");
}

#[test]
fn an_assignment_of_a_converted_result_corresponds_to_an_augmented_assignment() {
    let case = ReplayCase::new(
        "long f(long a, int b) { a *= b; return a; }",
        "def f(a, b):\n    a = int(a * b)\n    return a\n",
    );
    let node = case.node("a *= b", 0);
    let after = case.after(Change::ReplaceAssignOperator { node, op: Some(BinaryOp::Sub) }).unwrap();
    assert!(after.contains("(a - b)\n") && !after.contains("a * b"), "{after}");
}

#[test]
fn a_call_of_ord_corresponds_to_a_java_char() {
    let case = ReplayCase::new("int f(char c) { return c - '0'; }", "def f(c):\n    return ord(c) - 48\n");
    assert!(replaced(&case, "c - '0'", BinaryOp::Add).unwrap().contains("(ord(c) + 48)"));
}

#[test]
fn a_loop_whose_variable_the_port_writes_is_not_desugared() {
    let case = ReplayCase::new(
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }",
        "def f(n):\n    s = 0\n    for i in range(n):\n        s += i\n        i += 1\n    return s\n",
    );
    let reason = "the body of the port's loop assigns the loop's variable";
    assert_eq!(case.after(increment(case.node("n", 0), IncrementForm::PostDecrement)), Err(reason.into()));
    let node = case.node("n", 0);
    assert!(case.after(Change::InsertUnary { node, op: UnaryOp::Complement }).is_ok());
}

#[test]
fn a_common_step_after_a_default_is_not_deleted_with_the_default() {
    let case = ReplayCase::new(
        "void f(java.util.Map<Integer, Integer> d, int k) { if (d.containsKey(k)) { d.put(k, d.get(k) + 1); } else { d.put(k, 1); } }",
        "def f(d, k):\n    if k not in d:\n        d[k] = 0\n    d[k] += 1\n",
    );
    for statement in ["d.put(k, d.get(k) + 1)", "d.put(k, 1)"] {
        if let Ok(after) = case.after(Change::DeleteStatement { node: case.statement(statement) }) {
            assert!(after.contains("d[k] = 0"), "{after}");
        }
    }
}

#[test]
fn a_condition_that_governs_other_statements_in_the_port_has_no_mirror() {
    let case = ReplayCase::new(
        "int f(int s) { int t = 0; for (int n = 1; t < s; n++) { t += n; if (t == s) return n; } return -1; }",
        "def f(s):\n    t = 0\n    n = 1\n    while t < s:\n        t += n\n        n += 1\n    n -= 1\n    if t == s:\n        return n\n    return -1\n",
    );
    assert_eq!(replaced(&case, "t < s", BinaryOp::Le), Err("the branch or loop has another body in the port".into()));
    // The body itself is the same as in Java.
    let node = case.node("n", 2);
    assert!(case.after(Change::InsertUnary { node, op: UnaryOp::Complement }).is_ok());
}

#[test]
fn a_part_of_a_loop_condition_may_be_a_break_at_the_start_of_the_body() {
    let java =
        "int f(int[] a, int n, int m) { int s = 0; for (int i = 0; i < n && s < m; i++) { s += a[i]; } return s; }";
    let port = |guard: &str| {
        format!(
            "def f(a, n, m):\n    s = 0\n    for i in range(n):\n        if {guard}:\n            break\n        s += a[i]\n    return s\n"
        )
    };
    let case = ReplayCase::new(java, &port("not (s < m)"));
    assert_eq!(replaced(&case, "s < m", BinaryOp::Le).unwrap(), port("not (s <= m)"));
    let case = ReplayCase::new(java, &port("s >= m"));
    assert!(replaced(&case, "s < m", BinaryOp::Le).is_err());
    assert!(replaced(&case, "i < n && s < m", BinaryOp::Or).is_err());
    let node = case.node("m", 0);
    assert_eq!(case.after(Change::InsertUnary { node, op: UnaryOp::Complement }).unwrap(), port("s >= (-1 - m)"));
}

#[test]
fn an_endless_loop_with_a_break_at_its_start_has_its_condition_there() {
    let case = ReplayCase::new(
        "int f(int a, int b) { while (a != b) { a = a - 1; b = b + 2; } return a; }",
        "def f(a, b):\n    while True:\n        if not a != b:\n            break\n        a = a - 1\n        b = b + 2\n    return a\n",
    );
    assert!(replaced(&case, "a != b", BinaryOp::Lt).unwrap().contains("if not a < b:"));
}

#[test]
fn a_swap_with_a_third_variable_does_not_count_as_a_restructured_port() {
    let case = ReplayCase::new(
        "void f(int[] a, int i, int j) { if (a[i] < a[j]) { int t = a[i]; a[i] = a[j]; a[j] = t; } }",
        "def f(a, i, j):\n    if a[i] < a[j]:\n        a[i], a[j] = a[j], a[i]\n",
    );
    assert!(replaced(&case, "a[i] < a[j]", BinaryOp::Le).unwrap().contains("if a[i] <= a[j]:"));
}
