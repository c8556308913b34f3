//! Owns the settings that bear on verdicts. Resolving them from configuration and flags is left to the package above.

use mts_generate::fragments::LiveOut;
use mts_generate::mutation::MutationOptions;
use mts_model::Transformation;
use mts_oracle::{Budgets, Rules};

/// Ticks an unmutated function may take on one input, where its run is not scored.
pub(crate) const ORIGINAL_BUDGET: u64 = Budgets::ORIGINAL;

/// The settings that bear on verdicts.
#[derive(Clone, Debug)]
pub struct VerdictSettings {
    /// Equality and the treatment of exceptions.
    pub rules: Rules,
    /// Which mutants are generated.
    pub mutation: MutationOptions,
    /// How long a mutant may run.
    pub budgets: Budgets,
    /// Whether the fragments of the pairs that are shown run in isolation too.
    pub fragments: bool,
    /// Which variables that a fragment leaves behind are compared.
    pub outs: LiveOut,
    /// Which metamorphic transformations of the pairs that are shown run beside the mutants.
    pub variants: TransformationConfig,
}

/// Which metamorphic transformations are applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransformationConfig {
    /// Their kinds; empty for no transformation at all.
    pub transformations: Vec<Transformation>,
    /// How many of each kind.
    pub per_transformation: usize,
    /// The seed of every draw.
    pub seed: u64,
}

impl TransformationConfig {
    /// No transformation.
    pub const NONE: Self = Self { transformations: Vec::new(), per_transformation: 0, seed: 0 };
}
