//! Holds the rules by which a Java node and a Python node match.
//!
//! For two nodes, a rule gives a candidate: the kind of the match, the similarity of the two nodes, and the nodes below
//! them that then match. The module `alignment` chooses between the candidates.

mod candidate;
mod expressions;
mod map_counting;
mod min_max;
mod queries;
mod statements;
mod strings;

use mts_model::NodeId;

pub(in crate::mirror) use candidate::{MatchCandidate, MatchContext, MatchKind};

pub(in crate::mirror) use queries::{
    LoopParts, assignment, augmented_operator, bounds, enumerated, flipped, is_same, is_same_literal, items, least,
    leaves_early, self_assignment,
};
use queries::{is_assignment, is_assignment_statement};

impl MatchContext<'_> {
    /// Returns every candidate for the match of two nodes, in a fixed order.
    pub fn candidates(&self, j: NodeId, p: NodeId) -> Vec<MatchCandidate> {
        let mut out = Vec::new();
        let (jk, pk) = (self.java.kind(j), self.python.kind(p));
        if jk.is_statement() || is_assignment(jk) && is_assignment_statement(self.python, p) {
            self.statement_candidates(j, p, &mut out);
        }
        if !jk.is_statement() && !pk.is_statement() {
            self.expression_candidates(j, p, &mut out);
        }
        out
    }
}
