//! Tests loops with and without desugaring, and the layout that stays.

use super::*;

const OPENED: &str = "def f(a, n):\n    s = 0\n    i = 0\n    while i < n:\n        if a[i] < 0:\n            i += 1; continue\n        s += a[i]\n        i += 1\n    return s\n";

#[test]
fn a_changed_loop_condition_desugars_the_loop() {
    let case = sum();
    let node = case.node("i < n", 0);
    let change = Change::ReplaceOperator { node, op: BinaryOp::Le };
    assert_eq!(case.after(change.clone()), Ok(OPENED.replace("while i < n", "while i <= n")));
    assert_eq!(case.opened(change), OPENED);
}

#[test]
fn a_write_to_the_loop_variable_in_the_body_desugars_the_loop() {
    let case = sum();
    let node = case.node("i", 3);
    let after = case.after(increment(node, IncrementForm::PostIncrement)).unwrap();
    assert!(after.contains("while i < n:") && after.contains("if a[(i, i := i + 1"), "{after}");
}

#[test]
fn a_change_that_writes_no_variable_does_not_desugar_the_loop() {
    let case = sum();
    let node = case.node("n", 0);
    let change = Change::InsertUnary { node, op: UnaryOp::Complement };
    assert!(case.after(change.clone()).unwrap().contains("for i in range((-1 - n)):"));
    assert_eq!(case.opened(change), case.python.text);
}

#[test]
fn the_condition_and_the_update_of_a_range_loop_can_be_deleted() {
    let case = sum();
    let node = case.statement("for");
    let endless = case.after(Change::DeleteCondition { node, init_lost: false });
    assert_eq!(endless, Ok(OPENED.replace("while i < n", "while True")));
    let stuck = case.after(Change::DeleteUpdate { node, init_lost: false }).unwrap();
    assert_eq!(stuck, OPENED.replace("i += 1; ", "").replace("        i += 1\n", ""));
}

#[test]
fn an_increment_of_a_loop_can_become_a_decrement() {
    let case = sum();
    let node = case.node("i++", 0);
    let after = case.after(Change::ReplaceIncrement { node, form: IncrementForm::PostDecrement }).unwrap();
    let step = "i = i - 1 if i != -0x80000000 else 0x7FFFFFFF";
    assert_eq!(after, OPENED.replace("i += 1", step));
}

#[test]
fn an_exclusive_bound_that_is_one_larger_is_the_same_condition() {
    let case = ReplayCase::new(
        "int f(int n) { int s = 0; for (int i = 1; i <= n; i++) s += i; return s; }",
        "def f(n):\n    s = 0\n    for i in range(1, n + 1): s += i\n    return s\n",
    );
    let node = case.node("i <= n", 0);
    assert_eq!(
        case.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }),
        Ok("def f(n):\n    s = 0\n    i = 1\n    while i < n: s += i; i += 1\n    return s\n".into())
    );
    let down = ReplayCase::new(
        "int f(int n) { int s = 0; for (int i = n - 1; i >= 0; i--) s += i; return s; }",
        "def f(n):\n    s = 0\n    for i in range(n - 1, -1, -1):\n        s += i\n    return s\n",
    );
    let node = down.node("i >= 0", 0);
    let after = down.after(Change::ReplaceOperator { node, op: BinaryOp::Gt }).unwrap();
    assert!(after.contains("i = n - 1\n    while i > 0:"), "{after}");
}

#[test]
fn a_bound_that_differs_has_no_mirror() {
    let case = ReplayCase::new(
        "int f(int n) { int s = 0; for (int i = 1; i <= n; i++) s += i; return s; }",
        "def f(n):\n    s = 0\n    for i in range(1, n): s += i\n    return s\n",
    );
    let node = case.node("i <= n", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }).is_err());
}

#[test]
fn nested_loops_are_desugared_from_the_inside() {
    let case = ReplayCase::new(
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += n; return s; }",
        "def f(n):\n    s = 0\n    for i in range(n):\n        for j in range(n):\n            s += n\n    return s\n",
    );
    let node = case.node("n", 2);
    let after = case.after(increment(node, IncrementForm::PreIncrement)).unwrap();
    assert!(
        after.ends_with("            j += 1\n        i += 1\n    return s\n") && after.contains("while j < n:"),
        "{after}"
    );
}

#[test]
fn a_while_with_the_update_at_its_end_is_a_counted_loop() {
    let case = ReplayCase::new(
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }",
        "def f(n):\n    s = 0\n    i = 0\n    while i < n:\n        s += i\n        i += 1\n    return s\n",
    );
    let node = case.statement("for");
    assert_eq!(
        case.after(Change::DeleteUpdate { node, init_lost: false }),
        Ok("def f(n):\n    s = 0\n    i = 0\n    while i < n:\n        s += i\n        pass\n    return s\n".into())
    );
    assert_eq!(
        case.after(Change::DeleteStatement { node }),
        Ok("def f(n):\n    s = 0\n    pass\n    pass\n    return s\n".into())
    );
}

#[test]
fn a_java_while_is_a_range_loop_of_the_port() {
    let case = ReplayCase::new(
        "int f(int n) { int s = 0; int i = 0; while (i < n) { s += i; i++; } return s; }",
        "def f(n):\n    s = 0\n    for i in range(0, n):\n        s += i\n    return s\n",
    );
    let node = case.statement("i++");
    let after = case.after(Change::DeleteStatement { node }).unwrap();
    assert_eq!(after, "def f(n):\n    s = 0\n    i = 0\n    while i < n:\n        s += i\n    return s\n");
}

#[test]
fn tabs_and_one_line_suites_keep_their_layout() {
    let case = ReplayCase::new(
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }",
        "class A:\n\tdef f(self, n):\n\t\ts = 0\n\t\tfor i in range(n):\n\t\t\ts += i ;\n\t\treturn s\n",
    );
    let node = case.node("i < n", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::Ne }).unwrap();
    assert!(after.contains("\t\ti = 0\n\t\twhile i != n:\n\t\t\ts += i\n\t\t\ti += 1 ;\n\t\treturn s\n"), "{after}");
}

#[test]
fn without_a_change_the_port_stays_the_same() {
    let case = sum();
    assert_eq!(apply(&case.python.text, &[]).as_ref(), Some(&case.python.text));
    let source = PairSource {
        pair: &case.pair,
        java: &case.java,
        java_tree: &case.java_tree,
        python: &case.python,
        python_tree: &case.python_tree,
        alignment: &LazyAlignment::default(),
    };
    assert_eq!(Mirror.translate_all(&source, &[]).unwrap(), Vec::new());
    // Code without an edit stays, even if every loop could be desugared.
    let node = case.node("i++", 0);
    assert_eq!(
        case.after(Change::ReplaceIncrement { node, form: IncrementForm::PreIncrement }).as_ref(),
        Ok(&case.python.text)
    );
}

#[test]
fn an_edit_that_changes_the_tree_is_replayed_by_the_new_tree() {
    let case =
        ReplayCase::new("int f(int a, int b, int c) { return a - b * c; }", "def f(a, b, c):\n    return a - b * c\n");
    let node = case.node("b * c", 0);
    let op = case.java_tree.node(node).op;
    let change = Change::ReplaceOperator { node, op: BinaryOp::Add };
    let edits = vec![mts_model::TextEdit::new(op, "+")];
    let Translation::Edits { edits, .. } = case.translation_of(change.clone(), edits) else { panic!("no counterpart") };
    assert_eq!(case.with(&edits), format!("def f(a, b, c):\n    return ({WRAP}((a - b) + c))\n"));
    assert_eq!(case.after(change), Ok(format!("def f(a, b, c):\n    return a - {WRAP}(b + c)\n")));
}

#[test]
fn a_range_up_to_an_integer_root_has_the_bound_of_java() {
    let case = ReplayCase::new(
        "int f(int n) { int s = 0; for (int i = 1; i <= Math.sqrt(n); i++) { s += i; } return s; }",
        "import math\n\n\ndef f(n):\n    s = 0\n    for i in range(1, int(math.sqrt(n)) + 1):\n        s += i\n    return s\n",
    );
    let node = case.node("i <= Math.sqrt(n)", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }).unwrap();
    assert!(after.contains("    while i < math.sqrt(n):\n"), "{after}");
    let within = ReplayCase::new(
        "int f(int n) { int s = 0; for (int i = 1; i <= Math.sqrt(n); i++) { s += i; } return s; }",
        "import math\n\n\ndef f(n):\n    s = 0\n    for i in range(1, int(math.sqrt(n) + 1)):\n        s += i\n    return s\n",
    );
    assert_eq!(within.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }).as_ref(), Ok(&after));
}

#[test]
fn a_part_of_the_loop_condition_may_be_an_if_around_the_body() {
    let case = ReplayCase::new(
        "int f(int[] a, int n, int m) { int s = 0; for (int j = 0; j < n && j <= m; j++) { s += a[j]; } return s; }",
        "def f(a, n, m):\n    s = 0\n    for j in range(n):\n        if j <= m:\n            s += a[j]\n    return s\n",
    );
    let node = case.node("j < n", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::Ne }).unwrap();
    assert!(after.contains("while j != n:\n        if j <= m:"), "{after}");
    // Java leaves the loop and the port continues, so a change of the condition would not be the
    // same change.
    let node = case.node("j <= m", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Ge }).is_err());
}

#[test]
fn a_loop_whose_variable_is_live_afterwards_is_desugared() {
    let case = ReplayCase::new(
        "int f(int n) { int i; int s = 0; for (i = 0; i < n; i++) { s += i; } i = 5; while (i < n) { s--; i++; } return s; }",
        "def f(n):\n    s = 0\n    for i in range(n):\n        s += i\n    i = 5\n    while i < n:\n        s -= 1\n        i += 1\n    return s\n",
    );
    let node = case.statement("i = 5");
    let after = case.after(Change::DeleteStatement { node }).unwrap();
    assert!(after.contains("    i = 0\n    while i < n:\n        s += i\n        i += 1\n    pass\n"), "{after}");
}
