//! Returns the tokens of a function without comments and white space.
//!
//! The tokens decide whether a function changed.

use super::declarations;
use crate::SourceFile;
use mts_model::{Function, Span};

/// Returns the tokens of the function, in order; a string literal is one token.
///
/// Two functions with equal tokens have the same meaning, whatever their layout and comments.
#[must_use]
pub fn tokens(file: &SourceFile, function: &Function) -> Vec<String> {
    token_spans(file, function).into_iter().map(|span| span.slice(&file.text).to_owned()).collect()
}

/// Returns the tokens around the function's body in three parts.
///
/// The parts are the file before the declaration, the signature, and the file after the body. The
/// tokens of the signature are sorted and have no `java.lang.`, so `int[] a` equals `int a[]`. If two
/// files have equal frames, they differ at most in the body of this function and in the order of the
/// signature's tokens.
#[must_use]
pub fn frame(file: &SourceFile, function: &Function) -> [Vec<String>; 3] {
    let mut frame = [Vec::new(), Vec::new(), Vec::new()];
    for span in spans(file.root()) {
        let place = match span.start {
            at if at < function.span.start => 0,
            at if at < function.body.start => 1,
            at if at < function.body.end => continue,
            _ => 2,
        };
        let head: &mut Vec<String> = &mut frame[place];
        head.push(span.slice(&file.text).to_owned());
        if place == 1 && head.ends_with(&["java", ".", "lang", "."].map(str::to_owned)) {
            head.truncate(head.len() - 4);
        }
    }
    frame[1].sort();
    frame
}

/// Returns the spans of the function's tokens.
#[must_use]
pub fn token_spans(file: &SourceFile, function: &Function) -> Vec<Span> {
    declarations::node_of(file, function).map(spans).unwrap_or_default()
}

fn spans(node: tree_sitter::Node<'_>) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut todo = vec![node];
    let mut cursor = node.walk();
    while let Some(node) = todo.pop() {
        if node.kind().ends_with("_comment") {
            continue;
        }
        if node.child_count() == 0 || node.kind() == "string_literal" {
            if node.end_byte() > node.start_byte() {
                spans.push(Span::new(node.start_byte(), node.end_byte()));
            }
            continue;
        }
        let from = todo.len();
        todo.extend(node.children(&mut cursor));
        todo[from..].reverse();
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    fn tokens_of(text: &str) -> Vec<String> {
        let file = SourceFile::parse("A.java", text.to_owned(), Language::Java).unwrap();
        tokens(&file, &file.functions[0])
    }

    #[test]
    fn the_tokens_do_not_depend_on_layout_and_comments() {
        let plain = tokens_of("class A { int f(int x) { return x+1; } }");
        let other = tokens_of("class A {\n int f( int x ) { // why\n /* so */ return x\n + 1; } }");
        assert_eq!(plain, other);
        assert_eq!(plain.join(" "), "int f ( int x ) { return x + 1 ; }");
    }

    #[test]
    fn the_tokens_include_white_space_inside_a_string() {
        let a = tokens_of("class A { String f() { return \"a  b\"; } }");
        assert_ne!(a, tokens_of("class A { String f() { return \"a b\"; } }"));
        assert!(a.contains(&"\"a  b\"".to_owned()));
    }

    #[test]
    fn the_frame_of_a_function_does_not_depend_on_its_body_and_layout() {
        let frame_of = |text: &str| {
            let file = SourceFile::parse("A.java", text.to_owned(), Language::Java).unwrap();
            frame(&file, &file.functions[0])
        };
        let one = frame_of("import java.util.*;\nclass A { static int f(int a[], String s) { return a[0]; } int x; }");
        let other = "// made\nimport java.util. *;\nclass A\n{\n static  int f( int[] a, java.lang.String s )\n { ; }\n int x;\n}";
        assert_eq!(one, frame_of(other));
        for text in [
            "import java.util.*;\nclass A { static int f(int a[], String s) { return a[0]; } int y; }",
            "import java.util.*;\nclass B { static int f(int a[], String s) { return a[0]; } int x; }",
            "import java.util.*;\nclass A { static int f(int a, String s) { return a[0]; } int x; }",
            "class A { static int f(int a[], String s) { return a[0]; } int x; }",
        ] {
            assert_ne!(one, frame_of(text), "{text}");
        }
    }
}
