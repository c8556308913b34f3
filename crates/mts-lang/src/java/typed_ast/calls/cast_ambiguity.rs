//! Finds sums that the grammar reads as casts: `(a) + b` for any `a`.
//!
//! In Java, a cast of an operand with a sign is possible only to a primitive type.

use crate::SourceFile;
use tree_sitter::Node;

/// Returns the file without the parentheses that the grammar misreads.
///
/// All positions stay the same. Returns `None` if the text has no such parentheses.
pub(in crate::java::typed_ast) fn without_misread_parentheses(file: &SourceFile) -> Option<SourceFile> {
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

/// Collects the positions of parentheses around names that are not types.
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

/// Reports whether an expression begins with `+` or `-`.
fn is_signed(value: Node<'_>) -> bool {
    let mut first = value;
    while let Some(child) = first.child(0) {
        first = child;
    }
    matches!(first.kind(), "+" | "-" | "++" | "--")
}
