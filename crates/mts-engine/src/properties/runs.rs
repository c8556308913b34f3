//! Runs the programs of a test and their translations, and makes their outcomes comparable.
//!
//! The oracle's usual rules compare a translation with its Java program.

use crate::properties::program::{TestPort, TestProgram};
use mts_generate::instrument::{self, python::PythonCopy};
use mts_model::error::Result;
use mts_model::{Input, Outcome, Reason, Signature, State, Value};
use mts_oracle::outcomes::compare_outcomes;
use mts_oracle::{Budgets, Rules};
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};
use serde_json::{Value as Json, json};
use std::fmt;
use std::sync::Arc;

/// The limit for the ticks of a Java program on one input.
const BUDGET: u64 = 10_000_000;

/// The factor from Java's ticks to the tick budget of a derived program.
///
/// The factor is large, because an added loop may run at every recursive call.
const GROWTH: u64 = 1100;
/// The highest budget that the factor [`GROWTH`] gives. With a higher budget, the watchdog would end calls, and results
/// would vary between runs.
const GROWN: u64 = 1_000_000;

/// The workers and the rules of comparison.
pub struct Workers<'w> {
    /// The worker for Java.
    pub jvm: &'w mut dyn Runtime<JavaUnit>,
    /// The worker for Python.
    pub cpython: &'w mut dyn Runtime<PythonUnit>,
    /// The rules of comparison.
    pub rules: &'w Rules,
    /// The rules for the budgets of translations.
    pub budgets: Budgets,
}

/// The outcomes of a program on its inputs. `Err` holds the reason why the program has no outcomes.
pub type RunResult = std::result::Result<Arc<Vec<Outcome>>, String>;

impl Workers<'_> {
    /// Runs a Java program on its inputs.
    ///
    /// # Errors
    /// Returns an error if the worker does not start.
    pub fn java(&mut self, program: &TestProgram) -> Result<RunResult> {
        let edits = [(0, Vec::new())];
        let units = instrument::java::units(&program.java, &program.function, &program.java_context, &edits);
        let unit = match units.map(|units| units.into_iter().next()) {
            Ok(Some(unit)) => unit,
            Ok(None) => return Ok(Err("cargo mts cannot generate the Java file to run".to_owned())),
            Err(reason) => return Ok(Err(reason)),
        };
        let inputs = program.inputs.iter().enumerate().map(|(at, _)| (at, BUDGET)).collect();
        let run_request = RunRequest { copy: 0, inputs, continue_after_failure: true };
        Ok(Ok(outcomes(self.jvm.run(&unit, &program.inputs, &[run_request])?)))
    }

    /// Runs a translation on the inputs of its program.
    ///
    /// `like` are Java's outcomes, whose ticks give the budget of each input. Without `like` the translation runs on no
    /// input. The function then only checks that CPython accepts the translation.
    ///
    /// # Errors
    /// Returns an error if the worker does not start.
    pub fn python(&mut self, program: &TestProgram, port: &TestPort, like: Option<&[Outcome]>) -> Result<RunResult> {
        let text = &port.file.text;
        let copy = match &port.entry_point {
            Some((qualname, on_instance)) => PythonCopy::Module { text, qualname, on_instance: *on_instance },
            None => PythonCopy::Edits(&[]),
        };
        let unit = match instrument::python::unit(&port.file, &program.python_context, &[(0, copy)]) {
            Ok(unit) => unit,
            Err(reason) => return Ok(Err(reason)),
        };
        let grown = |ticks: u64| if program.like.is_some() { ticks.saturating_mul(GROWTH).min(GROWN) } else { 0 };
        let budget = |outcome: &Outcome| self.budgets.java(outcome.ticks).max(grown(outcome.ticks));
        let ticks = like.unwrap_or_default().iter().map(budget);
        let run_request = RunRequest { copy: 0, inputs: ticks.enumerate().collect(), continue_after_failure: true };
        Ok(Ok(outcomes(self.cpython.run(&unit, &program.inputs, &[run_request])?)))
    }
}

fn outcomes(answers: Vec<mts_model::CopyOutcomes>) -> Arc<Vec<Outcome>> {
    Arc::new(answers.into_iter().next().map(|answer| answer.outcomes).unwrap_or_default())
}

/// Reports whether the program compiled.
pub(crate) fn has_compiled(outcomes: &[Outcome]) -> bool {
    outcomes.iter().all(|outcome| outcome.state != State::NotCompiled)
}

/// Reports whether every input ended without an exception.
pub(crate) fn has_run(outcomes: &[Outcome], inputs: usize) -> bool {
    outcomes.len() == inputs && outcomes.iter().all(|outcome| outcome.state == State::Ok)
}

/// The outcome of a program on one input, such that equality means equal behaviour.
///
/// [`fmt::Display`] writes the outcome for the function `returns` of properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ComparableOutcome {
    /// The call returned a value or threw an exception.
    Ended {
        /// The returned value, or the class of the exception.
        value: Json,
        /// The arguments, with `None` for an unchanged argument. Empty if the call changed none.
        changed: Vec<Option<Json>>,
        /// The receiver after the call.
        receiver: Option<Json>,
        /// The text on standard output.
        stdout: String,
    },
    /// The call has no value. The field is the state in which the call ended.
    Stopped(State),
    /// The input did not run.
    NotRun,
    /// A Python outcome that disagrees with Java's outcome, although both have the same value.
    DiffersFromJava(Box<Self>),
}

impl fmt::Display for ComparableOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended { value, changed, receiver, stdout } => {
                write!(f, "{value}")?;
                if !changed.is_empty() {
                    write!(f, " {}", json!(changed))?;
                }
                if let Some(receiver) = receiver {
                    write!(f, " self {receiver}")?;
                }
                if !stdout.is_empty() {
                    write!(f, " prints {}", json!(stdout))?;
                }
                Ok(())
            }
            Self::Stopped(state) => f.write_str(state.word()),
            Self::NotRun => write!(f, "{}", Reason::NotRun),
            Self::DiffersFromJava(outcome) => write!(f, "{outcome} in Python"),
        }
    }
}

/// Returns one outcome for each input of a Java program. The outcome does not contain arguments
/// that a transformation added.
///
/// # Errors
/// Returns an error if an input has no outcome.
pub(crate) fn java_outcomes(outcomes: &[Outcome], program: &TestProgram) -> Result<Vec<ComparableOutcome>, String> {
    let outcomes = outcome_of_each_input(outcomes, program.inputs.len())?;
    let each = outcomes.iter().zip(program.inputs.iter());
    each.map(|(outcome, input)| comparable(outcome, input, program.own_arguments)).collect()
}

/// Returns one outcome for each input of a translation.
///
/// `like` is the Java program to compare with, and its outcomes. If both outcomes of an input agree, the function
/// returns the outcome of the Java program.
///
/// # Errors
/// Returns an error if an input has no outcome, or the outcome cannot be compared.
pub(crate) fn python_outcomes(
    outcomes: &[Outcome],
    program: &TestProgram,
    like: (&TestProgram, &[Outcome]),
    rules: &Rules,
) -> Result<Vec<ComparableOutcome>, String> {
    let (model, java) = like;
    let (own, grew) = (program.own_arguments, program.like.is_some());
    let (outcomes, java) =
        (outcome_of_each_input(outcomes, program.inputs.len())?, outcome_of_each_input(java, model.inputs.len())?);
    let signature = &model.java_context.entry.signature;
    let each = outcomes.iter().zip(&java).zip(model.inputs.iter());
    each.map(|((python, java), input)| python_outcome(python, java, (signature, input, own), grew, rules)).collect()
}

/// Returns a Python outcome, or Java's outcome if both agree.
fn python_outcome(
    python: &Outcome,
    java: &Outcome,
    of: (&Signature, &Input, usize),
    grew: bool,
    rules: &Rules,
) -> Result<ComparableOutcome, String> {
    let (signature, input, own) = of;
    match python.state {
        State::Timeout if grew => {
            return Err("the derived program takes many times the ticks of its original program".to_owned());
        }
        // The input did not run, because calls on earlier inputs did not end. This outcome differs from every output.
        _ if python.is_not_run() && !grew => return Ok(ComparableOutcome::NotRun),
        _ => {}
    }
    let python = Outcome { args: python.args.iter().take(own).cloned().collect(), ..python.clone() };
    let found = compare_outcomes(java, &python, signature, input, rules);
    if found.is_incomparable() {
        return Err(found.detail.to_string());
    }
    let same = comparable(java, input, own)?;
    let other = match python.state {
        State::Incomplete => ComparableOutcome::Stopped(python.state),
        _ => comparable(&python, input, own)?,
    };
    // Outcomes that agree are equal, even if their values have different forms (`1` and `1.0`).
    Ok(match (found.agrees(), other == same) {
        (true, _) => same,
        (false, true) => ComparableOutcome::DiffersFromJava(Box::new(other)),
        (false, false) => other,
    })
}

/// Returns an outcome in comparable form, with the arguments that the call changed.
fn comparable(outcome: &Outcome, input: &Input, own: usize) -> Result<ComparableOutcome, String> {
    let value = match (&outcome.state, &outcome.value) {
        (State::Ok, value) => value.to_json(),
        (State::Exception, Value::Exception { class, .. }) => json!({ "raises": class }),
        (State::Incomplete, _) => return Err(format!("a run has no outcome: {}", outcome.reason)),
        (state, _) => return Ok(ComparableOutcome::Stopped(*state)),
    };
    let after = outcome.args.iter().take(own).enumerate();
    let changed =
        after.map(|(at, arg)| arg.as_ref().filter(|arg| input.args.get(at) != Some(*arg)).map(Value::to_json));
    let mut changed: Vec<_> = changed.collect();
    if changed.iter().all(Option::is_none) {
        changed.clear();
    }
    let receiver = outcome.receiver.as_ref().map(Value::to_json);
    Ok(ComparableOutcome::Ended { value, changed, receiver, stdout: outcome.stdout.clone() })
}

/// Returns one outcome for each input. A compile error is the outcome of every input.
///
/// Unlike `padded` in `stages::rerun`, it repeats no other outcome, because a repeated outcome could satisfy a property.
fn outcome_of_each_input(outcomes: &[Outcome], inputs: usize) -> Result<Vec<Outcome>, String> {
    match outcomes {
        [first, rest @ ..] if first.state == State::NotCompiled && rest.iter().all(Outcome::is_not_called) => {
            Ok(vec![first.clone(); inputs])
        }
        all if all.len() == inputs => Ok(all.to_vec()),
        _ => Err("some inputs did not run".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_have_a_text_for_people_and_are_not_compared_by_it() {
        let ended = |value: Json| ComparableOutcome::Ended {
            value,
            changed: vec![None, Some(json!([1]))],
            receiver: Some(json!({ "$enum": "A" })),
            stdout: "a\n".to_owned(),
        };
        assert_eq!(ended(json!(1)).to_string(), r#"1 [null,[1]] self {"$enum":"A"} prints "a\n""#);
        let differs = ComparableOutcome::DiffersFromJava(Box::new(ended(json!(1))));
        assert!(differs.to_string().ends_with(" in Python") && differs != ended(json!(1)));
        let stopped = ComparableOutcome::Stopped(State::Timeout);
        assert_eq!([stopped.to_string(), ComparableOutcome::NotRun.to_string()], ["timeout", "not run"]);
        assert_ne!(stopped, ended(json!("timeout")));
    }
}
