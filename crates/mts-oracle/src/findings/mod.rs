//! Builds findings from verdicts on originals, mutants, fragments, variants and properties. This module creates the ids
//! and the causes of the findings, and sorts them. The package `cargo-mts` renders the findings.

mod disagreement;
mod finding;
mod fragments;
mod mutants;
mod originals;
mod properties;
mod reproduction;
mod variants;
mod witness;

pub use disagreement::{DisagreementKey, disagreement_key, inputs_by_disagreement, is_extreme};
pub use finding::{FindingContext, finding_id, ranked};
pub use fragments::{FragmentEvidence, fragment_finding};
pub use mutants::{KillEvidence, drift_finding, mutant_finding};
pub use originals::{inputs_by_original_finding, original_finding_id, original_findings};
pub use properties::property_finding;
pub use reproduction::Reproduction;
pub use variants::{VariantEvidence, variant_finding};
pub use witness::Witness;

#[cfg(test)]
mod tests;
