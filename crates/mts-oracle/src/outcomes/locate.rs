//! Finds the worst difference inside of the objects of two outcomes. Module `display` describes the difference.

use super::component::OutcomeComponent;
use super::preexisting::PreexistingDiff;
use crate::equality::compare::Comparer;
use crate::equality::diff_path::DiffPath;
use crate::equality::rules::Rules;
use crate::equality::walk::references::roots;
use mts_model::aliasing::containers;
use mts_model::{JavaType, Outcome, Value};

/// Returns the path to the difference inside the objects of one component. `None` if no object differs. A difference
/// that existed before the call and still exists does not count.
pub(crate) fn diff_path<'v>(
    java: &'v Outcome,
    python: &'v Outcome,
    component: OutcomeComponent,
    rules: &Rules,
) -> Option<DiffPath<'v>> {
    let value = |outcome: &'v Outcome| match component {
        OutcomeComponent::Return => Some(&outcome.value),
        OutcomeComponent::Argument(i) => outcome.args.get(i)?.as_ref(),
        OutcomeComponent::Receiver => outcome.receiver.as_ref(),
        _ => None,
    };
    let (a, b) = (value(java)?, value(python)?);
    let is_object = |value: &Value| matches!(value, Value::Object { .. } | Value::Ref(_));
    if !is_object(a) || !is_object(b) {
        return None;
    }
    let ignored_fields = PreexistingDiff::new(java, python, rules)
        .map(|preexisting| preexisting.unchanged_fields(component))
        .unwrap_or_default();
    let comparer = Comparer::new(rules, containers(&roots(java)), containers(&roots(python)));
    let comparer = if component == OutcomeComponent::Return { comparer } else { comparer.reporting_unset_fields() };
    let mut comparer = comparer.with_tracker();
    comparer.value_except(a, b, &JavaType::Unknown, &ignored_fields);
    comparer.into_path()
}
