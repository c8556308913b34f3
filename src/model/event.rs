//! What happens during a run, told as it happens. The pipeline emits events, progress and the
//! output folder consume them; no result depends on who listens.

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// This many pairs will be analysed.
    Planned {
        /// Number of pairs.
        pairs: usize,
    },
    /// Work on a pair began.
    PairStarted {
        /// Its short name.
        name: String,
        /// Number of its mutants, at this revision.
        mutants: usize,
    },
    /// So many more mutants have a verdict.
    Judged {
        /// How many.
        mutants: usize,
    },
    /// A pair is done.
    PairDone {
        /// Its short name.
        name: String,
        /// Killed and counted at the head revision.
        killed: u64,
        /// Denominator.
        counted: u64,
    },
    /// Something a person should know now.
    Note(String),
}
