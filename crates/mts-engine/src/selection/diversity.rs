//! Classifies inputs by their values.
//!
//! Some differences, such as an overflow, do not depend on a branch of the Java code. Inputs of many
//! classes are more likely to show them.

use mts_model::{Input, Value};

/// A feature: the index of the argument, the aspect, and the class of the value.
///
/// The indexes count the receiver's arguments first.
pub type Feature = (usize, Aspect, u32);

/// An aspect that classifies values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    /// The sign and magnitude of a number, in powers of two. Null, false and true also have this aspect.
    Number,
    /// The length of a string or a container, in powers of two.
    Length,
    /// The order and the repetition of elements.
    Order,
    /// The largest magnitude of the elements, and whether an element is negative.
    Elements,
    /// The kinds of characters in a string, and whether the string is a palindrome.
    Letters,
}

/// Returns the features of an input.
#[must_use]
pub fn features(input: &Input) -> Vec<Feature> {
    let all = input.receiver.iter().flatten().chain(&input.args);
    all.enumerate()
        .flat_map(|(at, value)| aspects(value).into_iter().map(move |(aspect, class)| (at, aspect, class)))
        .collect()
}

fn aspects(value: &Value) -> Vec<(Aspect, u32)> {
    match value {
        Value::Str(text) => vec![(Aspect::Length, bits(text.len() as u128)), (Aspect::Letters, letter_class(text))],
        Value::List(items) | Value::Set(items) => {
            let length = (Aspect::Length, bits(items.len() as u128));
            let numbers = numbers_in(items);
            vec![length, (Aspect::Order, order_class(&numbers)), (Aspect::Elements, element_class(&numbers))]
        }
        Value::Map(pairs) => vec![(Aspect::Length, bits(pairs.len() as u128))],
        other => number_class(other).map(|class| (Aspect::Number, class)).into_iter().collect(),
    }
}

/// Returns the class of a number, a boolean or null. `None` for other values.
///
/// The class of an integer is twice its length in bits, plus one for a negative number.
fn number_class(value: &Value) -> Option<u32> {
    match value {
        Value::Int(n) => Some(2 * bits(u128::from(n.unsigned_abs())) + u32::from(*n < 0)),
        Value::Float(x) if x.is_finite() => {
            let fraction = if x.fract() == 0.0 { 0 } else { 1_000 };
            Some(2 * bits(x.abs() as u128) + u32::from(*x < 0.0) + fraction)
        }
        Value::Float(_) | Value::Big(_) => Some(2_000),
        Value::Bool(truth) => Some(u32::from(*truth)),
        Value::Null => Some(3_000),
        _ => None,
    }
}

fn bits(n: u128) -> u32 {
    u128::BITS - n.leading_zeros()
}

/// Returns the integers and floats among the items, and in nested lists at any depth.
fn numbers_in(items: &[Value]) -> Vec<f64> {
    let mut found = Vec::new();
    for item in items {
        match item {
            Value::List(inner) => found.extend(numbers_in(inner)),
            #[expect(clippy::cast_precision_loss, reason = "a class needs no more")]
            Value::Int(n) => found.push(*n as f64),
            Value::Float(x) => found.push(*x),
            _ => {}
        }
    }
    found
}

fn order_class(numbers: &[f64]) -> u32 {
    let pairs = || numbers.windows(2);
    let rises = pairs().any(|pair| pair[0] < pair[1]);
    let falls = pairs().any(|pair| pair[0] > pair[1]);
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let repeats = sorted.windows(2).any(|pair| pair[0] == pair[1]);
    let ends = numbers.first().zip(numbers.last()).map_or(0, |(first, last)| 1 + u32::from(first < last));
    u32::from(rises) + 2 * u32::from(falls) + 4 * u32::from(repeats) + 8 * ends
}

fn element_class(numbers: &[f64]) -> u32 {
    let greatest = numbers.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    2 * bits(greatest as u128) + u32::from(numbers.iter().any(|x| *x < 0.0))
}

fn letter_class(text: &str) -> u32 {
    let sorts: [fn(char) -> bool; 5] = [
        |c| c.is_ascii_lowercase(),
        |c| c.is_ascii_uppercase(),
        |c| c.is_ascii_digit(),
        |c| c.is_whitespace(),
        |c| c.is_ascii_punctuation(),
    ];
    let has = sorts.iter().enumerate().map(|(nth, sort)| u32::from(text.chars().any(sort)) << nth);
    has.sum::<u32>() + if text.chars().eq(text.chars().rev()) { 64 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::InputOrigin;

    fn classes(args: Vec<Value>) -> Vec<Feature> {
        features(&Input { receiver: None, args, origin: InputOrigin::Generated })
    }

    fn list(numbers: &[i64]) -> Value {
        Value::List(numbers.iter().map(|n| Value::Int(*n)).collect())
    }

    #[test]
    fn numbers_of_different_magnitude_or_sign_are_in_different_classes() {
        assert_eq!(classes(vec![Value::Int(9)]), classes(vec![Value::Int(12)]));
        assert_ne!(classes(vec![Value::Int(9)]), classes(vec![Value::Int(-9)]));
        assert_ne!(classes(vec![Value::Int(9)]), classes(vec![Value::Int(900)]));
        assert_ne!(classes(vec![Value::Float(2.0)]), classes(vec![Value::Float(2.5)]));
    }

    #[test]
    fn lists_differ_by_order_and_repetition() {
        let orders = [&[1, 2, 3][..], &[3, 2, 1], &[1, 3, 2], &[1, 1, 3], &[2, 2, 2]];
        let classed: std::collections::BTreeSet<Vec<Feature>> =
            orders.iter().map(|of| classes(vec![list(of)])).collect();
        assert_eq!(classed.len(), orders.len());
    }

    #[test]
    fn texts_differ_by_the_kinds_and_the_repetition_of_their_characters() {
        assert_ne!(classes(vec![Value::Str("ab".into())]), classes(vec![Value::Str("a1".into())]));
        assert_ne!(classes(vec![Value::Str("aa".into())]), classes(vec![Value::Str("ab".into())]));
    }
}
