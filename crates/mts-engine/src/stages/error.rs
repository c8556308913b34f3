//! The two ways in which a stage ends without a result.

use mts_model::error::Error;
use mts_model::report::SkipReason;

/// The reason why a stage has no result.
pub(crate) enum StageError {
    /// The run skips the pair for this reason, and goes on.
    Skipped(SkipReason),
    /// The run ends.
    Fatal(Error),
}

/// The result of a stage, or of one step of it.
pub(crate) type StageResult<T> = Result<T, StageError>;

impl From<String> for StageError {
    fn from(reason: String) -> Self {
        Self::Skipped(reason.into())
    }
}

impl From<Error> for StageError {
    fn from(error: Error) -> Self {
        Self::Fatal(error)
    }
}
