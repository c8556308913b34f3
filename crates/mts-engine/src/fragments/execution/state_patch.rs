//! Distinguishes a compensated difference from a wrong alignment.
//!
//! This module puts Java's values into the port at one place, and checks whether the whole port
//! still behaves the same.

use crate::fragments::alignment::state_mapping::Representation;
use crate::fragments::data::ContextResult;
use crate::fragments::execution::bounded_runs::{outcomes, tick_budget, with_time_limit};
use crate::fragments::execution::record::BUDGET;
use crate::fragments::result::Doubt;
use crate::job::PairJob;
use crate::outcome::comparison::is_same_outcome;
use mts_generate::fragments::contexts;
use mts_generate::fragments::extraction::FragmentCounterpart;
use mts_generate::fragments::{Fragment, FragmentKind};
use mts_generate::instrument::{self, python::PythonCopy};
use mts_model::aliasing;
use mts_model::error::Result;
use mts_model::{Input, Outcome, State, TextEdit, Value};
use mts_workers::{PythonUnit, Runtime};

/// Decides whether the counterpart at one place is doubtful.
///
/// The function runs the port with Java's values at this place.
pub(crate) fn doubt(
    job: &PairJob,
    fragment: &Fragment,
    (part, representations): (&FragmentCounterpart, &[Representation]),
    (states, results): (&[contexts::FragmentState], &[ContextResult]),
    (inputs, plain): (&[Input], &[Outcome]),
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Doubt> {
    let Some(edit) = edit(job, fragment, part, representations, states, results) else { return Ok(Doubt::Possible) };
    let edits = [edit];
    let copies = [(1, PythonCopy::Edits(&edits))];
    let Ok(unit) = instrument::python::unit(&job.python, &job.python_context, &copies) else {
        return Ok(Doubt::Possible);
    };
    let unit = with_time_limit(unit);
    let all: Vec<usize> = (0..inputs.len()).collect();
    let budget = |at: usize| tick_budget(&plain[at], BUDGET);
    let outcomes = outcomes(1, &all, all.len(), &budget, &mut |run_requests| cpython.run(&unit, inputs, run_requests))?;
    let is_same = !inputs.is_empty() && outcomes.iter().zip(plain).all(|(a, b)| is_same_outcome(a, b));
    Ok(match fragment.kind {
        _ if is_same => Doubt::None,
        FragmentKind::Expression if !inputs.is_empty() => Doubt::Wrong,
        // The patch of a block can be incomplete, because a block may also change objects that it does not assign.
        _ => Doubt::Possible,
    })
}

/// Creates the edit that replaces the counterpart by a table of Java's values.
///
/// The current state of the port is the key in the table.
fn edit(
    job: &PairJob,
    fragment: &Fragment,
    part: &FragmentCounterpart,
    representations: &[Representation],
    states: &[contexts::FragmentState],
    results: &[ContextResult],
) -> Option<TextEdit> {
    let is_readable = fragment.observed.is_empty() && fragment.kind != FragmentKind::Ending;
    let names: Vec<&str> = part.names.iter().flatten().map(String::as_str).collect();
    let mut table = String::new();
    for (state, result) in states.iter().zip(results) {
        if result.java.state != State::Ok {
            continue;
        }
        let state = aliasing::expanded(state)?;
        let own = state.iter().zip(representations).zip(&part.names).filter(|(_, name)| name.is_some());
        let key: Vec<String> = own.map(|((value, one), _)| literal(&one.convert(value))).collect::<Option<_>>()?;
        let value = match (&result.java.value, &result.python.value) {
            // The port represents the chars by their codes.
            (Value::Str(text), Value::Int(_)) => u32::from(text.chars().next()?).to_string(),
            (value, _) => literal(value)?,
        };
        table += &format!("repr(({}, )): {value}, ", key.join(", "));
    }
    let key = format!("repr(({}, ))", names.join(", "));
    let text = match fragment.kind {
        FragmentKind::Expression => format!("({{{table}}}.get({key}, {}))", part.span.slice(&job.python.text)),
        _ => format!("[{}] = {{{table}}}[{key}]", part.live_outs.join(", ")),
    };
    let is_empty = names.is_empty() || fragment.kind == FragmentKind::Block && part.live_outs.is_empty();
    (is_readable && !is_empty).then(|| TextEdit::new(part.span, text))
}

/// Returns a value as a Python literal.
fn literal(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Int(n) => n.to_string(),
        Value::Float(x) if x.is_finite() => format!("{x:?}"),
        Value::Float(x) => format!("float('{x}')"),
        Value::Str(text) => serde_json::to_string(text).ok()?,
        Value::List(items) => {
            let own: Vec<String> = items.iter().map(literal).collect::<Option<_>>()?;
            format!("[{}]", own.join(", "))
        }
        _ => return None,
    })
}
