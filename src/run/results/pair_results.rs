//! The result of a pair of the plan: its row of the report and its entry in the baseline.

use super::baseline::BaselineEntry;
use mts_engine::PairOutcome;
use mts_engine::scheduler::AnalysisResult;
use mts_model::report::{PairReport, SkipReason};
use mts_model::{MutantVerdict, ProgressEvent};
use serde::{Deserialize, Serialize};

/// The result of one job.
pub enum JobResult {
    /// It was measured, or could not be.
    Measured(Box<AnalysisResult>),
    /// A baseline had it.
    Known(BaselineEntry),
}

/// The result of one pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairResult {
    /// Its row.
    pub row: PairRow,
    /// Its result at the tested revision for later runs, by its digest.
    pub recorded: Option<(String, BaselineEntry)>,
    /// Whether a baseline had its base, where it has one.
    pub base_known: Option<bool>,
}

impl JobResult {
    /// The verdicts on its mutants; none where it could not be measured.
    #[must_use]
    pub fn verdicts(&self) -> Vec<MutantVerdict> {
        match self {
            Self::Measured(answer) => (**answer).as_ref().map(PairOutcome::verdicts).unwrap_or_default(),
            Self::Known(entry) => entry.verdicts.clone(),
        }
    }
}

impl PairResult {
    /// A pair that could not be measured, for this reason.
    #[must_use]
    pub fn skipped(reason: SkipReason, base_known: Option<bool>) -> Self {
        Self { row: PairRow::Skipped(reason), recorded: None, base_known }
    }

    /// The progress event of a pair that has its row.
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
    /// It was measured.
    Scored(Box<PairReport>),
    /// It could not be, for this reason.
    Skipped(SkipReason),
}
