//! Tests the translated text.
//!
//! The tests in `tests/bench/translate` run translations on a JVM and a CPython.

use super::{Mode, SUPPORT, TranslatedPort, TranslationStyle, translate};
use mts_lang::SourceFile;
use mts_model::Language;
use mts_model::error::Result;

fn made(java: &str, mode: Mode) -> Result<TranslatedPort> {
    let text = format!("class A {{\n{java}\n}}\n");
    let file = SourceFile::parse("A.java", text, Language::Java).expect("parses");
    translate(&file, None, TranslationStyle { mode, keeps_names: false })
}

fn faithful(java: &str) -> String {
    made(java, Mode::Faithful).expect("translates").text
}

fn plain(java: &str) -> String {
    made(java, Mode::Plain).expect("translates").text
}

#[test]
fn an_operation_within_its_range_needs_no_helper() {
    let java = "static int f(int[] a) { int best = 0; for (int i = 1; i < a.length; i++) { \
                if (a[i - 1] < a[i]) { best = i - 1; } } return best % 10 + a.length / 2 % 5 + ('z' - 'a'); }";
    let python = "def f(a):\n    best = 0\n    for i in range(1, len(a)):\n        if a[i - 1] < a[i]:\n            \
                  best = i - 1\n    return best % 10 + len(a) // 2 % 5 + (ord(\"z\") - ord(\"a\"))\n";
    assert_eq!(faithful(java), python);
}

#[test]
fn an_operation_of_unknown_range_is_wrapped_once() {
    let java = "static int f(int a, int b) { return a * b + (a - 7) * 31; }";
    assert_eq!(
        faithful(java),
        "from java_runtime import i32\n\n\ndef f(a, b):\n    return i32(a * b + (a - 7) * 31)\n"
    );
    assert_eq!(plain(java), "def f(a, b):\n    return a * b + (a - 7) * 31\n");
}

#[test]
fn a_loop_whose_variable_may_overflow_or_is_assigned_does_not_become_a_range() {
    let text = faithful("static int f(int n) { int c = 0; for (int i = 0; i <= n; i++) c = i; return c; }");
    assert!(text.contains("while i <= n:") && text.contains("i = i32(i + 1)"), "{text}");
    let text = faithful("static int f(int n) { int c = 0; for (int i = 0; i < n; i++) i += c; return c; }");
    assert!(text.contains("while i < n:"), "{text}");
}

#[test]
fn names_and_comments_are_kept_and_no_name_hides_a_helper() {
    let java = "// Adds.\nstatic int addAll(int theFirst, int i32) {\n // now\n return theFirst + i32; }";
    let python = "from java_runtime import i32\n\n\n# Adds.\ndef add_all(the_first, i32_):\n    # now\n    return i32(the_first + i32_)\n";
    assert_eq!(faithful(java), python);
    let text = faithful(
        "static int swap(int a) { return a; }\nstatic int f(int[] a, int i) { return a[i]; }\nstatic int at(int a) { return a; }",
    );
    assert!(text.contains("from java_runtime import at as java_at") && text.contains("a[java_at(i)]"), "{text}");
}

#[test]
fn equal_string_literals_are_the_same_object() {
    let text = faithful("static int f() { if (\"a\" == \"b\" || !(\"a\" != \"a\")) return 1; return 0; }");
    assert!(text.contains("if \"a\" == \"b\" or \"a\" == \"a\":"), "{text}");
}

#[test]
fn an_unsupported_construct_is_named_with_its_line() {
    for (java, construct, line) in [
        ("static boolean f(String a, String b) {\n return a == b; }", "a comparison of strings with `==` or `!=`", 3),
        ("static int f(int a) {\n\n return g(a); }", "the method `g`", 4),
        ("static int f(Socket s) { return s.port(); }", "the call Socket.port()", 2),
        ("static String f(String s) { return s.replaceAll(\"a++\", \"\"); }", "a regular expression", 2),
        ("static void f() {\n enum B {\n A { } }\n}", "an enum constant with a class body, in a local enum", 4),
    ] {
        let error = made(java, Mode::Faithful).expect_err(java);
        assert!(error.message.contains(construct), "{}", error.message);
        assert_eq!(error.location, format!("A.java:{line}"), "{java}");
    }
}

#[test]
fn every_helper_of_the_forms_is_in_the_support_module() {
    for forms in &super::library::KNOWN.forms {
        for form in [forms.faithful, forms.plain, forms.statement] {
            let mut rest = form;
            while let Some(open) = rest.find('(') {
                let word = rest[..open].rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
                let is_method = rest[..open - word.len()].ends_with('.');
                let builtin = [
                    "len", "str", "list", "max", "min", "abs", "print", "format", "bin", "sum", "int", "ord", "chr",
                    "set", "dict", "map", "float", "round", "iter", "sorted", "filter", "range", "any", "all", "next",
                    "type", "pow",
                ];
                let defined =
                    SUPPORT.contains(&format!("\ndef {word}(")) || SUPPORT.contains(&format!("\nclass {word}"));
                assert!(word.is_empty() || is_method || builtin.contains(&word) || defined, "{word} in {form}");
                rest = &rest[open + 1..];
            }
        }
    }
}

#[test]
fn a_parenthesised_name_before_a_sign_is_no_cast() {
    let text = plain("static int f(int a, int b, int c) { return (a - b) * (a) + (b) - c; }");
    assert_eq!(text, "def f(a, b, c):\n    return (a - b) * a + b - c\n");
}

#[test]
fn a_method_translates_although_unrelated_members_do_not() {
    let java = "class A { Socket s; static int f(int a) { return g(a) + 1; } static int g(int a) { return a; } \
                void h() { s.close(); } }";
    let file = SourceFile::parse("A.java", java.to_owned(), Language::Java).expect("parses");
    let style = TranslationStyle { mode: Mode::Plain, keeps_names: false };
    let wanted = file.functions.iter().find(|f| f.name == "f");
    let port = translate(&file, wanted, style).expect("translates");
    assert!(port.text.contains("return A.g(a) + 1") && port.text.contains("def g(a)"), "{}", port.text);
    assert_eq!(translate(&file, None, style).expect_err("whole").location, "A.java:1");
}

#[test]
fn a_lambda_binds_only_variables_that_change_before_its_call() {
    let java = "static void f(java.util.List<Runnable> out, int n) { int k = n + 1; out.add(() -> System.out.println(k)); \
                for (int i = 0; i < n; i++) { int j = i; out.add(() -> { System.out.println(j); System.out.println(n); }); } }";
    let text = plain(java);
    assert!(text.contains("lambda: print(k)"), "{text}");
    assert!(text.contains("def function(j=j, n=n):"), "{text}");
}

#[test]
fn a_catch_of_only_one_kind_of_index_exception_is_not_translated() {
    let guarded = |caught: &str| {
        format!(
            "static int f(int[] a, String s, int i) {{ try {{ return a[i] + s.charAt(i); }} catch ({caught} e) {{ return -1; }} }}"
        )
    };
    let error =
        made(&guarded("ArrayIndexOutOfBoundsException"), Mode::Faithful).expect_err("both are Python's IndexError");
    assert!(error.to_string().contains("a catch of one index exception"), "{error}");
    assert!(faithful(&guarded("IndexOutOfBoundsException")).contains("except IndexError:"));
    let alone =
        "static int f(int[] a, int i) { try { return a[i]; } catch (ArrayIndexOutOfBoundsException e) { return -1; } }";
    assert!(faithful(alone).contains("except IndexError:"));
}

#[test]
fn a_double_negation_is_removed() {
    let text = plain("static boolean f(boolean t, int[] a) { return !!t || !(!(a[0] > 2)); }");
    assert_eq!(text, "def f(t, a):\n    return t or a[0] > 2\n");
}
