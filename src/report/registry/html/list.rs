//! A list of sentences in the page.

use crate::report::escape::page_sentence;

/// The sentences as a list.
pub(super) fn list(lines: &[String]) -> String {
    let items: String = lines.iter().map(|line| format!("<li>{}</li>\n", page_sentence(line))).collect();
    format!("<ul>\n{items}</ul>")
}
