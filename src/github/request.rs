//! The request of `cargo mts publish`, and its result.

use super::client::RetryPolicy;
use crate::report::findings::Annotate;

mts_model::named_option! {
    /// Parts that `publish` can write.
    PublishTarget {
        /// A comment on the pull request, one for each key.
        Comment = "comment",
        /// A check run with annotations.
        Check = "check",
        /// A review with the fixes, on lines of the change.
        Review = "review",
        /// A commit status.
        Status = "status",
        /// An upload to code scanning.
        Sarif = "sarif",
        /// Workflow commands in the log of the step, at most ten errors and ten warnings.
        Annotations = "annotations",
        /// The summary of the step.
        Summary = "summary",
    }
}

impl PublishTarget {
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Comment => "comment",
            Self::Check => "check run",
            Self::Review => "review",
            Self::Status => "commit status",
            Self::Sarif => "SARIF upload",
            Self::Annotations => "annotations",
            Self::Summary => "step summary",
        }
    }

    /// Returns the permission that the target needs. A target inside the step needs no permission.
    pub(super) fn permission(self) -> &'static str {
        match self {
            Self::Comment | Self::Review => "pull-requests: write",
            Self::Check => "checks: write",
            Self::Status => "statuses: write",
            Self::Sarif => "security-events: write",
            Self::Annotations | Self::Summary => "",
        }
    }
}

/// The request of `cargo mts publish`.
#[derive(Clone, Debug)]
pub struct PublishRequest {
    /// The targets to write.
    pub parts: Vec<PublishTarget>,
    /// The condition for a comment.
    pub mode: CommentMode,
    /// The key of the comment, which distinguishes several runs on one pull request.
    pub key: String,
    /// The name of the check run, and the context of the commit status.
    pub check_name: String,
    /// Address of the uploaded results.
    pub artifact_url: Option<String>,
    /// The largest number of annotations.
    pub max_annotations: usize,
    /// The findings that get an annotation.
    pub annotate: Annotate,
    /// Whether to log each request on standard error.
    pub verbose: bool,
    /// The number of retries and the waiting times.
    pub retry_policy: RetryPolicy,
}

impl PublishRequest {
    /// Returns the address of the uploaded results of a run of this repository.
    ///
    /// Returns `None` for any other address. A job that runs code of the pull request may have made the address, so the
    /// function checks it.
    pub(super) fn artifact(&self, repository: &str) -> Option<String> {
        let runs = format!("{repository}/actions/runs/");
        self.artifact_url.clone().filter(|url| url.starts_with(&runs))
    }
}

mts_model::named_option! {
    /// The condition for a comment.
    CommentMode {
        /// Write a new comment only if a pair changed or the gate did not pass.
        Changes = "changes",
        /// Always.
        Always = "always",
        /// Write a new comment only if the gate did not pass.
        Failures = "failures",
        /// Never.
        Off = "off",
    }
}

/// A comment or a check run on GitHub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The id of the object.
    pub id: u64,
    /// The address of the object's page.
    pub url: String,
}

/// The part of the request that `publish` wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All targets.
    Full,
    /// Some targets.
    Partial,
    /// No target.
    None,
}

impl Extent {
    /// Returns the word for the output `published`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Partial => "partial",
            Self::None => "none",
        }
    }
}

/// The result of `publish`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The part of the request that `publish` wrote.
    pub extent: Extent,
    /// The comment, if there is one.
    pub comment: Option<Written>,
    /// The check run, if there is one.
    pub check: Option<Written>,
    /// A line for each target that `publish` wrote or skipped on purpose.
    pub notices: Vec<String>,
    /// A line for each failure.
    pub warnings: Vec<String>,
}

impl Published {
    /// Reports whether `publish` wrote nothing on purpose.
    ///
    /// For example, the report is out of date, or it belongs to another commit.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.extent == Extent::None && self.warnings.is_empty()
    }

    pub(super) fn empty() -> Self {
        Self { extent: Extent::None, comment: None, check: None, notices: Vec::new(), warnings: Vec::new() }
    }
}
