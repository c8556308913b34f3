//! The error type of all crates: message, location, help and exit code. A problem of one function or one mutant is not
//! an error but a row of the report.

use std::fmt;

/// Exit codes of `cargo mts`; the report carries every condition, the number only the gravest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum ExitCode {
    /// The gate passed, or there was nothing to analyse (the report says which).
    Passed = 0,
    /// A bug in the tool itself.
    Bug = 1,
    /// Wrong usage, or a configuration or suite file that cannot be used.
    Usage = 2,
    /// The environment lacks something: no JDK, no CPython, no repository.
    Environment = 3,
    /// The gate failed.
    Gate = 10,
    /// An original pair already disagrees and the gate forbids it.
    Disagree = 11,
    /// Incomplete: no verdict for too many mutants, or a part is missing.
    Incomplete = 12,
    /// Interrupted by a signal.
    Interrupted = 130,
}

impl ExitCode {
    /// Every code, in numeric order: the table of the manual and of `--help`.
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

    /// One line of meaning, as printed by `--help` and in the manual.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Passed => "passed, or nothing to analyse (the report says which)",
            Self::Bug => "a bug in cargo mts",
            Self::Usage => "wrong usage, configuration or suite file",
            Self::Environment => "missing JDK, CPython or repository",
            Self::Gate => "the gate failed",
            Self::Disagree => "the original functions of a pair differ",
            Self::Incomplete => "incomplete: too many mutants without a verdict",
            Self::Interrupted => "interrupted",
        }
    }
}

/// An error that ends the run.
#[derive(Debug)]
pub struct Error {
    /// The exit code it leads to.
    pub code: ExitCode,
    /// The fault, one sentence without a full stop.
    pub message: String,
    /// A file with line and column, a revision, or a command. Empty when there is none.
    pub location: String,
    /// How to fix it. Empty when there is no advice.
    pub help: String,
}

/// Shorthand for results of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error with a code and a sentence; add the rest with [`Error::at`] and [`Error::help`].
    pub fn new(code: ExitCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), location: String::new(), help: String::new() }
    }

    /// Exit code 2.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(ExitCode::Usage, message)
    }

    /// Exit code 3.
    pub fn environment(message: impl Into<String>) -> Self {
        Self::new(ExitCode::Environment, message)
    }

    /// Exit code 1: something that cannot happen did.
    pub fn bug(message: impl Into<String>) -> Self {
        Self::new(ExitCode::Bug, message)
            .help("this is a bug in cargo mts: please report it with the command that was run")
    }

    /// An input/output error on a path, exit code 3.
    pub fn io(doing: &str, path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::environment(format!("cannot {doing}: {error}")).at(path.display().to_string())
    }

    /// Adds the location.
    #[must_use]
    pub fn at(mut self, location: impl Into<String>) -> Self {
        self.location = location.into();
        self
    }

    /// Adds the advice.
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

/// The known word nearest to a misspelt one, if any is near.
#[must_use]
pub fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    let plain = |word: &str| word.to_lowercase().replace(['_', ' '], "-");
    let wrong = plain(wrong);
    let limit = (wrong.chars().count() / 3).max(1);
    let near = known.iter().map(|word| (distance(&wrong, &plain(word)), *word)).min_by_key(|(d, _)| *d);
    near.filter(|(d, _)| *d <= limit).map(|(_, word)| word)
}

/// Edit distance (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn only_a_near_word_is_suggested() {
        assert_eq!(nearest("max_mts", &["min-ca", "max-mts"]), Some("max-mts"));
        assert_eq!(nearest("colour", &["min-ca", "max-mts"]), None);
    }
}
