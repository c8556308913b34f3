//! The options of the translation of a fragment.

use mts_lang::java::typed_ast::{Expr, ExprKind};
use mts_model::Span;
use std::collections::BTreeSet;

/// The operations and indexes without checks in the translation, by range in the file.
///
/// The surrounding code does not check these operations and indexes either.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UncheckedOps {
    /// The operations without wraps, each with the position of its operator.
    ///
    /// The position is necessary, because the range may contain another operation after a nearby
    /// change.
    pub operations: BTreeSet<(Span, usize)>,
    /// The indexes and array lengths without a check for negative numbers.
    pub indexes: BTreeSet<Span>,
}

impl UncheckedOps {
    /// Reports whether this operation is unchecked.
    pub(super) fn has(&self, e: &Expr) -> bool {
        let is_its = |operator: usize| match &e.kind {
            // In `x++`, there is no operator between the operands.
            ExprKind::Binary(_, a, b) if a.span.end <= b.span.start => {
                a.span.end <= operator && operator < b.span.start
            }
            _ => true,
        };
        self.operations.range((e.span, 0)..=(e.span, usize::MAX)).any(|(_, operator)| is_its(*operator))
    }
}

/// The form of Java's integer arithmetic in a translation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IntegerStyle {
    /// With helpers.
    #[default]
    Helpers,
    /// Without helpers where a short expression exists.
    Inline,
    /// Like [`Self::Inline`], but without overflow.
    Unbounded,
}
