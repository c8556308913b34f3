//! Runs many jobs on worker pairs.
//!
//! While a worker pair runs the Python stage of one job, it runs the Java stage of the next
//! job. If the Python stage falls behind, a spare CPython takes jobs too. Findings that a new JVM does
//! not confirm lead to a second round, in which each job has a JVM of its own. The results have the
//! order of the jobs.

use crate::evidence;
use crate::job::{PairJob, VerdictSettings};
use crate::mutants::generated_pair::GeneratedPair;
use crate::outcome::PairOutcome;
use crate::reliability::confirmation;
use crate::reliability::hash_seeds::HashSeedPool;
use crate::scheduler::job_group::{JobGroup, groups};
use crate::scheduler::jvm_turns::JvmTurns;
use crate::scheduler::stage_queue::{self, StageSender, StagedJob};
use crate::scheduler::worker_pair::{Cpython, LazyCpython, SharedJvm, SpawnCpython, WorkerPair, lock};
use crate::stages::error::StageError;
use crate::stages::java::java_stage;
use crate::stages::python::python_stage;
use crate::stages::requirements::ImportChecks;
use mts_model::error::{Error, Result};
use mts_model::nesting::spawn_for_trees;
use mts_model::report::SkipReason;
use mts_model::{Choice, Suite};
use mts_translate::Translator;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The highest number of pairs whose outcomes one new JVM confirms.
///
/// The start of a JVM costs about a second of processor time, and a waiting outcome costs memory.
const REPEATED_TOGETHER: usize = 16;

/// The outcome of a job, or the reason why the pair cannot be analysed.
pub type AnalysisResult = std::result::Result<Arc<PairOutcome>, SkipReason>;

/// The functions of the caller that give and take results. Each function gets the index of a job.
#[derive(Clone, Copy)]
pub struct ResultSink<'a, T> {
    /// Returns the existing result of a job, if there is one.
    ///
    /// The arguments are the index of the job, the job, and the selected suite of the previous job.
    pub known: &'a (dyn Fn(usize, &PairJob, &Suite) -> Option<T> + Sync),
    /// Gets each outcome that waits for its confirmation. If a new JVM does not repeat the outcome,
    /// the pool drops it.
    pub waiting: &'a (dyn Fn(usize, Weak<PairOutcome>) + Sync),
    /// Gets each result as soon as it is ready, in no particular order. Returns the data that the
    /// caller keeps, because an outcome is large.
    pub finish: &'a (dyn Fn(usize, AnalysisResult) -> T + Sync),
}

/// Runs all jobs.
///
/// # Errors
/// Returns an error if a job ends the run, for example if a runtime does not start.
pub fn run_jobs<T: Send>(
    jobs: Vec<GeneratedPair>,
    workers: &mut [WorkerPair],
    settings: &VerdictSettings,
    sink: ResultSink<'_, T>,
) -> Result<Vec<T>> {
    let shared_results = SharedResults::new(jobs.len(), settings, sink);
    let groups = groups(jobs, workers.len()).into_iter().map(Arc::new).collect();
    shared_results.run(workers, &Round::new(groups, false))?;
    let unrepeated = shared_results.take_unrepeated();
    if !unrepeated.is_empty() {
        shared_results.run(workers, &Round::new(unrepeated, true))?;
    }
    shared_results.results()
}

/// One pass over groups of jobs.
struct Round {
    /// The groups that have not started.
    groups: Mutex<std::vec::IntoIter<Arc<JobGroup>>>,
    /// Whether each job runs in a new JVM of its own.
    is_isolated: bool,
}

impl Round {
    fn new(groups: Vec<Arc<JobGroup>>, is_isolated: bool) -> Self {
        Self { groups: Mutex::new(groups.into_iter()), is_isolated }
    }

    fn next(&self) -> Option<Arc<JobGroup>> {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner).next()
    }
}

/// The selection of inputs by the first job of a group.
#[derive(Default)]
enum Chosen {
    /// No job has selected inputs.
    #[default]
    Nothing,
    /// The selected inputs.
    Inputs(Suite),
    /// The tool cannot analyse the first job, which has this choice of inputs.
    ///
    /// The next job selects its own inputs, to show whether the tool can analyse the base.
    Impossible(Choice),
}

/// An outcome that waits for its confirmation. If a new JVM does not repeat the findings, the group runs again.
struct WaitingJob {
    at: usize,
    group: Arc<JobGroup>,
    outcome: Arc<PairOutcome>,
}

/// The JVM of a worker pair, and the order of the threads that use it.
struct QueuedJvm<'j> {
    jvm: SharedJvm<'j>,
    turns: JvmTurns,
}

/// The results of all jobs, which all threads share.
struct SharedResults<'b, T> {
    settings: &'b VerdictSettings,
    sink: ResultSink<'b, T>,
    /// The groups with findings that a new JVM did not repeat. The key is the index of the first job.
    unrepeated: Mutex<BTreeMap<usize, Arc<JobGroup>>>,
    results: Vec<Mutex<Option<T>>>,
    /// The first error that ends the run.
    failure: Mutex<Option<Error>>,
    stop: AtomicBool,
}

impl<'b, T: Send> SharedResults<'b, T> {
    fn new(jobs: usize, settings: &'b VerdictSettings, sink: ResultSink<'b, T>) -> Self {
        Self {
            settings,
            sink,
            results: (0..jobs).map(|_| Mutex::new(None)).collect(),
            unrepeated: Mutex::new(BTreeMap::new()),
            failure: Mutex::new(None),
            stop: AtomicBool::new(false),
        }
    }

    /// Runs one round on all worker pairs.
    fn run(&self, workers: &mut [WorkerPair], round: &Round) -> Result<()> {
        std::thread::scope(|scope| -> Result<()> {
            for pair in workers {
                let WorkerPair { jvm, cpython, spawn_spare, translator } = pair;
                let jvm = Arc::new(QueuedJvm { jvm: Mutex::new(jvm.as_mut()), turns: JvmTurns::default() });
                let (of_python, of_spare) = (Arc::clone(&jvm), Arc::clone(&jvm));
                let (sender, receiver, late) = stage_queue::open();
                let spawn: &SpawnCpython = spawn_spare;
                spawn_for_trees(scope, move || self.run_java(round, &jvm, translator.as_mut(), spawn, &sender))?;
                let python = move || self.run_python(&mut receiver.into_iter(), cpython.as_mut(), spawn, &of_python);
                spawn_for_trees(scope, python)?;
                spawn_for_trees(scope, move || {
                    let mut late = late.peekable();
                    if late.peek().is_none() {
                        return;
                    }
                    match spawn(0) {
                        Ok(mut cpython) => self.run_python(&mut late, cpython.as_mut(), spawn, &of_spare),
                        Err(error) => self.fail(error),
                    }
                })?;
            }
            Ok(())
        })
    }

    /// Returns the groups with a job whose findings a new JVM does not repeat.
    fn take_unrepeated(&self) -> Vec<Arc<JobGroup>> {
        let mut unrepeated = self.unrepeated.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *unrepeated).into_values().collect()
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
        self.store(at, (self.sink.finish)(at, result));
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

    /// Runs the Java stages for one worker pair, group by group.
    fn run_java(
        &self,
        round: &Round,
        QueuedJvm { jvm, turns }: &QueuedJvm<'_>,
        translator: &mut dyn Translator,
        spawn: &SpawnCpython,
        sender: &StageSender,
    ) {
        let (mut cpython, mut imports) = (LazyCpython::new(spawn), ImportChecks::default());
        while let Some(group) = round.next() {
            let mut chosen = Chosen::default();
            for (at, pair) in (group.first..).zip(&group.jobs) {
                if self.is_stopped() {
                    return;
                }
                let Some(job) = self.with_chosen(at, pair.job(), &chosen) else { continue };
                let choice = job.suite.choice;
                let is_met = match translator.follows_port() {
                    true => imports.check(&job, &mut cpython),
                    // Only the translator's own modules run.
                    false => Ok(()),
                };
                let done = is_met.and_then(|()| {
                    turns.wait_for_reruns();
                    let mut held = lock(jvm)?;
                    if round.is_isolated {
                        held.restart();
                    }
                    java_stage(job, pair, self.settings, translator, &mut **held, &mut cpython)
                });
                match done {
                    Ok(java) => {
                        chosen = Chosen::Inputs(java.suite().clone());
                        if !sender.send(StagedJob { at, group: Arc::clone(&group), java }) {
                            return;
                        }
                    }
                    Err(error) => {
                        if matches!(error, StageError::Skipped(SkipReason::Unmeasurable(_))) {
                            chosen = Chosen::Impossible(choice);
                        }
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
    fn with_chosen(&self, at: usize, job: &PairJob, chosen: &Chosen) -> Option<PairJob> {
        let choice = job.suite.choice;
        let suite = match chosen {
            _ if !choice.follows_head() => return Some(job.clone()),
            Chosen::Impossible(choice) => {
                let suite = Suite { choice: *choice, ..job.suite.clone() };
                return Some(job.clone().with_suite(suite));
            }
            Chosen::Inputs(suite) if choice == Choice::SameAsHead => suite,
            Chosen::Inputs(_) | Chosen::Nothing => {
                job.sampling.skip();
                let reason =
                    "cargo mts has no inputs for the base, because the head ran on other inputs or did not run";
                self.finish_job(at, Err(reason.into()));
                return None;
            }
        };
        if let Some(value) = (self.sink.known)(at, job, suite) {
            self.store(at, value);
            return None;
        }
        Some(job.clone().with_suite(suite.clone()))
    }

    /// Runs the Python stages of jobs, gathers the evidence for their findings, and confirms them.
    fn run_python(
        &self,
        jobs: &mut dyn Iterator<Item = StagedJob>,
        cpython: &mut Cpython,
        spawn: &SpawnCpython,
        QueuedJvm { jvm, turns }: &QueuedJvm<'_>,
    ) {
        let mut hash_seeds = HashSeedPool::new(spawn);
        let mut waiting: Vec<WaitingJob> = Vec::new();
        for StagedJob { at, group, java } in jobs.take_while(|_| !self.is_stopped()) {
            let (targets, earlier_pairs) = (Arc::clone(&java.targets), java.earlier_pairs);
            let judged = python_stage(java, self.settings, cpython, &mut hash_seeds);
            let complete = judged.and_then(|outcome| {
                let _turn = outcome.job.is_shown.then(|| turns.begin_reruns());
                let evidence = evidence::gather(&outcome, &targets, self.settings, jvm, cpython)?;
                Ok(Arc::new(outcome.with_evidence(evidence)))
            });
            match complete {
                Ok(outcome) if confirmation::is_due(&outcome, earlier_pairs) => {
                    (self.sink.waiting)(at, Arc::downgrade(&outcome));
                    waiting.push(WaitingJob { at, group, outcome });
                }
                Ok(outcome) => self.finish_job(at, Ok(outcome)),
                Err(error) => {
                    if !self.finish_failed(at, error) {
                        return;
                    }
                }
            }
            if waiting.len() == REPEATED_TOGETHER {
                let _turn = turns.begin_reruns();
                if !self.confirm(&mut waiting, jvm) {
                    return;
                }
            }
        }
        self.confirm(&mut waiting, jvm);
    }

    /// Confirms Java's outcomes of pairs in one new JVM, and finishes the repeated pairs. Returns false
    /// if an error ends the run.
    ///
    /// The pairs run in reverse order. An earlier pair of the round may have changed the JVM for a
    /// later pair. In reverse order, the earlier pair runs after the later one.
    fn confirm(&self, waiting: &mut Vec<WaitingJob>, jvm: &SharedJvm<'_>) -> bool {
        if waiting.is_empty() || self.is_stopped() {
            return true;
        }
        let repeated = lock(jvm).and_then(|mut jvm| {
            jvm.restart();
            for WaitingJob { at, group, outcome } in waiting.drain(..).rev() {
                jvm.begin_pair();
                if confirmation::is_repeated(&outcome, self.settings, &mut **jvm)? {
                    self.finish_job(at, Ok(outcome));
                } else {
                    self.unrepeated.lock().unwrap_or_else(PoisonError::into_inner).insert(group.first, group);
                }
            }
            Ok(())
        });
        repeated.map_err(|error| self.fail(error)).is_ok()
    }

    fn results(self) -> Result<Vec<T>> {
        if let Some(error) = self.failure.into_inner().ok().flatten() {
            return Err(error);
        }
        let unanswered = || Error::bug("a pair has no result");
        self.results.into_iter().map(|slot| slot.into_inner().ok().flatten().ok_or_else(unanswered)).collect()
    }
}
