//! Tests of the functions that this module finds in Python files, and of their lowering.

use crate::SourceFile;
use crate::ir::{Form, Kind, Tree};
use mts_model::{BinaryOp, FunctionKind, IncrementForm, Language, NodeId};
use std::sync::Arc;

fn file(text: &str) -> SourceFile {
    SourceFile::parse("m.py", text.to_owned(), Language::Python).unwrap()
}

/// Returns the tree of a function with this text as its body.
fn tree(body: &str) -> (SourceFile, Arc<Tree>) {
    let lines: Vec<String> = body.lines().map(|l| format!("    {l}")).collect();
    let file = file(&format!("def f(a, b, n):\n{}\n", lines.join("\n")));
    let tree = file.lower(&file.functions[0]).unwrap();
    (file, tree)
}

fn top(tree: &Tree) -> Vec<NodeId> {
    tree.children(tree.root).to_vec()
}

/// Returns kind, form and text of every node, parents before children.
fn describe(body: &str) -> String {
    let (file, tree) = tree(body);
    let mut out = String::new();
    for id in tree.preorder(tree.root) {
        let depth = tree.ancestors(id).count();
        let node = tree.node(id);
        let form = if node.form == Form::Plain { String::new() } else { format!(" {:?}", node.form) };
        let text = if node.is_virtual { "-" } else { tree.text(id, &file.text) };
        out += &format!("{}{:?}{form} `{}`\n", "  ".repeat(depth), node.kind, text.replace('\n', "|"));
    }
    out
}

#[test]
fn every_function_is_found_with_its_scope_and_kind() {
    let file = file(
        "class A:\n    def __init__(self, x):\n        pass\n    @staticmethod\n    def s(x):\n        def inner(y): return y\n        return inner(x)\n    async def m(self, p, *args, q=1, **kw):\n        return lambda z: z\ndef f():\n    pass\n",
    );
    let found: Vec<(String, FunctionKind, Vec<String>)> = file
        .functions
        .iter()
        .map(|f| (f.qualified(), f.kind, f.params.iter().map(|p| p.name.clone()).collect()))
        .collect();
    let named = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        found,
        [
            ("A.__init__".to_owned(), FunctionKind::Constructor, named(&["x"])),
            ("A.s".to_owned(), FunctionKind::StaticMethod, named(&["x"])),
            ("A.s.inner".to_owned(), FunctionKind::Nested, named(&["y"])),
            ("A.m".to_owned(), FunctionKind::Method, named(&["p", "args", "q", "kw"])),
            ("f".to_owned(), FunctionKind::Function, named(&[])),
        ]
    );
    let optional: Vec<bool> = file.functions[3].params.iter().map(|p| p.optional).collect();
    assert_eq!(optional, [false, true, true, true]);
    assert_eq!(file.functions[2].parent, Some(1));
    assert!(file.functions[1].span.slice(&file.text).starts_with("@staticmethod"));
}

#[test]
fn a_function_has_the_comments_above_it_and_at_its_start_without_its_docstring() {
    let file = file("# one\n# two\ndef f(a):  # three\n    \"\"\"doc\"\"\"\n    # four\n    return a\n    # five\n");
    assert_eq!(file.functions[0].comment, "# one\n# two\n# three\n# four");
}

#[test]
fn a_syntax_error_breaks_its_own_function_only() {
    let file = file("def f(a):\n    return a +* 2\n\ndef g(a):\n    return a\n");
    let broken: Vec<bool> = file.functions.iter().map(|f| f.broken.is_some()).collect();
    assert_eq!(broken, [true, false]);
}

#[test]
fn a_range_loop_is_a_counted_loop_with_virtual_parts() {
    let (_, tree) = tree("for i in range(a, n, 2):\n    b += i");
    let id = top(&tree)[0];
    assert_eq!(*tree.kind(id), Kind::For { inits: 1, has_condition: true, updates: 1 });
    assert_eq!(tree.node(id).form, Form::Range);
    let [init, condition, update, _] = tree.children(id) else { panic!("four children") };
    assert!(tree.node(*init).is_virtual && tree.node(*condition).is_virtual && tree.node(*update).is_virtual);
    assert_eq!(*tree.kind(*condition), Kind::Binary(BinaryOp::Lt));
    assert_eq!(*tree.kind(*update), Kind::AugAssign(BinaryOp::Add));
}

#[test]
fn a_descending_range_has_a_greater_than_condition_and_an_unknown_step_is_a_for_each() {
    let (_, falling) = tree("for i in range(n, 0, -1):\n    pass");
    let [_, condition, update, _] = falling.children(top(&falling)[0]) else { panic!("four children") };
    assert_eq!(*falling.kind(*condition), Kind::Binary(BinaryOp::Gt));
    assert_eq!(*falling.kind(*update), Kind::Increment(IncrementForm::PostDecrement));
    let (_, unknown) = tree("for i in range(0, n, b):\n    pass");
    assert_eq!(*unknown.kind(top(&unknown)[0]), Kind::ForEach);
}

#[test]
fn a_division_keeps_its_form() {
    for (text, form) in [("a // b", Form::Floor), ("a / b", Form::True), ("int((a / b))", Form::Truncated)] {
        let (_, tree) = tree(&format!("return {text}"));
        let value = tree.children(top(&tree)[0])[0];
        assert_eq!(*tree.kind(value), Kind::Binary(BinaryOp::Div));
        assert_eq!(tree.node(value).form, form);
    }
}

#[test]
fn tuple_and_chained_assignments_are_groups() {
    assert_eq!(
        describe("a, b = b, 1\nx = y = n"),
        "Block `a, b = b, 1|    x = y = n`\n  Group Tuple `a, b = b, 1`\n    Assign `a, b = b`\n      Name(\"a\") `a`\n      Name(\"b\") `b`\n    Assign `b = b, 1`\n      Name(\"b\") `b`\n      Literal(Int(\"1\")) `1`\n  Group Chained `x = y = n`\n    Assign `x = y = n`\n      Name(\"x\") `x`\n      Name(\"n\") `n`\n    Assign `y = n`\n      Name(\"y\") `y`\n      Name(\"n\") `n`\n"
    );
}

#[test]
fn python_expressions_lower_to_the_common_node_kinds() {
    let (_, tree) = tree("return len(a) + a[0] + b.get(n) if a is None and not 0 < n <= 3 else 0x10");
    let kinds: Vec<String> = tree.preorder(tree.root).iter().map(|id| format!("{:?}", tree.kind(*id))).collect();
    let text = kinds.join(" ");
    for part in ["Conditional", "Length", "Index", "Binary(Eq)", "Unary(Not)", "Chain([Lt, Le])", "Int(\"16\")"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn elif_is_a_nested_if_to_the_end_of_the_chain() {
    let (file, tree) = tree("if a:\n    pass\nelif b:\n    pass\nelse:\n    n = 1");
    let outer = top(&tree)[0];
    let inner = tree.children(outer)[2];
    assert_eq!(tree.node(inner).form, Form::ElseIf);
    assert!(tree.text(inner, &file.text).starts_with("elif") && tree.text(inner, &file.text).ends_with("n = 1"));
    assert_eq!(tree.children(inner).len(), 3);
}

#[test]
fn tokens_exclude_comments_blank_lines_and_docstrings() {
    let one = file("def f(a):\n    \"\"\"doc\"\"\"\n    # c\n\n    if a: return 1\n    return 2\n");
    let two = file("def f(a):\n    if a:\n        return 1\n    return 2\n");
    let three = file("def f(a):\n    if a:\n        return 1\n        return 2\n");
    let tokens_of = |f: &SourceFile| super::tokens(f, &f.functions[0]);
    assert_eq!(tokens_of(&one), tokens_of(&two));
    assert_ne!(tokens_of(&two), tokens_of(&three));
}

#[test]
fn facts_have_the_module_state_and_the_constructor_of_the_class() {
    let stateful = file("CACHE = {}\nclass A:\n    def __init__(self, x, y=1): pass\n    def m(self): pass\n");
    let facts = super::facts(&stateful, &stateful.functions[1]);
    assert!(facts.has_module_state);
    assert_eq!(facts.class_has_init_params.map(|p| p.len()), Some(2));
    let constant = file("LIMIT = -float('inf')\nA = (1, 'x')\ndef f(): pass\n");
    assert_eq!(super::facts(&constant, &constant.functions[0]), super::ModuleFacts::default());
}

#[test]
fn the_constructor_of_a_dataclass_takes_its_fields() {
    let takes = |head: &str| {
        let text = format!(
            "{head}\n    a: int\n    NAMES: ClassVar[list] = []\n    b: str = ''\n    c: int = field(init=False)\n    d = 3\n    \
             def m(self): pass\n"
        );
        let file = file(&text);
        let params = super::facts(&file, &file.functions[0]).class_has_init_params.expect("in a class");
        params
            .iter()
            .map(|param| format!("{}{}", param.name, if param.optional { "=" } else { "" }))
            .collect::<Vec<_>>()
    };
    for head in
        ["@dataclass\nclass A:", "@dataclasses.dataclass(frozen=True)\nclass A(B):", "class A(typing.NamedTuple):"]
    {
        assert_eq!(takes(head), ["a", "b="], "{head}");
    }
    assert_eq!(takes("class A:"), [""; 0]);
    assert_eq!(takes("@other\nclass A(B):"), [""; 0]);
}

#[test]
fn a_match_over_literals_is_a_switch() {
    let (_, plain) = tree("match a:\n    case 1 | -2:\n        return b\n    case _:\n        return n");
    assert_eq!(*plain.kind(top(&plain)[0]), Kind::Switch);
    let (_, binding) = tree("match a:\n    case [x, y]:\n        return x\n    case _:\n        return n");
    assert!(matches!(binding.kind(top(&binding)[0]), Kind::Opaque(_)));
}

#[test]
fn each_attribute_of_a_class_is_found_once_at_its_first_assignment() {
    let file = file(
        "x = 1\nclass A:\n    limit: int = 3\n    def __init__(this, a):\n        this.a, this._b = a, 0\n        other.c = 1\n        \
         def later():\n            this.d = 1\n    def f(self):\n        self.a = 2\n        local = 3\n    @staticmethod\n    \
         def s(self):\n        self.e = 1\n    class In:\n        g = 1\n",
    );
    let names: Vec<String> = file.declared.iter().map(mts_model::Function::qualified).collect();
    assert_eq!(names, ["A.limit", "A.a", "A._b", "A.d", "A.In.g"]);
    assert!(file.declared.iter().all(|one| one.kind == FunctionKind::Attribute && file.lower(one).is_none()));
    assert!(file.functions.iter().all(mts_model::Function::has_body));
}

#[test]
fn the_top_level_code_of_a_script_is_a_function() {
    let file = file(
        "\"\"\"Doc.\"\"\"\nimport sys\n\ndef f():\n    return 1\n\nn = f()\nif n:\n    n = 2\nif __name__ == '__main__':\n    \
         print(n)\n    n = 3\n",
    );
    let script = file.script().expect("a script");
    assert_eq!((script.kind, script.qualified().as_str()), (FunctionKind::Program, "__main__"));
    let lowered = file.lower(&script).expect("a tree");
    let texts: Vec<&str> = top(&lowered).iter().map(|id| lowered.node(*id).span.slice(&file.text)).collect();
    assert_eq!(texts, ["n = f()", "if n:\n    n = 2", "print(n)", "n = 3"]);
}

#[test]
fn a_nested_function_lists_the_variables_that_it_captures() {
    let file = file(
        "def f(a, b):\n    n = 1\n    def g(x):\n        y = a + x\n        return g(y) + n if a else h(x)\n    def h(x):\n        return b\n    return g(1)\ndef k(a):\n    def d(x=1):\n        return a\n    def e(x):\n        return a\n    return d()\n",
    );
    let captured: Vec<(&str, Option<String>)> = file
        .functions
        .iter()
        .map(|function| (function.name.as_str(), function.captured.as_ref().map(|names| names.join(" "))))
        .collect();
    let names = |names: &str| Some(names.to_owned());
    // Python evaluates a default while the enclosing function runs.
    let expected = [("f", None), ("g", names("a g h n")), ("h", names("b h")), ("k", None), ("d", None), ("e", None)];
    assert_eq!(captured, expected);
}
