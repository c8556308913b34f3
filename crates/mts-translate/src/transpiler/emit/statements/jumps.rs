//! Writes Java's `break` and `continue` with Python's loops.
//!
//! A jump to an outer loop sets a flag and leaves the inner loop. The code after each inner loop tests the flag.

use crate::transpiler::emit::jump_level::JumpLevel;
use crate::transpiler::emit::{EmitResult, Emitter};
use mts_lang::java::typed_ast::{Stmt, StmtKind, Target};

impl Emitter<'_> {
    pub(in crate::transpiler::emit) fn break_to(&mut self, target: Target) -> EmitResult<()> {
        if self.jumps.last().is_some_and(|level| level.target == target) {
            self.line("break");
            return Ok(());
        }
        self.leave_inner_loops(target, true);
        Ok(())
    }

    pub(in crate::transpiler::emit) fn continue_to(&mut self, target: Target) -> EmitResult<()> {
        if self.jumps.last().is_some_and(|level| level.target == target && level.is_loop) {
            return self.next_turn();
        }
        self.leave_inner_loops(target, false);
        Ok(())
    }

    /// Writes a `continue` of the innermost loop.
    ///
    /// Before the `continue`, the function writes the code that must run before the next iteration.
    fn next_turn(&mut self) -> EmitResult<()> {
        let Some(level) = self.jumps.last() else { return Ok(()) };
        let (updates, foot) = (level.before_next.clone(), level.foot.clone());
        for update in &updates {
            self.effect(update)?;
        }
        if let Some(condition) = foot {
            let condition = self.expression(&condition)?.at(crate::transpiler::py_expr::Precedence::Lambda);
            self.line(format!("if {condition}:"));
            self.indent += 1;
            self.line("continue");
            self.indent -= 1;
            self.line("break");
            return Ok(());
        }
        self.line("continue");
        Ok(())
    }

    /// Writes a jump that leaves at least one inner loop.
    fn leave_inner_loops(&mut self, target: Target, is_break: bool) {
        let depth = self.jumps.iter().rposition(|level| level.target == target).unwrap_or(0);
        let known = self.jumps.get(depth + 1).and_then(|inner| {
            inner.through.iter().find(|(_, to, out)| *to == target && *out == is_break).map(|(flag, _, _)| flag.clone())
        });
        let flag = known.unwrap_or_else(|| {
            let flag = self.names.fresh(if is_break { "done" } else { "skipped" });
            for level in &mut self.jumps[depth + 1..] {
                level.through.push((flag.clone(), target, is_break));
            }
            flag
        });
        // Inner loops that started after the first jump with this flag do not test the flag yet.
        for level in &mut self.jumps[depth + 1..] {
            if !level.through.iter().any(|(known, _, _)| *known == flag) {
                level.through.push((flag.clone(), target, is_break));
            }
        }
        self.line(format!("{flag} = True"));
        self.line("break");
    }

    /// Writes a labelled statement, not a loop, so that a `break` can leave it.
    pub(in crate::transpiler::emit) fn labelled(&mut self, target: Target, body: &[Stmt]) -> EmitResult<()> {
        if !body.iter().any(|s| s.leaves(target)) {
            return self.statements(body);
        }
        self.single_iteration_loop(target, |own| {
            own.statements(body)?;
            if falls_through(body) {
                own.line("break");
            }
            Ok(())
        })
    }

    /// Writes a loop that runs once, so that a `break` can leave its statements.
    pub(in crate::transpiler::emit) fn single_iteration_loop(
        &mut self,
        target: Target,
        inside: impl FnOnce(&mut Self) -> EmitResult<()>,
    ) -> EmitResult<()> {
        self.python_loop("while True:", JumpLevel::new(target, false), inside)
    }

    /// Writes a loop with its header, its body, and the flags of its jumps.
    pub(in crate::transpiler::emit) fn python_loop(
        &mut self,
        header: &str,
        level: JumpLevel,
        inside: impl FnOnce(&mut Self) -> EmitResult<()>,
    ) -> EmitResult<()> {
        let at = self.lines.len();
        self.line(header);
        self.jumps.push(level);
        let result = self.indented(inside);
        let level = self.jumps.pop();
        result?;
        let through = level.map(|level| level.through).unwrap_or_default();
        for (flag, _, _) in through.iter().rev() {
            self.lines.insert(at, format!("{}{flag} = False", "    ".repeat(self.indent)));
        }
        for (flag, target, is_break) in through {
            self.line(format!("if {flag}:"));
            self.indent += 1;
            let arrived = self.jumps.last().is_some_and(|level| level.target == target);
            if arrived && !is_break {
                self.next_turn()?;
            } else {
                self.line("break");
            }
            self.indent -= 1;
        }
        Ok(())
    }
}

/// Returns the body of a loop in a form in which every `continue` is possible.
///
/// The loop has code that must run before its next iteration. A `continue` may be in a `try` with a `finally` or with
/// resources. The body then becomes a loop with one iteration, and a `break` of this loop replaces the `continue`.
pub(in crate::transpiler::emit) fn with_single_iteration(target: Target, body: &[Stmt]) -> Vec<Stmt> {
    let ends = |s: &Stmt| match &s.kind {
        StmtKind::Try { resources, last, .. } => {
            !(resources.is_empty() && last.is_empty())
                && s.has_stmt(&|s| matches!(s.kind, StmtKind::Continue(to) if to == target))
        }
        _ => false,
    };
    let mut body = body.to_vec();
    let Some(first) = body.first().filter(|_| body.iter().any(|s| s.has_stmt(&ends))) else { return body };
    let (line, turn) = (first.line, Target::MAX - target);
    redirect(&mut body, target, turn);
    vec![Stmt { kind: StmtKind::Labelled { target: turn, body }, line, comments: Vec::new() }]
}

/// Changes each `continue` of the loop `from` into a `break` of the loop `to`.
fn redirect(statements: &mut [Stmt], from: Target, to: Target) {
    for statement in statements {
        match &mut statement.kind {
            StmtKind::Continue(target) if *target == from => statement.kind = StmtKind::Break(to),
            StmtKind::If { then, other, .. } => {
                redirect(then, from, to);
                redirect(other, from, to);
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::ForEach { body, .. }
            | StmtKind::Labelled { body, .. }
            | StmtKind::Block(body) => redirect(body, from, to),
            StmtKind::Switch { cases, .. } => cases.iter_mut().for_each(|case| redirect(&mut case.body, from, to)),
            StmtKind::Try { body, catches, last, .. } => {
                redirect(body, from, to);
                catches.iter_mut().for_each(|catch| redirect(&mut catch.body, from, to));
                redirect(last, from, to);
            }
            _ => {}
        }
    }
}

/// Reports whether code after the statements may run.
pub(in crate::transpiler::emit) fn falls_through(statements: &[Stmt]) -> bool {
    match statements.last().map(|s| &s.kind) {
        Some(StmtKind::Return(_) | StmtKind::Throw(_) | StmtKind::Break(_) | StmtKind::Continue(_)) => false,
        Some(StmtKind::Block(body)) => falls_through(body),
        Some(StmtKind::If { then, other, .. }) => falls_through(then) || falls_through(other),
        _ => true,
    }
}
