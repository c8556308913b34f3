//! The result of one pair as plain data: verdicts, evidence, adequacy of the suite.
//!
//! `stages` computes the result, and `mts-oracle` applies the gate.

pub(crate) mod adequacy;
pub(crate) mod comparison;
pub(crate) mod mutant_result;
pub(crate) mod pair_outcome;
pub(crate) mod proved_diagnosis;
pub(crate) mod step_clock;
pub(crate) mod variant_result;

pub use adequacy::{Coverage, Hunt, SuiteAdequacy};
pub use mutant_result::MutantResult;
pub use pair_outcome::{Evidence, PairOutcome};
pub use proved_diagnosis::{Proof, ProvedDiagnosis, ProvedFix};
pub use variant_result::{VariantResult, VariantWitness};

pub(crate) use step_clock::StepClock;
