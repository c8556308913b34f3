//! Match candidates as data; the other files of this folder find them.

use mts_lang::ir::Tree;
use mts_model::NodeId;

/// How the spelling of a Java node relates to that of its counterpart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mirror) enum MatchKind {
    /// Node for node.
    Same,
    /// Swapped operands: `a < b`, `b > a`.
    Flipped,
    /// `x != 0` against the condition `x`, `x == 0` against `not x`.
    Truth,
    /// `x > 1` and similar against the condition `x`: only the operand is a counterpart.
    Tested,
    /// `x++` or `x += y` against `x = x + y`.
    Spelled,
    /// One comparison of a chain `a < b < c`, by index.
    Link(usize),
    /// `if (c) return x; return y;` against `return x if c else y` or `return c`.
    Folded,
    /// The `return x` of such an `if`.
    FoldedThen,
    /// The `return y` of such an `if`.
    FoldedElse,
    /// The largest or smallest number against the port's substitute.
    Sentinel,
    /// `a[i] = x` against `a.append(x)`.
    Appended,
    /// A Java node that matches only through another node. Its operand has the counterpart (a cast), or it is a part of
    /// a larger node.
    Through,
}

/// One way to match two nodes.
pub(in crate::mirror) struct MatchCandidate {
    /// Similarity of the nodes themselves.
    pub local_score: f64,
    pub match_kind: MatchKind,
    /// Matching nodes below.
    pub pairs: Vec<(NodeId, NodeId)>,
    /// Statement lists below that are matched in order.
    pub lists: Vec<(Vec<NodeId>, Vec<NodeId>)>,
    /// Matching nodes whose children are not compared.
    pub also: Vec<(NodeId, NodeId, MatchKind)>,
    /// Nodes below that show which names match, but are not counterparts: one stands for several.
    pub hints: Vec<(NodeId, NodeId)>,
    /// The Python node is only a wrapper around the counterpart (`int(...)`, `ord(...)`).
    pub wraps: bool,
}

impl MatchCandidate {
    pub fn new(own: f64, match_kind: MatchKind, pairs: Vec<(NodeId, NodeId)>) -> Self {
        Self {
            local_score: own,
            match_kind,
            pairs,
            lists: Vec::new(),
            also: Vec::new(),
            hints: Vec::new(),
            wraps: false,
        }
    }
}

/// Both trees, and the names of both functions.
pub(in crate::mirror) struct MatchContext<'t> {
    pub java: &'t Tree,
    pub python: &'t Tree,
    pub java_name: &'t str,
    pub python_name: &'t str,
}
