//! Computes the value ranges through statements: branches, loops, jumps and exception handlers.
//!
//! The analysis repeats a loop until the ranges at its head no longer change.

use super::variable_ranges::{VariableRanges, joined};
use super::{Analysis, Interval};
use mts_lang::java::typed_ast::{Expr, Stmt, StmtKind, Target};

use std::collections::BTreeMap;

/// The ranges of all variables at the targets of jumps.
type JumpStates = BTreeMap<Target, VariableRanges>;

/// The number of rounds of a loop before the analysis widens the ranges.
const PATIENCE: usize = 2;

impl Analysis<'_> {
    pub(super) fn run(&mut self, statements: &[Stmt]) {
        for statement in statements {
            if self.state.is_none() {
                return;
            }
            self.step(statement);
        }
    }

    fn step(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Declare { variable, value } => {
                if let Some(value) = value {
                    let value = self.eval(value);
                    self.set(*variable, value);
                }
            }
            StmtKind::Expr(e) => {
                self.eval(e);
            }
            StmtKind::If { condition, then, other } => {
                self.eval(condition);
                let before = self.state.clone();
                self.refine(condition, true);
                self.run(then);
                let after = std::mem::replace(&mut self.state, before);
                self.refine(condition, false);
                self.run(other);
                self.state = joined(self.state.take(), after);
            }
            StmtKind::While { target, condition, body } => self.looped(*target, Some(condition), body, &[]),
            StmtKind::For { target, init, condition, update, body } => {
                self.run(init);
                self.looped(*target, condition.as_ref(), body, update);
            }
            StmtKind::DoWhile { target, body, condition } => self.do_while(*target, body, condition),
            StmtKind::ForEach { target, variable, iterable, element, body } => {
                self.eval(iterable);
                self.each(*target, *variable, element, body);
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.eval(value);
                }
                self.state = None;
            }
            StmtKind::Class(..) => {}
            StmtKind::Throw(e) => {
                self.eval(e);
                self.state = None;
            }
            StmtKind::Break(target) => leave(&mut self.breaks, *target, self.state.take()),
            StmtKind::Continue(target) => leave(&mut self.continues, *target, self.state.take()),
            StmtKind::Switch { target, subject, cases } => {
                self.eval(subject);
                let entry = self.state.take();
                for case in cases {
                    self.state = joined(self.state.take(), entry.clone());
                    self.run(&case.body);
                }
                if !cases.iter().any(|case| case.is_default) {
                    self.state = joined(self.state.take(), entry);
                }
                self.state = joined(self.state.take(), self.breaks.remove(target));
            }
            StmtKind::Try { resources, body, catches, last } => {
                // When a handler starts, any part of the body may have run, so forget the variables that the body
                // assigns.
                let all: Vec<&Stmt> = body.iter().chain(catches.iter().flat_map(|c| &c.body)).chain(last).collect();
                let entry = self.state.clone();
                let around = (std::mem::take(&mut self.breaks), std::mem::take(&mut self.continues));
                for resource in resources {
                    self.eval(&resource.value);
                }
                self.run(body);
                self.state = entry;
                self.forget(&all);
                let handled = self.state.clone();
                for catch in catches {
                    self.state = handled.clone();
                    self.run(&catch.body);
                }
                self.leave_through(around, &last.iter().collect::<Vec<_>>());
                self.state = handled.clone();
                self.run(last);
                self.state = handled;
            }
            StmtKind::Assert => {}
            StmtKind::Block(body) => self.run(body),
            StmtKind::Labelled { target, body } => {
                self.run(body);
                self.state = joined(self.state.take(), self.breaks.remove(target));
            }
        }
    }

    /// Adds the effect of a `finally` to the jumps that leave its `try`. `around` has the jumps from before the `try`.
    fn leave_through(&mut self, around: (JumpStates, JumpStates), last: &[&Stmt]) {
        let (mut breaks, mut continues) = around;
        for (known, found) in
            [(&mut breaks, std::mem::take(&mut self.breaks)), (&mut continues, std::mem::take(&mut self.continues))]
        {
            for (target, values) in found {
                self.state = Some(values);
                self.forget(last);
                leave(known, target, self.state.take());
            }
        }
        (self.breaks, self.continues) = (breaks, continues);
    }

    /// Narrows the ranges to the case that a condition is true.
    ///
    /// The function returns the ranges for the case that the condition is false.
    fn split_on_condition(&mut self, condition: &Expr) -> Option<VariableRanges> {
        self.eval(condition);
        let before = self.state.clone();
        self.refine(condition, true);
        let inside = std::mem::replace(&mut self.state, before);
        self.refine(condition, false);
        std::mem::replace(&mut self.state, inside)
    }

    fn looped(&mut self, target: Target, condition: Option<&Expr>, body: &[Stmt], update: &[Expr]) {
        let mut head = self.state.clone();
        let mut round = 0;
        loop {
            self.state = head.clone();
            let out = condition.and_then(|condition| self.split_on_condition(condition));
            self.run(body);
            self.state = joined(self.state.take(), self.continues.remove(&target));
            if self.state.is_some() {
                update.iter().for_each(|e| {
                    self.eval(e);
                });
            }
            let back = self.state.take();
            let breaks = self.breaks.remove(&target);
            if let Some(next) = self.widened(&head, back, round) {
                head = next;
                round += 1;
                continue;
            }
            self.state = joined(out, breaks);
            return;
        }
    }

    fn do_while(&mut self, target: Target, body: &[Stmt], condition: &Expr) {
        let mut head = self.state.clone();
        let mut round = 0;
        loop {
            self.state = head.clone();
            self.run(body);
            self.state = joined(self.state.take(), self.continues.remove(&target));
            let out = if self.state.is_some() { self.split_on_condition(condition) } else { None };
            let back = self.state.take();
            let breaks = self.breaks.remove(&target);
            if let Some(next) = self.widened(&head, back, round) {
                head = next;
                round += 1;
                continue;
            }
            self.state = joined(out, breaks);
            return;
        }
    }

    fn each(&mut self, target: Target, variable: usize, element: &Expr, body: &[Stmt]) {
        let mut head = self.state.clone();
        let mut round = 0;
        loop {
            self.state = head.clone();
            let value = self.eval(element);
            self.set(variable, value);
            self.run(body);
            let back = joined(self.state.take(), self.continues.remove(&target));
            let breaks = self.breaks.remove(&target);
            if let Some(next) = self.widened(&head, back, round) {
                head = next;
                round += 1;
                continue;
            }
            self.state = joined(head, breaks);
            return;
        }
    }

    /// Returns the new ranges at the head of a loop after another round.
    ///
    /// `None` if the ranges did not change, or if the code is unreachable.
    fn widened(
        &self,
        head: &Option<VariableRanges>,
        back: Option<VariableRanges>,
        round: usize,
    ) -> Option<Option<VariableRanges>> {
        let next = joined(head.clone(), back);
        if next == *head {
            return None;
        }
        let (Some(head), Some(next)) = (head, next) else { return None };
        let grow = |at: usize| {
            if round < PATIENCE {
                return next[at];
            }
            let all = self.variables.get(at).map_or(next[at], |v| Interval::from_type(&v.ty));
            head[at].widen(next[at], all)
        };
        Some(Some((0..head.len()).map(grow).collect()))
    }
}

fn leave(states: &mut BTreeMap<Target, VariableRanges>, target: Target, state: Option<VariableRanges>) {
    let known = states.remove(&target);
    if let Some(values) = joined(known, state) {
        states.insert(target, values);
    }
}
