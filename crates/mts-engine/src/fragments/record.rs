//! Runs both functions on inputs and records the states at the entry of every fragment and of every part of the port
//! that may stand for one.

use super::trials::is_worth;
use crate::measure::{ORIGINAL_BUDGET, PairJob};
use crate::worth::is_same;
use mts_generate::fragments::contexts::State;
use mts_generate::instrument::{self, python::PythonVariant};
use mts_model::aliasing;
use mts_model::error::Result;
use mts_model::{Input, Outcome, Reason, State as Ended, TextEdit, Value, VariantOutcomes};
use mts_oracle::fragments::is_forgiven;
use mts_oracle::{Budgets, Rules};
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};
use std::collections::BTreeMap;

/// Inputs in one order once one that does not end has taken others of its order with it.
const TOGETHER: usize = 8;
/// So many inputs that do not end are enough of one text: each costs a watchdog.
const SLOW: usize = 6;
/// Processor time that the port's side has for one context, or one input, whatever a tick of it takes.
const PATIENCE_MS: u64 = 1_000;
/// Ticks a function may take on one input, and on one that is looked for: enough for a loop whose counter's square is
/// beyond an `int`.
pub(super) const BUDGET: u64 = ORIGINAL_BUDGET / 20;
const SOUGHT: u64 = ORIGINAL_BUDGET / 100;

/// The states at each place, in the order in which it was reached; `None` where one could not be read.
pub(super) type Visits = BTreeMap<u32, Vec<Option<State>>>;

/// Both functions as they are, and with their places recorded.
pub(super) struct Recorder {
    java: Vec<JavaUnit>,
    python: PythonUnit,
    /// Numbers of the variants that record, on each side.
    variants: [Vec<u32>; 2],
}

/// What came of the inputs.
pub(super) struct Recorded {
    pub java: Vec<Outcome>,
    pub python: Vec<Outcome>,
    /// By input.
    pub java_visits: Vec<Visits>,
    pub python_visits: Vec<Visits>,
}

impl Recorder {
    /// `java` and `python` are the edits that record, in groups that are run for themselves.
    pub fn new(job: &PairJob, java: &[Vec<TextEdit>], python: &[Vec<TextEdit>]) -> Option<Self> {
        let numbered = |edits: &[Vec<TextEdit>]| -> Vec<(u32, Vec<TextEdit>)> {
            std::iter::once((0, Vec::new())).chain((1..).zip(edits.iter().cloned())).collect()
        };
        let (own, other) = (numbered(java), numbered(python));
        let texts: Vec<(u32, PythonVariant<'_>)> =
            other.iter().map(|(variant, edits)| (*variant, PythonVariant::Edits(edits))).collect();
        let recording = |all: &[(u32, Vec<TextEdit>)]| all.iter().skip(1).map(|(variant, _)| *variant).collect();
        Some(Self {
            java: instrument::java::units(&job.java, &job.pair.java, &job.java_context, &own).ok()?,
            python: hurried(instrument::python::unit(&job.python, &job.python_context, &texts).ok()?),
            variants: [recording(&own), recording(&other)],
        })
    }

    /// Runs both sides on the inputs, the first `given` of which are the suite's. A recording that does something
    /// else than the function shows nothing.
    ///
    /// # Errors
    /// When a worker cannot be started.
    pub fn run(
        &self,
        (inputs, given): (&[Input], usize),
        rules: &Rules,
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<Recorded> {
        let (mut java, mut java_visits) = (Vec::new(), vec![Visits::new(); inputs.len()]);
        self.java(inputs, BUDGET, &|_| true, jvm, &mut java, &mut java_visits)?;
        let (mut python, mut python_visits) = (Vec::new(), vec![Visits::new(); inputs.len()]);
        // Where Java does not end there is nothing to compare, and Python would take longer still.
        let ended: Vec<usize> = (0..inputs.len()).filter(|at| is_worth(&java[*at], *at < given, rules)).collect();
        for variant in std::iter::once(0).chain(self.variants[1].iter().copied()) {
            let outcomes = self.python(variant, (&ended, &java), BUDGET, inputs, cpython)?;
            match variant {
                0 => python = outcomes,
                _ => gather(&mut python_visits, &outcomes, &python),
            }
        }
        Ok(Recorded { java, python, java_visits, python_visits })
    }

    /// Records Java alone, and runs the port where Java ends and `wants` says so of its states.
    ///
    /// # Errors
    /// When a worker cannot be started.
    pub fn search(
        &self,
        inputs: &[Input],
        wants: &dyn Fn(&Visits) -> bool,
        rules: &Rules,
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<Recorded> {
        let (mut java, mut java_visits) = (Vec::new(), vec![Visits::new(); inputs.len()]);
        // What does not end, or is rejected, is compared with nothing here.
        let is_worth = |java: &Outcome| is_worth(java, false, rules) && !is_forgiven(java, rules);
        self.java(inputs, SOUGHT, &is_worth, jvm, &mut java, &mut java_visits)?;
        let is_wanted = |at: &usize| is_worth(&java[*at]) && wants(&java_visits[*at]);
        let wanted: Vec<usize> = (0..inputs.len()).filter(is_wanted).collect();
        let python = self.python(0, (&wanted, &java), SOUGHT, inputs, cpython)?;
        Ok(Recorded { java, python, java_visits, python_visits: vec![Visits::new(); inputs.len()] })
    }

    /// Java's outcomes, and the states of those that `wants` to know them of.
    fn java(
        &self,
        inputs: &[Input],
        ticks: u64,
        wants: &dyn Fn(&Outcome) -> bool,
        jvm: &mut dyn Runtime<JavaUnit>,
        java: &mut Vec<Outcome>,
        visits: &mut [Visits],
    ) -> Result<()> {
        let mut wanted: Vec<usize> = (0..inputs.len()).collect();
        for variant in std::iter::once(0).chain(self.variants[0].iter().copied()) {
            let Some(unit) = self.java.iter().find(|unit| unit.variants().contains(&variant)) else { continue };
            let run = &mut |orders: &[RunRequest]| jvm.run(unit, inputs, orders);
            let outcomes = outcomes(variant, &wanted, inputs.len(), &|_| ticks, run)?;
            match variant {
                0 => {
                    wanted.retain(|at| wants(&outcomes[*at]));
                    *java = outcomes;
                }
                _ => gather(visits, &outcomes, java),
            }
        }
        Ok(())
    }

    fn python(
        &self,
        variant: u32,
        (wanted, java): (&[usize], &[Outcome]),
        ticks: u64,
        inputs: &[Input],
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<Vec<Outcome>> {
        let budget = |at: usize| allowed(&java[at], ticks);
        outcomes(variant, wanted, inputs.len(), &budget, &mut |orders| cpython.run(&self.python, inputs, orders))
    }
}

/// Ticks that the port's side may take where Java's took so many: like a mutant's, never more than `most`.
pub(super) fn allowed(java: &Outcome, most: u64) -> u64 {
    Budgets::default().java(java.ticks).min(most)
}

/// A unit whose calls are ended after the time of one context.
pub(super) fn hurried(unit: PythonUnit) -> PythonUnit {
    PythonUnit { patience_ms: Some(PATIENCE_MS), ..unit }
}

/// Whether a side came to a result that the other's can be compared with.
pub(super) fn has_ended(outcome: &Outcome) -> bool {
    matches!(outcome.state, Ended::Ok | Ended::Exception)
}

/// The outcome of every input, the wanted ones run: all in one order, because a Python module is loaded anew for each,
/// and what was left out after some that do not end in smaller ones, until too many of them do not end either.
pub(super) fn outcomes(
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
    for part in left.chunks(TOGETHER) {
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
pub(super) fn watched(port: &[Outcome]) -> usize {
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

fn gather(into: &mut [Visits], recorded: &[Outcome], plain: &[Outcome]) {
    for ((visits, outcome), own) in into.iter_mut().zip(recorded).zip(plain) {
        let silent = |outcome: &Outcome| Outcome { stdout: String::new(), ..outcome.clone() };
        if is_same(&silent(outcome), &silent(own)) {
            for (place, state) in outcome.stdout.lines().filter_map(line) {
                visits.entry(place).or_default().push(state);
            }
        }
    }
}

/// A recorded line: the place, and the values where they could be read.
fn line(text: &str) -> Option<(u32, Option<State>)> {
    let json: serde_json::Value = serde_json::from_str(text).ok()?;
    let parts = json.as_array()?;
    let place = u32::try_from(parts.first()?.as_u64()?).ok()?;
    let values = parts.get(1)?.as_array();
    let state: Option<State> =
        values.and_then(|values| values.iter().map(|value| Value::from_json(value).ok()).collect());
    // What holds itself can be compared with nothing.
    Some((place, state.filter(|state| aliasing::expanded(state).is_some())))
}
