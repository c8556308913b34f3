//! Shares of counts.

/// `hits / of`, or nothing over nothing.
#[must_use]
pub fn share(hits: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| hits as f64 / of as f64)
}
