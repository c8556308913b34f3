//! Ranges of a container to remove.

use std::ops::Range;

/// Largest length of a container whose elements shrink one by one.
pub(super) const ONE_BY_ONE: usize = 64;

/// Returns ranges of `0..length` to remove: all, halves, quarters, down to single positions.
///
/// The last positions come first. In a long container, the smallest ranges have more than one
/// position, so that the number of ranges stays small.
pub(super) fn chunks(length: usize) -> impl Iterator<Item = Range<usize>> {
    let fewest = if length > 4 * ONE_BY_ONE { length / ONE_BY_ONE } else { 1 };
    let sizes =
        std::iter::successors(Some(length), |size| Some(size / 2)).take_while(move |size| *size >= fewest.max(1));
    sizes.flat_map(move |size| {
        let places = (0..length).step_by(size.max(1)).rev();
        places.map(move |start| start..(start + size).min(length))
    })
}
