//! Holds a loop of the Python text that jumps can leave. The module `statements::jumps` writes the jumps.

use mts_lang::java::typed_ast::{Expr, Target};

/// A loop of the Python text, with the jumps that leave it.
pub(super) struct JumpLevel {
    /// The Java loop, switch or labelled statement that the Python loop represents.
    pub(super) target: Target,
    /// Whether a Java `continue` may have this loop as its target.
    pub(super) is_loop: bool,
    /// The code that must run before the next iteration, and that Python's `continue` would skip.
    pub(super) before_next: Vec<Expr>,
    /// The condition at the end of a `do` loop. `None` for other loops.
    pub(super) foot: Option<Expr>,
    /// The flags of jumps that leave this loop for an outer loop. Each item has the flag, the target of the jump, and
    /// whether the jump is a `break`.
    pub(super) through: Vec<(String, Target, bool)>,
}

impl JumpLevel {
    pub(super) fn new(target: Target, is_loop: bool) -> Self {
        Self { target, is_loop, before_next: Vec::new(), foot: None, through: Vec::new() }
    }
}
