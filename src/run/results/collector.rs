//! Collects the results of the jobs, and builds the rows of the pairs.
//!
//! An outcome is large, so the collector drops the outcome after it builds the row.

use super::pair_results::{FinishedPair, JobResult, PairResult, PairRow};
use crate::run::context::RunContext;
use crate::run::jobs::pair_jobs::{Jobs, PlannedJobs};
use crate::run::options::Options;
use crate::run::plan::PlannedPair;
use crate::run::results::baseline::{self, BaselineEntry};
use crate::run::results::pair_report;
use mts_engine::{GeneratedPair, PairOutcome};
use mts_model::error::{Error, Result};
use mts_model::report::{NotRun, SkipReason};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The collector of the results of a plan's pairs.
pub struct ResultCollector<'a> {
    context: &'a RunContext<'a>,
    options: &'a Options,
    pairs: Mutex<Vec<PendingPair>>,
}

/// The results of one pair so far.
struct PendingPair {
    planned: Arc<PlannedPair>,
    has_base: bool,
    head: Option<JobResult>,
    base: Option<JobResult>,
    /// The outcome of the head, while the run confirms its findings in a new JVM.
    waiting: Weak<PairOutcome>,
    result: Option<PairResult>,
}

/// The id of a job of a plan.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct JobId {
    /// The index of the pair in the plan.
    pub pair: usize,
    /// `true` if the job runs the base.
    pub is_base: bool,
}

impl<'a> ResultCollector<'a> {
    /// Creates a collector. A pair without a job at both revisions gets its result at once.
    #[must_use]
    pub fn new(context: &'a RunContext<'a>, jobs: &Jobs, options: &'a Options) -> Self {
        let pending = |pair: &PlannedJobs| {
            let failed = pair.jobs.as_ref().err();
            let result = failed.filter(|_| pair.base().is_none());
            PendingPair {
                planned: Arc::clone(&pair.planned),
                has_base: pair.base().is_some(),
                head: failed.map(|why| JobResult::Measured(Err(why.clone()))),
                base: None,
                waiting: Weak::new(),
                result: result.map(|why| PairResult::skipped(why.clone(), false, None)),
            }
        };
        Self { context, options, pairs: Mutex::new(jobs.pairs.iter().map(pending).collect()) }
    }

    /// Stores the result of a pair, for example from an interrupted run.
    pub fn take(&self, pair: usize, result: PairResult) {
        if let Some(pending) = self.lock().get_mut(pair) {
            pending.result = Some(result);
        }
    }

    /// Returns the jobs of the pairs without a result, with their ids.
    ///
    /// The time budget of the pairs with a result goes to these jobs.
    #[must_use]
    pub fn todo(&self, jobs: Jobs) -> (Vec<JobId>, Vec<GeneratedPair>) {
        let pairs = self.lock();
        let (known, open): (Vec<_>, Vec<_>) =
            jobs.pairs.into_iter().enumerate().partition(|(at, _)| pairs[*at].result.is_some());
        known.iter().flat_map(|(_, pair)| pair.iter()).for_each(|(_, job)| job.job().sampling.skip());
        let jobs = open.into_iter().flat_map(|(pair, jobs)| {
            let id = |is_base| JobId { pair, is_base };
            let [head, base] = jobs.into_jobs();
            head.map(|job| (id(false), job)).into_iter().chain(base.map(|job| (id(true), job)))
        });
        jobs.unzip()
    }

    /// Reports whether every pair has a result after the addition of these results.
    #[must_use]
    pub fn is_complete_with(&self, finished: &BTreeMap<usize, PairResult>) -> bool {
        self.lock().iter().enumerate().all(|(at, pair)| pair.result.is_some() || finished.contains_key(&at))
    }

    /// Returns the name of the pair of a job, as in the report. Both revisions have this name.
    #[must_use]
    pub fn name_of(&self, id: JobId) -> String {
        self.lock()[id.pair].planned.name.clone()
    }

    /// Stores the outcome of a pair whose findings the run still has to confirm.
    pub fn add_waiting(&self, id: JobId, outcome: Weak<PairOutcome>) {
        if let Some(pending) = self.lock().get_mut(id.pair).filter(|_| !id.is_base) {
            pending.waiting = outcome;
        }
    }

    /// Adds the result of a job.
    ///
    /// Returns the result of the pair if the pair is complete.
    pub fn add(&self, id: JobId, result: JobResult) -> Option<PairResult> {
        let mut pairs = self.lock();
        let pending = pairs.get_mut(id.pair)?;
        *(if id.is_base { &mut pending.base } else { &mut pending.head }) = Some(result);
        if pending.head.is_none() || pending.has_base && pending.base.is_none() {
            return None;
        }
        let (head, base) = (pending.head.take()?, pending.base.take());
        let planned = Arc::clone(&pending.planned);
        drop(pairs);
        let result = self.pair_result(&planned, &head, base.as_ref());
        self.take(id.pair, result.clone());
        Some(result)
    }

    fn pair_result(&self, planned: &PlannedPair, head: &JobResult, base: Option<&JobResult>) -> PairResult {
        let times = (head.times(), base.map(JobResult::times).unwrap_or_default());
        let has_result = |base: &&JobResult| !matches!(base, JobResult::Measured(Err(_)));
        let base_known = base.filter(has_result).map(|base| matches!(base, JobResult::Known(_)));
        let base = base.and_then(|base| match base {
            JobResult::Measured(answer) => answer.as_ref().ok().map(|base| BaselineEntry::from_outcome(base)),
            JobResult::Known(entry) => Some(entry.clone()),
        });
        let head: std::result::Result<&PairOutcome, SkipReason> = match head {
            JobResult::Measured(answer) => answer.as_deref().map_err(Clone::clone),
            // A baseline contains only results of the base. The run always measures the tested
            // revision.
            JobResult::Known(_) => Err("cargo mts did not measure the pair".into()),
        };
        match head {
            Ok(head) => {
                let is_base_equal = self.context.is_base_equal && planned.base.is_some();
                let base = base.or_else(|| is_base_equal.then(|| BaselineEntry::from_outcome(head)));
                let row = pair_report::pair(self.context, planned, head, base.as_ref(), self.options);
                PairResult { row: PairRow::Scored(Box::new(row)), recorded: baseline::entry(head), base_known, times }
            }
            Err(reason) => {
                let was_comparable = matches!(reason, SkipReason::Unmeasurable(_))
                    && base.is_some_and(|base| self.was_comparable(planned, &base));
                PairResult::skipped(reason, was_comparable, base_known)
            }
        }
    }

    /// Reports whether the tool could compare the pair at the base.
    ///
    /// Returns `false` also if the functions are perhaps not a pair.
    fn was_comparable(&self, planned: &PlannedPair, base: &BaselineEntry) -> bool {
        let pair = planned.base.as_ref().unwrap_or(&planned.head);
        base.has_inputs() && !pair_report::may_be_no_pair(pair, &base.scores(&self.context.accepted.ids))
    }

    /// Returns all pairs with their results, in the order of the plan.
    ///
    /// # Errors
    /// Returns an internal error if a pair has no result.
    pub fn all(&self) -> Result<Vec<FinishedPair>> {
        let finished = |pair: &PendingPair| {
            let result = pair.result.clone().ok_or_else(|| Error::bug("a pair has no result"))?;
            Ok(FinishedPair { planned: Arc::clone(&pair.planned), result })
        };
        self.lock().iter().map(finished).collect()
    }

    /// Returns the results so far, and a note on the pairs that await a confirmation.
    ///
    /// A pair without a result counts as not run.
    #[must_use]
    pub fn so_far(&self) -> (Vec<FinishedPair>, Option<String>) {
        let not_run = || PairResult::skipped(SkipReason::NotRun(NotRun::Interrupted), false, None);
        let mut unrepeated = 0;
        let mut result = |pending: &PendingPair| {
            if let Some(result) = &pending.result {
                return result.clone();
            }
            let head = pending.waiting.upgrade().filter(|_| pending.has_base == pending.base.is_some());
            let Some(head) = head else { return not_run() };
            unrepeated += 1;
            self.pair_result(&pending.planned, &JobResult::Measured(Ok(head)), pending.base.as_ref())
        };
        let finished = |pair: &PendingPair| FinishedPair { planned: Arc::clone(&pair.planned), result: result(pair) };
        let results = self.lock().iter().map(finished).collect();
        let pairs = if unrepeated == 1 { "1 pair".to_owned() } else { format!("{unrepeated} pairs") };
        let note = || format!("the run ended before it repeated the findings of {pairs} in a new JVM to confirm them");
        (results, (unrepeated > 0).then(note))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<PendingPair>> {
        self.pairs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
