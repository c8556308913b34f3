//! Whether the objects of a call are made alike on both sides, before anything is called on them: what
//! differs after the call was then not there before it. An input whose objects are not is no test of the
//! function; that they are not is a finding of what makes them.

use super::measure::{PairJob, Settings, signature};
use crate::error::Result;
use crate::execution::{JavaUnit, PythonUnit, RunOrder, Runtime};
use crate::instrument::{self, python::PythonVariant};
use crate::judgement::{Equality, Part, Rules, compare_outcomes};
use crate::model::{Choice, Input, Outcome, Signature, State};
use std::collections::BTreeMap;

/// Ticks that making an object may take; the workers bound it themselves.
const BUDGET: u64 = 10_000_000;

/// Of what is made alike, how many times the wanted number is chosen from, and how much at least.
const CHOICE: usize = 4;
const LEAST: usize = 96;

/// What the Java side makes of the inputs, one outcome each; `None` for those without objects.
pub(super) fn made_by_java(
    unit: &JavaUnit,
    inputs: &[Input],
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<Vec<Option<Outcome>>> {
    let mut unit = unit.clone();
    unit.entry.only_makes = true;
    made(inputs, |orders| jvm.run(&unit, inputs, orders))
}

/// What the Python side makes of them.
fn made_by_python(
    unit: &PythonUnit,
    inputs: &[Input],
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Vec<Option<Outcome>>> {
    let mut unit = unit.clone();
    unit.only_makes = true;
    unit.texts.retain(|(variant, _)| *variant == 0);
    made(inputs, |orders| cpython.run(&unit, inputs, orders))
}

fn made(
    inputs: &[Input],
    run: impl FnOnce(&[RunOrder]) -> Result<Vec<crate::model::VariantOutcomes>>,
) -> Result<Vec<Option<Outcome>>> {
    let holding: Vec<usize> = (0..inputs.len()).filter(|at| inputs[*at].holds_recipes()).collect();
    let mut found = vec![None; inputs.len()];
    if holding.is_empty() {
        return Ok(found);
    }
    let order = RunOrder { variant: 0, inputs: holding.iter().map(|at| (*at, BUDGET)).collect(), keep_going: true };
    let answered = run(&[order])?.pop().map(|answer| answer.outcomes).unwrap_or_default();
    let rest = std::iter::repeat(Outcome::ended(State::Incomplete, Outcome::NOT_RUN));
    for (at, outcome) in holding.into_iter().zip(answered.into_iter().chain(rest)) {
        found[at] = Some(outcome);
    }
    Ok(found)
}

/// Drops the inputs whose objects Java cannot make; why the first could not, where none is left. Where inputs
/// are still to be chosen, those go too whose objects the port does not make alike, as long as others are left.
pub(super) fn keep_makeable(
    job: &mut PairJob,
    unit: &JavaUnit,
    settings: &Settings,
    jvm: &mut dyn Runtime<JavaUnit>,
    scout: &mut dyn Runtime<PythonUnit>,
) -> Result<Option<String>> {
    let inputs = &mut job.suite.inputs;
    if !inputs.iter().any(Input::holds_recipes) {
        return Ok(None);
    }
    let mut made = made_by_java(unit, inputs, jvm)?;
    // What does not compile is told by the original.
    if made.iter().flatten().any(|outcome| outcome.state == State::NotCompiled) {
        return Ok(None);
    }
    let fails = |outcome: &Option<Outcome>| outcome.as_ref().is_some_and(|outcome| outcome.state != State::Ok);
    let first = made.iter().flatten().find(|outcome| outcome.state != State::Ok).map(|outcome| outcome.note.clone());
    retain_by(inputs, |at| !fails(&made[at]));
    made.retain(|outcome| !fails(outcome));
    if inputs.is_empty() {
        return Ok(first);
    }
    if let Choice::Best(wanted) = job.suite.choice {
        keep_alike(job, &made, settings, scout)?;
        job.suite.inputs.truncate(wanted.saturating_mul(CHOICE).max(LEAST));
    }
    Ok(None)
}

/// Drops what the port does not make alike, and notes how much that was and the commonest reason.
fn keep_alike(
    job: &mut PairJob,
    made: &[Option<Outcome>],
    settings: &Settings,
    scout: &mut dyn Runtime<PythonUnit>,
) -> Result<()> {
    let original = [(0, PythonVariant::Edits(&[]))];
    // What cannot be read is told by the Python stage.
    let Ok(unit) = instrument::python::unit(&job.python, &job.python_context, &original) else { return Ok(()) };
    let inputs = &job.suite.inputs;
    let python = made_by_python(&unit, inputs, scout)?;
    let signature = signature(&job.pair);
    let why = |at: usize| {
        let (java, python) = made[at].as_ref().zip(python[at].as_ref())?;
        unlike(java, python, &signature, &inputs[at], &settings.rules)
    };
    let unlike: Vec<Option<String>> = (0..inputs.len()).map(why).collect();
    let holding = made.iter().filter(|made| made.is_some()).count();
    let dropped = unlike.iter().flatten().count();
    if dropped == 0 || dropped == holding {
        return Ok(());
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    unlike.iter().flatten().for_each(|why| *reasons.entry(why).or_default() += 1);
    let most = reasons.into_iter().rev().max_by_key(|(_, count)| *count).map(|(why, _)| why).unwrap_or_default();
    let note = format!("{dropped} of {holding} proposed inputs with objects are left out, mostly because {most}");
    let keeps: Vec<bool> = unlike.iter().zip(inputs).map(|(why, input)| why.is_none() || input.is_given()).collect();
    retain_by(&mut job.suite.inputs, |at| keeps[at]);
    job.suite.notes.push(note);
    Ok(())
}

/// Keeps the elements at the places that are asked for.
fn retain_by<T>(all: &mut Vec<T>, keeps: impl Fn(usize) -> bool) {
    let mut places = 0..all.len();
    all.retain(|_| places.next().is_some_and(&keeps));
}

/// Puts "not called" in the place of the port's outcomes on inputs whose objects are not made alike.
pub(super) fn leave_out_unlike(
    java: &[Option<Outcome>],
    unit: &PythonUnit,
    inputs: &[Input],
    (signature, rules): (&Signature, &Rules),
    cpython: &mut dyn Runtime<PythonUnit>,
    outcomes: &mut [Outcome],
) -> Result<()> {
    let is_dead = |outcome: &Outcome| outcome.state == State::NotCompiled || outcome.is_not_run();
    if java.iter().all(Option::is_none) || outcomes.iter().all(is_dead) {
        return Ok(());
    }
    let python = made_by_python(unit, inputs, cpython)?;
    for (at, outcome) in outcomes.iter_mut().enumerate() {
        let (Some(Some(java)), Some(Some(python))) = (java.get(at), python.get(at)) else { continue };
        if outcome.state == State::NotCompiled {
            continue;
        }
        if let Some(why) = unlike(java, python, signature, &inputs[at], rules) {
            *outcome = Outcome::ended(State::Incomplete, format!("{}{why}", Outcome::NOT_CALLED));
        }
    }
    Ok(())
}

fn unlike(java: &Outcome, python: &Outcome, signature: &Signature, input: &Input, rules: &Rules) -> Option<String> {
    let own = |outcome: &Outcome| {
        let note = outcome.note.strip_prefix(Outcome::NOT_CALLED).unwrap_or(&outcome.note);
        (outcome.state != State::Ok).then(|| note.to_owned())
    };
    if let Some(why) = own(java) {
        return Some(format!("Java cannot make it: {why}"));
    }
    if let Some(why) = own(python) {
        return Some(format!("the port cannot make it: {why}"));
    }
    let compared = compare_outcomes(java, python, signature, input, rules);
    // Without the values, which each input has others of: the reason is the same for all.
    let what = match compared.part {
        Part::Receiver => compared.detail.strip_prefix("Java leaves ").and_then(|rest| rest.split(" = ").next()),
        _ => None,
    };
    let what = what.map_or_else(|| "an argument".to_owned(), |field| format!("`{field}`"));
    (compared.equality == Equality::Different).then(|| format!("{what} is not made alike on both sides"))
}
