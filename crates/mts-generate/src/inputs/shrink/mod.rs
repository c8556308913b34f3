//! Proposes smaller calls to shrink a call that shows a difference.
//!
//! Each proposal is well-typed and strictly smaller, so every search ends. The engine runs the
//! proposals.

mod chunks;
mod recipes;
mod values;

use super::coerce::coerce;
use chunks::chunks;
use mts_model::value::float_text;
use mts_model::{Input, InputOrigin, JavaType, Value};
use std::collections::BTreeSet;

/// Number of proposals for one call after which the module makes no more.
///
/// Large steps come first, so a huge call shrinks before its single values shrink.
const MOST: usize = 600;

/// The size of a call: its extent ([`Value::extent`]), then its complexity (see [`call_size`]).
pub type CallSize = (u128, u128);

/// Measures a call: its extent, and the complexity of its values.
///
/// The complexity counts signs, fractions, and characters other than `a`.
#[must_use]
pub fn call_size(input: &Input) -> CallSize {
    let all = || input.receiver.iter().flatten().chain(&input.args);
    let sum = |of: fn(&Value) -> u128| all().fold(0, |sum: u128, value| sum.saturating_add(of(value)));
    (sum(Value::extent), sum(complexity))
}

/// Measures how unusual a value is, to compare values of the same extent.
///
/// The result, the complexity, counts signs, fractions, and characters other than `a`.
fn complexity(value: &Value) -> u128 {
    let all = |items: &mut dyn Iterator<Item = &Value>| items.fold(0, |sum: u128, v| sum.saturating_add(complexity(v)));
    match value {
        Value::Int(n) => u128::from(*n < 0),
        Value::Big(n) => 2 * u128::from(n.bits()) + u128::from(n.sign() == num_bigint::Sign::Minus),
        Value::Float(x) if x.is_nan() => 5_000,
        Value::Float(x) => {
            let sign = u128::from(x.is_sign_negative());
            let digits = if x.fract() != 0.0 { 2 * float_text(*x).len() as u128 } else { 0 };
            // The extent does not distinguish larger values. Infinity is the largest value.
            let far = if x.abs() > 1e30 { 2 * x.abs().log2().min(2_000.0) as u128 } else { 0 };
            sign + digits + far
        }
        Value::Str(s) => s.chars().map(values::rank).sum(),
        Value::Utf16(units) => 1_000 + units.iter().map(|unit| u128::from(*unit)).sum::<u128>(),
        Value::Bytes(bytes) => bytes.iter().map(|byte| u128::from(*byte)).sum(),
        Value::List(items) | Value::Set(items) => all(&mut items.iter()),
        Value::Map(pairs) => all(&mut pairs.iter().flat_map(|(key, item)| [key, item])),
        Value::Object { fields, .. } => all(&mut fields.iter().map(|(_, item)| item)),
        Value::Recipe(recipe) => all(&mut recipe.values()),
        Value::Null
        | Value::Bool(_)
        | Value::Enum(_)
        | Value::ExitStatus(_)
        | Value::Exception { .. }
        | Value::Ref(_) => 0,
    }
}

/// Proposes strictly smaller calls of the same types, largest steps first.
///
/// First, containers and strings become shorter. Numbers that are their lengths, and containers of
/// the same length, shrink with them. Then elements and numbers become smaller. `null` stays
/// `null`. The origin of all proposals is [`InputOrigin::Generated`].
///
/// `args` and `receiver` are the Java types of the arguments and of the receiver's constructor.
#[must_use]
pub fn smaller(input: &Input, args: &[JavaType], receiver: &[JavaType]) -> Vec<Input> {
    let made_of = input.receiver.as_deref().unwrap_or_default();
    let all: Vec<Value> = made_of.iter().chain(&input.args).cloned().collect();
    let unknown = JavaType::Unknown;
    let type_of = |at: usize| match at.checked_sub(made_of.len()) {
        Some(at) => args.get(at).unwrap_or(&unknown),
        None => receiver.get(at).unwrap_or(&unknown),
    };
    let call = TypedCall { values: &all, types: (0..all.len()).map(type_of).collect() };
    let mut streams = vec![call.together()];
    streams.extend((0..all.len()).map(|at| call.one(at)));

    let limit = call_size(input);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut out = Vec::new();
    let longest = streams.iter().map(Vec::len).max().unwrap_or_default();
    let mut streams: Vec<_> = streams.into_iter().map(Vec::into_iter).collect();
    for _ in 0..longest {
        for values in streams.iter_mut().filter_map(Iterator::next) {
            let mut values = values.into_iter();
            let made_on = input.receiver.as_ref().map(|old| values.by_ref().take(old.len()).collect());
            let candidate = Input { receiver: made_on, args: values.collect(), origin: InputOrigin::Generated };
            if call_size(&candidate) < limit && seen.insert(candidate.call_key()) {
                out.push(candidate);
            }
        }
        if out.len() >= MOST {
            break;
        }
    }
    out
}

/// The values of a call with their types. The receiver's values come first.
struct TypedCall<'c> {
    values: &'c [Value],
    types: Vec<&'c JavaType>,
}

impl TypedCall<'_> {
    /// Proposes calls with one smaller value.
    ///
    /// If the length of the value shrinks, numbers that equal the length shrink too.
    fn one(&self, at: usize) -> Vec<Vec<Value>> {
        let ty = self.types[at];
        let mut out = Vec::new();
        for value in values::smaller(&self.values[at], ty) {
            // Check the result: no duplicates in sets, one unit in a char, and values that a
            // `float` holds.
            if coerce(value.clone(), ty).is_err() {
                continue;
            }
            let (before, after) = (Lengths::measure(&self.values[at]), Lengths::measure(&value));
            let mut call = self.values.to_vec();
            call[at] = value;
            if before != after
                && let Some(along) = self.along(&call, &[at], before, after)
            {
                out.push(along);
            }
            out.push(call);
        }
        out
    }

    /// Proposes calls in which several lists and strings become shorter together.
    ///
    /// All lists and strings of one length lose the elements at the same positions.
    fn together(&self) -> Vec<Vec<Value>> {
        let mut out = Vec::new();
        // A `char` is a text of length one and must keep this length.
        let outer_length = |at: usize| match self.types[at].unboxed() {
            Some(_) => None,
            None => Lengths::measure(&self.values[at]).outer,
        };
        let lengths: BTreeSet<usize> = (0..self.values.len()).filter_map(outer_length).collect();
        for length in lengths.into_iter().rev() {
            let same_length: Vec<usize> =
                (0..self.values.len()).filter(|at| outer_length(*at) == Some(length)).collect();
            if same_length.len() < 2 {
                continue;
            }
            for gone in chunks(length) {
                let mut call = self.values.to_vec();
                for at in &same_length {
                    call[*at] = values::without(&call[*at], &gone);
                }
                let before = Lengths { outer: Some(length), inner: None };
                let after = Lengths { outer: Some(length - gone.len()), inner: None };
                out.extend(self.along(&call, &same_length, before, after));
                out.push(call);
            }
        }
        out
    }

    /// Replaces integers that depend on the length of a shrunk list.
    ///
    /// Such an integer was the length or the last index of the list, or of each row of the list. The
    /// new integer fits the shrunk list. Returns `None` if no argument is such an integer.
    fn along(&self, call: &[Value], changed: &[usize], before: Lengths, after: Lengths) -> Option<Vec<Value>> {
        let mut moved = call.to_vec();
        let mut any = false;
        for (at, value) in self.values.iter().enumerate() {
            let Value::Int(n) = value else { continue };
            if changed.contains(&at) {
                continue;
            }
            let follow = |old: Option<usize>, new: Option<usize>| {
                let (old, new) = (i64::try_from(old?).ok()?, i64::try_from(new?).ok()?);
                match *n {
                    n if old == new || n < new => None,
                    n if n == old => Some(new),
                    n if n == old - 1 => Some((new - 1).max(0)),
                    _ => None,
                }
            };
            if let Some(n) = follow(before.outer, after.outer).or_else(|| follow(before.inner, after.inner)) {
                moved[at] = Value::Int(n);
                any = true;
            }
        }
        any.then_some(moved)
    }
}

/// The length of a list or string, and the common length of the inner lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lengths {
    outer: Option<usize>,
    inner: Option<usize>,
}

impl Lengths {
    fn measure(value: &Value) -> Self {
        match value {
            Value::List(items) => {
                let lengths = items.iter().map(|item| if let Value::List(row) = item { Some(row.len()) } else { None });
                let lengths: BTreeSet<Option<usize>> = lengths.collect();
                let inner = if lengths.len() == 1 { lengths.first().copied().flatten() } else { None };
                Self { outer: Some(items.len()), inner }
            }
            Value::Str(s) => Self { outer: Some(s.encode_utf16().count()), inner: None },
            _ => Self { outer: None, inner: None },
        }
    }
}

#[cfg(test)]
mod tests;
