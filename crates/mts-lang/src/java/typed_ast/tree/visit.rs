//! Visits the parts of expressions and statements.

use super::{Expr, ExprKind, Stmt, StmtKind, Target};

impl Expr {
    /// Reports whether the expression is the implicit value, possibly converted to another type.
    #[must_use]
    pub fn is_implicit(&self) -> bool {
        match &self.kind {
            ExprKind::Implicit => true,
            ExprKind::Convert(inner) => matches!(inner.kind, ExprKind::Implicit),
            _ => false,
        }
    }

    /// Returns the direct parts of the expression, in the order of evaluation.
    pub fn parts(&self) -> Vec<&Expr> {
        use ExprKind as K;
        match &self.kind {
            K::Literal(_)
            | K::Local(_)
            | K::This
            | K::Implicit
            | K::Static { .. }
            | K::Outer(_)
            | K::ClassLiteral(_) => Vec::new(),
            K::OfEnum(_, name) => name.iter().map(|n| &**n).collect(),
            // The code inside a closure has its own variables.
            K::Closure(closure) => closure.captures.iter().map(|(outer, _)| outer).collect(),
            K::Field { base: e, .. }
            | K::Negate(e)
            | K::Complement(e)
            | K::Not(e)
            | K::Length(e)
            | K::Convert(e)
            | K::InstanceOf(e, _)
            | K::Cast(e, _)
            | K::Implement { function: e, .. }
            | K::Lambda { body: e, .. } => vec![e],
            K::Binary(_, a, b)
            | K::Compare(_, a, b)
            | K::And(a, b)
            | K::Or(a, b)
            | K::Assign(a, b)
            | K::Index(a, b)
            | K::Update { target: a, value: b, .. } => vec![a, b],
            K::Conditional(a, b, c) => vec![a, b, c],
            K::Concat(parts) | K::NewArray(parts) | K::ArrayLiteral(parts) | K::NewException(parts) => {
                parts.iter().collect()
            }
            K::New { args, captures, .. } => args.iter().chain(captures).collect(),
            K::Library { args, .. }
            | K::SuperCall { args, .. }
            | K::SuperLibrary { args, .. }
            | K::Delegate { args, .. } => args.iter().collect(),
            K::Call { receiver, args, .. } => receiver.iter().map(|r| &**r).chain(args).collect(),
            K::Switch(subject, cases) => {
                let cases = cases.iter().flat_map(|(labels, value)| labels.iter().chain([value]));
                std::iter::once(&**subject).chain(cases).collect()
            }
        }
    }

    /// Reports whether a predicate holds for the expression or an expression in it.
    #[must_use]
    pub fn has_expr(&self, wanted: &dyn Fn(&Expr) -> bool) -> bool {
        wanted(self) || self.parts().into_iter().any(|part| part.has_expr(wanted))
    }
}

impl Stmt {
    /// Returns the direct expressions and statements of the statement.
    #[must_use]
    pub fn parts(&self) -> (Vec<&Expr>, Vec<&Stmt>) {
        use StmtKind as K;
        match &self.kind {
            K::Declare { value, .. } | K::Return(value) => (value.iter().collect(), Vec::new()),
            K::Expr(e) | K::Throw(e) => (vec![e], Vec::new()),
            K::If { condition, then, other } => (vec![condition], then.iter().chain(other).collect()),
            K::While { condition, body, .. } | K::DoWhile { condition, body, .. } => {
                (vec![condition], body.iter().collect())
            }
            K::For { init, condition, update, body, .. } => {
                (condition.iter().chain(update).collect(), init.iter().chain(body).collect())
            }
            K::ForEach { iterable, element, body, .. } => (vec![iterable, element], body.iter().collect()),
            K::Break(_) | K::Continue(_) | K::Assert => (Vec::new(), Vec::new()),
            K::Switch { subject, cases, .. } => (
                std::iter::once(subject).chain(cases.iter().flat_map(|c| &c.labels)).collect(),
                cases.iter().flat_map(|c| &c.body).collect(),
            ),
            K::Try { resources, body, catches, last } => (
                resources.iter().flat_map(|r| [&r.value, &r.close]).collect(),
                body.iter().chain(catches.iter().flat_map(|c| &c.body)).chain(last).collect(),
            ),
            K::Block(body) | K::Labelled { body, .. } => (Vec::new(), body.iter().collect()),
            K::Class(_, captures) => (captures.iter().collect(), Vec::new()),
        }
    }

    /// Reports whether a predicate holds for an expression in the statement.
    #[must_use]
    pub fn has_expr(&self, wanted: &dyn Fn(&Expr) -> bool) -> bool {
        let (exprs, stmts) = self.parts();
        exprs.into_iter().any(|e| e.has_expr(wanted)) || stmts.into_iter().any(|s| s.has_expr(wanted))
    }

    /// Reports whether a `break` in the statement leaves the target.
    #[must_use]
    pub fn leaves(&self, target: Target) -> bool {
        self.has_stmt(&|s| matches!(s.kind, StmtKind::Break(to) if to == target))
    }

    /// Reports whether a predicate holds for the statement or a statement in it.
    #[must_use]
    pub fn has_stmt(&self, wanted: &dyn Fn(&Stmt) -> bool) -> bool {
        wanted(self) || self.parts().1.into_iter().any(|s| s.has_stmt(wanted))
    }
}
