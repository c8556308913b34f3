//! Computes shares of counts.

/// Returns `hits / of`; `None` if `of` is 0.
#[must_use]
pub fn share(hits: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| hits as f64 / of as f64)
}
