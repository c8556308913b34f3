//! The lines that an edit of a source file touches, before and after the edit.

use crate::sequences::equal_ends;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The lines that an edit touches, before and after the edit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EditedLines {
    /// The lines without the edit.
    pub before: Vec<String>,
    /// The lines with the edit.
    pub after: Vec<String>,
}

impl EditedLines {
    /// Returns the number of equal leading lines, the removed lines and the added lines.
    ///
    /// The removed and added lines exclude the equal lines at the start and at the end.
    #[must_use]
    pub fn changed(&self) -> (usize, &[String], &[String]) {
        let (before, after) = (&self.before[..], &self.after[..]);
        let (head, tail) = equal_ends(before, after);
        (head, &before[head..before.len() - tail], &after[head..after.len() - tail])
    }

    /// Returns the lines of the diff, each with its mark.
    ///
    /// The mark is `-` for a removed line, `+` for an added line, and a space for a line that stays
    /// at the start or at the end.
    pub fn marked(&self) -> impl Iterator<Item = (char, &str)> {
        let (head, removed, added) = self.changed();
        let tail = &self.before[head + removed.len()..];
        let parts = [(' ', &self.before[..head]), ('-', removed), ('+', added), (' ', tail)];
        parts.into_iter().flat_map(|(mark, lines)| lines.iter().map(move |line| (mark, line.as_str())))
    }

    /// Returns the lines of the diff, in the form `- before` and `+ after`.
    pub fn diff(&self) -> impl Iterator<Item = String> {
        self.marked().map(|(mark, line)| format!("{mark} {line}"))
    }
}

impl fmt::Display for EditedLines {
    /// Writes the diff.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.diff().collect::<Vec<_>>().join("\n").trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unchanged_line_at_either_end_has_no_mark() {
        let lines = |text: &[&str]| text.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        let marks =
            |before: &[&str], after: &[&str]| EditedLines { before: lines(before), after: lines(after) }.to_string();
        assert_eq!(marks(&["a"], &["b"]), "- a\n+ b");
        assert_eq!(marks(&["a"], &["a", "b"]), "  a\n+ b");
        assert_eq!(marks(&["a", "b"], &["b"]), "- a\n  b");
        assert_eq!(marks(&["a", "a"], &["a"]), "  a\n- a");
    }
}
