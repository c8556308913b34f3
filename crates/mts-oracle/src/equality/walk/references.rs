//! Resolves references inside of values.

use mts_model::{Outcome, Value};

pub(crate) fn resolve<'v>(value: &'v Value, containers: &[&'v Value]) -> Option<&'v Value> {
    match value {
        Value::Ref(n) => containers.get(usize::try_from(*n).ok()?).copied(),
        other => Some(other),
    }
}

/// Returns the values of an outcome in the order of their containers' numbers.
///
/// The workers number the containers in this order.
pub(crate) fn roots(outcome: &Outcome) -> Vec<&Value> {
    let args = outcome.args.iter().flatten();
    std::iter::once(&outcome.value).chain(args).chain(outcome.receiver.as_ref()).collect()
}
