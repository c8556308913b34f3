//! Lowers operators to the typed AST.
//!
//! The module handles promotions, comparisons by value and by identity, concatenation, compound
//! assignments and increments.

use super::calls::conversions::wrapped;
use super::library::promoted;
use super::tree::{Expr, ExprKind};
use super::{LowerResult, Lowerer, named_children, unsupported};
use crate::ir::Literal;
use crate::java::types;
use mts_model::{BinaryOp, JavaType, Primitive};
use tree_sitter::Node;

pub(super) use crate::java::types::conditional;

impl Lowerer<'_> {
    pub(super) fn unary(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let operand =
            node.child_by_field_name("operand").ok_or_else(|| unsupported(node, "an operator without operands"))?;
        let inner = self.expression(operand, None)?;
        self.unary_of(node, inner)
    }

    /// Applies the unary operator of the node to a value.
    fn unary_of(&self, node: Node<'_>, inner: Expr) -> LowerResult<Expr> {
        let op = node.child_by_field_name("operator").map_or("", |n| self.text(n));
        if op == "!" {
            let inner = self.convert(inner, &JavaType::BOOLEAN)?;
            return Ok(self.expr(node, ExprKind::Not(Box::new(inner)), JavaType::BOOLEAN));
        }
        let inner = self.promote(inner)?;
        let ty = inner.ty.clone();
        let kind = match op {
            "+" => return Ok(inner),
            "~" => ExprKind::Complement(Box::new(inner)),
            _ => match inner.kind {
                // Put the minus sign into the literal. Java accepts `2147483648` only after a minus sign.
                ExprKind::Literal(Literal::Int(digits)) if !digits.starts_with('-') => {
                    let zero = digits == "0";
                    ExprKind::Literal(Literal::Int(if zero { digits } else { format!("-{digits}") }))
                }
                kind => ExprKind::Negate(Box::new(Expr { kind, ..inner })),
            },
        };
        Ok(self.expr(node, kind, ty))
    }

    pub(super) fn binary(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let side = |field: &str| {
            node.child_by_field_name(field)
                .ok_or_else(|| unsupported(node, "a binary operator without a right operand"))
        };
        let (left, right) = (side("left")?, side("right")?);
        let text = node.child_by_field_name("operator").map_or("", |n| self.text(n));
        if matches!(text, "&&" | "||") {
            let left = Box::new(self.value_of(left, &JavaType::BOOLEAN)?);
            let right = Box::new(self.value_of(right, &JavaType::BOOLEAN)?);
            let kind = if text == "&&" { ExprKind::And(left, right) } else { ExprKind::Or(left, right) };
            return Ok(self.expr(node, kind, JavaType::BOOLEAN));
        }
        let op = operator(text).ok_or_else(|| unsupported(node, format!("the operator `{text}`")))?;
        let (left, right) = (self.expression(left, None)?, self.expression(right, None)?);
        self.combined(node, op, left, right)
    }

    /// Combines two typed operands with a binary operator.
    pub(super) fn combined(&self, node: Node<'_>, op: BinaryOp, left: Expr, right: Expr) -> LowerResult<Expr> {
        use BinaryOp::{Add, BitAnd, BitOr, BitXor, Eq, Ge, Gt, Le, Lt, Ne, Shl, Shr, Ushr};
        let is_text = |e: &Expr| e.ty == JavaType::String;
        match op {
            Add if is_text(&left) || is_text(&right) => {
                let mut parts = match left {
                    Expr { kind: ExprKind::Concat(parts), .. } if !starts_inside(node) => parts,
                    left => vec![left],
                };
                parts.push(right);
                if let Some(bad) = parts.iter().find(|p| matches!(p.ty, JavaType::Unknown | JavaType::Void)) {
                    return Err(self.at(bad, "a value of unknown type in a concatenation"));
                }
                Ok(self.expr(node, ExprKind::Concat(parts), JavaType::String))
            }
            Eq | Ne => self.equality(node, op, left, right),
            Lt | Le | Gt | Ge => {
                let (left, right) = self.both(left, right)?;
                Ok(self.expr(node, ExprKind::Compare(op, Box::new(left), Box::new(right)), JavaType::BOOLEAN))
            }
            Shl | Shr | Ushr => {
                let (left, right) = (self.promote(left)?, self.promote(right)?);
                if !is_integral(&left) || !is_integral(&right) {
                    return Err(unsupported(node, "a shift of a value that is not an integer"));
                }
                let ty = left.ty.clone();
                Ok(self.expr(node, ExprKind::Binary(op, Box::new(left), Box::new(right)), ty))
            }
            BitAnd | BitOr | BitXor
                if left.ty.unboxed() == Some(Primitive::Boolean) && right.ty.unboxed() == Some(Primitive::Boolean) =>
            {
                let left = self.convert(left, &JavaType::BOOLEAN)?;
                let right = self.convert(right, &JavaType::BOOLEAN)?;
                Ok(self.expr(node, ExprKind::Binary(op, Box::new(left), Box::new(right)), JavaType::BOOLEAN))
            }
            _ => {
                let (left, right) = self.both(left, right)?;
                let ty = left.ty.clone();
                Ok(self.expr(node, ExprKind::Binary(op, Box::new(left), Box::new(right)), ty))
            }
        }
    }

    /// Promotes both sides to one numeric type, at least `int`.
    fn both(&self, left: Expr, right: Expr) -> LowerResult<(Expr, Expr)> {
        let Some(ty) = promoted(&left.ty, &right.ty) else {
            let bad = if left.ty.unboxed().is_none_or(|p| p == Primitive::Boolean) { &left } else { &right };
            return Err(self.at(bad, format!("the use of a value of type {} as a number", bad.ty)));
        };
        Ok((self.convert(left, &ty)?, self.convert(right, &ty)?))
    }

    fn equality(&self, node: Node<'_>, op: BinaryOp, left: Expr, right: Expr) -> LowerResult<Expr> {
        let primitive = |e: &Expr| matches!(e.ty, JavaType::Primitive(_));
        let (left, right) = if primitive(&left) || primitive(&right) {
            if left.ty.unboxed() == Some(Primitive::Boolean) || right.ty.unboxed() == Some(Primitive::Boolean) {
                (self.convert(left, &JavaType::BOOLEAN)?, self.convert(right, &JavaType::BOOLEAN)?)
            } else {
                self.both(left, right)?
            }
        } else {
            let is_null = |e: &Expr| e.ty == JavaType::Null;
            // Two literals with the same text are one object (JLS 3.10.5).
            let are_literals = left.is_text_literal() && right.is_text_literal();
            if !is_null(&left) && !is_null(&right) && !are_literals {
                for side in [&left, &right] {
                    match side.ty {
                        JavaType::Boxed(_) => {
                            return Err(self.at(side, "a comparison of boxed values with `==` or `!=`"));
                        }
                        JavaType::String => return Err(self.at(side, "a comparison of strings with `==` or `!=`")),
                        JavaType::Unknown => {
                            return Err(self.at(side, "a comparison with `==` or `!=` of values of unknown type"));
                        }
                        _ => {}
                    }
                }
            }
            (left, right)
        };
        Ok(self.expr(node, ExprKind::Compare(op, Box::new(left), Box::new(right)), JavaType::BOOLEAN))
    }

    pub(super) fn assignment(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let side = |field: &str| {
            node.child_by_field_name(field).ok_or_else(|| unsupported(node, "an assignment without a right side"))
        };
        let (left, right) = (side("left")?, side("right")?);
        let target = self.target(left)?;
        let ty = target.ty.clone();
        let text = node.child_by_field_name("operator").map_or("=", |n| self.text(n));
        if text == "=" {
            let value = self.value_of(right, &ty)?;
            return Ok(self.expr(node, ExprKind::Assign(Box::new(target), Box::new(value)), ty));
        }
        let op = operator(text.trim_end_matches('='));
        let op = op.ok_or_else(|| unsupported(node, format!("the operator `{text}`")))?;
        let right = self.expression(right, None)?;
        self.update(node, target, op, right, false)
    }

    pub(super) fn increment(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let mut inner = named_children(node)
            .into_iter()
            .next()
            .ok_or_else(|| unsupported(node, "an increment without an operand"))?;
        let text = self.text(node);
        let is_prefix = text.starts_with("++") || text.starts_with("--");
        let is_plus = if is_prefix { text.starts_with("++") } else { text.ends_with("++") };
        // The grammar misreads `-x++` as `(-x)++`, and `(int) x++` as `((int) x)++`.
        let mut around = Vec::new();
        while !is_prefix && matches!(inner.kind(), "unary_expression" | "cast_expression") {
            around.push(inner);
            let part = inner.child_by_field_name("operand").or(inner.child_by_field_name("value"));
            inner = part.ok_or_else(|| unsupported(node, "an increment without an operand"))?;
        }
        let place = if around.is_empty() { node } else { inner };
        let target = self.target(inner)?;
        let one = self.expr(place, ExprKind::Literal(Literal::Int("1".to_owned())), JavaType::INT);
        let op = if is_plus { BinaryOp::Add } else { BinaryOp::Sub };
        let mut value = self.update(place, target, op, one, !is_prefix)?;
        for part in around.into_iter().rev() {
            value =
                if part.kind() == "cast_expression" { self.cast_of(part, value)? } else { self.unary_of(part, value)? };
        }
        Ok(value)
    }

    fn update(&self, node: Node<'_>, target: Expr, op: BinaryOp, right: Expr, gives_old: bool) -> LowerResult<Expr> {
        let ty = target.ty.clone();
        let old = Expr { kind: ExprKind::Implicit, ..target.clone() };
        let new = self.combined(node, op, old, right)?;
        // Add the cast that a compound assignment contains implicitly.
        let value = match (&new.ty, ty.unboxed()) {
            (JavaType::Primitive(_), Some(p)) if new.ty != ty => {
                let narrowed =
                    if new.ty == JavaType::Primitive(p) { new } else { wrapped(new, &JavaType::Primitive(p)) };
                self.convert(narrowed, &ty)?
            }
            _ => self.convert(new, &ty)?,
        };
        let kind = ExprKind::Update { target: Box::new(target), value: Box::new(value), gives_old };
        Ok(self.expr(node, kind, ty))
    }

    /// Lowers the target of an assignment.
    fn target(&mut self, node: Node<'_>) -> LowerResult<Expr> {
        let target = self.expression(node, None)?;
        match target.kind {
            ExprKind::Local(_) | ExprKind::Field { .. } | ExprKind::Static { .. } | ExprKind::Index(..) => Ok(target),
            _ => Err(unsupported(node, "an assignment to this kind of expression")),
        }
    }

    pub(super) fn ternary(&mut self, node: Node<'_>, wanted: Option<&JavaType>) -> LowerResult<Expr> {
        let part = |field: &str| {
            node.child_by_field_name(field).ok_or_else(|| unsupported(node, "a `?:` with a missing part"))
        };
        let condition = self.value_of(part("condition")?, &JavaType::BOOLEAN)?;
        // An expected reference type determines the types of the branches, as for `new X<>()`.
        // Branches with different numeric types get the promoted type.
        let inner = wanted.filter(|ty| matches!(ty, JavaType::Class { .. } | JavaType::Array(_)));
        let then = self.expression(part("consequence")?, inner)?;
        let other = self.expression(part("alternative")?, inner)?;
        let small = |e: &Expr| matches!(&e.kind, ExprKind::Literal(Literal::Int(digits)) if digits.parse::<i64>().is_ok_and(|v| (0..=127).contains(&v)));
        let mut ty = types::conditional(&then.ty, &other.ty, small(&then) || small(&other));
        if ty == JavaType::Unknown {
            let text = [&then.ty, &other.ty].iter().all(|t| **t == JavaType::String || **t == JavaType::Null);
            ty = if text { JavaType::String } else { wanted.cloned().unwrap_or_else(|| JavaType::from_name("Object")) };
        }
        let (then, other) = (self.convert(then, &ty)?, self.convert(other, &ty)?);
        Ok(self.expr(node, ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(other)), ty))
    }
}

/// Reports whether the left operand has parentheses, so that it is a separate concatenation.
fn starts_inside(node: Node<'_>) -> bool {
    node.child_by_field_name("left").is_some_and(|left| left.kind() == "parenthesized_expression")
}

fn is_integral(e: &Expr) -> bool {
    e.ty.primitive().is_some_and(Primitive::is_integral)
}

fn operator(text: &str) -> Option<BinaryOp> {
    use BinaryOp::{Add, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Rem, Shl, Shr, Sub, Ushr};
    let all = [Add, Sub, Mul, Div, Rem, Shl, Shr, Ushr, BitAnd, BitOr, BitXor, Lt, Le, Gt, Ge, Eq, Ne];
    all.into_iter().find(|op| op.java() == text)
}
