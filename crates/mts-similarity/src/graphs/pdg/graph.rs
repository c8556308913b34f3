//! Holds a directed graph with labelled nodes and kinds of edges.

use std::collections::BTreeSet;

/// The kind of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// Control dependence on the true branch of the start node.
    ControlTrue,
    /// Control dependence on the false branch of the start node.
    ControlFalse,
    /// Data dependence: the end node uses a variable of the start node.
    ///
    /// The start node assigns the variable, or modifies its object.
    Data,
}

impl EdgeKind {
    /// All kinds of edges.
    pub const ALL: [Self; 3] = [Self::ControlTrue, Self::ControlFalse, Self::Data];

    /// Returns the abbreviation of this kind in `tests/fixtures/metrics.json`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::ControlTrue => "cdT",
            Self::ControlFalse => "cdF",
            Self::Data => "dd",
        }
    }
}

/// A directed graph with labels; node 0 is the entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The label of each node.
    pub labels: Vec<String>,
    /// The edges from node to node, at most one of each kind.
    pub edges: BTreeSet<(usize, usize, EdgeKind)>,
}

impl Graph {
    /// Returns the number of nodes and edges.
    #[must_use]
    pub fn size(&self) -> usize {
        self.labels.len() + self.edges.len()
    }
}
