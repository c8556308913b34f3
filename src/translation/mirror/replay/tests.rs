//! Each change on each spelling of the port, and the pitfalls where no mirror may be found.

use crate::lang::SourceFile;
use crate::lang::core::{Kind, Tree};
use crate::model::span::apply;
use crate::model::{BinaryOp, Change, IncrementForm, Language, Mutant, NodeId, Operator, Pair, PairReason, UnaryOp};
use crate::translation::mirror::Mirror;
use crate::translation::{PairSource, Translation, Translator};

/// A Java method and its port.
struct Case {
    pair: Pair,
    java: SourceFile,
    python: SourceFile,
    java_tree: Tree,
    python_tree: Tree,
}

impl Case {
    fn new(java: &str, python: &str) -> Self {
        let java = SourceFile::parse("A.java", format!("class A {{\n{java}\n}}\n"), Language::Java).unwrap();
        let python = SourceFile::parse("a.py", python.to_owned(), Language::Python).unwrap();
        let pair = Pair {
            java: java.functions[0].clone(),
            python: python.functions[0].clone(),
            arguments: (0..java.functions[0].params.len()).collect(),
            reason: PairReason { rule: "name".into(), detail: String::new(), confidence: 1.0 },
        };
        let java_tree = java.lower(&java.functions[0]).unwrap();
        let python_tree = python.lower(&python.functions[0]).unwrap();
        Self { pair, java, python, java_tree, python_tree }
    }

    /// The n-th Java node with this text, outermost first.
    fn node(&self, text: &str, nth: usize) -> NodeId {
        let tree = &self.java_tree;
        let all = tree.preorder(tree.root);
        let found =
            all.into_iter().filter(|id| tree.text(*id, &self.java.text) == text && *tree.kind(*id) != Kind::ExprStmt);
        found.collect::<Vec<_>>()[nth]
    }

    fn statement(&self, starts: &str) -> NodeId {
        let tree = &self.java_tree;
        let mut all = tree.preorder(tree.root).into_iter().skip(1);
        all.find(|id| {
            tree.kind(*id).is_statement()
                && *tree.kind(*id) != Kind::Block
                && tree.text(*id, &self.java.text).starts_with(starts)
        })
        .unwrap()
    }

    fn translation(&self, change: Change) -> Translation {
        self.translation_of(change, Vec::new())
    }

    fn translation_of(&self, change: Change, edits: Vec<crate::model::TextEdit>) -> Translation {
        let source = PairSource {
            pair: &self.pair,
            java: &self.java,
            java_tree: &self.java_tree,
            python: &self.python,
            python_tree: &self.python_tree,
        };
        let mutant = Mutant {
            id: "MTS-000000000000".into(),
            operator: Operator::AORB,
            change,
            edits,
            line: 1,
            summary: String::new(),
        };
        Mirror.translate(&source, &[mutant]).unwrap().remove(0)
    }

    /// The port after the change.
    fn after(&self, change: Change) -> Result<String, String> {
        match self.translation(change) {
            Translation::Edits { edits, .. } => Ok(apply(&self.python.text, &edits).unwrap()),
            Translation::Unmirrored(reason) => Err(reason),
            other => panic!("{other:?}"),
        }
    }

    fn opened(&self, change: Change) -> String {
        match self.translation(change) {
            Translation::Edits { opened, .. } => apply(&self.python.text, &opened).unwrap(),
            other => panic!("{other:?}"),
        }
    }
}

fn increment(node: NodeId, form: IncrementForm) -> Change {
    Change::InsertIncrement { node, form }
}

const WRAP: &str = "(lambda v: v if -0x80000000 <= v <= 0x7FFFFFFF else (v + 0x80000000) % 0x100000000 - 0x80000000)";

fn add() -> Case {
    Case::new("int f(int a, int b) { return a + b; }", "def f(a, b):\n    return a + b\n")
}

#[test]
fn an_inserted_operator_wraps_and_the_rest_is_kept() {
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
fn a_wrapper_of_the_port_is_kept() {
    let case = Case::new("int f(int a, int b) { return a + b; }", "def f(a, b):\n    return wrap32(a + b)\n");
    let node = case.node("a + b", 0);
    // A function that the mirror does not know may mean anything.
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Mul }).is_err());
}

#[test]
fn an_operand_stays_with_its_parentheses() {
    let case = Case::new("int f(int a, int b) { return (a + b) * a; }", "def f(x, y):\n    return (x + y) * x\n");
    let node = case.node("(a + b) * a", 0);
    assert_eq!(case.after(Change::KeepOperand { node, left: true }), Ok("def f(x, y):\n    return (x + y)\n".into()));
    assert_eq!(case.after(Change::KeepOperand { node, left: false }), Ok("def f(x, y):\n    return x\n".into()));
}

#[test]
fn comparisons_change_their_token_only_and_swapped_ones_turn() {
    let case = Case::new("boolean f(int a, int b) { return a < b; }", "def f(a, b):\n    return a  <  b\n");
    let node = case.node("a < b", 0);
    assert_eq!(
        case.after(Change::ReplaceOperator { node, op: BinaryOp::Ge }),
        Ok("def f(a, b):\n    return a  >=  b\n".into())
    );
    let swapped = Case::new("boolean f(int a, int b) { return a < b; }", "def f(a, b):\n    return b > a\n");
    let node = swapped.node("a < b", 0);
    assert_eq!(
        swapped.after(Change::ReplaceOperator { node, op: BinaryOp::Le }),
        Ok("def f(a, b):\n    return b >= a\n".into())
    );
}

#[test]
fn a_weaker_operator_gets_the_parentheses_it_needs() {
    let case = Case::new(
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
fn exclusive_or_of_conditions_compares_their_truth() {
    let case =
        Case::new("boolean f(int a, int b) { return a < b && b < 9; }", "def f(a, b):\n    return a < b and b < 9\n");
    let node = case.node("a < b && b < 9", 0);
    assert_eq!(
        case.after(Change::ReplaceOperator { node, op: BinaryOp::BitXor }),
        Ok("def f(a, b):\n    return ((not (a < b)) != (not (b < 9)))\n".into())
    );
}

#[test]
fn a_link_of_a_chained_comparison_is_reached() {
    let case =
        Case::new("boolean f(int a, int b) { return 0 <= a && a < b; }", "def f(a, b):\n    return 0 <= a < b\n");
    let node = case.node("a < b", 0);
    assert_eq!(
        case.after(Change::ReplaceOperator { node, op: BinaryOp::Ne }),
        Ok("def f(a, b):\n    return 0 <= a != b\n".into())
    );
}

#[test]
fn signs_are_inserted_around_the_counterpart_and_deleted_from_it() {
    let case = Case::new("int f(int a, int b) { return a - -b; }", "def f(a, b):\n    return a - -b\n");
    let a = case.node("a", 0);
    assert_eq!(
        case.after(Change::InsertUnary { node: a, op: UnaryOp::Complement }),
        Ok("def f(a, b):\n    return (-1 - a) - -b\n".into())
    );
    let negated = case.node("-b", 0);
    assert_eq!(case.after(Change::DeleteUnary { node: negated }), Ok("def f(a, b):\n    return a - b\n".into()));
}

#[test]
fn a_wrapper_around_a_character_stays_inside_the_sign() {
    let case = Case::new("int f(char c) { return c - 'a'; }", "def f(c):\n    return ord(c) - ord('a')\n");
    let node = case.node("c", 0);
    assert_eq!(
        case.after(Change::InsertUnary { node, op: UnaryOp::Complement }),
        Ok("def f(c):\n    return (-1 - ord(c)) - ord('a')\n".into())
    );
}

#[test]
fn uses_become_assignment_expressions() {
    let case = Case::new("double f(double a) { return a; }", "def f(a):\n    return a\n");
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
fn the_target_of_an_assignment_is_fixed_before_its_value_writes() {
    let case = Case::new("void f(int[] a, int i) { a[i] = i; }", "def f(a, i):\n    a[i] = i\n");
    let node = case.node("i", 1);
    assert_eq!(
        case.after(increment(node, IncrementForm::PostIncrement)),
        Ok("def f(a, i):\n    a.__setitem__(i, (i, i := i + 1 if i != 0x7FFFFFFF else -0x80000000)[0])\n".into())
    );
}

#[test]
fn no_assignment_expression_is_put_into_a_comprehension() {
    let case = Case::new(
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

fn sum() -> Case {
    Case::new(
        "int f(int[] a, int n) { int s = 0; for (int i = 0; i < n; i++) { if (a[i] < 0) continue; s += a[i]; } return s; }",
        "def f(a, n):\n    s = 0\n    for i in range(n):\n        if a[i] < 0:\n            continue\n        s += a[i]\n    return s\n",
    )
}

const OPENED: &str = "def f(a, n):\n    s = 0\n    i = 0\n    while i < n:\n        if a[i] < 0:\n            i += 1; continue\n        s += a[i]\n        i += 1\n    return s\n";

#[test]
fn a_changed_loop_condition_opens_the_loop() {
    let case = sum();
    let node = case.node("i < n", 0);
    let change = Change::ReplaceOperator { node, op: BinaryOp::Le };
    assert_eq!(case.after(change.clone()), Ok(OPENED.replace("while i < n", "while i <= n")));
    assert_eq!(case.opened(change), OPENED);
}

#[test]
fn a_written_loop_variable_opens_the_loop_from_the_body() {
    let case = sum();
    let node = case.node("i", 3);
    let after = case.after(increment(node, IncrementForm::PostIncrement)).unwrap();
    assert!(after.contains("while i < n:") && after.contains("if a[(i, i := i + 1"), "{after}");
}

#[test]
fn a_use_that_writes_nothing_leaves_the_loop_closed() {
    let case = sum();
    let node = case.node("n", 0);
    let change = Change::InsertUnary { node, op: UnaryOp::Complement };
    assert!(case.after(change.clone()).unwrap().contains("for i in range((-1 - n)):"));
    assert_eq!(case.opened(change), case.python.text);
}

#[test]
fn condition_and_update_of_a_range_loop_can_go() {
    let case = sum();
    let node = case.statement("for");
    let endless = case.after(Change::DeleteCondition { node, init_lost: false });
    assert_eq!(endless, Ok(OPENED.replace("while i < n", "while True")));
    let stuck = case.after(Change::DeleteUpdate { node, init_lost: false }).unwrap();
    assert_eq!(stuck, OPENED.replace("i += 1; ", "").replace("        i += 1\n", ""));
}

#[test]
fn an_update_turns_round() {
    let case = sum();
    let node = case.node("i++", 0);
    let after = case.after(Change::ReplaceIncrement { node, form: IncrementForm::PostDecrement }).unwrap();
    let step = "i = i - 1 if i != -0x80000000 else 0x7FFFFFFF";
    assert_eq!(after, OPENED.replace("i += 1", step));
}

#[test]
fn a_bound_one_further_is_the_same_condition() {
    let case = Case::new(
        "int f(int n) { int s = 0; for (int i = 1; i <= n; i++) s += i; return s; }",
        "def f(n):\n    s = 0\n    for i in range(1, n + 1): s += i\n    return s\n",
    );
    let node = case.node("i <= n", 0);
    assert_eq!(
        case.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }),
        Ok("def f(n):\n    s = 0\n    i = 1\n    while i < n: s += i; i += 1\n    return s\n".into())
    );
    let down = Case::new(
        "int f(int n) { int s = 0; for (int i = n - 1; i >= 0; i--) s += i; return s; }",
        "def f(n):\n    s = 0\n    for i in range(n - 1, -1, -1):\n        s += i\n    return s\n",
    );
    let node = down.node("i >= 0", 0);
    let after = down.after(Change::ReplaceOperator { node, op: BinaryOp::Gt }).unwrap();
    assert!(after.contains("i = n - 1\n    while i > 0:"), "{after}");
}

#[test]
fn a_bound_that_differs_has_no_mirror() {
    let case = Case::new(
        "int f(int n) { int s = 0; for (int i = 1; i <= n; i++) s += i; return s; }",
        "def f(n):\n    s = 0\n    for i in range(1, n): s += i\n    return s\n",
    );
    let node = case.node("i <= n", 0);
    assert!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }).is_err());
}

#[test]
fn nested_loops_open_inside_out() {
    let case = Case::new(
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
    let case = Case::new(
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
    let case = Case::new(
        "int f(int n) { int s = 0; int i = 0; while (i < n) { s += i; i++; } return s; }",
        "def f(n):\n    s = 0\n    for i in range(0, n):\n        s += i\n    return s\n",
    );
    let node = case.statement("i++");
    let after = case.after(Change::DeleteStatement { node }).unwrap();
    assert_eq!(after, "def f(n):\n    s = 0\n    i = 0\n    while i < n:\n        s += i\n    return s\n");
}

#[test]
fn statements_become_pass_and_an_early_return_loses_only_its_branch() {
    let case = Case::new(
        "int f(int a) { int b = a; b += 2; if (a > 0) return b; return a; }",
        "def f(a):\n    b = a\n    b += 2\n    if a > 0:\n        return b\n    else:\n        return a\n",
    );
    let sum = case.statement("b += 2");
    assert!(case.after(Change::DeleteStatement { node: sum }).unwrap().contains("b = a\n    pass\n"));
    let test = case.statement("if");
    assert!(
        case.after(Change::DeleteStatement { node: test }).unwrap().contains("if False:\n        return b\n    else:")
    );
}

#[test]
fn a_deleted_else_if_leaves_an_empty_else() {
    let case = Case::new(
        "int f(int a) { int b = 0; if (a > 0) b = 1; else if (a < 0) b = 2; return b; }",
        "def f(a):\n    b = 0\n    if a > 0:\n        b = 1\n    elif a < 0:\n        b = 2\n    return b\n",
    );
    let node = case.statement("if (a < 0)");
    assert_eq!(
        case.after(Change::DeleteStatement { node }),
        Ok("def f(a):\n    b = 0\n    if a > 0:\n        b = 1\n    else: pass\n    return b\n".into())
    );
}

#[test]
fn parts_of_tuple_and_chained_assignments_go_alone() {
    let case = Case::new(
        "int f(int n) { int a; int b; a = n; b = 2; return a + b; }",
        "def f(n):\n    a, b = n, 2\n    return a + b\n",
    );
    let node = case.statement("a = n");
    assert_eq!(case.after(Change::DeleteStatement { node }), Ok("def f(n):\n    b = 2\n    return a + b\n".into()));
    let chained = Case::new(
        "int f(int n) { int a; int b; a = 5; b = 5; return a + b; }",
        "def f(n):\n    a = b = 5\n    return a + b\n",
    );
    let node = chained.statement("b = 5");
    let after = chained.after(Change::DeleteStatement { node }).unwrap();
    assert_eq!(after, "def f(n):\n    a = 5\n    return a + b\n");
}

#[test]
fn compound_assignments_change_their_operator() {
    let case =
        Case::new("double f(double a, double b) { a += b; return a; }", "def f(a, b):\n    a += b\n    return a\n");
    let node = case.node("a += b", 0);
    let change = |op| Change::ReplaceAssignOperator { node, op };
    assert!(case.after(change(Some(BinaryOp::Sub))).unwrap().contains("    a -= b\n"));
    assert!(case.after(change(None)).unwrap().contains("    a = b\n"));
    let spelled = Case::new("int f(int a, int b) { a += b; return a; }", "def f(a, b):\n    a = a + b\n    return a\n");
    let node = spelled.node("a += b", 0);
    let change = Change::ReplaceAssignOperator { node, op: Some(BinaryOp::Sub) };
    assert!(spelled.after(change).unwrap().contains(&format!("    a = {WRAP}(a - b)\n")));
}

#[test]
fn shorthand_of_the_port_is_spelled_out_when_java_writes_it_out() {
    let case = Case::new("int f(int a, int b) { a = a + b; return a; }", "def f(a, b):\n    a += b\n    return a\n");
    let node = case.node("a", 1);
    assert_eq!(
        case.after(Change::InsertUnary { node, op: UnaryOp::Complement }),
        Ok("def f(a, b):\n    a = (-1 - a) + b\n    return a\n".into())
    );
}

#[test]
fn returned_literals_replace_the_value() {
    let case = Case::new("boolean f(int a) { return a > 0; }", "def f(a):\n    return a > 0\n");
    let node = case.statement("return");
    let after = case.after(Change::ReturnLiteral { node, literal: "true".into() });
    assert_eq!(after, Ok("def f(a):\n    return True\n".into()));
}

#[test]
fn a_branch_that_returns_true_is_the_condition_itself() {
    let case = Case::new(
        "boolean f(int a, int b) { if (a > b) return true; return false; }",
        "def f(a, b):\n    return a > b\n",
    );
    let node = case.node("a > b", 0);
    assert_eq!(
        case.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }),
        Ok("def f(a, b):\n    return a < b\n".into())
    );
    let statement = case.statement("if");
    assert_eq!(case.after(Change::DeleteStatement { node: statement }), Ok("def f(a, b):\n    return False\n".into()));
    let yes = case.statement("return true");
    assert_eq!(
        case.after(Change::ReturnLiteral { node: yes, literal: "false".into() }),
        Ok("def f(a, b):\n    return (False if a > b else False)\n".into())
    );
}

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

#[test]
fn tabs_and_one_line_suites_keep_their_layout() {
    let case = Case::new(
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }",
        "class A:\n\tdef f(self, n):\n\t\ts = 0\n\t\tfor i in range(n):\n\t\t\ts += i ;\n\t\treturn s\n",
    );
    let node = case.node("i < n", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::Ne }).unwrap();
    assert!(after.contains("\t\ti = 0\n\t\twhile i != n:\n\t\t\ts += i\n\t\t\ti += 1 ;\n\t\treturn s\n"), "{after}");
}

#[test]
fn no_change_gives_the_port_back() {
    let case = sum();
    assert_eq!(apply(&case.python.text, &[]).as_ref(), Some(&case.python.text));
    let source = PairSource {
        pair: &case.pair,
        java: &case.java,
        java_tree: &case.java_tree,
        python: &case.python,
        python_tree: &case.python_tree,
    };
    assert_eq!(Mirror.translate(&source, &[]).unwrap(), Vec::new());
    // Even when every loop could be opened, what is not edited is not written.
    let node = case.node("i++", 0);
    assert_eq!(
        case.after(Change::ReplaceIncrement { node, form: IncrementForm::PreIncrement }).as_ref(),
        Ok(&case.python.text)
    );
}

#[test]
fn a_text_that_java_reads_as_another_tree_has_no_mirror() {
    let case = Case::new("int f(int a, int b, int c) { return a - b * c; }", "def f(a, b, c):\n    return a - b * c\n");
    let node = case.node("b * c", 0);
    let op = case.java_tree.node(node).op;
    let change = Change::ReplaceOperator { node, op: BinaryOp::Add };
    let edits = vec![crate::model::TextEdit::new(op, "+")];
    let reason = Translation::Unmirrored("printed without parentheses".into());
    assert_eq!(case.translation_of(change.clone(), edits), reason);
    assert!(case.after(change).is_ok());
}
