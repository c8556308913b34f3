//! Writes lambdas and local classes. Local classes, and lambdas with statements, come before the statement that needs
//! them.

use crate::transpiler::emit::module::dependencies::Dependencies;
use crate::transpiler::emit::{EmitResult, Emitter};
use crate::transpiler::py_expr::{Precedence, PyExpr};
use mts_lang::java::typed_ast::{Expr, ExprKind, Method};

impl Emitter<'_> {
    /// Writes a lambda whose body is an expression.
    pub(in crate::transpiler::emit) fn lambda(&mut self, params: &[usize], body: &Expr) -> EmitResult<PyExpr> {
        let mut names: Vec<String> = params.iter().map(|p| self.local(*p)).collect();
        let mut captured = Vec::new();
        locals(body, &mut captured);
        captured.retain(|v| !params.contains(v));
        captured.sort_unstable();
        captured.dedup();
        for variable in captured {
            if self.is_bound_early(variable) {
                let name = self.local(variable);
                if !names.contains(&name) {
                    names.push(format!("{name}={name}"));
                }
            }
        }
        let body = self.expression(body)?.at(Precedence::Lambda);
        let names = names.join(", ");
        let space = if names.is_empty() { "" } else { " " };
        Ok(PyExpr::new(format!("lambda{space}{names}: {body}"), Precedence::Lambda))
    }

    /// Reports whether Python must bind a captured variable when it creates the function.
    ///
    /// Java captures the value of the variable. Python looks up the name when the function runs. Until then, another
    /// iteration or another variable with the same name may have changed the value.
    fn is_bound_early(&self, variable: usize) -> bool {
        let Some(own) = self.variables.get(variable) else { return false };
        !self.jumps.is_empty() || self.variables.iter().filter(|v| v.name == own.name).count() > 1
    }

    /// Returns the parameters with default values that bind captured variables early.
    pub(in crate::transpiler::emit) fn captured(&mut self, method: &Method) -> Vec<String> {
        let mut params = Vec::new();
        for (outer, own) in &method.captures {
            if self.early.contains(&own_name(outer)) {
                let name = self.local(*own);
                params.push(format!("{name}={name}"));
            }
        }
        params
    }

    /// Records the captured variables that Python must bind when it creates the function.
    fn note_early<'e>(&mut self, captures: impl Iterator<Item = &'e Expr>) {
        for capture in captures {
            if let ExprKind::Local(variable) = capture.kind
                && self.is_bound_early(variable)
            {
                self.early.insert(own_name(capture));
            }
        }
    }

    /// Writes a lambda with statements as a function, and returns the name of the function.
    pub(in crate::transpiler::emit) fn closure(&mut self, method: &Method) -> EmitResult<PyExpr> {
        let body = method.body.as_ref().map_err(Clone::clone)?;
        let name = self.names.fresh("function");
        let kept_early = std::mem::take(&mut self.early);
        self.note_early(method.captures.iter().map(|(outer, _)| outer));
        let kept = self.keep();
        self.enter(method);
        let mut params: Vec<String> = (0..method.params).map(|variable| self.local(variable)).collect();
        params.extend(self.captured(method));
        self.line(format!("def {name}({}):", params.join(", ")));
        let from = self.lines.len();
        let result = self.indented(|own| own.statements(body));
        self.declare_globals(from);
        self.restore(kept);
        self.early = kept_early;
        result?;
        Ok(PyExpr::atom(name))
    }

    /// Writes a local class.
    pub(in crate::transpiler::emit) fn local_class(&mut self, at: usize, captures: &[Expr]) -> EmitResult<()> {
        let program = self.program;
        let kept_early = std::mem::take(&mut self.early);
        self.note_early(captures.iter());
        let kept = self.keep();
        let from = self.lines.len();
        let alias = self.names.fresh("outer");
        self.aliases.insert(at, alias.clone());
        let result = self.class(at, &program.classes[at], &Dependencies::everything());
        self.restore(kept);
        self.early = kept_early;
        result?;
        if self.aliases_used.remove(&alias) {
            let indent = "    ".repeat(self.indent);
            self.lines.insert(from, format!("{indent}{alias} = self"));
            self.lines.insert(from + 1, String::new());
        }
        self.line("");
        Ok(())
    }

    /// Writes an expression for the enclosing instance of a class.
    pub(in crate::transpiler::emit) fn outer(&mut self, class: usize) -> PyExpr {
        let (mut at, mut text) = (self.class, "self".to_owned());
        while at != class && !crate::transpiler::emit::module::inheritance::ancestry(self.program, at).contains(&class)
        {
            let own = &self.program.classes[at];
            if own.is_local {
                text = self.aliases.get(&at).cloned().unwrap_or(text);
                self.aliases_used.insert(text.clone());
            } else {
                text = format!("{text}.outer");
            }
            let Some(outer) = own.outer else { break };
            at = outer;
        }
        PyExpr::atom(text)
    }
}

/// Returns the index of a captured local variable.
fn own_name(capture: &Expr) -> usize {
    match capture.kind {
        ExprKind::Local(variable) => variable,
        _ => usize::MAX,
    }
}

fn locals(e: &Expr, found: &mut Vec<usize>) {
    if let ExprKind::Local(variable) = e.kind {
        found.push(variable);
    }
    e.parts().into_iter().for_each(|part| locals(part, found));
}
