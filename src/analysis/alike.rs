//! Whether the objects of a call are made alike on both sides, before anything is called on them: what
//! differs after the call was then not there before it. An input whose objects are not is no test of the
//! function; that they are not is a finding of what makes them.

use crate::error::Result;
use crate::execution::{JavaUnit, PythonUnit, RunOrder, Runtime};
use crate::judgement::{Equality, Part, Rules, compare_outcomes};
use crate::model::{Input, Outcome, Signature, State, Value};

/// Ticks that making an object may take; the workers bound it themselves.
const BUDGET: u64 = 10_000_000;

/// Whether an input holds an object that is made by calls.
pub(super) fn holds_objects(input: &Input) -> bool {
    let mut makers = Vec::new();
    input.receiver.iter().flatten().chain(&input.args).for_each(|value: &Value| value.makers(&mut makers));
    !makers.is_empty()
}

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
    let holding: Vec<usize> = (0..inputs.len()).filter(|at| holds_objects(&inputs[*at])).collect();
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

/// Drops the inputs whose objects Java cannot make; why the first could not, where none is left.
pub(super) fn keep_makeable(
    unit: &JavaUnit,
    inputs: &mut Vec<Input>,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<Option<String>> {
    if !inputs.iter().any(holds_objects) {
        return Ok(None);
    }
    let made = made_by_java(unit, inputs, jvm)?;
    // What does not compile is told by the original.
    if made.iter().flatten().any(|outcome| outcome.state == State::NotCompiled) {
        return Ok(None);
    }
    let fails = |outcome: &Option<Outcome>| outcome.as_ref().is_some_and(|outcome| outcome.state != State::Ok);
    let first = made.iter().flatten().find(|outcome| outcome.state != State::Ok).map(|outcome| outcome.note.clone());
    let mut made = made.iter();
    inputs.retain(|_| !made.next().is_some_and(fails));
    Ok(first.filter(|_| inputs.is_empty()))
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
    if java.iter().all(Option::is_none) || outcomes.iter().any(|outcome| outcome.state == State::NotCompiled) {
        return Ok(());
    }
    let python = made_by_python(unit, inputs, cpython)?;
    for (at, outcome) in outcomes.iter_mut().enumerate() {
        let (Some(Some(java)), Some(Some(python))) = (java.get(at), python.get(at)) else { continue };
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
