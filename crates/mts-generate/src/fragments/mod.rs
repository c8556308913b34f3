//! Referentially transparent fragments of a Java function: expressions and statements that mean the same in any place.
//! This module decides which pieces are eligible ([`eligibility`], [`purity`], [`ineligible_reason`]), which variables
//! they read and write ([`liveness`]), and which conditions hold there ([`conditions`]). It writes each fragment as a
//! function of either language ([`extraction`]), chooses states to run it in ([`contexts`]), and measures how far two
//! translations differ ([`distance`]).
//!
//! All of this is text and trees. Running fragments is left to `mts-engine`, verdicts to `mts-oracle`. The relation is
//! Purity's (He et al. 2020).

pub mod conditions;
pub mod contexts;
pub mod distance;
pub mod divergence_hints;
pub mod eligibility;
pub mod extraction;
pub mod free_variables;
pub mod ineligible_reason;
pub mod liveness;
pub mod purity;
#[cfg(test)]
mod tests;

pub use conditions::assumptions::Assumption;
pub use eligibility::{EligibleFragments, LiveOut, eligible_fragments};
pub use ineligible_reason::IneligibleReason;

use mts_model::{JavaType, NodeId, Span};

/// A variable with its static type in Java.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Name in Java.
    pub name: String,
    /// Static type.
    pub ty: JavaType,
}

/// What sort of piece it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FragmentKind {
    /// An expression: its result is its value.
    Expression,
    /// Statements in sequence: their result is what they leave in variables that are used afterwards.
    Block,
    /// Statements up to the end of the function: their result is the function's.
    Ending,
}

/// A piece of a Java function that may stand alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Fragment {
    /// What sort.
    pub kind: FragmentKind,
    /// The expression, or the statements in order.
    pub nodes: Vec<NodeId>,
    /// Its text in the Java file.
    pub span: Span,
    /// What it reads before it writes it, in order of first sight.
    pub free: Vec<Variable>,
    /// What it writes and is used afterwards: results of a block.
    pub live_outs: Vec<Variable>,
    /// Places in `free` of objects whose state afterwards counts too.
    pub observed: Vec<usize>,
    /// Type of its value: an expression's own, the function's for [`FragmentKind::Ending`], else `void`.
    pub ty: JavaType,
    /// Whether it is taken as a condition: the port may have a value that is only taken for true.
    pub is_condition: bool,
    /// Conditions that hold whenever the function reaches it, as Java expressions.
    pub guards: Vec<String>,
    /// What the guards read beside `free`.
    pub guard_only: Vec<Variable>,
    /// Assume comments of the function that read nothing but its variables.
    pub assumptions: Vec<Assumption>,
    /// How many operators and calls in it mean something else in Python when they are copied.
    pub hints: usize,
    /// Whether it compares objects of wrapper classes by identity: a difference is most likely Java's fault.
    pub compares_boxes: bool,
    /// Number of its content tokens.
    pub tokens: usize,
}

impl Fragment {
    /// The variables of a context: what it reads, then what its guards read.
    pub fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.free.iter().chain(&self.guard_only)
    }
}
