//! Computes shares of counts.

/// The tolerance for rounding. A score whose distance to a threshold is smaller equals the threshold.
pub(super) const EPSILON: f64 = 1e-9;

/// Returns `hits / of`; `None` if `of` is 0.
#[must_use]
pub fn share(hits: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| hits as f64 / of as f64)
}
