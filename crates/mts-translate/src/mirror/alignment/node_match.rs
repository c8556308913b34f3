//! The counterpart of one Java node; `matcher` finds it.

use crate::mirror::match_rules::MatchKind;
use mts_model::NodeId;

/// The counterpart of a Java node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::mirror) struct NodeMatch {
    /// The Python node.
    pub python: NodeId,
    /// The node with its wrappers that Java does not need (`ord(...)`, `int(...)`).
    pub whole: NodeId,
    /// How their spellings relate.
    pub match_kind: MatchKind,
    /// Share of common weight, 0 to 1.
    pub confidence: f64,
}
