//! Holds the match candidates. The other files of this folder find them.

use mts_lang::ir::Tree;
use mts_model::NodeId;

/// The relation between the spelling of a Java node and the spelling of its counterpart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mirror) enum MatchKind {
    /// The nodes and their children correspond one by one.
    Same,
    /// The operands are swapped: `a < b`, `b > a`.
    Flipped,
    /// `x != 0` for the condition `x`, `x == 0` for `not x`.
    Truth,
    /// `x > 1` and similar for the condition `x`: only the operand is a counterpart.
    Tested,
    /// The same operation in another notation: `x += y` on one side, `x = x + y` on the other.
    Spelled,
    /// One comparison of a chain `a < b < c`, by its index.
    Link(usize),
    /// Two statements for one: `if (c) return x; return y;` for `return x if c else y` or `return c`, and `t = e;
    /// return t;` for `return e`. Also an `if` with two assignments for an assignment of a conditional expression.
    Folded,
    /// The `return x` of an `if` that is [`Self::Folded`].
    FoldedThen,
    /// The `return y` after an `if` that is [`Self::Folded`].
    FoldedElse,
    /// Java's largest or smallest number, for which the port has a substitute.
    Sentinel,
    /// `a[i] = x` for `a.append(x)`.
    Appended,
    /// A Java node that matches only through another node.
    ///
    /// For a cast, the operand has the counterpart. Other such nodes are parts of a larger node.
    Through,
}

/// One way to match two nodes.
pub(in crate::mirror) struct MatchCandidate {
    /// The similarity of the nodes themselves, without their children.
    pub local_score: f64,
    pub match_kind: MatchKind,
    /// The matching nodes below.
    pub pairs: Vec<(NodeId, NodeId)>,
    /// The statement lists below, which are matched in order.
    pub lists: Vec<(Vec<NodeId>, Vec<NodeId>)>,
    /// Matching nodes whose children are not compared.
    pub also: Vec<(NodeId, NodeId, MatchKind)>,
    /// Pairs of nodes below that only help to find which names match.
    ///
    /// The nodes of such a pair are not counterparts, because one of them also matches other nodes.
    pub hints: Vec<(NodeId, NodeId)>,
    /// Whether the Python node is only a wrapper around the counterpart (`int(...)`, `ord(...)`).
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

/// The trees and the names of both functions.
pub(in crate::mirror) struct MatchContext<'t> {
    pub java: &'t Tree,
    pub python: &'t Tree,
    pub java_name: &'t str,
    pub python_name: &'t str,
}
