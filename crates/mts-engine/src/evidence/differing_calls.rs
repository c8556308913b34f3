//! Finds calls of other pairs whose results differ.
//!
//! If a function calls another pair with the same arguments on both sides, and the results of the call differ, then a
//! difference of the function can come from the called pair. The tool records the arguments and results of the calls on
//! inputs on which the functions differ.

use crate::evidence::diagnosis::counted;
use crate::fragments::data::{Recording, Visits};
use crate::fragments::execution::record::Recorder;
use crate::job::VerdictSettings;
use crate::outcome::{PairOutcome, ProvedDiagnosis};
use crate::scheduler::worker_pair::{SharedJvm, lock};
use mts_generate::fragments::extraction::call_recording::{RecordedCall, java_edits, python_edits, recorded_calls};
use mts_model::compilation_unit::Isolation;
use mts_model::error::Result;
use mts_model::{DifferingCall, Function, Input, JavaType, Language, Outcome, Pair, State, Value};
use mts_oracle::findings::{DisagreementKey, inputs_by_disagreement};
use mts_oracle::{Equality, OutcomeComponent, Rules, compare_values, display};
use mts_translate::PairSource;
use mts_workers::{PythonUnit, Runtime};
use std::collections::BTreeMap;

/// The highest number of inputs of a disagreement. Each counted input must show the call.
const MOST_INPUTS: usize = 64;
/// The highest number of Java's ticks on a recorded input.
const MOST_TICKS: u64 = 100_000;
/// The highest number of characters of an argument in the text of a call.
const LONGEST: usize = 160;

/// Returns a call with different results for each disagreement that has such a call.
///
/// All recorded inputs of the disagreement must have such a call of the same function.
/// A disagreement with a diagnosis has a cause in the function itself.
///
/// # Errors
/// Returns an error if a worker does not start.
pub(crate) fn differing_calls(
    measured: &PairOutcome,
    source: &PairSource<'_>,
    diagnoses: &BTreeMap<DisagreementKey, ProvedDiagnosis>,
    settings: &VerdictSettings,
    jvm: &SharedJvm<'_>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<BTreeMap<DisagreementKey, DifferingCall>> {
    let job = &measured.job;
    let (java, python) = (&measured.java_original, &measured.python_original);
    let params: Vec<String> = job.pair.java.params.iter().map(|param| param.name.clone()).collect();
    let mut recorded_inputs: Vec<(DisagreementKey, usize)> = Vec::new();
    for (key, at) in inputs_by_disagreement(&measured.originals, &job.suite.inputs, java, python, &params) {
        let runs = |at: &usize| {
            let [own, other] = [java, python].map(|side| side.outcomes.get(*at));
            own.is_some_and(|own| own.has_ended() && own.all_ticks() <= MOST_TICKS)
                && other.is_some_and(Outcome::has_ended)
        };
        let at = counted(measured, at);
        let is_examined = key.equality == Equality::Different && !diagnoses.contains_key(&key);
        if is_examined && at.len() <= MOST_INPUTS && at.iter().all(runs) {
            recorded_inputs.extend(at.into_iter().map(|at| (key.clone(), at)));
        }
    }
    // The result of a call can depend on static state, which the tool does not record.
    let calls = match recorded_inputs.is_empty() || job.java_context.isolation != Isolation::Never {
        true => Vec::new(),
        false => recorded_calls(source.java_tree, source.python_tree, &job.pair, &job.callees),
    };
    let calls: Vec<RecordedCall<'_>> = calls.into_iter().filter(|call| !calls_back(call.callee, source)).collect();
    if calls.is_empty() {
        return Ok(BTreeMap::new());
    }
    let edits = [java_edits(source.java_tree, &calls), python_edits(source.python_tree, &calls)].map(|edits| [edits]);
    let Some(recorder) = Recorder::new(job, &edits[0], &edits[1]) else { return Ok(BTreeMap::new()) };
    let inputs: Vec<Input> = recorded_inputs.iter().map(|(_, at)| job.suite.inputs[*at].clone()).collect();
    let recording = recorder.run((&inputs, inputs.len()), &settings.rules, &mut **lock(jvm)?, cpython)?;
    let mut found: BTreeMap<DisagreementKey, Vec<Option<DifferingCall>>> = BTreeMap::new();
    for (nth, (key, _)) in recorded_inputs.into_iter().enumerate() {
        found.entry(key).or_default().push(on_input(&calls, &recording, nth, &settings.rules));
    }
    let same_callee = |(key, found): (DisagreementKey, Vec<Option<DifferingCall>>)| {
        let found: Option<Vec<DifferingCall>> = found.into_iter().collect();
        let mut found = found?.into_iter();
        let first = found.next()?;
        found.all(|other| other.java == first.java).then_some((key, first))
    };
    Ok(found.into_iter().filter_map(same_callee).collect())
}

/// Reports whether a called function of the same file seems to call the calling function.
///
/// The records of nested runs of one function cannot be told apart.
fn calls_back(callee: &Pair, source: &PairSource<'_>) -> bool {
    let is_in_file = callee.java.file == source.pair.java.file;
    is_in_file && callee.java.body.slice(&source.java.text).contains(&source.pair.java.name)
}

/// Returns the first call in the text whose results differ on an input.
fn on_input(calls: &[RecordedCall<'_>], recording: &Recording, nth: usize, rules: &Rules) -> Option<DifferingCall> {
    let sides = (&recording.java_visits[nth], &recording.python_visits[nth]);
    let outcomes = (&recording.java[nth], &recording.python[nth]);
    calls.iter().find_map(|call| differing(call, sides, outcomes, rules))
}

/// Returns the first visit of a call with the same arguments and different results.
///
/// `None` if an earlier visit has different or unknown arguments, because a later difference can then follow from it.
fn differing(
    call: &RecordedCall<'_>,
    (java, python): (&Visits, &Visits),
    outcomes: (&Outcome, &Outcome),
    rules: &Rules,
) -> Option<DifferingCall> {
    let pair = call.callee;
    let types = pair.java.params.iter().map(|param| &param.ty);
    let own_values = call.values.len() - pair.java.params.len();
    let types: Vec<&JavaType> = std::iter::repeat_n(&JavaType::Unknown, own_values).chain(types).collect();
    for visit in 0..count(java, call.begin).min(count(python, call.begin)) {
        let this = (recorded(java, call.begin, visit)?, recorded(python, call.begin, visit)?);
        if call.has_receiver {
            let place = *call.values.first()?;
            let (own, other) = (recorded(java, place, visit)?, recorded(python, place, visit)?);
            if !own.iter().all(|value| is_object_of(value, &pair.java))
                || !other.iter().all(|value| is_object_of(value, &pair.python))
            {
                return None;
            }
        }
        let mut arguments = Vec::new();
        let mut is_same = differ_at_most(Equality::TypeDrift, &this.0, &this.1, &JavaType::Unknown, rules);
        for (place, ty) in call.values.iter().zip(&types) {
            let (own, other) = (recorded(java, *place, visit)?, recorded(python, *place, visit)?);
            // Java unboxes a null before the call, so the call does not begin.
            let is_unboxed = matches!(ty, JavaType::Primitive(_)) && own.contains(&Value::Null);
            is_same &= !is_unboxed && differ_at_most(Equality::Equal, &own, &other, ty, rules);
            arguments.extend(own);
        }
        if !is_same {
            return None;
        }
        let (own, other) = (result(call, java, outcomes.0, visit)?, result(call, python, outcomes.1, visit)?);
        let is_different = match (own.state, other.state) {
            (State::Ok, State::Ok) => {
                compare_values(&own.value, &other.value, &pair.java.returns, rules) == Equality::Different
            }
            (State::Exception, State::Exception) => return None,
            _ => true,
        };
        if is_different {
            return Some(describe(pair, arguments.get(own_values..).unwrap_or_default(), &own, &other));
        }
    }
    None
}

/// Reports whether a value is an object of the class of a function.
fn is_object_of(value: &Value, function: &Function) -> bool {
    let simple = |class: &str| class.rsplit(['.', '$']).next().map(str::to_owned);
    matches!(value, Value::Object { class, .. } if simple(class).as_ref() == function.scope.last())
}

/// Describes a call and its results for people.
fn describe(pair: &Pair, arguments: &[Value], java: &Outcome, python: &Outcome) -> DifferingCall {
    let arguments: Vec<String> = arguments.iter().map(|value| display::capped(value, LONGEST)).collect();
    let outcome = |result: &Outcome, side| {
        let is_returned = result.state == State::Ok;
        let component = if is_returned { OutcomeComponent::Return } else { OutcomeComponent::Exception };
        display::outcome(result, side, component, &[])
    };
    DifferingCall {
        java: pair.java.selector(),
        python: pair.python.selector(),
        call: format!("{}({})", pair.name(), arguments.join(", ")),
        java_outcome: outcome(java, Language::Java),
        python_outcome: outcome(python, Language::Python),
    }
}

/// Returns the result of a visit: a value or an exception.
///
/// The exception is the one that ended the calling function. `None` if the result is unknown.
fn result(call: &RecordedCall<'_>, visits: &Visits, outcome: &Outcome, visit: usize) -> Option<Outcome> {
    match (count(visits, call.begin), count(visits, call.result)) {
        (begun, ended) if begun == ended || visit + 1 < begun && begun == ended + 1 && !call.is_in_try => {
            let value = recorded(visits, call.result, visit)?.pop()?;
            Some(Outcome { value, ..Outcome::new(State::Ok) })
        }
        // Only the last call has no result, so its exception ended the function.
        (begun, ended) if begun == ended + 1 && outcome.state == State::Exception && !call.is_in_try => {
            Some(Outcome { value: outcome.value.clone(), ..Outcome::new(State::Exception) })
        }
        _ => None,
    }
}

/// Returns the values of a visit of a place. `None` if they are unknown.
fn recorded(visits: &Visits, place: u32, visit: usize) -> Option<Vec<Value>> {
    visits.get(&place)?.get(visit)?.clone()
}

/// Returns the number of visits of a place.
fn count(visits: &Visits, place: u32) -> usize {
    visits.get(&place).map_or(0, Vec::len)
}

/// Reports whether the values of a state differ at most in this way.
fn differ_at_most(most: Equality, java: &[Value], python: &[Value], ty: &JavaType, rules: &Rules) -> bool {
    let is_within = |(own, other)| compare_values(own, other, ty, rules) <= most;
    java.len() == python.len() && java.iter().zip(python).all(is_within)
}
