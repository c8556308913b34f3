//! Verdicts: on the originals and each mutant, on fragments, and on variants that should behave like their original.
//! What becomes of them in scores and findings is decided elsewhere.

pub mod fragments;
mod oracle;
pub mod variants;

pub(crate) use oracle::outcome_at;
pub use oracle::{CounterpartResult, MutantAssessment, Oracle, OriginalsComparison};
