//! Links into the repository, and the longest text in the comment.

use crate::report::escape::{cell_code, code, url_path};
use crate::report::format::short;
use mts_model::report::RunReport;

/// Links into the repository, where its address is known.
pub(super) struct Links<'a> {
    pub(super) report: &'a RunReport,
    pub(super) repository: Option<&'a str>,
}

impl Links<'_> {
    /// A link to a line of a file at the head, also for tables.
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

    pub(super) fn commit(&self, sha: &str) -> String {
        match self.repository.filter(|_| sha.chars().all(|c| c.is_ascii_alphanumeric())) {
            Some(url) => format!("[{}]({url}/commit/{sha})", code(short(sha))),
            None => code(short(sha)),
        }
    }
}

/// An address that can stand in a link as it is.
pub(super) fn is_web(url: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#=&%+".contains(c);
    (url.starts_with("https://") || url.starts_with("http://")) && url.len() < 300 && url.chars().all(plain)
}

/// A text of at most 240 characters.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(240) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}
