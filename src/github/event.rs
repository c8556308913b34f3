//! Reads the event that started a workflow run, from the payload that GitHub wrote.
//!
//! This module is the only parser of payloads. The parser ignores unknown keys.

use super::actions::env::{ActionsEnv, RunId};
use crate::git::CiEvent;
use mts_model::bounded_text::read_text;
use mts_model::error::{Error, Result};
use serde::Deserialize;
use std::path::Path;

/// The largest payload in bytes. GitHub's limit is 25 MB.
const MOST_BYTES: u64 = 32 << 20;

/// The subject of a workflow run: a pull request, another run, or a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trigger {
    /// A pull request, whose event started this run.
    PullRequest {
        /// The number of the pull request.
        number: u64,
        /// The head commit of the pull request at the time of the event.
        head: String,
    },
    /// The end of another workflow's run.
    WorkflowRun(EndedRun),
    /// A commit alone: a push, a merge queue's group, a schedule or a manual start.
    Commit {
        /// The name of the event.
        event: String,
        /// The id of the commit.
        sha: String,
    },
}

/// The run that a `workflow_run` event describes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct EndedRun {
    pub id: u64,
    #[serde(default = "first")]
    pub run_attempt: u64,
    pub event: String,
    pub head_sha: String,
    pub head_branch: Option<String>,
    pub head_repository: Option<RepositoryName>,
    /// The pull requests of the run. The list is empty for a fork's pull request.
    #[serde(default)]
    pub pull_requests: Vec<PullNumber>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct RepositoryName {
    pub full_name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct PullNumber {
    pub number: u64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Payload {
    pull_request: Option<Pull>,
    workflow_run: Option<EndedRun>,
    merge_group: Option<MergeGroup>,
    before: Option<String>,
    after: Option<String>,
}

#[derive(Deserialize)]
struct Pull {
    number: Option<u64>,
    head: Option<Tip>,
    base: Option<Tip>,
}

#[derive(Deserialize)]
struct Tip {
    sha: String,
}

#[derive(Deserialize)]
struct MergeGroup {
    head_sha: String,
    base_sha: Option<String>,
}

fn first() -> u64 {
    1
}

impl Trigger {
    /// Returns the other run, if the trigger is the end of another run.
    pub(super) fn run(&self) -> Option<RunId> {
        match self {
            Self::WorkflowRun(run) => Some(RunId { id: run.id, attempt: run.run_attempt }),
            _ => None,
        }
    }

    /// Describes the trigger for people.
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

/// Reports whether `publish` writes to a pull request after an event with this name.
pub(super) fn is_pull_request(event: &str) -> bool {
    matches!(event, "pull_request" | "pull_request_review")
}

/// Returns the first seven digits of a commit id.
pub(super) fn short(sha: &str) -> &str {
    sha.get(..7).unwrap_or(sha)
}

/// Reads the event of this run.
///
/// # Errors
/// Returns an error if the payload cannot be read or lacks a required key, if the event names no valid commit id, or if
/// the event is `pull_request_target`.
pub(super) fn read(around: &ActionsEnv) -> Result<Trigger> {
    let name = around.event_name.as_str();
    if name == "pull_request_target" {
        return Err(Error::usage("publish does not run on pull_request_target").help(
            "run on pull_request, and publish from a workflow_run workflow: code of a pull request must not run where the token can write",
        ));
    }
    let payload = match &around.event_path {
        Some(path) => read_payload(path)?,
        None => Payload::default(),
    };
    trigger(around, &payload)
}

fn read_payload(path: &Path) -> Result<Payload> {
    let text = read_text(path, MOST_BYTES).map_err(|e| Error::io("read the event", path, &e))?;
    serde_json::from_str(&text)
        .map_err(|e| Error::usage(format!("cargo mts cannot read the event: {e}")).at(path.display().to_string()))
}

/// Returns the commits of the event, if GitHub set the environment.
///
/// `None` also means an event without commits, such as `workflow_dispatch`. Then the tool takes the
/// commits from the repository alone.
///
/// # Errors
/// Returns an error if the event of a pull request or of a merge queue has no readable commits. Without these
/// commits, the tool would test the change against another base.
pub fn ci_event(variable: impl Fn(&str) -> Option<String>) -> Result<Option<CiEvent>> {
    let (Some("true"), Some(name)) = (variable("GITHUB_ACTIONS").as_deref(), variable("GITHUB_EVENT_NAME")) else {
        return Ok(None);
    };
    let needs_commits = name.starts_with("pull_request") || name == "merge_group";
    let help = "GitHub sets GITHUB_EVENT_PATH; outside of GitHub Actions, unset GITHUB_ACTIONS";
    let payload = match variable("GITHUB_EVENT_PATH") {
        Some(path) => read_payload(Path::new(&path)),
        None => Err(Error::usage("cargo mts cannot read the event: there is no payload").at("GITHUB_EVENT_PATH")),
    };
    match payload.map(|payload| commits(&name, payload, variable("GITHUB_SHA"))) {
        Ok(None) if needs_commits => {
            Err(Error::usage(format!("the event `{name}` does not name the commits of base and head"))
                .at("GITHUB_EVENT_PATH")
                .help(help))
        }
        Err(error) if needs_commits => Err(error.help(help)),
        found => Ok(found.unwrap_or_default()),
    }
}

/// Returns the commits of the event with this name.
///
/// `workflow` is the commit of the workflow's run. For a pull request, GitHub made this commit.
fn commits(name: &str, payload: Payload, workflow: Option<String>) -> Option<CiEvent> {
    let whole = |sha: Option<String>| sha.filter(|sha| is_sha(sha));
    match name {
        "pull_request" | "pull_request_review" | "pull_request_review_comment" | "pull_request_target" => {
            let Pull { head, base, .. } = payload.pull_request?;
            let (head, base) = (whole(Some(head?.sha))?, whole(Some(base?.sha))?);
            Some(CiEvent::PullRequest { head, base, merge: whole(workflow) })
        }
        "merge_group" => {
            let MergeGroup { head_sha, base_sha } = payload.merge_group?;
            Some(CiEvent::MergeGroup { head: whole(Some(head_sha))?, base: whole(base_sha)? })
        }
        "push" => {
            // A new branch has no previous commit.
            let before = whole(payload.before).filter(|sha| sha.chars().any(|digit| digit != '0'));
            Some(CiEvent::Push { after: whole(payload.after)?, before })
        }
        _ => None,
    }
}

/// Reports whether a text is a complete commit id of SHA-1 or SHA-256.
fn is_sha(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.chars().all(|c| c.is_ascii_hexdigit())
}

fn trigger(around: &ActionsEnv, payload: &Payload) -> Result<Trigger> {
    let name = around.event_name.as_str();
    let lacks = |what: &str| {
        let path = around.event_path.as_ref();
        Error::usage(format!("the event `{name}` has no {what}"))
            .at(path.map_or_else(|| "GITHUB_EVENT_PATH".to_owned(), |path| path.display().to_string()))
            .help("run publish in a GitHub workflow, which sets GITHUB_EVENT_PATH and GITHUB_SHA")
    };
    let trigger = if is_pull_request(name) {
        let pull = payload.pull_request.as_ref();
        let found = pull.and_then(|pull| Some((pull.number?, pull.head.as_ref()?.sha.clone())));
        let (number, head) = found.ok_or_else(|| lacks("pull request"))?;
        Trigger::PullRequest { number, head }
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
        return Err(Error::usage(format!("`{sha}` is not the id of a commit")).at(format!("event {name}")));
    }
    Ok(trigger)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sha(digit: char) -> String {
        digit.to_string().repeat(40)
    }

    fn parse(name: &str, event: serde_json::Value) -> Option<CiEvent> {
        commits(name, serde_json::from_value(event).ok()?, Some(sha('c')))
    }

    #[test]
    fn the_commits_of_each_event_are_found() {
        let pull = json!({"pull_request": {"head": {"sha": sha('a')}, "base": {"sha": sha('b')}}});
        assert_eq!(
            parse("pull_request", pull),
            Some(CiEvent::PullRequest { head: sha('a'), base: sha('b'), merge: Some(sha('c')) })
        );
        let review = json!({"pull_request": {"head": {"sha": sha('a')}, "base": {"sha": sha('b')}}});
        assert!(parse("pull_request_review_comment", review).is_some());
        let group = json!({"merge_group": {"head_sha": sha('a'), "base_sha": sha('b')}});
        assert_eq!(parse("merge_group", group), Some(CiEvent::MergeGroup { head: sha('a'), base: sha('b') }));
        let push = json!({"before": sha('b'), "after": sha('a')});
        assert_eq!(parse("push", push), Some(CiEvent::Push { after: sha('a'), before: Some(sha('b')) }));
        let fresh = json!({"before": sha('0'), "after": sha('a')});
        assert_eq!(parse("push", fresh), Some(CiEvent::Push { after: sha('a'), before: None }));
        assert_eq!(parse("workflow_dispatch", json!({"inputs": {}})), None);
    }

    #[test]
    fn an_event_without_valid_shas_is_ignored() {
        for odd in ["main", "--upload-pack=x", "", "abc"] {
            let pull = json!({"pull_request": {"head": {"sha": odd}, "base": {"sha": sha('b')}}});
            assert_eq!(parse("pull_request", pull), None, "{odd}");
        }
        assert_eq!(parse("push", json!([])), None);
    }

    #[test]
    fn without_github_there_is_no_event() {
        assert_eq!(ci_event(|name| (name == "GITHUB_EVENT_NAME").then(|| "push".to_owned())).ok(), Some(None));
    }

    #[test]
    fn the_event_of_a_pull_request_without_readable_commits_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("event.json");
        let event = |name: &'static str| {
            let path = path.display().to_string();
            ci_event(move |variable| match variable {
                "GITHUB_ACTIONS" => Some("true".to_owned()),
                "GITHUB_EVENT_NAME" => Some(name.to_owned()),
                "GITHUB_EVENT_PATH" => Some(path.clone()),
                _ => None,
            })
        };
        for payload in [None, Some("no JSON"), Some("{}")] {
            if let Some(payload) = payload {
                std::fs::write(&path, payload).expect("written");
            }
            for name in ["pull_request", "pull_request_review_comment", "merge_group"] {
                assert!(event(name).is_err(), "{name} {payload:?}");
            }
            assert_eq!(event("workflow_dispatch").ok(), Some(None), "{payload:?}");
        }
    }
}
