//! Holds the counterpart of one Java node. Module `matcher` finds it.

use crate::mirror::match_rules::MatchKind;
use mts_model::NodeId;

/// The counterpart of a Java node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::mirror) struct NodeMatch {
    /// The Python node.
    pub python: NodeId,
    /// The Python node together with wrappers that Java does not need (`ord(...)`, `int(...)`).
    pub whole: NodeId,
    /// The relation between the spellings of the two nodes.
    pub match_kind: MatchKind,
    /// The share of common weight, 0 to 1.
    pub confidence: f64,
}
