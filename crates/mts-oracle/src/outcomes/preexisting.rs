//! What the two sides had in two ways before a call and have still: that belongs to what made the objects,
//! and is no matter of what is called on them.

use super::component::Part;
use crate::equality::compare::Comparer;
use crate::equality::references::{resolve, roots};
use crate::equality::result::Equality;
use crate::equality::rules::Rules;
use mts_model::TypeMode;
use mts_model::aliasing::containers;
use mts_model::{Before, JavaType, Outcome, State, Value, plain_field};
use std::collections::BTreeSet;

/// What the objects of a call had before it, on both sides.
pub(crate) struct Kept<'o> {
    java: (&'o Outcome, &'o Before),
    python: (&'o Outcome, &'o Before),
    rules: &'o Rules,
}

impl<'o> Kept<'o> {
    pub fn of(java: &'o Outcome, python: &'o Outcome, rules: &'o Rules) -> Option<Self> {
        Some(Self { java: (java, java.before.as_deref()?), python: (python, python.before.as_deref()?), rules })
    }

    /// Fields of a part's object, by their plain names, that the sides had in two ways before the call.
    fn unlike(&self, part: Part) -> Vec<Twofold<'o>> {
        let of = |before: &'o Before| match part {
            Part::Argument(i) => before.args.get(i)?.as_ref(),
            _ => before.receiver.as_ref(),
        };
        let (java, python) = (self.java.1, self.python.1);
        let (Some(Value::Object { class: c, fields: a }), Some(Value::Object { class: d, fields: b })) =
            (of(java), of(python))
        else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (name, x) in a {
            let plain = plain_field(c, name);
            let Some((_, y)) = b.iter().find(|(other, _)| plain_field(d, other) == plain) else { continue };
            let comparer = Comparer::new(self.rules, containers(&held(java)), containers(&held(python)));
            if comparer.telling_unset().field_of_root(x, y) != Equality::Equal {
                found.push(Twofold { plain, name, java: x, python: y });
            }
        }
        found
    }

    /// Those of them that the call left as they were.
    pub fn aside(&self, part: Part) -> BTreeSet<String> {
        let after = |outcome: &'o Outcome, plain: &str| -> Option<&'o Value> {
            let object = match part {
                Part::Argument(i) => outcome.args.get(i)?.as_ref()?,
                _ => outcome.receiver.as_ref()?,
            };
            let all = containers(&roots(outcome));
            let Value::Object { class, fields } = resolve(object, &all)? else { return None };
            fields.iter().find(|(name, _)| plain_field(class, name) == plain).map(|(_, value)| value)
        };
        let stays = |field: &Twofold<'o>| {
            let (Some(x), Some(y)) = (after(self.java.0, &field.plain), after(self.python.0, &field.plain)) else {
                return false;
            };
            self.is_same(self.java, field.java, x) && self.is_same(self.python, field.python, y)
        };
        self.unlike(part).into_iter().filter(stays).map(|field| field.plain).collect()
    }

    /// The receiver's field that both sides returned, if it was in two ways before.
    pub fn gives(&self) -> Option<String> {
        if self.java.0.state != State::Ok || self.python.0.state != State::Ok {
            return None;
        }
        let returned = |field: &Twofold<'o>| {
            self.is_same(self.java, field.java, &self.java.0.value)
                && self.is_same(self.python, field.python, &self.python.0.value)
        };
        self.unlike(Part::Receiver).into_iter().find(returned).map(|field| field.name.to_owned())
    }

    /// Whether a value from before the call is one from after it, whatever its references count.
    fn is_same(&self, (outcome, before): (&'o Outcome, &'o Before), then: &'o Value, now: &'o Value) -> bool {
        let rules = Rules { exact_floats: true, types: TypeMode::Strict, ..self.rules.clone() };
        let mut comparer = Comparer::new(&rules, containers(&held(before)), containers(&roots(outcome)));
        comparer.value(then, now, &JavaType::Unknown) == Equality::Equal
    }
}

/// A field that the sides keep in two ways.
struct Twofold<'o> {
    plain: String,
    name: &'o str,
    java: &'o Value,
    python: &'o Value,
}

/// The values of objects before a call in the same order.
fn held(before: &Before) -> Vec<&Value> {
    before.args.iter().flatten().chain(before.receiver.as_ref()).collect()
}
