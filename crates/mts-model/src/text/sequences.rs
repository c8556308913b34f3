//! Differences of two sequences: their equal ends and their edit distance.

/// Returns the numbers of equal elements at both starts and at both ends.
///
/// The part at the end does not overlap the part at the start.
#[must_use]
pub fn equal_ends<T: PartialEq>(left: &[T], right: &[T]) -> (usize, usize) {
    let start = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (left, right) = (&left[start..], &right[start..]);
    let end = left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count();
    (start, end)
}

/// Returns the edit distance of two sequences (Levenshtein 1966).
///
/// The distance is the minimum number of insertions, deletions and substitutions of elements. The crate `strsim` has
/// the same function, but the tool needs no other function of that crate.
#[must_use]
pub fn distance<T: PartialEq>(left: &[T], right: &[T]) -> usize {
    let (start, end) = equal_ends(left, right);
    let (left, right) = (&left[start..left.len() - end], &right[start..right.len() - end]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_prefix_and_suffix_do_not_overlap() {
        assert_eq!(equal_ends(b"abcd", b"abxd"), (2, 1));
        assert_eq!(equal_ends(b"aaa", b"aa"), (2, 0));
        assert_eq!(equal_ends(b"", b"a"), (0, 0));
    }

    #[test]
    fn distance_counts_edits() {
        assert_eq!(distance(b"kitten", b"sitting"), 3);
        assert_eq!(distance(b"", b"abc"), 3);
        assert_eq!(distance(b"same", b"same"), 0);
    }
}
