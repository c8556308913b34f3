//! Tests code that one side writes as an idiom and the other side in full.

use super::*;

fn unary(case: &ReplayCase, text: &str, nth: usize) -> Result<String, String> {
    case.after(Change::InsertUnary { node: case.node(text, nth), op: UnaryOp::Complement })
}

const COUNTED: &str = "int f(int[] a, int n) { HashMap<Integer, Integer> m = new HashMap<>(); for (int i = 0; i < n; i++) { if (m.containsKey(a[i])) { int v = m.get(a[i]); m.put(a[i], v + 1); } else m.put(a[i], 1); } return m.size(); }";

#[test]
fn an_increment_with_a_default_corresponds_to_a_whole_if_statement_of_java() {
    let case = ReplayCase::new(
        COUNTED,
        "def f(a, n):\n    m = {}\n    for i in range(n):\n        m[a[i]] = m.get(a[i], 0) + 1\n    return len(m)\n",
    );
    let node = case.statement("if");
    assert!(case.after(Change::DeleteStatement { node }).unwrap().contains("range(n):\n        pass\n"));
    assert!(unary(&case, "n", 0).unwrap().contains("in range((-1 - n)):"));
    // Java reads the key three times, and the port has one expression for all three reads.
    assert_eq!(unary(&case, "i", 4), Err("no counterpart of a variable".into()));
}

#[test]
fn an_increment_without_a_default_is_not_the_whole_if_statement_of_java() {
    let case = ReplayCase::new(
        COUNTED,
        "def f(a, n):\n    m = {}\n    for i in range(n):\n        if a[i] not in m:\n            m[a[i]] = 0\n        m[a[i]] += 1\n    return len(m)\n",
    );
    let node = case.statement("if");
    let after = case.after(Change::DeleteStatement { node });
    assert!(after.is_err(), "the start at zero would stay: {after:?}");
}

#[test]
fn a_call_of_max_corresponds_to_a_whole_if_statement_of_java() {
    let java =
        "int f(int[] a, int n) { int m = a[0]; for (int i = 1; i < n; i++) { if (a[i] > m) m = a[i]; } return m; }";
    let port = |function: &str| {
        ReplayCase::new(
            java,
            &format!(
                "def f(a, n):\n    m = a[0]\n    for i in range(1, n):\n        m = {function}(m, a[i])\n    return m\n"
            ),
        )
    };
    let (case, other) = (port("max"), port("min"));
    let node = case.statement("if");
    assert!(case.after(Change::DeleteStatement { node }).unwrap().contains("range(1, n):\n        pass\n"));
    assert!(other.after(Change::DeleteStatement { node }).is_err(), "the smaller is another branch");
}

#[test]
fn a_java_stream_corresponds_to_the_list_itself() {
    let case = ReplayCase::new(
        "int f(int[] a, int n) { return n + Arrays.stream(Arrays.copyOfRange(a, n - 4, n)).min().getAsInt(); }",
        "def f(a, n):\n    return n + min(a[n - 4:n])\n",
    );
    let node = case.node("n - 4", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::BitAnd }).unwrap();
    assert!(after.contains("min(a[(n & 4):n])"), "{after}");
}

#[test]
fn the_top_of_a_stack_is_the_last_element() {
    let case =
        ReplayCase::new("boolean f(Stack<Integer> s) { return s.peek() == 1; }", "def f(s):\n    return s[-1] == 1\n");
    let node = case.node("s.peek() == 1", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }).unwrap().contains("s[-1] < 1"));
    let other =
        ReplayCase::new("boolean f(Stack<Integer> s) { return s.peek() == 1; }", "def f(s):\n    return s[-2] == 1\n");
    assert!(other.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }).is_err());
}

#[test]
fn a_floor_division_keeps_its_operator() {
    let case = ReplayCase::new(
        "int f(double a, double b) { return (int) Math.floor((a + 1) / b); }",
        "def f(a, b):\n    return (a + 1) // b\n",
    );
    let inner = case.node("a + 1", 0);
    assert!(case.after(Change::ReplaceOperator { node: inner, op: BinaryOp::Sub }).unwrap().contains("(a - 1) // b"));
    let division = case.node("(a + 1) / b", 0);
    assert!(case.after(Change::ReplaceOperator { node: division, op: BinaryOp::Mul }).is_err());
}

#[test]
fn a_condition_as_a_value_is_one_or_zero() {
    let case = ReplayCase::new(
        "boolean f(int a, int b) { return (a == b); }",
        "def f(a, b):\n    return 1 if (a == b) else 0\n",
    );
    let node = case.node("a == b", 0);
    assert!(
        case.after(Change::ReplaceOperator { node, op: BinaryOp::Le }).unwrap().contains("return 1 if (a <= b) else 0")
    );
    let other = ReplayCase::new(
        "boolean f(int a, int b) { return (a == b); }",
        "def f(a, b):\n    return 0 if (a == b) else 1\n",
    );
    assert!(other.after(Change::ReplaceOperator { node, op: BinaryOp::Le }).is_err());
}

#[test]
fn a_variable_that_is_read_once_corresponds_to_its_inlined_value() {
    let case = ReplayCase::new(
        "void f(int a, int b) { int end = a - b + 1; System.out.println(end + \" to \" + a); }",
        "def f(a, b):\n    print(a - b + 1, end=\" \")\n    print(\"to\", end=\" \")\n    print(a)\n",
    );
    let node = case.node("a - b", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::BitOr }).unwrap();
    assert!(after.contains("print((a | b) + 1, end"), "{after}");
    let step = |form| case.after(increment(case.node("end", 1), form)).unwrap();
    assert!(step(IncrementForm::PreDecrement).contains("print(((a - b + 1) - 1 if (a - b + 1) != "));
    assert!(step(IncrementForm::PostDecrement).contains("print(((a - b + 1), (a - b + 1) - 1 if "));
    let statement = case.statement("System");
    assert!(case.after(Change::DeleteStatement { node: statement }).is_err(), "three statements are no single one");
}

#[test]
fn a_value_that_is_read_later_is_not_moved() {
    let case = ReplayCase::new(
        "int f(int a, int b) { int t = a - b; a = b; return t + a; }",
        "def f(a, b):\n    a = b\n    return (a - b) + a\n",
    );
    let node = case.node("a - b", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::BitOr }).is_err());
}

#[test]
fn operands_of_a_comparison_that_the_port_negates_are_counterparts() {
    let case = ReplayCase::new(
        "int f(int a, int b) { if (a / b != 1) return a; return b; }",
        "def f(a, b):\n    if not (a // b):\n        return a\n    return b\n",
    );
    assert!(unary(&case, "b", 0).unwrap().contains("if not (a // (-1 - b)):"));
    let node = case.node("a / b != 1", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Eq }).is_err());
}

#[test]
fn a_string_and_its_list_of_characters_correspond() {
    let case = ReplayCase::new(
        "int f(String s, int n) { int c = 0; for (int i = 0; i < n; i++) { if (s.charAt(i) == '0') { c++; } } return c; }",
        "def f(s, n):\n    chars = list(s)\n    c = 0\n    for i in range(n):\n        if chars[i] == '0':\n            c += 1\n    return c\n",
    );
    let node = case.node("s.charAt(i) == '0'", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::Ne }).unwrap();
    assert!(after.contains("if chars[i] != '0':"), "{after}");
}

#[test]
fn the_temporary_of_a_swap_corresponds_to_the_other_element_of_a_tuple() {
    let case = ReplayCase::new(
        "void f(int[] a, int i, int j) { int t; t = a[i]; a[i] = a[j]; a[j] = t; }",
        "def f(a, i, j):\n    a[i], a[j] = a[j], a[i]\n",
    );
    let after = case.after(increment(case.node("t", 2), IncrementForm::PreIncrement)).unwrap();
    assert!(after.contains("a[i], a[j] = a[j], (a[i] + 1 if a[i] != 0x7FFFFFFF else -0x80000000)"), "{after}");
    let after = unary(&case, "t", 2).unwrap();
    assert!(after.contains("a[i], a[j] = a[j], (-1 - a[i])"), "{after}");
}

#[test]
fn a_length_variable_corresponds_to_every_call_of_len_in_a_port_without_it() {
    let case = ReplayCase::new(
        "int f(int[] a, int t) { int n = a.length; for (int i = 0; i < n - 1; i++) { for (int j = i + 1; j < n; j++) { if (a[i] + a[j] == t) return i; } } return -1; }",
        "def f(a, t):\n    for i in range(len(a) - 1):\n        for j in range(i + 1, len(a)):\n            if a[i] + a[j] == t:\n                return i\n    return -1\n",
    );
    let node = case.node("n - 1", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::Add }).unwrap();
    assert!(after.contains("for i in range("), "{after}");
    assert!(after.contains("len(a) + 1") && after.contains("range(i + 1, len(a))"), "{after}");
    let inner = case.node("j < n", 0);
    let after = case.after(Change::ReplaceOperator { node: inner, op: BinaryOp::Ne }).unwrap();
    assert!(after.contains("while j != len(a):") && after.contains("range(len(a) - 1)"), "{after}");
    // The port has no name for `n`, so it cannot increment the variable at one read.
    let read = case.node("n", 1);
    assert!(case.after(increment(read, IncrementForm::PostIncrement)).is_err());
}

#[test]
fn a_length_that_changes_does_not_correspond_to_one_variable() {
    let case = ReplayCase::new(
        "int f(java.util.List<Integer> a, int t) { int n = a.size(); a.add(t); if (n > t) return 1; return n; }",
        "def f(a, t):\n    a.append(t)\n    if len(a) > t:\n        return 1\n    return len(a)\n",
    );
    let node = case.node("n > t", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }).is_err());
}

#[test]
fn the_element_of_an_enumerate_loop_is_the_element_at_its_index() {
    let case = ReplayCase::new(
        "int f(int[] a, int[] b) { int s = 0; for (int i = 0; i < a.length; i++) { if (a[i] > b[i]) s += a[i] * i; } return s; }",
        "def f(a, b):\n    s = 0\n    for i, x in enumerate(a):\n        if x > b[i]:\n            s += x * i\n    return s\n",
    );
    let node = case.node("a[i] > b[i]", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::Le }).unwrap();
    assert!(after.contains("if x <= b[i]:"), "{after}");
    let node = case.node("a[i] * i", 0);
    let after = case.after(Change::KeepOperand { node, left: true }).unwrap();
    assert!(after.contains("s += x\n"), "{after}");
    // The names of the loop stay unchanged.
    let read = case.node("i", 3);
    assert!(case.after(increment(read, IncrementForm::PostIncrement)).is_err());
}

#[test]
fn an_element_at_another_index_is_not_the_element_of_the_loop() {
    let case = ReplayCase::new(
        "int f(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { for (int j = 0; j < i; j++) { if (a[j] > s) s += a[j]; } } return s; }",
        "def f(a):\n    s = 0\n    for i, x in enumerate(a):\n        for j in range(i):\n            if x > s:\n                s += x\n    return s\n",
    );
    let node = case.node("a[j] > s", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Le }).is_err());
}
