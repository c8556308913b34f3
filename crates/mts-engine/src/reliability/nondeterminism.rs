//! Excludes outcomes that differ in another run of the same original.
//!
//! The causes are the clock, random numbers, addresses, threads or an unspecified order. The oracle
//! cannot compare a port with such an outcome.

use crate::outcome::comparison::is_same_outcome;
use mts_model::error::Result;
use mts_model::{JavaType, Language, Nondeterminism, Outcome, Reason, Signature, State, Value};
use mts_oracle::keeps_order;

/// The number of repeated calls that have to be equal.
///
/// A nondeterministic input may have equal outcomes by chance. With two possible values, sixteen
/// repeated calls are equal with the probability 1 / 65,536.
const REPEATED_CALLS: usize = 16;
/// The limit for the ticks of the second and later repeated calls.
const REPEATED_TICKS: u64 = 1_000_000;

/// Two different outcomes of one side on one input.
pub(crate) struct Flaky {
    /// The index of the input.
    pub at: usize,
    /// The outcomes.
    pub runs: [Outcome; 2],
}

/// Marks outcomes that differ in another run as "not deterministic".
///
/// Returns both outcomes of each such input. `repeat` runs the side again on the inputs with these indexes.
/// First, the inputs that ended run again. If the outcome of such an input differs, all inputs run again. The number of
/// further runs is higher if few inputs ended, or if an outcome differs.
pub(crate) fn exclude_flaky(
    outcomes: &mut [Outcome],
    side: Language,
    signature: &Signature,
    mut repeat: impl FnMut(&[usize]) -> Result<Vec<Outcome>>,
) -> Result<Vec<Flaky>> {
    // If no input ended, there is nothing to compare, and another run is expensive.
    let Some(least) = least_runs(outcomes.iter().filter(|outcome| outcome.has_ended())) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    let all: Vec<usize> = (0..outcomes.len()).collect();
    let ended: Vec<usize> = all.iter().copied().filter(|at| outcomes[*at].has_ended()).collect();
    for run in 1..=REPEATED_CALLS {
        let differs = |first: &Outcome, other: &Outcome| {
            first.has_ended() && other.has_ended() && !is_same_run(first, other, signature)
        };
        let mut others: Vec<(usize, Outcome)> = ended.iter().copied().zip(repeat(&ended)?).collect();
        if ended.len() < all.len() && others.iter().any(|(at, other)| differs(&outcomes[*at], other)) {
            // A call that did not end may have changed the state for the calls after it.
            others = all.iter().copied().zip(repeat(&all)?).collect();
        }
        for (at, other) in others {
            let first = &mut outcomes[at];
            if differs(first, &other) {
                let why = Reason::NotDeterministic(Nondeterminism::RunsDiffer(side));
                let first = std::mem::replace(first, Outcome::ended(State::Incomplete, why));
                found.push(Flaky { at, runs: [first, other] });
            }
        }
        if found.is_empty() && run >= least {
            break;
        }
    }
    Ok(found)
}

/// Returns the lowest number of further runs of the inputs that ended.
///
/// If few inputs ended, more runs are needed so that a nondeterministic input is not equal in all runs by chance. If
/// the inputs use many ticks, the number is smaller. `None` if no input ended.
fn least_runs<'a>(ended: impl Iterator<Item = &'a Outcome>) -> Option<usize> {
    let (calls, ticks) =
        ended.fold((0, 0_u64), |(calls, ticks), outcome| (calls + 1, ticks.saturating_add(outcome.all_ticks())));
    let affordable = usize::try_from(REPEATED_TICKS / ticks.max(1)).unwrap_or(usize::MAX).max(1);
    (calls > 0).then(|| REPEATED_CALLS.div_ceil(calls).min(affordable))
}

/// Reports whether two runs are equal, except for messages and the order of unordered collections.
pub(crate) fn is_same_run(a: &Outcome, b: &Outcome, signature: &Signature) -> bool {
    is_same_outcome(a, b) || is_same_outcome(&normalized(a, signature), &normalized(b, signature))
}

/// Returns the outcome without messages, and with sorted elements in unordered collections.
fn normalized(outcome: &Outcome, signature: &Signature) -> Outcome {
    let mut own = outcome.clone();
    normalize(&mut own.value, Some(&signature.returns));
    for (at, arg) in own.args.iter_mut().enumerate() {
        arg.iter_mut().for_each(|arg| normalize(arg, signature.params.get(at)));
    }
    own.receiver.iter_mut().for_each(|receiver| normalize(receiver, None));
    own
}

fn normalize(value: &mut Value, ty: Option<&JavaType>) {
    let has_order = ty.is_some_and(keeps_order);
    match value {
        Value::List(items) => items.iter_mut().for_each(|item| normalize(item, element_type(ty, 0))),
        Value::Set(items) => {
            items.iter_mut().for_each(|item| normalize(item, element_type(ty, 0)));
            if !has_order {
                items.sort_by_cached_key(|item| item.to_json().to_string());
            }
        }
        Value::Map(pairs) => {
            for (key, field) in &mut *pairs {
                normalize(key, element_type(ty, 0));
                normalize(field, element_type(ty, 1));
            }
            if !has_order {
                pairs.sort_by_cached_key(|(key, _)| key.to_json().to_string());
            }
        }
        Value::Exception { message, .. } => message.clear(),
        Value::Object { fields, .. } => fields.iter_mut().for_each(|(_, field)| normalize(field, None)),
        _ => {}
    }
}

/// Returns the type of a container's elements, or of a map's keys or values.
fn element_type(ty: Option<&JavaType>, at: usize) -> Option<&JavaType> {
    match ty? {
        JavaType::Array(element) => Some(element),
        JavaType::Class { args, .. } => args.get(at),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> Signature {
        Signature { params: vec![], returns: JavaType::Unknown }
    }

    #[test]
    fn a_different_order_that_is_not_compared_is_not_nondeterminism() {
        let pair = |key: &str, n: i64| (Value::Str(key.to_owned()), Value::Int(n));
        let map = |turned: bool| {
            let mut pairs = vec![pair("a", 1), pair("b", 2)];
            if turned {
                pairs.reverse();
            }
            Value::Map(pairs)
        };
        let set = |items: &[i64]| Value::Set(items.iter().map(|n| Value::Int(*n)).collect());
        let list = |items: &[i64]| Value::List(items.iter().map(|n| Value::Int(*n)).collect());
        let stays = |first: Value, other: Value, returns: &str| {
            let class = JavaType::Class { name: returns.to_owned(), args: vec![] };
            let returning = |value| Outcome { value, ..Outcome::new(State::Ok) };
            let mut outcomes = vec![returning(first)];
            let signature = Signature { params: vec![], returns: class };
            exclude_flaky(&mut outcomes, Language::Python, &signature, |_| Ok(vec![returning(other.clone())]))
                .expect("runs");
            outcomes[0].state == State::Ok
        };
        assert!(stays(set(&[1, 2]), set(&[2, 1]), "Set"));
        assert!(stays(Value::List(vec![set(&[1, 2])]), Value::List(vec![set(&[2, 1])]), "List"));
        assert!(stays(map(false), map(true), "Map"));
        assert!(!stays(set(&[1, 2]), set(&[3, 1]), "Set"));
        assert!(!stays(list(&[1, 2]), list(&[2, 1]), "List"));
        assert!(!stays(map(false), map(true), "LinkedHashMap"));
        // A value inside a container has the order of its own type.
        let within = |turned: bool| {
            let value = Value::List(vec![map(turned)]);
            Outcome { value, ..Outcome::new(State::Ok) }
        };
        let lists = |class: &str| {
            let args = vec![JavaType::Class { name: class.to_owned(), args: vec![] }];
            Signature { params: vec![], returns: JavaType::Class { name: "List".to_owned(), args } }
        };
        assert!(is_same_run(&within(false), &within(true), &lists("Map")));
        assert!(!is_same_run(&within(false), &within(true), &lists("LinkedHashMap")));
        let thrown = |text: &str| Value::Exception { class: "ValueError".to_owned(), message: text.to_owned() };
        assert!(stays(thrown("one of a, b"), thrown("one of b, a"), "Set"));
    }

    #[test]
    fn only_an_input_with_another_outcome_in_the_second_run_is_excluded() {
        let ok = |n| Outcome { value: Value::Int(n), ..Outcome::new(State::Ok) };
        let slow = Outcome { ticks: 9, ..ok(1) };
        let spent = Outcome::ended(State::Timeout, Reason::Ticks);
        let mut outcomes = vec![ok(1), ok(2), spent.clone(), ok(4)];
        let repeat = [slow, ok(3), ok(3), spent.clone()];
        let repeat = |ended: &[usize]| Ok(ended.iter().map(|at| repeat[*at].clone()).collect());
        exclude_flaky(&mut outcomes, Language::Java, &none(), repeat).expect("runs");
        assert!(
            outcomes[1].is_not_called()
                && outcomes[1].reason == Reason::NotDeterministic(Nondeterminism::RunsDiffer(Language::Java))
        );
        assert_eq!([&outcomes[0], &outcomes[2], &outcomes[3]], [&ok(1), &spent, &ok(4)]);
    }

    #[test]
    fn the_fewer_the_inputs_the_more_often_they_rerun_unless_they_are_slow() {
        let ran = |calls: usize, ticks| vec![Outcome { ticks, ..Outcome::new(State::Ok) }; calls];
        let least = |calls, ticks| least_runs(ran(calls, ticks).iter());
        assert_eq!([least(0, 9), least(1, 9), least(5, 9), least(32, 9)], [None, Some(16), Some(4), Some(1)]);
        assert_eq!([least(1, 200_000), least(1, 5_000_000)], [Some(5), Some(1)]);
    }

    #[test]
    fn an_input_with_equal_outcomes_runs_more_often_if_another_input_is_nondeterministic() {
        let ok = |n| Outcome { value: Value::Int(n), ..Outcome::new(State::Ok) };
        let mut runs = 0;
        let mut coin = |ended: &[usize]| {
            runs += 1;
            Ok(ended.iter().map(|at| [ok(runs), ok(runs / 4), ok(5)][*at].clone()).collect())
        };
        let mut outcomes = vec![ok(0), ok(0), ok(5)];
        exclude_flaky(&mut outcomes, Language::Python, &none(), &mut coin).expect("runs");
        let found: Vec<bool> = outcomes.iter().map(Outcome::is_not_called).collect();
        assert_eq!(found, [true, true, false]);
        let (mut outcomes, mut runs) = (vec![ok(1)], 0);
        exclude_flaky(&mut outcomes, Language::Python, &none(), |_| {
            runs += 1;
            Ok(vec![ok(1)])
        })
        .expect("runs");
        assert_eq!((outcomes, runs), (vec![ok(1)], 16), "one input proves little in one run");
        let hangs = || vec![Outcome::ended(State::Timeout, Reason::Watchdog)];
        let mut outcomes = hangs();
        exclude_flaky(&mut outcomes, Language::Python, &none(), |_| panic!("nothing that ended could differ"))
            .expect("runs nothing");
        assert_eq!(outcomes, hangs());
        let mut outcomes = [hangs(), vec![ok(1)]].concat();
        exclude_flaky(&mut outcomes, Language::Python, &none(), |ended| {
            assert_eq!(ended, [1], "an endless call costs its time only once");
            Ok(vec![ok(1)])
        })
        .expect("runs");
        // Each call counts, also the endless one.
        let counts = |inputs: &[usize]| {
            let run = inputs.iter().enumerate();
            Ok(run.map(|(nth, at)| if *at == 0 { hangs()[0].clone() } else { ok(nth as i64) }).collect::<Vec<_>>())
        };
        let mut outcomes = counts(&[0, 1, 2]).expect("runs");
        let found = exclude_flaky(&mut outcomes, Language::Java, &none(), counts).expect("runs");
        assert!(found.is_empty() && outcomes[2] == ok(2), "{outcomes:?}");
    }
}
