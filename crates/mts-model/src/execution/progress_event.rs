//! Events of a run, for the progress display and for the output folder.

/// One event of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum ProgressEvent {
    /// The plan is ready and has this many measurements.
    Planned {
        /// The number of measurements. A pair with a base counts twice.
        pairs: usize,
    },
    /// The tool measured a pair at one revision, or could not measure it.
    PairDone {
        /// The short name of the pair.
        name: String,
        /// Killed mutants.
        killed: u64,
        /// Counted mutants: killed and survived.
        counted: u64,
    },
}
