//! The pending run requests of one run, and the outcomes so far.
//!
//! A run request is pending until the worker has answered it. `supervisor` sends the run requests, and decides what
//! follows if a worker dies or hangs.

use crate::RunRequest;
use crate::protocol::{self, PendingRunRequest};
use mts_model::{CopyOutcomes, Outcome, Reason, State};
use std::collections::{BTreeMap, VecDeque};

/// The highest number of slow or fatal inputs of one run request.
///
/// After these inputs, the other inputs of the run request do not run.
const PATIENCE: usize = 2;

/// The pending run requests, and the outcomes of all run requests.
pub(super) struct PendingRequests {
    answers: Vec<CopyOutcomes>,
    /// The pending run requests, each with its index in `answers`.
    run_requests: VecDeque<(usize, RunRequest)>,
    /// For each run request, the number of outcomes in this batch.
    taken: Vec<usize>,
    /// For each run request, the number of hangs, deaths and used-up budgets.
    strikes: Vec<usize>,
    /// For each run request, whether it got its second attempt, alone in a new process.
    retried: Vec<bool>,
    /// Whether the first run request runs alone now.
    is_isolated: bool,
    /// The number of confirmed hangs and deaths of each copy, in all its run requests.
    losses: BTreeMap<u32, usize>,
}

impl PendingRequests {
    pub fn new(run_requests: &[RunRequest]) -> Self {
        let empty = |run_request: &RunRequest| CopyOutcomes { copy: run_request.copy, outcomes: Vec::new() };
        Self {
            answers: run_requests.iter().map(empty).collect(),
            run_requests: run_requests.iter().cloned().enumerate().collect(),
            taken: vec![0; run_requests.len()],
            strikes: vec![0; run_requests.len()],
            retried: vec![false; run_requests.len()],
            is_isolated: false,
            losses: BTreeMap::new(),
        }
    }

    /// Drops the requests of copies that hung or died too often.
    ///
    /// The limit is [`PATIENCE`] confirmed hangs and deaths.
    pub fn drop_lost_requests(&mut self) {
        let (losses, answers) = (&self.losses, &mut self.answers);
        self.run_requests.retain(|(place, run_request)| {
            let is_lost = losses.get(&run_request.copy).is_some_and(|lost| *lost >= PATIENCE);
            if is_lost {
                answers[*place].outcomes.extend(unrun(run_request.inputs.len()));
            }
            !is_lost
        });
    }

    /// Reports whether any run request is pending.
    pub fn has_requests(&self) -> bool {
        !self.run_requests.is_empty()
    }

    /// Returns the next run requests to send.
    pub fn batch(&self) -> Vec<PendingRunRequest> {
        let ask = |(place, run_request): &(usize, RunRequest)| PendingRunRequest {
            run_request: run_request.clone(),
            patience: PATIENCE.saturating_sub(self.strikes[*place]),
        };
        self.run_requests.iter().take(if self.is_isolated { 1 } else { usize::MAX }).map(ask).collect()
    }

    /// Returns a measure of progress, which grows with every answer.
    pub fn progress(&self) -> (usize, usize) {
        (self.answers.iter().map(|answer| answer.outcomes.len()).sum(), self.answers.len() - self.run_requests.len())
    }

    pub fn is_isolated(&self) -> bool {
        self.is_isolated
    }

    /// Reports whether a run request of the batch may run a second time.
    pub fn may_be_retried(&self, run_request: usize) -> bool {
        self.run_requests.get(run_request).is_some_and(|(place, _)| !self.retried[*place])
    }

    /// Lets the first run request run again, alone, from its next input.
    ///
    /// Returns `false` if this run request already ran again.
    pub fn restart_first(&mut self) -> bool {
        if !self.may_be_retried(0) {
            return false;
        }
        self.resume();
        if let Some((place, _)) = self.run_requests.front() {
            self.retried[*place] = true;
        }
        self.is_isolated = true;
        true
    }

    /// Removes the answered inputs from the first run request.
    pub fn resume(&mut self) {
        if let Some((place, run_request)) = self.run_requests.front_mut() {
            let answered = std::mem::take(&mut self.taken[*place]).min(run_request.inputs.len());
            run_request.inputs.drain(..answered);
        }
    }

    /// Returns the number of outcomes that the worker may still send for a run request.
    ///
    /// `run_request` is an index in the batch. A run request without inputs can have one outcome, an import failure.
    pub fn room(&self, run_request: usize) -> usize {
        let room = |(place, run_request): &(usize, RunRequest)| {
            run_request.inputs.len().max(1).saturating_sub(self.taken[*place])
        };
        self.run_requests.get(run_request).map_or(0, room)
    }

    pub fn take(&mut self, run_request: usize, outcome: Outcome) {
        if let Some((place, _)) = self.run_requests.get(run_request) {
            self.strikes[*place] += usize::from(protocol::is_slow(&outcome));
            self.answers[*place].outcomes.push(outcome);
            self.taken[*place] += 1;
        }
    }

    /// Removes the first `done` run requests of the batch, because the worker has answered them.
    pub fn finish(&mut self, done: usize) {
        self.is_isolated &= done == 0;
        for (place, run_request) in self.run_requests.drain(..done.min(self.run_requests.len())) {
            if run_request.continue_after_failure {
                // The worker may end a run request early, after too many slow inputs.
                let rest = run_request.inputs.len().saturating_sub(self.taken[place]);
                self.answers[place].outcomes.extend(unrun(rest));
            }
        }
    }

    /// Records that the first run request hung or died at its next input.
    pub fn blame(&mut self, state: State, why: Reason) {
        self.is_isolated = false;
        let Some((place, mut run_request)) = self.run_requests.pop_front() else { return };
        let at = std::mem::take(&mut self.taken[place]);
        run_request.inputs.drain(..at.min(run_request.inputs.len()));
        run_request.inputs.drain(..run_request.inputs.len().min(1));
        let outcomes = &mut self.answers[place].outcomes;
        outcomes.push(Outcome::ended(state, why));
        self.strikes[place] += 1;
        *self.losses.entry(run_request.copy).or_default() += 1;
        if !run_request.continue_after_failure {
            return;
        }
        if self.strikes[place] >= PATIENCE {
            outcomes.extend(unrun(run_request.inputs.len()));
        } else if !run_request.inputs.is_empty() {
            self.run_requests.push_front((place, run_request));
        }
    }

    /// Ends all pending run requests with this reason, because the unit kills the worker.
    pub fn give_up(&mut self, why: Reason) {
        for (place, _) in self.run_requests.drain(..) {
            self.answers[place].outcomes.push(Outcome::ended(State::Incomplete, why.clone()));
        }
    }

    pub fn answers(self) -> Vec<CopyOutcomes> {
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

    fn run_request(copy: u32, inputs: usize, continue_after_failure: bool) -> RunRequest {
        RunRequest { copy, inputs: (0..inputs).map(|i| (i, 10)).collect(), continue_after_failure }
    }

    #[test]
    fn a_hanging_mutant_gets_one_timeout_and_the_next_request_is_first() {
        let mut pending = PendingRequests::new(&[run_request(1, 3, false), run_request(2, 3, false)]);
        pending.take(0, Outcome::new(State::Ok));
        pending.blame(State::Timeout, Reason::Watchdog);
        assert_eq!(pending.run_requests.front().map(|(place, _)| *place), Some(1));
        let states: Vec<State> = pending.answers()[0].outcomes.iter().map(|o| o.state).collect();
        assert_eq!(states, [State::Ok, State::Timeout]);
    }

    #[test]
    fn an_interrupted_run_request_runs_once_more_alone_from_its_first_unanswered_input() {
        let mut pending = PendingRequests::new(&[run_request(1, 3, false), run_request(2, 3, false)]);
        pending.take(0, Outcome::new(State::Ok));
        assert!(pending.restart_first());
        let asked = pending.batch();
        assert_eq!((asked.len(), asked[0].run_request.inputs.len()), (1, 2));
        assert!(!pending.restart_first(), "once");
        pending.take(0, Outcome::new(State::Ok));
        pending.take(0, Outcome::new(State::Ok));
        pending.finish(1);
        assert_eq!(pending.batch().len(), 1, "the other run request is next");
        assert_eq!(pending.answers()[0].outcomes.len(), 3);
    }

    #[test]
    fn an_original_continues_after_one_hang_and_stops_after_the_second() {
        let mut pending = PendingRequests::new(&[run_request(0, 5, true)]);
        pending.blame(State::Timeout, Reason::Watchdog);
        assert_eq!(pending.run_requests[0].1.inputs.len(), 4);
        pending.take(0, Outcome::new(State::Ok));
        pending.blame(State::Timeout, Reason::Watchdog);
        assert!(pending.run_requests.is_empty());
        let answers = pending.answers();
        let (run, unrun) = answers[0].outcomes.split_at(3);
        assert_eq!(run.iter().map(|o| o.state).collect::<Vec<_>>(), [State::Timeout, State::Ok, State::Timeout]);
        assert!(unrun.len() == 2 && unrun.iter().all(Outcome::is_not_run), "{unrun:?}");
    }

    #[test]
    fn later_requests_of_a_copy_that_hung_twice_do_not_run() {
        let mut pending =
            PendingRequests::new(&[run_request(1, 3, true), run_request(1, 2, true), run_request(2, 1, true)]);
        pending.blame(State::Timeout, Reason::Watchdog);
        pending.blame(State::Timeout, Reason::Watchdog);
        pending.drop_lost_requests();
        assert!(pending.has_requests());
        assert_eq!(pending.run_requests.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [2]);
        let answers = pending.answers();
        assert!(answers[1].outcomes.len() == 2 && answers[1].outcomes.iter().all(Outcome::is_not_run));
    }

    #[test]
    fn a_run_request_with_too_many_timeouts_has_an_outcome_for_every_input() {
        let mut pending = PendingRequests::new(&[run_request(0, 5, true), run_request(1, 2, true)]);
        pending.take(0, Outcome::ended(State::Timeout, Reason::Ticks));
        assert_eq!(pending.batch()[0].patience, PATIENCE - 1, "the next worker knows");
        pending.take(0, Outcome::ended(State::Timeout, Reason::Watchdog));
        pending.finish(1);
        assert_eq!(pending.run_requests.len(), 1);
        let outcomes = &pending.answers()[0].outcomes;
        assert!(outcomes.len() == 5 && outcomes[2..].iter().all(Outcome::is_not_run), "{outcomes:?}");
    }
}
