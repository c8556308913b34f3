//! Defines the error type of all crates: message, location, help and exit code.
//!
//! A problem of one function or one mutant is a row of the report and not an error.

use crate::sequences::distance;
use std::fmt;

/// The exit codes of `cargo mts`. If several conditions apply, the exit code shows only the most severe one. The report
/// shows all conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum ExitCode {
    /// The gate passed, or there was no pair to analyse. The report says which of the two.
    Passed = 0,
    /// The tool has a bug.
    Bug = 1,
    /// The usage is wrong, or a configuration or suite file is invalid.
    Usage = 2,
    /// The environment lacks something, or an operation of the system failed.
    ///
    /// For example, the environment lacks a JDK, a CPython or a repository.
    Environment = 3,
    /// The gate failed.
    Gate = 10,
    /// The original functions of a pair disagree, and the gate forbids that.
    Disagree = 11,
    /// The result is incomplete.
    ///
    /// Too many mutants have no verdict, a pair has no result that the gate can judge, or a requirement or a shard is
    /// missing.
    Incomplete = 12,
    /// Ctrl-C interrupted the run. After SIGTERM, the exit code is 143.
    Interrupted = 130,
}

impl ExitCode {
    /// All exit codes in numeric order, for the manual and `--help`.
    pub const ALL: [Self; 8] = [
        Self::Passed,
        Self::Bug,
        Self::Usage,
        Self::Environment,
        Self::Gate,
        Self::Disagree,
        Self::Incomplete,
        Self::Interrupted,
    ];

    /// Returns the meaning of this exit code in one line, for `--help` and the manual.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Passed => "passed, or nothing to analyse (the report says which)",
            Self::Bug => "a bug in cargo mts",
            Self::Usage => "wrong usage, configuration or suite file",
            Self::Environment => "missing JDK, CPython, repository or file, or a failed system operation",
            Self::Gate => "the gate failed",
            Self::Disagree => "the original functions of a pair differ",
            Self::Incomplete => "incomplete: verdicts, results, requirements or shards are missing",
            Self::Interrupted => "interrupted by Ctrl-C (143 after SIGTERM)",
        }
    }
}

/// An error that ends the run.
#[derive(Debug)]
pub struct Error {
    /// The exit code of the process for this error.
    pub code: ExitCode,
    /// The problem, as one sentence without a full stop.
    pub message: String,
    /// The file with line and column, the revision, or the command. Empty if there is none.
    pub location: String,
    /// The advice to fix the problem. Empty if there is none.
    pub help: String,
}

/// A result whose default error type is [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Creates an error without location and help. [`Error::at`] and [`Error::help`] add these.
    pub fn new(code: ExitCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), location: String::new(), help: String::new() }
    }

    /// Creates an error with exit code 2.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(ExitCode::Usage, message)
    }

    /// Creates an error with exit code 3.
    pub fn environment(message: impl Into<String>) -> Self {
        Self::new(ExitCode::Environment, message)
    }

    /// Creates an error with exit code 1, for a bug in the tool.
    pub fn bug(message: impl Into<String>) -> Self {
        Self::new(ExitCode::Bug, message)
            .help("this is a bug in cargo mts: please report it with the command that you ran")
    }

    /// Creates an input/output error on a path, with exit code 3.
    ///
    /// `doing` completes the sentence `cannot ...`, such as `read the file`.
    pub fn io(doing: &str, path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::environment(format!("cannot {doing}: {error}")).at(path.display().to_string())
    }

    /// Sets the location of the error.
    #[must_use]
    pub fn at(mut self, location: impl Into<String>) -> Self {
        self.location = location.into();
        self
    }

    /// Returns this error with its location relative to a folder.
    ///
    /// A location outside of the folder stays as it is.
    #[must_use]
    pub fn relative_to(self, folder: &std::path::Path) -> Self {
        let prefix = format!("{}/", folder.display());
        let location = self.location.strip_prefix(&prefix).map(str::to_owned);
        Self { location: location.unwrap_or_else(|| self.location.clone()), ..self }
    }

    /// Sets the advice to fix the problem.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if !self.location.is_empty() {
            write!(f, "\n  --> {}", self.location)?;
        }
        if !self.help.is_empty() {
            write!(f, "\n  help: {}", self.help)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// Returns the known word with the most similar spelling, for a hint in a message.
///
/// The comparison ignores upper case, and treats `-`, `_` and a blank as equal. `None` if the nearest word needs more
/// edits than a third of the letters of `wrong` (but one edit is always allowed).
#[must_use]
pub fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    let plain = |word: &str| word.to_lowercase().replace(['_', ' '], "-").chars().collect::<Vec<char>>();
    let wrong = plain(wrong);
    let limit = (wrong.len() / 3).max(1);
    let near = known.iter().map(|word| (distance(&wrong, &plain(word)), *word)).min_by_key(|(d, _)| *d);
    near.filter(|(d, _)| *d <= limit).map(|(_, word)| word)
}

/// Returns the text of a serde error without the location at its end.
///
/// `line` and `column` are the location of the error. The location ends the text of a JSON error. In the text of a YAML
/// error, the context of the problem may follow, and the function removes it too.
#[must_use]
pub fn without_location(text: &str, line: usize, column: usize) -> &str {
    let cut = text.rsplit_once(format!(" at line {line} column {column}").as_str());
    cut.map_or(text, |(before, _)| before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_location_of_a_serde_error_is_at_its_end() {
        let json = "unknown field `a at line 2`, expected `b` at line 1 column 5";
        assert_eq!(without_location(json, 1, 5), "unknown field `a at line 2`, expected `b`");
        let yaml = "did not find expected key at line 3 column 1, while parsing a block mapping at line 2 column 1";
        assert_eq!(without_location(yaml, 3, 1), "did not find expected key");
        assert_eq!(without_location("invalid type", 0, 0), "invalid type");
    }

    #[test]
    fn only_a_similar_word_is_suggested() {
        assert_eq!(nearest("max_mts", &["min-ca", "max-mts"]), Some("max-mts"));
        assert_eq!(nearest("colour", &["min-ca", "max-mts"]), None);
    }
}
