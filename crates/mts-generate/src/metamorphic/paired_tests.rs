//! Tests of edits on both sides. `tests/run/mutants/metamorphic.rs` tests that the edited code runs
//! and keeps its behaviour.

use super::*;
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::{Language, NodeId, Random, Span, span};

/// Returns both texts after a change of the first function of each file.
///
/// The second function of each file is the merge partner.
fn made(
    java: &str,
    python: &str,
    kind: Transformation,
    seed: u64,
) -> Result<(PairedEdit, String, String), NotApplicable> {
    let java = SourceFile::parse("A.java", java.to_owned(), Language::Java).expect("parses");
    let python = SourceFile::parse("a.py", python.to_owned(), Language::Python).expect("parses");
    let trees: Vec<_> = java.functions.iter().map(|function| java.lower(function).expect("a tree")).collect();
    let ports: Vec<_> = python.functions.iter().map(|function| python.lower(function).expect("a tree")).collect();
    let side = |at: usize| ParsedFunction { file: &java, function: &java.functions[at], tree: &trees[at] };
    let port = |at: usize| ParsedFunction { file: &python, function: &python.functions[at], tree: &ports[at] };
    // The nth node of a kind in Java has the nth node of that kind in Python as its counterpart.
    let counterpart = |node: NodeId| {
        let same = |tree: &Tree, kind: &mts_lang::ir::Kind| -> Vec<NodeId> {
            tree.preorder(tree.root).into_iter().filter(|id| tree.kind(*id) == kind).collect()
        };
        let kind = trees[0].kind(node);
        let nth = same(&trees[0], kind).iter().position(|id| *id == node)?;
        same(&ports[0], kind).get(nth).copied()
    };
    let both = PairContext {
        java: side(0),
        python: port(0),
        arguments: &(0..java.functions[0].params.len()).collect::<Vec<_>>(),
        counterpart: &counterpart,
        merge_partner: (java.functions.len() > 1 && python.functions.len() > 1).then(|| [side(1), port(1)]),
    };
    let paired = match kind.operator() {
        None => draw_paired(kind, &both, &mut Random::new(seed))?,
        Some(_) => {
            let MutatingEdit { java, python, .. } =
                mutated(kind, &both, &mut Random::new(seed)).ok_or(NotApplicable::NoPlace)?;
            let python = python.map_err(NotApplicable::Unmirrored)?;
            PairedEdit {
                transformation: kind,
                java,
                added_args: Vec::new(),
                python,
                subject: String::new(),
                names: None,
            }
        }
    };
    let texts = (span::apply(&java.text, &paired.java), span::apply(&python.text, &paired.python));
    let (body, list) =
        (java.functions[0].body, mts_lang::signature_spans::head(&java, &java.functions[0]).expect("a head").list);
    let is_inside = |place: Span| body.contains(place) || list.contains(place);
    assert!(paired.java.iter().all(|edit| is_inside(edit.span)), "a copy takes edits of its list and body alone");
    Ok((paired, texts.0.expect("fits"), texts.1.expect("fits")))
}

const JAVA: &str =
    "class A { static int f(int a) { while (a > 9) { a = a - 1; } if (a > 0) { return a; } return 0; } }";
const PYTHON: &str = "def f(a):\n    \"\"\"a\"\"\"\n    while a > 9:\n        a = a - 1\n    if a > 0:\n        return a\n    return 0\n\n\nX = f(a=3)\n";

#[test]
fn a_parameter_has_one_new_name_on_both_sides() {
    let (paired, java, python) = made(JAVA, PYTHON, Transformation::RenameParam, 3).expect("applies");
    let (old, new) = paired.names.expect("names");
    assert_eq!((old.as_str(), paired.subject.as_str()), ("a", "a"));
    assert!(java.contains(&format!("int f(int {new}) {{ while ({new} > 9)")), "{java}");
    assert!(python.starts_with(&format!("def f({new}):\n    \"\"\"a\"\"\"\n    while {new} > 9:")), "{python}");
    assert!(python.ends_with(&format!("X = f({new}=3)\n")), "{python}");
    let of_module: Vec<String> = (0..20)
        .filter_map(|seed| made(JAVA, PYTHON, Transformation::RenameParam, seed).ok()?.0.names)
        .map(|n| n.1)
        .collect();
    assert!(of_module.iter().all(|name| name.len() == 6), "`X` is too short to be no keyword: {of_module:?}");
    let limit = format!("LIMIT = 1\n\n\n{PYTHON}");
    let names: Vec<String> = (0..20)
        .filter_map(|seed| made(JAVA, &limit, Transformation::RenameParam, seed).ok()?.0.names)
        .map(|n| n.1)
        .collect();
    assert!(names.iter().any(|name| name == "LIMIT") && names.iter().any(|name| name != "LIMIT"), "{names:?}");
    let bound = PYTHON.replace("return 0", "import a");
    assert!(matches!(made(JAVA, &bound, Transformation::RenameParam, 3), Err(NotApplicable::Unmirrored(_))));
}

#[test]
fn an_added_parameter_has_a_default_so_that_callers_do_not_change() {
    for (head, expected) in
        [("a", "a, {}=0"), ("a, **rest", "a, {}=0, **rest"), ("a, *rest", "a, *rest, {}=0"), ("a, b=1", "a, b=1, {}=0")]
    {
        let python =
            PYTHON.replace("def f(a)", &format!("def f({head})")).replace("X = f(a=3)", "def g():\n    return f(3)");
        let (paired, java, python) = made(JAVA, &python, Transformation::AddParam, 5).expect("applies");
        let name = java.split("int prm").nth(1).and_then(|rest| rest.split(')').next()).expect("a name");
        let name = format!("prm{name}");
        assert!(python.starts_with(&format!("def f({}):", expected.replace("{}", &name))), "{python}");
        assert!(
            python.contains("\"\"\"a\"\"\"\n    ") && java.contains(&format!("f(int a, int {name}) {{ ")),
            "{python}\n{java}"
        );
        assert_eq!(paired.added_args, ["0"]);
        if head == "a" {
            assert!(python.ends_with(&format!("return f(3, {name}=0)\n")), "{python}");
        }
    }
}

#[test]
fn added_statements_come_first_but_after_the_docstring() {
    for kind in [Transformation::AddConditional, Transformation::AddLoop] {
        let (_, java, python) = made(JAVA, PYTHON, kind, 1).expect("applies");
        assert!(
            python.starts_with("def f(a):\n    \"\"\"a\"\"\"\n    ") && python.contains("\n    while a > 9:"),
            "{python}"
        );
        assert!(java.contains("f(int a) { ") && java.ends_with(&JAVA[JAVA.find("while").expect("there")..]), "{java}");
    }
}

#[test]
fn conditions_and_loops_are_changed_at_their_counterparts() {
    let (_, java, python) = made(JAVA, PYTHON, Transformation::RmLoop, 1).expect("applies");
    assert!(
        java.contains("{ ; if (a > 0)") && python.contains("\"\"\"a\"\"\"\n    pass\n    if a > 0:"),
        "{java}\n{python}"
    );
    let (_, java, python) = made(JAVA, PYTHON, Transformation::ChBranchCond, 1).expect("applies");
    let condition = java.split("if (").nth(1).and_then(|rest| rest.split(") { return a").next()).expect("a condition");
    assert!(
        python.contains(&format!("    if {}:\n", condition.replace(" / ", " // "))) || condition.contains('.'),
        "{python}"
    );
    let looped = PYTHON.replace("a = a - 1", "return 1");
    assert_eq!(
        made(JAVA, &looped, Transformation::RmLoop, 1).err(),
        Some(NotApplicable::Unmirrored("cargo mts cannot remove the port's loop"))
    );
}

const TWO: &str =
    "class A { static int f(int a) { return a + 1; } static int g(int b, boolean c) { return c ? b : 0; } }";
const PORTS: &str =
    "def f(a):\n    \"\"\"One.\"\"\"\n    return a + 1\n\n\ndef g(b, c):\n  if c:\n    return b\n\n  return 0\n";

#[test]
fn two_functions_are_merged_into_one_with_the_name_of_the_first() {
    let mut texts = std::collections::BTreeSet::new();
    for seed in 0..30 {
        let (paired, java, python) = made(TWO, PORTS, Transformation::Merge, seed).expect("applies");
        assert_eq!(paired.added_args, ["(int) 0", "false", "true"]);
        assert!(java.contains("static int f(int a_f1, int b_f2, boolean c_f2, boolean f1) {"), "{java}");
        assert!(
            python.starts_with("def f(a_f1, b_f2=None, c_f2=None, f1=True):\n    \"\"\"One.\"\"\"\n    if "),
            "{python}"
        );
        assert!(
            python.contains("        return a_f1 + 1\n")
                && python.contains("        if c_f2:\n          return b_f2\n"),
            "{python}"
        );
        assert!(python.ends_with(&PORTS[PORTS.find("def g").expect("there")..]), "the second one stays: {python}");
        let test = python.split("    if ").nth(1).and_then(|rest| rest.split(':').next()).expect("a test");
        texts.insert(
            test.split(' ')
                .filter(|word| !word.chars().any(|c| c.is_ascii_digit() && word.len() > 2))
                .take(2)
                .map(str::to_owned)
                .collect::<Vec<_>>(),
        );
    }
    assert!(texts.len() > 1, "several layouts: {texts:?}");
}

#[test]
fn functions_that_conflict_in_one_body_are_not_merged() {
    for (old, new) in [
        ("return b\n", "return max(b, 0)\n"),
        ("  return 0\n", "  yield 0\n"),
        ("  return 0\n", "  global X\n  return 0\n"),
    ] {
        let ports = PORTS.replace(old, new).replace("return a + 1", "max = a\n    return max + 1");
        let lack = made(TWO, &ports, Transformation::Merge, 1).err();
        assert!(matches!(lack, Some(NotApplicable::Unmirrored(_))), "{new}: {lack:?}");
    }
    assert_eq!(
        made(JAVA, PYTHON, Transformation::Merge, 1).err(),
        Some(NotApplicable::NoPlace),
        "there is no other pair"
    );
}
