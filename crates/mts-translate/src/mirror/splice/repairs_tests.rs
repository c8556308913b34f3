use super::*;
use crate::mirror::LazyAlignment;
use crate::mirror::replay::tests::ReplayCase;

/// Returns the causes and the repaired ports of a Java method and its port.
fn repaired(java: &str, python: &str) -> Vec<(Cause, String)> {
    let case = ReplayCase::new(java, python);
    let alignment = LazyAlignment::default();
    let all = repairs(&case.source(&alignment));
    all.into_iter().map(|repair| (repair.cause, case.with(&repair.edits))).collect()
}

#[track_caller]
fn assert_repairs(java: &str, python: &str, cause: Cause, expected: &str) {
    let all = repaired(java, python);
    let found = all.iter().find(|(own, text)| *own == cause && text.contains(expected));
    assert!(found.is_some(), "{all:#?}");
}

#[test]
fn a_division_gets_javas_rounding_in_plain_code() {
    let port = "def f(a, b):\n    return a // b\n";
    assert_repairs("static int f(int a, int b) { return a / b; }", port, Cause::FloorDivision, "return int(a / b)");
    let port = "def f(a, b):\n    return a / b\n";
    assert_repairs("static int f(int a, int b) { return a / b; }", port, Cause::TrueDivision, "return int(a / b)");
}

#[test]
fn a_repaired_long_division_is_exact() {
    let port = "def f(a, b):\n    return a // b\n";
    let expected = "return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)";
    assert_repairs("static long f(long a, long b) { return a / b; }", port, Cause::FloorDivision, expected);
}

#[test]
fn a_remainder_gets_the_sign_of_the_dividend() {
    let port = "def f(a, b):\n    return a % b\n";
    let java = "static int f(int a, int b) { return a % b; }";
    assert_repairs(java, port, Cause::RemainderSign, "return a - b * int(a / b)");
}

#[test]
fn an_overflow_is_written_without_a_helper() {
    let port = "def f(a):\n    return a * 31\n";
    let expected = "return (a * 31 + 0x80000000) % (2 * 0x80000000) - 0x80000000";
    assert_repairs("static int f(int a) { return a * 31; }", port, Cause::Overflow, expected);
}

#[test]
fn a_wrong_operator_and_a_wrong_literal_are_named() {
    let port = "def f(a, b):\n    c = a - b\n    return c * 2\n";
    assert_repairs(
        "static int f(int a, int b) { int c = a + b; return c * 2; }",
        port,
        Cause::WrongOperator,
        "c = a + b\n",
    );
    let port = "def f(a):\n    return a % 96\n";
    assert_repairs("static int f(int a) { return a % 97; }", port, Cause::WrongLiteral, "return a % 97");
}

#[test]
fn a_missing_branch_is_inserted_at_its_place() {
    let java = "static int f(String s) { int n = 0; for (int i = 0; i < s.length(); i++) { char c = s.charAt(i); \
                if (c == ' ') { continue; } n = n * 10 + (c - '0'); } return n; }";
    let port = "def f(s):\n    n = 0\n    for i in range(len(s)):\n        c = s[i]\n        n = n * 10 + (ord(c) - ord(\"0\"))\n    return n\n";
    let expected = "        c = s[i]\n        if c == \" \":\n            continue\n        n = n";
    assert_repairs(java, port, Cause::MissingBranch, expected);
}

#[test]
fn an_extra_statement_of_the_port_is_removed() {
    let java = "static int f(int a) { int b = a + 1; return b; }";
    let port = "def f(a):\n    b = a + 1\n    b = b + 5\n    return b\n";
    assert_repairs(java, port, Cause::ExtraStatement, "    b = a + 1\n    return b\n");
}

#[test]
fn the_bounds_of_a_loop_are_repaired_without_its_body() {
    let java = "static int f(int n) { int s = 0; for (int i = 1; i <= n; i++) { s += i; } return s; }";
    let port = "def f(n):\n    s = 0\n    for i in range(1, n):\n        s += i\n    return s\n";
    assert_repairs(java, port, Cause::LoopBound, "    for i in range(1, n + 1):\n        s += i\n");
}

#[test]
fn a_correct_port_has_only_repairs_of_the_overflow() {
    let port = "def f(a, b):\n    return a + b\n";
    let all = repaired("static int f(int a, int b) { return a + b; }", port);
    let is_overflow = |text: &String| text.contains("return (a + b + 0x80000000) % (2 * 0x80000000) - 0x80000000");
    assert!(!all.is_empty() && all.iter().all(|(_, text)| is_overflow(text)), "{all:#?}");
}

#[test]
fn a_repair_of_a_whole_expression_does_not_have_the_cause_of_its_operator() {
    let port = "def f(a, b):\n    return a // 2 + b // 2\n";
    let all = repaired("static int f(int a, int b) { return a / 2 + b / 2; }", port);
    let whole = all.iter().filter(|(_, text)| text.contains("return int(a / 2) + int(b / 2)\n"));
    let causes: Vec<Cause> = whole.map(|(cause, _)| *cause).collect();
    assert!(!causes.is_empty() && !causes.contains(&Cause::Overflow), "{all:#?}");
}

#[test]
fn an_overflow_repair_wraps_the_whole_sum_and_not_a_part() {
    let port = "def f(h, c):\n    h = 31 * h + c\n    return h\n";
    let all = repaired("static int f(int h, int c) { h = 31 * h + c; return h; }", port);
    let wraps: Vec<&String> = all.iter().map(|(_, text)| text).filter(|text| text.contains("0x80000000")).collect();
    assert!(!wraps.is_empty() && wraps.iter().all(|text| text.contains("31 * h + c + 0x80000000")), "{wraps:#?}");
}
