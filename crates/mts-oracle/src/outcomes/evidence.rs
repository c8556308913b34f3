//! Decides whether an outcome is evidence at all.

use mts_model::{Outcome, Reason, State, Value};

/// Returns the reason why the call did not run; `None` if it ran.
pub(super) fn reason_not_called(outcome: &Outcome) -> Option<String> {
    (outcome.is_not_run() || outcome.reason.is_not_called()).then(|| outcome.reason.to_string())
}

/// Returns the reason why Java's outcome is no evidence against the port.
///
/// The Java function did not run, or the worker cannot read its result.
pub(super) fn reason_java_is_no_oracle(java: &Outcome) -> Option<String> {
    if let Reason::ResultUnreadable(_) = &java.reason {
        return Some(format!("Java's result is unknown: {}", java.reason));
    }
    let Value::Exception { class, message } = &java.value else { return None };
    let own_name = class.split('<').next().unwrap_or_default();
    if java.state != State::Exception {
        None
    } else if java.reason == Reason::ReceiverConstructor {
        Some(format!("Java throws {own_name} when it constructs the objects of the call"))
    } else if class.split('<').any(|name| name == "java.lang.LinkageError") {
        Some(format!("Java cannot load or initialize a class: {own_name}: {message}"))
    } else {
        None
    }
}
