//! Checks Java's reachability rules after a change (Java Language Specification 14.22, 8.4.7).
//!
//! The rules forbid unreachable statements. A method with a result type must not end without a
//! result.

use super::context::Context;
use mts_lang::ir::{Form, Kind, Literal};
use mts_model::{BinaryOp, Change, JavaType, NodeId, UnaryOp};

/// A check of one function.
///
/// If the check finds an error in the original function, the check is wrong about this function. It then allows
/// every change.
pub(super) struct ReachabilityCheck<'a> {
    context: &'a Context<'a>,
    is_sound: bool,
}

impl<'a> ReachabilityCheck<'a> {
    pub(super) fn new(context: &'a Context<'a>) -> Self {
        let mut checked = Self { context, is_sound: true };
        checked.is_sound = checked.flows(context.tree.root, None);
        checked
    }

    /// Reports whether the function still obeys the rules after the change.
    pub(super) fn allows(&self, change: &Change) -> bool {
        let matters = match change {
            Change::DeleteStatement { .. }
            | Change::DeleteCase { .. }
            | Change::DeleteCondition { .. }
            | Change::ReplaceByBoolean { .. } => true,
            Change::KeepOperand { node, .. } => self.may_be_constant(*node),
            Change::ReplaceOperator { node, op } => is_logical(*op) || self.may_be_constant(*node),
            _ => false,
        };
        if !matters || !self.is_sound {
            return true;
        }
        let root = match self.context.lambda_around(change.node()) {
            Some(lambda) => self.context.tree.children(lambda).last().copied().unwrap_or(self.context.tree.root),
            None => self.context.tree.root,
        };
        *self.context.kind(root) != Kind::Block || self.flows(root, Some(change))
    }

    /// Reports whether a node is `&&`, `||` or `^`, which may join constant conditions.
    fn may_be_constant(&self, operation: NodeId) -> bool {
        matches!(self.context.kind(operation), Kind::Binary(op) if is_logical(*op))
    }

    fn flows(&self, root: NodeId, change: Option<&Change>) -> bool {
        let mut flow = CompletionAnalysis { context: self.context, change, targets: Vec::new(), is_broken: false };
        let completes = flow.list_completes(root, true);
        let wants_value = if root == self.context.tree.root {
            self.context.function.returns != JavaType::Void
        } else {
            self.context
                .tree
                .preorder(root)
                .iter()
                .any(|id| *self.context.kind(*id) == Kind::Return && !self.context.tree.children(*id).is_empty())
        };
        !(flow.is_broken || (completes && wants_value))
    }
}

/// Reports whether an operator can join constant conditions.
fn is_logical(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::BitXor)
}

/// A statement that `break` or `continue` can jump to.
struct JumpTarget {
    label: Option<String>,
    is_loop: bool,
    is_left: bool,
    is_continued: bool,
}

struct CompletionAnalysis<'a> {
    context: &'a Context<'a>,
    change: Option<&'a Change>,
    targets: Vec<JumpTarget>,
    is_broken: bool,
}

impl<'a> CompletionAnalysis<'a> {
    fn children(&self, id: NodeId) -> &'a [NodeId] {
        self.context.tree.children(id)
    }

    fn is_deleted(&self, id: NodeId) -> bool {
        matches!(self.change, Some(Change::DeleteStatement { node } | Change::DeleteCase { node }) if *node == id)
    }

    /// Returns the value of a condition after the change, if the condition is constant.
    fn constant(&self, id: NodeId) -> Option<bool> {
        let id = match self.change {
            Some(Change::ReplaceByBoolean { node, value }) if *node == id => return Some(*value),
            Some(Change::KeepOperand { node, left }) if *node == id => {
                self.context.tree.child(id, usize::from(!left))?
            }
            _ => id,
        };
        let side = |at: usize| self.constant(self.context.tree.child(id, at)?);
        let op = match (self.change, self.context.kind(id)) {
            (Some(Change::ReplaceOperator { node, op }), Kind::Binary(_)) if *node == id => Some(*op),
            (_, Kind::Binary(op)) => Some(*op),
            _ => None,
        };
        match (self.context.kind(id), op) {
            (Kind::Literal(Literal::Bool(value)), _) => Some(*value),
            (Kind::Unary(UnaryOp::Not), _) => Some(!side(0)?),
            (_, Some(BinaryOp::And)) => Some(side(0)? & side(1)?),
            (_, Some(BinaryOp::Or)) => Some(side(0)? | side(1)?),
            (_, Some(BinaryOp::BitXor)) => Some(side(0)? ^ side(1)?),
            _ => None,
        }
    }

    /// Analyses a statement list; returns whether it can complete normally.
    fn list_completes(&mut self, block: NodeId, mut alive: bool) -> bool {
        for &id in self.children(block) {
            if self.is_deleted(id) {
                continue;
            }
            if !alive {
                self.is_broken = true;
                return true;
            }
            alive = self.statement(id, None);
        }
        alive
    }

    fn statement(&mut self, id: NodeId, label: Option<&String>) -> bool {
        let children = self.children(id);
        match self.context.kind(id) {
            Kind::Block => self.list_completes(id, true),
            Kind::Return | Kind::Throw | Kind::Yield => false,
            Kind::Break { label } => {
                self.leave(label.as_ref(), false);
                false
            }
            Kind::Continue { label } => {
                self.leave(label.as_ref(), true);
                false
            }
            Kind::If => {
                let then = self.list_completes(children[1], true);
                let other = match children.get(2) {
                    Some(other) if self.is_deleted(*other) => true,
                    Some(other) => self.statement(*other, None),
                    None => true,
                };
                then || other
            }
            Kind::While => {
                let condition = self.constant(children[0]);
                let (_, target) = self.body(children[1], label, true);
                self.loop_completes(condition, &target)
            }
            Kind::For { inits, has_condition, .. } => {
                let is_gone = matches!(self.change, Some(Change::DeleteCondition { node, .. }) if *node == id);
                let condition = if *has_condition && !is_gone { self.constant(children[*inits]) } else { Some(true) };
                let (_, target) = self.body(children[children.len() - 1], label, true);
                self.loop_completes(condition, &target)
            }
            Kind::ForEach => {
                self.body(children[children.len() - 1], label, true);
                true
            }
            Kind::DoWhile => {
                let condition = children.get(1).and_then(|c| self.constant(*c));
                let (completes, target) = self.body(children[0], label, true);
                ((completes || target.is_continued) && condition != Some(true)) || target.is_left
            }
            Kind::Labeled { label } => match children.first() {
                Some(body) if self.is_deleted(*body) => true,
                Some(body) if self.context.kind(*body).is_loop() => self.statement(*body, Some(label)),
                Some(body) => {
                    self.targets.push(JumpTarget {
                        label: Some(label.clone()),
                        is_loop: false,
                        is_left: false,
                        is_continued: false,
                    });
                    let completes = self.statement(*body, None);
                    self.targets.pop().is_some_and(|target| target.is_left) || completes
                }
                None => true,
            },
            Kind::Switch => self.switch(id, children),
            Kind::Synchronized => children.last().is_none_or(|block| self.list_completes(*block, true)),
            Kind::Try { resources, has_finally } => self.try_completes(children, *resources, *has_finally),
            _ => true,
        }
    }

    fn body(&mut self, block: NodeId, label: Option<&String>, is_loop: bool) -> (bool, JumpTarget) {
        self.targets.push(JumpTarget { label: label.cloned(), is_loop, is_left: false, is_continued: false });
        let completes = self.list_completes(block, true);
        let target = self.targets.pop();
        (completes, target.unwrap_or(JumpTarget { label: None, is_loop, is_left: true, is_continued: true }))
    }

    fn loop_completes(&mut self, condition: Option<bool>, target: &JumpTarget) -> bool {
        self.is_broken |= condition == Some(false);
        condition != Some(true) || target.is_left
    }

    fn leave(&mut self, label: Option<&String>, is_continue: bool) {
        let found = self.targets.iter_mut().rev().find(|target| match label {
            Some(_) => target.label.as_ref() == label,
            // A `break` without a label leaves a loop or a switch, but never a labelled block.
            None => target.is_loop || (!is_continue && target.label.is_none()),
        });
        if let Some(target) = found {
            if is_continue {
                target.is_continued = true;
            } else {
                target.is_left = true;
            }
        }
    }

    fn switch(&mut self, id: NodeId, children: &[NodeId]) -> bool {
        let is_arrow = self.context.tree.node(id).form == Form::Arrow;
        self.targets.push(JumpTarget { label: None, is_loop: false, is_left: false, is_continued: false });
        let mut has_default = false;
        let mut completes = false;
        let mut last = true;
        for case in children.iter().skip(1) {
            if self.is_deleted(*case) {
                continue;
            }
            if let Kind::Case { is_default, .. } = self.context.kind(*case) {
                has_default |= *is_default;
            }
            last = match self.children(*case).last() {
                Some(block) => self.list_completes(*block, true),
                None => true,
            };
            completes |= is_arrow && last;
        }
        let is_left = self.targets.pop().is_some_and(|target| target.is_left);
        completes || !has_default || is_left || (!is_arrow && last)
    }

    fn try_completes(&mut self, children: &[NodeId], resources: usize, has_finally: bool) -> bool {
        let blocks = children.get(resources..).unwrap_or(&[]);
        let (blocks, last) = match blocks.split_last() {
            Some((last, rest)) if has_finally => (rest, Some(*last)),
            _ => (blocks, None),
        };
        let mut completes = false;
        for block in blocks {
            let block = match self.context.kind(*block) {
                Kind::Catch { .. } => self.children(*block).last().copied(),
                _ => Some(*block),
            };
            completes |= block.is_none_or(|block| self.list_completes(block, true));
        }
        match last {
            Some(block) => self.list_completes(block, true) && completes,
            None => completes,
        }
    }
}
