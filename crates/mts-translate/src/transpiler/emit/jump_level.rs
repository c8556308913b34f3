//! A loop of the Python text that jumps can leave; `statements::jumps` writes the jumps.

use mts_lang::java::typed_ast::{Expr, Target};

/// A loop of the Python text.
pub(super) struct JumpLevel {
    /// The Java loop or switch that it represents.
    pub(super) target: Target,
    /// Whether `continue` may target it.
    pub(super) is_loop: bool,
    /// Code before the next iteration that Python's `continue` would skip.
    pub(super) before_next: Vec<Expr>,
    /// The condition at the end of a `do`.
    pub(super) foot: Option<Expr>,
    /// Flags of jumps that leave it for an outer loop: flag, target, and whether it is a `break`.
    pub(super) through: Vec<(String, Target, bool)>,
}

impl JumpLevel {
    pub(super) fn new(target: Target, is_loop: bool) -> Self {
        Self { target, is_loop, before_next: Vec::new(), foot: None, through: Vec::new() }
    }
}
