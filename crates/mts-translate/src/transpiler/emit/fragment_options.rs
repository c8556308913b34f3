//! The options of the translation of a fragment.

use mts_lang::java::typed_ast::{Expr, ExprKind};
use mts_model::Span;
use std::collections::BTreeSet;

/// The operations and indexes without Java's checks in a translation, by range in the file.
///
/// The port's code around the translation has no such checks either.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UncheckedOps {
    /// The operations without wraps, each with the position of its operator.
    ///
    /// In a changed file, another operation may have the same range. The position of the operator distinguishes the two
    /// operations.
    pub operations: BTreeSet<(Span, usize)>,
    /// The indexes and array lengths without a check for negative numbers.
    pub indexes: BTreeSet<Span>,
}

impl UncheckedOps {
    /// Reports whether the translation of this operation has no wraps.
    pub(super) fn has(&self, e: &Expr) -> bool {
        let is_its = |operator: usize| match &e.kind {
            // For `x++`, the operator is not between the operands.
            ExprKind::Binary(_, a, b) if a.span.end <= b.span.start => {
                a.span.end <= operator && operator < b.span.start
            }
            _ => true,
        };
        self.operations.range((e.span, 0)..=(e.span, usize::MAX)).any(|(_, operator)| is_its(*operator))
    }
}

/// How a translation writes Java's integer arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IntegerStyle {
    /// With calls of support functions.
    #[default]
    Helpers,
    /// Without support functions where a short expression exists.
    Inline,
    /// Like [`Self::Inline`], but integers do not overflow.
    Unbounded,
}
