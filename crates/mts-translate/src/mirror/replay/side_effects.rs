//! What a change takes away along with an expression: a step inside of it (`a[i++] = x`) that the port has
//! as a statement of its own, or that it has somewhere else.

use super::Replay;
use crate::mirror::edits::edit_builder::UnmirroredReason;
use mts_lang::ir::Kind;
use mts_model::{Change, NodeId};

impl Replay<'_> {
    /// Takes the port's statement of each step away that goes in Java.
    ///
    /// # Errors
    /// The port takes the step somewhere else.
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
                None if self.is_taken_elsewhere(step) => return Err("increment stands elsewhere in the port".into()),
                None => {}
            }
        }
        Ok(())
    }

    /// Whether what is there of a node in the port is written anew.
    fn is_edited(&self, p: NodeId) -> bool {
        let span = self.alignment.port.node(p).span;
        self.plan.edits.iter().any(|edit| !edit.span.is_empty() && edit.span.contains(span))
    }

    /// Whether the port writes a step's variable, and nowhere in what it loses.
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
                // `i = i + 1`
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
