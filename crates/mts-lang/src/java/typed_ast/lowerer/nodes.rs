//! Tokens, lines and first children of nodes, with errors for unsupported nodes.

use crate::java::typed_ast::tree::Unsupported;
use crate::java::types::named_children;
use tree_sitter::Node;

pub(in crate::java::typed_ast) type LowerResult<T> = Result<T, Unsupported>;

pub(in crate::java::typed_ast) fn unsupported(node: Node<'_>, construct: impl Into<String>) -> Unsupported {
    Unsupported { line: line(node), construct: construct.into() }
}

pub(in crate::java::typed_ast) fn line(node: Node<'_>) -> u32 {
    u32::try_from(node.start_position().row).unwrap_or(u32::MAX - 1) + 1
}

/// Reports whether an anonymous child is this token.
pub(in crate::java::typed_ast) fn has_token(node: Node<'_>, token: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|n| n.kind() == token)
}

/// Returns the first named child.
pub(in crate::java::typed_ast) fn first(node: Node<'_>) -> LowerResult<Node<'_>> {
    named_children(node)
        .into_iter()
        .next()
        .ok_or_else(|| unsupported(node, format!("an empty {}", node.kind().replace('_', " "))))
}
