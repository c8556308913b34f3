//! Removes side effects of the port that a change removes in Java.
//!
//! For example, Java has an increment inside an expression (`a[i++] = x`), and the port has it as a separate statement.
//! A change that removes the expression must then also remove this statement.

use super::Replay;
use crate::mirror::edits::edit_builder::UnmirroredReason;
use mts_lang::ir::Kind;
use mts_model::{Change, NodeId};

impl Replay<'_> {
    /// Deletes the port's statements for the increments that the Java change removes.
    ///
    /// # Errors
    /// Returns the reason if the port has the increment at another place.
    pub(super) fn drop_steps(&mut self, change: &Change) -> Result<(), UnmirroredReason> {
        let gone = match change {
            Change::DeleteStatement { node }
            | Change::ReplaceByBoolean { node, .. }
            | Change::ReturnLiteral { node, .. }
            | Change::DeleteCatch { statement: node, .. } => *node,
            Change::KeepOperand { node, left } => self.java.children(*node)[usize::from(*left)],
            _ => return Ok(()),
        };
        let steps = self.java.preorder(gone).into_iter().filter(|at| matches!(self.java.kind(*at), Kind::Increment(_)));
        for step in steps.filter(|at| !self.is_unused(*at)).collect::<Vec<_>>() {
            match self.alignment.splits.get(&step).copied() {
                Some(statement) if !self.is_edited(statement) => {
                    self.note_assigned(statement);
                    self.pass(statement)?;
                }
                Some(_) => {}
                None if self.is_taken_elsewhere(step) => {
                    return Err("the port has the increment at another place".into());
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Reports whether an edit replaces the text of a node of the port.
    fn is_edited(&self, p: NodeId) -> bool {
        let span = self.alignment.port.node(p).span;
        self.plan.edits.iter().any(|edit| !edit.span.is_empty() && edit.span.contains(span))
    }

    /// Reports whether the port increments the variable only outside of the removed code.
    fn is_taken_elsewhere(&self, step: NodeId) -> bool {
        let port = &self.alignment.port;
        let variable = self.java.child(step, 0).and_then(|target| self.alignment.variables.get(target));
        let Some(name) = variable.and_then(|variable| self.alignment.names.get(&variable)) else { return false };
        let is_write = |at: &NodeId| {
            matches!(port.kind(*at), Kind::AugAssign(_) | Kind::Increment(_) | Kind::Assign | Kind::Walrus)
                && port.child(*at, 0).is_some_and(|target| matches!(port.kind(target), Kind::Name(own) if own == name))
        };
        let steps = |at: &NodeId| {
            is_write(at) && !matches!(port.kind(*at), Kind::Assign) || {
                // An assignment such as `i = i + 1`
                is_write(at)
                    && port
                        .child(*at, 1)
                        .is_some_and(|value| crate::mirror::edits::desugar_range::names(port, value).contains(name))
            }
        };
        let writes: Vec<NodeId> = port.preorder(port.root).into_iter().filter(steps).collect();
        !writes.is_empty() && !writes.iter().any(|at| self.is_edited(*at))
    }
}
