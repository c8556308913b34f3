//! Writes Java statements as Python text.

pub(super) mod assignments;
pub(super) mod jumps;
pub(super) mod loops;
pub(super) mod switches;

use super::super::library::KNOWN;
use super::{EmitResult, Emitter};
use crate::transpiler::py_expr::{Precedence, PyExpr};
use mts_lang::java::typed_ast::{Catch, Expr, ExprKind, Resource, Stmt, StmtKind, Unsupported};
use mts_model::JavaType;
use mts_model::jdk::{self, JdkType, Order, TypeShape};

impl Emitter<'_> {
    pub(super) fn statements(&mut self, statements: &[Stmt]) -> EmitResult<()> {
        for statement in statements {
            for comment in &statement.comments {
                self.line(format!("# {comment}"));
            }
            self.statement(statement)?;
            if !jumps::falls_through(std::slice::from_ref(statement)) {
                break;
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Stmt) -> EmitResult<()> {
        match &statement.kind {
            StmtKind::Declare { variable, value } => {
                let name = self.local(*variable);
                if let Some(value) = value {
                    let value = self.expression(value)?.at(Precedence::Lambda);
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
                let value = self.expression(value)?.at(Precedence::Lambda);
                self.line(format!("return {value}"));
                Ok(())
            }
            StmtKind::Break(target) => self.break_to(*target),
            StmtKind::Continue(target) => self.continue_to(*target),
            StmtKind::Switch { target, subject, cases } => self.switch(*target, subject, cases, statement.line),
            StmtKind::Try { resources, body, catches, last } if catches.is_empty() && last.is_empty() => {
                self.with_block(resources, body)
            }
            StmtKind::Try { resources, body, catches, last } => {
                self.line("try:");
                self.indented(|own| own.with_block(resources, body))?;
                self.one_index_error(body, catches, statement.line)?;
                self.handlers(catches, last, statement.line)
            }
            StmtKind::Throw(e) => {
                let error = self.expression(e)?.at(Precedence::Lambda);
                self.line(format!("raise {error}"));
                Ok(())
            }
            StmtKind::Assert => Ok(()),
            StmtKind::Block(body) => self.statements(body),
            StmtKind::Labelled { target, body } => self.labelled(*target, body),
            StmtKind::Class(class, captures) => self.local_class(*class, captures),
        }
    }

    /// Writes an expression as a statement, only for its side effects.
    pub(super) fn effect(&mut self, e: &Expr) -> EmitResult<()> {
        if let Some(text) = self.kept.get(&e.span).cloned() {
            self.line(text);
            return Ok(());
        }
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

    fn branches(&mut self, word: &str, condition: &Expr, then: &[Stmt], other: &[Stmt]) -> EmitResult<()> {
        let condition = self.expression(condition)?.at(Precedence::Lambda);
        self.line(format!("{word} {condition}:"));
        self.indented(|own| own.statements(then))?;
        match other {
            [] => Ok(()),
            [Stmt { kind: StmtKind::If { condition, then, other }, comments, .. }]
                if comments.is_empty() && !condition.has_expr(&is_written_apart) =>
            {
                self.branches("elif", condition, then, other)
            }
            _ => {
                self.line("else:");
                self.indented(|own| own.statements(other))
            }
        }
    }

    /// Writes the body of a `try` with its resources.
    fn with_block(&mut self, resources: &[Resource], body: &[Stmt]) -> EmitResult<()> {
        if resources.is_empty() {
            return self.statements(body);
        }
        let mut parts = Vec::new();
        for resource in resources {
            if let ExprKind::Call { class, method, .. } = resource.close.kind
                && self.globals.methods[class][method] != "close"
            {
                return self
                    .refuse(&resource.close, "a `try` with a resource whose `close` has another name in Python");
            }
            let value = self.expression(&resource.value)?;
            let manager = PyExpr::call(&self.helper("closing"), &[value]).text;
            let is_used =
                |v: usize| body.iter().any(|s| s.has_expr(&|e| matches!(e.kind, ExprKind::Local(at) if at == v)));
            let name = resource.variable.filter(|v| resources.len() > 1 || is_used(*v)).map(|v| self.local(v));
            parts.push(name.map_or(manager.clone(), |name| format!("{manager} as {name}")));
        }
        self.line(format!("with {}:", parts.join(", ")));
        self.indented(|own| own.statements(body))
    }

    /// Rejects a catch of one index exception if the body may throw the other one.
    ///
    /// Java has two index exceptions, and in Python both are an `IndexError`.
    fn one_index_error(&self, body: &[Stmt], catches: &[Catch], line: u32) -> EmitResult<()> {
        let classes = || catches.iter().flat_map(|c| &c.classes).map(|class| class.rsplit('.').next().unwrap_or(class));
        if !self.is_faithful() || classes().any(|class| jdk::ABOVE_INDEX_EXCEPTIONS.contains(&class)) {
            return Ok(());
        }
        let calls =
            body.iter().any(|s| s.has_expr(&|e| matches!(e.kind, ExprKind::Call { .. } | ExprKind::New { .. })));
        let everywhere = || self.program.classes.iter().flat_map(|c| &c.methods).filter_map(|m| m.body.as_ref().ok());
        let does = |wanted: &dyn Fn(&Expr) -> bool| {
            body.iter().any(|s| s.has_expr(wanted)) || calls && everywhere().flatten().any(|s| s.has_expr(wanted))
        };
        let [of_array, of_text] = jdk::INDEX_EXCEPTIONS.map(|exception| classes().any(|class| class == exception));
        let mixes = of_array && !of_text && does(&|e| indexes_text_or_list(e))
            || of_text && !of_array && does(&|e| matches!(e.kind, ExprKind::Index(..)));
        let construct =
            "a catch of one index exception around code that can throw the other one: both are `IndexError` in Python"
                .to_owned();
        if mixes { Err(Unsupported { line, construct }) } else { Ok(()) }
    }

    fn handlers(&mut self, catches: &[Catch], last: &[Stmt], line: u32) -> EmitResult<()> {
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
                catch.body.iter().any(|s| s.has_expr(&|e| matches!(e.kind, ExprKind::Local(v) if v == catch.variable)));
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

/// Reports whether the translation of an expression needs statements before the expression's statement.
fn is_written_apart(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Closure(_)) || matches!(&e.kind, ExprKind::New { captures, .. } if !captures.is_empty())
}

/// Reports whether an expression is a call with an index into a string or list.
fn indexes_text_or_list(e: &Expr) -> bool {
    let ExprKind::Library { row, args } = &e.kind else { return false };
    let takes_place = KNOWN.library.row(*row).is_some_and(|signature| signature.params.contains(&JavaType::INT));
    let has_positions =
        |row: &JdkType| row.shape == TypeShape::Text || row.is_collection() && row.order == Order::Positions;
    let is_holder =
        |ty: &JavaType| *ty == JavaType::String || ty.simple_class().and_then(jdk::jdk_type).is_some_and(has_positions);
    takes_place && args.first().is_some_and(|receiver| is_holder(&receiver.ty))
}
