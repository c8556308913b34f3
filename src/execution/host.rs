//! Keeps one worker running and gets an answer for every order out of it: a worker that hangs or
//! dies is replaced, the variant it was at is answered for, and the rest goes to the new one.

use super::launcher::Spec;
use super::process::{Heard, Scratch, Worker};
use super::protocol::{self, Left};
use super::{Limits, RunOrder, WorkerOptions};
use crate::error::{Error, Result};
use crate::model::{Outcome, State, VariantOutcomes};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

/// Time for what is not code under test: a start, a compilation.
const OWN_WORK: Duration = Duration::from_secs(60);
/// After so many hangs, deaths or spent budgets in one order the rest of its inputs is not run: a
/// function that does not end costs a few watchdogs, whatever the number of its inputs.
const PATIENCE: usize = 2;
/// How often a unit may take the worker down before any of its code ran.
const BARREN: usize = 2;

/// Makes the specification of a new worker for its scratch folders.
pub(in crate::execution) type Recipe = Box<dyn Fn(&Scratch) -> Result<Spec> + Send>;

/// A worker that is replaced when it goes.
pub(in crate::execution) struct Host {
    name: &'static str,
    launcher: PathBuf,
    limits: Limits,
    recipe: Recipe,
    worker: Option<Worker>,
    sandbox: Vec<String>,
    greeted: bool,
    /// Whether a unit has a compilation of its own before code under test runs.
    compiles: bool,
    /// Units compiled, and rounds of the compiler for them.
    compiled: (u64, u64),
}

impl Host {
    /// Starts the first worker without waiting for it.
    pub fn start(name: &'static str, compiles: bool, options: &WorkerOptions, recipe: Recipe) -> Result<Self> {
        let mut host = Self {
            name,
            launcher: options.launcher.clone(),
            limits: options.limits.clone(),
            recipe,
            worker: None,
            sandbox: Vec::new(),
            greeted: false,
            compiles,
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
        if self.worker.is_none() {
            self.spawn()?;
        }
        let worker = self.worker.as_mut().ok_or_else(|| Error::bug("no worker after its start"))?;
        while !self.greeted {
            match worker.hear(OWN_WORK) {
                Heard::Answer(answer) => {
                    self.greeted = answer.hello.is_some();
                    self.sandbox = answer.sandbox.unwrap_or_else(|| std::mem::take(&mut self.sandbox));
                }
                Heard::Silence => return Err(self.failed("it did not answer")),
                Heard::Gone(why) => return Err(self.failed(&why)),
            }
        }
        self.worker.as_mut().ok_or_else(|| Error::bug("no worker after its start"))
    }

    fn failed(&mut self, why: &str) -> Error {
        let complaint = self.worker.take().map(|worker| worker.complaint()).unwrap_or_default();
        Error::environment(format!("the {} worker cannot be started: {why}\n{complaint}", self.name))
    }

    /// Runs every order. `request` makes the request for the orders that are left.
    pub fn run(&mut self, orders: &[RunOrder], request: impl Fn(&[Left]) -> Vec<u8>) -> Result<Vec<VariantOutcomes>> {
        let mut desk = Desk::new(orders);
        let mut barren = 0;
        while !desk.left.is_empty() {
            let asked = request(&desk.batch());
            let Some((state, why, began)) = self.batch(&mut desk, &asked)? else { break };
            self.worker = None;
            if began {
                desk.blame(state, &why);
            } else {
                barren += 1;
                if barren == BARREN {
                    desk.give_up(&why);
                }
            }
        }
        if let Some(worker) = &self.worker {
            worker.tidy();
        }
        Ok(desk.answers())
    }

    /// Sends one request and takes its answers. `None` when all is done; else what went wrong, and
    /// whether code under test had begun to run.
    fn batch(&mut self, desk: &mut Desk, request: &[u8]) -> Result<Option<(State, String, bool)>> {
        let (compiles, watchdog) = (self.compiles, self.limits.watchdog);
        let worker = self.ready()?;
        let mut began = !compiles;
        let mut done = 0;
        let mut rounds = 0;
        let sent = worker.send(request);
        let ended = loop {
            let wait = if began { watchdog } else { OWN_WORK.max(watchdog) };
            match worker.hear(wait) {
                Heard::Answer(answer) => {
                    began |= answer.compiled.is_some();
                    rounds += answer.compiled.unwrap_or(0);
                    if answer.done.is_some() {
                        break None;
                    }
                    if let Some(order) = answer.order {
                        for raw in answer.outcome.into_iter().chain(answer.outcomes) {
                            desk.take(order, raw.into());
                        }
                        done += usize::from(answer.last);
                    }
                }
                Heard::Silence => break Some((State::Timeout, "watchdog".to_owned(), began)),
                Heard::Gone(why) => break Some((State::Incomplete, why, began && sent.is_ok())),
            }
        };
        desk.finish(done);
        self.compiled.0 += u64::from(rounds > 0);
        self.compiled.1 += rounds;
        Ok(ended)
    }
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
}

impl Desk {
    fn new(orders: &[RunOrder]) -> Self {
        let empty = |order: &RunOrder| VariantOutcomes { variant: order.variant, outcomes: Vec::new() };
        Self {
            answers: orders.iter().map(empty).collect(),
            left: orders.iter().cloned().enumerate().collect(),
            taken: vec![0; orders.len()],
            strikes: vec![0; orders.len()],
        }
    }

    /// What is left, as the worker is asked for it.
    fn batch(&self) -> Vec<Left> {
        let ask = |(place, order): &(usize, RunOrder)| Left {
            order: order.clone(),
            patience: PATIENCE.saturating_sub(self.strikes[*place]),
        };
        self.left.iter().map(ask).collect()
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
        for (place, order) in self.left.drain(..done.min(self.left.len())) {
            if order.keep_going {
                // The worker ends an order early when it has no more patience with it.
                let rest = order.inputs.len().saturating_sub(self.taken[place]);
                self.answers[place].outcomes.extend(unrun(rest));
            }
        }
    }

    /// The order at the front hung or died at its next input.
    fn blame(&mut self, state: State, why: &str) {
        let Some((place, mut order)) = self.left.pop_front() else { return };
        let at = std::mem::take(&mut self.taken[place]);
        order.inputs.drain(..at.min(order.inputs.len()));
        order.inputs.drain(..order.inputs.len().min(1));
        let outcomes = &mut self.answers[place].outcomes;
        outcomes.push(Outcome::ended(state, why));
        self.strikes[place] += 1;
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
    fn give_up(&mut self, why: &str) {
        for (place, _) in self.left.drain(..) {
            self.answers[place].outcomes.push(Outcome::ended(State::Incomplete, why));
        }
    }

    fn answers(self) -> Vec<VariantOutcomes> {
        self.answers
    }
}

/// Answers for inputs that are left out.
fn unrun(count: usize) -> impl Iterator<Item = Outcome> {
    (0..count).map(|_| Outcome::ended(State::Incomplete, Outcome::NOT_RUN))
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
        desk.take(0, Outcome::ended(State::Ok, ""));
        desk.blame(State::Timeout, "watchdog");
        assert_eq!(desk.left.front().map(|(place, _)| *place), Some(1));
        let states: Vec<State> = desk.answers()[0].outcomes.iter().map(|o| o.state).collect();
        assert_eq!(states, [State::Ok, State::Timeout]);
    }

    #[test]
    fn an_original_goes_on_after_a_hang_and_is_given_up_after_the_second() {
        let mut desk = Desk::new(&[order(0, 5, true)]);
        desk.blame(State::Timeout, "watchdog");
        assert_eq!(desk.left[0].1.inputs.len(), 4);
        desk.take(0, Outcome::ended(State::Ok, ""));
        desk.blame(State::Timeout, "watchdog");
        assert!(desk.left.is_empty());
        let answers = desk.answers();
        let (run, unrun) = answers[0].outcomes.split_at(3);
        assert_eq!(run.iter().map(|o| o.state).collect::<Vec<_>>(), [State::Timeout, State::Ok, State::Timeout]);
        assert!(unrun.len() == 2 && unrun.iter().all(Outcome::is_not_run), "{unrun:?}");
    }

    #[test]
    fn an_order_that_the_worker_loses_patience_with_is_answered_for_every_input() {
        let mut desk = Desk::new(&[order(0, 5, true), order(1, 2, true)]);
        desk.take(0, Outcome::ended(State::Timeout, "ticks"));
        assert_eq!(desk.batch()[0].patience, PATIENCE - 1, "the next worker knows");
        desk.take(0, Outcome::ended(State::Timeout, "watchdog"));
        desk.finish(1);
        assert_eq!(desk.left.len(), 1);
        let outcomes = &desk.answers()[0].outcomes;
        assert!(outcomes.len() == 5 && outcomes[2..].iter().all(Outcome::is_not_run), "{outcomes:?}");
    }
}
