//! What a workflow run was started by, from the payload that GitHub gave it. Payloads are read tolerantly:
//! only what is named here is looked at.

use super::actions_env::{ActionsEnv, RunId};
use mts_model::error::{Error, Result};
use serde::Deserialize;
use std::io::Read;

/// Longest payload; GitHub's own limit is 25 MB.
const MOST_BYTES: u64 = 32 << 20;

/// Why this run is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trigger {
    /// A pull request, in its own run.
    PullRequest {
        /// Its number.
        number: u64,
        /// Its head at the time.
        head: String,
    },
    /// Another workflow's run has ended.
    WorkflowRun(EndedRun),
    /// A commit alone: a push, a merge queue's group, a schedule, by hand.
    Commit {
        /// Name of the event.
        event: String,
        /// The commit.
        sha: String,
    },
}

/// The run that a `workflow_run` event tells about.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct EndedRun {
    pub id: u64,
    #[serde(default = "first")]
    pub run_attempt: u64,
    pub event: String,
    pub head_sha: String,
    pub head_branch: Option<String>,
    pub head_repository: Option<Named>,
    /// Empty for a fork's pull request.
    #[serde(default)]
    pub pull_requests: Vec<Numbered>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Named {
    pub full_name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Numbered {
    pub number: u64,
}

#[derive(Deserialize)]
struct Payload {
    pull_request: Option<Pull>,
    workflow_run: Option<EndedRun>,
    merge_group: Option<Group>,
}

#[derive(Deserialize)]
struct Pull {
    number: u64,
    head: Head,
}

#[derive(Deserialize)]
struct Head {
    sha: String,
}

#[derive(Deserialize)]
struct Group {
    head_sha: String,
}

fn first() -> u64 {
    1
}

impl Trigger {
    /// The other run that it is about.
    pub(super) fn run(&self) -> Option<RunId> {
        match self {
            Self::WorkflowRun(run) => Some(RunId { id: run.id, attempt: run.run_attempt }),
            _ => None,
        }
    }

    /// For a person.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::PullRequest { number, head } => format!("pull request #{number} at {}", short(head)),
            Self::WorkflowRun(run) if is_pull_request(&run.event) => {
                format!("the pull request of run {} at {}", run.id, short(&run.head_sha))
            }
            Self::WorkflowRun(run) => format!("commit {} of run {} ({})", short(&run.head_sha), run.id, run.event),
            Self::Commit { event, sha } => format!("commit {} ({event})", short(sha)),
        }
    }
}

/// Whether an event of this name has a pull request.
pub(super) fn is_pull_request(event: &str) -> bool {
    matches!(event, "pull_request" | "pull_request_review")
}

/// First digits of a commit.
pub(super) fn short(sha: &str) -> &str {
    sha.get(..7).unwrap_or(sha)
}

/// Reads the event of this run.
///
/// # Errors
/// When there is no payload, when it lacks what it should have, or for `pull_request_target`.
pub(super) fn read(around: &ActionsEnv) -> Result<Trigger> {
    let name = around.event_name.as_str();
    if name == "pull_request_target" {
        return Err(Error::usage("publish does not run on pull_request_target").help(
            "run on pull_request, and publish from a workflow_run workflow: a token that may write has no place next \
             to a pull request's code",
        ));
    }
    let Some(path) = &around.event_path else {
        return of(around, &Payload { pull_request: None, workflow_run: None, merge_group: None });
    };
    let file = std::fs::File::open(path).map_err(|e| Error::io("read the event", path, &e))?;
    let mut text = String::new();
    file.take(MOST_BYTES).read_to_string(&mut text).map_err(|e| Error::io("read the event", path, &e))?;
    let payload: Payload = serde_json::from_str(&text)
        .map_err(|e| Error::usage(format!("the event cannot be read: {e}")).at(path.display().to_string()))?;
    of(around, &payload)
}

fn of(around: &ActionsEnv, payload: &Payload) -> Result<Trigger> {
    let name = around.event_name.as_str();
    let lacks = |what: &str| {
        Error::usage(format!("the event `{name}` has no {what}")).at(around
            .event_path
            .as_ref()
            .map_or_else(|| "GITHUB_EVENT_PATH".to_owned(), |path| path.display().to_string()))
    };
    let trigger = if is_pull_request(name) {
        let pull = payload.pull_request.as_ref().ok_or_else(|| lacks("pull request"))?;
        Trigger::PullRequest { number: pull.number, head: pull.head.sha.clone() }
    } else if name == "workflow_run" {
        Trigger::WorkflowRun(payload.workflow_run.clone().ok_or_else(|| lacks("run"))?)
    } else {
        let group = payload.merge_group.as_ref().map(|group| group.head_sha.clone());
        let sha = group.or_else(|| around.sha.clone()).ok_or_else(|| lacks("commit"))?;
        Trigger::Commit { event: name.to_owned(), sha }
    };
    let sha = match &trigger {
        Trigger::PullRequest { head, .. } => head,
        Trigger::WorkflowRun(run) => &run.head_sha,
        Trigger::Commit { sha, .. } => sha,
    };
    if sha.len() < 7 || !sha.chars().all(|c| c.is_ascii_hexdigit()) {
        return Err(Error::usage(format!("`{sha}` is not a commit")).at(format!("event {name}")));
    }
    Ok(trigger)
}
