//! Statements.

use super::super::python::Level;
use super::{Emitted, Emitter};
use crate::lang::java::typed::{Catch, Expr, ExprKind, Stmt, StmtKind, Unsupported};

impl Emitter<'_> {
    pub(super) fn statements(&mut self, statements: &[Stmt]) -> Emitted<()> {
        for statement in statements {
            for comment in &statement.comments {
                self.line(format!("# {comment}"));
            }
            self.statement(statement)?;
            if !super::jumps::falls_through(std::slice::from_ref(statement)) {
                break;
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Stmt) -> Emitted<()> {
        match &statement.kind {
            StmtKind::Declare { variable, value } => {
                let name = self.local(*variable);
                if let Some(value) = value {
                    let value = self.expression(value)?.at(Level::Lambda);
                    self.line(format!("{name} = {value}"));
                }
                Ok(())
            }
            StmtKind::Expr(e) => self.effect(e),
            StmtKind::If { condition, then, other } => self.branches("if", condition, then, other),
            StmtKind::While { target, condition, body } => self.while_loop(*target, condition, body),
            StmtKind::DoWhile { target, body, condition } => self.do_while(*target, body, condition),
            StmtKind::For { target, init, condition, update, body } => {
                self.for_loop(*target, init, condition.as_ref(), update, body)
            }
            StmtKind::ForEach { target, variable, iterable, element, body } => {
                self.for_each(*target, *variable, iterable, element, body)
            }
            StmtKind::Return(None) => {
                self.line(if self.gives_self { "return self" } else { "return" });
                Ok(())
            }
            StmtKind::Return(Some(value)) => {
                let value = self.expression(value)?.at(Level::Lambda);
                self.line(format!("return {value}"));
                Ok(())
            }
            StmtKind::Break(target) => self.break_to(*target),
            StmtKind::Continue(target) => self.continue_to(*target),
            StmtKind::Switch { target, subject, cases } => self.switch(*target, subject, cases, statement.line),
            StmtKind::Try { body, catches, last } => self.try_block(body, catches, last, statement.line),
            StmtKind::Throw(e) => {
                let error = self.expression(e)?.at(Level::Lambda);
                self.line(format!("raise {error}"));
                Ok(())
            }
            StmtKind::Assert => Ok(()),
            StmtKind::Block(body) => self.statements(body),
            StmtKind::Class(class, captures) => self.local_class(*class, captures),
        }
    }

    /// An expression for its effect.
    pub(super) fn effect(&mut self, e: &Expr) -> Emitted<()> {
        match &e.kind {
            ExprKind::Assign(target, value) => self.assign_statement(target, value),
            ExprKind::Update { target, value, .. } => self.update_statement(target, value),
            ExprKind::Library { row, args } => {
                let text = self.library_call(e, *row, args, true)?;
                self.line(text.text);
                Ok(())
            }
            _ => {
                let text = self.expression(e)?;
                self.line(text.text);
                Ok(())
            }
        }
    }

    fn branches(&mut self, word: &str, condition: &Expr, then: &[Stmt], other: &[Stmt]) -> Emitted<()> {
        let condition = self.expression(condition)?.at(Level::Lambda);
        self.line(format!("{word} {condition}:"));
        self.indented(|own| own.statements(then))?;
        match other {
            [] => Ok(()),
            [Stmt { kind: StmtKind::If { condition, then, other }, comments, .. }]
                if comments.is_empty() && !condition.any(&is_written_apart) =>
            {
                self.branches("elif", condition, then, other)
            }
            _ => {
                self.line("else:");
                self.indented(|own| own.statements(other))
            }
        }
    }

    fn try_block(&mut self, body: &[Stmt], catches: &[Catch], last: &[Stmt], line: u32) -> Emitted<()> {
        let jumps = |s: &Stmt| s.any_stmt(&|s| matches!(s.kind, StmtKind::Continue(_)));
        if !last.is_empty() && body.iter().chain(catches.iter().flat_map(|c| &c.body)).any(jumps) {
            return Err(Unsupported { line, construct: "a continue out of a try with finally".to_owned() });
        }
        self.line("try:");
        self.indented(|own| own.statements(body))?;
        for catch in catches {
            let mut classes: Vec<String> = Vec::new();
            for class in &catch.classes {
                let simple = class.rsplit('.').next().unwrap_or(class);
                if let Some(own) = self.program.classes.iter().position(|c| c.name == simple) {
                    classes.push(self.globals.classes[own].clone());
                    continue;
                }
                let Some(known) = super::super::exceptions::caught(class) else {
                    return Err(Unsupported { line, construct: format!("the exception {class}") });
                };
                let new: Vec<String> =
                    known.iter().filter(|k| !classes.iter().any(|c| c == *k)).map(|k| (*k).to_owned()).collect();
                classes.extend(new);
            }
            let classes =
                if let [one] = classes.as_slice() { one.clone() } else { format!("({})", classes.join(", ")) };
            let is_used =
                catch.body.iter().any(|s| s.any(&|e| matches!(e.kind, ExprKind::Local(v) if v == catch.variable)));
            let binding = if is_used { format!(" as {}", self.local(catch.variable)) } else { String::new() };
            self.line(format!("except {classes}{binding}:"));
            self.indented(|own| own.statements(&catch.body))?;
        }
        if !last.is_empty() {
            self.line("finally:");
            self.indented(|own| own.statements(last))?;
        }
        Ok(())
    }
}

/// Whether it is written in front of its statement.
fn is_written_apart(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Closure(_)) || matches!(&e.kind, ExprKind::New { captures, .. } if !captures.is_empty())
}
