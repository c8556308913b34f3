//! Holds the counterpart of one Java node. The module `matcher` finds the counterpart.

use crate::mirror::match_rules::MatchKind;
use mts_model::NodeId;

/// The counterpart of a Java node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::mirror) struct NodeMatch {
    /// The Python node.
    pub python: NodeId,
    /// The Python node with the calls around it that Java does not need (`ord(...)`, `int(...)`).
    pub whole: NodeId,
    /// How the spelling of the Python node differs from the spelling of the Java node.
    pub match_kind: MatchKind,
    /// The share of the weight of both sub-trees that is common, from 0 to 1.
    pub confidence: f64,
}
