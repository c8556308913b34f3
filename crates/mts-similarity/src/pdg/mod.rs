//! The program dependence graph of a Python function (Ferrante et al. 1987): a node for its entry, each
//! simple statement and each predicate; edges for what decides whether a node runs, and for what defines a
//! value that it uses. Names of local variables are no part of it.

mod builtins;
mod dependence;
mod expressions;
mod flow;
mod functions;
mod statements;

use mts_lang::syntax::Syntax;
use std::collections::BTreeSet;

/// What an edge says of its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// It runs if the start is true.
    ControlTrue,
    /// It runs if the start is false.
    ControlFalse,
    /// It uses a value that the start defines.
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

/// The graphs of the function that two texts have in common: the first one of the reference whose name both
/// define once, else the first of either.
///
/// # Errors
/// Why there is none: no function, a statement that is not supported, a name that nothing defines.
pub fn of_both(reference: &Syntax, candidate: &Syntax) -> Result<(Graph, Graph), String> {
    for (side, syntax) in [("reference", reference), ("candidate", candidate)] {
        if syntax.depth() > super::dataflow::DEEPEST {
            return Err(format!("the {side} is nested deeper than {} levels", super::dataflow::DEEPEST));
        }
    }
    let (left, right) = functions::common(reference, candidate)?;
    let left = flow::Flow::of(reference, left).map_err(|reason| format!("the reference has {reason}"))?;
    let right = flow::Flow::of(candidate, right).map_err(|reason| format!("the candidate has {reason}"))?;
    let bound = functions::bound(candidate);
    let unknown = right.free.iter().find(|name| {
        !(left.free.contains(*name) || builtins::is_builtin(name) || bound.contains(*name) || bound.contains("*"))
    });
    if let Some(name) = unknown {
        return Err(format!("the candidate uses `{name}`, which nothing defines"));
    }
    let graph = |flow: &flow::Flow, side| dependence::graph(flow).map_err(|reason| format!("the {side} has {reason}"));
    Ok((graph(&left, "reference")?, graph(&right, "candidate")?))
}

#[cfg(test)]
mod tests;
