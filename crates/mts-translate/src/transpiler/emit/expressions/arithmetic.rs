//! Writes arithmetic. An integer wraps unless the value ranges show that it cannot overflow.

use crate::transpiler::emit::fragment::IntegerStyle;
use crate::transpiler::emit::{EmitResult, Emitter};
use crate::transpiler::py_expr::{Precedence, PyExpr};
use crate::transpiler::ranges::Interval;
use mts_lang::ir::Literal;
use mts_lang::java::typed_ast::{Expr, ExprKind};
use mts_model::{BinaryOp, JavaType, Primitive};

impl Emitter<'_> {
    /// Writes an arithmetic expression.
    ///
    /// If `loose` is true, the enclosing expression wraps the value, so this expression need not wrap it. This is
    /// correct because the low bits of `+ - *` and `<<` depend only on the low bits of the operands.
    pub(in crate::transpiler::emit) fn arithmetic(&mut self, e: &Expr, loose: bool) -> EmitResult<PyExpr> {
        let is_integer = e.ty.primitive().is_some_and(Primitive::is_integral);
        if !is_integer {
            return self.floating(e);
        }
        let is_bare = self.unchecked.has(e);
        let wraps = self.is_faithful()
            && !is_bare
            && self.integers != IntegerStyle::Unbounded
            && !self.ranges.exact(e).is_within(Interval::from_type(&e.ty));
        let exact = self.integer(e, wraps || loose)?;
        Ok(if wraps && !loose { self.wrap(exact, &e.ty) } else { exact })
    }

    /// Writes code that wraps an integer to the range of a type.
    pub(in crate::transpiler::emit) fn wrap(&mut self, value: PyExpr, ty: &JavaType) -> PyExpr {
        let name = match ty.unboxed() {
            Some(Primitive::Byte) => "i8",
            Some(Primitive::Short) => "i16",
            Some(Primitive::Long) => "i64",
            _ => "i32",
        };
        if self.integers != IntegerStyle::Helpers {
            let half = match name {
                "i8" => "0x80",
                "i16" => "0x8000",
                "i64" => "0x8000000000000000",
                _ => "0x80000000",
            };
            let text = format!("({} + {half}) % (2 * {half}) - {half}", value.at(Precedence::Add));
            return PyExpr::new(text, Precedence::Add);
        }
        PyExpr::call(&self.helper(name), &[value])
    }

    /// Writes an integer operation without a wrap. If `loose` is true, the caller wraps the value.
    fn integer(&mut self, e: &Expr, loose: bool) -> EmitResult<PyExpr> {
        Ok(match &e.kind {
            ExprKind::Negate(inner) => {
                let inner = self.loose(inner, loose)?.at(Precedence::Unary);
                PyExpr::new(format!("-{inner}"), Precedence::Unary)
            }
            ExprKind::Complement(inner) => {
                let inner = self.operand(inner, true, false)?.at(Precedence::Unary);
                PyExpr::new(format!("~{inner}"), Precedence::Unary)
            }
            ExprKind::Binary(op, a, b) => self.integer_binary(e, *op, a, b, loose)?,
            _ => return self.refuse(e, "this arithmetic"),
        })
    }

    /// Writes an operand. If `loose` is true, the caller wraps the value of the whole expression.
    fn loose(&mut self, e: &Expr, loose: bool) -> EmitResult<PyExpr> {
        let modular = match &e.kind {
            ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
            ExprKind::Negate(_) => true,
            _ => false,
        };
        if loose && modular { self.arithmetic(e, true) } else { self.operand(e, true, false) }
    }

    fn integer_binary(&mut self, e: &Expr, op: BinaryOp, a: &Expr, b: &Expr, loose: bool) -> EmitResult<PyExpr> {
        if e.ty == JavaType::BOOLEAN {
            return self.bits(op, a, b);
        }
        let is_faithful = self.is_faithful();
        let natural = |own: &Self| own.ranges.value(a).low >= 0 && own.ranges.value(b).low >= 0;
        let modular = loose && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let (a, b) = (self.loose(a, modular)?, self.loose(b, modular)?);
                Ok(PyExpr::new(
                    format!("{} {} {}", a.at(Precedence::Add), op.java(), b.at(Precedence::Mul)),
                    Precedence::Add,
                ))
            }
            BinaryOp::Mul => {
                let (a, b) = (self.loose(a, modular)?, self.loose(b, modular)?);
                Ok(PyExpr::new(format!("{} * {}", a.at(Precedence::Mul), b.at(Precedence::Unary)), Precedence::Mul))
            }
            BinaryOp::Div | BinaryOp::Rem => {
                let natural = !is_faithful || natural(self) || self.unchecked.has(e);
                let (a, b) = (self.operand(a, true, false)?, self.operand(b, true, false)?);
                if natural {
                    let sign = if op == BinaryOp::Div { "//" } else { "%" };
                    return Ok(PyExpr::new(
                        format!("{} {sign} {}", a.at(Precedence::Mul), b.at(Precedence::Unary)),
                        Precedence::Mul,
                    ));
                }
                if let Some(inline) =
                    inline_division(op, &e.ty, &a, &b).filter(|_| self.integers != IntegerStyle::Helpers)
                {
                    return Ok(inline);
                }
                let name = self.helper(if op == BinaryOp::Div { "div" } else { "rem" });
                Ok(PyExpr::call(&name, &[a, b]))
            }
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => self.shift(e, op, a, b, loose),
            _ => self.bits(op, a, b),
        }
    }

    fn bits(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> EmitResult<PyExpr> {
        let (level, inner) = match op {
            BinaryOp::BitAnd => (Precedence::BitAnd, Precedence::Shift),
            BinaryOp::BitXor => (Precedence::BitXor, Precedence::BitAnd),
            _ => (Precedence::BitOr, Precedence::BitXor),
        };
        let (a, b) = (self.operand(a, true, false)?, self.operand(b, true, false)?);
        Ok(PyExpr::new(format!("{} {} {}", a.at(level), op.java(), b.at(inner)), level))
    }

    fn shift(&mut self, e: &Expr, op: BinaryOp, a: &Expr, b: &Expr, loose: bool) -> EmitResult<PyExpr> {
        let is_long = e.ty == JavaType::Primitive(Primitive::Long);
        let bits: i128 = if is_long { 64 } else { 32 };
        let range = self.ranges.value(b);
        let is_small = !self.is_faithful() || (range.low >= 0 && range.high < bits) || self.unchecked.has(e);
        let non_negative = self.ranges.value(a).low >= 0;
        let distance = match &b.kind {
            ExprKind::Literal(Literal::Int(digits)) if !is_small => {
                PyExpr::atom(digits.parse::<i128>().unwrap_or(0).rem_euclid(bits).to_string())
            }
            _ if is_small => self.operand(b, true, false)?,
            _ => PyExpr::new(
                format!("{} & {}", self.operand(b, true, false)?.at(Precedence::BitAnd), bits - 1),
                Precedence::BitAnd,
            ),
        };
        if op == BinaryOp::Ushr && !(non_negative && self.is_faithful()) {
            let a = self.operand(a, true, false)?;
            if !self.is_faithful() {
                let mask = if is_long { "0xFFFFFFFFFFFFFFFF" } else { "0xFFFFFFFF" };
                return Ok(PyExpr::new(
                    format!("({} & {mask}) >> {}", a.at(Precedence::BitAnd), distance.at(Precedence::Add)),
                    Precedence::Shift,
                ));
            }
            let distance = self.operand(b, true, false)?;
            return Ok(PyExpr::call(&self.helper(if is_long { "ushr64" } else { "ushr" }), &[a, distance]));
        }
        let sign = if op == BinaryOp::Shl { "<<" } else { ">>" };
        let a = if op == BinaryOp::Shl { self.loose(a, loose)? } else { self.operand(a, true, false)? };
        Ok(PyExpr::new(
            format!("{} {sign} {}", a.at(Precedence::Shift), distance.at(Precedence::Add)),
            Precedence::Shift,
        ))
    }

    /// Writes arithmetic on `float` and `double`, and bit operations on booleans.
    fn floating(&mut self, e: &Expr) -> EmitResult<PyExpr> {
        let exact = match &e.kind {
            ExprKind::Negate(inner) => {
                let inner = self.operand(inner, true, false)?.at(Precedence::Unary);
                PyExpr::new(format!("-{inner}"), Precedence::Unary)
            }
            ExprKind::Binary(op, a, b) if e.ty == JavaType::BOOLEAN => return self.bits(*op, a, b),
            ExprKind::Binary(op, a, b) => self.float_binary(*op, a, b, self.unchecked.has(e))?,
            _ => return self.refuse(e, format!("arithmetic on a value of type {}", e.ty)),
        };
        let is_float = e.ty == JavaType::Primitive(Primitive::Float) && !matches!(e.kind, ExprKind::Negate(_));
        let rounds = is_float && self.is_faithful() && !self.unchecked.has(e);
        Ok(if rounds { PyExpr::call(&self.helper("f32"), &[exact]) } else { exact })
    }

    fn float_binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, is_bare: bool) -> EmitResult<PyExpr> {
        let is_faithful = self.is_faithful();
        // If one operand is a float, Python converts the other operand to a float.
        let a_is_float = !is_widened(a);
        let a_text =
            if is_widened(b) || !is_faithful { self.operand(a, true, false)? } else { self.operand(a, true, true)? };
        let b_text =
            if a_is_float || !is_faithful { self.operand(b, true, true)? } else { self.operand(b, true, false)? };
        let both = is_widened(a) && is_widened(b) && is_faithful;
        let a_text = if both { PyExpr::call("float", &[a_text]) } else { a_text };
        let is_safe = matches!(b.kind, ExprKind::Literal(Literal::Float(v)) if v != 0.0) || is_nonzero(b);
        Ok(match op {
            BinaryOp::Add | BinaryOp::Sub => PyExpr::new(
                format!("{} {} {}", a_text.at(Precedence::Add), op.java(), b_text.at(Precedence::Mul)),
                Precedence::Add,
            ),
            BinaryOp::Mul => PyExpr::new(
                format!("{} * {}", a_text.at(Precedence::Mul), b_text.at(Precedence::Unary)),
                Precedence::Mul,
            ),
            BinaryOp::Div if !is_faithful || is_safe || is_bare => PyExpr::new(
                format!("{} / {}", a_text.at(Precedence::Mul), b_text.at(Precedence::Unary)),
                Precedence::Mul,
            ),
            BinaryOp::Div => PyExpr::call(&self.helper("fdiv"), &[a_text, b_text]),
            _ if is_faithful => PyExpr::call(&self.helper("frem"), &[a_text, b_text]),
            _ => {
                self.used.insert("math".to_owned());
                PyExpr::call("math.fmod", &[a_text, b_text])
            }
        })
    }

    /// Writes an operand of arithmetic or of a comparison.
    ///
    /// If `refuses` is true, Python itself rejects None at this place, and the text does not check a boxed value for
    /// null. If `exact` is true, the text converts a `long` to a float, because the float may have another value.
    pub(in crate::transpiler::emit) fn operand(&mut self, e: &Expr, refuses: bool, exact: bool) -> EmitResult<PyExpr> {
        if let ExprKind::Convert(inner) = &e.kind {
            let is_unboxing = matches!(inner.ty, JavaType::Boxed(p) if JavaType::Primitive(p) == e.ty && !matches!(p, Primitive::Boolean | Primitive::Char));
            if is_unboxing && refuses {
                return self.expression(inner);
            }
            let to_double = e.ty == JavaType::Primitive(Primitive::Double);
            let from = inner.ty.primitive();
            if to_double && !matches!(inner.kind, ExprKind::Literal(_)) {
                let lossless = matches!(from, Some(Primitive::Int | Primitive::Short | Primitive::Byte));
                if lossless || (from == Some(Primitive::Long) && !exact) {
                    return self.operand(inner, refuses, exact);
                }
            }
        }
        self.expression(e)
    }
}

/// Writes a division or a remainder with Java's signs and without a helper.
///
/// `None` if the text would evaluate an operand several times.
///
/// The text may use floats for `int` operands. A quotient of two Java `int`s, as a double, never rounds up to the next
/// integer.
fn inline_division(op: BinaryOp, ty: &JavaType, a: &PyExpr, b: &PyExpr) -> Option<PyExpr> {
    let is_name = |e: &PyExpr| e.text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_int = ty.unboxed() == Some(Primitive::Int);
    let quotient = || format!("int({} / {})", a.at(Precedence::Mul), b.at(Precedence::Unary));
    match op {
        BinaryOp::Div if is_int => Some(PyExpr::atom(quotient())),
        _ if !is_name(a) || !is_name(b) => None,
        BinaryOp::Rem if is_int => {
            Some(PyExpr::new(format!("{} - {} * {}", a.text, b.text, quotient()), Precedence::Add))
        }
        BinaryOp::Div => {
            let text = format!("abs({0}) // abs({1}) * (1 if ({0} < 0) == ({1} < 0) else -1)", a.text, b.text);
            Some(PyExpr::new(text, Precedence::Mul))
        }
        _ => {
            Some(PyExpr::new(format!("abs({0}) % abs({1}) * (-1 if {0} < 0 else 1)", a.text, b.text), Precedence::Mul))
        }
    }
}

/// Reports whether Java widens an integer expression to `double`. A literal does not count.
fn is_widened(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Convert(inner) => {
            !matches!(inner.kind, ExprKind::Literal(_))
                && matches!(
                    inner.ty.primitive(),
                    Some(Primitive::Int | Primitive::Short | Primitive::Byte | Primitive::Long)
                )
                && e.ty == JavaType::Primitive(Primitive::Double)
        }
        _ => false,
    }
}

/// Reports whether an expression is a literal that is not zero.
fn is_nonzero(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Convert(inner) => is_nonzero(inner),
        ExprKind::Literal(Literal::Int(digits)) => digits != "0",
        ExprKind::Literal(Literal::Float(value)) => *value != 0.0,
        _ => false,
    }
}
