//! Owns the result of one metamorphic transformation: its verdict with the evidence for it.

use mts_generate::metamorphic::PairedEdit;
use mts_model::{Language, Outcome, Transformation, VariantVerdict};
use mts_oracle::OutcomeComponent;

/// A transformed pair with its verdict.
#[derive(Clone, Debug)]
pub struct VariantResult {
    /// The transformation.
    pub transformation: Transformation,
    /// The verdict.
    pub verdict: VariantVerdict,
    /// The reason, for people.
    pub why: String,
    /// The edits of both sides; `None` where the port could not be changed.
    pub paired: Option<PairedEdit>,
    /// The outcomes that show the verdict.
    pub witness: Option<VariantWitness>,
}

/// The outcomes that show a variant's verdict.
#[derive(Clone, Debug)]
pub struct VariantWitness {
    /// Index of the input.
    pub input: usize,
    /// The part in which the outcomes differ.
    pub component: OutcomeComponent,
    /// The side that differs from its original.
    pub side: Language,
    /// That side's outcome before the change.
    pub first: Outcome,
    /// That side's outcome after the change.
    pub second: Outcome,
}
