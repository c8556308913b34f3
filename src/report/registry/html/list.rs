//! Renders a list of sentences on the page.

use crate::report::escape::page_sentence;

/// Renders the sentences as an HTML list.
pub(super) fn list(lines: &[String]) -> String {
    let items: String = lines.iter().map(|line| format!("<li>{}</li>\n", page_sentence(line))).collect();
    format!("<ul>\n{items}</ul>")
}
