//! Holds a loop of the Python text that jumps can leave. Module `statements::jumps` writes the
//! jumps.

use mts_lang::java::typed_ast::{Expr, Target};

/// A loop of the Python text, with the jumps that leave it.
pub(super) struct JumpLevel {
    /// The Java loop or switch that the Python loop represents.
    pub(super) target: Target,
    /// Whether a `continue` may target the loop.
    pub(super) is_loop: bool,
    /// The code before the next iteration that Python's `continue` would skip.
    pub(super) before_next: Vec<Expr>,
    /// The condition at the end of a `do` loop.
    pub(super) foot: Option<Expr>,
    /// The flags of jumps that leave the loop for an outer loop. Each item has the flag, the
    /// target, and whether the jump is a `break`.
    pub(super) through: Vec<(String, Target, bool)>,
}

impl JumpLevel {
    pub(super) fn new(target: Target, is_loop: bool) -> Self {
        Self { target, is_loop, before_next: Vec::new(), foot: None, through: Vec::new() }
    }
}
