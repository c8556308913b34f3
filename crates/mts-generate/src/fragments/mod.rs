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
pub struct ContextVariable {
    /// Name in Java.
    pub name: String,
    /// Static type.
    pub ty: JavaType,
}

/// The kind of a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FragmentKind {
    /// An expression; the result is its value.
    Expression,
    /// A run of statements; the results are its live-out variables.
    Block,
    /// Statements up to the end of the function; the result is the function's.
    Ending,
}

/// An eligible fragment of a Java function.
#[derive(Clone, Debug, PartialEq)]
pub struct Fragment {
    /// Expression, block or ending.
    pub kind: FragmentKind,
    /// The expression, or the statements in order.
    pub nodes: Vec<NodeId>,
    /// Its text in the Java file.
    pub span: Span,
    /// Its live-in variables, in order of first read.
    pub free: Vec<ContextVariable>,
    /// Its live-out variables: the results of a block.
    pub live_outs: Vec<ContextVariable>,
    /// Indexes in `free` of objects whose state after the fragment is compared too.
    pub observed: Vec<usize>,
    /// Type of the value of an expression; the function's return type for [`FragmentKind::Ending`]; else `void`.
    pub ty: JavaType,
    /// Whether it is used as a condition: the port may then return any truthy or falsy value.
    pub is_condition: bool,
    /// Path conditions, as Java expressions.
    pub guards: Vec<String>,
    /// Variables that only the path conditions read.
    pub guard_only: Vec<ContextVariable>,
    /// Assume comments of the function that read only variables of this fragment.
    pub assumptions: Vec<Assumption>,
    /// Number of operators and calls that mean something else in Python when copied.
    pub hints: usize,
    /// Whether it compares boxed objects by identity: a difference is then most likely a fault of the Java code.
    pub compares_boxes: bool,
    /// Number of its content tokens.
    pub tokens: usize,
}

impl Fragment {
    /// The variables of a context: live-in variables, then those that only the path conditions read.
    pub fn variables(&self) -> impl Iterator<Item = &ContextVariable> {
        self.free.iter().chain(&self.guard_only)
    }
}
