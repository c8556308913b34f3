//! Checks the types after a change, as far as one file shows them.
//!
//! The compiler decides later whether a mutant compiles. This check only saves the compilation of mutants with an
//! obvious type error. If a type is unknown, the check allows the change.

use super::context::Context;
use mts_lang::ir::{Form, Kind, Literal};
use mts_model::jdk;
use mts_model::{BinaryOp, Change, JavaType, NodeId, Primitive, UnaryOp};

/// Reports whether the change can compile, according to the types.
pub(super) fn fits(context: &Context<'_>, change: &Change) -> bool {
    let ty = |id: NodeId| context.tree.node(id).ty.clone();
    match change {
        Change::InsertUnary { node, op: UnaryOp::Neg | UnaryOp::Complement } => {
            fits_here(context, *node, &promoted(&ty(*node)), false)
        }
        Change::KeepOperand { node, left } => {
            let kept = context.tree.child(*node, usize::from(!left));
            kept.is_some_and(|kept| fits_here(context, *node, &ty(kept), is_constant(context, kept)))
        }
        Change::DeleteUnary { node } | Change::DeleteIncrement { node } => {
            let kept = context.tree.child(*node, 0);
            kept.is_some_and(|kept| fits_here(context, *node, &ty(kept), is_constant(context, kept)))
        }
        Change::ReplaceAssignOperator { node, op } => {
            let children = context.tree.children(*node);
            let [target, value] = children else { return false };
            match op {
                None => is_assignable(context, &ty(*target), &ty(*value), Some(*value)),
                Some(op) if op.is_bitwise() || op.is_shift() => true,
                Some(_) => ty(*target) != JavaType::String,
            }
        }
        Change::ReplaceOperator { node, op: BinaryOp::BitXor } if context.is_bool(*node) => {
            // The rules for an operand of a class type differ between `^` and `&&`, so reject such an operand.
            context.tree.children(*node).iter().all(|side| !matches!(ty(*side), JavaType::Class { .. }))
        }
        _ => true,
    }
}

fn promoted(ty: &JavaType) -> JavaType {
    match ty.unboxed() {
        Some(Primitive::Byte | Primitive::Short | Primitive::Char) => JavaType::INT,
        Some(wide) => JavaType::Primitive(wide),
        None => ty.clone(),
    }
}

fn is_constant(context: &Context<'_>, id: NodeId) -> bool {
    match context.kind(id) {
        Kind::Literal(_) => true,
        Kind::Unary(_) => context.tree.child(id, 0).is_some_and(|below| is_constant(context, below)),
        _ => false,
    }
}

/// Reports whether an expression of type `now` is valid in the node's place.
fn fits_here(context: &Context<'_>, id: NodeId, now: &JavaType, constant: bool) -> bool {
    let own = &context.tree.node(id).ty;
    if *now == *own || *now == JavaType::Unknown {
        return true;
    }
    let Some(parent) = context.parent(id) else { return true };
    let position = context.position(id);
    let sibling =
        |at: usize| context.tree.child(parent, at).map(|s| context.tree.node(s).ty.clone()).unwrap_or_default();
    let is_boolean = now.unboxed() == Some(Primitive::Boolean);
    let is_numeric = now.unboxed().is_some_and(Primitive::is_arithmetic);
    let value = constant.then_some(id);
    match context.kind(parent) {
        Kind::Binary(op) => {
            let other = sibling(1 - position.min(1));
            let is_text = *op == BinaryOp::Add && (*now == JavaType::String || other == JavaType::String);
            if is_text {
                return fits_here(context, parent, &JavaType::String, false);
            }
            if op.is_logical() {
                return is_boolean;
            }
            if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
                return are_comparable(now, &other);
            }
            if op.is_relational() {
                return is_numeric;
            }
            if op.is_bitwise() && is_boolean {
                return matches!(other.unboxed(), Some(Primitive::Boolean) | None);
            }
            let is_float = matches!(now.unboxed(), Some(Primitive::Float | Primitive::Double));
            if !is_numeric || ((op.is_bitwise() || op.is_shift()) && is_float) {
                return false;
            }
            let result = if op.is_shift() {
                if position == 0 { promoted(now) } else { context.tree.node(parent).ty.clone() }
            } else {
                wider(now, &other)
            };
            fits_here(context, parent, &result, false)
        }
        Kind::Unary(UnaryOp::Not) => is_boolean,
        Kind::Unary(op) => {
            let is_float = matches!(now.unboxed(), Some(Primitive::Float | Primitive::Double));
            is_numeric
                && !(*op == UnaryOp::Complement && is_float)
                && fits_here(context, parent, &promoted(now), constant)
        }
        Kind::Conditional if position == 0 => is_boolean,
        Kind::Conditional => {
            let other = sibling(3 - position.clamp(1, 2));
            let result = if is_numeric && other.unboxed().is_some_and(Primitive::is_arithmetic) {
                wider(now, &other)
            } else if *now == other {
                other
            } else {
                return false;
            };
            fits_here(context, parent, &result, false)
        }
        Kind::If | Kind::While => is_boolean,
        Kind::DoWhile | Kind::Assert => is_boolean,
        Kind::For { .. } => is_boolean,
        Kind::Declare | Kind::Assign => is_assignable(context, &sibling(0), now, value),
        // A compound assignment casts its result, except for strings and booleans.
        Kind::AugAssign(_) => {
            sibling(0) == JavaType::String
                || (is_boolean == (sibling(0).unboxed() == Some(Primitive::Boolean)) && (is_numeric || is_boolean))
        }
        Kind::Return if context.lambda_around(id).is_none() => {
            is_assignable(context, &context.function.returns, now, value)
        }
        Kind::Index if position == 1 && context.tree.node(parent).form == Form::Plain => {
            is_assignable(context, &JavaType::INT, now, None)
        }
        Kind::Index | Kind::Length | Kind::Attribute(_) => position == 1 && is_like(own, now),
        Kind::NewArray { .. } => is_assignable(context, &JavaType::INT, now, None),
        Kind::ArrayLiteral => match &context.tree.node(parent).ty {
            JavaType::Array(element) => is_assignable(context, element, now, value),
            _ => is_like(own, now),
        },
        Kind::Cast(to) => match (to, now.unboxed()) {
            (JavaType::Primitive(Primitive::Boolean), from) => from == Some(Primitive::Boolean),
            (JavaType::Primitive(_), from) => from.is_some_and(Primitive::is_arithmetic),
            (JavaType::Boxed(to), from) => from == Some(*to),
            _ => true,
        },
        Kind::Switch | Kind::SwitchExpr => is_like(own, now) && *now != JavaType::Primitive(Primitive::Long),
        // The check does not know which overload the code calls, so it allows only implicit conversions.
        _ => is_like(own, now),
    }
}

/// Reports whether the types are equal, or Java can widen the primitive `now` to `own`.
///
/// If type `own` is unknown, every type `now` is allowed.
fn is_like(own: &JavaType, now: &JavaType) -> bool {
    match (own, now) {
        (JavaType::Primitive(own), JavaType::Primitive(now)) => widens(*now, *own),
        _ => own == now || *own == JavaType::Unknown,
    }
}

fn are_comparable(a: &JavaType, b: &JavaType) -> bool {
    match (a.unboxed(), b.unboxed()) {
        (Some(a), Some(b)) => a.is_arithmetic() == b.is_arithmetic(),
        (Some(_), None) => *b == JavaType::Unknown || (*b == JavaType::Null && a.primitive().is_none()),
        (None, Some(_)) => *a == JavaType::Unknown || (*a == JavaType::Null && b.primitive().is_none()),
        (None, None) => true,
    }
}

fn wider(a: &JavaType, b: &JavaType) -> JavaType {
    let (Some(a), Some(b)) = (a.unboxed(), b.unboxed()) else { return JavaType::Unknown };
    let widest = [Primitive::Double, Primitive::Float, Primitive::Long].into_iter().find(|p| a == *p || b == *p);
    JavaType::Primitive(widest.unwrap_or(Primitive::Int))
}

/// Reports whether a primitive type widens to another (JLS 5.1.2) or equals the other.
fn widens(from: Primitive, to: Primitive) -> bool {
    use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    let rank = |p: Primitive| match p {
        Byte => 0,
        Short => 1,
        Char | Boolean => 9,
        Int => 2,
        Long => 3,
        Float => 4,
        Double => 5,
    };
    from == to || (from == Char && (2..9).contains(&rank(to))) || (rank(from) < rank(to) && rank(to) < 9)
}

/// Reports whether a class is a supertype of `of`, a wrapper class or `String`.
///
/// For example, `Comparable` and `Serializable` are supertypes of all these classes.
fn is_supertype(class: &str, of: &JavaType) -> bool {
    let simple = class.rsplit('.').next().unwrap_or(class);
    jdk::is_above_boxes(simple) && !jdk::is_number(simple) || jdk::parents(&of.to_string()).contains(&simple)
}

/// Reports whether Java allows this assignment conversion (JLS 5.2).
///
/// `constant` is the assigned expression, if the expression is a literal. An `int` constant is
/// assignable to a narrower type that can hold the constant.
fn is_assignable(context: &Context<'_>, to: &JavaType, from: &JavaType, constant: Option<NodeId>) -> bool {
    let small = |limit: Primitive| {
        let value = constant.and_then(|id| match context.kind(id) {
            Kind::Literal(Literal::Int(digits)) => digits.parse::<i64>().ok(),
            Kind::Literal(Literal::Char(c)) => Some(i64::from(u32::from(*c))),
            _ => None,
        });
        value.is_some_and(|v| match limit {
            Primitive::Byte => (-128..128).contains(&v),
            Primitive::Short => (-32768..32768).contains(&v),
            Primitive::Char => (0..65536).contains(&v),
            _ => false,
        })
    };
    match (to, from) {
        (JavaType::Unknown, _) | (_, JavaType::Unknown) => true,
        (JavaType::Primitive(to), from) => from.unboxed().is_some_and(|from| {
            widens(from, *to) || (matches!(from, Primitive::Int | Primitive::Char | Primitive::Short) && small(*to))
        }),
        (JavaType::Boxed(to), JavaType::Primitive(from)) => from == to || (*from == Primitive::Int && small(*to)),
        (JavaType::Boxed(to), JavaType::Boxed(from)) => to == from,
        (JavaType::Void, _) | (_, JavaType::Void) => false,
        (_, JavaType::Null) => true,
        (JavaType::String, from) => *from == JavaType::String,
        (JavaType::Class { name, .. }, JavaType::Primitive(from)) => is_supertype(name, &JavaType::Boxed(*from)),
        (JavaType::Class { name, .. }, JavaType::Boxed(_) | JavaType::String) => is_supertype(name, from),
        (JavaType::Array(_), from) => matches!(from, JavaType::Array(_)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapper_class_and_a_string_have_the_supertypes_of_the_catalogue() {
        let (int, char) = (JavaType::Boxed(Primitive::Int), JavaType::Boxed(Primitive::Char));
        for name in ["Object", "Comparable", "java.io.Serializable", "java.lang.Number"] {
            assert!(is_supertype(name, &int), "{name}");
        }
        assert!(is_supertype("CharSequence", &JavaType::String) && is_supertype("Comparable", &char));
        assert!(!is_supertype("Number", &char) && !is_supertype("Number", &JavaType::String));
        assert!(!is_supertype("CharSequence", &int) && !is_supertype("List", &int) && !is_supertype("T", &int));
    }
}
