//! Computes the similarity of two sequences from their edit distance.

pub use mts_model::sequences::distance;

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
    fn the_distance_from_kitten_to_sitting_is_3_edits() {
        assert_eq!(distance(b"kitten", b"sitting"), 3);
        assert_eq!((distance(b"", b"abc"), distance(b"abc", b"abc")), (3, 0));
        assert_eq!(similarity::<u8>(&[], &[]), 1.0);
    }

    proptest! {
        #[test]
        fn the_edit_distance_is_a_metric(a in "[ab]{0,8}", b in "[ab]{0,8}", c in "[ab]{0,8}") {
            let d = |x: &str, y: &str| distance(x.as_bytes(), y.as_bytes());
            prop_assert_eq!(d(&a, &b) == 0, a == b);
            prop_assert_eq!(d(&a, &b), d(&b, &a));
            prop_assert!(d(&a, &c) <= d(&a, &b) + d(&b, &c));
            prop_assert!(d(&a, &b) >= a.len().abs_diff(b.len()) && d(&a, &b) <= a.len().max(b.len()));
        }
    }
}
