//! The result of a pair: the row in the report and the baseline entry.

use super::baseline::BaselineEntry;
use crate::run::plan::PlannedPair;
use mts_engine::scheduler::AnalysisResult;
use mts_model::report::{PairReport, PairTimings, SkipReason, StepTimes};
use mts_model::{Finding, MutantVerdict, ProgressEvent, PropertyCounts};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The result of one job.
pub enum JobResult {
    /// The run measured the job, or the measurement failed.
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
    /// The entry for the baseline of later runs. The entry has a digest of the pair, and the pair's result at the
    /// tested revision.
    pub recorded: Option<(String, BaselineEntry)>,
    /// `true` if the result of the base comes from a baseline. `None` without a result of the base.
    pub base_known: Option<bool>,
    /// The wall seconds of each step at the tested revision and at the base. The checkpoint does
    /// not store the times.
    #[serde(skip)]
    pub times: (StepTimes, StepTimes),
}

impl JobResult {
    /// Returns the wall seconds of each step.
    ///
    /// The result is empty if the run did not measure the job.
    #[must_use]
    pub fn times(&self) -> StepTimes {
        match self {
            Self::Measured(Ok(outcome)) => outcome.times.clone(),
            Self::Measured(Err(_)) | Self::Known(_) => StepTimes::new(),
        }
    }

    /// Returns the verdicts of the mutants; empty if the measurement failed.
    #[must_use]
    pub fn verdicts(&self) -> Vec<MutantVerdict> {
        match self {
            Self::Measured(answer) => answer.as_ref().map(|measured| measured.verdicts()).unwrap_or_default(),
            Self::Known(entry) => entry.verdicts.clone(),
        }
    }
}

impl PairResult {
    /// Creates the result of a pair that the tool could not measure, with the reason.
    ///
    /// `was_comparable` tells whether the tool could measure the pair at the base.
    #[must_use]
    pub fn skipped(reason: SkipReason, was_comparable: bool, base_known: Option<bool>) -> Self {
        let row = PairRow::Skipped { reason, was_comparable };
        Self { row, recorded: None, base_known, times: Default::default() }
    }

    /// Returns the times of a measured pair.
    #[must_use]
    pub fn timings(&self) -> Option<PairTimings> {
        let (PairRow::Scored(row), (head, base)) = (&self.row, &self.times) else { return None };
        (!head.is_empty()).then(|| PairTimings { name: row.name.clone(), head: head.clone(), base: base.clone() })
    }

    /// Reports whether the run measured the pair, or no run can measure the pair.
    ///
    /// For other pairs, another run may give a result.
    #[must_use]
    pub fn is_final(&self) -> bool {
        !matches!(self.row, PairRow::Skipped { reason: SkipReason::NotRun(_), .. })
    }

    /// Returns the progress event of a scored pair, or `None` for a skipped pair.
    #[must_use]
    pub fn progress(&self) -> Option<ProgressEvent> {
        let PairRow::Scored(row) = &self.row else { return None };
        Some(ProgressEvent::PairDone { name: row.name.clone(), killed: row.head.killed, counted: row.head.counted })
    }
}

/// The checks of the declared properties on one pair.
#[derive(Clone, Debug, Default)]
pub struct PropertyChecks {
    /// A finding for each property that the pair does not keep.
    pub findings: Vec<Finding>,
    /// The notes on properties without a result.
    pub notes: Vec<String>,
    /// The numbers of properties with each result. `None` if the run did not check the pair.
    pub counts: Option<PropertyCounts>,
}

/// The result of the search for a better translation of one pair.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The translation, if it agrees with Java on all inputs of the pair.
    pub translation: Option<String>,
    /// The note about the search.
    pub note: String,
}

impl Suggestion {
    /// Creates the result of a search without a translation to suggest.
    #[must_use]
    pub fn none(note: String) -> Self {
        Self { translation: None, note }
    }
}

/// A pair of the plan with its result.
#[derive(Clone)]
pub struct FinishedPair {
    /// The pair.
    pub planned: Arc<PlannedPair>,
    /// The result of the pair.
    pub result: PairResult,
}

/// A finished pair with the results of the steps that come after all pairs.
#[derive(Clone)]
pub struct CompletedPair {
    /// The pair and its result.
    pub finished: FinishedPair,
    /// The checks of the declared properties. `None` if the run was interrupted before the checks.
    pub checks: Option<PropertyChecks>,
    /// The search for a better translation. `None` if the tool did not search for this pair.
    pub suggestion: Option<Suggestion>,
}

impl From<FinishedPair> for CompletedPair {
    fn from(finished: FinishedPair) -> Self {
        Self { finished, checks: None, suggestion: None }
    }
}

/// A pair's row in the report.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairRow {
    /// The run measured the pair.
    Scored(Box<PairReport>),
    /// The run did not measure the pair.
    Skipped {
        /// The reason.
        reason: SkipReason,
        /// Whether the tool could measure the pair at the base.
        was_comparable: bool,
    },
}
