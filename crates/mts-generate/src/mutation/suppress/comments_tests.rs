use super::*;

fn ignores_of(text: &str, language: Language, function: usize) -> (SourceFile, IgnoreComments) {
    let file = SourceFile::parse("A", text.to_owned(), language).expect("parsed");
    let tree = file.lower(&file.functions[function]).expect("a tree");
    let found = ignores(&file, &file.functions[function], &tree);
    (file, found)
}

/// Returns the scope of the only comment of the first function, as text.
fn scope_of(text: &str, language: Language) -> String {
    let (file, found) = ignores_of(text, language, 0);
    assert_eq!(found.wrong, [], "{text}");
    assert_eq!(found.found.len(), 1, "{text}");
    match found.found[0].scope {
        IgnoreScope::Function => "function".to_owned(),
        IgnoreScope::Statement(span) => span.slice(&file.text).split_whitespace().collect::<Vec<_>>().join(" "),
        IgnoreScope::Line(line) => format!("line {line}"),
        IgnoreScope::Nothing => "nothing".to_owned(),
    }
}

fn java(method: &str) -> String {
    scope_of(&format!("class A {{\n{method}\n}}\n"), Language::Java)
}

fn python(text: &str) -> String {
    scope_of(text, Language::Python)
}

#[test]
fn a_comment_on_its_own_line_applies_to_the_next_statement() {
    assert_eq!(java("int f(int n) {\n  // mts: ignore why\n  n++;\n  return n;\n}"), "n++;");
    assert_eq!(java("int f(int n) {\n  n++;\n  /* mts: ignore */\n  // other\n  return n;\n}"), "return n;");
    let looped = "int f(int n) {\n  // mts: ignore\n  for (int i = 0; i < n; i++) {\n    n--;\n  }\n  return n;\n}";
    assert_eq!(java(looped), "for (int i = 0; i < n; i++) { n--; }");
    assert_eq!(python("def f(n):\n    # mts: ignore\n    n += 1\n    return n\n"), "n += 1");
    assert_eq!(
        python("def f(n):\n    n += 1\n    # mts: ignore\n    while n:\n        n -= 1\n    return n\n"),
        "while n: n -= 1"
    );
}

#[test]
fn a_comment_before_or_in_the_header_of_a_function_applies_to_the_function() {
    for method in [
        "// mts: ignore\nint f() { return 1; }",
        "/**\n * Says one.\n * mts: ignore why\n */\nint f() { return 1; }",
        "// mts: ignore\n@Deprecated\nint f() { return 1; }",
        "@Deprecated\n// mts: ignore\nint f() { return 1; }",
        "@Deprecated // mts: ignore\nint f() { return 1; }",
        "int f() { // mts: ignore\n return 1; }",
    ] {
        assert_eq!(java(method), "function", "{method}");
    }
    for text in [
        "# mts: ignore\ndef f():\n    return 1\n",
        "# mts: ignore\n@cache\ndef f():\n    return 1\n",
        "@cache\n# mts: ignore\ndef f():\n    return 1\n",
        "def f():  # mts: ignore\n    return 1\n",
    ] {
        assert_eq!(python(text), "function", "{text}");
    }
}

#[test]
fn a_comment_after_code_applies_to_the_line() {
    assert_eq!(java("int f(int n) {\n  n++; // mts: ignore\n  return n;\n}"), "line 3");
    assert_eq!(python("def f(n):\n    n += 1  # mts: ignore\n    return n\n"), "line 2");
}

#[test]
fn a_comment_before_no_statement_applies_to_nothing() {
    assert_eq!(java("int f(int n) {\n  n++;\n  return n;\n  // mts: ignore\n}"), "nothing");
    let inside = "def f(n):\n    if n:\n        n += 1\n        # mts: ignore\n    return n\n";
    assert_eq!(python(inside), "nothing");
}

#[test]
fn operators_in_brackets_may_have_any_case_and_globs() {
    let operators_of = |comment: &str| {
        let (_, found) = ignores_of(&format!("# {comment}\ndef f():\n    return 1\n"), Language::Python, 0);
        (found.found.first().map(|ignore| ignore.operators.clone()).unwrap_or_default(), found.wrong)
    };
    assert_eq!(operators_of("mts: ignore[aois, ROR] why"), (vec![Operator::AOIS, Operator::ROR], vec![]));
    assert_eq!(operators_of("mts:ignore[AOI*]").0, [Operator::AOIU, Operator::AOIS]);
    assert_eq!(operators_of("mts: ignore").0, [Operator::ALL, Operator::CLASS].concat());
    let (operators, wrong) = operators_of("mts: ignore[AOSI, ROR]");
    assert_eq!(operators, [Operator::ROR]);
    assert!(wrong[0].1.contains("`AOSI` is not an operator"), "{wrong:?}");
    for comment in ["mts: ignore[]", "mts: ignore[AOIS", "mts: ignore-begin", "mts: ignored", "mts: ignore AOIS why"] {
        let (operators, wrong) = operators_of(comment);
        assert_eq!((operators.len(), wrong.len()), (0, 1), "{comment}");
    }
    assert_eq!(operators_of("see mts: ignore"), (vec![], vec![]));
}

#[test]
fn a_comment_applies_to_the_innermost_function_or_is_outside_of_functions() {
    let text = "def f():\n    def g():\n        # mts: ignore\n        return 1\n    return g()\n";
    assert_eq!(ignores_of(text, Language::Python, 0).1.found, []);
    assert_eq!(ignores_of(text, Language::Python, 1).1.found.len(), 1);
    let file =
        SourceFile::parse("a.py", "# mts: ignore\nX = 1\n\n\ndef f():\n    return X\n".to_owned(), Language::Python);
    assert_eq!(outside_functions(&file.expect("parsed")), [(1, "mts: ignore".to_owned())]);
}
