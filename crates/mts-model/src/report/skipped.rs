//! Rows of the report for skipped pairs and files, each with its reason.

use crate::Requirement;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A skipped pair or file with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Skipped {
    /// Selector of the function, or path of the file.
    pub name: String,
    /// The reason for people, with advice if there is any.
    pub reason: String,
    /// The reason for programs, if another run may measure the pair. Absent for other rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_run: Option<NotRun>,
    /// Whether the pair lost its results through this change. Absent for other rows.
    ///
    /// Either the tool could compare the pair at the base and cannot now, or the change hides a file of the pair.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub was_comparable: bool,
}

/// The reason why a run did not measure a pair that another run may measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotRun {
    /// The time of `--budget` was over.
    Budget,
    /// A signal interrupted the run.
    Interrupted,
    /// The environment lacks something that the code of the pair needs.
    MissingRequirement(Requirement),
}

/// The reason why a pair has no scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// The run did not measure the pair, and another run may measure it.
    NotRun(NotRun),
    /// The tool cannot measure the pair in any run, for this reason.
    Unmeasurable(String),
}

impl Skipped {
    /// Creates the row of a pair or file.
    #[must_use]
    pub fn new(name: impl Into<String>, reason: impl Into<SkipReason>) -> Self {
        let reason = reason.into();
        let not_run = if let SkipReason::NotRun(why) = &reason { Some(why.clone()) } else { None };
        Self { name: name.into(), reason: reason.to_string(), not_run, was_comparable: false }
    }
}

impl From<String> for SkipReason {
    fn from(reason: String) -> Self {
        Self::Unmeasurable(reason)
    }
}

impl From<&str> for SkipReason {
    fn from(reason: &str) -> Self {
        Self::Unmeasurable(reason.to_owned())
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRun(NotRun::Budget) => f.write_str("not run: the time of `--budget` was over"),
            Self::NotRun(NotRun::Interrupted) => f.write_str("not run: a signal interrupted the run"),
            Self::NotRun(NotRun::MissingRequirement(requirement)) => {
                write!(f, "not run: the code needs {requirement}; {}", requirement.help())
            }
            Self::Unmeasurable(reason) => f.write_str(reason),
        }
    }
}
