//! Lowers switches in both forms, as statements and as expressions.

use super::tree::{Case, Expr, ExprKind, Stmt, StmtKind};
use super::{Jumpable, LowerResult, Lowerer, SwitchUse, first, line, named_children, unsupported};
use mts_model::JavaType;
use tree_sitter::Node;

impl Lowerer<'_> {
    pub(super) fn switch_statement(&mut self, node: Node<'_>, label: Option<String>) -> LowerResult<StmtKind> {
        let subject = self.subject(node)?;
        let subject_ty = subject.ty.clone();
        let body = node.child_by_field_name("body").ok_or_else(|| unsupported(node, "a switch without a body"))?;
        let (target, cases) = self.jumpable(label, Jumpable::Switch, |own| {
            let mut cases = Vec::new();
            for group in named_children(body) {
                let mut case = Case { labels: Vec::new(), is_default: false, body: Vec::new(), line: line(group) };
                let mut statements = Vec::new();
                for part in named_children(group) {
                    if part.kind() == "switch_label" {
                        own.labels(part, &subject_ty, &mut case.labels, &mut case.is_default)?;
                    } else {
                        statements.push(part);
                    }
                }
                let is_value =
                    own.yields.last().is_some_and(|(_, target)| Some(*target) == own.jumps.last().map(|j| j.1));
                match statements.as_slice() {
                    [value] if is_value && group.kind() == "switch_rule" && value.kind() == "expression_statement" => {
                        let value = first(*value)?;
                        own.yielded(value, &mut case.body)?;
                    }
                    _ => case.body = own.sequence(statements)?,
                }
                if group.kind() == "switch_rule" {
                    let target = own.jumps.last().map_or(0, |(_, target, _)| *target);
                    case.body.push(Stmt { kind: StmtKind::Break(target), line: line(group), comments: Vec::new() });
                }
                cases.push(case);
            }
            Ok(cases)
        })?;
        Ok(StmtKind::Switch { target, subject, cases })
    }

    /// Lowers a switch with arrows to an expression.
    pub(super) fn switch_value(&mut self, node: Node<'_>, wanted: Option<&JavaType>) -> LowerResult<Expr> {
        let subject = self.subject(node)?;
        let subject_ty = subject.ty.clone();
        let body = node.child_by_field_name("body").ok_or_else(|| unsupported(node, "a switch without a body"))?;
        let mut cases: Vec<(Vec<Expr>, Expr)> = Vec::new();
        let mut otherwise = None;
        for rule in named_children(body) {
            let value = named_children(rule).into_iter().find(|n| n.kind() == "expression_statement");
            let Some(value) = value.filter(|_| rule.kind() == "switch_rule") else {
                return Err(unsupported(rule, "a `switch` expression whose cases are not `-> value`"));
            };
            let (mut labels, mut is_default) = (Vec::new(), false);
            for part in named_children(rule).into_iter().filter(|n| n.kind() == "switch_label") {
                self.labels(part, &subject_ty, &mut labels, &mut is_default)?;
            }
            let value = self.expression(first(value)?, wanted)?;
            if is_default {
                otherwise = Some((Vec::new(), value));
            } else {
                cases.push((labels, value));
            }
        }
        match otherwise {
            Some(otherwise) => cases.push(otherwise),
            // The cases cover all constants, so the last case can be the default.
            None if self.enum_of(&subject_ty).is_some() => {
                if let Some((labels, _)) = cases.last_mut() {
                    labels.clear();
                }
            }
            None => return Err(unsupported(node, "a `switch` expression without `default`")),
        }
        let mut ty = wanted.cloned().unwrap_or_else(|| cases[0].1.ty.clone());
        if wanted.is_none() {
            for (_, value) in &cases {
                ty = super::operators::conditional(&ty, &value.ty, false);
            }
        }
        let cases = cases.into_iter().map(|(labels, value)| Ok((labels, self.convert(value, &ty)?)));
        let cases = cases.collect::<LowerResult<Vec<_>>>()?;
        Ok(self.expr(node, ExprKind::Switch(Box::new(subject), cases), ty))
    }

    /// Lowers a switch expression to a switch statement that returns or assigns the value.
    pub(super) fn switch_into(
        &mut self,
        node: Node<'_>,
        switch_use: SwitchUse,
        out: &mut Vec<Stmt>,
    ) -> LowerResult<()> {
        let target = self.targets;
        self.yields.push((switch_use, target));
        let kind = self.switch_statement(node, None);
        self.yields.pop();
        out.push(Stmt { kind: kind?, line: line(node), comments: Vec::new() });
        Ok(())
    }

    /// Lowers a value that the innermost switch expression yields.
    ///
    /// The result is a `return`, or an assignment and a `break`.
    pub(super) fn yielded(&mut self, value: Node<'_>, out: &mut Vec<Stmt>) -> LowerResult<()> {
        let (switch_use, target) =
            self.yields.last().cloned().ok_or_else(|| unsupported(value, "a `yield` outside a switch expression"))?;
        let mut push = |kind| out.push(Stmt { kind, line: line(value), comments: Vec::new() });
        match switch_use {
            SwitchUse::Return => {
                let returns = self.returns.clone();
                push(StmtKind::Return(Some(self.value_of(value, &returns)?)));
            }
            SwitchUse::Variable(variable) => {
                let ty = self.variables[variable].ty.clone();
                let assigned = Box::new(self.value_of(value, &ty)?);
                let place = Box::new(self.expr(value, ExprKind::Local(variable), ty.clone()));
                push(StmtKind::Expr(self.expr(value, ExprKind::Assign(place, assigned), ty)));
                push(StmtKind::Break(target));
            }
        }
        Ok(())
    }

    fn subject(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let condition =
            node.child_by_field_name("condition").ok_or_else(|| unsupported(node, "a switch without a value"))?;
        let subject = self.expression(condition, None)?;
        match &subject.ty {
            JavaType::String => Ok(subject),
            JavaType::Class { .. } if self.enum_of(&subject.ty).is_some() => Ok(subject),
            ty => match ty.unboxed() {
                Some(mts_model::Primitive::Char) => {
                    self.convert(subject, &JavaType::Primitive(mts_model::Primitive::Char))
                }
                Some(_) => self.convert(subject, &JavaType::INT),
                None => Err(unsupported(condition, format!("a switch on a value of type {}", subject.ty))),
            },
        }
    }

    fn labels(
        &mut self,
        node: Node<'_>,
        of: &JavaType,
        labels: &mut Vec<Expr>,
        is_default: &mut bool,
    ) -> LowerResult<()> {
        let parts = named_children(node);
        if parts.is_empty() {
            *is_default = true;
        }
        for part in parts {
            if matches!(part.kind(), "pattern" | "guard") {
                return Err(unsupported(part, "a pattern in a switch"));
            }
            if let Some(class) = self.enum_of(of) {
                let name = self.text(part).to_owned();
                labels.push(self.expr(part, ExprKind::Static { class, name }, of.clone()));
            } else {
                labels.push(self.value_of(part, of)?);
            }
        }
        Ok(())
    }
}

/// Reports whether a value is a switch with statements or with colons.
pub(super) fn is_long(node: Node<'_>) -> bool {
    let Some(body) = node.child_by_field_name("body").filter(|_| node.kind() == "switch_expression") else {
        return false;
    };
    let plain = |rule: &Node<'_>| {
        rule.kind() == "switch_rule" && named_children(*rule).iter().any(|n| n.kind() == "expression_statement")
    };
    !named_children(body).iter().all(plain)
}
