//! The ranges of variables, and the narrower ranges that conditions give them.

use super::interval::Interval;
use mts_lang::java::typed_ast::{Stmt, StmtKind};
use mts_model::BinaryOp;

/// The range of each variable, by the index of the variable.
pub(super) type VariableRanges = Vec<Interval>;

/// Joins the ranges of two paths through the code. `None` means an unreachable path.
pub(super) fn joined(a: Option<VariableRanges>, b: Option<VariableRanges>) -> Option<VariableRanges> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.into_iter().zip(b).map(|(x, y)| x.join(y)).collect()),
        (a, b) => a.or(b),
    }
}

/// Reports whether a statement declares the variable, also as the variable of a for-each loop.
pub(super) fn declares(statement: &Stmt, variable: usize) -> bool {
    match &statement.kind {
        StmtKind::Declare { variable: at, .. } | StmtKind::ForEach { variable: at, .. } => *at == variable,
        _ => false,
    }
}

/// Returns the part of `value` for which `value op other` may be true.
///
/// If this part is empty, the result is `value`.
pub(super) fn bounded(value: Interval, op: BinaryOp, other: Interval) -> Interval {
    let far = Interval::new(i128::MIN / 4, i128::MAX / 4);
    value.intersection(match op {
        BinaryOp::Lt => Interval { high: other.high - 1, ..far },
        BinaryOp::Le => Interval { high: other.high, ..far },
        BinaryOp::Gt => Interval { low: other.low + 1, ..far },
        BinaryOp::Ge => Interval { low: other.low, ..far },
        BinaryOp::Eq => other,
        BinaryOp::Ne if other.low == other.high && value.low == other.low => Interval { low: other.low + 1, ..far },
        BinaryOp::Ne if other.low == other.high && value.high == other.low => Interval { high: other.low - 1, ..far },
        _ => far,
    })
}

/// Returns the comparison that is true if this comparison is false.
pub(super) fn opposite(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        other => other,
    }
}

/// Returns the comparison with the same meaning for swapped operands.
pub(super) fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}
