//! Tests similar code that does not correspond, and changes without a counterpart.

use super::*;

#[test]
fn the_truth_value_of_a_number_is_a_comparison_with_0() {
    let case = ReplayCase::new(
        "int f(int a) { while (a != 0) { a /= 2; } return a; }",
        "def f(a):\n    while a:\n        a //= 2\n    return a\n",
    );
    let node = case.node("a != 0", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Gt }).unwrap().contains("while (a > 0):"));
}

#[test]
fn a_truth_value_is_not_the_comparison_greater_than_0() {
    let case = ReplayCase::new(
        "int f(int a) { while (a > 0) { a /= 2; } return a; }",
        "def f(a):\n    while a:\n        a //= 2\n    return a\n",
    );
    let node = case.node("a > 0", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Ge }).is_err());
}

#[test]
fn a_negation_applies_to_the_truth_test_of_the_port() {
    let case = ReplayCase::new(
        "int f(int a) { while (a > 0) { a /= 2; } return a; }",
        "def f(a):\n    while a:\n        a //= 2\n    return a\n",
    );
    let node = case.node("a > 0", 0);
    assert!(case.after(Change::InsertUnary { node, op: UnaryOp::Not }).unwrap().contains("while (not a):"));
}

#[test]
fn an_operand_that_differs_has_no_mirror_though_the_operator_agrees() {
    let case = ReplayCase::new("int f(int[] a, int i) { return a[i - 1]; }", "def f(a, i):\n    return a[i - 2]\n");
    let node = case.node("i - 1", 0);
    assert_eq!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Add }), Err("operand differs".into()));
}

#[test]
fn a_comparison_with_inverted_operator_and_literal_has_no_mirror() {
    let case = ReplayCase::new("boolean f(boolean a) { return a == false; }", "def f(a):\n    return a != True\n");
    let node = case.node("a == false", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Ne }).is_err());
}

#[test]
fn a_comparison_with_false_is_not_a_comparison_with_0() {
    let case = ReplayCase::new("boolean f(int[] a) { return a[0] == 0; }", "def f(a):\n    return a[0] == False\n");
    let node = case.node("a[0] == 0", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Ne }).is_err());
}

#[test]
fn a_value_that_a_chained_assignment_shares_is_not_edited() {
    let case = ReplayCase::new(
        "int f(int n) { int a = n; int b = n; return a - b; }",
        "def f(n):\n    a = b = n\n    return a - b\n",
    );
    let node = case.node("n", 0);
    assert_eq!(
        case.after(increment(node, IncrementForm::PreIncrement)),
        Err("the port assigns one value to several names".into())
    );
    assert!(case.after(Change::InsertUnary { node, op: UnaryOp::Complement }).is_err());
}

#[test]
fn an_increment_in_a_separate_statement_is_found() {
    let case = ReplayCase::new(
        "void f(int[] a, int i, int n) { a[i++] = n; n = i; }",
        "def f(a, i, n):\n    a[i] = n\n    i += 1\n    n = i\n",
    );
    let node = case.node("i++", 0);
    let after = case.after(Change::DeleteIncrement { node }).unwrap();
    assert_eq!(after, "def f(a, i, n):\n    a[i] = n\n    pass\n    n = i\n");
}

#[test]
fn an_update_that_the_port_repeats_before_continue_has_no_mirror() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int s = 0; for (int i = 0; i < n; i++) { if (a[i] < 0) continue; s += a[i]; } return s; }",
        "def f(a, n):\n    s = 0\n    i = 0\n    while i < n:\n        if a[i] < 0:\n            i += 1\n            continue\n        s += a[i]\n        i += 1\n    return s\n",
    );
    let node = case.statement("for");
    assert!(case.after(Change::DeleteUpdate { node, init_lost: false }).is_err());
}

#[test]
fn a_condition_that_the_port_inverts_is_not_replaced_by_a_constant() {
    let case = ReplayCase::new(
        "int f(int a, int n) { if (a == n) { n = n + 1; } return n; }",
        "def f(a, n):\n    if a != n:\n        n = n + 1\n    return n\n",
    );
    let node = case.node("a == n", 0);
    assert!(case.after(Change::ReplaceByBoolean { node, value: true }).is_err());
}

/// Returns changes of many kinds for each node, also changes that make no sense.
fn every_change(case: &ReplayCase) -> Vec<Change> {
    let mut out = Vec::new();
    for node in case.java_tree.preorder(case.java_tree.root) {
        out.extend(IncrementForm::ALL.map(|form| Change::InsertIncrement { node, form }));
        out.extend([UnaryOp::Neg, UnaryOp::Complement, UnaryOp::Not].map(|op| Change::InsertUnary { node, op }));
        out.extend([Change::DeleteStatement { node }, Change::ReplaceByBoolean { node, value: true }]);
        let ops = [BinaryOp::Add, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Shl, BinaryOp::Le, BinaryOp::And];
        match case.java_tree.kind(node) {
            Kind::Binary(_) => {
                out.extend(ops.map(|op| Change::ReplaceOperator { node, op }));
                out.extend([true, false].map(|left| Change::KeepOperand { node, left }));
            }
            Kind::Unary(_) => out.push(Change::DeleteUnary { node }),
            Kind::Increment(_) => {
                out.extend(IncrementForm::ALL.map(|form| Change::ReplaceIncrement { node, form }));
                out.extend([Change::DeleteExpression { node }, Change::DeleteIncrement { node }]);
            }
            Kind::AugAssign(_) => {
                out.extend(ops.map(|op| Change::ReplaceAssignOperator { node, op: Some(op) }));
                out.push(Change::ReplaceAssignOperator { node, op: None });
            }
            Kind::For { .. } => {
                out.extend([true, false].map(|init_lost| Change::DeleteCondition { node, init_lost }));
                out.extend([true, false].map(|init_lost| Change::DeleteUpdate { node, init_lost }));
            }
            Kind::Return => out.push(Change::ReturnLiteral { node, literal: "0".into() }),
            _ => {}
        }
    }
    out
}

#[test]
fn every_mirrored_counterpart_parses() {
    let cases = [
        sum(),
        ReplayCase::new(
            "int f(int[] a, int n) { int s = 0, t = 1; for (int i = n - 1; i >= 0; i -= 2) { if (i % 2 == 0 && a[i] != 0) { s += a[i]; } else if (a[i] > 3) { t = -s; } else break; } return s > t ? s : t; }",
            "def f(a, n):\n    s, t = 0, 1\n    for i in range(n - 1, -1, -2):\n        if not i % 2 and a[i]: s += a[i]\n        elif a[i] > 3: t = -s\n        else: break\n    return s if s > t else t\n",
        ),
        ReplayCase::new(
            "boolean f(String s, int k) { int i = 0; while (i < s.length()) { if (s.charAt(i) - 'a' == k) return true; i++; } return false; }",
            "def f(s, k):\n\tfor i in range(len(s)):\n\t\tif ord(s[i]) - ord('a') == k: return True\n\treturn False\n",
        ),
    ];
    for case in &cases {
        let changes = every_change(case);
        let mirrored: Vec<String> = changes.into_iter().filter_map(|change| case.after(change).ok()).collect();
        assert!(mirrored.len() > 40, "{}", mirrored.len());
        for text in mirrored {
            assert!(mts_lang::python::parses(&text), "{text}");
        }
    }
}

#[test]
fn a_parameter_that_only_the_port_decrements_has_no_counterpart() {
    let case = ReplayCase::new(
        "int f(int[] a, int n, int k) { int c = 0; for (int i = 0; i < n; i++) { if (a[i] == 1) c++; if (c == k) return i; } return -1; }",
        "def f(a, n, k):\n    for i in range(n):\n        if a[i] == 1:\n            k -= 1\n        if k == 0:\n            return i\n    return -1\n",
    );
    let node = case.node("c == k", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }).is_err());
    for (text, nth) in [("c", 2), ("k", 0)] {
        let node = case.node(text, nth);
        assert!(case.after(Change::InsertUnary { node, op: UnaryOp::Neg }).is_err(), "{text}");
    }
    let count = case.node("c++", 0);
    assert!(case.after(Change::ReplaceIncrement { node: count, form: IncrementForm::PostDecrement }).is_err());
}

#[test]
fn a_parameter_in_another_form_is_the_same_value() {
    let case = ReplayCase::new(
        "int f(String s, int n) { return s.charAt(n - 1) + n; }",
        "def f(s, n):\n    s = list(s)\n    return ord(s[n - 1]) + n\n",
    );
    let node = case.node("n - 1", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::BitAnd }).is_ok());
}

#[test]
fn loops_with_different_conditions_and_bodies_are_no_counterparts() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int s = 0; for (int k = 0; k < n; k++) s += a[k]; return s * n; }",
        "def f(a, n):\n    for again in range(2):\n        s = sum(a)\n    return s * n\n",
    );
    let node = case.node("k", 1);
    assert!(case.after(increment(node, IncrementForm::PreIncrement)).is_err());
    let node = case.statement("for");
    assert!(case.after(Change::DeleteStatement { node }).is_err());
}

#[test]
fn a_loop_with_a_part_of_its_condition_in_the_body_is_the_counterpart() {
    for port in [
        "def f(a, n, m):\n    s = 0\n    for i in range(n):\n        if not s < m:\n            break\n        s += a[i]\n    return s\n",
        "def f(a, n, m):\n    s = 0\n    for i in range(n):\n        if s < m:\n            s += a[i]\n    return s\n",
    ] {
        let case = ReplayCase::new(
            "int f(int[] a, int n, int m) { int s = 0; for (int i = 0; i < n && s < m; i++) { s += a[i]; } return s; }",
            port,
        );
        let node = case.node("i < n", 0);
        let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::Le });
        assert!(after.is_ok_and(|after| after.contains("range(n + 1)") || after.contains("while i <= n:")), "{port}");
    }
}

#[test]
fn a_value_that_java_reads_more_often_than_the_port_is_not_incremented() {
    let case = ReplayCase::new(
        "boolean f(String s, String c) { int n = s.length(); int k = c.length(); return s.substring(n - k, n).equals(c); }",
        "def f(s, c):\n    n = len(s)\n    k = len(c)\n    return s[n - k:] == c\n",
    );
    let node = case.node("n", 1);
    assert_eq!(
        case.after(increment(node, IncrementForm::PostDecrement)),
        Err("the port reads the value once, and Java reads it several times".into())
    );
    assert!(case.after(Change::InsertUnary { node, op: UnaryOp::Complement }).is_ok());
}

#[test]
fn a_negated_limit_uses_the_expression_of_the_port() {
    let case = ReplayCase::new(
        "int f(int[] a) { int m = Integer.MAX_VALUE; int k = Integer.MIN_VALUE; for (int x : a) m = Math.min(m, x); return m + k; }",
        "def f(a):\n    m = float('inf')\n    k = float('-inf')\n    for x in a:\n        m = min(m, x)\n    return m + k\n",
    );
    let (largest, smallest) = (case.node("Integer.MAX_VALUE", 0), case.node("Integer.MIN_VALUE", 0));
    let after = case.after(Change::InsertUnary { node: largest, op: UnaryOp::Complement }).unwrap();
    assert!(after.contains("m = (-1 - float('inf'))"), "{after}");
    // Java's smallest number is its own negation.
    assert!(case.after(Change::InsertUnary { node: smallest, op: UnaryOp::Neg }).is_err());
}

#[test]
fn a_change_inside_a_helper_call_keeps_the_surrounding_helper_calls() {
    let case = ReplayCase::new(
        "int f(int[] a, int i, int n) { return a[i] + n / i; }",
        "def f(a, i, n):\n    return i32(a[at(i)] + idiv(n, i))\n\ndef i32(x):\n    return (x + 0x80000000 & 0xFFFFFFFF) - 0x80000000\n\ndef at(i):\n    if i < 0:\n        raise IndexError(i)\n    return i\n\ndef idiv(a, b):\n    q = abs(a) // abs(b)\n    return q if (a < 0) == (b < 0) else -q\n",
    );
    let (sum, quotient) = (case.node("a[i] + n / i", 0), case.node("n / i", 0));
    let after = case.after(Change::ReplaceOperator { node: sum, op: BinaryOp::BitOr }).unwrap();
    assert!(after.contains("return i32((a[at(i)] | idiv(n, i)))"), "{after}");
    let after = case.after(Change::ReplaceOperator { node: quotient, op: BinaryOp::BitAnd }).unwrap();
    assert!(after.contains("return i32(a[at(i)] + (n & i))"), "{after}");
    let after = case.after(Change::KeepOperand { node: quotient, left: true }).unwrap();
    assert!(after.contains("return i32(a[at(i)] + n)"), "{after}");
}

#[test]
fn a_wrapped_sum_corresponds_to_an_augmented_assignment() {
    let case = ReplayCase::new(
        "int f(int[] a, int i, int n) { a[i] += n * i; return a[i]; }",
        "def f(a, i, n):\n    a[at(i)] = i32(a[at(i)] + n * i)\n    return a[at(i)]\n\ndef i32(x):\n    return (x + 0x80000000 & 0xFFFFFFFF) - 0x80000000\n\ndef at(i):\n    if i < 0:\n        raise IndexError(i)\n    return i\n",
    );
    let product = case.node("n * i", 0);
    let after = case.after(Change::ReplaceOperator { node: product, op: BinaryOp::BitAnd }).unwrap();
    assert!(after.contains("a[at(i)] = i32(a[at(i)] + (n & i))"), "{after}");
}

#[test]
fn a_length_variable_is_no_counterpart_after_the_collection_has_grown() {
    let java = "int f(List<Integer> a, int k) { a.add(k); return a.size() * k; }";
    let before = ReplayCase::new(java, "def f(a, k):\n    n = len(a)\n    a.append(k)\n    return n * k\n");
    let size = before.node("a.size()", 0);
    assert!(before.after(Change::InsertUnary { node: size, op: UnaryOp::Neg }).is_err());
    let after = ReplayCase::new(java, "def f(a, k):\n    a.append(k)\n    n = len(a)\n    return n * k\n");
    let size = after.node("a.size()", 0);
    assert!(after.after(Change::InsertUnary { node: size, op: UnaryOp::Neg }).is_ok_and(|text| text.contains("-n")));
}
