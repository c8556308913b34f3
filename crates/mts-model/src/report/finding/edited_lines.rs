//! The lines that an edit of a source file touches.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The lines that an edit touches, before and after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EditedLines {
    /// The lines without the edit.
    pub before: Vec<String>,
    /// The lines with it.
    pub after: Vec<String>,
}

impl EditedLines {
    /// Returns the lines of the diff, in the form `- before` and `+ after`.
    pub fn diff(&self) -> impl Iterator<Item = String> {
        let before = self.before.iter().map(|line| format!("- {line}"));
        before.chain(self.after.iter().map(|line| format!("+ {line}")))
    }
}

impl fmt::Display for EditedLines {
    /// Writes the diff.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.diff().collect::<Vec<_>>().join("\n").trim_end())
    }
}
