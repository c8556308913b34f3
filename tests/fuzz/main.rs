//! Fuzzes the parsers of text that a pull request, a translator or GitHub's runner writes. The
//! parsers return for any text, and the tool can use every text that they accept. The worker
//! protocol and build files have targets of their own in `mts-workers`.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "in tests, a panic reports a failure"
)]

mod diff;
mod sources;
mod texts;

use std::path::Path;

/// Returns the bytes of files, by their paths from the root of the package.
fn files(paths: &[&str]) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    paths.iter().map(|path| std::fs::read(root.join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))).collect()
}

/// Returns a text as the tool reads it. The tool rejects bytes that are not UTF-8 before any parser
/// runs.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}
