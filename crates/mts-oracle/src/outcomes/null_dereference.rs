//! Recognizes calls that ended by a null dereference.
//!
//! Either the Java virtual machine throws, or Python's `None` lacks an attribute. This module also
//! recognizes missing attributes of other objects. Module `compare` decides whether the outcomes differ.

use mts_model::jdk;
use mts_model::{Outcome, State, Value};

/// Reports whether the virtual machine wrote this message of a `NullPointerException`.
pub(crate) fn is_of_vm(message: &str) -> bool {
    jdk::NULL_DEREFERENCES.iter().any(|beginning| message.starts_with(beginning))
}

/// Reports whether the virtual machine itself threw the exception, because no code checked for
/// null.
pub(crate) fn is_thrown_by_vm(outcome: &Outcome) -> bool {
    match &outcome.value {
        Value::Exception { class, message } if outcome.state == State::Exception => {
            class.starts_with("java.lang.NullPointerException") && is_of_vm(message)
        }
        _ => false,
    }
}

/// Reports whether Python ended the call because a value was `None`.
pub(crate) fn is_none_dereference(outcome: &Outcome) -> bool {
    match &outcome.value {
        Value::Exception { class, message } if outcome.state == State::Exception => {
            (class.starts_with("AttributeError") || class.starts_with("TypeError")) && message.contains("NoneType")
        }
        _ => false,
    }
}

/// Reports whether Python ended the call by a missing attribute or a non-callable object.
pub(crate) fn is_missing_attribute(outcome: &Outcome) -> bool {
    match &outcome.value {
        Value::Exception { class, message } if outcome.state == State::Exception => {
            class.starts_with("AttributeError") && message.contains("object has no attribute")
                || class.starts_with("TypeError") && message.ends_with("object is not callable")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(class: &str, message: &str) -> Outcome {
        let value = Value::Exception { class: class.to_owned(), message: message.to_owned() };
        Outcome { value, ..Outcome::new(State::Exception) }
    }

    #[test]
    fn only_null_pointer_messages_of_the_vm_mean_an_unchecked_null() {
        let npe = "java.lang.NullPointerException<java.lang.RuntimeException";
        assert!(is_thrown_by_vm(&ended(npe, "Cannot invoke \"String.length()\" because \"<local1>\" is null")));
        for message in ["", "name", "Cannot be null"] {
            assert!(!is_thrown_by_vm(&ended(npe, message)), "{message}");
        }
        assert!(!is_thrown_by_vm(&ended("acme.Oops<java.lang.Exception", "Cannot read field")));
    }

    #[test]
    fn errors_for_missing_attributes_and_uncallable_objects_are_recognized() {
        assert!(is_missing_attribute(&ended("AttributeError<Exception", "'Box' object has no attribute 'size'")));
        assert!(is_missing_attribute(&ended("TypeError<Exception", "'Order' object is not callable")));
        assert!(!is_missing_attribute(&ended("TypeError<Exception", "can only concatenate str")));
    }

    #[test]
    fn an_attribute_error_on_none_is_a_none_dereference() {
        let class = "AttributeError<Exception<BaseException";
        assert!(is_none_dereference(&ended(class, "'NoneType' object has no attribute 'size'")));
        assert!(!is_none_dereference(&ended(class, "'Item' object has no attribute 'size'")));
        assert!(!is_none_dereference(&Outcome::new(State::Ok)));
    }
}
