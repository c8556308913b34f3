//! Compares two outcomes of one input, component by component.
//!
//! The components are result or exception, arguments after the call, receiver, and output. Module
//! `equality` compares the values.

use super::component::{Comparison, ComparisonDetail, OutcomeComponent};
use super::evidence::{reason_java_is_no_oracle, reason_not_called, reject_explicitly};
use super::locate::diff_path;
use super::preexisting::PreexistingDiff;
use super::{programs, text_builders};
use crate::display::outcomes::outcome_pair;
use crate::equality::compare::Comparer;
use crate::equality::normalization::texts;
use crate::equality::object_shapes::ObjectShapes;
use crate::equality::result::{Equality, IncomparableReason};
use crate::equality::rules::Rules;
use crate::equality::walk::references::roots;
use mts_model::aliasing::containers;
use mts_model::{Input, JavaType, Outcome, ReturnConvention, Signature, State, Value};

/// Compares the outcomes of both sides on one input.
///
/// An exception is an output; the table of exceptions compares it. A side that did not end, or
/// died, has no output. A side without an output differs from every output (failed runs count as
/// not matching: Guizzo et al. 2023). Two sides that did not end are incomparable, and so are two
/// sides that died. A call that did not run is incomparable, and so is a result of Java that the
/// worker cannot read. An exception of Java before the function ran is incomparable too: Java
/// cannot construct the objects of the call, or cannot load a class.
///
/// Differences that existed before the call belong to the constructor, and the comparison ignores
/// them. Arguments count if Java can change them. If Python cannot change a value (a `str` for a
/// `char[]`), its value in `input` counts. The receiver counts if both sides have one, by the
/// fields that both sides have and that the tool can compare. The module `text_builders` holds the
/// rule for a text in place of a `StringBuilder`.
#[must_use]
pub fn compare_outcomes(
    java: &Outcome,
    python: &Outcome,
    signature: &Signature,
    input: &Input,
    rules: &Rules,
) -> Comparison {
    match text_builders::adapt(java, python, signature, input) {
        Ok(None) => compare_adapted(java, python, signature, input, rules),
        Ok(Some(adapted)) => {
            let signature = Signature { returns: adapted.returns, ..signature.clone() };
            compare_adapted(&adapted.java, python, &signature, input, rules)
        }
        Err(why) => Comparison::incomparable(why),
    }
}

/// The results of the components of two outcomes.
struct ComponentResults {
    found: Vec<(OutcomeComponent, Equality)>,
    /// The reason why a component is incomparable.
    incomparable_reason: Option<IncomparableReason>,
    /// The representations of the objects in the result.
    shapes: ObjectShapes,
    /// The reason why the tool cannot compare an object that the call left unchanged.
    unchanged: Option<IncomparableReason>,
}

impl ComponentResults {
    /// Creates the results of two outcomes that cannot be compared, for this reason.
    fn incomparable(reason: IncomparableReason) -> Self {
        let incomparable_reason = Some(reason);
        Self { incomparable_reason, ..Self::from([(OutcomeComponent::State, Equality::Incomparable)]) }
    }
}

impl<const N: usize> From<[(OutcomeComponent, Equality); N]> for ComponentResults {
    fn from(found: [(OutcomeComponent, Equality); N]) -> Self {
        let (incomparable_reason, shapes, unchanged) = Default::default();
        Self { found: found.into(), incomparable_reason, shapes, unchanged }
    }
}

fn compare_adapted(
    java: &Outcome,
    python: &Outcome,
    signature: &Signature,
    input: &Input,
    rules: &Rules,
) -> Comparison {
    use State::{Exception, Incomplete, Ok, Timeout};
    let never_called = reason_not_called(java).or(reason_not_called(python)).or(reason_java_is_no_oracle(java));
    if let Some(reason) = never_called {
        return Comparison::incomparable(reason);
    }
    let compared = match (java.state, python.state) {
        (Timeout, Timeout) => ComponentResults::incomparable(IncomparableReason::BothSpentBudget),
        (Incomplete, Incomplete) => ComponentResults::incomparable(IncomparableReason::NoOutcomes),
        (Ok, Ok) if signature.is_program() => {
            let [status, printed] = programs::compare_programs(java, python, rules);
            ComponentResults::from([(OutcomeComponent::Stdout, printed), (OutcomeComponent::Return, status)])
        }
        (Ok, Ok) | (Exception, Exception) => compare_components(java, python, signature, input, rules),
        (Ok, Exception) | (Exception, Ok) => {
            ComponentResults::from([(OutcomeComponent::Exception, Equality::Different)])
        }
        _ => ComponentResults::from([(OutcomeComponent::State, Equality::Different)]),
    };
    let ComponentResults { found, incomparable_reason, shapes, unchanged } = compared;
    let equality = found.iter().map(|(_, e)| *e).max().unwrap_or(Equality::Equal);
    if equality == Equality::Equal {
        return Comparison {
            equality,
            component: OutcomeComponent::Return,
            detail: ComparisonDetail::Equal,
            field: None,
            shapes,
            unchanged,
        };
    }
    let component =
        found.iter().find(|(_, e)| *e == equality).map_or(OutcomeComponent::Return, |(component, _)| *component);
    if equality == Equality::Incomparable {
        let detail = ComparisonDetail::Incomparable(incomparable_reason);
        return Comparison { equality, component, detail, field: None, shapes, unchanged };
    }
    let field = (component == OutcomeComponent::Receiver).then(|| receiver_field(java, python));
    let (java, python) = outcome_pair(java, python, component, &[]);
    Comparison { equality, component, detail: ComparisonDetail::Sides { java, python }, field, shapes, unchanged }
}

/// Returns the field of the receiver in which two outcomes differ. The text has Java's names, and leaves out elements
/// of containers.
fn receiver_field(java: &Outcome, python: &Outcome) -> String {
    let path = diff_path(java, python, OutcomeComponent::Receiver, &Rules::default())
        .map(|diff_path| diff_path.paths().0)
        .unwrap_or_default();
    format!("self{}", path.split('[').next().unwrap_or_default())
}

fn compare_components(
    java: &Outcome,
    python: &Outcome,
    signature: &Signature,
    input: &Input,
    rules: &Rules,
) -> ComponentResults {
    let mut comparer = Comparer::new(rules, containers(&roots(java)), containers(&roots(python)));
    let (component, returns) = match java.state {
        State::Exception => (OutcomeComponent::Exception, &JavaType::Unknown),
        _ => (OutcomeComponent::Return, &signature.returns),
    };
    let (result, shapes) = match returns {
        JavaType::Void if returns_own_object(python) => (Equality::Equal, ObjectShapes::default()),
        _ => comparer.result(&java.value, &python.value, returns),
    };
    let result =
        if result == Equality::Different { rules.type_drift_if(reject_explicitly(java, python)) } else { result };
    let mut found = vec![(component, result)];
    let mut incomparable_reason = comparer.take_incomparable_reason();
    let preexisting = PreexistingDiff::new(java, python, rules);
    if found[0].1 > Equality::Equal
        && let Some(field) = preexisting.as_ref().and_then(|preexisting| preexisting.returned_field())
    {
        return ComponentResults::incomparable(IncomparableReason::PreexistingField(field));
    }
    // If the call returns an object, the pair of the object's constructor reports the object's unset fields. This call
    // reports the unset fields of its own arguments and of its receiver.
    if is_constructor_call(java, input) || java.before.is_some() {
        comparer = comparer.reporting_unset_fields();
    }
    // An object that the call left unchanged on both sides is no difference, even if the tool cannot
    // compare the representations of the sides.
    let mut unchanged = None;
    let is_unchanged = |component| preexisting.as_ref().is_some_and(|before| before.is_unchanged(component));
    let ignored_fields =
        |component| preexisting.as_ref().map(|before| before.unchanged_fields(component)).unwrap_or_default();
    for (i, after) in java.args.iter().enumerate() {
        let Some(after) = after else { continue };
        let component = OutcomeComponent::Argument(i);
        let ty = signature.params.get(i).unwrap_or(&JavaType::Unknown);
        let other = python.args.get(i).and_then(Option::as_ref).or_else(|| input.args.get(i));
        let compared = |other| comparer.value_except(after, other, ty, &ignored_fields(component));
        match other.map_or(Equality::Different, compared) {
            Equality::Incomparable if is_unchanged(component) => {
                unchanged = unchanged.or(comparer.take_incomparable_reason());
            }
            equality => {
                found.push((component, equality));
                incomparable_reason = incomparable_reason.or(comparer.take_incomparable_reason());
            }
        }
    }
    if let (Some(a), Some(b)) = (&java.receiver, &python.receiver) {
        let component = OutcomeComponent::Receiver;
        match comparer.value_except(a, b, &JavaType::Unknown, &ignored_fields(component)) {
            // The tool ignores incomparable private state, unless the call has no other result.
            Equality::Incomparable if has_other_results(java, signature) => {}
            Equality::Incomparable if is_unchanged(component) => {
                unchanged = unchanged.or(comparer.take_incomparable_reason());
            }
            equality => {
                found.push((component, equality));
                incomparable_reason = incomparable_reason.or(comparer.take_incomparable_reason());
            }
        }
    }
    let printed = if java.stdout == python.stdout {
        Equality::Equal
    } else if signature.is_program() {
        programs::compare_output(&java.stdout, &python.stdout, rules)
    } else {
        texts::compare(&lines(&java.stdout), &lines(&python.stdout), rules)
    };
    found.push((OutcomeComponent::Stdout, printed));
    ComponentResults { found, incomparable_reason, shapes, unchanged }
}

/// Reports whether a call returns its receiver or an argument that it can change.
///
/// If a Java method has no result, a port often returns such an object, so that callers can chain
/// calls.
fn returns_own_object(python: &Outcome) -> bool {
    let own_objects = python.args.iter().flatten().chain(&python.receiver);
    matches!(python.value, Value::Object { .. } | Value::List(_) | Value::Map(_) | Value::Set(_))
        // `Ref(0)` is a reference to the returned object. For an empty container, a worker may write
        // the value again instead of a reference.
        && own_objects.into_iter().any(|own| matches!(own, Value::Ref(0)) || *own == python.value)
}

/// Reports whether the call is a constructor call: its receiver is the new object.
fn is_constructor_call(java: &Outcome, input: &Input) -> bool {
    input.receiver.is_none() && java.receiver.is_some()
}

/// Reports whether a call has other results than its receiver.
fn has_other_results(java: &Outcome, signature: &Signature) -> bool {
    let has_return_value = signature.returns != JavaType::Void
        && ReturnConvention::from_type(&signature.returns) != Some(ReturnConvention::Ignored);
    let returns = java.state != State::Ok || has_return_value;
    returns || !java.stdout.is_empty() || java.args.iter().any(Option::is_some)
}

/// Returns the output with `\n` as the only line end.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::{InputOrigin, Reason};
    use proptest::prelude::*;

    fn returned(value: Value) -> Outcome {
        Outcome { value, ..Outcome::new(State::Ok) }
    }

    fn thrown(class: &str) -> Outcome {
        let value = Value::Exception { class: class.into(), message: "m".into() };
        Outcome { value, ..Outcome::new(State::Exception) }
    }

    fn compared(java: &Outcome, python: &Outcome, given: Vec<Value>) -> Comparison {
        let signature = Signature { params: vec![JavaType::INT.array_of()], returns: JavaType::INT };
        let input = Input { receiver: None, args: given, origin: InputOrigin::Generated };
        compare_outcomes(java, python, &signature, &input, &Rules::default())
    }

    fn list(items: &[i64]) -> Value {
        Value::List(items.iter().copied().map(Value::Int).collect())
    }

    #[test]
    fn the_detail_of_a_different_result_has_both_values() {
        let found = compared(&returned(Value::Int(3)), &returned(Value::Int(4)), vec![]);
        assert_eq!((found.equality, found.component), (Equality::Different, OutcomeComponent::Return));
        assert_eq!(found.detail.to_string(), "Java returns 3, Python returns 4");
    }

    #[test]
    fn a_difference_outranks_an_earlier_type_drift() {
        let (mut a, mut b) = (returned(Value::Int(3)), returned(Value::Float(3.0)));
        assert_eq!(compared(&a, &b, vec![]).equality, Equality::TypeDrift);
        (a.stdout, b.stdout) = ("x\n".into(), "y\n".into());
        assert_eq!(compared(&a, &b, vec![]).component, OutcomeComponent::Stdout);
    }

    #[test]
    fn outputs_with_different_line_ends_are_equal() {
        let (mut a, mut b) = (returned(Value::Null), returned(Value::Null));
        (a.stdout, b.stdout) = ("x\r\ny".into(), "x\ny".into());
        assert_eq!(compared(&a, &b, vec![]).equality, Equality::Equal);
    }

    #[test]
    fn an_exception_on_one_side_only_is_a_difference() {
        let found = compared(&thrown("java.lang.RuntimeException"), &returned(Value::Int(1)), vec![]);
        assert_eq!((found.equality, found.component), (Equality::Different, OutcomeComponent::Exception));
    }

    #[test]
    fn an_exception_before_the_java_function_runs_is_no_error_of_the_port() {
        let constructor =
            Outcome { reason: Reason::ReceiverConstructor, ..thrown("acme.GeographicErr<java.lang.RuntimeException") };
        let linkage = thrown("java.lang.NoClassDefFoundError<java.lang.LinkageError<java.lang.Error");
        for java in [constructor, linkage] {
            for python in [returned(Value::Int(1)), thrown("ValueError<Exception")] {
                assert_eq!(compared(&java, &python, vec![]).equality, Equality::Incomparable, "{java:?}");
            }
        }
    }

    #[test]
    fn exceptions_are_compared_by_the_exception_table() {
        let java = thrown("java.lang.ArithmeticException<java.lang.RuntimeException");
        assert_eq!(compared(&java, &thrown("ZeroDivisionError<ArithmeticError"), vec![]).equality, Equality::Equal);
        assert_eq!(compared(&java, &thrown("KeyError<LookupError"), vec![]).component, OutcomeComponent::Exception);
    }

    #[test]
    fn two_unfinished_runs_are_incomparable() {
        let ended = |state, reason| Outcome::ended(state, reason);
        for (a, b) in [
            (ended(State::Timeout, Reason::Ticks), ended(State::Timeout, Reason::Stack)),
            (ended(State::Incomplete, Reason::Exit), ended(State::Incomplete, Reason::Exit)),
        ] {
            assert_eq!(compared(&a, &b, vec![]).equality, Equality::Incomparable);
            assert_eq!(compared(&a, &returned(Value::Int(1)), vec![]).equality, Equality::Different);
            assert_eq!(compared(&returned(Value::Int(1)), &b, vec![]).component, OutcomeComponent::State);
        }
    }

    #[test]
    fn a_call_that_did_not_run_is_incomparable() {
        for reason in [Reason::NotRun, Reason::NotCallable("it needs an argument `radix`".into())] {
            let note = reason.to_string();
            let missing = Outcome::ended(State::Incomplete, reason);
            let found = compared(&returned(Value::Int(1)), &missing, vec![]);
            assert_eq!((found.equality, found.detail.to_string()), (Equality::Incomparable, note));
            assert_eq!(compared(&missing, &thrown("E"), vec![]).equality, Equality::Incomparable);
        }
    }

    #[test]
    fn a_port_may_return_its_own_object_if_java_returns_void() {
        let signature = Signature { params: vec![JavaType::INT.array_of()], returns: JavaType::Void };
        let input = Input { receiver: None, args: vec![list(&[2, 1])], origin: InputOrigin::Generated };
        let with = |value, after: &[i64]| Outcome { args: vec![Some(list(after))], ..returned(value) };
        let compared = |python: &Outcome| {
            let found = compare_outcomes(&with(Value::Null, &[1, 2]), python, &signature, &input, &Rules::default());
            (found.equality, found.component)
        };
        assert_eq!(compared(&with(list(&[1, 2]), &[1, 2])).0, Equality::Equal, "a copy of its argument");
        let own = |after: &[i64]| Outcome { args: vec![Some(Value::Ref(0))], ..returned(list(after)) };
        assert_eq!(compared(&own(&[1, 2])).0, Equality::Equal, "its argument");
        let of_receiver =
            Outcome { value: with_receiver(&[("n", 1)]).receiver.expect("one"), ..with_receiver(&[("n", 1)]) };
        let of_receiver = Outcome { args: vec![Some(list(&[1, 2]))], ..of_receiver };
        assert_eq!(compared(&of_receiver).0, Equality::Equal, "its receiver");
        let result = (Equality::Different, OutcomeComponent::Return);
        assert_eq!(compared(&with(list(&[1]), &[1, 2])), result, "another list");
        assert_eq!(compared(&with(Value::Int(1), &[1, 2])), result, "a number");
        let unsorted = (Equality::Different, OutcomeComponent::Argument(0));
        assert_eq!(compared(&own(&[2, 1])), unsorted, "the argument counts");
    }

    fn with_receiver(fields: &[(&str, i64)]) -> Outcome {
        let fields = fields.iter().map(|(name, n)| ((*name).to_owned(), Value::Int(*n))).collect();
        Outcome { receiver: Some(Value::Object { class: "C".into(), fields }), ..returned(Value::Int(0)) }
    }

    #[test]
    fn receivers_are_compared_by_the_fields_that_both_have() {
        let java = with_receiver(&[("maxBits", 32), ("count", 1)]);
        assert_eq!(compared(&java, &with_receiver(&[("_count", 1)]), vec![]).equality, Equality::Equal);
        assert_eq!(compared(&java, &with_receiver(&[("_count", 2)]), vec![]).component, OutcomeComponent::Receiver);
        assert_eq!(compared(&java, &with_receiver(&[("other", 2)]), vec![]).equality, Equality::Equal);
        assert_eq!(compared(&java, &with_receiver(&[]), vec![]).equality, Equality::Equal);
    }

    #[test]
    fn a_call_whose_only_result_is_an_incomparable_receiver_is_incomparable() {
        let signature = Signature { params: vec![], returns: JavaType::Void };
        let input = Input { receiver: Some(vec![]), args: vec![], origin: InputOrigin::Generated };
        let (a, b) = (with_receiver(&[("count", 1)]), with_receiver(&[("total", 1)]));
        let found = compare_outcomes(&a, &b, &signature, &input, &Rules::default());
        assert_eq!((found.equality, found.component), (Equality::Incomparable, OutcomeComponent::Receiver));
        assert_eq!(found.detail.to_string(), "an object of `C` in Java, an object of `C` in Python");
    }

    /// Builds an outcome whose receiver has these fields before and after the call.
    fn preexisting(before: &[(&str, Value)], after: &[(&str, Value)], value: Value) -> Outcome {
        let object = |fields: &[(&str, Value)]| {
            let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
            Some(Value::Object { class: "C".into(), fields })
        };
        let before = mts_model::Before { receiver: object(before), ..Default::default() };
        Outcome { receiver: object(after), before: Some(Box::new(before)), ..returned(value) }
    }

    #[test]
    fn a_difference_that_existed_before_the_call_does_not_count() {
        let signature = Signature { params: vec![], returns: JavaType::String };
        let input = Input { receiver: Some(vec![]), args: vec![], origin: InputOrigin::Generated };
        let compare = |a: &Outcome, b: &Outcome| compare_outcomes(a, b, &signature, &input, &Rules::default());
        let java = [("limit", Value::Int(-1)), ("note", Value::Null), ("n", Value::Int(3))];
        let python = [("_limit", Value::Int(9)), ("_note", Value::Str(String::new())), ("_n", Value::Int(3))];
        let same = Value::Str("x".into());
        // The call changes nothing.
        let found = compare(&preexisting(&java, &java, same.clone()), &preexisting(&python, &python, same.clone()));
        assert_eq!(found.equality, Equality::Equal, "{}", found.detail);
        // The call itself sets another number, and the comparison names that field.
        let after = [("_limit", Value::Int(9)), ("_note", Value::Str(String::new())), ("_n", Value::Int(4))];
        let found = compare(&preexisting(&java, &java, same.clone()), &preexisting(&python, &after, same.clone()));
        assert_eq!(found.component, OutcomeComponent::Receiver);
        assert_eq!(found.detail.to_string(), "Java leaves self.n = 3, Python leaves self._n = 4");
        // An earlier difference counts as soon as one side changes the field in the call.
        let set = [("_limit", Value::Int(8)), ("_note", Value::Str(String::new())), ("_n", Value::Int(3))];
        let found = compare(&preexisting(&java, &java, same.clone()), &preexisting(&python, &set, same.clone()));
        assert_eq!(found.detail.to_string(), "Java leaves self.limit = -1, Python leaves self._limit = 8");
        // A difference in a value that the call only returns belongs to the constructor.
        let (a, b) = (preexisting(&java, &java, Value::Null), preexisting(&python, &python, Value::Str(String::new())));
        let found = compare(&a, &b);
        assert_eq!((found.equality, found.component), (Equality::Incomparable, OutcomeComponent::State));
        assert!(found.detail.to_string().contains("the field `note` of the receiver"), "{}", found.detail);
        // If no pair tests the constructor, the method that returns the field does.
        let untested = |mut outcome: Outcome| {
            outcome.before.as_mut().expect("the objects").tests_new_object = true;
            outcome
        };
        let found = compare(&untested(a.clone()), &untested(b.clone()));
        assert_eq!((found.equality, found.component), (Equality::Different, OutcomeComponent::Return));
        // Another result is a difference of the call, even if its object also has earlier
        // differences.
        let found = compare(&preexisting(&java, &java, Value::Str("y".into())), &preexisting(&python, &python, same));
        assert_eq!((found.equality, found.component), (Equality::Different, OutcomeComponent::Return));
    }

    #[test]
    fn output_with_the_words_of_each_language_is_type_drift() {
        let (mut a, mut b) = (returned(Value::Null), returned(Value::Null));
        (a.stdout, b.stdout) = ("key: null\r\n".into(), "key: None\n".into());
        let found = compared(&a, &b, vec![]);
        assert_eq!((found.equality, found.component), (Equality::TypeDrift, OutcomeComponent::Stdout));
    }

    #[test]
    fn arguments_that_java_changes_are_compared_after_the_call() {
        let (mut a, mut b) = (returned(Value::Null), returned(Value::Null));
        (a.args, b.args) = (vec![Some(list(&[1, 2]))], vec![Some(list(&[2, 1]))]);
        assert_eq!(compared(&a, &b, vec![list(&[2, 1])]).component, OutcomeComponent::Argument(0));
    }

    #[test]
    fn an_immutable_python_argument_equals_its_input() {
        let (mut a, mut b) = (returned(Value::Null), returned(Value::Null));
        (a.args, b.args) = (vec![Some(list(&[1, 2]))], vec![None]);
        assert_eq!(compared(&a, &b, vec![list(&[1, 2])]).equality, Equality::Equal);
        assert_eq!(compared(&a, &b, vec![list(&[2, 1])]).equality, Equality::Different);
    }

    #[test]
    fn a_copy_equals_a_shared_object_of_the_other_side() {
        let (mut a, mut b) = (returned(list(&[1])), returned(list(&[1])));
        (a.args, b.args) = (vec![Some(Value::Ref(0))], vec![Some(list(&[1]))]);
        assert_eq!(compared(&a, &b, vec![]).equality, Equality::Equal);
        b.args = vec![Some(list(&[2]))];
        assert_eq!(compared(&a, &b, vec![]).component, OutcomeComponent::Argument(0));
    }

    fn any_outcome() -> impl Strategy<Value = Outcome> {
        let values = proptest::collection::vec(any::<i8>().prop_map(|n| Value::Int(n.into())), 0..3);
        let after = proptest::option::of(values.prop_map(Value::List));
        let state = prop_oneof![3 => Just(State::Ok), 1 => Just(State::Exception), 1 => Just(State::Timeout)];
        (state, any::<i8>(), after, "[xy\\r\\n]{0,3}").prop_map(|(state, n, after, stdout)| {
            let value = match state {
                State::Ok => Value::Int(n.into()),
                State::Exception => Value::Exception { class: "E<Exception".into(), message: n.to_string() },
                _ => Value::Null,
            };
            Outcome { value, args: vec![after.clone()], receiver: after, stdout, ..Outcome::new(state) }
        })
    }

    proptest! {
        #[test]
        fn an_outcome_with_a_result_agrees_with_itself(outcome in any_outcome()) {
            let has_output = matches!(outcome.state, State::Ok | State::Exception);
            prop_assert_eq!(compared(&outcome, &outcome, vec![]).agrees(), has_output);
        }

        #[test]
        fn every_difference_has_a_detail_and_equality_has_none(a in any_outcome(), b in any_outcome()) {
            let found = compared(&a, &b, vec![Value::List(vec![])]);
            prop_assert_eq!(found.detail.to_string().is_empty(), found.equality == Equality::Equal);
        }
    }
}
