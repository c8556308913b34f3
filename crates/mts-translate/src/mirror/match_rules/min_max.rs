//! Matches a branch with a minimum or a maximum, in both directions.
//!
//! An example is `if (a < x) a = x;` with `a = max(a, x)`. One side reads a value twice, so the two statements match
//! only as a whole.

use super::queries::{assignment, is_same};
use super::{MatchCandidate, MatchContext, MatchKind};
use crate::mirror::alignment::variables::callee;
use mts_lang::ir::{Kind, Tree};
use mts_model::{BinaryOp, NodeId};

/// A statement that sets a variable to the larger or smaller of two values.
///
/// One of the two values is the variable itself.
struct MinMaxUpdate {
    target: NodeId,
    value: NodeId,
    is_largest: bool,
    is_branch: bool,
}

impl MatchContext<'_> {
    pub(super) fn extremes(&self, j: NodeId, p: NodeId, out: &mut Vec<MatchCandidate>) {
        let (Some(java), Some(port)) = (extreme(self.java, j), extreme(self.python, p)) else { return };
        if java.is_branch != port.is_branch && java.is_largest == port.is_largest {
            let mut candidate = MatchCandidate::new(4.0, MatchKind::Transparent, Vec::new());
            candidate.hints = vec![(java.target, port.target), (java.value, port.value)];
            out.push(candidate);
        }
    }
}

fn extreme(tree: &Tree, id: NodeId) -> Option<MinMaxUpdate> {
    if let (Kind::If, [condition, then]) = (tree.kind(id), tree.children(id)) {
        let (Kind::Binary(op), [left, right]) = (tree.kind(*condition), tree.children(*condition)) else { return None };
        let [only] = tree.children(*then) else { return None };
        let (target, value) = assignment(tree, *only)?;
        let is_less = matches!(op, BinaryOp::Lt | BinaryOp::Le);
        let is_more = matches!(op, BinaryOp::Gt | BinaryOp::Ge);
        let is_first = is_same(tree, target, *left) && is_same(tree, value, *right);
        let is_second = is_same(tree, target, *right) && is_same(tree, value, *left);
        let fits = (is_less || is_more) && (is_first || is_second);
        return fits.then_some(MinMaxUpdate { target, value, is_largest: is_less == is_first, is_branch: true });
    }
    let (target, value) = assignment(tree, id)?;
    let call = callee(tree, value)?;
    let [a, b] = call.arguments.as_slice() else { return None };
    let other = if is_same(tree, target, *a) { *b } else { *a };
    let fits = matches!(call.name.as_str(), "min" | "max") && (other == *b || is_same(tree, target, *b));
    fits.then_some(MinMaxUpdate { target, value: other, is_largest: call.name == "max", is_branch: false })
}
