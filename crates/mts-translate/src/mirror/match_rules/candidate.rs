//! A way in which a Java node and a Python node can be counterparts, as data. The ways are found by the rules beside this
//! file.

use mts_lang::ir::Tree;
use mts_model::NodeId;

/// How a Java node and its counterpart are spelled against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mirror) enum MatchKind {
    /// Node for node.
    Same,
    /// Operands the other way round: `a < b`, `b > a`.
    Flipped,
    /// `x != 0` against `x` taken as a condition, `x == 0` against `not x`.
    Truth,
    /// `x > 1` and the like against `x` taken as a condition: only the operand is a counterpart.
    Tested,
    /// `x++` or `x += y` against `x = x + y`.
    Spelled,
    /// One comparison of a chain `a < b < c`: its number.
    Link(usize),
    /// `if (c) return x; return y;` against `return x if c else y` or `return c`.
    Folded,
    /// The `return x` of such an `if`.
    FoldedThen,
    /// The `return y` of such an `if`.
    FoldedElse,
    /// The largest or smallest number against what the port takes for it.
    Sentinel,
    /// `a[i] = x` against `a.append(x)`.
    Appended,
    /// A Java node whose operand is the counterpart (a cast), or a part of a larger one.
    Through,
}

/// One way to see two nodes as counterparts.
pub(in crate::mirror) struct MatchCandidate {
    /// What they have in common themselves.
    pub local_score: f64,
    pub how: MatchKind,
    /// Nodes below that belong together.
    pub pairs: Vec<(NodeId, NodeId)>,
    /// Statement lists below that are matched in order.
    pub lists: Vec<(Vec<NodeId>, Vec<NodeId>)>,
    /// Nodes that belong together without anything below them.
    pub also: Vec<(NodeId, NodeId, MatchKind)>,
    /// Nodes below that tell which names belong together without being counterparts: one stands for
    /// several.
    pub hints: Vec<(NodeId, NodeId)>,
    /// The Python node is only a wrapper around the counterpart (`int(...)`, `ord(...)`).
    pub wraps: bool,
}

impl MatchCandidate {
    pub fn new(own: f64, how: MatchKind, pairs: Vec<(NodeId, NodeId)>) -> Self {
        Self { local_score: own, how, pairs, lists: Vec::new(), also: Vec::new(), hints: Vec::new(), wraps: false }
    }
}

/// Both trees, and the name of the Java function and of its port.
pub(in crate::mirror) struct MatchContext<'t> {
    pub java: &'t Tree,
    pub python: &'t Tree,
    pub java_name: &'t str,
    pub python_name: &'t str,
}
