//! A directed graph with labelled nodes and kinds of edges.

use std::collections::BTreeSet;

/// Kind of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// The end runs if the start is true.
    ControlTrue,
    /// The end runs if the start is false.
    ControlFalse,
    /// The end uses a value that the start defines.
    Data,
}

impl EdgeKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::ControlTrue, Self::ControlFalse, Self::Data];

    /// The word in the literature's graphs.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::ControlTrue => "cdT",
            Self::ControlFalse => "cdF",
            Self::Data => "dd",
        }
    }
}

/// A directed graph with labels; the entry is node 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The label of each node.
    pub labels: Vec<String>,
    /// Edges from node to node, at most one of a kind.
    pub edges: BTreeSet<(usize, usize, EdgeKind)>,
}

impl Graph {
    /// Nodes and edges.
    #[must_use]
    pub fn size(&self) -> usize {
        self.labels.len() + self.edges.len()
    }
}
