//! Computes the edit distance of two sequences (Levenshtein 1966).
//!
//! The distance is the minimum number of insertions, deletions and substitutions.

/// Returns the edit distance.
#[must_use]
pub fn distance<T: PartialEq>(left: &[T], right: &[T]) -> usize {
    let prefix = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (left, right) = (&left[prefix..], &right[prefix..]);
    let suffix = left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count();
    let (left, right) = (&left[..left.len() - suffix], &right[..right.len() - suffix]);
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}

/// Returns the string similarity: 1 - distance / length of the longer sequence.
///
/// The similarity of two empty sequences is 1.
#[must_use]
pub fn similarity<T: PartialEq>(left: &[T], right: &[T]) -> f64 {
    match left.len().max(right.len()) {
        0 => 1.0,
        longer => 1.0 - distance(left, right) as f64 / longer as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn kitten_is_three_edits_from_sitting() {
        assert_eq!(distance(b"kitten", b"sitting"), 3);
        assert_eq!((distance(b"", b"abc"), distance(b"abc", b"abc")), (3, 0));
        assert_eq!(similarity::<u8>(&[], &[]), 1.0);
    }

    proptest! {
        #[test]
        fn it_is_a_metric(a in "[ab]{0,8}", b in "[ab]{0,8}", c in "[ab]{0,8}") {
            let d = |x: &str, y: &str| distance(x.as_bytes(), y.as_bytes());
            prop_assert_eq!(d(&a, &b) == 0, a == b);
            prop_assert_eq!(d(&a, &b), d(&b, &a));
            prop_assert!(d(&a, &c) <= d(&a, &b) + d(&b, &c));
            prop_assert!(d(&a, &b) >= a.len().abs_diff(b.len()) && d(&a, &b) <= a.len().max(b.len()));
        }
    }
}
