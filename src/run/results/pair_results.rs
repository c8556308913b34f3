//! The result of a pair: the row in the report and the baseline entry.

use super::baseline::BaselineEntry;
use mts_engine::scheduler::AnalysisResult;
use mts_model::report::{PairReport, SkipReason};
use mts_model::{MutantVerdict, ProgressEvent};
use serde::{Deserialize, Serialize};

/// The result of one job.
pub enum JobResult {
    /// The job was measured, or the measurement failed.
    Measured(AnalysisResult),
    /// The result comes from a baseline.
    Known(BaselineEntry),
}

/// The result of one pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairResult {
    /// The row in the report.
    pub row: PairRow,
    /// The entry for the baseline of later runs: a digest of the pair, and its result at the tested revision.
    pub recorded: Option<(String, BaselineEntry)>,
    /// `true` if the result of the base comes from a baseline; `None` without a base.
    pub base_known: Option<bool>,
}

impl JobResult {
    /// Returns the verdicts of the mutants; nothing if the measurement failed.
    #[must_use]
    pub fn verdicts(&self) -> Vec<MutantVerdict> {
        match self {
            Self::Measured(answer) => answer.as_ref().map(|measured| measured.verdicts()).unwrap_or_default(),
            Self::Known(entry) => entry.verdicts.clone(),
        }
    }
}

impl PairResult {
    /// Creates the result of a pair that could not be measured, with the reason.
    #[must_use]
    pub fn skipped(reason: SkipReason, base_known: Option<bool>) -> Self {
        Self { row: PairRow::Skipped(reason), recorded: None, base_known }
    }

    /// Reports whether the pair was measured, or can never be measured. Another run may measure other pairs.
    #[must_use]
    pub fn is_final(&self) -> bool {
        !matches!(self.row, PairRow::Skipped(SkipReason::NotRun(_)))
    }

    /// Returns the progress event of a scored pair, or `None` for a skipped pair.
    #[must_use]
    pub fn progress(&self) -> Option<ProgressEvent> {
        let PairRow::Scored(row) = &self.row else { return None };
        Some(ProgressEvent::PairDone { name: row.name.clone(), killed: row.head.killed, counted: row.head.counted })
    }
}

/// A pair's row in the report.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairRow {
    /// The pair was measured.
    Scored(Box<PairReport>),
    /// The pair could not be measured, with the reason.
    Skipped(SkipReason),
}
