//! Checks that a condition controls the same statements on both sides.
//!
//! If only one side has some code inside a branch or loop, both sides may still be correct. But then a change of the
//! condition is not the same change on both sides.

use super::Replay;
use crate::mirror::edits::edit_builder::UnmirroredReason;
use crate::mirror::match_rules::{MatchKind, assignment, items, leaves_early};
use mts_lang::ir::Kind;
use mts_model::NodeId;
use std::collections::BTreeSet;

impl Replay<'_> {
    /// Rejects a change of a condition whose body has counterparts elsewhere.
    ///
    /// The condition may be the header of a loop. Such counterparts are outside the port's statement that matches the
    /// Java statement.
    ///
    /// # Errors
    /// Returns the reason as the error if the function rejects the change.
    pub(super) fn require_structure(&self, j: NodeId) -> Result<(), UnmirroredReason> {
        let mut below = j;
        let mut above = self.java.node(j).parent;
        while let Some(at) = above.filter(|at| !matches!(self.java.kind(*at), Kind::Block | Kind::Group)) {
            let bodies: Vec<NodeId> = match self.java.kind(at) {
                Kind::If if self.java.child(at, 0) == Some(below) => self
                    .java
                    .children(at)
                    .iter()
                    .skip(1)
                    .take(if leaves_early(self.java, at) { 1 } else { 2 })
                    .copied()
                    .collect(),
                Kind::While => self.java.child(at, 1).into_iter().collect(),
                Kind::For { .. } => self.java.children(at).last().copied().into_iter().collect(),
                _ => Vec::new(),
            };
            if bodies.iter().any(|body| *body != below && self.is_outside_counterpart(at, *body)) {
                return Err("the branch or loop has another body in the port".into());
            }
            below = at;
            above = self.java.node(at).parent;
        }
        Ok(())
    }

    /// Reports whether the statements of a Java body are at another place in the port.
    ///
    /// Either a statement of the body has its counterpart outside of the port's statement. Or a statement of the body
    /// has no counterpart, although all statements of the port's statement have counterparts.
    fn is_outside_counterpart(&self, holder: NodeId, body: NodeId) -> bool {
        let Some(found) = self.alignment.get(holder).filter(|m| m.match_kind == MatchKind::Same) else { return false };
        let port = &self.alignment.port;
        let statements = if *self.java.kind(body) == Kind::If { vec![body] } else { items(self.java, body) };
        let mut has_unmatched = false;
        for statement in statements {
            let own = self.alignment.get(statement);
            match own.or_else(|| self.alignment.get(self.java.child(statement, 0)?)) {
                Some(m) if !port.ancestors(m.python).any(|at| at == found.python) => return true,
                Some(_) => {}
                None => has_unmatched |= !self.is_temporary(statement),
            }
        }
        has_unmatched && !self.has_unmatched(found.python)
    }

    /// Reports whether a Java statement only sets a variable that the port does not have.
    ///
    /// For example, a swap has such a statement.
    fn is_temporary(&self, statement: NodeId) -> bool {
        let target = assignment(self.java, statement).map(|(target, _)| target);
        let variable = target.and_then(|target| self.alignment.variables.get(target));
        variable.is_some_and(|variable| !self.alignment.names.contains_key(&variable))
    }

    /// Reports whether a port statement contains a statement without a counterpart.
    fn has_unmatched(&self, p: NodeId) -> bool {
        let port = &self.alignment.port;
        let taken: BTreeSet<NodeId> = self
            .java
            .preorder(self.java.root)
            .into_iter()
            .filter_map(|j| self.alignment.get(j))
            .map(|m| m.python)
            .collect();
        let is_taken = |at: &NodeId| taken.contains(at) || port.children(*at).iter().any(|c| taken.contains(c));
        port.preorder(p).into_iter().skip(1).any(|at| {
            let kind = port.kind(at);
            let is_grouped = port.node(at).parent.is_some_and(|group| *port.kind(group) == Kind::Group);
            let counts = kind.is_statement() && !matches!(kind, Kind::Block | Kind::Group | Kind::Empty);
            (counts || is_grouped) && !port.node(at).is_virtual && !is_taken(&at)
        })
    }
}
