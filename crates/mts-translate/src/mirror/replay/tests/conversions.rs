//! Tests values that only the port converts, and strings built from values.

use super::*;

fn complement(case: &ReplayCase, text: &str) -> Result<String, String> {
    case.after(Change::InsertUnary { node: case.node(text, 0), op: UnaryOp::Complement })
}

#[test]
fn a_change_of_a_number_is_inserted_before_its_conversion_to_text() {
    let java = "String f(int n) { return \"n\" + n; }";
    for (port, expected) in [
        ("\"n\" + str(n)", "\"n\" + str((-1 - n))"),
        ("'n' + str(int(n))", "'n' + str((-1 - int(n)))"),
        ("f'n{n}'", "f'n{(-1 - n)}'"),
        ("'n' f'{n}'", "'n' f'{(-1 - n)}'"),
        ("'n%d' % n", "'n%d' % (-1 - n)"),
        ("'n%d' % (n,)", "'n%d' % ((-1 - n),)"),
        ("'n{}'.format(n)", "'n{}'.format((-1 - n))"),
    ] {
        let case = ReplayCase::new(java, &format!("def f(n):\n    return {port}\n"));
        assert_eq!(complement(&case, "n"), Ok(format!("def f(n):\n    return {expected}\n")));
    }
}

#[test]
fn values_in_a_concatenated_text_are_counterparts_in_their_order() {
    let case = ReplayCase::new(
        "String f(int a, int b) { return a + \", \" + (b - 1) + \".\"; }",
        "def f(a, b):\n    return f'{a}, {b - 1}.'\n",
    );
    let node = case.node("b - 1", 0);
    let after = case.after(Change::ReplaceOperator { node, op: BinaryOp::Mul }).unwrap();
    assert!(after.contains(&format!("{{{WRAP}(b * 1)}}")), "{after}");
    let other = ReplayCase::new("String f(int a, int b) { return \"\" + a + b; }", "def f(a, b):\n    return f'{a}'\n");
    assert!(complement(&other, "b").is_err());
}

#[test]
fn printed_values_are_counterparts_with_or_without_a_text_around_them() {
    let case = ReplayCase::new(
        "void f(int a) { System.out.print(\"a is \" + a + \"\\n\"); }",
        "def f(a):\n    print('a is', a, sep=' ')\n",
    );
    assert_eq!(complement(&case, "a"), Ok("def f(a):\n    print('a is', (-1 - a), sep=' ')\n".into()));
}

#[test]
fn an_increment_is_inserted_inside_the_conversion() {
    let case = ReplayCase::new("String f(int n) { return \"n\" + n; }", "def f(n):\n    return 'n' + str(n)\n");
    let after = case.after(increment(case.node("n", 0), IncrementForm::PostIncrement)).unwrap();
    assert!(after.contains("str((n, n := n + 1"), "{after}");
}

#[test]
fn a_char_has_a_numeric_counterpart_only_in_a_call_of_ord() {
    let case = ReplayCase::new("int f(String s) { return s.charAt(0) + 1; }", "def f(s):\n    return ord(s[0]) + 1\n");
    assert_eq!(complement(&case, "s.charAt(0)"), Ok("def f(s):\n    return (-1 - ord(s[0])) + 1\n".into()));
    for port in ["s[0] + 1", "int(s[0]) + 1", "chr(ord(s[0])) + 1"] {
        let case =
            ReplayCase::new("int f(String s) { return s.charAt(0) + 1; }", &format!("def f(s):\n    return {port}\n"));
        assert!(complement(&case, "s.charAt(0)").is_err(), "{port}");
    }
}

#[test]
fn an_integer_stays_an_integer_inside_a_conversion_to_float() {
    let case = ReplayCase::new("double f(int n) { return n * 0.5; }", "def f(n):\n    return float(n) * 0.5\n");
    assert_eq!(complement(&case, "n"), Ok("def f(n):\n    return float((-1 - n)) * 0.5\n".into()));
}

#[test]
fn a_comparison_of_numbers_as_text_has_no_mirror() {
    let case =
        ReplayCase::new("boolean f(int a, int b) { return a == b; }", "def f(a, b):\n    return str(a) == str(b)\n");
    let node = case.node("a == b", 0);
    assert_eq!(case.after(Change::ReplaceOperator { node, op: BinaryOp::Lt }), Err("operand differs".into()));
}
