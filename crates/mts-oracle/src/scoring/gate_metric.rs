//! Chooses the value of a sampled score that the gate compares: the estimate, or the upper end of its interval. The
//! rules are left to `gate`.

use mts_model::GateOn;
use mts_model::Thresholds;
use mts_model::report::Scores;

/// A score, and the value of it that the gate compares.
pub(crate) struct GatedScore {
    /// The score.
    pub score: f64,
    /// The value that is compared with the limit.
    pub compared: f64,
    /// The upper end of the interval, if the gate compares that.
    pub bound: Option<f64>,
}

/// MTS without accepted kills, in the form that `gate.on` sets.
pub(crate) fn gated_score(scores: &Scores, t: &Thresholds) -> Option<GatedScore> {
    let score = scores.mts_open?;
    let bound = scores.sample.as_ref().and_then(|sample| sample.mts_open).map(|interval| interval.high);
    let bound = bound.filter(|_| t.on == GateOn::LowerBound);
    Some(GatedScore { score, compared: bound.map_or(score, |bound| bound.max(score)), bound })
}

/// Whether the gate compares the interval's end, which is wide for a small sample.
pub(crate) fn is_gated_by_bound(head: &Scores, t: &Thresholds) -> bool {
    t.on == GateOn::LowerBound && head.sample.as_ref().is_some_and(|sample| t.min_mutants <= sample.generated)
}
