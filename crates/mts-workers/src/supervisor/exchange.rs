//! One request to a worker, and the check of its answers.
//!
//! `supervisor` sends the request, and decides how to continue after the exchange.

use super::pending::PendingRequests;
use super::process::WorkerEvent;
use crate::SourceRepairs;
use crate::protocol::{FORGED, Tag, WorkerAnswer};
use mts_model::error::{Error, Result};
use mts_model::{Outcome, Reason, State};
use std::ops::ControlFlow;

/// The reason why a batch ended early.
pub(super) enum BatchFailure {
    /// Code under test left a state in its process, so this process ends.
    Polluted,
    /// The worker hung, died or sent a wrong answer, or one call hung.
    Died {
        /// The state for the current run request.
        state: State,
        why: Reason,
        /// Whether code under test had started to run.
        began: bool,
        /// Whether the worker itself named the failed run request.
        own: bool,
    },
}

/// The data about the unit of an exchange, besides its outcomes.
#[derive(Default)]
pub(super) struct UnitFacts {
    /// The number of compiler runs for the unit.
    pub rounds: u64,
    /// Whether code under test may have changed the process for later pairs.
    pub may_pollute: bool,
    /// Whether code under test may have used state that all code shares.
    pub uses_state: bool,
    /// The differences between the compiled unit and its source.
    pub source_repairs: SourceRepairs,
}

/// The state of an exchange. The exchange continues, ends with a failure, or ends with all answers (`None`).
type ExchangeStep = ControlFlow<Option<BatchFailure>>;

/// One request to a worker, with its answers so far.
pub(super) struct Exchange {
    tag: Tag,
    /// The number of run requests in the request.
    asked: usize,
    /// The number of finished run requests.
    done: usize,
    /// Whether code under test has started to run.
    began: bool,
    unit: UnitFacts,
}

impl Exchange {
    /// Creates the exchange for a number of run requests.
    ///
    /// If the worker `compiles`, code under test runs only after the compilation.
    pub fn new(asked: usize, compiles: bool) -> Self {
        Self { tag: Tag::random(), asked, done: 0, began: !compiles, unit: UnitFacts::default() }
    }

    /// Returns the tag of the request, which every answer must have.
    pub fn tag(&self) -> Tag {
        self.tag
    }

    /// Reports whether code under test has started to run.
    pub fn has_begun(&self) -> bool {
        self.began
    }

    /// Returns the number of finished run requests, and the data about the unit.
    pub fn into_results(self) -> (usize, UnitFacts) {
        (self.done, self.unit)
    }

    /// Takes the next event of the worker. `was_sent` tells whether the worker got the request.
    ///
    /// `may_fork` tells whether the worker forks a process for this request, and the process is not yet known.
    ///
    /// # Errors
    /// Returns an error if a forked process has no sandbox.
    pub fn take(
        &mut self,
        event: WorkerEvent,
        was_sent: impl FnOnce() -> bool,
        may_fork: bool,
        pending: &mut PendingRequests,
    ) -> Result<ExchangeStep> {
        let answer = match event {
            WorkerEvent::Answer(answer) if answer.tag == self.tag => *answer,
            WorkerEvent::Answer(_) => return Ok(self.forged()),
            WorkerEvent::Silence => return Ok(off(State::Timeout, Reason::Watchdog, self.began)),
            WorkerEvent::Gone(why) | WorkerEvent::Killed(why) => {
                return Ok(off(State::Incomplete, why, self.began && was_sent()));
            }
        };
        if let Some(why) = answer.unconfined.as_ref().filter(|_| may_fork) {
            let why = format!("cargo mts cannot set up the sandbox of a Python process: {why}");
            return Err(Error::environment(why).help("use `--sandbox off` to run without a sandbox"));
        }
        if !self.continues(&answer) {
            return Ok(self.forged());
        }
        Ok(self.take_answer(answer, pending))
    }

    /// Reports whether an answer continues the request.
    ///
    /// The answer about the compilation may come only once. Afterwards code under test runs.
    fn continues(&mut self, answer: &WorkerAnswer) -> bool {
        match (answer.compiled, answer.run_request) {
            (Some(_), _) => !std::mem::replace(&mut self.began, true),
            (None, Some(_)) => answer.last || answer.outcome.is_some() || !answer.outcomes.is_empty(),
            (None, None) => answer.polluted.is_some() || answer.done.is_some() || answer.stuck,
        }
    }

    /// Takes the data of an answer that continues the request.
    fn take_answer(&mut self, answer: WorkerAnswer, pending: &mut PendingRequests) -> ExchangeStep {
        let WorkerAnswer { run_request, outcome, outcomes, last, .. } = answer;
        if let Some(more) = answer.compiled {
            self.unit.rounds += more;
            self.unit.source_repairs = SourceRepairs {
                missing_annotations: answer.missing_annotations.into_iter().collect(),
                implied_imports: answer.implied_imports.into_iter().collect(),
            };
        }
        if let Some(run_request) = run_request {
            let outcomes = outcome.into_iter().chain(outcomes).map(Outcome::from).collect();
            self.take_outcomes(run_request, outcomes, last, pending)?;
        }
        if answer.stuck {
            // The worker itself noticed before the watchdog that the call hangs.
            return off(State::Timeout, Reason::Watchdog, self.began);
        }
        if answer.polluted.is_some() {
            return ControlFlow::Break(Some(BatchFailure::Polluted));
        }
        if answer.done.is_some() {
            self.unit.may_pollute |= answer.may_pollute;
            self.unit.uses_state |= answer.uses_state;
            return if self.done == self.asked { ControlFlow::Break(None) } else { self.forged() };
        }
        ControlFlow::Continue(())
    }

    /// Takes the next outcomes of a run request.
    ///
    /// This run request must be the first one without all outcomes.
    fn take_outcomes(
        &mut self,
        run_request: usize,
        outcomes: Vec<Outcome>,
        is_last: bool,
        pending: &mut PendingRequests,
    ) -> ExchangeStep {
        if run_request != self.done || self.done == self.asked {
            return self.forged();
        }
        if outcomes.iter().any(|outcome| outcome.reason == Reason::Watchdog) && pending.may_be_retried(run_request) {
            let (state, why) = (State::Timeout, Reason::Watchdog);
            return ControlFlow::Break(Some(BatchFailure::Died { state, why, began: self.began, own: true }));
        }
        if outcomes.len() > pending.room(run_request) {
            return self.forged();
        }
        outcomes.into_iter().for_each(|outcome| pending.take(run_request, outcome));
        self.done += usize::from(is_last);
        ControlFlow::Continue(())
    }

    /// Ends the exchange, because the worker cannot have sent the answer.
    fn forged(&self) -> ExchangeStep {
        off(State::Incomplete, Reason::WorkerLost(FORGED.to_owned()), self.began)
    }
}

/// Ends the exchange with a failure, because the current run request got no answer.
fn off(state: State, why: Reason, began: bool) -> ExchangeStep {
    ControlFlow::Break(Some(BatchFailure::Died { state, why, began, own: false }))
}
