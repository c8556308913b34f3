//! Keeps one worker running and gets an answer for every order out of it: a worker that hangs or dies is
//! replaced, and the rest goes to the new one. The variant at hand is not blamed for it at once, as the
//! machine or an earlier variant may have done it: it is run once more, alone in a new worker. Where a worker
//! answers quick orders together, those that it took with it are asked for again one by one first.

use super::chaos::Chaos;
use super::launcher::Spec;
use super::process::{Heard, Scratch, Worker};
use super::protocol::{self, Left, Tag};
use super::{Limits, RunOrder, WorkerOptions};
use mts_model::error::{Error, Result};
use mts_model::{Outcome, Reason, State, VariantOutcomes};
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

/// Time for what is not code under test: a start, a compilation.
const OWN_WORK: Duration = Duration::from_secs(60);
/// After so many hangs, deaths or spent budgets in one order the rest of its inputs is not run: a
/// function that does not end costs a few watchdogs, whatever the number of its inputs.
const PATIENCE: usize = 2;
/// How often a unit may take the worker down before any of its code ran.
const BARREN: usize = 2;
/// How often a worker is started before that is an error: the first one may be killed from outside.
const STARTS: usize = 2;

/// Makes the specification of a new worker for its scratch folders.
pub(crate) type Recipe = Box<dyn Fn(&Scratch) -> Result<Spec> + Send>;

/// What distinguishes the workers of the two languages.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// The language.
    pub name: &'static str,
    /// Whether a unit has a compilation of its own before code under test runs.
    pub compiles: bool,
    /// Whether quick orders are answered together unless it is asked otherwise.
    pub together: bool,
}

/// A worker that is replaced when it goes.
pub(crate) struct Host {
    manner: Manner,
    launcher: PathBuf,
    limits: Limits,
    recipe: Recipe,
    worker: Option<Worker>,
    sandbox: Vec<String>,
    greeted: bool,
    chaos: Chaos,
    /// Units compiled, and rounds of the compiler for them.
    compiled: (u64, u64),
}

impl Host {
    /// Starts the first worker without waiting for it.
    pub fn start(manner: Manner, options: &WorkerOptions, recipe: Recipe) -> Result<Self> {
        let mut host = Self {
            manner,
            launcher: options.launcher.clone(),
            limits: options.limits.clone(),
            recipe,
            worker: None,
            sandbox: Vec::new(),
            greeted: false,
            chaos: Chaos::of_environment(manner.name),
            compiled: (0, 0),
        };
        host.spawn()?;
        Ok(host)
    }

    /// What the worker's launcher could apply.
    pub fn sandbox(&self) -> Vec<String> {
        self.sandbox.clone()
    }

    /// Units that were compiled, and runs of the compiler for them all.
    pub fn compiled(&self) -> (u64, u64) {
        self.compiled
    }

    fn spawn(&mut self) -> Result<()> {
        let scratch = Scratch::new()?;
        let spec = (self.recipe)(&scratch)?;
        self.greeted = false;
        self.worker = Some(Worker::start(&self.launcher, &spec, scratch)?);
        Ok(())
    }

    /// A worker that has said hello.
    pub fn ready(&mut self) -> Result<&mut Worker> {
        let mut starts = usize::from(self.worker.is_some());
        loop {
            if self.worker.is_none() {
                starts += 1;
                self.spawn()?;
            }
            let Some(worker) = self.worker.as_mut().filter(|_| !self.greeted) else { break };
            match worker.hear(OWN_WORK, false, false) {
                Heard::Answer(answer) => {
                    self.greeted = answer.hello.is_some();
                    self.sandbox = answer.sandbox.unwrap_or_else(|| std::mem::take(&mut self.sandbox));
                }
                Heard::Killed(_) if starts < STARTS => self.worker = None,
                Heard::Silence => return Err(self.failed("it did not answer")),
                Heard::Gone(why) | Heard::Killed(why) => return Err(self.failed(&why.to_string())),
            }
        }
        self.worker.as_mut().ok_or_else(|| Error::bug("no worker after its start"))
    }

    fn failed(&mut self, why: &str) -> Error {
        let complaint = self.worker.take().map(|worker| worker.complaint()).unwrap_or_default();
        Error::environment(format!("the {} worker cannot be started: {why}\n{complaint}", self.manner.name))
    }

    /// Runs every order. `request` makes the request for the orders that are left, to be answered one by one or
    /// not.
    pub fn run(
        &mut self,
        orders: &[RunOrder],
        request: impl Fn(&[Left], bool) -> Vec<u8>,
    ) -> Result<Vec<VariantOutcomes>> {
        let mut desk = Desk::new(orders);
        let mut singly = !self.manner.together;
        let mut barren = 0;
        while desk.has_work() {
            let asked = desk.batch();
            let before = desk.progress();
            let Some(broken) = self.batch(&mut desk, &asked, request(&asked, singly))? else { continue };
            self.worker = None;
            // Which order it was is not known where they are answered together.
            let is_known = std::mem::replace(&mut singly, true);
            match broken {
                Broken::Stained if !is_known || desk.progress() != before => desk.resume(),
                // That code under test says so itself, in every worker anew, is not to go on for ever.
                Broken::Stained => {
                    if !desk.once_more() {
                        let why = Reason::WorkerLost("it left its worker without an answer".to_owned());
                        desk.blame(State::Incomplete, why);
                    }
                }
                Broken::Off { began: false, why, .. } => {
                    barren += 1;
                    if barren == BARREN {
                        desk.give_up(why);
                    }
                }
                Broken::Off { own: false, .. } if !is_known => desk.resume(),
                Broken::Off { state, why, .. } => {
                    barren = 0;
                    if !desk.once_more() {
                        desk.blame(state, why);
                    }
                }
            }
        }
        if let Some(worker) = &self.worker {
            worker.tidy();
        }
        Ok(desk.answers())
    }

    /// Sends one request and takes its answers. `None` when all is done.
    fn batch(&mut self, desk: &mut Desk, asked: &[Left], request: Vec<u8>) -> Result<Option<Broken>> {
        let (compiles, watchdog, alone) = (self.manner.compiles, self.limits.watchdog, desk.is_alone());
        let strike = self.chaos.next();
        let worker = self.ready()?;
        let tag = Tag::random();
        let mut began = !compiles;
        let (mut done, mut heard, mut rounds) = (0, 0, 0);
        worker.send(tag, request);
        let off = |state, why, began| Some(Broken::Off { state, why, began, own: false });
        let forged = || Reason::WorkerLost(FORGED.to_owned());
        let ended = loop {
            if strike == Some(heard) {
                worker.kill();
            }
            heard += 1;
            let wait = if began { watchdog } else { OWN_WORK.max(watchdog) };
            let answer = match worker.hear(wait, alone, began) {
                Heard::Answer(answer) if answer.tag == tag => answer,
                Heard::Answer(_) => break off(State::Incomplete, forged(), began),
                Heard::Silence => break off(State::Timeout, Reason::Watchdog, began),
                Heard::Gone(why) | Heard::Killed(why) => {
                    // One that had ended before ran nothing of this.
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
                if outcomes.iter().any(|outcome| outcome.reason == Reason::Watchdog) && desk.may_be_tried_again(order) {
                    break Some(Broken::Off { state: State::Timeout, why: Reason::Watchdog, began, own: true });
                }
                if outcomes.len() > desk.room(order) {
                    break off(State::Incomplete, forged(), began);
                }
                outcomes.into_iter().for_each(|outcome| desk.take(order, outcome));
                done += usize::from(answer.last);
            }
            if answer.stained.is_some() {
                break Some(Broken::Stained);
            }
            if answer.done.is_some() {
                let whole = done == asked.len();
                break if whole { None } else { off(State::Incomplete, forged(), began) };
            }
        };
        desk.finish(done);
        self.compiled.0 += u64::from(rounds > 0);
        self.compiled.1 += rounds;
        if strike.is_some_and(|at| at < heard) && ended.is_none() {
            // It was struck after its last answer: the next request is not to meet that.
            self.worker = None;
        }
        Ok(ended)
    }
}

/// What was heard in a place where the worker does not say it.
const FORGED: &str = "an answer that is not the worker's";

/// Why a batch ended before all of it was answered.
enum Broken {
    /// The worker does not go on, though nothing went wrong.
    Stained,
    /// Something did.
    Off {
        /// What that makes of the order at hand.
        state: State,
        why: Reason,
        /// Whether code under test had begun to run.
        began: bool,
        /// Whether the worker said itself which order it was.
        own: bool,
    },
}

/// The orders that are left, and the outcomes of all.
struct Desk {
    answers: Vec<VariantOutcomes>,
    /// Place in `answers` and what is still to be run.
    left: VecDeque<(usize, RunOrder)>,
    /// Outcomes taken in this batch for the order at the front that is not finished.
    taken: Vec<usize>,
    /// Hangs, deaths and spent budgets of every order.
    strikes: Vec<usize>,
    /// Orders that were, or are to be, run alone after they hung or were killed.
    again: Vec<bool>,
    /// Whether the order at the front is now to be run alone.
    alone: bool,
    /// Hangs and deaths that were found to be a variant's own, in whichever of its orders.
    losses: BTreeMap<u32, usize>,
}

impl Desk {
    fn new(orders: &[RunOrder]) -> Self {
        let empty = |order: &RunOrder| VariantOutcomes { variant: order.variant, outcomes: Vec::new() };
        Self {
            answers: orders.iter().map(empty).collect(),
            left: orders.iter().cloned().enumerate().collect(),
            taken: vec![0; orders.len()],
            strikes: vec![0; orders.len()],
            again: vec![false; orders.len()],
            alone: false,
            losses: BTreeMap::new(),
        }
    }

    /// Whether anything is left to run: no order is begun whose variant has cost its workers already.
    fn has_work(&mut self) -> bool {
        let (losses, answers) = (&self.losses, &mut self.answers);
        self.left.retain(|(place, order)| {
            let is_lost = losses.get(&order.variant).is_some_and(|lost| *lost >= PATIENCE);
            if is_lost {
                answers[*place].outcomes.extend(unrun(order.inputs.len()));
            }
            !is_lost
        });
        !self.left.is_empty()
    }

    /// What is left, as the worker is asked for it.
    fn batch(&self) -> Vec<Left> {
        let ask = |(place, order): &(usize, RunOrder)| Left {
            order: order.clone(),
            patience: PATIENCE.saturating_sub(self.strikes[*place]),
        };
        self.left.iter().take(if self.alone { 1 } else { usize::MAX }).map(ask).collect()
    }

    /// Grows with every answer.
    fn progress(&self) -> (usize, usize) {
        (self.answers.iter().map(|answer| answer.outcomes.len()).sum(), self.answers.len() - self.left.len())
    }

    fn is_alone(&self) -> bool {
        self.alone
    }

    /// Whether an order of the batch has its second try before it.
    fn may_be_tried_again(&self, order: usize) -> bool {
        self.left.get(order).is_some_and(|(place, _)| !self.again[*place])
    }

    /// Leaves the order at the front there, to be run alone from its next input on; `false` when it was
    /// before.
    fn once_more(&mut self) -> bool {
        if !self.may_be_tried_again(0) {
            return false;
        }
        self.resume();
        if let Some((place, _)) = self.left.front() {
            self.again[*place] = true;
        }
        self.alone = true;
        true
    }

    /// What of the order at the front was answered is not run again.
    fn resume(&mut self) {
        if let Some((place, order)) = self.left.front_mut() {
            let answered = std::mem::take(&mut self.taken[*place]).min(order.inputs.len());
            order.inputs.drain(..answered);
        }
    }

    /// How many more outcomes an order of the batch may have: that a module does not import is told once, even
    /// where there is no input.
    fn room(&self, order: usize) -> usize {
        let left = |(place, order): &(usize, RunOrder)| order.inputs.len().max(1).saturating_sub(self.taken[*place]);
        self.left.get(order).map_or(0, left)
    }

    fn take(&mut self, order: usize, outcome: Outcome) {
        if let Some((place, _)) = self.left.get(order) {
            self.strikes[*place] += usize::from(protocol::is_slow(&outcome));
            self.answers[*place].outcomes.push(outcome);
            self.taken[*place] += 1;
        }
    }

    /// The first `done` orders of the batch are answered.
    fn finish(&mut self, done: usize) {
        self.alone &= done == 0;
        for (place, order) in self.left.drain(..done.min(self.left.len())) {
            if order.keep_going {
                // The worker ends an order early when it has no more patience with it.
                let rest = order.inputs.len().saturating_sub(self.taken[place]);
                self.answers[place].outcomes.extend(unrun(rest));
            }
        }
    }

    /// The order at the front hung or died at its next input.
    fn blame(&mut self, state: State, why: Reason) {
        self.alone = false;
        let Some((place, mut order)) = self.left.pop_front() else { return };
        let at = std::mem::take(&mut self.taken[place]);
        order.inputs.drain(..at.min(order.inputs.len()));
        order.inputs.drain(..order.inputs.len().min(1));
        let outcomes = &mut self.answers[place].outcomes;
        outcomes.push(Outcome::ended(state, why));
        self.strikes[place] += 1;
        *self.losses.entry(order.variant).or_default() += 1;
        if !order.keep_going {
            return;
        }
        if self.strikes[place] >= PATIENCE {
            outcomes.extend(unrun(order.inputs.len()));
        } else if !order.inputs.is_empty() {
            self.left.push_front((place, order));
        }
    }

    /// The unit takes the worker down before it runs.
    fn give_up(&mut self, why: Reason) {
        for (place, _) in self.left.drain(..) {
            self.answers[place].outcomes.push(Outcome::ended(State::Incomplete, why.clone()));
        }
    }

    fn answers(self) -> Vec<VariantOutcomes> {
        self.answers
    }
}

/// Answers for inputs that are left out.
fn unrun(count: usize) -> impl Iterator<Item = Outcome> {
    (0..count).map(|_| Outcome::ended(State::Incomplete, Reason::NotRun))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(variant: u32, inputs: usize, keep_going: bool) -> RunOrder {
        RunOrder { variant, inputs: (0..inputs).map(|i| (i, 10)).collect(), keep_going }
    }

    #[test]
    fn a_mutant_that_hangs_is_answered_once_and_the_next_stays_at_the_front() {
        let mut desk = Desk::new(&[order(1, 3, false), order(2, 3, false)]);
        desk.take(0, Outcome::new(State::Ok));
        desk.blame(State::Timeout, Reason::Watchdog);
        assert_eq!(desk.left.front().map(|(place, _)| *place), Some(1));
        let states: Vec<State> = desk.answers()[0].outcomes.iter().map(|o| o.state).collect();
        assert_eq!(states, [State::Ok, State::Timeout]);
    }

    #[test]
    fn what_breaks_off_is_tried_once_more_alone_from_the_input_that_was_not_answered() {
        let mut desk = Desk::new(&[order(1, 3, false), order(2, 3, false)]);
        desk.take(0, Outcome::new(State::Ok));
        assert!(desk.once_more());
        let asked = desk.batch();
        assert_eq!((asked.len(), asked[0].order.inputs.len()), (1, 2));
        assert!(!desk.once_more(), "once");
        desk.take(0, Outcome::new(State::Ok));
        desk.take(0, Outcome::new(State::Ok));
        desk.finish(1);
        assert_eq!(desk.batch().len(), 1, "the other order is next");
        assert_eq!(desk.answers()[0].outcomes.len(), 3);
    }

    #[test]
    fn an_original_goes_on_after_a_hang_and_is_given_up_after_the_second() {
        let mut desk = Desk::new(&[order(0, 5, true)]);
        desk.blame(State::Timeout, Reason::Watchdog);
        assert_eq!(desk.left[0].1.inputs.len(), 4);
        desk.take(0, Outcome::new(State::Ok));
        desk.blame(State::Timeout, Reason::Watchdog);
        assert!(desk.left.is_empty());
        let answers = desk.answers();
        let (run, unrun) = answers[0].outcomes.split_at(3);
        assert_eq!(run.iter().map(|o| o.state).collect::<Vec<_>>(), [State::Timeout, State::Ok, State::Timeout]);
        assert!(unrun.len() == 2 && unrun.iter().all(Outcome::is_not_run), "{unrun:?}");
    }

    #[test]
    fn orders_of_a_variant_that_cost_its_workers_are_not_begun() {
        let mut desk = Desk::new(&[order(1, 3, true), order(1, 2, true), order(2, 1, true)]);
        desk.blame(State::Timeout, Reason::Watchdog);
        desk.blame(State::Timeout, Reason::Watchdog);
        assert!(desk.has_work());
        assert_eq!(desk.left.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [2]);
        let answers = desk.answers();
        assert!(answers[1].outcomes.len() == 2 && answers[1].outcomes.iter().all(Outcome::is_not_run));
    }

    #[test]
    fn an_order_that_the_worker_loses_patience_with_is_answered_for_every_input() {
        let mut desk = Desk::new(&[order(0, 5, true), order(1, 2, true)]);
        desk.take(0, Outcome::ended(State::Timeout, Reason::Ticks));
        assert_eq!(desk.batch()[0].patience, PATIENCE - 1, "the next worker knows");
        desk.take(0, Outcome::ended(State::Timeout, Reason::Watchdog));
        desk.finish(1);
        assert_eq!(desk.left.len(), 1);
        let outcomes = &desk.answers()[0].outcomes;
        assert!(outcomes.len() == 5 && outcomes[2..].iter().all(Outcome::is_not_run), "{outcomes:?}");
    }
}
