//! Bounds what one text may cost: ticks, processor time, and how many inputs may fail to end. What a text is run for is
//! left to its callers.

use mts_model::error::Result;
use mts_model::{Outcome, Reason, State as Ended, VariantOutcomes};
use mts_oracle::fragments::{is_beyond_memory, is_negative_size, is_rejected_state};
use mts_oracle::{Budgets, Rules};
use mts_workers::{PythonUnit, RunRequest};

/// Inputs in one order once one that does not end has taken others of its order with it.
const BATCH: usize = 8;
/// So many inputs that do not end are enough of one text: each costs a watchdog.
const SLOW: usize = 6;
/// Processor time that the port's side has for one context, or one input, whatever a tick of it takes.
const TIME_LIMIT_MS: u64 = 1_000;

/// Whether the Python side should run in a context, given Java's outcome there.
///
/// Java has to come to a result, and must not die of a size that Python would try to fill. A user wrote the context
/// where `is_from_suite` says so.
pub(crate) fn should_run_port(java: &Outcome, is_from_suite: bool, rules: &Rules) -> bool {
    let is_idle = !is_from_suite && is_negative_size(java) && is_rejected_state(java, rules);
    has_ended(java) && !is_beyond_memory(java) && !is_idle
}

/// Ticks that the port's side may take where Java's took so many: like a mutant's, never more than `most`.
pub(crate) fn tick_budget(java: &Outcome, most: u64) -> u64 {
    Budgets::default().java(java.ticks).min(most)
}

/// A unit whose calls are ended after the time of one context.
pub(crate) fn with_time_limit(unit: PythonUnit) -> PythonUnit {
    PythonUnit { patience_ms: Some(TIME_LIMIT_MS), ..unit }
}

/// Whether a side came to a result that the other's can be compared with.
pub(crate) fn has_ended(outcome: &Outcome) -> bool {
    matches!(outcome.state, Ended::Ok | Ended::Exception)
}

/// The outcome of every input, the wanted ones run: all in one order, because a Python module is loaded anew for each,
/// and what was left out after some that do not end in smaller ones, until too many of them do not end either.
pub(crate) fn outcomes(
    variant: u32,
    wanted: &[usize],
    inputs: usize,
    budget: &dyn Fn(usize) -> u64,
    run: &mut dyn FnMut(&[RunRequest]) -> Result<Vec<VariantOutcomes>>,
) -> Result<Vec<Outcome>> {
    let order = |part: &[usize]| RunRequest {
        variant,
        inputs: part.iter().map(|at| (*at, budget(*at))).collect(),
        continue_after_failure: true,
    };
    let mut out = vec![Outcome::ended(Ended::Incomplete, Reason::NotRun); inputs];
    if wanted.is_empty() {
        return Ok(out);
    }
    for (at, outcome) in wanted.iter().zip(padded(run(&[order(wanted)])?.pop(), wanted.len())) {
        out[*at] = outcome;
    }
    let left: Vec<usize> = wanted.iter().copied().filter(|at| out[*at].is_not_run()).collect();
    for part in left.chunks(BATCH) {
        if out.iter().filter(|outcome| is_slow(outcome)).count() >= SLOW {
            break;
        }
        for (at, outcome) in part.iter().zip(padded(run(&[order(part)])?.pop(), part.len())) {
            out[*at] = outcome;
        }
    }
    Ok(out)
}

/// Inputs on which the port took all the time or memory that it had, whatever the ticks: each costs a watchdog.
pub(crate) fn count_exhausted(port: &[Outcome]) -> usize {
    port.iter().filter(|outcome| is_slow(outcome) && outcome.reason != Reason::Ticks).count()
}

/// Whether it took all the time or memory that it had; the depth of a stack is found out at once.
fn is_slow(outcome: &Outcome) -> bool {
    outcome.state == Ended::Timeout && outcome.reason != Reason::Stack
}

/// One outcome for each input: what does not compile does so on all of them.
fn padded(answer: Option<VariantOutcomes>, wanted: usize) -> Vec<Outcome> {
    let mut outcomes = answer.map(|answer| answer.outcomes).unwrap_or_default();
    let last = outcomes.last().cloned().unwrap_or_else(|| Outcome::ended(Ended::Incomplete, Reason::NotRun));
    outcomes.resize(wanted, last);
    outcomes
}
