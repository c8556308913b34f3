//! Finds expressions whose values are never null.
//!
//! Examples are literals, new objects, and local variables to which the method assigns only such values.

use crate::transpiler::emit::Emitter;
use crate::transpiler::library::KNOWN;
use mts_lang::ir::Literal;
use mts_lang::java::typed_ast::{Expr, ExprKind, Method, Stmt, StmtKind};
use mts_model::JavaType;
use std::collections::BTreeSet;

impl Emitter<'_> {
    /// Reports whether the value of an expression is never null.
    pub(in crate::transpiler::emit) fn is_never_null(&self, e: &Expr) -> bool {
        is_never_null(e, &self.never_null)
    }
}

/// Returns the local variables that are never null in a method.
pub(in crate::transpiler::emit) fn never_null_locals(method: &Method) -> BTreeSet<usize> {
    let Ok(body) = &method.body else { return BTreeSet::new() };
    let is_reference = |at: &usize| !matches!(method.variables[*at].ty, JavaType::Primitive(_));
    let mut found: BTreeSet<usize> = (method.params..method.variables.len()).filter(is_reference).collect();
    let mut assigned = Vec::new();
    body.iter().for_each(|s| values(s, &mut assigned));
    loop {
        let null = assigned.iter().find(|(variable, value)| {
            found.contains(variable) && !value.is_some_and(|value| is_never_null(value, &found))
        });
        let Some((variable, _)) = null else { break };
        found.remove(variable);
    }
    // The analysis does not know the values of a lambda's parameters, so remove variables without an assignment.
    let variables: BTreeSet<usize> = assigned.iter().map(|(variable, _)| *variable).collect();
    found.retain(|variable| variables.contains(variable));
    found
}

/// Collects the assigned local variables with their values. The value is `None` if it is unknown.
fn values<'s>(statement: &'s Stmt, found: &mut Vec<(usize, Option<&'s Expr>)>) {
    match &statement.kind {
        StmtKind::Declare { variable, value: Some(value) } => found.push((*variable, Some(value))),
        StmtKind::ForEach { variable, .. } => found.push((*variable, None)),
        StmtKind::Try { resources, catches, .. } => {
            found.extend(resources.iter().filter_map(|r| Some((r.variable?, Some(&r.value)))));
            found.extend(catches.iter().map(|c| (c.variable, None)));
        }
        _ => {}
    }
    let (expressions, statements) = statement.parts();
    expressions.into_iter().for_each(|e| written(e, found));
    statements.into_iter().for_each(|s| values(s, found));
}

fn written<'e>(e: &'e Expr, found: &mut Vec<(usize, Option<&'e Expr>)>) {
    if let ExprKind::Assign(target, value) | ExprKind::Update { target, value, .. } = &e.kind
        && let ExprKind::Local(variable) = target.kind
    {
        found.push((variable, Some(value)));
    }
    e.parts().into_iter().for_each(|part| written(part, found));
}

fn is_never_null(e: &Expr, locals: &BTreeSet<usize>) -> bool {
    match &e.kind {
        ExprKind::Literal(Literal::Null) => false,
        ExprKind::Literal(_)
        | ExprKind::Concat(_)
        | ExprKind::New { .. }
        | ExprKind::NewArray(_)
        | ExprKind::ArrayLiteral(_)
        | ExprKind::This => true,
        ExprKind::Convert(inner) => matches!(inner.ty, JavaType::Primitive(_)),
        ExprKind::Local(variable) => locals.contains(variable),
        ExprKind::Conditional(_, a, b) => is_never_null(a, locals) && is_never_null(b, locals),
        ExprKind::Assign(_, value) => is_never_null(value, locals),
        ExprKind::Library { row, .. } => KNOWN.library.row(*row).is_some_and(|row| row.gives_value()),
        _ => false,
    }
}
