//! Chooses the value that the gate compares for a sampled score.
//!
//! The value is the estimate, or the upper end of its interval. Module `gate` has the rules.

use mts_model::GateOn;
use mts_model::Thresholds;
use mts_model::report::Scores;

/// A score, and the value that the gate compares for it.
pub(crate) struct GatedScore {
    /// The score.
    pub score: f64,
    /// The value that the gate compares with the limit.
    pub compared: f64,
    /// The upper end of the interval, if the gate compares it.
    pub bound: Option<f64>,
}

/// Returns MTS without accepted kills, with the value that the setting `gate.on` selects.
pub(crate) fn gated_score(scores: &Scores, t: &Thresholds) -> Option<GatedScore> {
    let score = scores.mts_open?;
    let bound = scores.sample.as_ref().and_then(|sample| sample.mts_open).map(|interval| interval.high);
    let bound = bound.filter(|_| t.on == GateOn::LowerBound);
    Some(GatedScore { score, compared: bound.map_or(score, |bound| bound.max(score)), bound })
}

/// Reports whether the gate compares the upper end of the interval of a pair.
///
/// The pair must have a sample, and at least `min-mutants` generated mutants. The sample itself may have fewer mutants,
/// because the interval of a small sample is wide.
pub(crate) fn is_gated_by_bound(head: &Scores, t: &Thresholds) -> bool {
    t.on == GateOn::LowerBound && head.sample.as_ref().is_some_and(|sample| t.min_mutants <= sample.generated)
}
