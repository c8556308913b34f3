//! Decides whether an outcome is evidence at all.

use super::component::{Comparison, ComparisonDetail};
use crate::equality::normalization::exceptions::has_general_class;
use crate::equality::result::IncomparableReason;
use mts_model::{Outcome, Reason, State, Value};

/// Returns the reason why the call did not run. `None` if the call ran.
pub(super) fn reason_not_called(outcome: &Outcome) -> Option<IncomparableReason> {
    let is_not_called = outcome.is_not_run() || outcome.reason.is_not_called();
    is_not_called.then(|| IncomparableReason::NotCalled(outcome.reason.clone()))
}

/// Reports whether Java has a result, and the port has no comparable result.
///
/// If the reason may be absent in another run, such as a spent budget or nondeterminism, the function returns `false`.
pub fn is_without_port_result(found: &Comparison, java: &Outcome, python: &Outcome) -> bool {
    let ComparisonDetail::Incomparable(Some(why)) = &found.detail else { return false };
    match why {
        IncomparableReason::NotCalled(_) => {
            let is_lost = |reason: &Reason| {
                matches!(reason, Reason::NotCallable(_) | Reason::EventLoop | Reason::Size | Reason::ResultSize)
            };
            reason_not_called(java).is_none() && is_lost(&python.reason)
        }
        IncomparableReason::UnportedEnum(_)
        | IncomparableReason::Shapes { .. }
        | IncomparableReason::PreexistingField(_)
        | IncomparableReason::TextBuilder => true,
        IncomparableReason::Unspecified
        | IncomparableReason::JavaResultUnreadable(_)
        | IncomparableReason::JavaConstructorThrows(_)
        | IncomparableReason::JavaLinkage { .. }
        | IncomparableReason::JavaSpentBudget(_)
        | IncomparableReason::BothSpentBudget
        | IncomparableReason::NoOutcomes
        | IncomparableReason::Placeholder => false,
    }
}

/// Reports whether the outcomes could become comparable in another run of the same functions.
///
/// This is the case if the reason depends on time, memory or chance.
pub fn is_by_chance(why: &IncomparableReason) -> bool {
    match why {
        IncomparableReason::NotCalled(reason) | IncomparableReason::JavaSpentBudget(reason) => {
            matches!(reason, Reason::NotDeterministic(_) | Reason::NotRun | Reason::Watchdog | Reason::Memory)
        }
        IncomparableReason::NoOutcomes => true,
        _ => false,
    }
}

/// Returns the reason why Java's outcome is no evidence against the port.
///
/// The Java function did not run, or the worker cannot read its result.
pub(super) fn reason_java_is_no_oracle(java: &Outcome) -> Option<IncomparableReason> {
    if let Reason::ResultUnreadable(_) = &java.reason {
        return Some(IncomparableReason::JavaResultUnreadable(java.reason.clone()));
    }
    let Value::Exception { class, message } = &java.value else { return None };
    let own_name = class.split('<').next().unwrap_or_default();
    if java.state != State::Exception {
        None
    } else if java.reason == Reason::ReceiverConstructor {
        Some(IncomparableReason::JavaConstructorThrows(own_name.to_owned()))
    } else if class.split('<').any(|name| name == "java.lang.LinkageError") {
        Some(IncomparableReason::JavaLinkage { class: own_name.to_owned(), message: message.clone() })
    } else {
        None
    }
}

/// Reports whether statements of both sides reject the call.
///
/// At least one of the exceptions must have a general class, such as `ValueError`.
pub(super) fn reject_explicitly(java: &Outcome, python: &Outcome) -> bool {
    let (Value::Exception { class: thrown, .. }, Value::Exception { class: raised, .. }) = (&java.value, &python.value)
    else {
        return false;
    };
    [java, python].iter().all(|outcome| outcome.reason == Reason::ExplicitThrow) && has_general_class(thrown, raised)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(class: &str, reason: Reason) -> Outcome {
        let value = Value::Exception { class: class.to_owned(), message: String::new() };
        Outcome { value, ..Outcome::ended(State::Exception, reason) }
    }

    #[test]
    fn two_explicit_rejections_correspond_only_if_no_class_has_another_meaning() {
        let rejects = |java: &str, python: &str| {
            reject_explicitly(&ended(java, Reason::ExplicitThrow), &ended(python, Reason::ExplicitThrow))
        };
        assert!(rejects("java.lang.IllegalStateException<java.lang.RuntimeException", "ValueError<Exception"));
        assert!(rejects("java.lang.IllegalArgumentException", "acme.QueueEmpty<Exception"));
        assert!(rejects("acme.TokenException<java.lang.Exception", "ValueError<Exception"));
        assert!(!rejects("java.lang.IllegalArgumentException", "KeyError<LookupError<Exception"));
        assert!(!rejects("java.util.NoSuchElementException", "ValueError<Exception"));
        assert!(!rejects("acme.TokenException<java.lang.Exception", "KeyError<LookupError<Exception"));
        assert!(!rejects("acme.AmountException<java.lang.Exception", "CurrencyError<ValueError<Exception"));
        assert!(!rejects("java.lang.IllegalStateException", "NotImplementedError<RuntimeError<Exception"));
        assert!(!rejects("java.lang.IllegalStateException", "acme.Todo<NotImplementedError<RuntimeError<Exception"));
        assert!(!rejects("java.lang.IllegalStateException", "AssertionError<Exception"));
    }

    #[test]
    fn an_exception_of_an_operation_is_no_explicit_rejection() {
        let class = ("java.lang.IllegalStateException", "ValueError<Exception");
        let (java, python) = (ended(class.0, Reason::ExplicitThrow), ended(class.1, Reason::None));
        assert!(!reject_explicitly(&java, &python));
        assert!(!reject_explicitly(&ended(class.0, Reason::None), &ended(class.1, Reason::ExplicitThrow)));
    }
}
