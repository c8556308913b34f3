//! Finds the syntax node of a function.

use super::nodes::is_function;
use crate::SourceFile;
use mts_model::{Function, Span};
use tree_sitter::Node;

/// Returns the syntax node of a function of this file.
pub(crate) fn node_of<'f>(file: &'f SourceFile, function: &Function) -> Option<Node<'f>> {
    let Span { start, end } = function.span;
    let mut node = file.root().descendant_for_byte_range(start, end)?;
    loop {
        if is_function(node.kind()) && node.start_byte() == start && node.end_byte() == end {
            return Some(node);
        }
        node = node.parent()?;
    }
}
