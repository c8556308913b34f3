//! Writes the first line of the comment. `publish` uses this line to find the comment again.
//!
//! The line has a key, which distinguishes several comments on one pull request, and a digest of
//! the result.

use crate::report::registry::json;
use mts_model::report::RunReport;

/// The largest number of characters of a key.
const LONGEST_KEY: usize = 40;

/// Returns the first line of the comment for a report and a key.
pub(super) fn line(report: &RunReport, key: &str) -> String {
    let digest = json::digest(report).unwrap_or_else(|_| "none".to_owned());
    format!("{}digest={digest} -->\n", start(key))
}

/// Returns the prefix of every comment with this key. An empty key means `default`.
#[must_use]
pub fn start(key: &str) -> String {
    let plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let mut kept: String = key.chars().filter(plain).take(LONGEST_KEY).collect();
    while kept.contains("--") {
        kept = kept.replace("--", "-"); // two of them may not stand in a comment of HTML
    }
    let key = if kept.is_empty() { "default" } else { kept.as_str() };
    format!("<!-- cargo-mts key={key} ")
}

/// Returns the first line of a comment. Equal results with the same key have the same first line.
#[must_use]
pub fn first_line(comment: &str) -> &str {
    comment.lines().next().unwrap_or_default().trim_end()
}
