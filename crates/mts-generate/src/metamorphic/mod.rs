//! Metamorphic variants of a function: the seven transformations of Eniser et al. 2024.
//!
//! The paper is "Automatically Testing Functional Properties of Code Translation Models". The
//! transformations are typed changes of either language. [`draw`] chooses a change at random,
//! [`edits`] writes a change as text, and [`merge()`] joins two Java functions into one function.
//! The engine runs the variants. The module `mutation` makes the mutants.

mod change;
mod draw;
pub mod merge;
mod merged_port;
mod names;
mod paired;
mod parsed_function;
mod removal;
mod writing;

#[cfg(test)]
mod paired_tests;
#[cfg(test)]
mod tests;

pub use change::{ConstantCondition, NeutralStatement, VariantChange};
pub use draw::draw;
pub use merge::{MergedMethod, merge};
pub use paired::{MutatingEdit, NotApplicable, PairContext, PairedEdit, draw_paired, mutated};
pub use parsed_function::ParsedFunction;
pub use writing::edits;

pub use mts_model::Transformation;
