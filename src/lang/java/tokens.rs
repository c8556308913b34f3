//! The tokens of a function, comments and white space left out: what decides whether it changed,
//! and what a node's text is compared by.

use super::declarations;
use crate::lang::SourceFile;
use crate::model::{Function, Span};

/// The function's own tokens, in order; a string literal is one token. Two functions with equal
/// tokens mean the same whatever their layout and comments.
#[must_use]
pub fn tokens(file: &SourceFile, function: &Function) -> Vec<String> {
    token_spans(file, function).into_iter().map(|span| span.of(&file.text).to_owned()).collect()
}

/// Where those tokens stand in the file.
#[must_use]
pub fn token_spans(file: &SourceFile, function: &Function) -> Vec<Span> {
    let Some(node) = declarations::node_of(file, function) else { return Vec::new() };
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
    use crate::model::Language;

    fn tokens_of(text: &str) -> Vec<String> {
        let file = SourceFile::parse("A.java", text.to_owned(), Language::Java).unwrap();
        tokens(&file, &file.functions[0])
    }

    #[test]
    fn layout_and_comments_do_not_count() {
        let plain = tokens_of("class A { int f(int x) { return x+1; } }");
        let other = tokens_of("class A {\n int f( int x ) { // why\n /* so */ return x\n + 1; } }");
        assert_eq!(plain, other);
        assert_eq!(plain.join(" "), "int f ( int x ) { return x + 1 ; }");
    }

    #[test]
    fn white_space_inside_a_string_counts() {
        let a = tokens_of("class A { String f() { return \"a  b\"; } }");
        assert_ne!(a, tokens_of("class A { String f() { return \"a b\"; } }"));
        assert!(a.contains(&"\"a  b\"".to_owned()));
    }
}
