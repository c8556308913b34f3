//! Holds the control flow graph of a function, with the effects of each node.
//!
//! The module `control_flow` builds the graph.

use mts_lang::syntax::{NodeId, Syntax};
use std::collections::BTreeSet;

/// The effects of a node on names.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// The local variables that the node reads.
    pub(super) uses: BTreeSet<String>,
    /// The local variables that the node assigns.
    pub(super) defines: BTreeSet<String>,
    /// The local variables whose object the node changes. The earlier definitions of such a variable still reach later
    /// nodes.
    pub(super) changes: BTreeSet<String>,
    /// The names from outside the function that the node reads.
    pub(super) free: BTreeSet<String>,
}

/// A node of the graph: the entry, a simple statement or a predicate.
pub(super) struct Node {
    pub(super) label: String,
    pub(super) effects: Effects,
    /// The successors, each with the value of the predicate that leads to it. For a simple statement, this value is
    /// true. The index of the exit is the number of nodes.
    pub(super) next: Vec<(usize, bool)>,
}

/// The control flow of a function: its nodes in source order, with the entry first.
pub(super) struct Flow {
    pub(super) nodes: Vec<Node>,
    /// The names from outside the function that the function reads.
    pub(super) free: BTreeSet<String>,
}

/// Returns the reason why a function has no graph: the unsupported syntax and its line.
pub(super) fn unsupported(syntax: &Syntax, id: NodeId) -> String {
    let line = syntax.text[..syntax.node(id).span.start].matches('\n').count() + 1;
    let is_async = syntax.node(id).children.iter().any(|child| syntax.kind(*child) == "async");
    let name = if is_async { format!("async {}", syntax.kind(id)) } else { syntax.kind(id).to_owned() };
    format!("syntax in line {line} that dependence graphs do not support: {}", name.replace('_', " "))
}
