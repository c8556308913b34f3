//! Finds where in the objects of two outcomes the worst difference is. What it reads like is the business of `display`.

use super::component::Part;
use super::preexisting::Kept;
use crate::equality::compare::Comparer;
use crate::equality::diff_path::Place;
use crate::equality::references::roots;
use crate::equality::rules::Rules;
use mts_model::aliasing::containers;
use mts_model::{JavaType, Outcome, Value};

/// Where in the objects of a part two outcomes differ, if they do in an object: what was in two ways before
/// the call, and is still, aside.
pub(crate) fn place<'v>(java: &'v Outcome, python: &'v Outcome, part: Part, rules: &Rules) -> Option<Place<'v>> {
    let of = |outcome: &'v Outcome| match part {
        Part::Return => Some(&outcome.value),
        Part::Argument(i) => outcome.args.get(i)?.as_ref(),
        Part::Receiver => outcome.receiver.as_ref(),
        _ => None,
    };
    let (a, b) = (of(java)?, of(python)?);
    let is_object = |value: &Value| matches!(value, Value::Object { .. } | Value::Ref(_));
    if !is_object(a) || !is_object(b) {
        return None;
    }
    let aside = Kept::of(java, python, rules).map(|kept| kept.aside(part)).unwrap_or_default();
    let comparer = Comparer::new(rules, containers(&roots(java)), containers(&roots(python)));
    let comparer = if part == Part::Return { comparer } else { comparer.telling_unset() };
    let mut comparer = comparer.keeping_place();
    comparer.root(a, b, &JavaType::Unknown, &aside);
    comparer.place()
}
