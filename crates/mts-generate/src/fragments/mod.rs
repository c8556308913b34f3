//! Referentially transparent fragments: code that means the same in any place of a Java function.
//!
//! - [`eligibility`], [`purity`] and [`ineligible_reason`] decide which expressions and statements
//!   are eligible.
//! - [`liveness`] finds the variables that a fragment reads and writes.
//! - [`conditions`] finds the conditions that hold at a fragment.
//! - [`extraction`] writes a fragment as a function of either language.
//! - [`contexts`] chooses states in which a fragment runs.
//! - [`distance`] measures the difference of two translations.
//!
//! These modules handle only text and trees. `mts-engine` runs the fragments, and `mts-oracle`
//! gives the verdicts. The metamorphic relation comes from Purity (He et al. 2020).

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
    /// An expression. Its value is the result.
    Expression,
    /// A sequence of statements. Its live-out variables are the results.
    Block,
    /// Statements up to the end of the function. The function's result is the result.
    Ending,
}

/// An eligible fragment of a Java function.
#[derive(Clone, Debug, PartialEq)]
pub struct Fragment {
    /// Expression, block or ending.
    pub kind: FragmentKind,
    /// The expression, or the statements in order.
    pub nodes: Vec<NodeId>,
    /// The text range in the Java file.
    pub span: Span,
    /// The live-in variables, in order of first read.
    pub free: Vec<ContextVariable>,
    /// The live-out variables: the results of a block.
    pub live_outs: Vec<ContextVariable>,
    /// Indexes in `free` of the objects that the tool also compares. The tool compares the state of these objects after
    /// the fragment ran.
    pub observed: Vec<usize>,
    /// The type of an expression's value.
    ///
    /// For [`FragmentKind::Ending`] the function's return type; for other statements `void`.
    pub ty: JavaType,
    /// True if the function uses the fragment as a condition.
    ///
    /// The port may then return any truthy or falsy value.
    pub is_condition: bool,
    /// Path conditions, as Java expressions.
    pub guards: Vec<String>,
    /// Variables that only the path conditions read.
    pub guard_only: Vec<ContextVariable>,
    /// Assume comments of the function that read only variables of this fragment.
    pub assumptions: Vec<Assumption>,
    /// Number of nodes that the table of divergences between Java and Python lists.
    pub hints: usize,
    /// True if the fragment compares boxed objects by identity.
    ///
    /// A difference of such a fragment is most likely a fault of the Java code.
    pub compares_boxes: bool,
    /// Number of content tokens: identifiers, literals and operators.
    pub tokens: usize,
}

impl Fragment {
    /// Returns the variables of a context: live-in variables, then variables that only path
    /// conditions read.
    pub fn variables(&self) -> impl Iterator<Item = &ContextVariable> {
        self.free.iter().chain(&self.guard_only)
    }
}
