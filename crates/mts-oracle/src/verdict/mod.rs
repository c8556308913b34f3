//! Gives verdicts on originals, mutants, fragments and variants. Modules `scoring` and `findings`
//! use the verdicts.

mod consistency;
mod domain;
pub mod fragments;
mod oracle;
pub mod variants;

pub use domain::{is_outside, is_unhandled};
pub use oracle::{CounterpartResult, MutantAssessment, Oracle, OriginalsComparison, compare_original};
pub(crate) use oracle::{kill_reason, outcome_at};
