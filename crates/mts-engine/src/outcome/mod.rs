//! Owns the result of one pair as plain data: verdicts, evidence, figures about the suite. Computing it is left to
//! `stages`; what it means for a merge is left to `mts-oracle`.

pub(crate) mod adequacy;
pub(crate) mod comparison;
pub(crate) mod mutant_result;
pub(crate) mod pair_outcome;
pub(crate) mod variant_result;

pub use adequacy::{Coverage, SuiteAdequacy};
pub use mutant_result::MutantResult;
pub use pair_outcome::{Evidence, PairOutcome};
pub use variant_result::{VariantResult, VariantWitness};
