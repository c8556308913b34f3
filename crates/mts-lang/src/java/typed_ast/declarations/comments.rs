//! Finds the comments of a statement or a member.

use tree_sitter::Node;

/// Returns the lines of the comments around a node.
///
/// The comments are directly before the node, or after the node on its last line.
pub(in crate::java::typed_ast) fn before(node: Node<'_>, text: &str) -> Vec<String> {
    let own = |comment: Node<'_>| lines(text.get(comment.byte_range()).unwrap_or(""));
    let mut found = Vec::new();
    let mut at = node;
    while let Some(comment) = at.prev_sibling().filter(|n| n.kind().ends_with("_comment") && !is_trailing(*n)) {
        found.push(own(comment));
        at = comment;
    }
    found.reverse();
    found.extend(node.next_sibling().filter(|n| n.kind().ends_with("_comment") && is_trailing(*n)).map(own));
    found.concat()
}

/// Reports whether a comment follows code on the same line.
fn is_trailing(comment: Node<'_>) -> bool {
    comment.prev_sibling().is_some_and(|n| {
        n.is_named() && !n.kind().ends_with("_comment") && n.end_position().row == comment.start_position().row
    })
}

/// Returns the lines of a comment without the comment marks.
pub(in crate::java::typed_ast) fn lines(comment: &str) -> Vec<String> {
    let inner = comment
        .strip_prefix("//")
        .or_else(|| comment.strip_prefix("/*").and_then(|c| c.strip_suffix("*/")))
        .unwrap_or(comment);
    let lines = inner.lines().map(|line| line.trim().trim_start_matches('*').trim().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}
