//! Generates states in which a fragment runs, in addition to recorded states.
//!
//! The first states are recorded states with one changed variable: sizes and types stay consistent.
//! The next states combine boundary values. In most of these states, indexes are out of bounds. In
//! other states, two variables are aliases.

use super::ContextVariable;
use mts_model::aliasing::{self, Pick};
use mts_model::jdk::{self, TypeShape};
use mts_model::{JavaType, Primitive, Value};
use std::collections::BTreeSet;

/// The values of a fragment's variables, in the order of the variables.
pub type FragmentState = Vec<Value>;

/// Returns boundary values of a type, without `null`.
#[must_use]
pub fn boundary_values(ty: &JavaType) -> Vec<Value> {
    match ty {
        JavaType::Primitive(p) | JavaType::Boxed(p) => scalars(*p),
        JavaType::String =>
        // The list has no character beyond 16 bits, such as an emoji. Every index after such a character would
        // differ between the languages and hide other differences.
        {
            ["", "a", "ab", " a ", "a,b,,", "a.b", "-5", "Zz9", "7"].map(|s| Value::Str(s.to_owned())).into()
        }
        JavaType::Array(element) => lists(element),
        JavaType::Class { args, .. } => match (ty.simple_class().unwrap_or_default(), args.as_slice()) {
            (name, [element]) if jdk::shape_by_name(name) == Some(TypeShape::Set) => lists(element)
                .into_iter()
                .filter_map(|list| match list {
                    Value::List(items) => {
                        let mut seen = BTreeSet::new();
                        let own = items.into_iter().filter(|v| seen.insert(v.to_json().to_string()));
                        Some(Value::Set(own.collect()))
                    }
                    _ => None,
                })
                .collect(),
            (_, [element]) => lists(element),
            (_, [key, held]) => {
                let (keys, values) = (boundary_values(key), boundary_values(held));
                let pair = |n: usize| Some((keys.get(n)?.clone(), values.get(n + 2).or(values.first())?.clone()));
                // The keys are in order, because a variable of an interface type may hold a sorted
                // map.
                [2, 3, 1, 0].into_iter().map(|n| Value::Map((0..n).filter_map(pair).collect())).collect()
            }
            _ => Vec::new(),
        },
        JavaType::Unknown | JavaType::Void | JavaType::Null | JavaType::Convention(_) | JavaType::ExitStatus => {
            Vec::new()
        }
    }
}

fn scalars(primitive: Primitive) -> Vec<Value> {
    let ints = |all: &[i64]| all.iter().map(|n| Value::Int(*n)).collect();
    const INTS: [i64; 18] = [
        -7,
        2_147_483_647,
        0,
        -1,
        -2_147_483_648,
        7,
        1,
        2,
        -2,
        1000,
        65_536,
        31,
        32,
        33,
        127,
        128,
        2_147_483_646,
        2_000_000_000,
    ];
    match primitive {
        Primitive::Boolean => vec![Value::Bool(true), Value::Bool(false)],
        Primitive::Byte => ints(&[-7, 127, 0, -1, -128, 7, 1, 2, 33]),
        Primitive::Short => ints(&[-7, 32_767, 0, -1, -32_768, 7, 1, 2, 127, 128, 1000]),
        Primitive::Int => ints(&INTS),
        Primitive::Long => {
            let more = [i64::MAX, i64::MIN, -1, 9_007_199_254_740_993, 0, i64::MAX - 1, 4_294_967_296];
            let others = INTS.into_iter().filter(|n| !more.contains(n));
            ints(&more.into_iter().chain(others).collect::<Vec<_>>())
        }
        Primitive::Char => {
            ['a', 'z', 'A', '0', '9', ' ', '\u{B2}', '\u{FFFF}'].map(|c| Value::Str(c.to_string())).into()
        }
        Primitive::Float => [2.5, -0.5, 0.0, -0.0, 1e7, 1e-4, f64::NAN, f64::INFINITY].map(Value::Float).into(),
        Primitive::Double => [
            2.5,
            -2.5,
            0.0,
            9_007_199_254_740_992.0,
            9_223_372_036_854_775_808.0,
            -0.0,
            1e7,
            0.5,
            1e-4,
            1e10,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ]
        .map(Value::Float)
        .into(),
    }
}

/// Returns lists of up to three elements: equal, unsorted, and boundary values.
fn lists(element: &JavaType) -> Vec<Value> {
    let own = boundary_values(element);
    let Some(first) = own.first().cloned() else { return Vec::new() };
    let at = |n: usize| own[n % own.len()].clone();
    let all = [
        vec![at(1), first.clone()],
        vec![first.clone()],
        vec![],
        vec![at(5), at(5), at(3)],
        vec![at(9), at(9)],
        vec![at(2), at(1), at(4)],
        vec![at(7), at(6), at(5)],
    ];
    all.into_iter().map(Value::List).collect()
}

/// Returns recorded states in which one variable has another value.
///
/// The value is a boundary value of the variable's type.
#[must_use]
pub fn one_variable_changed(
    recorded: &[FragmentState],
    variables: &[&ContextVariable],
    most: usize,
) -> Vec<FragmentState> {
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    let choices: Vec<Vec<Value>> = variables.iter().map(|v| boundary_values(&v.ty)).collect();
    let widest = choices.iter().map(Vec::len).max().unwrap_or(0);
    // Take one value of each variable in turn, and spread the values over the recorded states.
    for nth in 0..widest {
        for (place, values) in choices.iter().enumerate() {
            let Some(value) = values.get(nth) else { continue };
            let states = recorded.iter().skip(nth % recorded.len().max(1)).step_by((recorded.len() / 2).max(1)).take(2);
            for state in states {
                let own = |at: usize| if at == place { Pick::Own(value.clone()) } else { Pick::Of(at) };
                let picks: Vec<Pick> = (0..state.len()).map(own).collect();
                if let Some(new) = aliasing::picked(state, &picks).filter(|new| seen.insert(state_key(new))) {
                    out.push(new);
                }
            }
        }
    }
    out.truncate(most);
    out
}

/// Returns recorded states in which two variables of one type are aliases.
///
/// A change of one alias is then visible through the other alias.
#[must_use]
pub fn aliased(recorded: &[FragmentState], variables: &[&ContextVariable], most: usize) -> Vec<FragmentState> {
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    let pairs = (0..variables.len()).flat_map(|first| (first + 1..variables.len()).map(move |second| (first, second)));
    for (first, second) in
        pairs.filter(|(a, b)| variables[*a].ty == variables[*b].ty && is_shareable(&variables[*a].ty))
    {
        for state in recorded {
            let is_one = state.get(second).is_some_and(|value| matches!(value, Value::Ref(_)));
            let is_there = state.get(first).is_some_and(|value| !matches!(value, Value::Null));
            let picks: Vec<Pick> = (0..state.len()).map(|at| Pick::Of(if at == second { first } else { at })).collect();
            let new = aliasing::picked(state, &picks).filter(|_| is_there && !is_one);
            if let Some(new) = new.filter(|new| seen.insert(state_key(new))) {
                out.push(new);
                if out.len() == most {
                    return out;
                }
            }
        }
    }
    out
}

/// Reports whether a value of this type is mutable.
///
/// Two variables can share a mutable value.
fn is_shareable(ty: &JavaType) -> bool {
    matches!(ty, JavaType::Array(_) | JavaType::Class { .. })
}

/// Number of values of each type that the module combines first.
///
/// These values include the range ends, zero and -1.
const FIRST: usize = 5;

/// Returns combinations of boundary values.
///
/// If `most` is large enough, every pair of values of the first two variables occurs, and most pairs of two other
/// consecutive variables.
#[must_use]
pub fn combined(variables: &[&ContextVariable], most: usize) -> Vec<FragmentState> {
    let choices: Vec<Vec<Value>> = variables.iter().map(|v| boundary_values(&v.ty)).collect();
    if choices.is_empty() || choices.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let first: Vec<&[Value]> = choices.iter().map(|values| &values[..values.len().min(FIRST)]).collect();
    let all: Vec<&[Value]> = choices.iter().map(Vec::as_slice).collect();
    let mut seen = BTreeSet::new();
    rounds(&first).chain(rounds(&all)).filter(|state| seen.insert(state_key(state))).take(most).collect()
}

/// Yields combinations of values.
///
/// The combinations first advance all variables together, then with growing offsets between the
/// variables.
fn rounds(choices: &[&[Value]]) -> impl Iterator<Item = FragmentState> {
    let width = choices.iter().map(|values| values.len()).max().unwrap_or(1);
    (0..width * width).map(move |round| {
        let at = |(place, values): (usize, &&[Value])| {
            values[(round % width + place * (round / width)) % values.len()].clone()
        };
        choices.iter().enumerate().map(at).collect()
    })
}

/// Returns the key of a state. Equal states have equal keys, also with NaN.
#[must_use]
pub fn state_key(state: &[Value]) -> String {
    state.iter().map(|value| value.to_json().to_string()).collect::<Vec<_>>().join("\u{1}")
}

/// Returns the distance of two states.
///
/// The distance is the number of changed variables, then the size of the changes.
#[must_use]
pub fn state_distance(a: &[Value], b: &[Value]) -> (usize, u128) {
    let apart = a.iter().zip(b).filter(|(x, y)| x.to_json() != y.to_json());
    apart.fold((0, 0), |(count, size), (x, y)| (count + 1, size + value_distance(x, y)))
}

/// Returns the distance of two values.
#[must_use]
pub fn value_distance(a: &Value, b: &Value) -> u128 {
    const FAR: u128 = 1 << 70;
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => u128::from(x.abs_diff(*y)),
        (Value::Float(x), Value::Float(y)) if (x - y).is_finite() => ((x - y).abs().ceil() as u128).min(FAR),
        (Value::List(x), Value::List(y)) => {
            let own: u128 = x.iter().zip(y).map(|(a, b)| value_distance(a, b).min(FAR)).sum();
            own + 16 * x.len().abs_diff(y.len()) as u128
        }
        (Value::Str(x), Value::Str(y)) => {
            let differing = x.chars().zip(y.chars()).filter(|(a, b)| a != b).count();
            (differing + x.chars().count().abs_diff(y.chars().count())) as u128
        }
        _ if a.to_json() == b.to_json() => 0,
        _ => FAR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(name: &str) -> ContextVariable {
        ContextVariable { name: name.into(), ty: JavaType::INT }
    }

    #[test]
    fn a_changed_state_differs_from_a_recorded_one_in_one_variable() {
        let (a, b) = (int("a"), int("b"));
        let recorded = [vec![Value::Int(3), Value::Int(4)], vec![Value::Int(9), Value::Int(5)]];
        let all = one_variable_changed(&recorded, &[&a, &b], 100);
        assert!(all.len() > 30, "{}", all.len());
        assert!(all.iter().all(|state| recorded.iter().any(|own| state_distance(own, state).0 <= 1)));
    }

    #[test]
    fn two_variables_get_every_combination_of_their_values() {
        let (a, b) = (int("a"), int("b"));
        let count = boundary_values(&JavaType::INT).len();
        assert_eq!(combined(&[&a, &b], usize::MAX).len(), count * count);
    }

    #[test]
    fn combinations_of_extreme_values_come_first() {
        let [a, b] = [Primitive::Int, Primitive::Long]
            .map(JavaType::Primitive)
            .map(|ty| ContextVariable { name: "v".into(), ty });
        let min_and_one = |states: &[FragmentState], min: i64| states.contains(&vec![Value::Int(min), Value::Int(-1)]);
        assert!(min_and_one(&combined(&[&a, &a], 30), i64::from(i32::MIN)));
        assert!(min_and_one(&combined(&[&b, &b], 30), i64::MIN));
        assert_eq!(combined(&[&a, &b], 30).len(), 30);
    }

    #[test]
    fn all_pairs_of_values_of_the_first_two_variables_occur() {
        let variable = |ty: &str| ContextVariable { name: "x".into(), ty: JavaType::from_name(ty) };
        let types = ["boolean", "char", "double", "int", "byte"].map(variable);
        for (a, b) in types.iter().flat_map(|a| types.iter().map(move |b| (a, b))) {
            let pairs: BTreeSet<String> =
                combined(&[a, b, &types[2]], usize::MAX).iter().map(|state| state_key(&state[..2])).collect();
            assert_eq!(
                pairs.len(),
                boundary_values(&a.ty).len() * boundary_values(&b.ty).len(),
                "{:?} {:?}",
                a.ty,
                b.ty
            );
        }
    }

    #[test]
    fn a_type_without_values_has_no_combinations() {
        let odd = ContextVariable { name: "x".into(), ty: JavaType::from_name("Thread") };
        assert!(combined(&[&int("a"), &odd], 10).is_empty());
    }
}
