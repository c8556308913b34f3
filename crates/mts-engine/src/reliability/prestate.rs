//! Compares the objects of a call before the call, so that a difference after it belongs to the function.
//!
//! An input whose recipes construct different objects on both sides is no test of the function: that difference is a
//! finding about the constructor. Differences between plain receivers go into the outcomes; ignoring them is left to the
//! oracle. Injecting Java's objects into the port is left to `state_injection`.

use crate::job::{PairJob, VerdictSettings, signature};
use crate::reliability::state_injection;
use crate::stages::error::{StageError, StageResult};
use mts_generate::instrument::{self, python::PythonVariant};
use mts_model::error::Result;
use mts_model::{Before, Choice, Input, Outcome, Reason, Signature, State, Suite};
use mts_oracle::{Equality, Rules, compare_outcomes};
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};
use std::collections::BTreeMap;

/// Ticks for constructing objects; the workers have their own limits.
const BUDGET: u64 = 10_000_000;

/// The tool chooses the inputs from this many times the wanted number.
const CHOICE: usize = 4;
/// The tool chooses the inputs from at least this many.
const LEAST: usize = 96;

/// Inputs that the port constructs together, in modules loaded for them.
///
/// One input may leave state in a class, such as a list that all objects share. No more inputs meet that state here than
/// in a suite.
const BATCH: usize = 32;

/// Which objects are constructed, and how many inputs at once.
#[derive(Clone, Copy)]
pub(crate) struct ConstructionScope {
    /// Also plain receivers, not only the objects of recipes.
    pub plain: bool,
    /// How many in one order: each order has classes and modules of its own, where workers load them anew.
    pub batch: usize,
}

/// The objects of recipes, all of them in one order.
const RECIPES: ConstructionScope = ConstructionScope { plain: false, batch: usize::MAX };

impl ConstructionScope {
    /// Every object, all of them in one order.
    pub const ALL: Self = Self { plain: true, batch: usize::MAX };

    fn contains(self, input: &Input) -> bool {
        input.has_recipes() || self.plain && input.receiver.is_some()
    }
}

/// The objects that Java constructs for each input; `None` for inputs outside of the scope.
pub(crate) fn construct_on_java(
    unit: &JavaUnit,
    inputs: &[Input],
    scope: ConstructionScope,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<Vec<Option<Outcome>>> {
    let mut unit = unit.clone();
    unit.entry.construct_only = true;
    construct(inputs, scope, |orders| jvm.run(&unit, inputs, orders))
}

/// The objects that the port constructs for each input.
fn construct_on_python(
    unit: &PythonUnit,
    inputs: &[Input],
    scope: ConstructionScope,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Vec<Option<Outcome>>> {
    let mut unit = unit.clone();
    unit.construct_only = true;
    unit.texts.retain(|(variant, _)| *variant == 0);
    construct(inputs, scope, |orders| cpython.run(&unit, inputs, orders))
}

fn construct(
    inputs: &[Input],
    scope: ConstructionScope,
    run: impl FnOnce(&[RunRequest]) -> Result<Vec<mts_model::VariantOutcomes>>,
) -> Result<Vec<Option<Outcome>>> {
    let holding: Vec<usize> = (0..inputs.len()).filter(|at| scope.contains(&inputs[*at])).collect();
    let mut found = vec![None; inputs.len()];
    if holding.is_empty() {
        return Ok(found);
    }
    let order = |part: &[usize]| {
        let inputs = part.iter().map(|at| (*at, BUDGET)).collect();
        RunRequest { variant: 0, inputs, continue_after_failure: true }
    };
    let orders: Vec<RunRequest> = holding.chunks(scope.batch).map(order).collect();
    for (order, answer) in orders.iter().zip(run(&orders)?) {
        let rest = std::iter::repeat(Outcome::ended(State::Incomplete, Reason::NotRun));
        for ((at, _), outcome) in order.inputs.iter().zip(answer.outcomes.into_iter().chain(rest)) {
            found[*at] = Some(outcome);
        }
    }
    Ok(found)
}

/// The suite of a job without the inputs whose objects Java cannot construct.
///
/// Where inputs are still to be chosen, it also drops those whose objects the port constructs differently, as long as
/// others are left.
///
/// # Errors
/// The reason why Java cannot construct the first object, where no input is left.
pub(crate) fn retain_constructible(
    job: &PairJob,
    unit: &JavaUnit,
    settings: &VerdictSettings,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> StageResult<Suite> {
    let mut suite = job.suite.clone();
    if !suite.inputs.iter().any(Input::has_recipes) {
        return Ok(suite);
    }
    let mut constructed = construct_on_java(unit, &suite.inputs, RECIPES, jvm)?;
    // The run of the original reports an error of compilation.
    if constructed.iter().flatten().any(|outcome| outcome.state == State::NotCompiled) {
        return Ok(suite);
    }
    let fails = |outcome: &Option<Outcome>| outcome.as_ref().is_some_and(|outcome| outcome.state != State::Ok);
    let first =
        constructed.iter().flatten().find(|outcome| outcome.state != State::Ok).map(|outcome| outcome.reason.clone());
    retain_by(&mut suite.inputs, |at| !fails(&constructed[at]));
    constructed.retain(|outcome| !fails(outcome));
    if let (true, Some(reason)) = (suite.inputs.is_empty(), first) {
        let reason = reason.describe_cause();
        return Err(StageError::from(format!("no object to call it with could be made: {reason}")));
    }
    if let Choice::SelectTop(wanted) = suite.choice {
        let most = wanted.saturating_mul(CHOICE).max(LEAST);
        retain_matching(job, &mut suite, (wanted, most), &constructed, settings, cpython)?;
        suite.inputs.truncate(most);
    }
    Ok(suite)
}

/// Drops the inputs whose objects the port constructs differently. It notes their number and the commonest reason.
///
/// Where fewer than the wanted number are left, it injects Java's objects into the port. It ends at `most` inputs and
/// drops those behind them.
fn retain_matching(
    job: &PairJob,
    suite: &mut Suite,
    (wanted, most): (usize, usize),
    constructed: &[Option<Outcome>],
    settings: &VerdictSettings,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<()> {
    let original = [(0, PythonVariant::Edits(&[]))];
    // The Python stage reports a port that cannot be read.
    let Ok(unit) = instrument::python::unit(&job.python, &job.python_context, &original) else { return Ok(()) };
    let signature = signature(&job.pair);
    let inputs = &mut suite.inputs;
    let mut differences: Vec<Option<String>> = Vec::with_capacity(inputs.len());
    let mut matching = 0;
    while matching < most && differences.len() < inputs.len() {
        let first = differences.len();
        let part = first..inputs.len().min(first + BATCH);
        let python = construct_on_python(&unit, &inputs[part.clone()], RECIPES, cpython)?;
        for (at, python) in part.zip(&python) {
            let both = constructed[at].as_ref().zip(python.as_ref());
            let why =
                both.and_then(|(java, python)| difference(java, python, &signature, &inputs[at], &settings.rules));
            matching += usize::from(why.is_none());
            differences.push(why);
        }
    }
    inputs.truncate(differences.len());
    let constructed = &constructed[..differences.len()];
    let holding = constructed.iter().filter(|constructed| constructed.is_some()).count();
    let first = differences.iter().flatten().count();
    if first == 0 {
        return Ok(());
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    differences.iter().flatten().for_each(|why| *reasons.entry(why).or_default() += 1);
    let commonest = reasons.into_iter().rev().max_by_key(|(_, count)| *count).map(|(why, _)| why.to_owned());
    let commonest = commonest.unwrap_or_default();
    let mut injected = 0;
    if holding - first < wanted {
        injected = inject(job, suite, most, constructed, &mut differences, settings, (&unit, cpython))?;
    }
    let holding = constructed[..differences.len()].iter().filter(|constructed| constructed.is_some()).count();
    let dropped = differences.iter().flatten().count();
    if injected > 0 {
        let objects = format!("{injected} of {holding} proposed inputs with objects");
        suite.notes.push(format!("{objects} run with injected Java state, mostly because {commonest}"));
    }
    if dropped == 0 || dropped == holding {
        return Ok(());
    }
    let inputs = &suite.inputs;
    let keeps: Vec<bool> =
        differences.iter().zip(inputs).map(|(why, input)| why.is_none() || input.is_user_written()).collect();
    retain_by(&mut suite.inputs, |at| keeps[at]);
    let note = format!("{dropped} of {holding} proposed inputs with objects are skipped, mostly because {commonest}");
    suite.notes.push(note);
    Ok(())
}

/// Injects Java's objects into the port where the port constructs them differently: the number of inputs that agree then.
///
/// A method is so tested whatever the port's constructors do; those have pairs of their own. `differences` keeps the
/// reasons of the other inputs, and ends at the `most` inputs that are kept.
fn inject(
    job: &PairJob,
    suite: &mut Suite,
    most: usize,
    constructed: &[Option<Outcome>],
    differences: &mut Vec<Option<String>>,
    settings: &VerdictSettings,
    (unit, cpython): (&PythonUnit, &mut dyn Runtime<PythonUnit>),
) -> Result<usize> {
    let signature = signature(&job.pair);
    let (mut injected, mut matching, mut first) = (0, 0, 0);
    while matching < most && first < differences.len() {
        let part = first..differences.len().min(first + BATCH);
        first = part.end;
        let with_state = |at: usize| {
            let input = &suite.inputs[at];
            differences[at]
                .as_ref()
                .filter(|_| !input.is_user_written())
                .and_then(|_| state_injection::with_java_state(input, constructed[at].as_ref()?))
        };
        let (places, inputs): (Vec<usize>, Vec<Input>) =
            part.clone().filter_map(|at| Some((at, with_state(at)?))).unzip();
        let ported = construct_on_python(unit, &inputs, RECIPES, cpython)?;
        for ((at, input), ported) in places.into_iter().zip(inputs).zip(&ported) {
            let both = constructed[at].as_ref().zip(ported.as_ref());
            let agrees = |(java, python): (&Outcome, &Outcome)| {
                difference(java, python, &signature, &input, &settings.rules).is_none()
            };
            if both.is_some_and(agrees) {
                suite.inputs[at] = input;
                differences[at] = None;
                injected += 1;
            }
        }
        matching += differences[part].iter().filter(|why| why.is_none()).count();
    }
    differences.truncate(first);
    suite.inputs.truncate(first);
    Ok(injected)
}

/// The chosen suite with Java's objects wherever the port constructs others among the suite's inputs.
///
/// The port meets all inputs in one order, and an input may leave state in a class, such as a list that all objects
/// share. `constructed` are Java's objects.
pub(crate) fn inject_into_chosen(
    job: &PairJob,
    constructed: &[Option<Outcome>],
    settings: &VerdictSettings,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Suite> {
    let mut suite = job.suite.clone();
    if suite.choice != Choice::Selected || !suite.inputs.iter().any(Input::has_recipes) {
        return Ok(suite);
    }
    let original = [(0, PythonVariant::Edits(&[]))];
    // The Python stage reports a port that cannot be read.
    let Ok(unit) = instrument::python::unit(&job.python, &job.python_context, &original) else { return Ok(suite) };
    let signature = signature(&job.pair);
    let inputs = &mut suite.inputs;
    let mut reasons = |inputs: &[Input]| -> Result<Vec<Option<String>>> {
        let ported = construct_on_python(&unit, inputs, RECIPES, cpython)?;
        let reason = |at: usize| {
            let (java, python) = constructed[at].as_ref().zip(ported[at].as_ref())?;
            difference(java, python, &signature, &inputs[at], &settings.rules)
        };
        Ok((0..inputs.len()).map(reason).collect())
    };
    let own = reasons(inputs)?;
    let with_state = |at: usize| state_injection::with_java_state(&inputs[at], constructed[at].as_ref()?);
    let places: Vec<usize> =
        (0..inputs.len()).filter(|at| own[*at].is_some() && !inputs[*at].is_user_written()).collect();
    let with_state: Vec<(usize, Input)> = places.into_iter().filter_map(|at| Some((at, with_state(at)?))).collect();
    if with_state.is_empty() {
        return Ok(suite);
    }
    let mut all = inputs.clone();
    with_state.iter().for_each(|(at, input)| all[*at] = input.clone());
    let batch = reasons(&all)?;
    let (mut injected, mut first) = (0, None);
    for (at, input) in with_state.into_iter().filter(|(at, _)| batch[*at].is_none()) {
        inputs[at] = input;
        injected += 1;
        first = first.or(own[at].as_deref());
    }
    if let Some(why) = first {
        let what = format!("{injected} of {} inputs run with injected Java state", inputs.len());
        suite.notes.push(format!("{what}; in the others of the suite {why}"));
    }
    Ok(suite)
}

/// Keeps the elements at the places that are asked for.
fn retain_by<T>(all: &mut Vec<T>, keeps: impl Fn(usize) -> bool) {
    let mut places = 0..all.len();
    all.retain(|_| places.next().is_some_and(&keeps));
}

/// The outcomes of both sides with the objects before the call.
///
/// The port's outcome becomes "not called" on inputs whose recipes construct different objects. `constructed` are Java's
/// objects.
pub(crate) fn compare_prestate(
    constructed: &[Option<Outcome>],
    (unit, inputs, scope): (&PythonUnit, &[Input], ConstructionScope),
    (signature, rules): (&Signature, &Rules),
    cpython: &mut dyn Runtime<PythonUnit>,
    (mut java, mut python): (Vec<Outcome>, Vec<Outcome>),
) -> Result<(Vec<Outcome>, Vec<Outcome>)> {
    let is_dead = |outcome: &Outcome| outcome.state == State::NotCompiled || outcome.is_not_run();
    if constructed.iter().all(Option::is_none) || python.iter().all(is_dead) {
        return Ok((java, python));
    }
    let ported = construct_on_python(unit, inputs, scope, cpython)?;
    for (at, (java, python)) in java.iter_mut().zip(&mut python).enumerate() {
        let (Some(Some(constructed)), Some(Some(ported))) = (constructed.get(at), ported.get(at)) else { continue };
        if python.state == State::NotCompiled {
            continue;
        }
        if constructed.state == State::Ok && ported.state == State::Ok {
            (java.before, python.before) = (Some(Box::new(before(constructed))), Some(Box::new(before(ported))));
        }
        if inputs[at].has_recipes()
            && let Some(why) = difference(constructed, ported, signature, &inputs[at], rules)
        {
            *python = Outcome::ended(State::Incomplete, Reason::NotCallable(why));
        }
    }
    Ok((java, python))
}

fn before(constructed: &Outcome) -> Before {
    Before { args: constructed.args.clone(), receiver: constructed.receiver.clone() }
}

/// How the objects of an input differ before the call; `None` where they agree.
fn difference(java: &Outcome, python: &Outcome, signature: &Signature, input: &Input, rules: &Rules) -> Option<String> {
    let own = |outcome: &Outcome| (outcome.state != State::Ok).then(|| outcome.reason.describe_cause());
    if let Some(why) = own(java) {
        return Some(format!("Java cannot make it: {why}"));
    }
    if let Some(why) = own(python) {
        return Some(format!("the port cannot make it: {why}"));
    }
    let compared = compare_outcomes(java, python, signature, input, rules);
    // Without the values, which differ from input to input: the reason is the same for all.
    let what = compared.field.map_or_else(|| "an argument".to_owned(), |field| format!("`{field}`"));
    (compared.equality == Equality::Different).then(|| format!("{what} differs between the sides after construction"))
}
