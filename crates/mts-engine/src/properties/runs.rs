//! Runs the programs of a test and their translations, and describes each outcome as text.
//!
//! Equal texts mean equal outcomes. The oracle's usual rules compare a translation with its Java
//! program.

use crate::properties::program::{TestPort, TestProgram};
use mts_generate::instrument::{self, python::PythonVariant};
use mts_model::error::Result;
use mts_model::{Input, Outcome, Reason, Signature, State, Value};
use mts_oracle::outcomes::compare_outcomes;
use mts_oracle::{Budgets, Rules};
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};
use serde_json::json;
use std::sync::Arc;

/// The ticks that a Java program may use on one input.
const BUDGET: u64 = 10_000_000;

/// The factor on Java's ticks that gives the budget of a derived program.
///
/// The factor is large, because an added loop may run at every recursive call.
const GROWTH: u64 = 1100;
/// The highest budget that the factor gives. With a higher budget, the watchdog would end calls,
/// and results would vary between runs.
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

/// The outcomes of a program on its inputs, or the reason why it has none.
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
        let run_request = RunRequest { variant: 0, inputs, continue_after_failure: true };
        Ok(Ok(outcomes(self.jvm.run(&unit, &program.inputs, &[run_request])?)))
    }

    /// Runs a translation on the inputs of its program. `like` are Java's outcomes, whose ticks
    /// give the budget of each input.
    ///
    /// Without `like` the translation runs on no input. This only checks that CPython accepts the
    /// translation.
    ///
    /// # Errors
    /// Returns an error if the worker does not start.
    pub fn python(&mut self, program: &TestProgram, port: &TestPort, like: Option<&[Outcome]>) -> Result<RunResult> {
        let text = &port.file.text;
        let variant = match &port.entry_point {
            Some((qualname, on_instance)) => PythonVariant::Module { text, qualname, on_instance: *on_instance },
            None => PythonVariant::Edits(&[]),
        };
        let unit = match instrument::python::unit(&port.file, &program.python_context, &[(0, variant)]) {
            Ok(unit) => unit,
            Err(reason) => return Ok(Err(reason)),
        };
        let grown = |ticks: u64| if program.like.is_some() { ticks.saturating_mul(GROWTH).min(GROWN) } else { 0 };
        let budget = |outcome: &Outcome| self.budgets.java(outcome.ticks).max(grown(outcome.ticks));
        let ticks = like.unwrap_or_default().iter().map(budget);
        let run_request = RunRequest { variant: 0, inputs: ticks.enumerate().collect(), continue_after_failure: true };
        Ok(Ok(outcomes(self.cpython.run(&unit, &program.inputs, &[run_request])?)))
    }
}

fn outcomes(answers: Vec<mts_model::VariantOutcomes>) -> Arc<Vec<Outcome>> {
    Arc::new(answers.into_iter().next().map(|answer| answer.outcomes).unwrap_or_default())
}

/// Reports whether the program compiled.
pub(crate) fn compiled(outcomes: &[Outcome]) -> bool {
    outcomes.iter().all(|outcome| outcome.state != State::NotCompiled)
}

/// Reports whether every input ended without an exception.
pub(crate) fn ran(outcomes: &[Outcome], inputs: usize) -> bool {
    outcomes.len() == inputs && outcomes.iter().all(|outcome| outcome.state == State::Ok)
}

/// Returns one text for each input of a Java program. The text does not show arguments that a
/// transformation added.
///
/// # Errors
/// Returns an error if an input has no outcome.
pub(crate) fn java_texts(outcomes: &[Outcome], program: &TestProgram) -> Result<Vec<String>, String> {
    let outcomes = padded(outcomes, program.inputs.len())?;
    let each = outcomes.iter().zip(program.inputs.iter());
    each.map(|(outcome, input)| outcome_text(outcome, input, program.own_arguments)).collect()
}

/// Returns one text for each input of a translation.
///
/// `like` is the Java program to compare with, and its outcomes. If both outcomes of an input
/// agree, the text is that of the Java program.
///
/// # Errors
/// Returns an error if an input has no outcome, or the outcome cannot be compared.
pub(crate) fn python_texts(
    outcomes: &[Outcome],
    program: &TestProgram,
    like: (&TestProgram, &[Outcome]),
    rules: &Rules,
) -> Result<Vec<String>, String> {
    let (model, java) = like;
    let (own, grew) = (program.own_arguments, program.like.is_some());
    let (outcomes, java) = (padded(outcomes, program.inputs.len())?, padded(java, model.inputs.len())?);
    let signature = &model.java_context.entry.signature;
    let texts = outcomes.iter().zip(&java).zip(model.inputs.iter());
    texts.map(|((python, java), input)| python_text(python, java, (signature, input, own), grew, rules)).collect()
}

/// Returns the text of a Python outcome, or Java's text if both outcomes agree.
fn python_text(
    python: &Outcome,
    java: &Outcome,
    of: (&Signature, &Input, usize),
    grew: bool,
    rules: &Rules,
) -> Result<String, String> {
    let (signature, input, own) = of;
    match python.state {
        State::Timeout if grew => {
            return Err("the derived program takes many times the ticks of its original program".to_owned());
        }
        // The input did not run, because earlier inputs did not end. The text `NotRun` differs from
        // the text of every output.
        _ if python.is_not_run() && !grew => return Ok(Reason::NotRun.to_string()),
        _ => {}
    }
    let python = Outcome { args: python.args.iter().take(own).cloned().collect(), ..python.clone() };
    let found = compare_outcomes(java, &python, signature, input, rules);
    if found.is_incomparable() {
        return Err(found.detail.to_string());
    }
    let same = outcome_text(java, input, own)?;
    let text = if python.state == State::Incomplete {
        python.state.word().to_owned()
    } else {
        outcome_text(&python, input, own)?
    };
    // Outcomes that agree have the same text, even if the values are written differently (`1` and
    // `1.0`). Outcomes that differ must have different texts.
    Ok(match (found.agrees(), text == same) {
        (true, _) => same,
        (false, true) => format!("{text} in Python"),
        (false, false) => text,
    })
}

/// Returns an outcome as text, with the arguments that the call changed.
fn outcome_text(outcome: &Outcome, input: &Input, own: usize) -> Result<String, String> {
    let value = match (&outcome.state, &outcome.value) {
        (State::Ok, value) => value.to_json(),
        (State::Exception, Value::Exception { class, .. }) => json!({ "raises": class }),
        (State::Incomplete, _) => return Err(format!("a run has no outcome: {}", outcome.reason)),
        (state, _) => return Ok(state.word().to_owned()),
    };
    let after = outcome.args.iter().take(own).enumerate();
    let changed =
        after.map(|(at, arg)| arg.as_ref().filter(|arg| input.args.get(at) != Some(*arg)).map(Value::to_json));
    let changed: Vec<_> = changed.collect();
    let mut text = value.to_string();
    if changed.iter().any(Option::is_some) {
        text += &format!(" {}", json!(changed));
    }
    if let Some(receiver) = &outcome.receiver {
        text += &format!(" self {}", receiver.to_json());
    }
    if !outcome.stdout.is_empty() {
        text += &format!(" prints {}", json!(outcome.stdout));
    }
    Ok(text)
}

/// Returns one outcome for each input. A compile error is the outcome of every input.
fn padded(outcomes: &[Outcome], inputs: usize) -> Result<Vec<Outcome>, String> {
    match outcomes {
        [first, rest @ ..] if first.state == State::NotCompiled && rest.iter().all(Outcome::is_not_called) => {
            Ok(vec![first.clone(); inputs])
        }
        all if all.len() == inputs => Ok(all.to_vec()),
        _ => Err("some inputs did not run".to_owned()),
    }
}
