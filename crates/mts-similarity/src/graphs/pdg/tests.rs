//! Tests graphs of syntax that the pairs in the fixture do not have.

use super::*;

fn graphs(reference: &str, candidate: &str) -> Result<(Graph, Graph), String> {
    let tree = |text| Syntax::python(text).expect("a tree");
    of_both(&tree(reference), &tree(candidate))
}

fn graph(text: &str) -> Result<Graph, String> {
    graphs(text, text).map(|(left, _)| left)
}

fn has(graph: &Graph, from: usize, to: usize, kind: EdgeKind) -> bool {
    graph.edges.contains(&(from, to, kind))
}

#[test]
fn statements_that_a_break_skips_depend_on_its_condition() {
    let text = "def f(a):\n    for x in a:\n        if x:\n            break\n    else:\n        a = 1\n    return a\n";
    let graph = graph(text).expect("a graph");
    assert_eq!(graph.labels, ["entry 1", "loop in v", "if v", "break", "assign v = 1", "return v"]);
    assert!(has(&graph, 2, 1, EdgeKind::ControlFalse), "the next round");
    assert!(has(&graph, 1, 4, EdgeKind::ControlFalse), "the else of the loop");
    assert!(has(&graph, 0, 5, EdgeKind::Data) && has(&graph, 4, 5, EdgeKind::Data));
}

#[test]
fn renamed_variables_give_the_same_graph() {
    let text =
        "def f(a, b=2, *c):\n    d = e = {k: v for k, v in a if k}\n    d[b], c = e, f'{b}!'\n    return a[1:b, ::2]\n";
    let renamed =
        text.replace("a", "alpha").replace("def f(alphalpha", "def f(a").replace(" k", " key").replace("{k", "{key");
    let (left, right) = graphs(text, &renamed).expect("graphs");
    assert_eq!(left, right);
    assert_eq!(left.labels[1], "assign v = v = (dictcomp (: v v) (for (tuple v v) v if v))");
    assert_eq!(left.labels[2], "assign (tuple ([] v v) v) = (tuple v (fstring v '!'))");
    assert_eq!(left.labels[3], "return ([] v (tuple (slice 1 v) (slice _ _ 2)))");
}

#[test]
fn operators_and_calls_are_in_prefix_form() {
    let text =
        "def f(a):\n    return a is not None and a < 1 <= 2.50 and not g(*a, key=lambda x: x + a) or 0x10 // -a\n";
    let graph = graph(text).expect("a graph");
    let first = "(and (is not v None) (< <= v 1 2.5) (not (call g (* v) (= key (lambda v (+ v v))))))";
    assert_eq!(graph.labels[1], format!("return (or {first} (// 16 (-u v)))"));
}

#[test]
fn a_change_of_an_object_does_not_hide_earlier_changes() {
    let text = "def f(a):\n    b = []\n    b.append(a)\n    b[0] += 1\n    return b\n";
    let graph = graph(text).expect("a graph");
    for by in [1, 2, 3] {
        assert!(has(&graph, by, 4, EdgeKind::Data), "{by}");
    }
}

#[test]
fn the_error_for_unsupported_syntax_names_the_line() {
    for (text, reason) in [
        (
            "def f():\n    try:\n        pass\n    finally:\n        pass\n",
            "syntax in line 2 that dependence graphs do not support: try statement",
        ),
        (
            "async def f():\n    pass\n",
            "syntax in line 1 that dependence graphs do not support: async function definition",
        ),
        (
            "def f(a):\n    return (b := a)\n",
            "syntax in line 2 that dependence graphs do not support: named expression",
        ),
        (
            "def f(a):\n    if a:\n        b = 1\n    del a\n",
            "syntax in line 4 that dependence graphs do not support: delete statement",
        ),
        ("def f():\n    return b\n    b = 1\n", "a use of `b` without a definition before it"),
        ("x = 1\n", "the reference has no function at its top level"),
    ] {
        let seen = graph(text).expect_err("no graph");
        assert!(seen.contains(reason), "{text}: {seen}");
    }
}

#[test]
fn names_of_the_module_and_of_the_reference_count_as_defined() {
    let reference = "def f(a):\n    return helper(a)\n";
    for candidate in [
        reference.to_owned(),
        "from m import other\ndef f(a):\n    return other(a)\n".to_owned(),
        "import m.n as k\nLIMIT = 1\ndef f(a):\n    return k.g(a, LIMIT)\n".to_owned(),
        "from m import *\ndef f(a):\n    return whatever(a)\n".to_owned(),
    ] {
        assert!(graphs(reference, &candidate).is_ok(), "{candidate}");
    }
    let unknown = graphs(reference, "def f(a):\n    return other(a)\n").expect_err("no graph");
    assert_eq!(unknown, "the candidate uses `other`, which has no definition");
}

#[test]
fn functions_of_the_same_name_are_compared_or_else_the_first_ones() {
    let reference = "def one(a):\n    return a\n\ndef two(a, b):\n    return b\n";
    let (left, right) = graphs(reference, "def two(x, y):\n    return y\n").expect("graphs");
    assert_eq!((left.labels[0].as_str(), &left), ("entry 2", &right));
    let (left, right) = graphs(reference, "def three(x):\n    return x\n").expect("graphs");
    assert_eq!((left.labels[0].as_str(), &left), ("entry 1", &right));
}
