//! Writes a switch statement as a chain of `if`.
//!
//! A switch expression becomes a conditional expression. If a case of a switch statement falls through to the next
//! case, the chain repeats the code of the next case.

use super::jumps::falls_through;
use crate::transpiler::emit::{EmitResult, Emitter};
use crate::transpiler::py_expr::{Precedence as Binding, PyExpr};
use mts_lang::java::typed_ast::{Case, Expr, ExprKind, Stmt, StmtKind, Target, Unsupported};
use mts_model::JavaType;

/// The highest number of statements in all branches of a translated switch, including repeated statements.
const LONGEST: usize = 400;

impl Emitter<'_> {
    pub(in crate::transpiler::emit) fn switch(
        &mut self,
        target: Target,
        subject: &Expr,
        cases: &[Case],
        line: u32,
    ) -> EmitResult<()> {
        let bodies: Vec<Vec<Stmt>> = (0..cases.len()).map(|at| run_from(cases, at, target)).collect();
        if bodies.iter().map(Vec::len).sum::<usize>() > LONGEST {
            return Err(Unsupported {
                line,
                construct: format!("a switch whose translation has more than {LONGEST} statements"),
            });
        }
        if bodies.iter().flatten().any(|s| s.leaves(target)) {
            return self.single_iteration_loop(target, |own| {
                own.chain(subject, cases, &bodies)?;
                own.line("break");
                Ok(())
            });
        }
        self.chain(subject, cases, &bodies)
    }

    fn chain(&mut self, subject: &Expr, cases: &[Case], bodies: &[Vec<Stmt>]) -> EmitResult<()> {
        let subject = self.subject(subject)?;
        let mut word = "if";
        let mut otherwise = None;
        for (case, body) in cases.iter().zip(bodies) {
            if case.is_default {
                otherwise = Some(body);
                // A label of the `default` case needs no condition of its own.
                continue;
            }
            let test = self.test(&subject, &case.labels)?;
            self.line(format!("{word} {test}:"));
            self.indented(|own| own.statements(body))?;
            word = "elif";
        }
        match otherwise {
            Some(body) if word == "if" => {
                self.line("if True:");
                self.indented(|own| own.statements(body))
            }
            Some(body) if !body.is_empty() => {
                self.line("else:");
                self.indented(|own| own.statements(body))
            }
            _ => Ok(()),
        }
    }

    /// Writes the subject of a switch, so that Python evaluates it only once.
    fn subject(&mut self, subject: &Expr) -> EmitResult<String> {
        let is_reference =
            !matches!(subject.ty, JavaType::Primitive(_)) && self.is_faithful() && !self.is_never_null(subject);
        let text = self.expression(subject)?;
        if matches!(subject.kind, ExprKind::Local(_)) && !is_reference {
            return Ok(text.text);
        }
        let text = if is_reference { PyExpr::call(&self.helper("unbox"), &[text]) } else { text };
        let name = self.names.fresh("subject");
        self.line(format!("{name} = {}", text.at(Binding::Lambda)));
        Ok(name)
    }

    fn test(&mut self, subject: &str, labels: &[Expr]) -> EmitResult<String> {
        let labels =
            labels.iter().map(|l| Ok(self.expression(l)?.at(Binding::BitOr))).collect::<EmitResult<Vec<_>>>()?;
        Ok(match labels.as_slice() {
            [one] => format!("{subject} == {one}"),
            _ => format!("{subject} in ({})", labels.join(", ")),
        })
    }

    pub(in crate::transpiler::emit) fn switch_value(
        &mut self,
        subject: &Expr,
        cases: &[(Vec<Expr>, Expr)],
    ) -> EmitResult<PyExpr> {
        let is_reference =
            !matches!(subject.ty, JavaType::Primitive(_)) && self.is_faithful() && !self.is_never_null(subject);
        let value = self.expression(subject)?;
        let value = if is_reference { PyExpr::call(&self.helper("unbox"), &[value]) } else { value };
        let simple = matches!(subject.kind, ExprKind::Local(_)) && !is_reference;
        let name = if simple { value.text.clone() } else { self.names.fresh("subject") };
        let mut text = String::new();
        for (at, (labels, result)) in cases.iter().enumerate() {
            let result = self.expression(result)?.at(Binding::Or);
            if labels.is_empty() {
                text.push_str(&result);
                continue;
            }
            let first =
                if at == 0 && !simple { format!("({name} := {})", value.at(Binding::Lambda)) } else { name.clone() };
            let test = self.test(&first, labels)?;
            text.push_str(&format!("{result} if {test} else "));
        }
        Ok(PyExpr::new(text, Binding::Conditional))
    }
}

/// Returns the statements that run from a case up to the `break` of the switch.
fn run_from(cases: &[Case], from: usize, target: Target) -> Vec<Stmt> {
    let mut out = Vec::new();
    for case in &cases[from..] {
        let mut body = flattened(&case.body);
        let ends = !falls_through(&body);
        while matches!(body.last(), Some(Stmt { kind: StmtKind::Break(to), .. }) if *to == target) {
            body.pop();
        }
        out.extend(body);
        if ends {
            break;
        }
    }
    out
}

/// Returns the statements of a case, without blocks.
///
/// The statements inside a block replace the block. The result has no code after a jump, because such code never runs.
fn flattened(body: &[Stmt]) -> Vec<Stmt> {
    let mut out: Vec<Stmt> = Vec::new();
    for statement in body {
        match &statement.kind {
            StmtKind::Block(inner) => out.extend(flattened(inner)),
            _ => out.push(statement.clone()),
        }
        if !falls_through(&out) {
            break;
        }
    }
    out
}
