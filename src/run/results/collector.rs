//! Collects what the jobs of each pair came to, and settles a pair as soon as its last job is done: a measurement is
//! large, and is not kept beyond that.

use super::pair_results::{JobResult, PairResult, PairRow};

use crate::run::context::RunContext;
use crate::run::jobs::Jobs;
use crate::run::options::Options;
use crate::run::plan::Plan;
use crate::run::results::baseline::{self, BaselineEntry};
use crate::run::results::build_report;
use mts_engine::PairOutcome;
use mts_model::error::{Error, Result};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The pairs of a plan on their way.
pub struct ResultCollector<'a> {
    context: &'a RunContext<'a>,
    plan: &'a Plan,
    jobs: &'a Jobs,
    options: &'a Options,
    /// The pair of each job.
    pair_of: Vec<usize>,
    places: Mutex<Vec<Place>>,
}

/// A pair's place.
#[derive(Default)]
struct Place {
    head: Option<JobResult>,
    base: Option<JobResult>,
    settled: Option<PairResult>,
}

impl<'a> ResultCollector<'a> {
    /// Nothing is settled but what cannot be run.
    #[must_use]
    pub fn new(context: &'a RunContext<'a>, plan: &'a Plan, jobs: &'a Jobs, options: &'a Options) -> Self {
        let mut pair_of = vec![0; jobs.ready.len()];
        let mut places = Vec::with_capacity(jobs.head.len());
        for (pair, (head, base)) in jobs.head.iter().zip(&jobs.base).enumerate() {
            for job in head.iter().chain(base) {
                pair_of[*job] = pair;
            }
            let left_out = |reason: &String| PairResult {
                row: PairRow::Skipped(reason.clone()),
                recorded: None,
                base_known: None,
            };
            places.push(Place { settled: head.as_ref().err().map(left_out), ..Place::default() });
        }
        Self { context, plan, jobs, options, pair_of, places: Mutex::new(places) }
    }

    /// Takes what an earlier run had of a pair.
    pub fn take(&self, pair: usize, settled: PairResult) {
        if let Some(place) = self.lock().get_mut(pair) {
            place.settled = Some(settled);
        }
    }

    /// A pair is measured in spite of what was taken.
    pub fn reopen(&self, pair: usize) {
        if let Some(place) = self.lock().get_mut(pair) {
            place.settled = None;
        }
    }

    /// The jobs that are still to be done.
    #[must_use]
    pub fn todo(&self) -> Vec<usize> {
        let places = self.lock();
        (0..self.pair_of.len()).filter(|job| places[self.pair_of[*job]].settled.is_none()).collect()
    }

    /// Puts down what a job came to; answers with its pair once that is settled.
    pub fn add(&self, job: usize, answered: JobResult) -> Option<(usize, PairResult)> {
        let pair = self.pair_of[job];
        let mut places = self.lock();
        let place = places.get_mut(pair)?;
        let is_head = self.jobs.head[pair].as_ref().is_ok_and(|head| *head == job);
        *(if is_head { &mut place.head } else { &mut place.base }) = Some(answered);
        if place.head.is_none() || self.jobs.base[pair].is_some() && place.base.is_none() {
            return None;
        }
        let (head, base) = (place.head.take()?, place.base.take());
        drop(places);
        let settled = self.settle(pair, &head, base.as_ref());
        self.take(pair, settled.clone());
        Some((pair, settled))
    }

    fn settle(&self, pair: usize, head: &JobResult, base: Option<&JobResult>) -> PairResult {
        let base_known = base.map(|base| matches!(base, JobResult::Known(_)));
        let base = base.and_then(|base| match base {
            JobResult::Measured(answer) => (**answer).as_ref().ok().map(BaselineEntry::of),
            JobResult::Known(recorded) => Some(recorded.clone()),
        });
        let head: std::result::Result<&PairOutcome, String> = match head {
            JobResult::Measured(answer) => (**answer).as_ref().map_err(Clone::clone),
            // What is tested is measured: a baseline is asked for bases alone.
            JobResult::Known(_) => Err("it was not measured".to_owned()),
        };
        match head {
            Ok(head) => {
                let row = build_report::pair(self.context, &self.plan.pairs[pair], head, base.as_ref(), self.options);
                PairResult { row: PairRow::Scored(Box::new(row)), recorded: baseline::entry(head), base_known }
            }
            Err(reason) => PairResult { row: PairRow::Skipped(reason), recorded: None, base_known },
        }
    }

    /// What all pairs came to, in the order of the plan.
    ///
    /// # Errors
    /// A bug error when a pair is not settled.
    pub fn all(self) -> Result<Vec<PairResult>> {
        let places = self.places.into_inner().unwrap_or_else(PoisonError::into_inner);
        let unsettled = || Error::bug("a pair was left without a row");
        places.into_iter().map(|place| place.settled.ok_or_else(unsettled)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Place>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
