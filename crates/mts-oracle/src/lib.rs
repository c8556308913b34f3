//! Compares outcomes, and gives verdicts, scores, findings and the result of the gate.
//!
//! All functions are pure. `mts-engine` runs the code, and the package `cargo-mts` renders the results.

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
pub use scoring::{gate, intervals, scores, share};
pub use verdict::{fragments, variants};
