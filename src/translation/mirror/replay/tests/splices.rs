//! What takes the place of a part of the port where no exact counterpart of a change stands.

use super::*;

/// A loop that the port wrote as a sum.
fn summed() -> Case {
    Case::new(
        "int f(int[] a, int n) { int t = n; for (int k = 0; k < n; k++) t += a[k]; if (t > 2 * n) return t / n; while (t < 0) t += 7; return t; }",
        "def f(a, n):\n    t = n\n    t += sum(a[:n])\n    if t > 2 * n:\n        return t // n\n    while t < 0:\n        t += 7\n    return t\n",
    )
}

#[test]
fn neighbours_between_the_same_counterparts_stand_for_one_another() {
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
    assert!(case.with(&splice.python_count).contains("    _mts_t_()\n    t += sum(a[:n])\n"));
    let java = apply(&case.java.text, &splice.java_count).unwrap();
    assert!(java.contains("mts.Ticks.t(); for (int k"), "{java}");
}

#[test]
fn the_smallest_place_is_tried_first() {
    let case = Case::new(
        "int f(int a, int n) { int t = n; if (a > n * n - 1) t = 3; return t; }",
        "def f(a, n):\n    t = n\n    if a > (n - 1) * (n + 1):\n        t = 3\n    return t\n",
    );
    let splices = case.splices("n * n", "n + n");
    assert!(case.with(&splices[0].edits).contains("if a > "), "{splices:?}");
    assert!(splices.len() > 1);
}

#[test]
fn the_whole_of_a_port_is_never_replaced() {
    let case = Case::new("int f(int a, int b) { return a * b + 1; }", "def f(a, b):\n    return sum([a] * b) + 2\n");
    assert!(case.splices("a * b", "a - b").iter().all(|splice| case.with(&splice.edits).contains("+ 2")));
}

#[test]
fn what_the_port_does_after_the_place_is_not_done_twice() {
    // The port tests once, behind its loop: a test within would leave that one in force.
    let case = Case::new(
        "int f(int s) { int t = 0; for (int n = 1; t < s; n++) { t += n * n; if (t == s) return n; } return -1; }",
        "def f(s):\n    t = 0\n    n = 1\n    while t < s:\n        t += n * n\n        n += 1\n    n -= 1\n    if t == s:\n        return n\n    return -1\n",
    );
    assert!(case.splices("t == s", "t > s").is_empty());
}

#[test]
fn a_name_of_the_ports_own_is_not_taken_for_pythons() {
    let case = Case::new(
        "int f(int[] a, int n) { int len = n; for (int i = 0; i < a.length; i++) { if (a[i] > 2) len = len + i; } return len; }",
        "def f(a, n):\n    len = n\n    for i, x in enumerate(a):\n        if x > 2:\n            len = len + i\n    return len\n",
    );
    for splice in case.splices("i < a.length", "i != a.length") {
        assert!(!case.with(&splice.edits).contains("len(a)"));
    }
}
