//! Merges a Java file with other files of its project.
//!
//! In the merged text, the classes of the other files come after the classes of the file.

use mts_lang::SourceFile;
use mts_model::Language;
use mts_model::error::Result;

/// The merged file, and the line at which the text of each file begins.
pub(super) struct MergedFile {
    pub(super) file: SourceFile,
    /// The first line and the path of each file.
    starts: Vec<(u32, String)>,
}

impl MergedFile {
    /// Merges the files. The text of `file` comes first and stays as it is.
    pub(super) fn merge(file: &SourceFile, others: &[SourceFile]) -> Result<Self> {
        let mut text = file.text.clone();
        let mut starts = vec![(1, file.path.clone())];
        for other in others {
            if !text.ends_with('\n') {
                text.push('\n');
            }
            let lines = text.bytes().filter(|b| *b == b'\n').count();
            starts.push((u32::try_from(lines).unwrap_or(u32::MAX - 1) + 1, other.path.clone()));
            text.push_str(&without_package(other));
        }
        Ok(Self { file: SourceFile::parse(&file.path, text, Language::Java)?, starts })
    }

    /// Returns the original path and line of a line in the merged file.
    pub(super) fn place(&self, line: u32) -> String {
        let found = self.starts.iter().rev().find(|(first, _)| *first <= line);
        found.map_or_else(String::new, |(first, path)| format!("{path}:{}", line - first + 1))
    }
}

/// Returns the text without its `package` line. An empty line replaces this line, so all line numbers stay the same.
fn without_package(file: &SourceFile) -> String {
    let line = |line: &str| {
        let is_package = line.starts_with("package ") && line.trim_end().ends_with(';');
        if is_package { String::from("\n") } else { line.to_owned() }
    };
    file.text.split_inclusive('\n').map(line).collect()
}
