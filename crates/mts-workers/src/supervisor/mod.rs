//! Supervises one worker and returns an answer for every run request.
//!
//! If a worker hangs or dies, a new worker replaces it and gets the pending run requests. The cause
//! may be the machine or an earlier copy. Therefore the current copy runs once more, alone in
//! a new worker. If this worker is lost too, the copy gets the failure as its outcome. If the
//! worker answers fast run requests in batches, the supervisor first sends the run requests of a
//! lost batch again, and the new worker answers each run request separately.

mod chaos;
mod disk_use;
mod exchange;
mod pending;
pub(crate) mod process;
mod stall;

use crate::protocol::{Delivery, PendingRunRequest};
use crate::sandbox::launcher::SpawnSpec;
use crate::{EarlierPairs, Limits, RunRequest, SourceRepairs, WorkerOptions};
use chaos::Chaos;
use exchange::{BatchFailure, Exchange, UnitFacts};
use mts_model::error::{Error, Result};
use mts_model::{CopyOutcomes, Reason, State};
use pending::PendingRequests;
use process::{Scratch, Worker, WorkerEvent};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

/// The time limit for work of the tool itself: a start or a compilation.
const OWN_WORK: Duration = Duration::from_secs(60);
/// The supervisor gives up after this number of worker deaths before the unit's code runs.
const FRUITLESS: usize = 2;
/// The highest number of changed processes that the supervisor replaces for a pair.
///
/// Then a call that changes its process ends its mutant. Without a limit, a pair whose import is slow keeps the run
/// busy for hours.
const REPLACEMENTS: usize = 256;
/// The number of attempts to start a worker.
///
/// Another process may kill the first worker.
const STARTS: usize = 2;

/// Creates the specification of a new worker from its scratch folders.
pub(crate) type SpecFactory = Box<dyn Fn(&Scratch) -> Result<SpawnSpec> + Send>;

/// The differences between the workers of the two languages.
#[derive(Clone, Copy)]
pub(crate) struct WorkerKind {
    /// The language.
    pub name: &'static str,
    /// Whether the worker compiles a unit before code under test runs.
    pub compiles: bool,
    /// Whether the worker answers fast run requests in batches, unless the request says otherwise.
    pub answers_in_batches: bool,
    /// Whether the worker forks a process for the code of each pair.
    pub forks: bool,
}

/// Executes run requests on a worker, and replaces the worker when it ends.
pub(crate) struct Supervisor {
    kind: WorkerKind,
    launcher: PathBuf,
    limits: Limits,
    make_spec: SpecFactory,
    worker: Option<Worker>,
    sandbox: Vec<String>,
    handshake_done: bool,
    chaos: Chaos,
    /// Whether a worker that forks runs the next request in a new process.
    is_due: bool,
    /// Whether the next request is the first of its pair.
    is_new_pair: bool,
    /// The number of the current pair.
    pair: u64,
    /// The first pair that ran in the current process.
    first_pair: Option<u64>,
    /// Whether the current pair ran in a process in which an earlier pair ran.
    is_shared: bool,
    /// Whether a pair of the current process may have used state that all code shares.
    uses_state: bool,
    /// Whether such a pair ran before the current pair.
    follows_state: bool,
    /// Whether the current process may be changed, so that a later pair needs another process.
    may_pollute: bool,
    /// The number of processes that calls of the current pair changed.
    changed_processes: usize,
    /// The number of compiled units and the number of compiler runs for them.
    compiled: (u64, u64),
    /// The differences between the units of the current pair and their source.
    source_repairs: SourceRepairs,
}

impl Supervisor {
    /// Starts the first worker without waiting for the handshake.
    pub fn start(kind: WorkerKind, options: &WorkerOptions, make_spec: SpecFactory) -> Result<Self> {
        let mut supervisor = Self {
            kind,
            launcher: options.launcher.clone(),
            limits: options.limits.clone(),
            make_spec,
            worker: None,
            sandbox: Vec::new(),
            handshake_done: false,
            chaos: Chaos::from_env(kind.name),
            is_due: true,
            is_new_pair: true,
            pair: 0,
            first_pair: None,
            is_shared: false,
            uses_state: false,
            follows_state: false,
            may_pollute: false,
            changed_processes: 0,
            compiled: (0, 0),
            source_repairs: SourceRepairs::default(),
        };
        supervisor.spawn()?;
        Ok(supervisor)
    }

    /// Returns one line for each sandbox layer. The list is empty before the handshake.
    pub fn sandbox(&self) -> Vec<String> {
        self.sandbox.clone()
    }

    /// Begins another pair. If the worker forks, its next request runs in a new process.
    ///
    /// The function ends the worker if an earlier pair may have changed the process.
    pub fn begin_pair(&mut self) {
        (self.is_due, self.is_new_pair) = (true, true);
        self.pair += 1;
        (self.is_shared, self.follows_state) = (false, self.uses_state);
        self.changed_processes = 0;
        self.source_repairs = SourceRepairs::default();
        if self.may_pollute {
            self.restart();
        }
    }

    /// Ends the worker if a pair ran in it. The next request then gets a new worker.
    pub fn restart(&mut self) {
        if self.first_pair.is_some() {
            self.worker = None;
        }
    }

    /// Returns which earlier pairs ran in the worker of the current pair.
    pub fn earlier_pairs(&self) -> EarlierPairs {
        match (self.is_shared, self.follows_state) {
            (false, _) => EarlierPairs::None,
            (true, false) => EarlierPairs::Stateless,
            (true, true) => EarlierPairs::Stateful,
        }
    }

    /// Returns the number of compiled units and the number of compiler runs for them.
    pub fn compiled(&self) -> (u64, u64) {
        self.compiled
    }

    /// Returns the differences between the units of the current pair and their source.
    pub fn source_repairs(&self) -> SourceRepairs {
        self.source_repairs.clone()
    }

    fn spawn(&mut self) -> Result<()> {
        let scratch = Scratch::new()?;
        let spec = (self.make_spec)(&scratch)?;
        self.handshake_done = false;
        (self.first_pair, self.may_pollute, self.uses_state) = (None, false, false);
        self.worker = Some(Worker::start(&self.launcher, &spec, scratch)?);
        Ok(())
    }

    /// Returns the worker after its handshake. Starts a worker if there is none.
    pub fn ready(&mut self) -> Result<&mut Worker> {
        let mut starts = usize::from(self.worker.is_some());
        loop {
            if self.worker.is_none() {
                starts += 1;
                self.spawn()?;
            }
            let Some(worker) = self.worker.as_mut().filter(|_| !self.handshake_done) else { break };
            match worker.wait_for_event(OWN_WORK, false, false) {
                WorkerEvent::Answer(answer) => {
                    self.handshake_done = answer.hello.is_some();
                    self.sandbox = answer.sandbox.unwrap_or_else(|| std::mem::take(&mut self.sandbox));
                }
                WorkerEvent::Killed(_) if starts < STARTS => self.worker = None,
                WorkerEvent::Silence => {
                    let why = format!("the worker did not answer within {} s", OWN_WORK.as_secs());
                    return Err(self.failed(&why));
                }
                WorkerEvent::Gone(Reason::Exit) => return Err(self.failed("the worker ended during its start")),
                WorkerEvent::Gone(why) | WorkerEvent::Killed(why) => return Err(self.failed(&why.to_string())),
            }
        }
        self.worker.as_mut().ok_or_else(|| Error::bug("the worker is missing after its start"))
    }

    fn failed(&mut self, why: &str) -> Error {
        let complaint = self.worker.take().map(|worker| worker.complaint()).unwrap_or_default();
        let message = format!("cargo mts cannot start the {} worker: {why}\n{complaint}", self.kind.name);
        Error::environment(message.trim_end())
    }

    /// Executes all run requests. `request` creates the request for the pending run requests.
    ///
    /// The second argument of `request` tells how the worker executes the run requests.
    pub fn run(
        &mut self,
        run_requests: &[RunRequest],
        mut request: impl FnMut(&[PendingRunRequest], Delivery) -> Vec<u8>,
    ) -> Result<Vec<CopyOutcomes>> {
        let mut pending = PendingRequests::new(run_requests);
        let mut singly = !self.kind.answers_in_batches;
        let mut fruitless = 0;
        loop {
            pending.drop_lost_requests();
            if !pending.has_requests() {
                break;
            }
            let asked = pending.batch();
            let before = pending.progress();
            let (is_fresh, is_new_pair) = (std::mem::take(&mut self.is_due), std::mem::take(&mut self.is_new_pair));
            let way = Delivery { singly, is_fresh, is_new_pair };
            let Some(failure) = self.batch(&mut pending, &asked, request(&asked, way), is_fresh)? else { continue };
            self.is_due = true;
            match &self.worker {
                // The next process works in the same folder.
                Some(worker) if self.kind.forks && matches!(failure, BatchFailure::Polluted) => worker.tidy(),
                _ => self.worker = None,
            }
            // If the worker answered in batches, the failing run request is unknown.
            let is_known = std::mem::replace(&mut singly, true);
            let has_progress = !is_known || pending.progress() != before;
            match failure {
                BatchFailure::Polluted if has_progress && self.changed_processes < REPLACEMENTS => {
                    self.changed_processes += 1;
                    pending.resume();
                }
                // Code under test may fake this answer in every worker. Therefore the number of
                // attempts is limited.
                BatchFailure::Polluted => {
                    if !pending.restart_first() {
                        let why = match has_progress {
                            true => format!("calls of this pair changed more than {REPLACEMENTS} processes"),
                            false => "the call made the worker unusable and gave no outcome".to_owned(),
                        };
                        pending.blame(State::Incomplete, Reason::WorkerLost(why));
                    }
                }
                BatchFailure::Died { began: false, why, .. } => {
                    fruitless += 1;
                    if fruitless == FRUITLESS {
                        pending.give_up(why);
                    }
                }
                BatchFailure::Died { own: false, .. } if !is_known => pending.resume(),
                BatchFailure::Died { state, why, .. } => {
                    fruitless = 0;
                    if !pending.restart_first() {
                        pending.blame(state, why);
                    }
                }
            }
        }
        if let Some(worker) = &self.worker {
            worker.tidy();
        }
        Ok(pending.answers())
    }

    /// Sends one request and reads the answers. `None` if the worker finished all run requests.
    ///
    /// Every answer must continue the request, so that code under test cannot keep the loop busy.
    fn batch(
        &mut self,
        pending: &mut PendingRequests,
        asked: &[PendingRunRequest],
        request: Vec<u8>,
        is_fresh: bool,
    ) -> Result<Option<BatchFailure>> {
        let forks = self.kind.forks && is_fresh;
        let strike = self.chaos.next();
        self.ready()?;
        self.is_shared |= *self.first_pair.get_or_insert(self.pair) != self.pair;
        let mut exchange = Exchange::new(asked.len(), self.kind.compiles);
        let (watchdog, is_isolated) = (self.limits.watchdog, pending.is_isolated());
        let worker = self.ready()?;
        worker.send(exchange.tag(), request, forks);
        let mut heard = 0;
        let ended = loop {
            if strike == Some(heard) {
                worker.kill();
            }
            heard += 1;
            let wait = if exchange.has_begun() { watchdog } else { OWN_WORK.max(watchdog) };
            let event = worker.wait_for_event(wait, is_isolated, exchange.has_begun());
            // If the worker had ended before the request, no code of this request ran.
            let was_sent = || heard > 1 || worker.was_sent();
            if let ControlFlow::Break(ended) = exchange.take(event, was_sent, worker.may_fork(), pending)? {
                break ended;
            }
        };
        let (done, unit) = exchange.into_results();
        pending.finish(done);
        self.keep(unit);
        if strike.is_some_and(|at| at < heard) && ended.is_none() {
            // `chaos` killed the worker after the worker's last answer. So the next request gets a new worker.
            self.worker = None;
        }
        Ok(ended)
    }

    /// Adds the data about a unit that the worker compiled and ran.
    fn keep(&mut self, unit: UnitFacts) {
        let UnitFacts { rounds, may_pollute, uses_state, source_repairs } = unit;
        self.compiled.0 += u64::from(rounds > 0);
        self.compiled.1 += rounds;
        self.source_repairs.missing_annotations.extend(source_repairs.missing_annotations);
        self.source_repairs.implied_imports.extend(source_repairs.implied_imports);
        self.may_pollute |= may_pollute;
        self.uses_state |= uses_state;
    }
}
