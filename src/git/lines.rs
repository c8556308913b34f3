//! Ranges of lines, and the map of line numbers from one revision to the other.

/// A range of old lines and the range of new lines that replaces it. Either range can be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The range in the old revision.
    pub old: LineRange,
    /// The range in the new revision.
    pub new: LineRange,
}

/// A half-open range of one-based lines: `start..end`.
///
/// An empty range is the position before line `start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineRange {
    /// The first line, one-based.
    pub start: u32,
    /// The line after the last line.
    pub end: u32,
}

impl LineRange {
    /// Converts the two numbers of a hunk header to a range.
    ///
    /// If the count is 0, the first number is the line before the empty range.
    pub(super) fn from_header(start: u32, count: u32) -> Self {
        let start = if count == 0 { start + 1 } else { start };
        Self { start, end: start + count }
    }

    /// Returns the number of lines in the range.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Reports whether the range has no line.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Reports whether the range touches the lines `first..=last`.
    ///
    /// A range touches these lines if it contains one of them. An empty range touches them if it
    /// lies between two of them.
    #[must_use]
    pub fn touches(self, first: u32, last: u32) -> bool {
        if self.is_empty() { first < self.start && self.start <= last } else { self.start <= last && first < self.end }
    }
}

/// Maps line numbers between the two revisions of a changed file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineMap {
    hunks: Vec<Hunk>,
}

impl LineMap {
    /// Creates the map from a file's hunks, which must be in order.
    #[must_use]
    pub fn new(hunks: &[Hunk]) -> Self {
        Self { hunks: hunks.to_vec() }
    }

    /// Returns the new number of an old line.
    ///
    /// Returns `None` if the line is changed or deleted.
    #[must_use]
    pub fn to_new(&self, line: u32) -> Option<u32> {
        self.translate(line, |hunk| (hunk.old, hunk.new))
    }

    /// Returns the old number of a new line.
    ///
    /// Returns `None` if the line is changed or added.
    #[must_use]
    pub fn to_old(&self, line: u32) -> Option<u32> {
        self.translate(line, |hunk| (hunk.new, hunk.old))
    }

    /// Returns the old line that is nearest to a new line.
    ///
    /// An unchanged line has its own old line. For a changed or added line, the function returns
    /// the first replaced line, or the line at the insertion.
    #[must_use]
    pub fn nearest_old(&self, line: u32) -> u32 {
        let inside = |hunk: &&Hunk| hunk.new.start <= line && line < hunk.new.end;
        let replaced = || self.hunks.iter().find(inside).map_or(line, |hunk| hunk.old.start);
        self.to_old(line).unwrap_or_else(replaced).max(1)
    }

    fn translate(&self, line: u32, sides: impl Fn(&Hunk) -> (LineRange, LineRange)) -> Option<u32> {
        let mut shifted = i64::from(line);
        for hunk in &self.hunks {
            let (from, to) = sides(hunk);
            if line < from.start {
                break;
            }
            if line < from.end {
                return None;
            }
            // The last hunk before the line has the total shift of all earlier hunks.
            shifted = i64::from(line) - i64::from(from.end) + i64::from(to.end);
        }
        u32::try_from(shifted).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hunk(old: (u32, u32), new: (u32, u32)) -> Hunk {
        Hunk { old: LineRange { start: old.0, end: old.1 }, new: LineRange { start: new.0, end: new.1 } }
    }

    #[test]
    fn lines_are_mapped_across_insertions_and_deletions() {
        // The change adds two lines before line 3, and deletes lines 6 and 7.
        let map = LineMap::new(&[hunk((3, 3), (3, 5)), hunk((6, 8), (8, 8))]);
        let new: Vec<Option<u32>> = (1..=9).map(|line| map.to_new(line)).collect();
        assert_eq!(new, [Some(1), Some(2), Some(5), Some(6), Some(7), None, None, Some(8), Some(9)]);
        let old: Vec<Option<u32>> = (1..=8).map(|line| map.to_old(line)).collect();
        assert_eq!(old, [Some(1), Some(2), None, None, Some(3), Some(4), Some(5), Some(8)]);
        let nearest: Vec<u32> = (1..=8).map(|line| map.nearest_old(line)).collect();
        assert_eq!(nearest, [1, 2, 3, 3, 3, 4, 5, 8]);
    }

    #[test]
    fn a_deletion_touches_every_range_that_contains_it() {
        let gap = LineRange { start: 5, end: 5 };
        assert!(gap.touches(3, 8));
        assert!(gap.touches(4, 5));
        assert!(!gap.touches(5, 8));
        assert!(!gap.touches(1, 4));
        assert!(LineRange { start: 5, end: 7 }.touches(6, 9));
        assert!(!LineRange { start: 5, end: 7 }.touches(7, 9));
    }
}
