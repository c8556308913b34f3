//! Writes links to files of the repository, and shortens texts for the comment.

use crate::report::escape::{cell_code, code, url_path};
use crate::report::format::short;
use mts_model::report::RunReport;

/// Writes links to the repository if its address is known, and plain names otherwise.
pub(super) struct Links<'a> {
    pub(super) report: &'a RunReport,
    pub(super) repository: Option<&'a str>,
}

impl Links<'_> {
    /// Writes a link to a line of a file at the head revision. The link is valid in tables too.
    pub(super) fn line(&self, name: &str, file: &str, line: u32) -> String {
        let text = cell_code(&cut(name));
        let sha = self.report.head_sha.as_deref().filter(|sha| sha.chars().all(|c| c.is_ascii_alphanumeric()));
        match (self.repository, sha) {
            (Some(url), Some(sha)) if file.len() < 300 => {
                format!("[{text}]({url}/blob/{sha}/{}#L{line})", url_path(file))
            }
            _ => text,
        }
    }

    /// Writes a link to a commit, with the first digits of its id.
    pub(super) fn commit(&self, sha: &str) -> String {
        match self.repository.filter(|_| sha.chars().all(|c| c.is_ascii_alphanumeric())) {
            Some(url) => format!("[{}]({url}/commit/{sha})", code(short(sha))),
            None => code(short(sha)),
        }
    }
}

/// Reports whether an address can be in a Markdown link without escapes.
pub(super) fn is_web(url: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#=&%+".contains(c);
    (url.starts_with("https://") || url.starts_with("http://")) && url.len() < 300 && url.chars().all(plain)
}

/// Shortens a text to 240 characters. If the text is longer, `...` follows.
pub(super) fn cut(text: &str) -> String {
    cut_at(text, 240)
}

/// Shortens a text to `most` characters. If the text is longer, `...` follows.
pub(super) fn cut_at(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}
