//! What two runs mean for each other: equality of values and outcomes, the verdict on a mutant, the
//! scores, the gate and the findings. Pure functions over plain data; who runs the code and who
//! tells a person about it are other rooms' business.

mod assumed;
mod bound;
pub mod budgets;
pub mod compare;
pub mod describe;
pub mod exceptions;
pub mod findings;
pub mod fragment_findings;
pub mod fragments;
pub mod gate;
pub mod intervals;
mod kept;
mod kinds;
mod matching;
mod names;
mod nulls;
mod numbers;
pub mod outcomes;
mod place;
pub mod programs;
pub mod property_findings;
mod return_conventions;
pub mod scores;
pub mod standing;
mod texts;
pub mod variants;
pub mod verdict;

pub use budgets::Budgets;
pub use compare::{Equality, Rules, compare_values};
pub use exceptions::ExceptionTable;
pub use kinds::keeps_order;
pub use outcomes::{Comparison, Part, compare_outcomes};
pub use standing::Standing;
