//! What the gate asks of a score that a sample estimates: the estimate, or the end of its interval that stands against
//! merging. The rules themselves are `gate`'s.

use super::thresholds::Thresholds;
use mts_model::GateOn;
use mts_model::report::Scores;

/// A score and what the gate asks of it.
pub(crate) struct GatedScore {
    /// The score.
    pub score: f64,
    /// What is compared with the limit.
    pub compared: f64,
    /// The bound, where that is what is asked.
    pub bound: Option<f64>,
}

/// MTS without accepted kills, as `gate.on` asks for it.
pub(crate) fn gated_score(scores: &Scores, t: &Thresholds) -> Option<GatedScore> {
    let score = scores.mts_open?;
    let bound = scores.sample.as_ref().and_then(|sample| sample.mts_open).map(|interval| interval.high);
    let bound = bound.filter(|_| t.on == GateOn::LowerBound);
    Some(GatedScore { score, compared: bound.map_or(score, |bound| bound.max(score)), bound })
}

/// Whether a sample is judged by its bound: that says itself how little it knows, however small it is.
pub(crate) fn is_gated_by_bound(head: &Scores, t: &Thresholds) -> bool {
    t.on == GateOn::LowerBound && head.sample.as_ref().is_some_and(|sample| t.min_mutants <= sample.generated)
}
