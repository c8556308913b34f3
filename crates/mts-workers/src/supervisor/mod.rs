//! Supervises one worker and returns an answer for every order.
//!
//! If a worker hangs or dies, a new worker replaces it and gets the pending orders. The cause may
//! be the machine or an earlier variant. So the current variant runs once more, alone in a new
//! worker, before the loss counts against it. If the worker answers fast orders in batches, the
//! orders of a lost batch are first sent again one by one.

mod chaos;
pub(crate) mod process;
mod stall;

use crate::protocol::{self, PendingOrder, Tag};
use crate::sandbox::launcher::SpawnSpec;
use crate::{Limits, RunRequest, WorkerOptions};
use chaos::Chaos;
use mts_model::error::{Error, Result};
use mts_model::{Outcome, Reason, State, VariantOutcomes};
use process::{Scratch, Worker, WorkerEvent};
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

/// The time limit for work of the tool itself: a start or a compilation.
const OWN_WORK: Duration = Duration::from_secs(60);
/// The highest number of slow or fatal inputs of one order.
///
/// After these, the other inputs of the order do not run.
const PATIENCE: usize = 2;
/// The number of times that a unit may kill the worker before its code runs.
const FRUITLESS: usize = 2;
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
    /// Whether the worker answers fast orders in batches, unless the request says otherwise.
    pub answers_in_batches: bool,
}

/// Runs orders on a worker, and replaces the worker when it ends.
pub(crate) struct Supervisor {
    kind: WorkerKind,
    launcher: PathBuf,
    limits: Limits,
    make_spec: SpecFactory,
    worker: Option<Worker>,
    sandbox: Vec<String>,
    handshake_done: bool,
    chaos: Chaos,
    /// The number of compiled units and the number of compiler runs for them.
    compiled: (u64, u64),
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
            compiled: (0, 0),
        };
        supervisor.spawn()?;
        Ok(supervisor)
    }

    /// Returns the sandbox layers in force.
    pub fn sandbox(&self) -> Vec<String> {
        self.sandbox.clone()
    }

    /// Returns the number of compiled units and the number of compiler runs for them.
    pub fn compiled(&self) -> (u64, u64) {
        self.compiled
    }

    fn spawn(&mut self) -> Result<()> {
        let scratch = Scratch::new()?;
        let spec = (self.make_spec)(&scratch)?;
        self.handshake_done = false;
        self.worker = Some(Worker::start(&self.launcher, &spec, scratch)?);
        Ok(())
    }

    /// Returns the worker after its handshake.
    pub fn ready(&mut self) -> Result<&mut Worker> {
        let mut starts = usize::from(self.worker.is_some());
        loop {
            if self.worker.is_none() {
                starts += 1;
                self.spawn()?;
            }
            let Some(worker) = self.worker.as_mut().filter(|_| !self.handshake_done) else { break };
            match worker.hear(OWN_WORK, false, false) {
                WorkerEvent::Answer(answer) => {
                    self.handshake_done = answer.hello.is_some();
                    self.sandbox = answer.sandbox.unwrap_or_else(|| std::mem::take(&mut self.sandbox));
                }
                WorkerEvent::Killed(_) if starts < STARTS => self.worker = None,
                WorkerEvent::Silence => return Err(self.failed("it did not answer")),
                WorkerEvent::Gone(why) | WorkerEvent::Killed(why) => return Err(self.failed(&why.to_string())),
            }
        }
        self.worker.as_mut().ok_or_else(|| Error::bug("no worker after its start"))
    }

    fn failed(&mut self, why: &str) -> Error {
        let complaint = self.worker.take().map(|worker| worker.complaint()).unwrap_or_default();
        Error::environment(format!("the {} worker cannot be started: {why}\n{complaint}", self.kind.name))
    }

    /// Runs all orders. `request` creates the request for the pending orders.
    ///
    /// The flag of `request` says whether the worker must answer the orders one by one.
    pub fn run(
        &mut self,
        orders: &[RunRequest],
        request: impl Fn(&[PendingOrder], bool) -> Vec<u8>,
    ) -> Result<Vec<VariantOutcomes>> {
        let mut pending = PendingRequests::new(orders);
        let mut singly = !self.kind.answers_in_batches;
        let mut fruitless = 0;
        while pending.has_work() {
            let asked = pending.batch();
            let before = pending.progress();
            let Some(failure) = self.batch(&mut pending, &asked, request(&asked, singly))? else { continue };
            self.worker = None;
            // In a batch, the failing order is unknown.
            let is_known = std::mem::replace(&mut singly, true);
            match failure {
                BatchFailure::Polluted if !is_known || pending.progress() != before => pending.resume(),
                // Code under test may fake this answer in every worker, so that the number of
                // attempts is limited.
                BatchFailure::Polluted => {
                    if !pending.once_more() {
                        let why = Reason::WorkerLost("it left its worker without an answer".to_owned());
                        pending.blame(State::Incomplete, why);
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
                    if !pending.once_more() {
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

    /// Sends one request and reads its answers. `None` if all orders are finished.
    fn batch(
        &mut self,
        pending: &mut PendingRequests,
        asked: &[PendingOrder],
        request: Vec<u8>,
    ) -> Result<Option<BatchFailure>> {
        let (compiles, watchdog, alone) = (self.kind.compiles, self.limits.watchdog, pending.is_alone());
        let strike = self.chaos.next();
        let worker = self.ready()?;
        let tag = Tag::random();
        let mut began = !compiles;
        let (mut done, mut heard, mut rounds) = (0, 0, 0);
        worker.send(tag, request);
        let off = |state, why, began| Some(BatchFailure::Died { state, why, began, own: false });
        let forged = || Reason::WorkerLost(FORGED.to_owned());
        let ended = loop {
            if strike == Some(heard) {
                worker.kill();
            }
            heard += 1;
            let wait = if began { watchdog } else { OWN_WORK.max(watchdog) };
            let answer = match worker.hear(wait, alone, began) {
                WorkerEvent::Answer(answer) if answer.tag == tag => answer,
                WorkerEvent::Answer(_) => break off(State::Incomplete, forged(), began),
                WorkerEvent::Silence => break off(State::Timeout, Reason::Watchdog, began),
                WorkerEvent::Gone(why) | WorkerEvent::Killed(why) => {
                    // If the worker had ended before the request, no code of this request ran.
                    let began = began && (heard > 1 || worker.was_sent());
                    break off(State::Incomplete, why, began);
                }
            };
            began |= answer.compiled.is_some();
            rounds += answer.compiled.unwrap_or(0);
            if let Some(order) = answer.order {
                if order != done || done == asked.len() {
                    break off(State::Incomplete, forged(), began);
                }
                let outcomes: Vec<Outcome> =
                    answer.outcome.into_iter().chain(answer.outcomes).map(Outcome::from).collect();
                if outcomes.iter().any(|outcome| outcome.reason == Reason::Watchdog)
                    && pending.may_be_tried_again(order)
                {
                    break Some(BatchFailure::Died { state: State::Timeout, why: Reason::Watchdog, began, own: true });
                }
                if outcomes.len() > pending.room(order) {
                    break off(State::Incomplete, forged(), began);
                }
                outcomes.into_iter().for_each(|outcome| pending.take(order, outcome));
                done += usize::from(answer.last);
            }
            if answer.polluted.is_some() {
                break Some(BatchFailure::Polluted);
            }
            if answer.done.is_some() {
                let whole = done == asked.len();
                break if whole { None } else { off(State::Incomplete, forged(), began) };
            }
        };
        pending.finish(done);
        self.compiled.0 += u64::from(rounds > 0);
        self.compiled.1 += rounds;
        if strike.is_some_and(|at| at < heard) && ended.is_none() {
            // The hook killed the worker after its last answer. The next request gets a new worker.
            self.worker = None;
        }
        Ok(ended)
    }
}

/// The reason for an answer that the worker cannot have sent.
const FORGED: &str = "an answer that is not the worker's";

/// The reason why a batch ended early.
enum BatchFailure {
    /// The worker stops, because code under test left state in the worker.
    Polluted,
    /// The worker hung, died or sent a wrong answer.
    Died {
        /// The state for the current order.
        state: State,
        why: Reason,
        /// Whether code under test had started to run.
        began: bool,
        /// Whether the worker itself named the order.
        own: bool,
    },
}

/// The pending orders, and the outcomes of all orders.
struct PendingRequests {
    answers: Vec<VariantOutcomes>,
    /// The pending orders, each with its index in `answers`.
    orders: VecDeque<(usize, RunRequest)>,
    /// For each order, the number of outcomes in this batch.
    taken: Vec<usize>,
    /// For each order, the number of hangs, deaths and used-up budgets.
    strikes: Vec<usize>,
    /// The orders that run alone after a hang or a death.
    again: Vec<bool>,
    /// Whether the first order runs alone now.
    alone: bool,
    /// The number of confirmed hangs and deaths of each variant, in all its orders.
    losses: BTreeMap<u32, usize>,
}

impl PendingRequests {
    fn new(orders: &[RunRequest]) -> Self {
        let empty = |order: &RunRequest| VariantOutcomes { variant: order.variant, outcomes: Vec::new() };
        Self {
            answers: orders.iter().map(empty).collect(),
            orders: orders.iter().cloned().enumerate().collect(),
            taken: vec![0; orders.len()],
            strikes: vec![0; orders.len()],
            again: vec![false; orders.len()],
            alone: false,
            losses: BTreeMap::new(),
        }
    }

    /// Reports whether an order is pending. It drops the orders of variants that have killed their
    /// workers.
    fn has_work(&mut self) -> bool {
        let (losses, answers) = (&self.losses, &mut self.answers);
        self.orders.retain(|(place, order)| {
            let is_lost = losses.get(&order.variant).is_some_and(|lost| *lost >= PATIENCE);
            if is_lost {
                answers[*place].outcomes.extend(unrun(order.inputs.len()));
            }
            !is_lost
        });
        !self.orders.is_empty()
    }

    /// Returns the next orders to send.
    fn batch(&self) -> Vec<PendingOrder> {
        let ask = |(place, order): &(usize, RunRequest)| PendingOrder {
            order: order.clone(),
            patience: PATIENCE.saturating_sub(self.strikes[*place]),
        };
        self.orders.iter().take(if self.alone { 1 } else { usize::MAX }).map(ask).collect()
    }

    /// Returns a measure of progress, which grows with every answer.
    fn progress(&self) -> (usize, usize) {
        (self.answers.iter().map(|answer| answer.outcomes.len()).sum(), self.answers.len() - self.orders.len())
    }

    fn is_alone(&self) -> bool {
        self.alone
    }

    /// Reports whether an order of the batch may run a second time.
    fn may_be_tried_again(&self, order: usize) -> bool {
        self.orders.get(order).is_some_and(|(place, _)| !self.again[*place])
    }

    /// Lets the first order run again, alone, from its next input. Returns `false` if it already
    /// ran again.
    fn once_more(&mut self) -> bool {
        if !self.may_be_tried_again(0) {
            return false;
        }
        self.resume();
        if let Some((place, _)) = self.orders.front() {
            self.again[*place] = true;
        }
        self.alone = true;
        true
    }

    /// Removes the answered inputs from the first order.
    fn resume(&mut self) {
        if let Some((place, order)) = self.orders.front_mut() {
            let answered = std::mem::take(&mut self.taken[*place]).min(order.inputs.len());
            order.inputs.drain(..answered);
        }
    }

    /// Returns the number of further outcomes that an order of the batch may have.
    ///
    /// It is at least one, for an import failure without inputs.
    fn room(&self, order: usize) -> usize {
        let room = |(place, order): &(usize, RunRequest)| order.inputs.len().max(1).saturating_sub(self.taken[*place]);
        self.orders.get(order).map_or(0, room)
    }

    fn take(&mut self, order: usize, outcome: Outcome) {
        if let Some((place, _)) = self.orders.get(order) {
            self.strikes[*place] += usize::from(protocol::is_slow(&outcome));
            self.answers[*place].outcomes.push(outcome);
            self.taken[*place] += 1;
        }
    }

    /// Removes the first `done` orders of the batch, because they are answered.
    fn finish(&mut self, done: usize) {
        self.alone &= done == 0;
        for (place, order) in self.orders.drain(..done.min(self.orders.len())) {
            if order.continue_after_failure {
                // The worker may end an order early, after too many slow inputs.
                let rest = order.inputs.len().saturating_sub(self.taken[place]);
                self.answers[place].outcomes.extend(unrun(rest));
            }
        }
    }

    /// Records that the first order hung or died at its next input.
    fn blame(&mut self, state: State, why: Reason) {
        self.alone = false;
        let Some((place, mut order)) = self.orders.pop_front() else { return };
        let at = std::mem::take(&mut self.taken[place]);
        order.inputs.drain(..at.min(order.inputs.len()));
        order.inputs.drain(..order.inputs.len().min(1));
        let outcomes = &mut self.answers[place].outcomes;
        outcomes.push(Outcome::ended(state, why));
        self.strikes[place] += 1;
        *self.losses.entry(order.variant).or_default() += 1;
        if !order.continue_after_failure {
            return;
        }
        if self.strikes[place] >= PATIENCE {
            outcomes.extend(unrun(order.inputs.len()));
        } else if !order.inputs.is_empty() {
            self.orders.push_front((place, order));
        }
    }

    /// Ends all pending orders with this reason, because the unit kills the worker.
    fn give_up(&mut self, why: Reason) {
        for (place, _) in self.orders.drain(..) {
            self.answers[place].outcomes.push(Outcome::ended(State::Incomplete, why.clone()));
        }
    }

    fn answers(self) -> Vec<VariantOutcomes> {
        self.answers
    }
}

/// Returns outcomes for inputs that do not run.
fn unrun(count: usize) -> impl Iterator<Item = Outcome> {
    (0..count).map(|_| Outcome::ended(State::Incomplete, Reason::NotRun))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(variant: u32, inputs: usize, continue_after_failure: bool) -> RunRequest {
        RunRequest { variant, inputs: (0..inputs).map(|i| (i, 10)).collect(), continue_after_failure }
    }

    #[test]
    fn a_mutant_that_hangs_is_answered_once_and_the_next_stays_at_the_front() {
        let mut pending = PendingRequests::new(&[order(1, 3, false), order(2, 3, false)]);
        pending.take(0, Outcome::new(State::Ok));
        pending.blame(State::Timeout, Reason::Watchdog);
        assert_eq!(pending.orders.front().map(|(place, _)| *place), Some(1));
        let states: Vec<State> = pending.answers()[0].outcomes.iter().map(|o| o.state).collect();
        assert_eq!(states, [State::Ok, State::Timeout]);
    }

    #[test]
    fn what_breaks_off_is_tried_once_more_alone_from_the_input_that_was_not_answered() {
        let mut pending = PendingRequests::new(&[order(1, 3, false), order(2, 3, false)]);
        pending.take(0, Outcome::new(State::Ok));
        assert!(pending.once_more());
        let asked = pending.batch();
        assert_eq!((asked.len(), asked[0].order.inputs.len()), (1, 2));
        assert!(!pending.once_more(), "once");
        pending.take(0, Outcome::new(State::Ok));
        pending.take(0, Outcome::new(State::Ok));
        pending.finish(1);
        assert_eq!(pending.batch().len(), 1, "the other order is next");
        assert_eq!(pending.answers()[0].outcomes.len(), 3);
    }

    #[test]
    fn an_original_goes_on_after_a_hang_and_is_given_up_after_the_second() {
        let mut pending = PendingRequests::new(&[order(0, 5, true)]);
        pending.blame(State::Timeout, Reason::Watchdog);
        assert_eq!(pending.orders[0].1.inputs.len(), 4);
        pending.take(0, Outcome::new(State::Ok));
        pending.blame(State::Timeout, Reason::Watchdog);
        assert!(pending.orders.is_empty());
        let answers = pending.answers();
        let (run, unrun) = answers[0].outcomes.split_at(3);
        assert_eq!(run.iter().map(|o| o.state).collect::<Vec<_>>(), [State::Timeout, State::Ok, State::Timeout]);
        assert!(unrun.len() == 2 && unrun.iter().all(Outcome::is_not_run), "{unrun:?}");
    }

    #[test]
    fn orders_of_a_variant_that_cost_its_workers_are_not_begun() {
        let mut pending = PendingRequests::new(&[order(1, 3, true), order(1, 2, true), order(2, 1, true)]);
        pending.blame(State::Timeout, Reason::Watchdog);
        pending.blame(State::Timeout, Reason::Watchdog);
        assert!(pending.has_work());
        assert_eq!(pending.orders.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [2]);
        let answers = pending.answers();
        assert!(answers[1].outcomes.len() == 2 && answers[1].outcomes.iter().all(Outcome::is_not_run));
    }

    #[test]
    fn an_order_that_the_worker_loses_patience_with_is_answered_for_every_input() {
        let mut pending = PendingRequests::new(&[order(0, 5, true), order(1, 2, true)]);
        pending.take(0, Outcome::ended(State::Timeout, Reason::Ticks));
        assert_eq!(pending.batch()[0].patience, PATIENCE - 1, "the next worker knows");
        pending.take(0, Outcome::ended(State::Timeout, Reason::Watchdog));
        pending.finish(1);
        assert_eq!(pending.orders.len(), 1);
        let outcomes = &pending.answers()[0].outcomes;
        assert!(outcomes.len() == 5 && outcomes[2..].iter().all(Outcome::is_not_run), "{outcomes:?}");
    }
}
