//! Tests of the code that the transformations write.
//!
//! `tests/workers/metamorphic.rs` tests with a JVM and a CPython that the code compiles and keeps
//! its behaviour.

use super::*;
use mts_lang::SourceFile;
use mts_model::{Language, Random, span};

/// Returns the text after the change of this seed; `None` if no change is possible.
fn changed(text: &str, language: Language, transformation: Transformation, seed: u64) -> Option<String> {
    let file = SourceFile::parse("A", text.to_owned(), language).expect("parses");
    let function = &file.functions[0];
    let tree = file.lower(function).expect("a tree");
    let side = ParsedFunction { file: &file, function, tree: &tree };
    let change = draw(transformation, side, &mut Random::new(seed))?;
    span::apply(text, &edits(&change, side)?)
}

fn java(method: &str, transformation: Transformation, seed: u64) -> Option<String> {
    let whole = changed(&format!("class A {{ {method} }}"), Language::Java, transformation, seed)?;
    Some(whole["class A { ".len()..whole.len() - 2].to_owned())
}

/// Returns the different results of all seeds.
fn all(text: &str, language: Language, transformation: Transformation) -> Vec<String> {
    let made: std::collections::BTreeSet<String> =
        (0..200).filter_map(|seed| changed(text, language, transformation, seed)).collect();
    made.into_iter().collect()
}

#[test]
fn every_use_of_a_renamed_parameter_is_renamed_and_no_other_name() {
    let made = java("static int f(int a) { int b = a; return a.a + a() + b; }", Transformation::RenameParam, 1);
    let made = made.expect("applies");
    let name = made["static int f(int ".len()..].split(')').next().expect("a name");
    assert_eq!(name.len(), 6);
    assert_eq!(made, format!("static int f(int {name}) {{ int b = {name}; return {name}.a + a() + b; }}"));
    assert_eq!(java("static int f() { return 1; }", Transformation::RenameParam, 1), None);
}

#[test]
fn an_added_parameter_comes_last_and_every_call_passes_an_argument() {
    for (method, head) in [
        ("static int f(int a, int b[]) { return a < 1 ? 0 : f(a - 1, b); }", "static int f(int a, int b[], int prm"),
        ("static int f() { return 1; }", "static int f(int prm"),
    ] {
        let made = java(method, Transformation::AddParam, 3).expect("applies");
        assert!(made.starts_with(head), "{made}");
        assert_eq!(made.contains("f(a - 1, b, 0)"), method.contains("f(a - 1"), "{made}");
    }
    let overloaded = "static int f(int a) { return f(a, 1); } static int f(int a, int b) { return 2; }";
    assert_eq!(java(overloaded, Transformation::AddParam, 3), None, "the other one would be called");
    assert_eq!(java("static int f(int... a) { return 1; }", Transformation::AddParam, 3), None);
    let reference = "static int f(int a) { F g = A::f; return a; }";
    assert_eq!(java(reference, Transformation::AddParam, 3), None, "not a call");
}

#[test]
fn a_comment_or_a_local_with_the_name_of_the_method_prevents_no_transformation() {
    let text = "class A { /** The f of f. */ static int f(int a) { return a; } int g() { int f = 1; return f; } }";
    assert!(changed(text, Language::Java, Transformation::AddParam, 3).is_some());
    let text = "def f(a):\n    '''The f of f.'''\n    return a\n\n\ndef g(f):\n    return f\n";
    assert!(changed(text, Language::Python, Transformation::AddParam, 3).is_some());
    let first = "class A { /** Like first. */ static int first(int a) { int first = a; return first; } }";
    assert!(merged(first, "class B { static int second(int b) { return b; } }", 0).is_some());
}

#[test]
fn every_form_of_a_transformation_in_the_paper_is_drawn() {
    let text = "class A { static int f(int a) { if (a > 0) { return 1; } return 0; } }";
    let forms = |transformation, of: &[&str]| {
        let made = all(text, Language::Java, transformation).join("\n");
        for form in of {
            assert!(made.contains(form), "{form} in {made}");
        }
    };
    forms(Transformation::AddParam, &[" -= ", " += ", " = prm", " * ", " + "]);
    forms(Transformation::AddConditional, &["if (true)", "if (false)", " == "]);
    forms(Transformation::AddLoop, &[" += 1;", "for (int "]);
    forms(Transformation::ChBranchCond, &[" / ", " * ", "\" == \"", "\" != \""]);
    let is_decimal =
        |made: &String| made.split(" / ").next().is_some_and(|left| left.contains('.')) && made.contains(" / ");
    assert!(all(text, Language::Java, Transformation::ChBranchCond).iter().any(is_decimal));
}

#[test]
fn an_added_conditional_that_is_false_has_different_operands() {
    for made in all("class A { static void f() { } }", Language::Java, Transformation::AddConditional) {
        let condition = made.split("if (").nth(1).and_then(|rest| rest.split(')').next()).expect("a condition");
        if let Some((a, b)) = condition.split_once(" == ") {
            let (a, b): (i64, i64) = (a.parse().expect("a number"), b.parse().expect("a number"));
            assert!(a <= b, "{made}");
        }
    }
}

#[test]
fn a_loop_is_removed_only_if_the_rest_still_compiles() {
    let removed = |body: &str| java(&format!("static int f(int n) {{ {body} }}"), Transformation::RmLoop, 5);
    let kept = "int s = 0; for (int i = 0; i < n; i++) { s += i; } return s;";
    assert_eq!(removed(kept).as_deref(), Some("static int f(int n) { int s = 0; ; return s; }"));
    for body in [
        "while (n > 0) { if (n == 3) return 4; n--; } return 0;",
        "while (true) { n--; if (n < 0) break; } return 0;",
        "for (;;) { n--; if (n < 0) break; } return 0;",
        "int i; for (i = 0; i < n; i++) { n--; } return i;",
        "do { n--; } while (n > 0); return 0;",
        "return n;",
    ] {
        assert_eq!(removed(body), None, "{body}");
    }
    let alone = "int i; int s = 1; for (i = 0; i < n; i++) { s += i; } return s;";
    assert_eq!(removed(alone).as_deref(), Some("static int f(int n) { int i; int s = 1; ; return s; }"));
}

#[test]
fn conditions_that_bind_or_assign_a_name_are_not_changed() {
    for condition in ["(n = 3) > 2", "n++ > 1", "o instanceof String"] {
        let method = format!("static int f(int n, Object o) {{ if ({condition}) {{ return 1; }} return 0; }}");
        assert_eq!(java(&method, Transformation::ChBranchCond, 2), None, "{condition}");
    }
}

#[test]
fn the_python_edit_has_python_syntax_and_indentation() {
    let text = "def f(a):\n    \"\"\"Doc.\"\"\"\n    return a\n";
    for made in all(text, Language::Python, Transformation::AddLoop) {
        let lines: Vec<&str> = made.lines().collect();
        assert_eq!(lines[1], "    \"\"\"Doc.\"\"\"");
        assert!(lines[2].ends_with(" = 0") && lines[3].starts_with("    for ") && lines[4].starts_with("        "));
        assert_eq!(lines[5], "    return a");
    }
    assert_eq!(changed("def f(a): return a\n", Language::Python, Transformation::AddLoop, 1), None);
    let made = changed(text, Language::Python, Transformation::AddParam, 4).expect("applies");
    assert!(made.starts_with("def f(a, prm"), "{made}");
    let looped = "def f(a):\n    for i in a:\n        print(i)\n    return a\n";
    let made = changed(looped, Language::Python, Transformation::RmLoop, 4);
    assert_eq!(made.as_deref(), Some("def f(a):\n    pass\n    return a\n"));
}

fn merged(first: &str, second: &str, layout: u8) -> Option<(String, MergedMethod)> {
    let files =
        [first, second].map(|text| SourceFile::parse("A.java", text.to_owned(), Language::Java).expect("parses"));
    let trees = [0, 1].map(|at| files[at].lower(&files[at].functions[0]).expect("a tree"));
    let side = |at: usize| ParsedFunction { file: &files[at], function: &files[at].functions[0], tree: &trees[at] };
    let merged = merge(side(0), side(1), layout, &mut Random::new(7))?;
    Some((span::apply(first, &merged.edits)?, merged))
}

#[test]
fn merged_methods_keep_types_and_have_distinct_parameter_names() {
    let first = "import java.util.List;\nclass A { static int f(int a[]) { return a[0]; } }";
    let second = "import java.util.*;\nclass B { static int g(final List<String> a, int b) { return a.size() + b; } }";
    for layout in 0..merge::LAYOUTS {
        let (text, made) = merged(first, second, layout).expect("merges");
        let groups = ["int a_f1[]", "final List<String> a_f2, int b_f2"];
        let params = format!("static int f({}, {}, boolean f1)", groups[made.leads], groups[1 - made.leads]);
        assert!(text.contains(&params), "{text}");
        assert!(text.starts_with("import java.util.List;\nimport java.util.*;\nclass A {"), "{text}");
        let then = if layout.is_multiple_of(2) { "a_f1[0]" } else { "a_f2.size()" };
        assert!(text.split("else").next().expect("a part").contains(then), "{text}");
        assert_eq!(made.flag, made.leads == 0);
    }
}

#[test]
fn incompatible_methods_are_not_merged() {
    let first = "class A { static int f(int a) { return a; } }";
    for second in [
        "class B { static long g(int a) { return a; } }",
        "class B { static int g(int a) { return a < 1 ? 0 : g(a - 1); } }",
        "class B { static int N; static int g(int a) { return N; } }",
        "class B { static int n; static int g(int a) { return n; } }",
        "class B { static int g(int a) { return h(a); } static int h(int a) { return 1; } }",
        "class B { static int g(int... a) { return 1; } }",
        "class B { static <T> int g(T a) { return 1; } }",
        "class B { static int g(int a) throws Exception { return 1; } }",
        "class B { int g(int a) { return 1; } }",
    ] {
        assert_eq!(merged(first, second, 0), None, "{second}");
    }
}
