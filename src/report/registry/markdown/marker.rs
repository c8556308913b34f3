//! Writes the first line of the pull request comment, and of the review.
//!
//! A later `publish` finds the comment and the review by this line. The line has a key, which
//! distinguishes several comments on one pull request, and a digest of the content.

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
    format!("<!-- cargo-mts key={} ", plain(key))
}

/// Returns the first line of a review. `comments` is the text of its comments.
#[must_use]
pub fn review_line(comments: &str, key: &str) -> String {
    let digest = blake3::hash(comments.as_bytes()).to_hex();
    format!("{}digest={} -->\n", review_start(key), &digest[..16])
}

/// Returns the prefix of every review with this key.
#[must_use]
pub fn review_start(key: &str) -> String {
    format!("<!-- cargo-mts-review key={} ", plain(key))
}

/// Returns a key that is valid in an HTML comment.
///
/// The result has only letters, digits, `.`, `_` and single `-`.
fn plain(key: &str) -> String {
    let plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let mut kept: String = key.chars().filter(plain).take(LONGEST_KEY).collect();
    while kept.contains("--") {
        kept = kept.replace("--", "-"); // An HTML comment must not contain `--`.
    }
    if kept.is_empty() { "default".to_owned() } else { kept }
}

/// Returns the first line of a comment. Equal results with the same key have the same first line.
#[must_use]
pub fn first_line(comment: &str) -> &str {
    comment.lines().next().unwrap_or_default().trim_end()
}
