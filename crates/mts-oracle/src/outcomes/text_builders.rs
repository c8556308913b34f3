//! Adapts Java's outcome to a port that takes a text for a `StringBuilder` or `char[]`. The port cannot change the
//! text, so the port returns the new text.

use crate::equality::result::IncomparableReason;
use mts_model::{Input, JavaType, Outcome, Primitive, Signature, State, Value, jdk};

/// Java's outcome with the type of its result.
pub(super) struct Adapted {
    pub java: Outcome,
    pub returns: JavaType,
}

/// Adapts Java's outcome to a port with a text for a `StringBuilder` or `char[]`.
///
/// `None` if the port takes no text for a builder, or if a call did not return. If Java returns nothing and the port
/// returns a text, the text of the only builder is Java's result. If Java returns the builder itself, only the result
/// counts. The same holds for an array.
///
/// # Errors
/// Returns the reason if Java changes a builder and has another result. Then the port has no simple way to return both.
pub(super) fn adapt(
    java: &Outcome,
    python: &Outcome,
    signature: &Signature,
    input: &Input,
) -> Result<Option<Adapted>, IncomparableReason> {
    if let Some(adapted) = adapt_array(java, python, signature) {
        return Ok(Some(adapted));
    }
    let is_text = |value: Option<&Value>| matches!(value, Some(Value::Str(_) | Value::Utf16(_)));
    let is_builder = |at: &usize| signature.params[*at].simple_class().is_some_and(jdk::is_text_builder);
    let takes_text = |at: &usize| {
        is_text(java.args.get(*at).and_then(Option::as_ref))
            && python.args.get(*at).is_some_and(Option::is_none)
            && is_text(input.args.get(*at))
    };
    let taken: Vec<usize> = (0..signature.params.len()).filter(is_builder).filter(takes_text).collect();
    if taken.is_empty() || java.state != State::Ok || python.state != State::Ok {
        return Ok(None);
    }
    let is_changed = |at: &usize| java.args[*at].as_ref() != input.args.get(*at);
    let is_result = |at: &usize| java.args[*at].as_ref() == Some(&java.value);
    let mut adapted = Adapted { java: java.clone(), returns: signature.returns.clone() };
    match (&signature.returns, taken.as_slice()) {
        (JavaType::Void, [at]) if is_text(Some(&python.value)) => {
            adapted.returns = JavaType::String;
            adapted.java.value = adapted.java.args[*at].take().unwrap_or(Value::Null);
        }
        (JavaType::Void, _) => {}
        _ if taken.iter().any(|at| is_changed(at) && !is_result(at)) => {
            return Err(IncomparableReason::TextBuilder);
        }
        _ => taken.iter().for_each(|at| adapted.java.args[*at] = None),
    }
    Ok(Some(adapted))
}

/// Adapts Java's outcome to a port that takes a text for the only `char[]`.
fn adapt_array(java: &Outcome, python: &Outcome, signature: &Signature) -> Option<Adapted> {
    let array = JavaType::Primitive(Primitive::Char).array_of();
    let mut all = (0..signature.params.len()).filter(|at| signature.params[*at] == array);
    let (Some(at), None) = (all.next(), all.next()) else { return None };
    if java.state != State::Ok || python.state != State::Ok || !python.args.get(at)?.is_none() {
        return None;
    }
    let mut adapted = Adapted { java: java.clone(), returns: signature.returns.clone() };
    match (java.args.get(at)?.as_ref()?, &python.value) {
        (Value::List(letters), Value::Str(_)) if signature.returns == JavaType::Void => {
            let letter = |item: &Value| if let Value::Str(letter) = item { Some(letter.clone()) } else { None };
            adapted.java.value = Value::Str(letters.iter().map(letter).collect::<Option<String>>()?);
            adapted.returns = JavaType::String;
        }
        (Value::Ref(0), Value::Str(_)) if signature.returns == array => {}
        _ => return None,
    }
    adapted.java.args[at] = None;
    Some(adapted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equality::result::Equality::{self, Different, Equal, Incomparable};
    use crate::equality::rules::Rules;
    use crate::outcomes::compare_outcomes;
    use mts_model::InputOrigin;

    /// Compares the results and Java's builder after a call with the text `ab`.
    fn compared(returns: &str, java: (Value, &str), python: Value) -> Equality {
        let text = |text: &str| Value::Str(text.to_owned());
        let outcome = |value, args| Outcome { value, args, ..Outcome::new(State::Ok) };
        let (java, python) = (outcome(java.0, vec![Some(text(java.1))]), outcome(python, vec![None]));
        let returns = JavaType::parse(returns).expect("a type");
        let signature = Signature { params: vec![JavaType::from_name("StringBuilder")], returns };
        let input = Input { receiver: None, args: vec![text("ab")], origin: InputOrigin::Generated };
        compare_outcomes(&java, &python, &signature, &input, &Rules::default()).equality
    }

    #[test]
    fn a_port_that_gets_a_string_returns_the_new_text_of_the_builder() {
        let text = |text: &str| Value::Str(text.to_owned());
        let none = || Value::Null;
        for (returns, java, python, expected) in [
            ("void", (none(), "abc"), text("abc"), Equal),
            ("void", (none(), "abc"), text("ab"), Different),
            ("void", (none(), "abc"), none(), Different),
            ("void", (none(), "ab"), none(), Equal),
            ("StringBuilder", (text("abc"), "abc"), text("abc"), Equal),
            ("StringBuilder", (text("abc"), "abc"), text("ab"), Different),
            ("int", (Value::Int(1), "ab"), Value::Int(1), Equal),
            ("int", (Value::Int(1), "abc"), Value::Int(1), Incomparable),
        ] {
            assert_eq!(compared(returns, java.clone(), python.clone()), expected, "{returns} {java:?} {python:?}");
        }
    }
    #[test]
    fn a_port_that_gets_a_string_returns_the_new_text_of_the_array() {
        let text = |text: &str| Value::Str(text.to_owned());
        let letters = |all: &str| Value::List(all.chars().map(|letter| text(&letter.to_string())).collect());
        let outcome = |value, args| Outcome { value, args, ..Outcome::new(State::Ok) };
        let compared = |returns: &str, java: (Value, Value), python: (Value, Option<Value>)| {
            let (java, python) = (outcome(java.0, vec![Some(java.1)]), outcome(python.0, vec![python.1]));
            let returns = JavaType::parse(returns).expect("a type");
            let signature = Signature { params: vec![JavaType::Primitive(Primitive::Char).array_of()], returns };
            let input = Input { receiver: None, args: vec![letters("ab")], origin: InputOrigin::Generated };
            compare_outcomes(&java, &python, &signature, &input, &Rules::default()).equality
        };
        let changed = || (Value::Null, letters("ba"));
        assert_eq!(compared("void", changed(), (text("ba"), None)), Equal);
        assert_eq!(compared("void", changed(), (text("ab"), None)), Different);
        assert_eq!(compared("void", changed(), (Value::Null, None)), Different, "the port drops the change");
        assert_eq!(compared("void", changed(), (Value::Null, Some(letters("ba")))), Equal);
        assert_eq!(compared("void", changed(), (text("ba"), Some(letters("ab")))), Different, "the port takes a list");
        assert_eq!(compared("int", (Value::Int(1), letters("ba")), (Value::Int(1), None)), Different);
        let itself = || (letters("ba"), Value::Ref(0));
        assert_eq!(compared("char[]", itself(), (text("ba"), None)), Equality::TypeDrift);
        assert_eq!(compared("char[]", itself(), (text("ab"), None)), Different);
    }
}
