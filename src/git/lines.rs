//! Ranges of lines, and how a line of one revision is found in the other.

/// A range of lines that was replaced by another one; either may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// On the old side.
    pub old: LineRange,
    /// On the new side.
    pub new: LineRange,
}

/// A half-open range of one-based lines: `start..end`. An empty one is the place before line
/// `start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineRange {
    /// First line, one-based.
    pub start: u32,
    /// One past the last line.
    pub end: u32,
}

impl LineRange {
    /// From the two numbers of a hunk's header: with a count of 0 the first names the line before.
    pub(super) fn from_header(start: u32, count: u32) -> Self {
        let start = if count == 0 { start + 1 } else { start };
        Self { start, end: start + count }
    }

    /// How many lines it has.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether it has no line.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether it touches the lines `first..=last`: shares a line with them or, when empty, lies
    /// between two of them.
    #[must_use]
    pub fn touches(self, first: u32, last: u32) -> bool {
        if self.is_empty() { first < self.start && self.start <= last } else { self.start <= last && first < self.end }
    }
}

/// Translates line numbers between the two sides of a file's change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineMap {
    hunks: Vec<Hunk>,
}

impl LineMap {
    /// The map of a file's hunks, which are in order.
    #[must_use]
    pub fn new(hunks: &[Hunk]) -> Self {
        Self { hunks: hunks.to_vec() }
    }

    /// The line of the new side that an unchanged line of the old side became; `None` when it was
    /// changed or deleted.
    #[must_use]
    pub fn to_new(&self, line: u32) -> Option<u32> {
        self.translate(line, |hunk| (hunk.old, hunk.new))
    }

    /// The old line of an unchanged new line; `None` for a changed one.
    #[must_use]
    pub fn to_old(&self, line: u32) -> Option<u32> {
        self.translate(line, |hunk| (hunk.new, hunk.old))
    }

    /// The old line of a new line.
    ///
    /// For a new or changed line it is the first replaced line, or the place of the insertion.
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
            // The last hunk that ends before the line has the shift of all before it.
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
    fn a_line_is_found_again_behind_insertions_and_deletions() {
        // Two lines in before line 3, lines 6 and 7 out.
        let map = LineMap::new(&[hunk((3, 3), (3, 5)), hunk((6, 8), (8, 8))]);
        let new: Vec<Option<u32>> = (1..=9).map(|line| map.to_new(line)).collect();
        assert_eq!(new, [Some(1), Some(2), Some(5), Some(6), Some(7), None, None, Some(8), Some(9)]);
        let old: Vec<Option<u32>> = (1..=8).map(|line| map.to_old(line)).collect();
        assert_eq!(old, [Some(1), Some(2), None, None, Some(3), Some(4), Some(5), Some(8)]);
        let nearest: Vec<u32> = (1..=8).map(|line| map.nearest_old(line)).collect();
        assert_eq!(nearest, [1, 2, 3, 3, 3, 4, 5, 8]);
    }

    #[test]
    fn a_deletion_touches_what_stands_on_both_sides_of_it() {
        let gap = LineRange { start: 5, end: 5 };
        assert!(gap.touches(3, 8));
        assert!(gap.touches(4, 5));
        assert!(!gap.touches(5, 8));
        assert!(!gap.touches(1, 4));
        assert!(LineRange { start: 5, end: 7 }.touches(6, 9));
        assert!(!LineRange { start: 5, end: 7 }.touches(7, 9));
    }
}
