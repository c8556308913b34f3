//! `cargo mts metrics`: measures the similarity of two Python files.

use crate::report;
use mts_model::Similarity;
use mts_model::bounded_text::read_bytes;
use mts_model::error::{Error, Result};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub use mts_similarity::Choice;
pub use mts_similarity::bleu::Variant;
pub use mts_similarity::codebleu::Weights;

/// The request of `cargo mts metrics`.
#[derive(Clone, Debug)]
pub struct MetricsRequest {
    /// The path of the reference file.
    pub reference: PathBuf,
    /// The path of the file to measure.
    pub candidate: PathBuf,
    /// The variants of the measures.
    pub choice: Choice,
}

/// The highest file size, in bytes. The cost of an edit distance is the product of both lengths.
const LONGEST: u64 = 256 * 1024;

/// Measures the similarity of both files.
///
/// # Errors
/// Returns a usage error if a file cannot be read, is not UTF-8 or is too long.
pub fn compare(request: &MetricsRequest) -> Result<Similarity> {
    mts_similarity::similarity(&read(&request.reference)?, &read(&request.candidate)?, &request.choice)
}

/// Formats the similarity for people, one line for each measure.
#[must_use]
pub fn text(similarity: &Similarity) -> String {
    report::similarity::similarity(similarity)
}

fn read(path: &Path) -> Result<String> {
    let usage_error = |what: String, help: &str| Error::usage(what).at(path.display().to_string()).help(help);
    let bytes = read_bytes(path, LONGEST).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => {
            let help = format!("compare functions or modules of at most {LONGEST} bytes");
            usage_error("the file is too long to compare".to_owned(), &help)
        }
        _ => usage_error(format!("cannot read a file to compare: {error}"), "give two Python files"),
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count() + 1;
        usage_error(format!("the file is not UTF-8: line {line} has an invalid byte"), "save the file as UTF-8")
    })
}
