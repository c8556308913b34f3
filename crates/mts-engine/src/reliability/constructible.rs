//! Selects the proposed inputs whose objects both sides construct in the same way.
//!
//! `prestate` constructs and compares the objects. `state_injection` injects Java's objects into the
//! port.

use crate::job::{PairJob, VerdictSettings};
use crate::reliability::prestate::{CallSignature, RECIPES, construct_on_java, construct_on_python, difference};
use crate::reliability::state_injection;
use crate::selection::input_selection::ProbedOriginal;
use crate::stages::error::{StageError, StageResult};
use mts_generate::instrument::{self, python::PythonCopy};
use mts_model::error::Result;
use mts_model::{Choice, Input, ObjectDifferences, Outcome, Reason, State, Suite};
use mts_oracle::Rules;
use mts_workers::{JavaUnit, PythonUnit, Runtime};
use std::collections::BTreeMap;

/// The number of proposed inputs is this factor times the wanted number.
const CHOICE: usize = 4;
/// The lowest number of proposed inputs from which the tool selects.
const LEAST: usize = 96;

/// The number of inputs whose objects the port constructs in one run request.
///
/// Each run request has freshly loaded modules. An input may leave state in a class, such as a list
/// that all objects share. With this limit, no more inputs share such a state than in a suite.
const BATCH: usize = 32;

/// Returns the number of proposed inputs from which the tool selects `wanted` inputs.
///
/// If the Java code has no branch and no loop, further inputs only replace inputs that fail.
fn proposals(probed: Option<&ProbedOriginal>, wanted: usize) -> usize {
    match probed.is_some_and(|probed| probed.probes.branches.is_empty() && probed.probes.loops.is_empty()) {
        true => wanted.saturating_mul(3) / 2,
        false => wanted.saturating_mul(CHOICE).max(LEAST),
    }
}

/// A proposed input, with its objects before the call.
struct Proposal {
    input: Input,
    /// The objects that Java constructs. `None` if the input has no recipe.
    constructed: Option<Outcome>,
    /// The difference between the objects of both sides. `None` if they agree.
    difference: Option<String>,
}

/// The port's side of the construction of objects.
struct PortObjects<'a> {
    unit: PythonUnit,
    signature: CallSignature,
    rules: &'a Rules,
    cpython: &'a mut dyn Runtime<PythonUnit>,
}

/// Returns the suite of a job without the inputs whose objects Java cannot construct.
///
/// If the tool still has to select inputs, it also drops inputs whose objects the port constructs
/// differently, as long as other inputs are left. If too few inputs would be left, the tool first
/// injects Java's objects into the port.
///
/// # Errors
/// Returns an error if a worker does not start, or if no input is left. In the second case, the error
/// is the reason why Java cannot construct the first object.
pub(crate) fn retain_constructible(
    job: &PairJob,
    (unit, probed): (&JavaUnit, Option<&ProbedOriginal>),
    settings: &VerdictSettings,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> StageResult<Suite> {
    let suite = &job.suite;
    if !suite.inputs.iter().any(Input::has_recipes) {
        return Ok(suite.clone());
    }
    let most = match suite.choice {
        Choice::SelectTop(wanted) => proposals(probed, wanted),
        Choice::All | Choice::Selected | Choice::SameAsHead | Choice::InPlaceOfHead => suite.inputs.len(),
    };
    let constructed = construct_enough(unit, &suite.inputs, most, jvm)?;
    // The run of the original reports a compile error. So the suite stays as it is here.
    if constructed.iter().flatten().any(|outcome| outcome.state == State::NotCompiled) {
        return Ok(suite.clone());
    }
    let proposed = constructible(&suite.inputs, constructed)?;
    let (inputs, objects) = match suite.choice {
        Choice::SelectTop(wanted) => {
            let (inputs, objects) = retain_matching(job, proposed, (wanted, most), settings, cpython)?;
            (inputs.into_iter().take(most).collect(), objects)
        }
        Choice::All | Choice::Selected | Choice::SameAsHead | Choice::InPlaceOfHead => (inputs_of(proposed), None),
    };
    Ok(Suite { inputs, objects, ..suite.clone() })
}

/// Constructs Java's objects of the first inputs, until enough inputs have objects.
///
/// Most recipes construct an object, so a part of the proposed inputs is enough. A compile error
/// ends the construction.
fn construct_enough(
    unit: &JavaUnit,
    inputs: &[Input],
    most: usize,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<Vec<Option<Outcome>>> {
    let mut constructed: Vec<Option<Outcome>> = Vec::with_capacity(inputs.len());
    let is_enough = |constructed: &[Option<Outcome>]| {
        constructed.iter().filter(|outcome| !is_failure(outcome)).count() >= most.saturating_mul(2)
            || constructed.iter().flatten().any(|outcome| outcome.state == State::NotCompiled)
    };
    while !is_enough(&constructed) && constructed.len() < inputs.len() {
        let part = constructed.len()..inputs.len().min(constructed.len() + most);
        constructed.extend(construct_on_java(unit, &inputs[part], RECIPES, jvm)?);
    }
    Ok(constructed)
}

/// Reports whether Java cannot construct the objects of an input.
fn is_failure(constructed: &Option<Outcome>) -> bool {
    constructed.as_ref().is_some_and(|outcome| outcome.state != State::Ok)
}

/// Returns the inputs whose objects Java can construct, with these objects.
fn constructible(inputs: &[Input], constructed: Vec<Option<Outcome>>) -> StageResult<Vec<Proposal>> {
    let failures = constructed.iter().flatten().filter(|outcome| outcome.state != State::Ok);
    let first: Option<Reason> = failures.map(|outcome| outcome.reason.clone()).next();
    let proposal = |(input, constructed): (&Input, Option<Outcome>)| {
        (!is_failure(&constructed)).then(|| Proposal { input: input.clone(), constructed, difference: None })
    };
    let proposed: Vec<Proposal> = inputs.iter().zip(constructed).filter_map(proposal).collect();
    match first.filter(|_| proposed.is_empty()) {
        Some(reason) => {
            let reason = reason.describe_cause();
            Err(StageError::from(format!(
                "cargo mts cannot construct the objects of any input; the first reason: {reason}"
            )))
        }
        None => Ok(proposed),
    }
}

/// Drops the inputs whose objects the port constructs differently, and counts them.
///
/// If fewer than `wanted` inputs
/// with objects are left, the function injects Java's objects into the port. The function stops when `most` inputs
/// match. Inputs that a user wrote stay. If no objects match, all inputs stay.
fn retain_matching(
    job: &PairJob,
    proposed: Vec<Proposal>,
    (wanted, most): (usize, usize),
    settings: &VerdictSettings,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<(Vec<Input>, Option<ObjectDifferences>)> {
    let original = [(0, PythonCopy::Edits(&[]))];
    // If the port cannot be parsed, the Python stage reports it. So all inputs stay here.
    let Ok(unit) = instrument::python::unit(&job.python, &job.python_context, &original) else {
        return Ok((inputs_of(proposed), None));
    };
    let mut port = PortObjects { unit, signature: CallSignature::new(job), rules: &settings.rules, cpython };
    let compared = port.compare(proposed, most)?;
    let Some(reason) = commonest_difference(&compared) else { return Ok((inputs_of(compared), None)) };
    let counts = |all: &[Proposal]| {
        let holding = all.iter().filter(|one| one.constructed.is_some()).count();
        (holding, all.iter().filter(|one| one.difference.is_some()).count())
    };
    let (holding, differing) = counts(&compared);
    let (compared, injected) = match holding - differing < wanted {
        true => port.inject(compared, most)?,
        false => (compared, 0),
    };
    let (holding, dropped) = counts(&compared);
    let skipped = if dropped == holding { 0 } else { dropped };
    let [proposed, injected, skipped] = [holding, injected, skipped].map(|count| count as u64);
    let objects = (injected + skipped > 0).then_some(ObjectDifferences { proposed, injected, skipped, reason });
    if skipped == 0 {
        return Ok((inputs_of(compared), objects));
    }
    let kept = compared.into_iter().filter(|one| one.difference.is_none() || one.input.is_user_written());
    Ok((kept.map(|one| one.input).collect(), objects))
}

/// Returns the inputs of the proposals.
fn inputs_of(proposed: Vec<Proposal>) -> Vec<Input> {
    proposed.into_iter().map(|one| one.input).collect()
}

/// Returns the most frequent difference. `None` if there is no difference.
fn commonest_difference(compared: &[Proposal]) -> Option<String> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    compared.iter().filter_map(|one| one.difference.as_deref()).for_each(|why| *reasons.entry(why).or_default() += 1);
    reasons.into_iter().rev().max_by_key(|(_, count)| *count).map(|(why, _)| why.to_owned())
}

impl PortObjects<'_> {
    /// Compares the objects of both sides, batch by batch, until `most` inputs match.
    ///
    /// The result has only the compared inputs.
    fn compare(&mut self, proposed: Vec<Proposal>, most: usize) -> Result<Vec<Proposal>> {
        let (mut compared, mut matching) = (Vec::with_capacity(proposed.len()), 0);
        let mut rest = proposed.into_iter();
        while matching < most && rest.len() > 0 {
            let part: Vec<Proposal> = rest.by_ref().take(BATCH).collect();
            let inputs: Vec<Input> = part.iter().map(|one| one.input.clone()).collect();
            let ported = construct_on_python(&self.unit, &inputs, RECIPES, self.cpython)?;
            for (one, ported) in part.into_iter().zip(ported) {
                let difference = self.difference(&one, &one.input, ported.as_ref());
                matching += usize::from(difference.is_none());
                compared.push(Proposal { difference, ..one });
            }
        }
        Ok(compared)
    }

    /// Injects Java's object state into those inputs for which the port constructs different objects.
    ///
    /// Returns the proposals, and the number of inputs whose objects match only after the injection. So the tool can
    /// test a method although the constructors of the port differ from Java's constructors. (A constructor is tested in
    /// its own pair.) The function stops when the objects of `most` inputs match, and drops the inputs that it has not
    /// yet processed.
    fn inject(&mut self, compared: Vec<Proposal>, most: usize) -> Result<(Vec<Proposal>, usize)> {
        let (mut processed, mut matching, mut injected) = (Vec::with_capacity(compared.len()), 0, 0);
        let mut rest = compared.into_iter();
        while matching < most && rest.len() > 0 {
            let part: Vec<Proposal> = rest.by_ref().take(BATCH).collect();
            let with_state: Vec<Option<Input>> = part.iter().map(Proposal::with_java_state).collect();
            let inputs: Vec<Input> = with_state.iter().flatten().cloned().collect();
            let mut ported = construct_on_python(&self.unit, &inputs, RECIPES, self.cpython)?.into_iter();
            for (one, with_state) in part.into_iter().zip(with_state) {
                let ported = with_state.as_ref().and_then(|_| ported.next().flatten());
                let agrees =
                    |input: &Input| ported.is_some() && self.difference(&one, input, ported.as_ref()).is_none();
                let one = match with_state.filter(agrees) {
                    Some(input) => {
                        injected += 1;
                        Proposal { input, difference: None, ..one }
                    }
                    None => one,
                };
                matching += usize::from(one.difference.is_none());
                processed.push(one);
            }
        }
        Ok((processed, injected))
    }

    /// Describes the difference between Java's objects and the port's objects for an input.
    fn difference(&self, one: &Proposal, input: &Input, ported: Option<&Outcome>) -> Option<String> {
        difference(one.constructed.as_ref()?, ported?, &self.signature, input, self.rules)
    }
}

impl Proposal {
    /// Returns the input with Java's objects, if the port constructs other objects.
    ///
    /// An input that a user wrote stays as it is.
    fn with_java_state(&self) -> Option<Input> {
        let differs = self.difference.is_some() && !self.input.is_user_written();
        let constructed = self.constructed.as_ref().filter(|_| differs)?;
        state_injection::with_java_state(&self.input, constructed)
    }
}
