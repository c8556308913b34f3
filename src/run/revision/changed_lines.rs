//! The lines that a change adds or modifies, and the places of deleted lines.
//!
//! A code review shows annotations only on changed lines. This module writes a changed line for each finding into the
//! report, as a line of the head.

use crate::git::{Diff, LineRange};
use crate::run::revision::Revision;
use crate::run::revision::line_map::HeadLineMap;
use mts_model::report::PairReport;
use mts_model::{Finding, FindingKind};
use std::collections::BTreeMap;

/// The changed ranges of lines, by path in the tested tree. An empty range marks deleted lines.
#[derive(Clone, Debug, Default)]
pub struct ChangedLines(BTreeMap<String, Vec<LineRange>>);

impl ChangedLines {
    /// Collects the lines from the diff between the base and the tested tree.
    #[must_use]
    pub fn from_diff(diff: &Diff) -> Self {
        Self(diff.changes.iter().map(|f| (f.path.clone(), f.hunks.iter().map(|hunk| hunk.new).collect())).collect())
    }

    /// Returns the first changed line from `first` to `last`.
    ///
    /// For deleted lines, returns the line at the position of the deletion.
    fn first(&self, file: &str, first: u32, last: u32) -> Option<u32> {
        let touching = self.0.get(file)?.iter().find(|range| range.touches(first, last))?;
        Some(touching.start.clamp(first, last))
    }

    /// Returns the row of a pair with the changed line of each finding.
    #[must_use]
    pub fn mark(&self, mut pair: PairReport, tested: &Revision, head: &HeadLineMap) -> PairReport {
        let spans = [(&pair.java.file, pair.java.line), (&pair.python.file, pair.python.line)]
            .map(|(file, line)| (file.clone(), lines_of(tested, file, line)));
        for finding in &mut pair.findings {
            let at = |side: usize, own: u32| {
                let (file, function) = &spans[side];
                let (first, last) = if is_of_function(finding) { *function } else { (own, own) };
                self.first(file, first, last).map(|line| head.line(file, line))
            };
            let lines = (at(0, finding.line_java), at(1, finding.line_python));
            (finding.changed_line_java, finding.changed_line_python) = lines;
        }
        pair
    }
}

/// Reports whether a finding is about the whole function.
///
/// A code review can show such a finding on any line of the function.
fn is_of_function(finding: &Finding) -> bool {
    matches!(finding.kind, FindingKind::Original | FindingKind::Drift | FindingKind::Property | FindingKind::Variant)
}

/// Returns the first and the last line of the function that starts at this line.
fn lines_of(tested: &Revision, path: &str, line: u32) -> (u32, u32) {
    let function = tested.file(path).and_then(|file| Some((file, file.functions.iter().find(|f| f.line == line)?)));
    function.map_or((line, line), |(file, function)| {
        let first = function.span.line(&file.text);
        let lines = function.span.slice(&file.text).trim_end().lines().count().max(1);
        (first, first + u32::try_from(lines).unwrap_or(u32::MAX) - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_placed_at_its_first_changed_line() {
        let ranges = [(3, 3), (7, 9), (12, 14)].map(|(start, end)| LineRange { start, end });
        let lines = ChangedLines([("a.py".to_owned(), ranges.to_vec())].into());
        for (first, last, line) in [(1, 2, None), (1, 4, Some(3)), (8, 8, Some(8)), (9, 11, None), (5, 20, Some(7))] {
            assert_eq!(lines.first("a.py", first, last), line, "{first}..={last}");
        }
        assert_eq!(lines.first("b.py", 1, 20), None);
    }
}
