//! Finds the commit and pull request of a result, from the event and from GitHub.
//!
//! The search never uses the report. The module rejects a report of another commit, a pull request with a newer head,
//! and a run that a newer run replaces.

use super::actions::env::{ActionsEnv, RunId};
use super::client::{Client, Failure};
use super::event::{EndedRun, PullNumber, RepositoryName, Trigger, is_pull_request, short};
use crate::report::escape;
use mts_model::report::RunReport;
use serde::Deserialize;

/// The commit and the pull request to write to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Destination {
    /// The commit of the check run and the status.
    pub sha: String,
    /// The number of the pull request. `None` means a commit without a pull request.
    pub pull: Option<u64>,
    /// Whether the head of the pull request may be in another repository.
    pub is_from_fork: bool,
    /// The run that made the report.
    pub run: Option<RunId>,
    /// Notes about the search.
    pub notes: Vec<String>,
}

/// The result of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SearchResult {
    /// The place to write to.
    Destination(Destination),
    /// The reason to write nothing.
    Skipped(String),
}

#[derive(Clone, Debug, Deserialize)]
struct Pull {
    number: u64,
    state: String,
    head: PullHead,
}

#[derive(Clone, Debug, Deserialize)]
struct PullHead {
    sha: String,
    #[serde(rename = "ref")]
    branch: String,
    /// The repository of the head. `None` means that the fork no longer exists.
    repo: Option<RepositoryName>,
}

#[derive(Clone, Debug, Deserialize)]
struct Run {
    id: u64,
    run_number: u64,
    #[serde(default)]
    run_attempt: Option<u64>,
    workflow_id: u64,
    event: String,
    head_sha: String,
    head_branch: Option<String>,
    head_repository: Option<RepositoryName>,
    conclusion: Option<String>,
    #[serde(default)]
    pull_requests: Option<Vec<PullNumber>>,
}

/// Finds the destination of the report.
pub(super) async fn find(
    client: &Client,
    report: &RunReport,
    around: &ActionsEnv,
    trigger: &Trigger,
) -> Result<SearchResult, Failure> {
    let mut target = Destination {
        sha: String::new(),
        pull: None,
        is_from_fork: true,
        run: trigger.run().or(around.run),
        notes: Vec::new(),
    };
    match trigger {
        Trigger::Commit { sha, .. } => target.sha.clone_from(sha),
        Trigger::PullRequest { number, head } => {
            (target.sha, target.pull) = (head.clone(), Some(*number));
        }
        Trigger::WorkflowRun(run) => target.sha.clone_from(&run.head_sha),
    }
    if let Some(why) = foreign(report, &target.sha) {
        return Ok(SearchResult::Skipped(why));
    }
    let is_other = |head: &Option<RepositoryName>| {
        !head.as_ref().is_some_and(|head| head.full_name.eq_ignore_ascii_case(&around.repository))
    };
    match trigger {
        Trigger::PullRequest { number, head } => {
            let pull: Pull = client.get(&format!("/pulls/{number}")).await?;
            if let Some(why) = outdated(&pull, head) {
                return Ok(SearchResult::Skipped(why));
            }
            target.is_from_fork = is_other(&pull.head.repo);
        }
        Trigger::WorkflowRun(run) if is_pull_request(&run.event) => match pull_of(client, run).await? {
            Ok(Some(number)) => {
                (target.pull, target.is_from_fork) = (Some(number), is_other(&run.head_repository));
            }
            Ok(None) => {
                target.notes.push(
                    "several open pull requests have this head, so publish writes no comment and no review".to_owned(),
                );
            }
            Err(why) => return Ok(SearchResult::Skipped(why)),
        },
        _ => {}
    }
    if let Some(run) = target.run {
        match superseded(client, run, &target).await {
            Ok(None) => {}
            Ok(Some(why)) => return Ok(SearchResult::Skipped(why)),
            Err(Failure::Denied(_)) => {
                target.notes.push(
                    "publish did not search for a newer run: the search needs the permission `actions: read`"
                        .to_owned(),
                );
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(SearchResult::Destination(target))
}

/// Returns the reason if the report belongs to another commit.
fn foreign(report: &RunReport, sha: &str) -> Option<String> {
    let is = |one: &Option<String>| one.as_deref().is_some_and(|one| one.eq_ignore_ascii_case(sha));
    if is(&report.head_sha) || is(&report.tested_sha) {
        return None;
    }
    let commit = match &report.head_sha {
        Some(head) => format!("is for commit {}", escape::terminal(short(head))),
        None => "names no commit".to_owned(),
    };
    Some(format!("the report {commit}, and this run is for commit {}", short(sha)))
}

fn outdated(pull: &Pull, sha: &str) -> Option<String> {
    if pull.state != "open" {
        return Some(format!("pull request #{} is closed", pull.number));
    }
    let moved = !pull.head.sha.eq_ignore_ascii_case(sha);
    moved.then(|| {
        let now = escape::terminal(short(&pull.head.sha));
        format!("the result is for commit {}, and the head of pull request #{} is now {now}", short(sha), pull.number)
    })
}

/// Returns the open pull request of a run, or `Ok(None)` if there are several.
///
/// Without such a pull request, the inner error is the reason.
///
/// The head of the pull request has the run's repository, branch and commit. The list
/// `pull_requests` of the event is empty for forks, and the report is not trustworthy.
async fn pull_of(client: &Client, run: &EndedRun) -> Result<Result<Option<u64>, String>, Failure> {
    let (Some(repository), Some(branch)) = (&run.head_repository, &run.head_branch) else {
        return Ok(Err(format!("run {} has no head branch or no head repository", run.id)));
    };
    let owner = repository.full_name.split('/').next().unwrap_or_default();
    let head = encoded(&format!("{owner}:{branch}"));
    let pulls: Vec<Pull> = client.list(&format!("/pulls?state=open&head={head}"), None).await?;
    let same_branch: Vec<&Pull> = pulls
        .iter()
        .filter(|pull| pull.head.branch == *branch && pull.head.repo.as_ref() == Some(repository))
        .collect();
    let mut fitting: Vec<&Pull> =
        same_branch.iter().copied().filter(|pull| outdated(pull, &run.head_sha).is_none()).collect();
    if fitting.len() > 1 && !run.pull_requests.is_empty() {
        fitting.retain(|pull| run.pull_requests.iter().any(|known| known.number == pull.number));
    }
    Ok(match (fitting.as_slice(), same_branch.first()) {
        ([one], _) => Ok(Some(one.number)),
        ([], Some(pull)) => Err(outdated(pull, &run.head_sha).unwrap_or_default()),
        ([], None) => Err(format!("no open pull request has the head {}", short(&run.head_sha))),
        _ => Ok(None),
    })
}

/// Returns the reason if a newer run or attempt replaces this run.
///
/// For a pull request, the newer run is for the same branch. For a commit, the newer run is for the
/// same commit.
async fn superseded(client: &Client, run: RunId, target: &Destination) -> Result<Option<String>, Failure> {
    let own: Run = client.get(&format!("/actions/runs/{}", run.id)).await?;
    if own.run_attempt.is_some_and(|attempt| attempt > run.attempt) {
        let (id, attempt) = (run.id, own.run_attempt.unwrap_or_default());
        return Ok(Some(format!("attempt {attempt} of run {id} replaces attempt {}", run.attempt)));
    }
    let scope = match (&own.head_branch, target.pull) {
        (Some(branch), Some(_)) => format!("branch={}", encoded(branch)),
        _ => format!("head_sha={}", encoded(&own.head_sha)),
    };
    let path = format!("/actions/workflows/{}/runs?event={}&{scope}", own.workflow_id, encoded(&own.event));
    let runs: Vec<Run> = client.list(&path, Some("workflow_runs")).await?;
    let ended_early =
        |run: &Run| matches!(run.conclusion.as_deref(), Some("cancelled" | "skipped" | "startup_failure"));
    let of_another_pull = |run: &Run| {
        let numbers = run.pull_requests.as_deref().unwrap_or_default();
        target.pull.is_some_and(|own| !numbers.is_empty() && numbers.iter().all(|other| other.number != own))
    };
    let newer = runs.iter().find(|other| {
        other.run_number > own.run_number
            && other.event == own.event
            && other.head_repository == own.head_repository
            && other.head_branch == own.head_branch
            && !ended_early(other)
            && !of_another_pull(other)
    });
    Ok(newer.map(|newer| format!("run {} of the same workflow is newer", newer.id)))
}

/// Encodes a value for a query.
///
/// The crate `percent-encoding` would need the same set of characters, so the crate would save no code.
fn encoded(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    text.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}
