//! The first line of the comment, by which `publish` finds the comment again: a key for each of several comments on
//! one pull request, and a digest of the result.

use crate::report::registry::json;
use mts_model::report::RunReport;

/// Characters of a key.
const LONGEST_KEY: usize = 40;

/// The line for a report.
pub(super) fn line(report: &RunReport, key: &str) -> String {
    let digest = json::digest(report).unwrap_or_else(|_| "none".to_owned());
    format!("{}digest={digest} -->\n", start(key))
}

/// The first characters of every comment of a key; an empty key is `default`.
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

/// The first line of a comment: equal for equal results of one key.
#[must_use]
pub fn first_line(comment: &str) -> &str {
    comment.lines().next().unwrap_or_default().trim_end()
}
