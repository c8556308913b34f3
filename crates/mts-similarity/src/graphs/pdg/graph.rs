//! Holds a directed graph whose nodes have labels and whose edges have kinds.

use std::collections::BTreeSet;

/// The kind of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// The true branch of the start node decides that the end node runs.
    ControlTrue,
    /// The false branch of the start node decides that the end node runs.
    ControlFalse,
    /// The end node uses a variable of the start node (data dependence).
    ///
    /// The start node assigns the variable, or changes the object of the variable.
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

/// A directed graph with labels. Node 0 is the entry of the function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The label of each node.
    pub labels: Vec<String>,
    /// The edges from node to node, at most one of each kind.
    pub edges: BTreeSet<(usize, usize, EdgeKind)>,
}

impl Graph {
    /// Returns the number of nodes plus the number of edges.
    #[must_use]
    pub fn size(&self) -> usize {
        self.labels.len() + self.edges.len()
    }
}
