//! What happens during a run, told as it happens. A run emits events, progress and the
//! output folder consume them; no result depends on who listens.

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum ProgressEvent {
    /// This many pairs will be measured; a pair with a base counts twice.
    Planned {
        /// Number of measurements.
        pairs: usize,
    },
    /// A pair was measured at one revision, or could not be.
    PairDone {
        /// Its short name.
        name: String,
        /// Killed mutants.
        killed: u64,
        /// Denominator.
        counted: u64,
    },
}
