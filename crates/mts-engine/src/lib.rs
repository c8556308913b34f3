//! Measures pairs, from the two functions to verdicts, with many workers in parallel.
//!
//! The package `cargo-mts` selects the pairs and applies the gate to the verdicts.

mod budget;
mod evidence;
pub mod fragments;
mod job;
mod mutants;
mod outcome;
pub mod properties;
mod reliability;
pub mod scheduler;
mod selection;
mod stages;

pub use budget::cost_cap::affordable_mutants;
pub use budget::sampling::{GeneratedCounts, Sampling, SamplingIdentity};
pub use budget::time_budget::{PairCost, TimeBudget};
pub use job::{PairJob, Program, ProgramFunction, TestCase, TransformationConfig, VerdictSettings, signature};
pub use mutants::generated_pair::GeneratedPair;
pub use mutants::mutation_targets::{FoundMutant, FunctionMutant, MutationTargets};
pub use outcome::{
    Coverage, Evidence, Hunt, MutantResult, PairOutcome, Proof, ProvedDiagnosis, ProvedFix, SuiteAdequacy,
    VariantResult, VariantWitness,
};
