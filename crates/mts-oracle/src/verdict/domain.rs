//! Decides whether a difference of the originals is outside of the functions' domain.
//!
//! `mts-generate` marks generated inputs that break a relation of the parameters.

use crate::equality::Rules;
use crate::outcomes::{Comparison, null_dereference};
use mts_model::jdk;
use mts_model::{GateDomain, Input, InputOrigin, Outcome, Value};

/// Reports whether the originals differ on an input outside of the function's domain.
///
/// The Java function does not handle such an input: the virtual machine, the JDK or an assertion ended the call, and
/// not another check of the project. With [`GateDomain::All`], such an input is inside. An object with a placeholder is
/// always outside: possibly no caller passes such an object. Inputs that a user wrote are always inside.
#[must_use]
pub fn is_outside(found: &Comparison, java: &Outcome, input: &Input, rules: &Rules) -> bool {
    found.differs() && is_unhandled(java, input, rules)
}

/// Reports whether the Java function does not handle an input; see [`is_outside`].
#[must_use]
pub fn is_unhandled(java: &Outcome, input: &Input, rules: &Rules) -> bool {
    input.origin == InputOrigin::Placeholder
        || rules.domain == GateDomain::Edge && !input.is_user_written() && is_accident(java)
}

/// Reports whether Java throws an unintended exception on an input with a placeholder.
#[must_use]
pub(super) fn needs_placeholder(java: &Outcome, input: &Input) -> bool {
    input.origin == InputOrigin::Placeholder && is_accident(java)
}

/// Reports whether the virtual machine or the JDK threw Java's exception.
///
/// The class and the message of the exception show this. Every `AssertionError` also counts, because an assertion
/// says that callers never pass such an input.
fn is_accident(java: &Outcome) -> bool {
    let Value::Exception { class, message } = &java.value else { return false };
    let name = class.split('<').next().unwrap_or_default();
    let row =
        name.rsplit_once('.').and_then(|(package, simple)| jdk::exception(simple).filter(|row| row.package == package));
    row.is_some_and(|row| row.own_messages.iter().any(|part| message.contains(part)))
        || null_dereference::is_thrown_by_vm(java)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equality::{Equality, IncomparableReason};
    use mts_model::{InputOrigin, State};

    fn thrown(class: &str, message: &str) -> Outcome {
        let value = Value::Exception { class: class.to_owned(), message: message.to_owned() };
        Outcome { value, ..Outcome::new(State::Exception) }
    }

    #[test]
    fn exceptions_of_the_vm_are_outside_of_the_domain_and_those_of_the_project_are_not() {
        let accident = |class: &str, message: &str| is_accident(&thrown(class, message));
        let index = "java.lang.ArrayIndexOutOfBoundsException<java.lang.IndexOutOfBoundsException";
        assert!(accident(index, "Index 3 out of bounds for length 3"));
        assert!(accident("java.lang.StringIndexOutOfBoundsException", "begin 0, end -1, length 0"));
        assert!(accident("java.lang.NegativeArraySizeException", "-1"));
        assert!(accident("java.lang.ArithmeticException", "/ by zero"));
        assert!(accident("java.lang.ArithmeticException", "BigInteger: modulus not positive"));
        assert!(!accident("java.lang.ArithmeticException", "Division by zero"), "the project may check it");
        assert!(accident("java.lang.AssertionError<java.lang.Error", ""));
        assert!(accident("java.io.FileNotFoundException", "Invalid file path"), "a path with the character NUL");
        assert!(!accident("java.io.FileNotFoundException", "a.txt (No such file or directory)"));
        assert!(!accident("java.lang.IndexOutOfBoundsException", "no such page"));
        assert!(!accident("java.lang.IndexOutOfBoundsException", ""));
        assert!(!accident("java.lang.IllegalArgumentException", "Index 3 out of bounds for length 3"));
        assert!(!accident("java.lang.ArithmeticException", "integer overflow"));
        assert!(!is_accident(&Outcome::new(State::Ok)));
    }

    #[test]
    fn an_input_of_a_user_and_domain_all_put_no_input_outside_of_the_domain() {
        let java = thrown("java.lang.ArithmeticException", "/ by zero");
        let input = |origin| Input { receiver: None, args: vec![Value::Int(0)], origin };
        let found =
            Comparison { equality: Equality::Different, ..Comparison::incomparable(IncomparableReason::NoOutcomes) };
        let all = Rules { domain: GateDomain::All, ..Rules::default() };
        assert!(is_outside(&found, &java, &input(InputOrigin::Generated), &Rules::default()));
        assert!(!is_outside(&found, &java, &input(InputOrigin::Suite), &Rules::default()));
        assert!(!is_outside(&found, &java, &input(InputOrigin::Generated), &all));
    }
}
