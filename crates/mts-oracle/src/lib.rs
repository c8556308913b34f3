//! What two runs mean for each other: equality of values and outcomes, the verdict on a mutant, the
//! scores, the gate and the findings. Pure functions over plain data; who runs the code and who
//! tells a person about it are other rooms' business.

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
