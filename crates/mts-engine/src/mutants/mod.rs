//! The mutants of one pair: their origin, their counterparts in the port, and their results.
//!
//! `mts_generate::mutation` has the operators; `mts_translate` translates mutants.

pub(crate) mod closure_rebinding;
pub(crate) mod generated_mutant;
pub(crate) mod generated_pair;
pub(crate) mod java_mutant;
pub(crate) mod metamorphic;
pub(crate) mod mutant_outcome;
pub(crate) mod mutation_targets;
pub(crate) mod python_copies;
pub(crate) mod splice_checks;
