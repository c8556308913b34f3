//! Places of the tested tree as they are in the head of the change. In CI the merge of a pull request is
//! tested, reviewers look at its head, and the base's own changes lie between the two.

use crate::git::{Diff, LineMap};
use mts_model::report::RunReport;
use std::collections::BTreeMap;

/// How lines of the tested tree are found in the head. Without a difference every line is where it is.
#[derive(Clone, Debug, Default)]
pub struct HeadLineMap {
    /// By path in the tested tree: the path in the head, where there is one, and the lines.
    files: BTreeMap<String, (Option<String>, LineMap)>,
}

impl HeadLineMap {
    /// From what lies between the head and the tested tree.
    #[must_use]
    pub fn from_diff(diff: &Diff) -> Self {
        let entry =
            |file: &crate::git::FileChange| (file.path.clone(), (file.old_path.clone(), LineMap::new(&file.hunks)));
        Self { files: diff.changes.iter().map(entry).collect() }
    }

    /// The head's line for one of the tested tree.
    #[must_use]
    pub fn line(&self, file: &str, line: u32) -> u32 {
        self.files.get(file).map_or(line, |(_, lines)| lines.nearest_old(line))
    }

    /// Puts the head's places into a report. It does so wherever they differ from those of the tested tree.
    pub fn translate(&self, report: &mut RunReport) {
        for pair in &mut report.pairs {
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
        }
    }
}

/// The old path where it is another one.
fn renamed(old: Option<&str>, path: &str) -> Option<String> {
    old.filter(|old| *old != path).map(str::to_owned)
}

/// The head's line where it is another one.
fn moved(lines: &LineMap, line: u32) -> Option<u32> {
    Some(lines.nearest_old(line)).filter(|old| *old != line)
}
