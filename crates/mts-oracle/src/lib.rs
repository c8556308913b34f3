//! Owns the oracle and its results.
//!
//! The crate owns equality of values and outcomes, verdicts, scores, the gate and the findings. All
//! functions are pure. `mts-engine` runs the code, and the package above renders the results.

pub mod budgets;
pub mod display;
pub mod equality;
pub mod findings;
pub mod outcomes;
pub mod scoring;
pub mod verdict;

pub use budgets::Budgets;
pub use equality::{Equality, ExceptionTable, Rules, compare_values, keeps_order};
pub use findings::Reproduction;
pub use outcomes::{Comparison, OutcomeComponent, compare_outcomes, programs};
pub use scoring::{gate, intervals, scores};
pub use verdict::{fragments, variants};
