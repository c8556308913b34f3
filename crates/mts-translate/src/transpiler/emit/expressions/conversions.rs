//! Writes conversions between Java's types.

use crate::transpiler::emit::{EmitResult, Emitter};
use crate::transpiler::py_expr::{Precedence, PyExpr, float, string};
use crate::transpiler::ranges::Interval;
use mts_lang::ir::Literal;
use mts_lang::java::typed_ast::{Expr, ExprKind};
use mts_model::{JavaType, Primitive};

impl Emitter<'_> {
    /// Writes `inner` as a value of the type of `e`.
    pub(in crate::transpiler::emit) fn conversion(
        &mut self,
        e: &Expr,
        inner: &Expr,
        _nested: bool,
    ) -> EmitResult<PyExpr> {
        use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
        let is_faithful = self.is_faithful();
        if let (JavaType::Boxed(_), JavaType::Primitive(_)) = (&inner.ty, &e.ty) {
            let value = self.expression(inner)?;
            return Ok(if is_faithful { PyExpr::call(&self.helper("unbox"), &[value]) } else { value });
        }
        if let (JavaType::Class { .. } | JavaType::Unknown, JavaType::Primitive(p)) = (&inner.ty, &e.ty) {
            let class = match p {
                Boolean => "bool",
                Double => "float",
                _ => "int",
            };
            let value = self.expression(inner)?;
            return Ok(if is_faithful {
                PyExpr::call(&self.helper("checked"), &[value, PyExpr::atom(class)])
            } else {
                value
            });
        }
        let (Some(from), Some(to)) = (inner.ty.primitive(), e.ty.primitive()) else { return self.expression(inner) };
        if let (ExprKind::Literal(Literal::Int(digits)), Double | Float) = (&inner.kind, to) {
            let value: f64 = digits.parse().unwrap_or(0.0);
            #[expect(clippy::cast_possible_truncation, reason = "rounding to float is what the conversion means")]
            return Ok(float(if to == Float { f64::from(value as f32) } else { value }));
        }
        let fits = self.ranges.exact(e).is_within(Interval::from_type(&e.ty));
        let loose = is_faithful && !fits && matches!(to, Byte | Short | Int) && from.is_integral() && from != Char;
        let value = if loose { self.arithmetic_or(inner)? } else { self.expression(inner)? };
        Ok(match (from, to) {
            (Boolean, _) | (_, Boolean) => value,
            (Char, Char) | (Byte, Byte) => value,
            (Char, Double) if is_faithful => PyExpr::call("float", &[PyExpr::call("ord", &[value])]),
            (Char, Float) if is_faithful => PyExpr::call("float", &[PyExpr::call("ord", &[value])]),
            (Char, Byte | Short) if is_faithful && !fits => self.wrap(PyExpr::call("ord", &[value]), &e.ty),
            (Char, _) => PyExpr::call("ord", &[value]),
            (Float | Double, Char) => {
                let code = self.truncated(value, Int);
                self.character(code, false)
            }
            (_, Char) => match &inner.kind {
                ExprKind::Literal(Literal::Int(digits))
                    if digits.parse::<u32>().ok().and_then(char::from_u32).is_some_and(|c| u32::from(c) < 0x10000) =>
                {
                    let c = digits.parse::<u32>().ok().and_then(char::from_u32).unwrap_or('\0');
                    PyExpr::atom(string(&c.to_string()))
                }
                _ => self.character(value, fits),
            },
            (Double, Float) if is_faithful => PyExpr::call(&self.helper("f32"), &[value]),
            (Float | Double, Float | Double) => value,
            (Float | Double, Long) => self.truncated(value, Long),
            (Float | Double, Int) => self.truncated(value, Int),
            (Float | Double, _) => {
                let whole = self.truncated(value, Int);
                if is_faithful { self.wrap(whole, &e.ty) } else { whole }
            }
            (_, Double) if is_faithful => PyExpr::call("float", &[value]),
            (_, Float) if is_faithful => PyExpr::call(&self.helper("f32"), &[value]),
            (_, Double | Float) => value,
            _ if is_faithful && !fits => self.wrap(value, &e.ty),
            _ => value,
        })
    }

    /// Writes an expression without a wrap, because the caller wraps its value.
    fn arithmetic_or(&mut self, inner: &Expr) -> EmitResult<PyExpr> {
        match inner.kind {
            ExprKind::Binary(..) | ExprKind::Negate(_) => self.arithmetic(inner, true),
            _ => self.expression(inner),
        }
    }

    fn character(&mut self, code: PyExpr, fits: bool) -> PyExpr {
        if fits || !self.is_faithful() {
            PyExpr::call("chr", &[code])
        } else {
            PyExpr::call(&self.helper("char"), &[code])
        }
    }

    fn truncated(&mut self, value: PyExpr, to: Primitive) -> PyExpr {
        if !self.is_faithful() {
            return PyExpr::call("int", &[value]);
        }
        let name = self.helper(if to == Primitive::Long { "to_long" } else { "to_int" });
        PyExpr::call(&name, &[PyExpr::new(value.at(Precedence::Lambda), Precedence::Lambda)])
    }
}
