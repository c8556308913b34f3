//! Syntax nodes of a Python file.

use crate::SourceFile;
use mts_model::{Function, Span};
use tree_sitter::Node;

/// Returns the `function_definition` node of a function of this file.
pub(crate) fn definition<'f>(file: &'f SourceFile, function: &Function) -> Option<Node<'f>> {
    let span = function.span;
    let mut node = file.root().descendant_for_byte_range(span.start, span.end)?;
    loop {
        match node.kind() {
            "function_definition" if node.end_byte() == span.end => return Some(node),
            "decorated_definition" => node = node.child_by_field_name("definition")?,
            _ => {
                let mut cursor = node.walk();
                let inner = node
                    .named_children(&mut cursor)
                    .find(|child| child.start_byte() <= span.start && child.end_byte() >= span.end)?;
                node = inner;
            }
        }
    }
}

/// Returns the byte range of a node.
pub(crate) fn span_of(node: Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

/// Returns the named children without comments and line continuations.
pub(super) fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !is_trivia(*child)).collect()
}

/// Reports whether a node is a comment or a line continuation.
pub(super) fn is_trivia(node: Node<'_>) -> bool {
    node.is_extra() || matches!(node.kind(), "comment" | "line_continuation")
}

/// Returns the docstring of a block.
pub(super) fn docstring(block: Node<'_>) -> Option<Node<'_>> {
    let first = *parts(block).first()?;
    if first.kind() != "expression_statement" {
        return None;
    }
    let inner = parts(first);
    (inner.len() == 1 && is_plain_string(inner[0])).then_some(first)
}

/// Reports whether a node is a string without interpolations, or a comment between strings.
///
/// An interpolation of an f-string can run code.
pub(super) fn is_plain_string(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    match node.kind() {
        "string" => node.named_children(&mut cursor).all(|child| child.kind() != "interpolation"),
        "concatenated_string" => node.named_children(&mut cursor).all(is_plain_string),
        kind => matches!(kind, "comment" | "line_continuation"),
    }
}
