//! A loop of the Python text that jumps can leave. How a jump is written is decided by `statements::jumps`.

use mts_lang::java::typed_ast::{Expr, Target};

/// A loop of the Python text.
pub(super) struct JumpLevel {
    /// The loop or switch of Java that it stands for.
    pub(super) target: Target,
    /// Whether `continue` may mean it.
    pub(super) is_loop: bool,
    /// What runs before the next turn, where Python's `continue` would leave it out.
    pub(super) before_next: Vec<Expr>,
    /// The condition at the foot of a `do`.
    pub(super) foot: Option<Expr>,
    /// Flags of jumps that go through it: the flag, where to, whether it is a `break`.
    pub(super) through: Vec<(String, Target, bool)>,
}

impl JumpLevel {
    pub(super) fn new(target: Target, is_loop: bool) -> Self {
        Self { target, is_loop, before_next: Vec::new(), foot: None, through: Vec::new() }
    }
}
