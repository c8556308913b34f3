//! Gives verdicts on originals, mutants, fragments and variants. Scores and findings are left to `scoring` and
//! `findings`.

pub mod fragments;
mod oracle;
pub mod variants;

pub(crate) use oracle::outcome_at;
pub use oracle::{CounterpartResult, MutantAssessment, Oracle, OriginalsComparison};
