//! Runs many jobs on pairs of workers.
//!
//! While a pair of workers runs the Python stage of one job, it runs the Java stage of the next
//! job. If the Python stage falls behind, a spare CPython takes jobs too. The results have the
//! order of the jobs.

use crate::job::{PairJob, VerdictSettings};
use crate::mutants::generated_pair::GeneratedPair;
use crate::outcome::PairOutcome;
use crate::reliability::hash_seeds::HashSeedPool;
use crate::scheduler::evidence;
use crate::scheduler::stage_queue::{self, StageSender};
use crate::scheduler::worker_pair::{Cpython, LazyCpython, SharedJvm, SpawnCpython, WorkerPair};
use crate::stages::error::StageError;
use crate::stages::java::java_stage;
use crate::stages::output::JavaStageOutput;
use crate::stages::python::python_stage;
use crate::stages::requirements::ImportChecks;
use mts_model::error::{Error, Result};
use mts_model::nesting::spawn_for_trees;
use mts_model::report::SkipReason;
use mts_model::{Choice, Suite};
use mts_translate::Translator;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The outcome of a job, or the reason why the pair cannot be analysed.
pub type AnalysisResult = std::result::Result<PairOutcome, SkipReason>;

/// Runs all jobs.
///
/// For a job with the inputs of the previous job, `known` may return an existing result, once these
/// inputs are selected. `finish` gets each result as soon as it is ready, in no particular order.
/// It reduces the result to the data that the caller keeps, because an outcome is large.
///
/// # Errors
/// Returns an error if a job ends the run, for example if a runtime does not start.
pub fn run_jobs<T: Send>(
    jobs: Vec<GeneratedPair>,
    workers: &mut [WorkerPair],
    settings: &VerdictSettings,
    known: &(dyn Fn(usize, &PairJob, &Suite) -> Option<T> + Sync),
    finish: &(dyn Fn(usize, AnalysisResult) -> T + Sync),
) -> Result<Vec<T>> {
    let board = Board::new(jobs, workers.len(), settings, known, finish);
    std::thread::scope(|scope| -> Result<()> {
        for pair in workers {
            let WorkerPair { jvm, cpython, spawn_spare, translator } = pair;
            let jvm: Arc<SharedJvm<'_>> = Arc::new(Mutex::new(jvm.as_mut()));
            let (of_python, of_spare) = (Arc::clone(&jvm), Arc::clone(&jvm));
            let (sender, receiver, late) = stage_queue::open();
            let (board, spawn): (_, &SpawnCpython) = (&board, spawn_spare);
            spawn_for_trees(scope, move || board.run_java(&jvm, translator.as_mut(), spawn, &sender))?;
            let python = move || board.run_python(&mut receiver.into_iter(), cpython.as_mut(), spawn, &of_python);
            spawn_for_trees(scope, python)?;
            spawn_for_trees(scope, move || {
                let mut late = late.peekable();
                if late.peek().is_none() {
                    return;
                }
                match spawn(0) {
                    Ok(mut cpython) => board.run_python(&mut late, cpython.as_mut(), spawn, &of_spare),
                    Err(error) => board.fail(error),
                }
            })?;
        }
        Ok(())
    })?;
    board.results()
}

/// The waiting jobs and the results, for all threads.
struct Board<'b, T> {
    settings: &'b VerdictSettings,
    known: &'b (dyn Fn(usize, &PairJob, &Suite) -> Option<T> + Sync),
    finish: &'b (dyn Fn(usize, AnalysisResult) -> T + Sync),
    queue: Vec<Mutex<Option<GeneratedPair>>>,
    /// The groups of jobs that share a suite. The later jobs of a group use the inputs that the
    /// first job selects.
    groups: Vec<Range<usize>>,
    /// The index of the next group.
    next: AtomicUsize,
    results: Vec<Mutex<Option<T>>>,
    /// The first error that ends the run.
    failure: Mutex<Option<Error>>,
    stop: AtomicBool,
}

impl<'b, T: Send> Board<'b, T> {
    fn new(
        jobs: Vec<GeneratedPair>,
        workers: usize,
        settings: &'b VerdictSettings,
        known: &'b (dyn Fn(usize, &PairJob, &Suite) -> Option<T> + Sync),
        finish: &'b (dyn Fn(usize, AnalysisResult) -> T + Sync),
    ) -> Self {
        // The length of a function's text is an estimate for its number of mutants.
        let text = |at: usize| jobs[at].job().pair.java.span.len();
        let groups = smallest_first(groups(&jobs), text, workers);
        Self {
            settings,
            known,
            finish,
            results: jobs.iter().map(|_| Mutex::new(None)).collect(),
            queue: jobs.into_iter().map(|job| Mutex::new(Some(job))).collect(),
            groups,
            next: AtomicUsize::new(0),
            failure: Mutex::new(None),
            stop: AtomicBool::new(false),
        }
    }

    fn fail(&self, error: Error) {
        self.stop.store(true, Ordering::Relaxed);
        if let Ok(mut slot) = self.failure.lock() {
            slot.get_or_insert(error);
        }
    }

    fn store(&self, at: usize, value: T) {
        if let Ok(mut slot) = self.results[at].lock() {
            *slot = Some(value);
        }
    }

    fn finish_job(&self, at: usize, result: AnalysisResult) {
        self.store(at, (self.finish)(at, result));
    }

    /// Records the reason why a stage has no result. Returns false if the error ends the run.
    fn finish_failed(&self, at: usize, error: StageError) -> bool {
        match error {
            StageError::Skipped(reason) => self.finish_job(at, Err(reason)),
            StageError::Fatal(error) => {
                self.fail(error);
                return false;
            }
        }
        true
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Runs the Java stages for one pair of workers, group by group.
    fn run_java(
        &self,
        jvm: &SharedJvm<'_>,
        translator: &mut dyn Translator,
        spawn: &SpawnCpython,
        sender: &StageSender,
    ) {
        let (mut cpython, mut imports) = (LazyCpython::new(spawn), ImportChecks::default());
        while let Some(group) = self.groups.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let mut chosen: Option<Suite> = None;
            for at in group.clone() {
                if self.is_stopped() {
                    return;
                }
                let Some(job) = self.queue[at].lock().ok().and_then(|mut slot| slot.take()) else { return };
                let Some(job) = self.with_chosen(at, job, chosen.as_ref()) else { continue };
                let is_met = match translator.follows_port() {
                    true => imports.check(job.job(), &mut cpython),
                    // Only the translator's own modules run.
                    false => Ok(()),
                };
                let done = is_met.and_then(|()| {
                    let mut held = jvm.lock().map_err(|_| Error::bug("the thread that used the JVM died"))?;
                    java_stage(job, self.settings, translator, &mut **held, &mut cpython)
                });
                match done {
                    Ok(java) => {
                        chosen = Some(java.suite().clone());
                        if !sender.send(at, java) {
                            return;
                        }
                    }
                    Err(error) => {
                        if !self.finish_failed(at, error) {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Returns the job with the selected inputs of its group. `None` if the result is already
    /// known.
    fn with_chosen(&self, at: usize, pair: GeneratedPair, chosen: Option<&Suite>) -> Option<GeneratedPair> {
        if pair.job().suite.choice != Choice::SameAsHead {
            return Some(pair);
        }
        let Some(suite) = chosen else {
            let reason = "no inputs were chosen, because the other revision cannot be run";
            self.finish_job(at, Err(reason.into()));
            return None;
        };
        if let Some(value) = (self.known)(at, pair.job(), suite) {
            self.store(at, value);
            return None;
        }
        Some(pair.with_suite(suite.clone()))
    }

    /// Runs the Python stages of jobs, and gathers the evidence for their findings.
    fn run_python(
        &self,
        jobs: &mut dyn Iterator<Item = (usize, JavaStageOutput)>,
        cpython: &mut Cpython,
        spawn: &SpawnCpython,
        jvm: &SharedJvm<'_>,
    ) {
        let mut hash_seeds = HashSeedPool::new(spawn);
        for (at, java) in jobs.take_while(|_| !self.is_stopped()) {
            let targets = Arc::clone(&java.targets);
            let judged = python_stage(java, self.settings, cpython, &mut hash_seeds);
            let complete = judged.and_then(|outcome| {
                let evidence = evidence::gather(&outcome, &targets, self.settings, jvm, cpython)?;
                Ok(outcome.with_evidence(evidence))
            });
            match complete {
                Ok(outcome) => self.finish_job(at, Ok(outcome)),
                Err(error) => {
                    if !self.finish_failed(at, error) {
                        return;
                    }
                }
            }
        }
    }

    fn results(self) -> Result<Vec<T>> {
        if let Some(error) = self.failure.into_inner().ok().flatten() {
            return Err(error);
        }
        let unanswered = || Error::bug("a pair has no result");
        self.results.into_iter().map(|slot| slot.into_inner().ok().flatten().ok_or_else(unanswered)).collect()
    }
}

/// Returns the groups of jobs that run one after another on the same workers, as index ranges.
fn groups(jobs: &[GeneratedPair]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, job) in jobs.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if job.job().suite.choice == Choice::SameAsHead => group.end = at + 1,
            _ => groups.push(at..at + 1),
        }
    }
    groups
}

/// Moves one small group for each pair of workers to the front.
///
/// The Python stages then start earlier (Johnson's rule for two machines in a row).
fn smallest_first(mut groups: Vec<Range<usize>>, size: impl Fn(usize) -> usize, lead: usize) -> Vec<Range<usize>> {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|nth| groups[*nth].clone().map(&size).sum::<usize>());
    order.truncate(lead);
    order.sort_unstable();
    for (to, from) in order.into_iter().enumerate() {
        groups[to..=from].rotate_right(1);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_group_for_each_lane_goes_first_and_the_others_stay_in_order() {
        let sizes = [9, 8, 1, 1, 7, 3, 6];
        let groups = vec![0..1, 1..2, 2..4, 4..5, 5..6, 6..7];
        let ordered = |lead| smallest_first(groups.clone(), |at| sizes[at], lead);
        assert_eq!(ordered(1), [2..4, 0..1, 1..2, 4..5, 5..6, 6..7]);
        assert_eq!(ordered(2), [2..4, 5..6, 0..1, 1..2, 4..5, 6..7]);
        assert_eq!(ordered(9), groups);
    }
}
