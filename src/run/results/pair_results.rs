//! What a pair of the plan came to: its row of the report and its entry in the baseline.

use super::baseline::Recorded;
use mts_engine::scheduler::AnalysisResult;
use mts_model::ProgressEvent;
use mts_model::report::PairReport;
use serde::{Deserialize, Serialize};

/// What a job came to.
pub enum Answered {
    /// It was measured, or could not be.
    Measured(Box<AnalysisResult>),
    /// A baseline had it.
    Known(Recorded),
}

/// What a pair came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// Its row.
    pub row: Row,
    /// Its result at the tested revision for later runs, by its digest.
    pub recorded: Option<(String, Recorded)>,
    /// Whether a baseline had its base, where it has one.
    pub base_known: Option<bool>,
}

impl Settled {
    /// What listeners are told of it.
    #[must_use]
    pub fn done(&self) -> Option<ProgressEvent> {
        let Row::Scored(row) = &self.row else { return None };
        Some(ProgressEvent::PairDone { name: row.name.clone(), killed: row.head.killed, counted: row.head.counted })
    }
}

/// A pair's row in the report.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Row {
    /// It was measured.
    Scored(Box<PairReport>),
    /// It could not be, for this reason.
    LeftOut(String),
}
