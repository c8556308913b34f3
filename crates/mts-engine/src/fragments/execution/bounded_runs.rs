//! Limits the cost of running a function: ticks, processor time, and slow inputs.

use crate::stages::rerun::padded;
use mts_model::error::Result;
use mts_model::{CopyOutcomes, Outcome, Reason, State};
use mts_oracle::fragments::{is_beyond_memory, is_negative_size, is_rejected_state};
use mts_oracle::{Budgets, Rules};
use mts_workers::{PythonUnit, RunRequest};

/// The number of inputs in a run request after the first run request.
const BATCH: usize = 8;
/// The number of slow inputs after which the tool does not run a copy again.
const SLOW: usize = 6;
/// The port's limit of processor time for one context or input, in milliseconds.
const TIME_LIMIT_MS: u64 = 1_000;

/// Reports whether the Python side should run in a context, given Java's outcome.
///
/// The port does not run if Java did not end, or ran out of memory. The port also does not run if
/// Java rejected a negative size that Python may try to allocate, unless an input of the suite
/// reaches the context (`is_from_suite`).
pub(crate) fn can_run_port(java: &Outcome, is_from_suite: bool, rules: &Rules) -> bool {
    let is_idle = !is_from_suite && is_negative_size(java) && is_rejected_state(java, rules);
    java.has_ended() && !is_beyond_memory(java) && !is_idle
}

/// Returns the port's tick budget, which is at most `most`.
///
/// The budget depends on Java's ticks in the same way as the budget of a mutant.
pub(crate) fn tick_budget(java: &Outcome, most: u64) -> u64 {
    Budgets::default().java(java.ticks).min(most)
}

/// Returns the unit with the limit of processor time for one context.
pub(crate) fn with_time_limit(unit: PythonUnit) -> PythonUnit {
    PythonUnit { patience_ms: Some(TIME_LIMIT_MS), ..unit }
}

/// Runs the wanted inputs, and returns an outcome for every input.
///
/// First, all wanted inputs run in one run request, because Python loads a module for each run
/// request. If a slow input ends this request, the remaining inputs run in smaller run requests,
/// until too many inputs are slow.
pub(crate) fn outcomes(
    copy: u32,
    wanted: &[usize],
    inputs: usize,
    budget: &dyn Fn(usize) -> u64,
    run: &mut dyn FnMut(&[RunRequest]) -> Result<Vec<CopyOutcomes>>,
) -> Result<Vec<Outcome>> {
    let mut run_part = |part: &[usize]| -> Result<Vec<Outcome>> {
        let inputs = part.iter().map(|at| (*at, budget(*at))).collect();
        let answers = run(&[RunRequest { copy, inputs, continue_after_failure: true }])?;
        let answered = answers.into_iter().next().map(|answer| answer.outcomes).unwrap_or_default();
        Ok(padded(answered, part.len()))
    };
    let mut out = vec![Outcome::ended(State::Incomplete, Reason::NotRun); inputs];
    if wanted.is_empty() {
        return Ok(out);
    }
    for (at, outcome) in wanted.iter().zip(run_part(wanted)?) {
        out[*at] = outcome;
    }
    let left: Vec<usize> = wanted.iter().copied().filter(|at| out[*at].is_not_run()).collect();
    for part in left.chunks(BATCH) {
        if out.iter().filter(|outcome| is_slow(outcome)).count() >= SLOW {
            break;
        }
        for (at, outcome) in part.iter().zip(run_part(part)?) {
            out[*at] = outcome;
        }
    }
    Ok(out)
}

/// Returns the number of inputs on which a side used up its time or memory.
///
/// On such an input, the call may last until the watchdog's time limit.
pub(crate) fn count_exhausted(outcomes: &[Outcome]) -> usize {
    outcomes.iter().filter(|outcome| is_slow(outcome) && outcome.reason != Reason::Ticks).count()
}

/// Reports whether a call used up its ticks, time or memory. A stack overflow is fast and does not
/// count.
pub(crate) fn is_slow(outcome: &Outcome) -> bool {
    outcome.state == State::Timeout && outcome.reason != Reason::Stack
}
