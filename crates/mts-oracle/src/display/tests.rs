//! Tests the texts for people.

use super::*;
use crate::outcomes::OutcomeComponent;
use mts_model::{Input, InputOrigin, Language, Outcome, PortSubstitutes, Reason, State, Value};

#[test]
fn a_giant_integer_is_displayed_in_hexadecimal() {
    let giant = num_bigint::BigInt::from(-3) << 20_000_000u32;
    assert!(value(&Value::integer(giant)).starts_with("-0x30000"));
    let large = num_bigint::BigInt::from(1) << 200u32;
    assert_eq!(value(&Value::integer(large)), "1606938044258990275541962092341162602522202993782792835301376");
}

#[test]
fn values_are_displayed_in_python_syntax() {
    let list = Value::List(vec![Value::Int(-4), Value::Float(2.0), Value::Null, Value::Bool(true)]);
    assert_eq!(value(&list), "[-4, 2.0, None, True]");
    let map = Value::Map(vec![(Value::Str("it's".into()), Value::Set(vec![]))]);
    assert_eq!(value(&map), "{\"it's\": set()}");
    let object = Value::Object { class: "acme.Money$Part".into(), fields: vec![("cents".into(), Value::Int(3))] };
    assert_eq!(value(&object), "Part(cents=3)");
    // The name of the class does not show the mark that the port has a tuple for it.
    let marked = Value::Object { class: format!("{}Part", PortSubstitutes::TUPLE), fields: Vec::new() };
    assert_eq!(value(&marked), "Part()");
    assert_eq!(value(&Value::Bytes(vec![0x41, 0xff])), "b'A\\xff'");
}

#[test]
fn hidden_characters_of_a_string_are_escaped() {
    assert_eq!(value(&Value::Str("a\u{202e}\u{7}\n".into())), "'a\\u202e\\x07\\n'");
    assert_eq!(value(&Value::Utf16(vec![0x61, 0xd800])), "'a\\ud800'");
}

#[test]
fn a_long_value_is_cut_with_an_ellipsis() {
    let text = value(&Value::List(vec![Value::Int(1_000_000); 10_000]));
    assert_eq!(text.chars().count(), LONGEST + 3);
    assert!(text.ends_with("..."));
}

#[test]
fn inputs_name_their_parameters() {
    let given = Input { receiver: None, args: vec![Value::Int(-7), Value::Int(2)], origin: InputOrigin::Suite };
    assert_eq!(input(&["cents".into(), "parts".into()], &given), "cents = -7, parts = 2");
    let method = Input { receiver: Some(vec![Value::Int(1)]), args: vec![], origin: InputOrigin::Suite };
    assert_eq!(input(&[], &method), "self = new(1)");
}

#[test]
fn an_exception_is_thrown_in_java_and_raised_in_python() {
    let mut thrown = Outcome::new(State::Exception);
    thrown.value = Value::Exception {
        class: "java.lang.ArithmeticException<java.lang.Exception".into(),
        message: "/ by zero".into(),
    };
    assert_eq!(
        outcome(&thrown, Language::Java, OutcomeComponent::Return, &[]),
        "throws ArithmeticException: / by zero"
    );
    thrown.value = Value::Exception { class: "ZeroDivisionError<ArithmeticError".into(), message: String::new() };
    assert_eq!(outcome(&thrown, Language::Python, OutcomeComponent::Return, &[]), "raises ZeroDivisionError");
}

#[test]
fn long_values_are_cut_around_their_difference() {
    let returned = |last: i64| {
        let items: Vec<Value> = (0..500).chain([last]).chain(0..500).map(Value::Int).collect();
        Outcome { value: Value::List(items), ..Outcome::new(State::Ok) }
    };
    let (java, python) = outcome_pair(&returned(-77), &returned(-88), OutcomeComponent::Return, &[]);
    assert!(java.starts_with("returns ...") && java.contains("498, 499, -77, 0, 1"), "{java}");
    assert!(python.contains("498, 499, -88, 0, 1") && python.ends_with("..."), "{python}");
    let short =
        outcome_pair(&returned(1), &Outcome::ended(State::Timeout, Reason::Ticks), OutcomeComponent::State, &[]);
    assert_eq!(short.1, "does not end in its budget (ticks)");
}

#[test]
fn the_text_for_different_receivers_shows_the_field_that_differs() {
    let left = |own: &str, n: i64| {
        let fields = vec![("zero".to_owned(), Value::Int(0)), (own.to_owned(), Value::Int(n))];
        let receiver = Some(Value::Object { class: "C".into(), fields });
        Outcome { receiver, ..Outcome::new(State::Ok) }
    };
    let (java, python) = outcome_pair(&left("bitCount", 1), &left("_bit_count", 2), OutcomeComponent::Receiver, &[]);
    assert_eq!((java.as_str(), python.as_str()), ("leaves self.bitCount = 1", "leaves self._bit_count = 2"));
}

#[test]
fn calls_with_equal_exceptions_show_the_argument_that_differs() {
    let thrown = |n: i64| {
        let value = Value::Exception { class: "ValueError".into(), message: String::new() };
        Outcome { value, args: vec![Some(Value::List(vec![Value::Int(n)]))], ..Outcome::new(State::Exception) }
    };
    let (java, python) = outcome_pair(&thrown(1), &thrown(2), OutcomeComponent::Argument(0), &["a".into()]);
    assert_eq!((java.as_str(), python.as_str()), ("leaves a = [1]", "leaves a = [2]"));
}

#[test]
fn an_inputs_size_is_the_sum_of_its_numbers_and_lengths() {
    let size_of = |args: Vec<Value>| size(&Input { receiver: None, args, origin: InputOrigin::Suite });
    assert_eq!(size_of(vec![Value::Int(-7), Value::Str("abc".into()), Value::Bool(true)]), 11);
    assert_eq!(size_of(vec![Value::List(vec![Value::Int(2), Value::Int(3)])]), 7);
    assert!(size_of(vec![Value::Float(f64::NAN)]) > size_of(vec![Value::Int(i64::MIN)]));
}

#[test]
fn a_changed_argument_is_named() {
    let mut done = Outcome::new(State::Ok);
    done.args = vec![Some(Value::List(vec![Value::Int(1)]))];
    assert_eq!(outcome(&done, Language::Python, OutcomeComponent::Argument(0), &["a".into()]), "leaves a = [1]");
}
