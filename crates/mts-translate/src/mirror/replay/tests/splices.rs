//! Tests splices, for changes without an exact counterpart.

use super::*;
use mts_model::injected_names::{java_tick, python_tick};

/// Builds a case with a loop that the port writes as a sum.
fn summed() -> ReplayCase {
    ReplayCase::new(
        "int f(int[] a, int n) { int t = n; for (int k = 0; k < n; k++) t += a[k]; if (t > 2 * n) return t / n; while (t < 0) t += 7; return t; }",
        "def f(a, n):\n    t = n\n    t += sum(a[:n])\n    if t > 2 * n:\n        return t // n\n    while t < 0:\n        t += 7\n    return t\n",
    )
}

#[test]
fn statements_between_the_same_counterparts_correspond() {
    let case = summed();
    let splices = case.splices("k < n", "k <= n");
    let splice = splices.first().expect("there is a place");
    let after = case.with(&splice.edits);
    assert!(
        after.contains("    for k in range(n + 1):\n        t = i32(t + a[") || after.contains("while k <= n:"),
        "{after}"
    );
    assert!(
        after.contains("    if t > 2 * n:\n        return t // n\n    while t < 0:"),
        "the rest is the port's own: {after}"
    );
    assert!(!case.with(&splice.unchanged).contains("n + 1"));
}

#[test]
fn a_splice_counts_the_same_place_on_both_sides() {
    let case = summed();
    let splices = case.splices("k < n", "k <= n");
    let splice = splices.first().expect("there is a place");
    assert!(case.with(&splice.python_count).contains(&format!("    {}\n    t += sum(a[:n])\n", python_tick())));
    let java = apply(&case.java.text, &splice.java_count).unwrap();
    assert!(java.contains(&format!("{} for (int k", java_tick())), "{java}");
}

#[test]
fn the_smallest_splice_is_tried_first() {
    let case = ReplayCase::new(
        "int f(int a, int n) { int t = n; if (a > n * n - 1) t = 3; return t; }",
        "def f(a, n):\n    t = n\n    if a > (n - 1) * (n + 1):\n        t = 3\n    return t\n",
    );
    let splices = case.splices("n * n", "n + n");
    assert!(case.with(&splices[0].edits).contains("if a > "), "{splices:?}");
    assert!(splices.len() > 1);
}

#[test]
fn a_splice_never_replaces_the_whole_port() {
    let case =
        ReplayCase::new("int f(int a, int b) { return a * b + 1; }", "def f(a, b):\n    return sum([a] * b) + 2\n");
    assert!(case.splices("a * b", "a - b").iter().all(|splice| case.with(&splice.edits).contains("+ 2")));
}

#[test]
fn a_splice_does_not_repeat_later_statements_of_the_port() {
    // The port tests once, after the loop. A test inside the loop would not replace this test.
    let case = ReplayCase::new(
        "int f(int s) { int t = 0; for (int n = 1; t < s; n++) { t += n * n; if (t == s) return n; } return -1; }",
        "def f(s):\n    t = 0\n    n = 1\n    while t < s:\n        t += n * n\n        n += 1\n    n -= 1\n    if t == s:\n        return n\n    return -1\n",
    );
    assert!(case.splices("t == s", "t > s").is_empty());
}

#[test]
fn a_splice_does_not_call_a_builtin_that_a_local_variable_hides() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int len = n; for (int i = 0; i < a.length; i++) { if (a[i] > 2) len = len + i; } return len; }",
        "def f(a, n):\n    len = n\n    for i, x in enumerate(a):\n        if x > 2:\n            len = len + i\n    return len\n",
    );
    for splice in case.splices("i < a.length", "i != a.length") {
        assert!(!case.with(&splice.edits).contains("len(a)"));
    }
}

#[test]
fn code_outside_of_the_change_keeps_the_text_of_the_port() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int t = 0; if (n > 3) { if (t < a[n * 2] - t) { t = a[n * 2] - t; n = t; } } return t + n; }",
        "def f(a, n):\n    t = 0\n    if n > 3:\n        u = a[2 * n] - t\n        if u >= t + 1:\n            t = n = u\n    return t + n\n",
    );
    let splices = case.splices("n > 3", "n > 3 == true");
    for splice in &splices {
        assert!(!case.with(&splice.unchanged).contains("i32(t + n)"), "{splices:?}");
    }
    let case = ReplayCase::new(
        "int f(int a, int n) { int t = n; if (a * 3 + t > n * n - 1) t = 3; return t; }",
        "def f(a, n):\n    t = n\n    if a * 3 + t > (n - 1) * (n + 1):\n        t = 3\n    return t\n",
    );
    let splices = case.splices("n * n", "n + n");
    let wider = splices.iter().map(|splice| case.with(&splice.edits)).find(|after| !after.contains("(n - 1)"));
    assert!(wider.is_some_and(|after| after.contains("a * 3 + t")), "no wrap is brought along: {splices:?}");
}

#[test]
fn a_splice_does_not_repair_other_faults_of_the_port() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int t = 0; for (int i = 0; i < n - 1; i++) { t = t * 2 + a[i]; } return t + n; }",
        "def f(a, n):\n    t = 0\n    for i in range(n):\n        t = sum([t, t, a[i]])\n    return t + n\n",
    );
    for splice in case.splices("t * 2", "t + 2") {
        assert!(case.with(&splice.edits).contains("in range(n)"), "the bound is the port's affair");
    }
    let constant = ReplayCase::new(
        "boolean f(int[] a, int n) { int i = 0; while (i < n && a[i] > 0) i++; return i == n; }",
        "def f(a, n):\n    i = 0\n    while i < n and a[i] > 0:\n        i += 1\n    return True\n",
    );
    assert!(constant.splices("i == n", "i != n").is_empty());
}

#[test]
fn a_splice_adds_no_limit_that_the_port_does_not_have() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int t = 1; int m = Integer.MIN_VALUE; for (int i = 0; i < n; i++) { m = Math.max(m, a[i]); } t += n; return t * m; }",
        "def f(a, n):\n    t = 1\n    m = max(a)\n    t += n\n    return t * m\n",
    );
    assert!(case.splices("i < n", "i <= n").is_empty());
}

#[test]
fn a_call_of_sum_is_the_counterpart_of_a_loop_and_the_assignment_before_it() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int t = 0; for (int k = 0; k < n; k++) t += a[k]; if (t > 2 * n) return t / n; while (t < 0) t += 7; return t; }",
        "def f(a, n):\n    t = sum(a)\n    if t > 2 * n:\n        return t // n\n    while t < 0:\n        t += 7\n    return t\n",
    );
    let splices = case.splices("k < n", "k <= n");
    let after = case.with(&splices.first().expect("there is a place").edits);
    assert!(after.contains("    t = 0\n    k = 0\n    while k <= n:") && !after.contains("sum(a)"), "{after}");
    assert!(after.contains("    if t > 2 * n:\n"), "{after}");
}

#[test]
fn statements_next_to_the_change_keep_the_text_of_the_port() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int t = 0; int u = 0; for (int k = 0; k < n; k++) { t += a[k]; u = u * 3 + t; } while (u > n) u -= 5; if (u < 0) u = n; return u; }",
        "def f(a, n):\n    t = 0\n    u = 0\n    for x in a[:n]:\n        t += x\n        u = u * 3 + t\n    while u > n:\n        u -= 5\n    if u < 0:\n        u = n\n    return u\n",
    );
    let splices = case.splices("k < n", "k != n");
    let after = case.with(&splices.first().expect("there is a place").edits);
    assert!(after.contains("        u = u * 3 + t\n"), "{after}");
}

#[test]
fn code_around_the_change_in_a_splice_gets_no_wrap() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int t = 0; for (int k = 0; k < n; k++) t += a[k] * n; if (t > 2 * n) return t / n; while (t < 0) t += 7; return t; }",
        "def f(a, n):\n    t = 0\n    t += sum(x * n for x in a[:n])\n    if t > 2 * n:\n        return t // n\n    while t < 0:\n        t += 7\n    return t\n",
    );
    let splices = case.splices("a[k] * n", "a[k] + n");
    let after = case.with(&splices.first().expect("there is a place").edits);
    assert!(after.contains("        t += i32(a[k] + n)\n"), "{after}");
    let careful = ReplayCase::new(
        "int f(int[] a, int n) { int t = 0; for (int k = 0; k < n; k++) t += a[k] * n; if (t > 2 * n) return t / n; while (t < 0) t += 7; return t; }",
        "def f(a, n):\n    t = 0\n    t += sum(x * n for x in a[:n]) & 0xFFFFFFFF\n    if t > 2 * n:\n        return t // n\n    while t < 0:\n        t += 7\n    return t\n",
    );
    let splices = careful.splices("a[k] * n", "a[k] + n");
    let after = careful.with(&splices.first().expect("there is a place").edits);
    assert!(after.contains("i32(t + "), "{after}");
}

#[test]
fn a_truth_test_of_the_port_is_kept_around_a_changed_operand() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int t = n; if (a[n * n - 1] > 0) t = 3; return t; }",
        "def f(a, n):\n    t = n\n    if a[(n - 1) * (n + 1)]:\n        t = 3\n    return t\n",
    );
    for splice in case.splices("n * n", "n + n") {
        assert!(!case.with(&splice.edits).contains("> 0"), "{splice:?}");
    }
}

#[test]
fn the_remaining_operand_of_a_deletion_gets_no_wrap() {
    let case = ReplayCase::new(
        "int f(int[] a, int low, int high) { int t = low + (high - low) / 2; if (a[t] > 0) return low; return t; }",
        "def f(a, low, high):\n    t = int((low + high) / 2)\n    if a[t] > 0:\n        return low\n    return t\n",
    );
    let splices = case.splices("low + (high - low) / 2", "(high - low) / 2");
    let after = case.with(&splices.first().expect("there is a place").edits);
    assert!(after.contains("t = div(high - low, 2)"), "{after}");
}

#[test]
fn numbers_that_are_no_whole_numbers_are_not_wrapped() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { int m = Integer.MAX_VALUE; for (int i = 0; i < n; i++) { if (a[i] > 0 && a[i] < m) m = a[i]; } return m; }",
        "def f(a, n):\n    m = float('inf')\n    for i in range(n):\n        if a[i] > 0:\n            m = min(m, a[i])\n    return m\n",
    );
    let splices = case.splices("< m)", "< m--)");
    let after = case.with(&splices.first().expect("there is a place").edits);
    assert!(after.contains("if x.__class__ is (0).__class__ else x"), "{after}");
}

#[test]
fn indexes_and_lengths_outside_of_the_change_get_no_check() {
    let case = ReplayCase::new(
        "int f(int[] a, int i, int k) { int[] b = new int[k]; int m = 9; if (a[i] > 0 && a[i] < m) m = a[i]; b[i] = m; return b[i]; }",
        "def f(a, i, k):\n    b = [0 for _ in range(k)]\n    m = 9\n    if a[i] > 0:\n        m = min(m, a[i])\n    b[i] = m\n    return b[i]\n",
    );
    let texts = |change: (&str, &str)| -> Vec<String> {
        case.splices(change.0, change.1).iter().map(|splice| case.with(&splice.edits)).collect()
    };
    let compared = texts(("a[i] < m", "a[i] <= m"));
    assert!(compared.iter().any(|text| text.contains("a[i] <= m")), "{compared:?}");
    assert!(compared.iter().all(|text| !text.contains("at(") && !text.contains("size(")), "{compared:?}");
    // The translation checks an index that the change inserts, as Java does.
    let stepped = texts(("m = a[i]", "m = a[--i]"));
    assert!(
        stepped.iter().any(|text| text.contains("a[at((i := i - 1))]") || text.contains("a[at((i := i32(i - 1)))]")),
        "{stepped:?}"
    );
    assert!(stepped.iter().all(|text| text.contains("a[i] > 0")), "{stepped:?}");
}

#[test]
fn an_inserted_helper_adds_only_the_helpers_that_it_calls() {
    let case = ReplayCase::new(
        "int f(int[] x, int a, int b) { if (b < a) return x[0]; if (b == a) return x[a]; int m = a + (b - a) / 2; if (m < b && x[m + 1] < x[m]) return x[m + 1]; return x[m]; }",
        "def f(x, a, b):\n    if b < a:\n        return x[0]\n    if b == a:\n        return x[a]\n    m = int((a + b) / 2)\n    if m < b and x[m + 1] < x[m]:\n        return x[m + 1]\n    return x[m]\n",
    );
    let splices = case.splices("b - a", "b % a");
    let after = case.with(&splices.first().expect("there is a place").edits);
    assert!(after.contains("def rem(") && !after.contains("def sign(") && !after.contains("import math"), "{after}");
}

#[test]
fn a_change_that_reassociates_operands_is_translated_as_a_whole() {
    let case = ReplayCase::new(
        "int f(int[] x, int a, int b) { if (b < a) return x[0]; if (b == a) return x[a]; int m = a + (b - a) / 2; if (m < b && x[m + 1] < x[m]) return x[m + 1]; return x[m]; }",
        "def f(x, a, b):\n    if b < a:\n        return x[0]\n    if b == a:\n        return x[a]\n    m = int((a + b) / 2)\n    if m < b and x[m + 1] < x[m]:\n        return x[m + 1]\n    return x[m]\n",
    );
    // Java parses the mutated text as `(a + b) - a`, so neither operator keeps its operands.
    let splices = case.splices("(b - a) / 2", "b - a");
    let after = case.with(&splices.first().expect("there is a place").edits);
    assert!(after.contains("m = i32(a + b - a)") || after.contains("m = i32(i32(a + b) - a)"), "{after}");
}
