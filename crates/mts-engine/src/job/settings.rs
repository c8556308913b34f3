//! The settings that affect verdicts.
//!
//! The package `cargo-mts` reads these settings from configuration and flags.

use mts_generate::fragments::LiveOut;
use mts_generate::mutation::MutationOptions;
use mts_model::Transformation;
use mts_oracle::{Budgets, Rules};
use serde::Serialize;

/// The default tick budget of an original function on one input.
///
/// Reruns, recordings and the checks of splices use this budget, and not the budget in the settings.
pub(crate) const ORIGINAL_BUDGET: u64 = Budgets::ORIGINAL;

/// The settings that affect verdicts.
#[derive(Clone, Debug, Serialize)]
pub struct VerdictSettings {
    /// The rules for equality and for exceptions.
    pub rules: Rules,
    /// The selection of mutants that the engine generates.
    pub mutation: MutationOptions,
    /// The rules for the budgets of mutants.
    pub budgets: Budgets,
    /// The highest number of calls of each original in a pair's hunt. Zero means no hunt.
    pub hunt: usize,
    /// Whether the engine also examines the fragments of pairs that the report shows.
    pub fragments: bool,
    /// The mode that selects the live-out variables to compare.
    pub outs: LiveOut,
    /// The metamorphic transformations that run beside the mutants of pairs that the report shows.
    pub variants: TransformationConfig,
}

/// The selection of metamorphic transformations that the engine applies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TransformationConfig {
    /// The kinds of transformations. Empty means no transformations.
    pub transformations: Vec<Transformation>,
    /// The number of variants of each kind.
    pub per_transformation: usize,
    /// The seed of every draw.
    pub seed: u64,
}

impl TransformationConfig {
    /// The configuration without transformations.
    pub const NONE: Self = Self { transformations: Vec::new(), per_transformation: 0, seed: 0 };
}
