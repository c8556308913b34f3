//! Proposes smaller values of a Java type: shorter values, values nearer to zero, simpler
//! characters.
//!
//! The parent module filters the values and builds calls.

use super::chunks::{ONE_BY_ONE, chunks};
use mts_model::jdk::{TypeShape, type_shape};
use mts_model::{JavaType, Primitive, Value};
use num_bigint::BigInt;
use num_traits::Signed;
use std::collections::BTreeSet;
use std::ops::Range;

/// Returns candidates, largest steps first.
///
/// Some candidates are not smaller, and a few do not fit the type (a set with a duplicate). The
/// caller filters the candidates.
pub fn smaller(value: &Value, ty: &JavaType) -> Vec<Value> {
    match value {
        Value::Bool(true) => vec![Value::Bool(false)],
        Value::Int(n) => integers(*n),
        Value::Big(n) => big(n),
        Value::Float(x) => floats(*x, ty),
        Value::Str(s) if ty.unboxed() == Some(Primitive::Char) => {
            s.chars().next().map(|c| chars(c).map(|c| Value::Str(c.to_string())).collect()).unwrap_or_default()
        }
        Value::Str(_) if is_decimal(ty) => ["0", "1", "0.5", "1.5"].map(|text| Value::Str(text.to_owned())).into(),
        Value::Str(s) => texts(s),
        Value::Utf16(units) => chunks(units.len()).map(|gone| without(value, &gone)).collect(),
        Value::Bytes(bytes) => chunks(bytes.len()).map(|gone| without(value, &gone)).collect(),
        Value::List(items) => lists(value, items, &argument(ty, 0)),
        Value::Set(items) => {
            let element = argument(ty, 0);
            let shorter = chunks(items.len()).map(|gone| without(value, &gone));
            shorter.chain(elements(items, &element).into_iter().map(Value::Set)).collect()
        }
        Value::Map(pairs) => maps(value, pairs, &argument(ty, 0), &argument(ty, 1)),
        Value::Object { class, fields } => {
            let values: Vec<Value> = fields.iter().map(|(_, value)| value.clone()).collect();
            let named = |values: Vec<Value>| fields.iter().map(|(name, _)| name.clone()).zip(values).collect();
            let smaller = elements(&values, &JavaType::Unknown).into_iter().map(named);
            smaller.map(|fields| Value::Object { class: class.clone(), fields }).collect()
        }
        Value::Recipe(recipe) => super::recipes::recipes(recipe, smaller),
        _ => Vec::new(),
    }
    .into_iter()
    .chain(is_optional(ty, value).then_some(Value::Null))
    .collect()
}

fn is_optional(ty: &JavaType, value: &Value) -> bool {
    *value != Value::Null && ty.simple_class().is_some_and(|name| type_shape(name) == TypeShape::Optional)
}

fn is_decimal(ty: &JavaType) -> bool {
    ty.simple_class().is_some_and(|name| type_shape(name) == TypeShape::Decimal)
}

/// Returns the element type; for maps, 0 is the key and 1 the value.
fn argument(ty: &JavaType, at: usize) -> JavaType {
    match ty {
        JavaType::Array(element) => (**element).clone(),
        JavaType::Class { args, .. } => match args.get(at) {
            Some(inner) if ty.simple_class().is_some_and(|name| type_shape(name) == TypeShape::Optional) => {
                argument(inner, at)
            }
            Some(inner) => inner.clone(),
            None => JavaType::Unknown,
        },
        _ => JavaType::Unknown,
    }
}

/// Returns a container or string without a range of positions.
pub fn without(value: &Value, gone: &Range<usize>) -> Value {
    fn kept<T: Clone>(items: &[T], gone: &Range<usize>) -> Vec<T> {
        items.iter().enumerate().filter(|(i, _)| !gone.contains(i)).map(|(_, item)| item.clone()).collect()
    }
    match value {
        Value::List(items) => Value::List(kept(items, gone)),
        Value::Set(items) => Value::Set(kept(items, gone)),
        Value::Map(pairs) => Value::Map(kept(pairs, gone)),
        Value::Bytes(bytes) => Value::Bytes(kept(bytes, gone)),
        Value::Utf16(units) => utf16(kept(units, gone)),
        Value::Str(s) => utf16(kept(&s.encode_utf16().collect::<Vec<u16>>(), gone)),
        other => other.clone(),
    }
}

fn utf16(units: Vec<u16>) -> Value {
    String::from_utf16(&units).map_or(Value::Utf16(units), Value::Str)
}

/// Returns zero, one, the absolute value, then numbers between zero and `n`.
///
/// Only a negative `n` gives its absolute value. The numbers between are `n` minus half of `n`, `n` minus a quarter
/// of `n`, and so on, until the difference from `n` is one.
fn integers(n: i64) -> Vec<Value> {
    let twin = n.checked_neg().filter(|_| n < 0);
    let halved = std::iter::successors(Some(n - n / 2), |step| Some(step / 2)).take_while(|step| *step != 0);
    let steps = halved.map(|step| n - step);
    let all = [Some(0), Some(1), twin].into_iter().flatten().chain(steps).filter(|m| *m != n);
    all.map(Value::Int).collect()
}

fn big(n: &BigInt) -> Vec<Value> {
    let minus = n.sign() == num_bigint::Sign::Minus;
    let bits = n.magnitude().bits();
    let mut out = vec![Value::Int(0), Value::Int(1)];
    if minus {
        out.push(Value::integer(-n.clone()));
    }
    out.extend([i64::MAX, i64::MIN].map(Value::Int));
    for keep in [64, 65, bits / 2, bits.saturating_sub(1)] {
        // A number with one bit set is the simplest number of this length.
        let top = BigInt::from(1u8) << keep;
        out.push(Value::integer(if minus { -top } else { top }));
    }
    out.push(Value::integer(n - n.signum()));
    out
}

fn floats(x: f64, ty: &JavaType) -> Vec<Value> {
    let mut out = vec![0.0, 1.0];
    if x.is_finite() {
        out.extend([-x, x.trunc(), (x * 2.0).trunc() / 2.0, (x * 10.0).trunc() / 10.0]);
        if x.abs() >= 1e15 {
            out.push(x.abs().sqrt().trunc().copysign(x));
        } else {
            let whole = x.trunc() as i64;
            #[expect(clippy::cast_precision_loss, reason = "below 1e15 all are exact")]
            out.extend(
                integers(whole).iter().filter_map(|v| if let Value::Int(n) = v { Some(*n as f64) } else { None }),
            );
        }
        out.push(x / 2.0);
    } else {
        out.extend([-1.0, f64::INFINITY, f64::NEG_INFINITY]);
    }
    let single = ty.unboxed() == Some(Primitive::Float);
    #[expect(clippy::cast_possible_truncation, reason = "a float parameter holds the nearest float")]
    let narrow = |x: f64| if single { f64::from(x as f32) } else { x };
    out.into_iter().map(narrow).filter(|y| y.to_bits() != x.to_bits()).map(Value::Float).collect()
}

/// Returns the rank of a character: unusual characters have a higher rank.
///
/// `a`, `b`, `0`, `1`, `A`, `B` and the space rank lowest, control characters highest.
pub fn rank(c: char) -> u128 {
    match c {
        'a' => 0,
        'b' => 1,
        '0' => 2,
        '1' => 3,
        'A' => 4,
        'B' => 5,
        ' ' => 6,
        'c'..='z' | '2'..='9' | 'C'..='Z' => 10 + u128::from(u32::from(c) % 32),
        c if c.is_control() => 0x20_0000 + u128::from(u32::from(c)),
        c if c.is_ascii() => 50 + u128::from(u32::from(c)),
        c => 200 + u128::from(u32::from(c)),
    }
}

/// Returns simpler characters, first those of the same class.
fn chars(c: char) -> impl Iterator<Item = char> {
    let own: &[char] = match c {
        'a'..='z' => &['a', 'b', '0'],
        '0'..='9' => &['0', '1', 'a'],
        'A'..='Z' => &['A', 'B', 'a'],
        // Try ASCII characters first, then one visible letter outside ASCII.
        _ => &['a', '0', 'A', ' ', '-', '_', '.', '=', '\u{e9}'],
    };
    own.iter().copied().filter(move |plain| rank(*plain) < rank(c))
}

fn texts(s: &str) -> Vec<Value> {
    let text = Value::Str(s.to_owned());
    let mut out: Vec<Value> = chunks(s.encode_utf16().count()).map(|gone| without(&text, &gone)).collect();
    let all: Vec<char> = s.chars().collect();
    let each =
        |plainest: fn(char) -> Option<char>| -> String { all.iter().map(|c| plainest(*c).unwrap_or(*c)).collect() };
    // Replace all characters at once, then each character within its class, then one character at a
    // time.
    out.push(Value::Str(each(|_| Some('a'))));
    out.push(Value::Str(each(|c| chars(c).next())));
    if all.len() <= ONE_BY_ONE {
        for nth in 0..9 {
            for at in 0..all.len() {
                let Some(plain) = chars(all[at]).nth(nth) else { continue };
                let mut changed = all.clone();
                changed[at] = plain;
                out.push(Value::Str(changed.into_iter().collect()));
            }
        }
    }
    out
}

fn lists(value: &Value, items: &[Value], ty: &JavaType) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::new();
    let rows: Vec<&Vec<Value>> =
        items.iter().filter_map(|item| if let Value::List(row) = item { Some(row) } else { None }).collect();
    let width = rows.first().map_or(0, |row| row.len());
    if rows.len() == items.len() && width > 0 && rows.iter().all(|row| row.len() == width) {
        let narrower = |gone: &Range<usize>| items.iter().map(|row| without(row, gone)).collect::<Vec<Value>>();
        if width == rows.len() {
            // Keep a square matrix square.
            let square = |gone: Range<usize>| without(&Value::List(narrower(&gone)), &gone);
            out.extend(chunks(width).map(square));
        }
        out.extend(chunks(items.len()).map(|gone| without(value, &gone)));
        out.extend(chunks(width).map(|gone| Value::List(narrower(&gone))));
    } else {
        out.extend(chunks(items.len()).map(|gone| without(value, &gone)));
    }
    out.extend(elements(items, ty).into_iter().map(Value::List));
    out
}

/// Returns element lists: first all elements shrink in the same way, then one element shrinks.
fn elements(items: &[Value], ty: &JavaType) -> Vec<Vec<Value>> {
    if items.len() > 16 * ONE_BY_ONE {
        return Vec::new();
    }
    let steps: Vec<Vec<Value>> = items.iter().map(|item| smaller(item, ty)).collect();
    let deepest = steps.iter().map(Vec::len).max().unwrap_or_default().min(24);
    let mut out = Vec::new();
    for nth in 0..deepest.min(6) {
        let all = items.iter().zip(&steps).map(|(item, steps)| steps.get(nth).unwrap_or(item).clone());
        out.push(all.collect());
    }
    out.extend(lowered(items));
    if items.len() <= ONE_BY_ONE {
        for nth in 0..deepest {
            for (at, steps) in steps.iter().enumerate() {
                let Some(step) = steps.get(nth) else { continue };
                let mut changed = items.to_vec();
                changed[at] = step.clone();
                out.push(changed);
            }
        }
    }
    out
}

/// Returns smaller integers in the same order: ranks, differences to the minimum, halves.
fn lowered(items: &[Value]) -> Vec<Vec<Value>> {
    let numbers: Option<Vec<i64>> =
        items.iter().map(|item| if let Value::Int(n) = item { Some(*n) } else { None }).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { return Vec::new() };
    let least = numbers.iter().copied().min().unwrap_or_default();
    let ranks: Vec<i64> = numbers.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let place = |n: &i64| i64::try_from(ranks.partition_point(|known| known < n)).unwrap_or(*n);
    [
        numbers.iter().map(place).collect::<Vec<i64>>(),
        numbers.iter().map(|n| n.saturating_sub(least)).collect(),
        numbers.iter().map(|n| n / 2).collect(),
    ]
    .into_iter()
    .map(|numbers| numbers.into_iter().map(Value::Int).collect())
    .collect()
}

fn maps(value: &Value, pairs: &[(Value, Value)], key: &JavaType, value_type: &JavaType) -> Vec<Value> {
    let (keys, values): (Vec<Value>, Vec<Value>) = pairs.iter().cloned().unzip();
    let mut out: Vec<Value> = chunks(pairs.len()).map(|gone| without(value, &gone)).collect();
    out.extend(
        elements(&values, value_type).into_iter().map(|values| Value::Map(keys.iter().cloned().zip(values).collect())),
    );
    out.extend(
        elements(&keys, key).into_iter().map(|keys| Value::Map(keys.into_iter().zip(values.iter().cloned()).collect())),
    );
    out
}
