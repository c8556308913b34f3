//! The reason why a pair has no job.

use mts_model::error::Error;

/// The reason why a pair has no job.
pub(crate) enum JobError {
    /// The run skips the pair, for this reason.
    Skipped(String),
    /// A suite file does not fit its function, so the run must stop.
    Fatal(Error),
}

impl From<String> for JobError {
    fn from(reason: String) -> Self {
        Self::Skipped(reason)
    }
}
