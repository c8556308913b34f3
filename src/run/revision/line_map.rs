//! Maps lines of the tested tree to lines of the head of the change.
//!
//! CI tests the merge commit of a pull request, and reviewers read the head. The merge commit also
//! contains the changes of the base branch.

use crate::git::{Diff, LineMap};
use mts_model::report::PairReport;
use std::collections::BTreeMap;

/// The map from lines of the tested tree to lines of the head. The default map keeps every line.
#[derive(Clone, Debug, Default)]
pub struct HeadLineMap {
    /// The path and the lines in the head, by path in the tested tree.
    ///
    /// The path is `None` if the file is missing in the head.
    files: BTreeMap<String, (Option<String>, LineMap)>,
}

impl HeadLineMap {
    /// Creates the map from the diff between the head and the tested tree.
    #[must_use]
    pub fn from_diff(diff: &Diff) -> Self {
        let entry =
            |file: &crate::git::FileChange| (file.path.clone(), (file.old_path.clone(), LineMap::new(&file.hunks)));
        Self { files: diff.changes.iter().map(entry).collect() }
    }

    /// Returns the line of the head that corresponds to a line of the tested tree.
    #[must_use]
    pub fn line(&self, file: &str, line: u32) -> u32 {
        self.files.get(file).map_or(line, |(_, lines)| lines.nearest_old(line))
    }

    /// Returns the row of a pair with the head's paths and lines, where they differ.
    #[must_use]
    pub fn translate(&self, mut pair: PairReport) -> PairReport {
        let (java, python) = (self.files.get(&pair.java.file), self.files.get(&pair.python.file));
        if let Some((old, lines)) = java {
            pair.java.head_file = renamed(old.as_deref(), &pair.java.file);
            pair.java.head_line = moved(lines, pair.java.line);
        }
        if let Some((old, lines)) = python {
            pair.python.head_file = renamed(old.as_deref(), &pair.python.file);
            pair.python.head_line = moved(lines, pair.python.line);
        }
        for finding in &mut pair.findings {
            finding.head_line_java = java.and_then(|(_, lines)| moved(lines, finding.line_java));
            finding.head_line_python = python.and_then(|(_, lines)| moved(lines, finding.line_python));
        }
        pair
    }
}

/// Returns the path in the head if it differs.
fn renamed(old: Option<&str>, path: &str) -> Option<String> {
    old.filter(|old| *old != path).map(str::to_owned)
}

/// Returns the line in the head if it differs.
fn moved(lines: &LineMap, line: u32) -> Option<u32> {
    Some(lines.nearest_old(line)).filter(|old| *old != line)
}
