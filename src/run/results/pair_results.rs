//! What a pair of the plan came to: its row of the report and its entry in the baseline.

use super::baseline::BaselineEntry;
use mts_engine::scheduler::AnalysisResult;
use mts_model::ProgressEvent;
use mts_model::report::PairReport;
use serde::{Deserialize, Serialize};

/// What a job came to.
pub enum JobResult {
    /// It was measured, or could not be.
    Measured(Box<AnalysisResult>),
    /// A baseline had it.
    Known(BaselineEntry),
}

/// What a pair came to.
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

impl PairResult {
    /// What listeners are told of it.
    #[must_use]
    pub fn done(&self) -> Option<ProgressEvent> {
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
    Skipped(String),
}
