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

mod actions;
mod check;
mod client;
mod comment;
mod event;
mod input;
mod request;
mod review;
mod sarif;
mod status;
mod target;

pub use crate::report::findings::Annotate;
pub use actions::env::ActionsEnv;
pub use actions::step_output::{commands, set_outputs, summarise, workflow_command};
pub use client::RetryPolicy;
pub use event::ci_event;
pub use input::{MOST_BYTES, read};
pub use request::{CommentMode, Extent, PublishRequest, PublishTarget, Published, Written};

use crate::report::markdown::CommentPlace;
use client::{Client, Failure};
use event::Trigger;
use mts_model::error::{Error, Result};
use mts_model::report::RunReport;
use target::SearchResult;

/// Writes the requested targets.
///
/// A refusal by GitHub is a warning, never an error, because the gate has its own exit code.
///
/// # Errors
/// Returns an error if the event cannot be read, if the address of the API is invalid, or if the network runtime cannot
/// start.
pub fn publish(report: &RunReport, request: &PublishRequest, around: &ActionsEnv) -> Result<Published> {
    let trigger = event::read(around)?;
    let Some(token) = &around.token else {
        let mut nothing = Published::empty();
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
    let mut done = Published::empty();
    let target = match target::find(client, report, around, trigger).await {
        Ok(SearchResult::Destination(target)) => target,
        Ok(SearchResult::Skipped(why)) => {
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
            Err(Failure::Denied(answer)) => denied.push((*part, answer)),
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
///
/// The line has GitHub's answer for the first target.
fn denial(denied: &[(PublishTarget, String)]) -> String {
    let names: Vec<&str> = denied.iter().map(|(part, _)| part.label()).collect();
    let mut permissions: Vec<&str> = denied.iter().map(|(part, _)| part.permission()).collect();
    let answer = denied.first().map_or("", |(_, answer)| answer);
    permissions.sort_unstable();
    permissions.dedup();
    format!(
        "the token may not write: {}; give the token these permissions: {}. A run for a fork's pull request never gets these permissions: publish the report of such a run from a workflow_run workflow. GitHub's answer: {answer}",
        names.join(", "),
        permissions.join(", ")
    )
}

/// Returns the text of a dry run, without any request.
///
/// # Errors
/// Returns an error if the event cannot be read, or if a part of the text has no JSON form.
pub fn describe_dry_run(report: &RunReport, request: &PublishRequest, around: &ActionsEnv) -> Result<String> {
    let trigger = event::read(around)?;
    let place = place(request, around, &trigger);
    let mut out = format!("publish would write to {} for {}\n", around.repository, trigger.describe());
    for part in &request.parts {
        out.push_str(&match part {
            PublishTarget::Comment => comment::describe_dry_run(report, request, &place, &trigger),
            PublishTarget::Check => check::describe_dry_run(report, request, &place, &trigger)?,
            PublishTarget::Review => review::describe_dry_run(report, request, &trigger)?,
            PublishTarget::Status => status::describe_dry_run(report, request, &place)?,
            PublishTarget::Sarif => format!("\nSARIF upload:\n{}\n", crate::report::sarif::render(report)?),
            PublishTarget::Annotations => format!("\nannotations:\n{}", commands(report, request)),
            PublishTarget::Summary => format!("\nstep summary:\n{}\n", check::summary(report, &place)),
        });
    }
    Ok(out)
}

fn place(request: &PublishRequest, around: &ActionsEnv, trigger: &Trigger) -> CommentPlace {
    let repository = format!("{}/{}", around.server, around.repository);
    let run = trigger.run().or(around.run).map(|run| format!("{repository}/actions/runs/{}", run.id));
    let artifact = request.artifact(&repository);
    CommentPlace { repository: Some(repository), run, artifact, key: request.key.clone() }
}
