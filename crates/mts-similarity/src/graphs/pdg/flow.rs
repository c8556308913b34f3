//! The control flow of a function's statements: which may run after which, and what each uses and defines. What
//! builds it is `control_flow`.

use mts_lang::syntax::{NodeId, Syntax};
use std::collections::BTreeSet;

/// What running a node does to names.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// Local variables it reads.
    pub(super) uses: BTreeSet<String>,
    /// Local variables it sets.
    pub(super) defines: BTreeSet<String>,
    /// Local variables whose object it changes: what defined them before still matters.
    pub(super) changes: BTreeSet<String>,
    /// Names from outside the function.
    pub(super) free: BTreeSet<String>,
}

/// A node: the entry, a simple statement or a predicate.
pub(super) struct Node {
    pub(super) label: String,
    pub(super) effects: Effects,
    /// What may run next, and whether it does so because the node is true. The number of nodes is the exit.
    pub(super) next: Vec<(usize, bool)>,
}

/// The statements of a function in source order, its entry first.
pub(super) struct Flow {
    pub(super) nodes: Vec<Node>,
    /// Names that the function takes from outside.
    pub(super) free: BTreeSet<String>,
}

/// The reason why a function has no graph: what its syntax is called, and where it is.
pub(super) fn unsupported(syntax: &Syntax, id: NodeId) -> String {
    let line = syntax.text[..syntax.node(id).span.start].matches('\n').count() + 1;
    let is_async = syntax.node(id).children.iter().any(|child| syntax.kind(*child) == "async");
    let name = if is_async { format!("async {}", syntax.kind(id)) } else { syntax.kind(id).to_owned() };
    format!("in line {line} what dependence graphs do not cover: {}", name.replace('_', " "))
}
