//! Compares two runs of one language. `mts-oracle` compares Java with Python.

use mts_model::{Outcome, Value};

/// Reports whether two runs of one language have the same outcome, except for ticks.
///
/// The function compares values as text, so that NaN equals itself.
#[must_use]
pub(crate) fn is_same_outcome(a: &Outcome, b: &Outcome) -> bool {
    let result = |x: &Outcome| (x.state, x.value.to_json(), x.stdout.clone());
    let state = |x: &Outcome| -> Vec<Option<serde_json::Value>> {
        x.args.iter().chain([&x.receiver]).map(|v| v.as_ref().map(Value::to_json)).collect()
    };
    result(a) == result(b) && state(a) == state(b)
}
