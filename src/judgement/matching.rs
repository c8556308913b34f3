//! Equality of collections without an order: is there a way to pair the elements off so that every
//! pair is equal? Owns the search; what makes two elements equal is told by the caller.

use super::compare::Equality;
use crate::model::Value;
use num_traits::ToPrimitive;
use std::cmp::Ordering;

/// Above this size only the given order and the sorted one are tried: the full search costs the
/// square of the size in comparisons, and such sets hold plain values that sort alike.
const FULL_SEARCH: usize = 200;

/// The best pairing of `n` left with `n` right elements: equal when all can be paired as equal, drift
/// when all can be paired at all, incomparable when they can only be with elements of another shape. `left` and `right` are orders (of indexes) that are likely to match.
pub(super) fn unordered(
    left: &[usize],
    right: &[usize],
    mut compare: impl FnMut(usize, usize) -> Equality,
) -> Equality {
    let n = left.len();
    if n != right.len() {
        return Equality::Different;
    }
    let mut aligned = Equality::Equal;
    for (a, b) in left.iter().zip(right) {
        aligned = aligned.max(compare(*a, *b));
        if aligned == Equality::Different {
            break;
        }
    }
    if aligned == Equality::Equal || n > FULL_SEARCH {
        return aligned;
    }
    let table: Vec<Vec<Equality>> = (0..n).map(|a| (0..n).map(|b| compare(a, b)).collect()).collect();
    [Equality::Equal, Equality::Drift, Equality::Incomparable]
        .into_iter()
        .find(|limit| pairs_off(&table, *limit))
        .unwrap_or(Equality::Different)
}

/// Whether there is a perfect matching over the pairs that are at most `limit` (augmenting paths).
fn pairs_off(table: &[Vec<Equality>], limit: Equality) -> bool {
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
        if partner[b].is_none_or(|held| augment(held, table, limit, tried, partner)) {
            partner[b] = Some(a);
            return true;
        }
    }
    false
}

/// Indexes in an order that equal plain values of both sides share.
pub(super) fn sorted<'v>(values: impl Iterator<Item = &'v Value>) -> Vec<usize> {
    let values: Vec<&Value> = values.collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| plain_order(values[*a], values[*b]));
    order
}

fn plain_order(a: &Value, b: &Value) -> Ordering {
    let rank = |value: &Value| match value {
        Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) => 0,
        Value::Str(_) => 1,
        _ => 2,
    };
    let number = |value: &Value| match value {
        Value::Bool(b) => f64::from(u8::from(*b)),
        Value::Int(n) => n.to_f64().unwrap_or(f64::NAN),
        Value::Big(n) => n.to_f64().unwrap_or(f64::NAN),
        Value::Float(x) => *x,
        _ => 0.0,
    };
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => x.cmp(y),
        (Value::Str(x), Value::Str(y)) => x.cmp(y),
        // A stable sort leaves what has no plain order as it came.
        _ => rank(a).cmp(&rank(b)).then_with(|| number(a).total_cmp(&number(b))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(a: &[f64], b: &[f64], tolerance: f64) -> Equality {
        let order: Vec<usize> = (0..a.len()).collect();
        let other: Vec<usize> = (0..b.len()).collect();
        unordered(&order, &other, |i, j| Equality::when((a[i] - b[j]).abs() <= tolerance))
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
    fn a_greedy_choice_is_taken_back_when_a_later_element_needs_it() {
        // 1.0 is near both, 0.0 only near 0.5: whoever comes first must not block the other.
        assert_eq!(numbers(&[1.0, 0.0], &[0.5, 1.5], 0.6), Equality::Equal);
    }
}
