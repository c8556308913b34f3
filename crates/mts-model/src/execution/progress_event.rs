//! Events of a run, for progress display and the output folder. No result depends on a consumer.

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
