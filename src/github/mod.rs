//! Writes a report to a pull request: a comment, a check run, a commit status, a SARIF upload. Only this module is
//! async, behind [`publish`]. A pull request may have made the report itself, so its texts are escaped, and the place
//! to write comes from the event and from GitHub. The exit code of the run, not this module, decides about merging.
//!
//! Requests are raw ones: octocrab's typed calls drop the headers that say how long to wait, and
//! `update_comment` sends `POST` where `PATCH` is documented.

mod actions_env;
mod annotations;
mod check;
mod client;
mod comment;
mod event;
mod input;
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
            Self::Status => "commit status",
            Self::Sarif => "SARIF upload",
            Self::Annotations => "annotations",
            Self::Summary => "step summary",
        }
    }

    /// The permission its writing takes; what stays in the step takes none.
    fn permission(self) -> &'static str {
        match self {
            Self::Comment => "pull-requests: write",
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
    /// The text to write.
    pub parts: Vec<PublishTarget>,
    /// When to comment.
    pub mode: CommentMode,
    /// The key of the comment, for several runs on one pull request.
    pub key: String,
    /// Name of the check run, and context of the commit status.
    pub check_name: String,
    /// Annotations at most.
    pub max_annotations: usize,
    /// Which findings are annotated.
    pub annotate: Annotate,
    /// Whether each request is logged on standard error.
    pub verbose: bool,
    /// How often and how long to wait.
    pub retry_policy: RetryPolicy,
}

/// A comment or a check run on GitHub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its id.
    pub id: u64,
    /// Its page.
    pub url: String,
}

/// The written part of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Full,
    /// Some of it.
    Partial,
    /// Nothing.
    None,
}

impl Extent {
    /// The word of the output `published`.
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
    /// How much.
    pub extent: Extent,
    /// The comment, where there is one.
    pub comment: Option<Written>,
    /// The check run, where there is one.
    pub check: Option<Written>,
    /// A line for each part that was written, or skipped on purpose.
    pub notices: Vec<String>,
    /// A line for each failure.
    pub warnings: Vec<String>,
}

impl Published {
    /// Whether it was not written on purpose: it is out of date, or of another commit.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.extent == Extent::None && self.warnings.is_empty()
    }

    fn nothing() -> Self {
        Self { extent: Extent::None, comment: None, check: None, notices: Vec::new(), warnings: Vec::new() }
    }
}

/// Writes the requested parts.
///
/// A refusal by GitHub is a warning, never an error: the gate has its own exit code.
///
/// # Errors
/// When the surroundings are not those of a workflow run, or the event cannot be read.
pub fn publish(report: &RunReport, request: &PublishRequest, around: &ActionsEnv) -> Result<Published> {
    let trigger = event::read(around)?;
    let Some(token) = &around.token else {
        let mut nothing = Published::nothing();
        nothing.warnings.push("no token: nothing is written; set GITHUB_TOKEN or MTS_TOKEN".to_owned());
        return Ok(nothing);
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| Error::environment(format!("cannot prepare for network access: {e}")))?;
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
            done.notices.push(format!("nothing is written: {why}"));
            return done;
        }
        Err(failure) => {
            done.warnings.push(format!("nothing is written: {failure}"));
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
            PublishTarget::Status => status::write(client, report, request, &place, &target, &mut done).await,
            PublishTarget::Sarif => sarif::write(client, report, around, &target, &mut done).await,
            // The caller's, who has the step's streams and files.
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

/// One line for everything that the token may not write.
fn denial(parts: &[PublishTarget]) -> String {
    let names: Vec<&str> = parts.iter().map(|part| part.label()).collect();
    let permissions: Vec<&str> = parts.iter().map(|part| part.permission()).collect();
    format!(
        "the token may not write: {}; this takes the permissions {}, which a run for a fork's pull request does not \
         get: publish from a workflow_run workflow there",
        names.join(", "),
        permissions.join(", ")
    )
}

/// The text of a dry run, without any request.
///
/// # Errors
/// As [`publish`].
pub fn rehearse(report: &RunReport, request: &PublishRequest, around: &ActionsEnv) -> Result<String> {
    let trigger = event::read(around)?;
    let place = place(request, around, &trigger);
    let mut out = format!("would write to {} for {}\n", around.repository, trigger.describe());
    for part in &request.parts {
        out.push_str(&match part {
            PublishTarget::Comment => comment::rehearse(report, request, &place, &trigger),
            PublishTarget::Check => check::rehearse(report, request, &place, &trigger)?,
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
    CommentPlace { repository: Some(repository), run, key: request.key.clone() }
}

/// The text of the comment without its marker, for other places: GitHub counts characters there, and bytes
/// where it stores them.
fn summary(report: &RunReport, place: &CommentPlace) -> String {
    markdown::within(report, place, check::MOST_SUMMARY_BYTES)
}
