//! References inside of values: which values an outcome counts, and what a reference stands for.

use mts_model::{Outcome, Value};

pub(crate) fn resolve<'v>(value: &'v Value, containers: &[&'v Value]) -> Option<&'v Value> {
    match value {
        Value::Ref(n) => containers.get(usize::try_from(*n).ok()?).copied(),
        other => Some(other),
    }
}

/// The values of an outcome in the order in which the workers write them: references count through it.
pub(crate) fn roots(outcome: &Outcome) -> Vec<&Value> {
    let args = outcome.args.iter().flatten();
    std::iter::once(&outcome.value).chain(args).chain(outcome.receiver.as_ref()).collect()
}
