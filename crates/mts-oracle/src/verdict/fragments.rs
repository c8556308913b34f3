//! Gives the verdict on a fragment from outcomes of the fragment and of the functions.
//!
//! `mts-engine` runs the fragment in contexts, and runs the whole functions.

use crate::display::values;
use crate::equality::numbers::integer;
use crate::equality::{Equality, Rules};
use crate::outcomes::{Comparison, ComparisonDetail, OutcomeComponent, compare_outcomes};
use mts_model::aliasing;
use mts_model::jdk;
use mts_model::{ExceptionMode, TypeMode};
use mts_model::{
    FragmentVerdict, Input, InputOrigin, IsolatedVerdict, JavaType, Outcome, Primitive, Signature, State, Value,
};
use num_bigint::BigInt;

/// The verdict on the two extracted functions in one context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextVerdict {
    /// The outcomes are equal, perhaps with a type drift.
    Agree,
    /// The outcomes are different.
    Differ,
    /// Java rejects the state, such as a negative index, and the outcomes differ. This difference is
    /// not a fault of the port; see [`is_rejected_state`]. The rule for mutants is the same.
    Rejected,
    /// A side did not end or could not be called, or the outcomes are incomparable.
    Unknown,
}

/// The types for comparing a fragment's results.
pub struct ResultTypes<'a> {
    /// The static type of the fragment's value; `void` for a block.
    pub ty: &'a JavaType,
    /// The types of the fragment's live-out variables, whose values after the fragment count.
    pub outs: Vec<JavaType>,
    /// The positions and types of the arguments whose state after the run counts.
    pub watched: Vec<(usize, JavaType)>,
}

/// Compares both outcomes in one context. `java_values` are the values of the context in Java.
#[must_use]
pub fn compare_context(
    java: &Outcome,
    python: &Outcome,
    results: &ResultTypes<'_>,
    java_values: &[Value],
    rules: &Rules,
) -> (ContextVerdict, String) {
    if !java.has_ended() || !python.has_ended() {
        return (ContextVerdict::Unknown, String::new());
    }
    let found = compare_results(java, python, results, java_values, rules);
    let compare_context = match found.equality {
        _ if found.is_incomparable() => ContextVerdict::Unknown,
        _ if found.agrees() => ContextVerdict::Agree,
        _ if is_rejected_state(java, rules) => ContextVerdict::Rejected,
        _ => ContextVerdict::Differ,
    };
    (compare_context, found.detail.to_string())
}

/// Reports whether two translations of one fragment have the same result in one context.
///
/// `java_values` are the values of the context in Java. The function compares exceptions by class, and values as text,
/// so that NaN equals itself. If the texts differ, the function compares the values by their types, so that the order
/// of a map does not count.
#[must_use]
pub fn is_same_result(a: &Outcome, b: &Outcome, results: &ResultTypes<'_>, java_values: &[Value]) -> bool {
    let class = |outcome: &Outcome| match &outcome.value {
        Value::Exception { class, .. } => class.split('<').next().map(str::to_owned),
        _ => None,
    };
    if a.state != b.state || class(a) != class(b) {
        return false;
    }
    let value = |outcome: &Outcome| {
        (*results.ty != JavaType::Void || !results.outs.is_empty()).then(|| outcome.value.to_json().to_string())
    };
    let watched = |outcome: &Outcome| -> Vec<Option<String>> {
        let one = |at: usize| Some(outcome.args.get(at)?.as_ref()?.to_json().to_string());
        results.watched.iter().map(|(at, _)| one(*at)).collect()
    };
    let rules = Rules { types: TypeMode::Strict, exact_floats: true, ..Rules::default() };
    let is_equal = |a, b| compare_results(a, b, results, java_values, &rules).equality == Equality::Equal;
    a.state != State::Ok || value(a) == value(b) && watched(a) == watched(b) || is_equal(a, b) && is_equal(b, a)
}

/// Returns the verdict of one context on an isolated translation.
///
/// `None` if the context is no evidence. `part` is the verdict on the fragment's part of the whole
/// translation.
#[must_use]
pub fn isolation_verdict(
    own: ContextVerdict,
    part: Option<ContextVerdict>,
    is_same_result: impl Fn() -> bool,
) -> Option<IsolatedVerdict> {
    Some(match (own, part) {
        (ContextVerdict::Unknown | ContextVerdict::Rejected, _) | (_, Some(ContextVerdict::Rejected)) => return None,
        (ContextVerdict::Agree, None | Some(ContextVerdict::Agree | ContextVerdict::Unknown)) => {
            IsolatedVerdict::Correct
        }
        (ContextVerdict::Differ, None | Some(ContextVerdict::Unknown)) => IsolatedVerdict::Mistranslated,
        (ContextVerdict::Differ, Some(ContextVerdict::Differ)) if is_same_result() => IsolatedVerdict::Consistent,
        (ContextVerdict::Differ | ContextVerdict::Agree, Some(ContextVerdict::Differ | ContextVerdict::Agree)) => {
            IsolatedVerdict::Dependent
        }
    })
}

/// Reports whether Java ended by an exception that rejects the state.
fn is_rejection(java: &Outcome) -> bool {
    let Value::Exception { class, .. } = &java.value else { return false };
    // The class of the exception, then its base classes.
    let mut names = class.split('<').map(|name| name.rsplit('.').next().unwrap_or(name));
    java.state == State::Exception && names.any(|name| jdk::exception(name).is_some_and(|row| row.is_rejection))
}

/// Reports whether Java ran out of memory. Such a run is not evidence about the port.
#[must_use]
pub fn is_beyond_memory(java: &Outcome) -> bool {
    has_thrown(java, "OutOfMemoryError")
}

fn has_thrown(outcome: &Outcome, name: &str) -> bool {
    let Value::Exception { class, .. } = &outcome.value else { return false };
    let own = class.split('<').next().unwrap_or_default();
    outcome.state == State::Exception && own.rsplit('.').next() == Some(name)
}

/// Reports whether Java rejects the state, and the exception does not count against the port.
///
/// With [`ExceptionMode::Compare`], each exception counts, and the result is false.
#[must_use]
pub fn is_rejected_state(java: &Outcome, rules: &Rules) -> bool {
    rules.exceptions_mode == ExceptionMode::Paper && is_rejection(java)
}

/// Reports whether Java rejected a negative size. Often the size is negative because Java's `int` overflowed. Python
/// has no overflow, so the port would allocate a very large object.
#[must_use]
pub fn is_negative_size(java: &Outcome) -> bool {
    has_thrown(java, "NegativeArraySizeException")
}

/// Reports whether two returned integers are equal after Java's wrap of `int` or `long`.
///
/// If the integers differ before the wrap, the cause is that Python does not wrap integers. `false` for other types.
#[must_use]
pub fn lacks_wraparound(java: &Outcome, python: &Outcome, ty: &JavaType) -> bool {
    let bits = match ty.unboxed() {
        Some(Primitive::Int) => 32_u32,
        Some(Primitive::Long) => 64,
        _ => return false,
    };
    let number = |outcome: &Outcome| match &outcome.value {
        value @ (Value::Int(_) | Value::Big(_)) if outcome.state == State::Ok => integer(value),
        _ => None,
    };
    number(java)
        .zip(number(python))
        .is_some_and(|(own, other)| (other - own) % (BigInt::from(1) << bits) == BigInt::ZERO)
}

fn compare_results(
    java: &Outcome,
    python: &Outcome,
    results: &ResultTypes<'_>,
    java_values: &[Value],
    rules: &Rules,
) -> Comparison {
    let parts = |outcome: &Outcome| -> Vec<Option<Value>> {
        let outs = match (&outcome.value, results.outs.len()) {
            (_, 0) => Vec::new(),
            (Value::List(items), count) if items.len() == count => items.iter().cloned().map(Some).collect(),
            (_, count) => vec![Some(Value::Null); count],
        };
        let watched = results.watched.iter().map(|(at, _)| outcome.args.get(*at).cloned().flatten());
        outs.into_iter().chain(watched).collect()
    };
    let is_block = *results.ty == JavaType::Void;
    let outs = results.outs.len();
    let reduced = |outcome: &Outcome| {
        let outcome = &unshared(outcome);
        let is_value = outcome.state == State::Exception || !is_block;
        let value = if is_value { outcome.value.clone() } else { Value::Null };
        let args = if outcome.state == State::Ok { parts(outcome) } else { Vec::new() };
        Outcome { value, args, stdout: outcome.stdout.clone(), ..Outcome::new(outcome.state) }
    };
    let params = results.outs.iter().cloned().chain(results.watched.iter().map(|(_, ty)| ty.clone())).collect();
    let signature = Signature { params, returns: results.ty.clone() };
    let java_values = aliasing::expanded(java_values).unwrap_or_else(|| java_values.to_vec());
    let before = results.watched.iter().map(|(at, _)| java_values.get(*at).cloned().unwrap_or(Value::Null));
    let args = std::iter::repeat_n(Value::Null, outs).chain(before).collect();
    let input = Input { receiver: None, args, origin: InputOrigin::Generated };
    let found = compare_outcomes(&reduced(java), &reduced(python), &signature, &input, rules);
    // Java returns its live-out scalars in a list.
    match found.component {
        OutcomeComponent::Argument(at) if at < outs => {
            let text = |outcome: &Outcome| match &outcome.value {
                Value::List(items) => items.get(at).map(crate::display::value).unwrap_or_default(),
                other => values::value(other),
            };
            let detail = ComparisonDetail::Sides { java: format!("leaves {}", text(java)), python: text(python) };
            Comparison { detail, ..found }
        }
        _ => found,
    }
}

/// Returns the outcome with a copy in place of each reference. If a value contains itself, the
/// outcome is unchanged.
fn unshared(outcome: &Outcome) -> Outcome {
    let own = std::iter::once(&outcome.value).chain(outcome.args.iter().flatten());
    let Some(all) = aliasing::expanded(&own.cloned().collect::<Vec<_>>()) else { return outcome.clone() };
    let mut all = all.into_iter();
    let value = all.next().unwrap_or(Value::Null);
    let args = outcome.args.iter().map(|arg| arg.as_ref().and_then(|_| all.next())).collect();
    Outcome { value, args, ..outcome.clone() }
}

/// The facts that decide a fragment's verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FragmentFacts {
    /// The number of contexts in which both sides ended with comparable outcomes.
    pub tested: usize,
    /// The number of differing contexts inside the guards.
    pub differing: usize,
    /// The number of differing contexts that are outside the guards or that Java rejects.
    pub dismissed: usize,
    /// Whether the functions differ on an input that reaches a differing context.
    pub functions_differ: bool,
    /// Whether the functions agree on an input that reaches a differing context.
    pub functions_agree: bool,
}

/// Returns the verdict on an aligned fragment.
#[must_use]
pub fn verdict(known: FragmentFacts) -> FragmentVerdict {
    match known {
        FragmentFacts { functions_differ: true, .. } => FragmentVerdict::Confirmed,
        FragmentFacts { tested: 0, .. } => FragmentVerdict::Untestable,
        FragmentFacts { differing: 0, dismissed: 0, .. } => FragmentVerdict::Agree,
        FragmentFacts { differing: 0, .. } => FragmentVerdict::Dismissed,
        FragmentFacts { functions_agree: true, .. } => FragmentVerdict::Masked,
        _ => FragmentVerdict::Latent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returned(value: Value) -> Outcome {
        Outcome { value, ..Outcome::new(State::Ok) }
    }

    fn thrown(class: &str) -> Outcome {
        let value = Value::Exception { class: class.into(), message: String::new() };
        Outcome { value, ..Outcome::new(State::Exception) }
    }

    fn verdict_of(java: &Outcome, python: &Outcome, results: &ResultTypes<'_>) -> ContextVerdict {
        compare_context(java, python, results, &[], &Rules::default()).0
    }

    #[test]
    fn an_exception_is_a_result_unless_java_rejects_the_state() {
        let int = ResultTypes { ty: &JavaType::INT, outs: vec![], watched: vec![] };
        let seven = returned(Value::Int(7));
        assert_eq!(verdict_of(&thrown("java.lang.ArithmeticException"), &seven, &int), ContextVerdict::Differ);
        assert_eq!(
            verdict_of(&thrown("java.lang.ArithmeticException"), &thrown("ZeroDivisionError"), &int),
            ContextVerdict::Agree
        );
        let beyond = "java.lang.ArrayIndexOutOfBoundsException<java.lang.RuntimeException";
        assert_eq!(verdict_of(&thrown(beyond), &seven, &int), ContextVerdict::Rejected);
        let compare = Rules { exceptions_mode: ExceptionMode::Compare, ..Rules::default() };
        let found = compare_context(&thrown("java.lang.ArrayIndexOutOfBoundsException"), &seven, &int, &[], &compare);
        assert_eq!(found.0, ContextVerdict::Differ);
    }

    #[test]
    fn two_translations_are_equal_if_their_results_and_effects_are_equal() {
        let int = ResultTypes { ty: &JavaType::INT, outs: vec![], watched: vec![(0, JavaType::INT.array_of())] };
        let is = |a: &Outcome, b: &Outcome| is_same_result(a, b, &int, &[]);
        assert!(is(&returned(Value::Float(f64::NAN)), &returned(Value::Float(f64::NAN))));
        assert!(!is(&returned(Value::Int(1)), &returned(Value::Float(1.0))), "1 and 1.0");
        assert!(is(&thrown("KeyError<LookupError"), &thrown("KeyError")));
        assert!(!is(&thrown("KeyError"), &thrown("IndexError")));
        assert!(!is(&thrown("KeyError"), &returned(Value::Int(1))));
        let left = |n| Outcome { args: vec![Some(Value::List(vec![Value::Int(n)]))], ..returned(Value::Int(1)) };
        assert!(is(&left(1), &left(1)) && !is(&left(1), &left(2)), "what is watched counts");
        let block = ResultTypes { ty: &JavaType::Void, outs: vec![], watched: vec![] };
        assert!(
            is_same_result(&returned(Value::Null), &returned(Value::List(vec![])), &block, &[]),
            "a block has no value"
        );
    }

    #[test]
    fn two_translations_with_equal_maps_in_different_order_are_equal() {
        let ints = |class: &str| JavaType::Class { name: class.into(), args: vec![JavaType::INT, JavaType::INT] };
        let pair = |n: i64| (Value::Int(n), Value::Int(n + 1));
        let map = |keys: [i64; 2]| Value::Map(keys.map(pair).to_vec());
        let (ahead, back) = (map([1, 2]), map([2, 1]));
        let by = |class: &str, a: &Value, b: &Value| {
            let ty = ints(class);
            is_same_result(
                &returned(a.clone()),
                &returned(b.clone()),
                &ResultTypes { ty: &ty, outs: vec![], watched: vec![] },
                &[],
            )
        };
        assert!(by("Map", &ahead, &back) && by("HashMap", &ahead, &back));
        assert!(!by("LinkedHashMap", &ahead, &back), "whose order is its own");
        assert!(!by("Map", &ahead, &map([2, 3])));
        let ty = JavaType::INT;
        let left = ResultTypes { ty: &ty, outs: vec![], watched: vec![(0, ints("Map"))] };
        let leaves = |map: Option<&Value>| Outcome { args: vec![map.cloned()], ..returned(Value::Int(1)) };
        let java_values = [Value::Map(vec![])];
        assert!(is_same_result(&leaves(Some(&ahead)), &leaves(Some(&back)), &left, &java_values));
        assert!(
            !is_same_result(&leaves(None), &leaves(Some(&back)), &left, &java_values),
            "one does not change the map"
        );
        assert!(
            !is_same_result(&leaves(Some(&ahead)), &leaves(None), &left, &java_values),
            "the other does not change the map"
        );
        let block = ResultTypes { ty: &JavaType::Void, outs: vec![ints("Map")], watched: vec![] };
        let outs = |map: &Value| returned(Value::List(vec![map.clone()]));
        assert!(
            is_same_result(&outs(&ahead), &outs(&back), &block, &[])
                && !is_same_result(&outs(&ahead), &outs(&map([1, 3])), &block, &[])
        );
    }

    #[test]
    fn an_isolated_translation_has_a_verdict_from_the_comparable_results() {
        let isolated = |own, part| isolation_verdict(own, part, || false);
        assert_eq!(isolated(ContextVerdict::Agree, Some(ContextVerdict::Differ)), Some(IsolatedVerdict::Dependent));
        assert_eq!(isolated(ContextVerdict::Differ, Some(ContextVerdict::Agree)), Some(IsolatedVerdict::Dependent));
        assert_eq!(
            isolated(ContextVerdict::Differ, Some(ContextVerdict::Differ)),
            Some(IsolatedVerdict::Dependent),
            "both differ, and their results are not the same"
        );
        assert_eq!(
            isolation_verdict(ContextVerdict::Differ, Some(ContextVerdict::Differ), || true),
            Some(IsolatedVerdict::Consistent)
        );
        for unseen in [None, Some(ContextVerdict::Unknown)] {
            assert_eq!(isolated(ContextVerdict::Differ, unseen), Some(IsolatedVerdict::Mistranslated));
            assert_eq!(isolated(ContextVerdict::Agree, unseen), Some(IsolatedVerdict::Correct));
        }
        for nothing in [
            (ContextVerdict::Unknown, None),
            (ContextVerdict::Rejected, Some(ContextVerdict::Agree)),
            (ContextVerdict::Agree, Some(ContextVerdict::Rejected)),
        ] {
            assert_eq!(isolated(nothing.0, nothing.1), None);
        }
    }

    #[test]
    fn the_results_of_a_block_are_its_live_out_values() {
        let block = ResultTypes { ty: &JavaType::Void, outs: vec![JavaType::INT, JavaType::INT], watched: vec![] };
        let list = |a, b| returned(Value::List(vec![Value::Int(a), Value::Int(b)]));
        assert_eq!(verdict_of(&list(2, 2), &list(2, 2), &block), ContextVerdict::Agree);
        let (compare_context, detail) = compare_context(&list(2, 1), &list(1, 1), &block, &[], &Rules::default());
        assert_eq!((compare_context, detail.as_str()), (ContextVerdict::Differ, "Java leaves 2, Python 1"));
    }

    #[test]
    fn a_wrap_is_missing_if_the_low_bits_are_equal() {
        let java = |n: i64| returned(Value::Int(n));
        let is = |own: i64, other: Value, ty: &JavaType| lacks_wraparound(&java(own), &returned(other), ty);
        let long = JavaType::Primitive(Primitive::Long);
        assert!(is(-2_147_483_647, Value::Int(2_147_483_649), &JavaType::INT));
        assert!(is(i64::MIN, Value::integer(BigInt::from(1) << 63_u32), &long));
        assert!(!is(-1, Value::Int(2), &JavaType::INT), "a remainder of another sign");
        assert!(!is(-2_147_483_647, Value::Int(2_147_483_649), &long));
        assert!(!is(0, Value::Float(4_294_967_296.0), &JavaType::INT));
        assert!(!lacks_wraparound(&java(0), &thrown("OverflowError"), &JavaType::INT));
    }

    #[test]
    fn the_verdict_of_a_difference_depends_on_the_inputs_that_reach_it() {
        let known = FragmentFacts { tested: 9, differing: 1, ..FragmentFacts::default() };
        assert_eq!(verdict(known), FragmentVerdict::Latent);
        assert_eq!(verdict(FragmentFacts { functions_agree: true, ..known }), FragmentVerdict::Masked);
        assert_eq!(
            verdict(FragmentFacts { functions_agree: true, functions_differ: true, ..known }),
            FragmentVerdict::Confirmed
        );
        assert_eq!(verdict(FragmentFacts { differing: 0, dismissed: 3, ..known }), FragmentVerdict::Dismissed);
        assert_eq!(verdict(FragmentFacts { differing: 0, ..known }), FragmentVerdict::Agree);
        assert_eq!(verdict(FragmentFacts::default()), FragmentVerdict::Untestable);
    }
}
