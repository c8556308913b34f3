//! Holds the match candidates. The other modules of this folder find the candidates.

use mts_lang::ir::Tree;
use mts_model::NodeId;

/// How the spelling of a counterpart differs from the spelling of the Java node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mirror) enum MatchKind {
    /// The nodes and their children correspond one by one.
    Same,
    /// The operands are swapped, such as `a < b` and `b > a`.
    Flipped,
    /// Java's `x != 0` or `x == 0` for the port's `x` or `not x`.
    Truth,
    /// Java compares `x` with a literal, as in `x > 1`. The port only tests the truth value of `x`.
    ///
    /// The counterpart of Java's operand `x` is the port's `x`. The comparison itself has no counterpart.
    Tested,
    /// The same operation in another notation: `x += y` on one side, `x = x + y` on the other.
    OtherNotation,
    /// One comparison of the port's chain `a < b < c`, by its index.
    Link(usize),
    /// Two statements on one side for one statement on the other side.
    ///
    /// Examples are `if (c) return x; return y;` for `return x if c else y` or for `return c`, and `t = e; return t;`
    /// for `return e`. An `if` with two assignments for one assignment of a conditional expression also has this kind.
    Folded,
    /// The `return x` of an `if` that is [`Self::Folded`] into one `return`.
    FoldedThen,
    /// The `return y` after an `if` that is [`Self::Folded`] into one `return`.
    FoldedElse,
    /// Java's largest or smallest number, which the port replaces by another number.
    Sentinel,
    /// Java's `a[i] = x` for the port's `a.append(x)`.
    Appended,
    /// A Java node without a counterpart of its own.
    ///
    /// For a cast, only the operand has a counterpart. Other such nodes correspond to a part of a larger Python node.
    Transparent,
}

/// One way to match a Java node and a Python node.
pub(in crate::mirror) struct MatchCandidate {
    /// The similarity of the nodes themselves, without their children.
    pub local_score: f64,
    pub match_kind: MatchKind,
    /// The matching nodes below the two nodes.
    pub pairs: Vec<(NodeId, NodeId)>,
    /// The matching statement lists below the two nodes. The matcher compares the statements in order.
    pub lists: Vec<(Vec<NodeId>, Vec<NodeId>)>,
    /// Further matching nodes. The matcher does not compare their children.
    pub also: Vec<(NodeId, NodeId, MatchKind)>,
    /// Pairs of nodes below the two nodes that only help to match names.
    ///
    /// The two nodes of such a pair are not counterparts, because one of them also matches other nodes.
    pub hints: Vec<(NodeId, NodeId)>,
    /// Whether the Python node is only a conversion around the counterpart (`int(...)`, `ord(...)`).
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
