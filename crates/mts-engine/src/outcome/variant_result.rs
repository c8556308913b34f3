//! The result of one metamorphic transformation: its verdict with the evidence.

use mts_generate::metamorphic::PairedEdit;
use mts_model::{Language, Outcome, Transformation, VariantVerdict};
use mts_oracle::OutcomeComponent;

/// A variant of a pair with its verdict.
#[derive(Clone, Debug)]
pub struct VariantResult {
    /// The transformation.
    pub transformation: Transformation,
    /// The verdict.
    pub verdict: VariantVerdict,
    /// The reason of the verdict, as a text for people.
    pub why: String,
    /// The edits of both sides. `None` if the transformation has no counterpart in the port.
    pub paired: Option<PairedEdit>,
    /// The outcomes that show the verdict.
    pub witness: Option<VariantWitness>,
}

/// The outcomes that show a variant's verdict.
#[derive(Clone, Debug)]
pub struct VariantWitness {
    /// The index of the input.
    pub input: usize,
    /// The component in which the outcomes differ.
    pub component: OutcomeComponent,
    /// The side whose variant differs from its original.
    pub side: Language,
    /// The outcome of this side before the transformation.
    pub first: Outcome,
    /// The outcome of this side after the transformation.
    pub second: Outcome,
}
