//! Finds sums that the grammar reads as casts: `(a) + b` for any `a`. Java casts an operand with a sign only to a
//! primitive.

use crate::SourceFile;
use tree_sitter::Node;

/// The text without the parentheses that mislead the grammar, with equal positions; `None` without such parentheses.
pub(in crate::java::typed_ast) fn respelled(file: &SourceFile) -> Option<SourceFile> {
    let mut found = Vec::new();
    casts(file.root(), &mut found);
    if found.is_empty() {
        return None;
    }
    let mut bytes = file.text.clone().into_bytes();
    found.into_iter().for_each(|at| bytes[at] = b' ');
    let text = String::from_utf8(bytes).ok()?;
    SourceFile::parse(&file.path, text, file.language).ok()
}

/// Positions of parentheses around names that are not types.
fn casts(node: Node<'_>, found: &mut Vec<usize>) {
    let mut cursor = node.walk();
    if node.kind() == "cast_expression"
        && let (Some(ty), Some(value)) = (node.child_by_field_name("type"), node.child_by_field_name("value"))
        && matches!(ty.kind(), "type_identifier" | "scoped_type_identifier")
        && is_signed(value)
    {
        found.extend(node.children(&mut cursor).filter(|n| matches!(n.kind(), "(" | ")")).map(|n| n.start_byte()));
    }
    let mut cursor = node.walk();
    node.children(&mut cursor).for_each(|child| casts(child, found));
}

/// Whether an expression begins with `+` or `-`.
fn is_signed(value: Node<'_>) -> bool {
    let mut first = value;
    while let Some(child) = first.child(0) {
        first = child;
    }
    matches!(first.kind(), "+" | "-" | "++" | "--")
}
