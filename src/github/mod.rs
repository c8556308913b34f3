//! Writes a report to a pull request.
//!
//! The forms are a comment, a check run, a review, a commit status and a SARIF upload.
//!
//! Only this module is async; [`publish`] is a blocking function. The code of a pull request may
//! have made the report. This module therefore escapes the texts of the report, and takes the
//! commit and the pull request from the event and from GitHub. The exit code of the run, not this
//! module, decides whether the pull request may merge.
//!
//! The requests do not use octocrab's typed calls. These calls drop the headers with the waiting
//! time, and `update_comment` sends `POST`, although GitHub's documentation requires `PATCH`.

mod actions_env;
mod check;
mod client;
mod comment;
mod event;
mod input;
mod review;
mod sarif;
mod status;
mod step_output;
mod target;

pub use crate::report::findings::Annotate;
pub use actions_env::ActionsEnv;
pub use client::RetryPolicy;
pub use comment::CommentMode;
pub use event::ci_event;
pub use input::{MOST_BYTES, read};
pub use step_output::{commands, set_outputs, summarise, workflow_command};

use crate::report::markdown::{self, CommentPlace};
use client::{Client, Failure};
use event::Trigger;
use mts_model::error::{Error, Result};
use mts_model::report::RunReport;
use target::SearchResult;

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
    fn label(self) -> &'static str {
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
    fn permission(self) -> &'static str {
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
    /// Then the report is out of date, or it belongs to another commit.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.extent == Extent::None && self.warnings.is_empty()
    }

    fn nothing() -> Self {
        Self { extent: Extent::None, comment: None, check: None, notices: Vec::new(), warnings: Vec::new() }
    }
}

/// Writes the requested targets.
///
/// A refusal by GitHub is a warning, never an error, because the gate has its own exit code.
///
/// # Errors
/// Returns an error if the environment is not that of a workflow run, or if the event cannot be
/// read.
pub fn publish(report: &RunReport, request: &PublishRequest, around: &ActionsEnv) -> Result<Published> {
    let trigger = event::read(around)?;
    let Some(token) = &around.token else {
        let mut nothing = Published::nothing();
        nothing.warnings.push("publish writes nothing without a token: set GITHUB_TOKEN or MTS_TOKEN".to_owned());
        return Ok(nothing);
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| Error::environment(format!("cannot start the network runtime: {e}")))?;
    runtime.block_on(async {
        let client = Client::new(around, token, request.retry_policy, request.verbose)?;
        Ok(write(&client, report, request, around, &trigger).await)
    })
}

async fn write(
    client: &Client,
    report: &RunReport,
    request: &PublishRequest,
    around: &ActionsEnv,
    trigger: &Trigger,
) -> Published {
    let mut done = Published::nothing();
    let target = match target::find(client, report, around, trigger).await {
        Ok(SearchResult::Destination(target)) => target,
        Ok(SearchResult::Refused(why)) => {
            done.notices.push(format!("publish writes nothing: {why}"));
            return done;
        }
        Err(failure) => {
            done.warnings.push(format!("publish writes nothing: {failure}"));
            return done;
        }
    };
    done.notices.extend(target.notes.iter().cloned());
    let place = place(request, around, trigger);
    let (mut kept, mut denied) = (0, Vec::new());
    for part in &request.parts {
        let answer = match part {
            PublishTarget::Comment => comment::write(client, report, request, &place, &target, &mut done).await,
            PublishTarget::Check => check::write(client, report, request, &place, &target, &mut done).await,
            PublishTarget::Review => review::write(client, report, request, &target, &mut done).await,
            PublishTarget::Status => status::write(client, report, request, &place, &target, &mut done).await,
            PublishTarget::Sarif => sarif::write(client, report, around, &target, &mut done).await,
            // The caller writes these targets, because it has the streams and files of the step.
            PublishTarget::Annotations | PublishTarget::Summary => Ok(()),
        };
        match answer {
            Ok(()) => kept += 1,
            Err(Failure::Denied(_)) => denied.push(*part),
            Err(failure) => done.warnings.push(format!("{}: {failure}", part.label())),
        }
    }
    if !denied.is_empty() {
        done.warnings.insert(0, denial(&denied));
    }
    done.extent = match kept {
        0 => Extent::None,
        n if n == request.parts.len() => Extent::Full,
        _ => Extent::Partial,
    };
    done
}

/// Returns one line about all targets that the token does not allow.
fn denial(parts: &[PublishTarget]) -> String {
    let names: Vec<&str> = parts.iter().map(|part| part.label()).collect();
    let mut permissions: Vec<&str> = parts.iter().map(|part| part.permission()).collect();
    permissions.sort_unstable();
    permissions.dedup();
    format!(
        "the token may not write: {}; give the token the permissions {}. A run for a fork's pull request never gets these permissions: publish from a workflow_run workflow there",
        names.join(", "),
        permissions.join(", ")
    )
}

/// Returns the text of a dry run, without any request.
///
/// # Errors
/// Returns an error if [`publish`] would return one.
pub fn rehearse(report: &RunReport, request: &PublishRequest, around: &ActionsEnv) -> Result<String> {
    let trigger = event::read(around)?;
    let place = place(request, around, &trigger);
    let mut out = format!("would write to {} for {}\n", around.repository, trigger.describe());
    for part in &request.parts {
        out.push_str(&match part {
            PublishTarget::Comment => comment::rehearse(report, request, &place, &trigger),
            PublishTarget::Check => check::rehearse(report, request, &place, &trigger)?,
            PublishTarget::Review => review::rehearse(report, request, &trigger)?,
            PublishTarget::Status => status::rehearse(report, request, &place)?,
            PublishTarget::Sarif => format!("\nSARIF upload:\n{}\n", crate::report::sarif::render(report)?),
            PublishTarget::Annotations => format!("\nannotations:\n{}", commands(report, request)),
            PublishTarget::Summary => format!("\nstep summary:\n{}\n", summary(report, &place)),
        });
    }
    Ok(out)
}

fn place(request: &PublishRequest, around: &ActionsEnv, trigger: &Trigger) -> CommentPlace {
    let repository = format!("{}/{}", around.server, around.repository);
    let run = trigger.run().or(around.run).map(|run| format!("{repository}/actions/runs/{}", run.id));
    let artifact = artifact(request, &repository);
    CommentPlace { repository: Some(repository), run, artifact, key: request.key.clone() }
}

/// Returns the address of the uploaded results, if a run of this repository has this address.
///
/// A job that runs code of the pull request may have made the address.
fn artifact(request: &PublishRequest, repository: &str) -> Option<String> {
    let runs = format!("{repository}/actions/runs/");
    request.artifact_url.clone().filter(|url| url.starts_with(&runs))
}

/// Returns the text of the comment without its marker, for other places.
///
/// GitHub limits the characters of a comment, but the bytes of the other places.
fn summary(report: &RunReport, place: &CommentPlace) -> String {
    markdown::within(report, place, check::MOST_SUMMARY_BYTES)
}
