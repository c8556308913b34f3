//! Comments beside the code they speak of: those on the lines before a statement or a member.

use tree_sitter::Node;

/// The comments directly before the node, as lines without their marks.
pub(super) fn before(node: Node<'_>, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = node;
    while let Some(comment) = at.prev_sibling().filter(|n| n.kind().ends_with("_comment")) {
        found.push(lines(text.get(comment.byte_range()).unwrap_or("")));
        at = comment;
    }
    found.reverse();
    found.concat()
}

/// The comments at the end of a block, after its last statement.
pub(super) fn lines(comment: &str) -> Vec<String> {
    let inner = comment
        .strip_prefix("//")
        .or_else(|| comment.strip_prefix("/*").and_then(|c| c.strip_suffix("*/")))
        .unwrap_or(comment);
    let lines = inner.lines().map(|line| line.trim().trim_start_matches('*').trim().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}
