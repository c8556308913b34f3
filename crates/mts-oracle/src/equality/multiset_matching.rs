//! Matches unordered collections: searches for pairs of elements such that every pair is equal. The caller compares two
//! elements.

use super::result::Equality;
use mts_model::Value;
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The largest size of a collection for the full search. The number of comparisons of the search grows with the square
/// of the size. For a larger collection, the tool compares only the elements at the same position in the order of
/// [`sorted`].
const FULL_SEARCH: usize = 200;

/// Returns the result of the best matching of `n` left with `n` right elements.
///
/// The result is `Equal` if all elements match as equal, and `TypeDrift` if they match with type drift. The
/// result is `Incomparable` if they match only with elements of another shape, or if there are too
/// many elements to try. `left` and `right` are lists of indexes in an order that is likely to
/// match. `is_aligned` says that equal elements have the same position in both orders.
pub(crate) fn unordered(
    left: &[usize],
    right: &[usize],
    is_aligned: bool,
    mut compare: impl FnMut(usize, usize) -> Equality,
) -> Equality {
    let n = left.len();
    if n != right.len() {
        return Equality::Different;
    }
    // The full search below needs these results again. Without them, each level of nested collections would double the
    // number of comparisons.
    let mut known = BTreeMap::new();
    let mut aligned = Equality::Equal;
    for (a, b) in left.iter().zip(right) {
        let found = compare(*a, *b);
        known.insert((*a, *b), found);
        aligned = aligned.max(found);
        if aligned == Equality::Different {
            break;
        }
    }
    if aligned == Equality::Different && n > FULL_SEARCH && !is_aligned {
        return Equality::Incomparable;
    }
    if aligned == Equality::Equal || n > FULL_SEARCH {
        return aligned;
    }
    let mut result = |a, b| known.get(&(a, b)).copied().unwrap_or_else(|| compare(a, b));
    let table: Vec<Vec<Equality>> = (0..n).map(|a| (0..n).map(|b| result(a, b)).collect()).collect();
    [Equality::Equal, Equality::TypeDrift, Equality::Incomparable]
        .into_iter()
        .find(|limit| has_perfect_matching(&table, *limit))
        .unwrap_or(Equality::Different)
}

/// Reports whether a perfect matching exists that uses only results of at most `limit`. The search uses augmenting
/// paths.
fn has_perfect_matching(table: &[Vec<Equality>], limit: Equality) -> bool {
    let mut partner: Vec<Option<usize>> = vec![None; table.len()];
    (0..table.len()).all(|a| augment(a, table, limit, &mut vec![false; table.len()], &mut partner))
}

fn augment(
    a: usize,
    table: &[Vec<Equality>],
    limit: Equality,
    tried: &mut [bool],
    partner: &mut [Option<usize>],
) -> bool {
    for b in 0..table.len() {
        if table[a][b] > limit || tried[b] {
            continue;
        }
        tried[b] = true;
        if partner[b].is_none_or(|matched| augment(matched, table, limit, tried, partner)) {
            partner[b] = Some(a);
            return true;
        }
    }
    false
}

/// Returns the indexes of the values in sorted order.
///
/// Two equal collections of plain values then have the same order. Values that are not plain, such as objects, keep
/// their iteration order.
pub(crate) fn sorted<'v>(values: impl Iterator<Item = &'v Value>) -> Vec<usize> {
    let values: Vec<&Value> = values.collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| plain_order(values[*a], values[*b]));
    order
}

/// Reports whether the order of [`sorted`] is reliable for this value.
///
/// The order is reliable for null, numbers, strings, and lists of these values that contain no float. The order is not
/// reliable for a list with floats: if two floats are close, the later elements would decide the order.
pub(crate) fn is_plain(value: &Value) -> bool {
    match value {
        Value::Null | Value::Str(_) => true,
        Value::List(items) => items.iter().all(|item| !matches!(item, Value::Float(_)) && is_plain(item)),
        _ => number(value).is_some(),
    }
}

/// Orders values by kind: null, numbers, strings, lists, then other values.
///
/// Equal numbers have the order of their types. Other values have no order among each other.
fn plain_order(a: &Value, b: &Value) -> Ordering {
    let rank = |value: &Value| match value {
        Value::Null => 0,
        Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) => 1,
        Value::Str(_) => 2,
        Value::List(_) => 3,
        _ => 4,
    };
    let kind = |value: &Value| match value {
        Value::Bool(_) => 0,
        Value::Int(_) => 1,
        Value::Big(_) => 2,
        _ => 3,
    };
    match (a, b) {
        (Value::Str(x), Value::Str(y)) => x.cmp(y),
        (Value::List(x), Value::List(y)) => {
            let differing = x.iter().zip(y).map(|(x, y)| plain_order(x, y)).find(|order| order.is_ne());
            differing.unwrap_or(x.len().cmp(&y.len()))
        }
        _ => match (number(a), number(b)) {
            (Some(x), Some(y)) => x.total_cmp(&y).then(kind(a).cmp(&kind(b))).then_with(|| match (a, b) {
                (Value::Int(x), Value::Int(y)) => x.cmp(y),
                (Value::Big(x), Value::Big(y)) => x.cmp(y),
                _ => Ordering::Equal,
            }),
            // The sort is stable. So values that have no order among each other keep their order.
            _ => rank(a).cmp(&rank(b)),
        },
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(b) => Some(f64::from(u8::from(*b))),
        Value::Int(n) => n.to_f64(),
        Value::Big(n) => n.to_f64(),
        Value::Float(x) => Some(*x),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(a: &[f64], b: &[f64], tolerance: f64) -> Equality {
        let order: Vec<usize> = (0..a.len()).collect();
        let other: Vec<usize> = (0..b.len()).collect();
        unordered(&order, &other, true, |i, j| Equality::from_bool((a[i] - b[j]).abs() <= tolerance))
    }

    #[test]
    fn a_permutation_is_equal() {
        assert_eq!(numbers(&[1.0, 2.0, 3.0], &[3.0, 1.0, 2.0], 0.0), Equality::Equal);
    }

    #[test]
    fn an_element_is_used_only_once() {
        assert_eq!(numbers(&[1.0, 1.0], &[1.0, 2.0], 0.0), Equality::Different);
    }

    #[test]
    fn aligned_elements_are_compared_once_so_that_nested_collections_take_linear_time() {
        let mut calls = 0;
        let found = unordered(&[0], &[0], true, |_, _| {
            calls += 1;
            Equality::Different
        });
        assert_eq!((found, calls), (Equality::Different, 1));
    }

    #[test]
    fn a_match_is_revised_if_a_later_element_needs_its_partner() {
        // 1.0 is near both numbers, 0.0 only near 0.5: the match of the first must not block the
        // second.
        assert_eq!(numbers(&[1.0, 0.0], &[0.5, 1.5], 0.6), Equality::Equal);
    }

    #[test]
    fn large_sets_of_lists_are_compared_in_the_order_of_their_elements() {
        let list = |n: i64| Value::List(vec![Value::Int(n % 7), Value::Int(n)]);
        let (a, b): (Vec<Value>, Vec<Value>) = ((0..720).map(list).collect(), (0..720).rev().map(list).collect());
        let same = |i: usize, j: usize| Equality::from_bool(a[i] == b[j]);
        assert_eq!(unordered(&sorted(a.iter()), &sorted(b.iter()), true, same), Equality::Equal);
    }

    #[test]
    fn too_many_unordered_elements_are_incomparable_and_not_different() {
        let (order, other): (Vec<usize>, Vec<usize>) = ((0..300).collect(), (0..300).rev().collect());
        let same = |i: usize, j: usize| Equality::from_bool(i == j);
        assert_eq!(unordered(&order, &other, false, same), Equality::Incomparable);
        assert_eq!(unordered(&order[..9], &other[291..], false, same), Equality::Equal);
    }

    #[test]
    fn numbers_of_all_kinds_have_a_total_order() {
        let big = 1_i64 << 53;
        let values = [Value::Int(big), Value::Int(big + 1), Value::Float(big as f64), Value::Bool(true), Value::Int(1)];
        for (a, b, c) in (0..125).map(|n| (&values[n / 25], &values[n / 5 % 5], &values[n % 5])) {
            assert_eq!(plain_order(a, b), plain_order(b, a).reverse());
            if plain_order(a, b).is_le() && plain_order(b, c).is_le() {
                assert!(plain_order(a, c).is_le(), "{a:?} {b:?} {c:?}");
            }
        }
    }
}
