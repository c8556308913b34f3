//! Compares the objects of a call before the call.
//!
//! Differences after the call then belong to the function. An input whose recipes construct
//! different objects on both sides is not a test of the function; the difference is a finding about
//! the constructor. Differences between plain receivers go into the outcomes, and the oracle
//! ignores them. `state_injection` injects Java's objects into the port.

use crate::job::{PairJob, VerdictSettings, signature};
use crate::reliability::state_injection;
use crate::selection::input_selection::ProbedOriginal;
use crate::stages::error::{StageError, StageResult};
use mts_generate::instrument::{self, python::PythonVariant};
use mts_model::error::Result;
use mts_model::{Before, Choice, Input, Outcome, Reason, Signature, State, Suite};
use mts_oracle::{Equality, Rules, compare_outcomes};
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};
use std::collections::BTreeMap;

/// The ticks for constructing objects. The workers have their own limits.
const BUDGET: u64 = 10_000_000;

/// The factor on the wanted number of inputs from which the tool selects.
const CHOICE: usize = 4;
/// The lowest number of inputs from which the tool selects.
const LEAST: usize = 96;

/// The number of inputs whose objects the port constructs in one run request.
///
/// Each run request has freshly loaded modules. An input may leave state in a class, such as a list
/// that all objects share. With this limit, no more inputs share such a state than in a suite.
const BATCH: usize = 32;

/// The objects to construct, and the number of inputs in one run request.
#[derive(Clone, Copy)]
pub(crate) struct ConstructionScope {
    /// Whether plain receivers are constructed too, not only the objects of recipes.
    pub plain: bool,
    /// The number of inputs in one run request. Workers may load classes and modules anew for each
    /// run request.
    pub batch: usize,
}

/// The objects of recipes, with all inputs in one run request.
const RECIPES: ConstructionScope = ConstructionScope { plain: false, batch: usize::MAX };

impl ConstructionScope {
    /// All objects, with all inputs in one run request.
    pub const ALL: Self = Self { plain: true, batch: usize::MAX };

    fn contains(self, input: &Input) -> bool {
        input.has_recipes() || self.plain && input.receiver.is_some()
    }
}

/// Returns the objects that Java constructs for each input. `None` for inputs without such objects.
pub(crate) fn construct_on_java(
    unit: &JavaUnit,
    inputs: &[Input],
    scope: ConstructionScope,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<Vec<Option<Outcome>>> {
    let mut unit = unit.clone();
    unit.entry.construct_only = true;
    construct(inputs, scope, |run_requests| jvm.run(&unit, inputs, run_requests))
}

/// Returns the objects that the port constructs for each input.
fn construct_on_python(
    unit: &PythonUnit,
    inputs: &[Input],
    scope: ConstructionScope,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Vec<Option<Outcome>>> {
    let mut unit = unit.clone();
    unit.construct_only = true;
    unit.texts.retain(|(variant, _)| *variant == 0);
    construct(inputs, scope, |run_requests| cpython.run(&unit, inputs, run_requests))
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
    let run_request = |part: &[usize]| {
        let inputs = part.iter().map(|at| (*at, BUDGET)).collect();
        RunRequest { variant: 0, inputs, continue_after_failure: true }
    };
    let run_requests: Vec<RunRequest> = holding.chunks(scope.batch).map(run_request).collect();
    for (run_request, answer) in run_requests.iter().zip(run(&run_requests)?) {
        let rest = std::iter::repeat(Outcome::ended(State::Incomplete, Reason::NotRun));
        for ((at, _), outcome) in run_request.inputs.iter().zip(answer.outcomes.into_iter().chain(rest)) {
            found[*at] = Some(outcome);
        }
    }
    Ok(found)
}

/// Returns the number of inputs from which the tool selects `wanted` ones.
///
/// In code without a branch or a loop, further inputs only replace inputs that fail.
fn proposals(probed: Option<&ProbedOriginal>, wanted: usize) -> usize {
    match probed.is_some_and(|probed| probed.probes.branches.is_empty() && probed.probes.loops.is_empty()) {
        true => wanted.saturating_mul(3) / 2,
        false => wanted.saturating_mul(CHOICE).max(LEAST),
    }
}

/// Returns the suite of a job without the inputs whose objects Java cannot construct.
///
/// If the tool still has to select inputs, it also drops inputs whose objects the port constructs
/// differently, as long as other inputs are left.
///
/// # Errors
/// Returns an error if no input is left. The error is the reason why Java cannot construct the
/// first object.
pub(crate) fn retain_constructible(
    job: &PairJob,
    (unit, probed): (&JavaUnit, Option<&ProbedOriginal>),
    settings: &VerdictSettings,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> StageResult<Suite> {
    let mut suite = job.suite.clone();
    if !suite.inputs.iter().any(Input::has_recipes) {
        return Ok(suite);
    }
    let most = match suite.choice {
        Choice::SelectTop(wanted) => proposals(probed, wanted),
        Choice::All | Choice::Selected | Choice::SameAsHead => suite.inputs.len(),
    };
    let fails = |outcome: &Option<Outcome>| outcome.as_ref().is_some_and(|outcome| outcome.state != State::Ok);
    let mut constructed: Vec<Option<Outcome>> = Vec::with_capacity(suite.inputs.len());
    // Most recipes construct an object, so a part of the proposed inputs is enough.
    while constructed.iter().filter(|outcome| !fails(outcome)).count() < most.saturating_mul(2)
        && constructed.len() < suite.inputs.len()
    {
        let part = constructed.len()..suite.inputs.len().min(constructed.len() + most);
        constructed.extend(construct_on_java(unit, &suite.inputs[part], RECIPES, jvm)?);
        // The run of the original reports a compile error.
        if constructed.iter().flatten().any(|outcome| outcome.state == State::NotCompiled) {
            return Ok(suite);
        }
    }
    suite.inputs.truncate(constructed.len());
    let first =
        constructed.iter().flatten().find(|outcome| outcome.state != State::Ok).map(|outcome| outcome.reason.clone());
    retain_by(&mut suite.inputs, |at| !fails(&constructed[at]));
    constructed.retain(|outcome| !fails(outcome));
    if let (true, Some(reason)) = (suite.inputs.is_empty(), first) {
        let reason = reason.describe_cause();
        return Err(StageError::from(format!("cargo mts cannot construct an object for the call: {reason}")));
    }
    if let Choice::SelectTop(wanted) = suite.choice {
        retain_matching(job, &mut suite, (wanted, most), &constructed, settings, cpython)?;
        suite.inputs.truncate(most);
    }
    Ok(suite)
}

/// Drops the inputs whose objects the port constructs differently.
///
/// A note in the suite has the number of these inputs and the most frequent reason. If fewer than
/// `wanted` inputs with objects are left, the function injects Java's objects into the port. It
/// stops when `most` inputs match.
fn retain_matching(
    job: &PairJob,
    suite: &mut Suite,
    (wanted, most): (usize, usize),
    constructed: &[Option<Outcome>],
    settings: &VerdictSettings,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<()> {
    let original = [(0, PythonVariant::Edits(&[]))];
    // The Python stage reports a port that cannot be parsed.
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
        suite.notes.push(format!("{objects} run with injected Java state; most frequent reason: {commonest}"));
    }
    if dropped == 0 || dropped == holding {
        return Ok(());
    }
    let inputs = &suite.inputs;
    let keeps: Vec<bool> =
        differences.iter().zip(inputs).map(|(why, input)| why.is_none() || input.is_user_written()).collect();
    retain_by(&mut suite.inputs, |at| keeps[at]);
    let note = format!(
        "the tool skipped {dropped} of {holding} proposed inputs with objects; most frequent reason: {commonest}"
    );
    suite.notes.push(note);
    Ok(())
}

/// Injects Java's objects into inputs whose objects the port constructs differently.
///
/// Returns the number of inputs whose objects agree afterwards. With these inputs, the tool tests a
/// method even if the port's constructors differ. The constructors have their own pairs.
/// `differences` keeps the reasons of the other inputs. The function stops when `most` inputs
/// agree, and cuts the lists there.
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

/// Returns the selected suite with Java's objects where the port's objects differ.
///
/// The port constructs all inputs in one run request, and an input may leave state in a class, such
/// as a list that all objects share. `constructed` are Java's objects.
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
    // The Python stage reports a port that cannot be parsed.
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
        suite.notes.push(format!("{what}; in a run of the whole suite, {why}"));
    }
    Ok(suite)
}

/// Retains the elements whose index `keeps` accepts.
fn retain_by<T>(all: &mut Vec<T>, keeps: impl Fn(usize) -> bool) {
    let mut places = 0..all.len();
    all.retain(|_| places.next().is_some_and(&keeps));
}

/// Adds the objects before the call to the outcomes of both sides.
///
/// The port's outcome becomes "not called" on inputs whose recipes construct different objects.
/// `constructed` are Java's objects.
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

/// Describes the difference between the objects before the call. `None` if they agree.
fn difference(java: &Outcome, python: &Outcome, signature: &Signature, input: &Input, rules: &Rules) -> Option<String> {
    let own = |outcome: &Outcome| (outcome.state != State::Ok).then(|| outcome.reason.describe_cause());
    if let Some(why) = own(java) {
        return Some(format!("Java cannot construct the object: {why}"));
    }
    if let Some(why) = own(python) {
        return Some(format!("the port cannot construct the object: {why}"));
    }
    let compared = compare_outcomes(java, python, signature, input, rules);
    // The text has no values, which vary between inputs, so that the reason is the same for all
    // inputs.
    let what = compared.field.map_or_else(|| "an argument".to_owned(), |field| format!("`{field}`"));
    (compared.equality == Equality::Different).then(|| format!("{what} differs between the sides after construction"))
}
