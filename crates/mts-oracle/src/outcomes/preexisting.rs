//! Finds the differences that existed before a call and that the call did not change.
//!
//! These differences belong to the constructor.

use super::component::OutcomeComponent;
use crate::equality::compare::Comparer;
use crate::equality::result::Equality;
use crate::equality::rules::Rules;
use crate::equality::walk::references::{resolve, roots};
use mts_model::TypeMode;
use mts_model::aliasing::{self, containers};
use mts_model::{Before, JavaType, Outcome, State, Value, plain_field};
use std::collections::BTreeSet;

/// The objects of both sides before the call.
pub(crate) struct PreexistingDiff<'o> {
    java: (&'o Outcome, &'o Before),
    python: (&'o Outcome, &'o Before),
    rules: &'o Rules,
}

impl<'o> PreexistingDiff<'o> {
    pub fn new(java: &'o Outcome, python: &'o Outcome, rules: &'o Rules) -> Option<Self> {
        Some(Self { java: (java, java.before.as_deref()?), python: (python, python.before.as_deref()?), rules })
    }

    /// Returns the fields of a component's object that differed before the call.
    fn differing_fields(&self, component: OutcomeComponent) -> Vec<FieldDiff<'o>> {
        let (java, python) = (self.java.1, self.python.1);
        let (Some(Value::Object { class: c, fields: a }), Some(Value::Object { class: d, fields: b })) =
            (value_before(java, component), value_before(python, component))
        else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (name, x) in a {
            let plain = plain_field(c, name);
            let Some((_, y)) = b.iter().find(|(other, _)| plain_field(d, other) == plain) else { continue };
            let comparer =
                Comparer::new(self.rules, containers(&values_before(java)), containers(&values_before(python)));
            if comparer.reporting_unset_fields().field_of_root(x, y) != Equality::Equal {
                found.push(FieldDiff { plain, name, java: x, python: y });
            }
        }
        found
    }

    /// Returns the plain names of the differing fields that the call did not change.
    pub fn unchanged_fields(&self, component: OutcomeComponent) -> BTreeSet<String> {
        let after = |outcome: &'o Outcome, plain: &str| -> Option<&'o Value> {
            let object = value_after(outcome, component)?;
            let all = containers(&roots(outcome));
            let Value::Object { class, fields } = resolve(object, &all)? else { return None };
            fields.iter().find(|(name, _)| plain_field(class, name) == plain).map(|(_, value)| value)
        };
        let stays = |field: &FieldDiff<'o>| {
            let (Some(x), Some(y)) = (after(self.java.0, &field.plain), after(self.python.0, &field.plain)) else {
                return false;
            };
            self.is_same(self.java, field.java, x) && self.is_same(self.python, field.python, y)
        };
        self.differing_fields(component).into_iter().filter(stays).map(|field| field.plain).collect()
    }

    /// Reports whether the call left a component's object unchanged on both sides.
    ///
    /// The class, all fields, and the order of all elements must be the same. An object may have changed if a part of
    /// it has no fields that the tool can read.
    pub fn is_unchanged(&self, component: OutcomeComponent) -> bool {
        let stays = |(outcome, before): (&Outcome, &Before)| {
            let then = whole(&values_before(before), value_before(before, component));
            let now = whole(&roots(outcome), value_after(outcome, component));
            then.is_some_and(|then| matches!(then, Value::Object { .. }) && is_readable(&then) && Some(then) == now)
        };
        stays(self.java) && stays(self.python)
    }

    /// Returns the field of the receiver that both sides returned.
    ///
    /// `None` if the field did not differ before the call, or if no constructor pair tests it.
    pub fn returned_field(&self) -> Option<String> {
        if self.java.1.tests_new_object {
            return None;
        }
        if self.java.0.state != State::Ok || self.python.0.state != State::Ok {
            return None;
        }
        let returned = |field: &FieldDiff<'o>| {
            self.is_same(self.java, field.java, &self.java.0.value)
                && self.is_same(self.python, field.python, &self.python.0.value)
        };
        self.differing_fields(OutcomeComponent::Receiver).into_iter().find(returned).map(|field| field.name.to_owned())
    }

    /// Reports whether a value before the call equals a value after the call. The numbers of references may differ.
    fn is_same(&self, (outcome, before): (&'o Outcome, &'o Before), then: &'o Value, now: &'o Value) -> bool {
        let rules = Rules { exact_floats: true, types: TypeMode::Strict, ..self.rules.clone() };
        let mut comparer = Comparer::new(&rules, containers(&values_before(before)), containers(&roots(outcome)));
        comparer.value(then, now, &JavaType::Unknown) == Equality::Equal
    }
}

/// Returns `value` with a copy in place of each reference.
///
/// `all` are the roots of the outcome. `None` if `value` is not one of the roots, or if a root contains itself.
fn whole(all: &[&Value], value: Option<&Value>) -> Option<Value> {
    let at = all.iter().position(|one| value.is_some_and(|value| std::ptr::eq(*one, value)))?;
    let all: Vec<Value> = all.iter().map(|value| (*value).clone()).collect();
    aliasing::expanded(&all)?.into_iter().nth(at)
}

/// Reports whether each object in a value has fields that the tool can read.
fn is_readable(value: &Value) -> bool {
    match value {
        Value::Object { fields, .. } => !fields.is_empty() && fields.iter().all(|(_, held)| is_readable(held)),
        Value::List(items) | Value::Set(items) => items.iter().all(is_readable),
        Value::Map(pairs) => pairs.iter().all(|(key, held)| is_readable(key) && is_readable(held)),
        _ => true,
    }
}

/// Returns an argument before the call. For every other component, returns the receiver.
fn value_before(before: &Before, component: OutcomeComponent) -> Option<&Value> {
    match component {
        OutcomeComponent::Argument(i) => before.args.get(i)?.as_ref(),
        _ => before.receiver.as_ref(),
    }
}

/// Returns an argument after the call. For every other component, returns the receiver.
fn value_after(outcome: &Outcome, component: OutcomeComponent) -> Option<&Value> {
    match component {
        OutcomeComponent::Argument(i) => outcome.args.get(i)?.as_ref(),
        _ => outcome.receiver.as_ref(),
    }
}

/// A field that differs between the sides.
struct FieldDiff<'o> {
    plain: String,
    name: &'o str,
    java: &'o Value,
    python: &'o Value,
}

/// Returns the values before a call in the order of their containers' numbers.
///
/// The workers number the containers in this order.
fn values_before(before: &Before) -> Vec<&Value> {
    before.args.iter().flatten().chain(before.receiver.as_ref()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcomes::compare_outcomes;
    use mts_model::{Input, InputOrigin, Signature};

    #[test]
    fn an_incomparable_argument_that_neither_side_changes_is_no_difference() {
        let ty = JavaType::from_name("Interval");
        let signature = Signature { params: vec![ty], returns: JavaType::INT };
        let input = Input { receiver: None, args: vec![Value::Null], origin: InputOrigin::Generated };
        let interval = |name: &str, low: i64| {
            Some(Value::Object { class: "Interval".into(), fields: vec![(name.to_owned(), Value::Int(low))] })
        };
        let called = |name: &str, before: i64, after: i64| {
            let before = Before { args: vec![interval(name, before)], ..Default::default() };
            Outcome {
                args: vec![interval(name, after)],
                before: Some(Box::new(before)),
                value: Value::Int(7),
                ..Outcome::new(State::Ok)
            }
        };
        let compare = |a: &Outcome, b: &Outcome| {
            let found = compare_outcomes(a, b, &signature, &input, &Rules::default());
            (found.equality, found.component)
        };
        assert_eq!(compare(&called("low", 1, 1), &called("bounds", 1, 1)).0, Equality::Equal);
        let unknown = (Equality::Incomparable, OutcomeComponent::Argument(0));
        assert_eq!(compare(&called("low", 1, 2), &called("bounds", 1, 2)), unknown, "both change it");
        assert_eq!(compare(&called("low", 1, 2), &called("bounds", 1, 1)), unknown, "only Java changes it");
        let with = |extra: Value| {
            let mut outcome = called("bounds", 1, 1);
            let Some(Some(Value::Object { fields, .. })) = outcome.args.first_mut() else { unreachable!("one object") };
            fields.push(("broken".to_owned(), extra));
            outcome
        };
        assert_eq!(compare(&called("low", 1, 1), &with(Value::Int(1))), unknown, "the port adds an attribute");
        let opaque = || Some(Value::Object { class: "Random".into(), fields: vec![] });
        let before = Before { args: vec![opaque()], ..Default::default() };
        let hidden = Outcome {
            args: vec![opaque()],
            before: Some(Box::new(before)),
            value: Value::Int(7),
            ..Outcome::new(State::Ok)
        };
        assert_eq!(compare(&hidden, &called("bounds", 1, 1)), unknown, "the state of the object is not visible");
        let other = Outcome { value: Value::Int(8), ..called("bounds", 1, 1) };
        assert_eq!(compare(&called("low", 1, 1), &other), (Equality::Different, OutcomeComponent::Return));
    }
}
