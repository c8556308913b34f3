//! Whether the objects of a call are made alike on both sides, before anything is called on them: what
//! differs after the call was then not there before it. An input whose recipes do not make them alike is no test
//! of the function; that they are not is a finding of what makes them. What plain receivers have in two ways goes
//! with the outcomes, for the judge to leave it aside.

use super::handed;
use super::measure::{PairJob, Settings, signature};
use mts_generate::instrument::{self, python::PythonVariant};
use mts_model::error::Result;
use mts_model::{Before, Choice, Input, Outcome, Reason, Signature, State};
use mts_oracle::{Equality, Rules, compare_outcomes};
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};
use std::collections::BTreeMap;

/// Ticks that making an object may take; the workers bound it themselves.
const BUDGET: u64 = 10_000_000;

/// Of what is made alike, how many times the wanted number is chosen from, and how much at least.
const CHOICE: usize = 4;
const LEAST: usize = 96;

/// Inputs that the port makes in modules loaded for them, where it is still to be seen which it makes alike: what one
/// leaves behind in a class, such as a list that all objects share, is met by no more of them than in a suite.
const PART: usize = 32;

/// Which inputs are made to be looked at, and how.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// Also plain receivers, not only what recipes make.
    pub plain: bool,
    /// How many in one order: each order has classes and modules of its own, where workers load them anew.
    pub together: usize,
}

/// What recipes make, all of it together.
const RECIPES: Look = Look { plain: false, together: usize::MAX };

impl Look {
    fn is_at(self, input: &Input) -> bool {
        input.has_recipes() || self.plain && input.receiver.is_some()
    }
}

/// What the Java side makes of the inputs, one outcome each; `None` for those that are not looked at.
pub(super) fn made_by_java(
    unit: &JavaUnit,
    inputs: &[Input],
    look: Look,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<Vec<Option<Outcome>>> {
    let mut unit = unit.clone();
    unit.entry.construct_only = true;
    made(inputs, look, |orders| jvm.run(&unit, inputs, orders))
}

/// What the Python side makes of them.
fn made_by_python(
    unit: &PythonUnit,
    inputs: &[Input],
    look: Look,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Vec<Option<Outcome>>> {
    let mut unit = unit.clone();
    unit.construct_only = true;
    unit.texts.retain(|(variant, _)| *variant == 0);
    made(inputs, look, |orders| cpython.run(&unit, inputs, orders))
}

fn made(
    inputs: &[Input],
    look: Look,
    run: impl FnOnce(&[RunRequest]) -> Result<Vec<mts_model::VariantOutcomes>>,
) -> Result<Vec<Option<Outcome>>> {
    let holding: Vec<usize> = (0..inputs.len()).filter(|at| look.is_at(&inputs[*at])).collect();
    let mut found = vec![None; inputs.len()];
    if holding.is_empty() {
        return Ok(found);
    }
    let order = |part: &[usize]| {
        let inputs = part.iter().map(|at| (*at, BUDGET)).collect();
        RunRequest { variant: 0, inputs, continue_after_failure: true }
    };
    let orders: Vec<RunRequest> = holding.chunks(look.together).map(order).collect();
    for (order, answer) in orders.iter().zip(run(&orders)?) {
        let rest = std::iter::repeat(Outcome::ended(State::Incomplete, Reason::NotRun));
        for ((at, _), outcome) in order.inputs.iter().zip(answer.outcomes.into_iter().chain(rest)) {
            found[*at] = Some(outcome);
        }
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
) -> Result<Option<Reason>> {
    let inputs = &mut job.suite.inputs;
    if !inputs.iter().any(Input::has_recipes) {
        return Ok(None);
    }
    let mut made = made_by_java(unit, inputs, RECIPES, jvm)?;
    // What does not compile is told by the original.
    if made.iter().flatten().any(|outcome| outcome.state == State::NotCompiled) {
        return Ok(None);
    }
    let fails = |outcome: &Option<Outcome>| outcome.as_ref().is_some_and(|outcome| outcome.state != State::Ok);
    let first = made.iter().flatten().find(|outcome| outcome.state != State::Ok).map(|outcome| outcome.reason.clone());
    retain_by(inputs, |at| !fails(&made[at]));
    made.retain(|outcome| !fails(outcome));
    if inputs.is_empty() {
        return Ok(first);
    }
    if let Choice::SelectTop(wanted) = job.suite.choice {
        let most = wanted.saturating_mul(CHOICE).max(LEAST);
        keep_alike(job, (wanted, most), &made, settings, scout)?;
        job.suite.inputs.truncate(most);
    }
    Ok(None)
}

/// Drops what the port does not make alike, and notes how much that was and the commonest reason. Where less than
/// the wanted number is left, the port is given what Java makes. What comes after the `most` that are kept is not
/// looked at, and goes.
fn keep_alike(
    job: &mut PairJob,
    (wanted, most): (usize, usize),
    made: &[Option<Outcome>],
    settings: &Settings,
    scout: &mut dyn Runtime<PythonUnit>,
) -> Result<()> {
    let original = [(0, PythonVariant::Edits(&[]))];
    // What cannot be read is told by the Python stage.
    let Ok(unit) = instrument::python::unit(&job.python, &job.python_context, &original) else { return Ok(()) };
    let signature = signature(&job.pair);
    let inputs = &mut job.suite.inputs;
    let mut unlike: Vec<Option<String>> = Vec::with_capacity(inputs.len());
    let mut kept = 0;
    while kept < most && unlike.len() < inputs.len() {
        let first = unlike.len();
        let part = first..inputs.len().min(first + PART);
        let python = made_by_python(&unit, &inputs[part.clone()], RECIPES, scout)?;
        for (at, python) in part.zip(&python) {
            let both = made[at].as_ref().zip(python.as_ref());
            let why =
                both.and_then(|(java, python)| self::unlike(java, python, &signature, &inputs[at], &settings.rules));
            kept += usize::from(why.is_none());
            unlike.push(why);
        }
    }
    inputs.truncate(unlike.len());
    let made = &made[..unlike.len()];
    let holding = made.iter().filter(|made| made.is_some()).count();
    let first = unlike.iter().flatten().count();
    if first == 0 {
        return Ok(());
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    unlike.iter().flatten().for_each(|why| *reasons.entry(why).or_default() += 1);
    let commonest = reasons.into_iter().rev().max_by_key(|(_, count)| *count).map(|(why, _)| why.to_owned());
    let commonest = commonest.unwrap_or_default();
    let mut given = 0;
    if holding - first < wanted {
        given = hand_over(job, most, made, &mut unlike, settings, (&unit, scout))?;
    }
    let holding = made[..unlike.len()].iter().filter(|made| made.is_some()).count();
    let dropped = unlike.iter().flatten().count();
    if given > 0 {
        let objects = format!("{given} of {holding} proposed inputs with objects");
        job.suite.notes.push(format!("{objects} are given to the port as Java makes them, mostly because {commonest}"));
    }
    if dropped == 0 || dropped == holding {
        return Ok(());
    }
    let inputs = &job.suite.inputs;
    let keeps: Vec<bool> =
        unlike.iter().zip(inputs).map(|(why, input)| why.is_none() || input.is_user_written()).collect();
    retain_by(&mut job.suite.inputs, |at| keeps[at]);
    let note = format!("{dropped} of {holding} proposed inputs with objects are left out, mostly because {commonest}");
    job.suite.notes.push(note);
    Ok(())
}

/// Gives what the port makes otherwise to it as Java makes it: a method is then tested whatever the port's
/// constructors do, which are tested by themselves. How many inputs are of use by that; `unlike` keeps the others, and
/// ends where the `most` that are kept are reached.
fn hand_over(
    job: &mut PairJob,
    most: usize,
    made: &[Option<Outcome>],
    unlike: &mut Vec<Option<String>>,
    settings: &Settings,
    (unit, scout): (&PythonUnit, &mut dyn Runtime<PythonUnit>),
) -> Result<usize> {
    let signature = signature(&job.pair);
    let (mut given, mut kept, mut first) = (0, 0, 0);
    while kept < most && first < unlike.len() {
        let part = first..unlike.len().min(first + PART);
        first = part.end;
        let handed = |at: usize| {
            let input = &job.suite.inputs[at];
            unlike[at]
                .as_ref()
                .filter(|_| !input.is_user_written())
                .and_then(|_| handed::handed(input, made[at].as_ref()?))
        };
        let (places, inputs): (Vec<usize>, Vec<Input>) = part.clone().filter_map(|at| Some((at, handed(at)?))).unzip();
        let ported = made_by_python(unit, &inputs, RECIPES, scout)?;
        for ((at, input), ported) in places.into_iter().zip(inputs).zip(&ported) {
            let both = made[at].as_ref().zip(ported.as_ref());
            let is_alike = |(java, python): (&Outcome, &Outcome)| {
                self::unlike(java, python, &signature, &input, &settings.rules).is_none()
            };
            if both.is_some_and(is_alike) {
                job.suite.inputs[at] = input;
                unlike[at] = None;
                given += 1;
            }
        }
        kept += unlike[part].iter().filter(|why| why.is_none()).count();
    }
    unlike.truncate(first);
    job.suite.inputs.truncate(first);
    Ok(given)
}

/// Gives the port what Java makes also where it makes it otherwise in the chosen suite, all of which it meets in one
/// order: what one input leaves behind in a class, such as a list that all objects share, the next ones find there.
/// `made` is what Java makes of the inputs.
pub(super) fn hand_over_chosen(
    job: &mut PairJob,
    made: &[Option<Outcome>],
    settings: &Settings,
    scout: &mut dyn Runtime<PythonUnit>,
) -> Result<()> {
    let inputs = &mut job.suite.inputs;
    if job.suite.choice != Choice::Selected || !inputs.iter().any(Input::has_recipes) {
        return Ok(());
    }
    let original = [(0, PythonVariant::Edits(&[]))];
    // What cannot be read is told by the Python stage.
    let Ok(unit) = instrument::python::unit(&job.python, &job.python_context, &original) else { return Ok(()) };
    let signature = signature(&job.pair);
    let mut reasons = |inputs: &[Input]| -> Result<Vec<Option<String>>> {
        let ported = made_by_python(&unit, inputs, RECIPES, scout)?;
        let reason = |at: usize| {
            let (java, python) = made[at].as_ref().zip(ported[at].as_ref())?;
            unlike(java, python, &signature, &inputs[at], &settings.rules)
        };
        Ok((0..inputs.len()).map(reason).collect())
    };
    let own = reasons(inputs)?;
    let handed = |at: usize| handed::handed(&inputs[at], made[at].as_ref()?);
    let places: Vec<usize> =
        (0..inputs.len()).filter(|at| own[*at].is_some() && !inputs[*at].is_user_written()).collect();
    let handed: Vec<(usize, Input)> = places.into_iter().filter_map(|at| Some((at, handed(at)?))).collect();
    if handed.is_empty() {
        return Ok(());
    }
    let mut all = inputs.clone();
    handed.iter().for_each(|(at, input)| all[*at] = input.clone());
    let together = reasons(&all)?;
    let (mut given, mut first) = (0, None);
    for (at, input) in handed.into_iter().filter(|(at, _)| together[*at].is_none()) {
        inputs[at] = input;
        given += 1;
        first = first.or(own[at].as_deref());
    }
    if let Some(why) = first {
        let what = format!("{given} of {} inputs are given to the port as Java makes their objects", inputs.len());
        job.suite.notes.push(format!("{what}: among the others in the suite {why}"));
    }
    Ok(())
}

/// Keeps the elements at the places that are asked for.
fn retain_by<T>(all: &mut Vec<T>, keeps: impl Fn(usize) -> bool) {
    let mut places = 0..all.len();
    all.retain(|_| places.next().is_some_and(&keeps));
}

/// Gives the outcomes of both sides what their calls were made with, and puts "not called" in the place of the
/// port's on inputs whose recipes do not make their objects alike. `made` is what Java makes of them.
pub(super) fn look_before(
    made: &[Option<Outcome>],
    (unit, inputs, look): (&PythonUnit, &[Input], Look),
    (signature, rules): (&Signature, &Rules),
    cpython: &mut dyn Runtime<PythonUnit>,
    (java, python): (&mut [Outcome], &mut [Outcome]),
) -> Result<()> {
    let is_dead = |outcome: &Outcome| outcome.state == State::NotCompiled || outcome.is_not_run();
    if made.iter().all(Option::is_none) || python.iter().all(is_dead) {
        return Ok(());
    }
    let ported = made_by_python(unit, inputs, look, cpython)?;
    for (at, (java, python)) in java.iter_mut().zip(python).enumerate() {
        let (Some(Some(made)), Some(Some(ported))) = (made.get(at), ported.get(at)) else { continue };
        if python.state == State::NotCompiled {
            continue;
        }
        if made.state == State::Ok && ported.state == State::Ok {
            (java.before, python.before) = (Some(Box::new(before(made))), Some(Box::new(before(ported))));
        }
        if inputs[at].has_recipes()
            && let Some(why) = unlike(made, ported, signature, &inputs[at], rules)
        {
            *python = Outcome::ended(State::Incomplete, Reason::NotCallable(why));
        }
    }
    Ok(())
}

fn before(made: &Outcome) -> Before {
    Before { args: made.args.clone(), receiver: made.receiver.clone() }
}

fn unlike(java: &Outcome, python: &Outcome, signature: &Signature, input: &Input, rules: &Rules) -> Option<String> {
    let own = |outcome: &Outcome| (outcome.state != State::Ok).then(|| outcome.reason.describe_cause());
    if let Some(why) = own(java) {
        return Some(format!("Java cannot make it: {why}"));
    }
    if let Some(why) = own(python) {
        return Some(format!("the port cannot make it: {why}"));
    }
    let compared = compare_outcomes(java, python, signature, input, rules);
    // Without the values, which each input has others of: the reason is the same for all.
    let what = compared.field.map_or_else(|| "an argument".to_owned(), |field| format!("`{field}`"));
    (compared.equality == Equality::Different).then(|| format!("{what} is not made alike on both sides"))
}
