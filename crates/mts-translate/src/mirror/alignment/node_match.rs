//! The counterpart of one Java node. Which node it is, is decided by `matcher`.

use crate::mirror::match_rules::MatchKind;
use mts_model::NodeId;

/// The counterpart of a Java node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::mirror) struct NodeMatch {
    /// The Python node.
    pub python: NodeId,
    /// The same with the wrappers around it that Java does not need (`ord(...)`, `int(...)`).
    pub whole: NodeId,
    /// How they are spelled against each other.
    pub how: MatchKind,
    /// Share of their weight that they have in common, 0 to 1.
    pub confidence: f64,
}
