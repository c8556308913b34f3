//! Searches for an input of the whole function that reaches a differing context.
//!
//! First, the search copies the context's values into the parameters of recorded inputs. Then the search changes the
//! inputs whose states are nearest to a context, until the search reaches a limit. Each round of the search changes
//! inputs for all fragments of the pair.

use crate::fragments::data::{Recording, Visits};
use crate::fragments::execution::bounded_runs::count_exhausted;
use crate::fragments::execution::record::Recorder;
use crate::fragments::result::FunctionOutcome;
use crate::job::{PairJob, signature};
use mts_generate::fragments::contexts::{FragmentState, boundary_values, state_distance, state_key};
use mts_generate::fragments::{ContextVariable, Fragment};
use mts_generate::inputs::generate::has_extreme_value;
use mts_model::aliasing::{self, Pick};
use mts_model::error::Result;
use mts_model::{Input, InputOrigin, JavaType, Outcome, Param, Random, Value};
use mts_oracle::fragments::is_rejected_state;
use mts_oracle::{Rules, compare_outcomes};
use mts_workers::{JavaUnit, PythonUnit, Runtime};
use std::collections::BTreeSet;

/// The highest numbers of function runs in one search, and of inputs in one round.
const RUNS: usize = 500;
const ROUND: usize = 96;
/// The number of Java's ticks after which the search ends. The ticks for Java's objects also count.
const TICKS: u64 = 2_000_000;
/// The search ends after this number of inputs that exhaust a side's time or memory.
const SLOW: usize = 8;
/// The highest number of consecutive rounds without a nearer input. After more such rounds, the search ends.
const IDLE: usize = 2;
/// The number of contexts of one fragment to which the search measures distances. The first round
/// copies the values of three times as many contexts.
const CONTEXTS_TRIED: usize = 8;
/// The number of recorded inputs into which the search copies the values of one context.
const BASES: usize = 2;

/// A fragment for which the tool searches for an input.
pub(crate) struct SearchTarget<'a> {
    /// The index of the fragment in the list of fragments, plus one.
    pub at: u32,
    pub fragment: &'a Fragment,
    /// The differing contexts in which the guards hold, nearest to recorded contexts first.
    pub contexts: Vec<FragmentState>,
    /// Recorded inputs that reach the fragment.
    pub bases: Vec<Input>,
}

/// The input that reaches the state nearest to a context.
#[derive(Clone)]
struct Nearest {
    distance: (usize, u128),
    input: Input,
    /// The index of the context in the target's list.
    place: usize,
}

/// An input that reaches a fragment.
#[derive(Clone, Debug)]
pub(crate) struct ReachedInput {
    pub input: Input,
    pub java: Outcome,
    pub python: Outcome,
    /// The states in which the input reaches the fragment.
    pub states: Vec<FragmentState>,
    pub outcome: FunctionOutcome,
}

/// Compares the functions on an input.
///
/// `None` if the outcomes cannot be compared, for example if Java rejects a generated input.
pub(crate) fn compare_functions(
    job: &PairJob,
    (input, is_from_suite): (&Input, bool),
    java: &Outcome,
    python: &Outcome,
    rules: &Rules,
) -> Option<FunctionOutcome> {
    let is_rejected = !is_from_suite && is_rejected_state(java, rules);
    if !java.has_ended() || !python.has_ended() || is_rejected {
        return None;
    }
    let found = compare_outcomes(java, python, &signature(&job.pair), input, rules);
    if found.is_incomparable() {
        return None;
    }
    Some(if found.differs() {
        FunctionOutcome::Differ { detail: found.detail.to_string(), component: found.component }
    } else {
        FunctionOutcome::Agree
    })
}

/// Checks an input that reaches a target. Returns true to end the search for that target.
pub(crate) type ReachedInputCheck<'j> = dyn FnMut(&SearchTarget<'_>, &ReachedInput, &mut dyn Runtime<JavaUnit>, &mut dyn Runtime<PythonUnit>) -> Result<bool>
    + 'j;

/// Searches for inputs that reach the targets, and checks each of them.
#[expect(clippy::too_many_arguments, reason = "a search needs both workers and a check of each input")]
pub(crate) fn search(
    job: &PairJob,
    recorder: &Recorder,
    targets: &[SearchTarget<'_>],
    rules: &Rules,
    seed: u64,
    check: &mut ReachedInputCheck<'_>,
    jvm: &mut dyn Runtime<JavaUnit>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<()> {
    let mut random = Random::new(seed);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut open = vec![true; targets.len()];
    // The nearest input of each target.
    let mut nearest: Vec<Option<Nearest>> = vec![None; targets.len()];
    let (mut runs, mut idle, mut round, mut slow, mut ticks) = (0, 0, 0, 0, 0_u64);
    while runs < RUNS && ticks < TICKS && idle <= IDLE && slow < SLOW && open.iter().any(|open| *open) {
        let share = (ROUND / open.iter().filter(|open| **open).count().max(1)).max(4);
        let mut inputs: Vec<Input> = Vec::new();
        for (nth, target) in targets.iter().enumerate().filter(|(nth, _)| open[*nth]) {
            let proposals = match round {
                0 => substituted(job, target),
                _ => mutated(job, target, nearest[nth].as_ref(), share, &mut random),
            };
            inputs.extend(proposals.into_iter().filter(|input| seen.insert(input.call_key())).take(share));
        }
        round += 1;
        inputs.truncate(RUNS - runs);
        if inputs.is_empty() {
            idle += 1;
            continue;
        }
        runs += inputs.len();
        // The port runs only on inputs that reach a target that still needs an input.
        let is_there = |target: &SearchTarget<'_>, visits: &Visits| {
            visits.get(&target.at).is_some_and(|all| all.iter().any(Option::is_some))
        };
        let wants = |visits: &Visits| (0..targets.len()).any(|nth| open[nth] && is_there(&targets[nth], visits));
        let found = recorder.search(&inputs, &wants, rules, jvm, cpython)?;
        slow += count_exhausted(&found.java) + count_exhausted(&found.python);
        ticks = found.java.iter().fold(ticks, |sum, outcome| sum.saturating_add(outcome.all_ticks()));
        let mut is_nearer = round == 1;
        for (nth, target) in targets.iter().enumerate() {
            for (at, input) in inputs.iter().enumerate().filter(|_| open[nth]) {
                let Some(reached) = reached(job, target, input, &found, at, rules) else { continue };
                if check(target, &reached, jvm, cpython)? {
                    open[nth] = false;
                    break;
                }
                let near = |(place, context): (usize, &FragmentState)| {
                    let least = reached.states.iter().map(|state| state_distance(state, context)).min()?;
                    Some((least, place))
                };
                let least = target.contexts.iter().take(CONTEXTS_TRIED).enumerate().filter_map(near).min();
                if let Some((least, place)) = least
                    && nearest[nth].as_ref().is_none_or(|known| least < known.distance)
                {
                    nearest[nth] = Some(Nearest { distance: least, input: input.clone(), place });
                    is_nearer = true;
                }
            }
        }
        idle = if is_nearer { 0 } else { idle + 1 };
    }
    Ok(())
}

/// Returns an input with its states, if the input reaches the target.
///
/// `None` also if the functions cannot be compared on the input.
pub(crate) fn reached(
    job: &PairJob,
    target: &SearchTarget<'_>,
    input: &Input,
    found: &Recording,
    at: usize,
    rules: &Rules,
) -> Option<ReachedInput> {
    let (java, python) = (found.java.get(at)?, found.python.get(at)?);
    let outcome = compare_functions(job, (input, false), java, python, rules)?;
    let states: Vec<FragmentState> = found.java_visits.get(at)?.get(&target.at)?.iter().flatten().cloned().collect();
    (!states.is_empty()).then(|| ReachedInput {
        input: input.clone(),
        java: java.clone(),
        python: python.clone(),
        states,
        outcome,
    })
}

/// Returns recorded inputs. Each parameter has the value of the context's variable of the same
/// name, if there is one.
fn substituted(job: &PairJob, target: &SearchTarget<'_>) -> Vec<Input> {
    let params = &job.pair.java.params;
    let mut out = Vec::new();
    for context in target.contexts.iter().take(3 * CONTEXTS_TRIED) {
        for base in target.bases.iter().take(BASES) {
            let Some(own) = aliasing::expanded(&base.args) else { continue };
            let place = |name: &str| target.fragment.variables().position(|variable| variable.name == name);
            let pick = |(param, value): (&Param, Value)| place(&param.name).map_or(Pick::Own(value), Pick::Of);
            let picks: Vec<Pick> = params.iter().zip(own).map(pick).collect();
            let Some(args) = aliasing::picked(context, &picks) else { continue };
            out.push(with_origin(base, Input { args, ..base.clone() }));
        }
    }
    out
}

/// Sets the origin of a changed input. An input with a very large value has the origin extreme,
/// unless a user wrote the base input with such a value.
fn with_origin(base: &Input, mut input: Input) -> Input {
    let is_extreme = has_extreme_value(&input) && !(base.is_user_written() && has_extreme_value(base));
    input.origin = if is_extreme { InputOrigin::Extreme } else { base.origin.of_changed_input() };
    input
}

/// Creates new inputs from the nearest input and the recorded inputs.
///
/// The function changes one or two arguments: to a value of the context with the same type, to a
/// bound of the type, or to a value that a simple operation makes, such as a step or a doubling.
fn mutated(
    job: &PairJob,
    target: &SearchTarget<'_>,
    nearest: Option<&Nearest>,
    count: usize,
    random: &mut Random,
) -> Vec<Input> {
    let params = &job.pair.java.params;
    if params.is_empty() {
        return Vec::new();
    }
    let context = nearest.and_then(|nearest| target.contexts.get(nearest.place)).or(target.contexts.first());
    let context = context.and_then(|context| aliasing::expanded(context)).unwrap_or_default();
    let wanted: Vec<(&ContextVariable, &Value)> = target.fragment.variables().zip(&context).collect();
    let mut out = Vec::new();
    for nth in 0..2 * count {
        let base = match nearest {
            Some(nearest) if nth % 3 != 2 => &nearest.input,
            _ => match target.bases.get(random.below(target.bases.len().max(1))) {
                Some(base) => base,
                None => return out,
            },
        };
        let Some(args) = aliasing::expanded(&base.args) else { continue };
        let mut input = Input { args, ..base.clone() };
        for _ in 0..1 + random.below(2) {
            let place = random.below(params.len());
            if let Some(slot) = input.args.get_mut(place) {
                *slot = changed(slot, &params[place].ty, &wanted, random);
            }
        }
        out.push(with_origin(base, input));
    }
    let mut seen = BTreeSet::new();
    out.retain(|input| seen.insert(state_key(&input.args)));
    out
}

fn changed(value: &Value, ty: &JavaType, wanted: &[(&ContextVariable, &Value)], random: &mut Random) -> Value {
    let own: Vec<&Value> =
        wanted.iter().filter(|(v, _)| v.ty.unboxed() == ty.unboxed() && v.ty == *ty).map(|(_, x)| *x).collect();
    let limits = boundary_values(ty);
    let choice = random.below(4);
    match (value, choice) {
        (_, 0) if !own.is_empty() => own[random.below(own.len())].clone(),
        (Value::Int(n), 2) => Value::Int(n.saturating_add([1, -1, 2, -3, 10][random.below(5)])),
        (Value::Int(n), 3) if ty.unboxed().is_some_and(|p| p.is_integral()) => {
            let next = [n.saturating_neg(), n / 2, n.saturating_mul(2)][random.below(3)];
            if i32::try_from(next).is_ok() { Value::Int(next) } else { Value::Int(*n) }
        }
        (Value::Float(x), 2 | 3) => Value::Float(x * [2.0, 0.5, -1.0, 10.0, 1e6][random.below(5)]),
        (Value::List(items), 1..=3) if !items.is_empty() && random.below(3) > 0 => {
            let mut items = items.clone();
            let place = random.below(items.len());
            let element = match ty {
                JavaType::Array(of) => Some(of.as_ref()),
                JavaType::Class { args, .. } => args.first(),
                _ => None,
            };
            if let Some(element) = element {
                items[place] = changed(&items[place], element, wanted, random);
            }
            Value::List(items)
        }
        (Value::Str(text), 2 | 3) => {
            let mut chars: Vec<char> = text.chars().collect();
            let piece = ['a', '-', ' ', '9', 'Z', ','][random.below(6)];
            let place = random.below(chars.len() + 1);
            if place < chars.len() && choice == 2 {
                chars[place] = piece;
            } else {
                chars.insert(place, piece);
            }
            Value::Str(chars.into_iter().collect())
        }
        _ if !limits.is_empty() => limits[random.below(limits.len())].clone(),
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_input_is_extreme_if_only_the_changed_value_is_extreme() {
        let origin = |before: f64, after: f64| {
            let base = Input { receiver: None, args: vec![Value::Float(before)], origin: InputOrigin::Suite };
            with_origin(&base, Input { args: vec![Value::Float(after)], ..base.clone() }).origin
        };
        assert_eq!(origin(4.26, f64::INFINITY), InputOrigin::Extreme);
        assert_eq!(origin(4.26, 8.5), InputOrigin::Generated);
        assert_eq!(origin(1e300, 2e300), InputOrigin::Generated, "a user wrote an input of this size");
    }
}
