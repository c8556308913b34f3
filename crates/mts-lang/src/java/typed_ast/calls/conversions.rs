//! Makes implicit conversions explicit (JLS 5): assignment, numeric promotion, unboxing, strings.

use crate::java::typed_ast::library::class_name;
use crate::java::typed_ast::tree::{Expr, ExprKind, Unsupported};
use crate::java::typed_ast::{LowerResult, Lowerer};
use mts_model::jdk::{self, TypeShape};
use mts_model::{JavaType, Primitive};

impl Lowerer<'_> {
    /// Converts a value to the target's type.
    ///
    /// The caller must know that Java's compiler accepts the conversion. If the target's type is unknown, a
    /// primitive becomes its wrapper and any other value stays.
    pub(in crate::java::typed_ast) fn convert(&self, value: Expr, to: &JavaType) -> LowerResult<Expr> {
        if value.ty == *to || matches!(to, JavaType::Unknown) {
            return Ok(match (&value.ty, to) {
                (JavaType::Primitive(p), JavaType::Unknown) => wrapped(value.clone(), &JavaType::Boxed(*p)),
                _ => value,
            });
        }
        match (&value.ty, to) {
            (JavaType::Primitive(_), JavaType::Primitive(_)) => Ok(wrapped(value, to)),
            // Java may narrow a constant before it boxes the constant.
            (JavaType::Primitive(a), JavaType::Boxed(b)) => {
                let unboxed = JavaType::Primitive(*b);
                let value = if a == b { value } else { wrapped(value, &unboxed) };
                Ok(wrapped(value, to))
            }
            (JavaType::Primitive(_), JavaType::Class { .. }) if self.class_of(to).is_some() => {
                Err(self.at(&value, format!("the use of a primitive value as an object of type {to}")))
            }
            (JavaType::Primitive(p), _) => Ok(wrapped(value.clone(), &JavaType::Boxed(*p))),
            (JavaType::Boxed(a), JavaType::Primitive(b)) => {
                let unboxed = wrapped(value.clone(), &JavaType::Primitive(*a));
                Ok(if a == b { unboxed } else { wrapped(unboxed, to) })
            }
            // This conversion is a cast from Object.
            (JavaType::Class { .. } | JavaType::Unknown, JavaType::Primitive(_)) => Ok(wrapped(value, to)),
            (JavaType::Class { name, .. }, JavaType::Class { name: to, .. })
                if name == "KeyView" && jdk::shape_by_name(to) == Some(TypeShape::Set) =>
            {
                Err(self.at(&value, "the use of a map's key view as a `Set`"))
            }
            (JavaType::Void, _) => Err(self.at(&value, "the use of a `void` call as a value")),
            (JavaType::Null, JavaType::Primitive(_)) => Err(self.at(&value, "the use of `null` as a primitive value")),
            _ => Ok(self.referred(value, to)),
        }
    }

    /// Gives a reference another static type.
    ///
    /// If the value's type is a subtype with known type arguments, this type stays, because it is more
    /// exact about elements and order. The target `Object` always replaces the type.
    fn referred(&self, value: Expr, to: &JavaType) -> Expr {
        let says_more = match (&value.ty, to) {
            (JavaType::Class { args, .. }, JavaType::Class { .. }) => {
                !args.is_empty() && !args.contains(&JavaType::Unknown) && self.fits(&value.ty, to, false)
            }
            _ => false,
        };
        if says_more && class_name(to) != "Object" { value } else { retyped(value, to) }
    }

    /// Promotes a value to `int` or wider.
    pub(in crate::java::typed_ast) fn promote(&self, value: Expr) -> LowerResult<Expr> {
        let Some(p) = value.ty.unboxed().filter(|p| *p != Primitive::Boolean) else {
            return Err(self.at(&value, format!("the use of a value of type {} as a number", value.ty)));
        };
        let to = match p {
            Primitive::Byte | Primitive::Short | Primitive::Char => Primitive::Int,
            wide => wide,
        };
        self.convert(value, &JavaType::Primitive(to))
    }

    pub(in crate::java::typed_ast) fn at(&self, place: &Expr, construct: impl Into<String>) -> Unsupported {
        Unsupported { line: place.line, construct: construct.into() }
    }
}

/// Returns the same value with another static type.
pub(in crate::java::typed_ast) fn retyped(mut value: Expr, to: &JavaType) -> Expr {
    value.ty = to.clone();
    value
}

/// Returns a conversion that may change the value.
pub(in crate::java::typed_ast) fn wrapped(value: Expr, to: &JavaType) -> Expr {
    let (span, line) = (value.span, value.line);
    Expr { kind: ExprKind::Convert(Box::new(value)), ty: to.clone(), span, line }
}
