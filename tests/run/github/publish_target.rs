//! Tests the choice of the publish target. The target is the pull request and the commit of a
//! result, unless the result is out of date.

use crate::support::github_standin::State;
use crate::support::github_standin::world::{BASE, HEAD, PULL, RUN, World, pull, quiet, run};
use cargo_mts::github::Extent;
use serde_json::{Value as Json, json};

/// Changes the world, publishes, and checks that the tool writes nothing, for the reason `why`.
fn refuses(why: &str, change: impl Fn(&mut State)) {
    let world = World::new();
    change(&mut world.state());
    let published = world.publish();
    assert_eq!((published.extent, world.state().writes()), (Extent::None, 0), "{why}: {published:?}");
    assert!(published.comment.is_none() && published.check.is_none() && published.warnings.is_empty(), "{published:?}");
    assert_eq!(published.notices, [format!("publish writes nothing: {why}")]);
}

#[test]
fn an_outdated_result_is_not_written() {
    let moved = "the result is for commit 6dcb09b, and the head of pull request #7 is now f95f852";
    refuses(moved, |state| state.pulls[0]["head"]["sha"] = json!(BASE));
    refuses("pull request #7 is closed", |state| state.pulls[0]["state"] = json!("closed"));
    let newer = run(RUN + 5, 41, "pull_request", "feature", BASE);
    refuses("run 8417 of the same workflow is newer", |state| state.runs.push(newer.clone()));
    let attempt = "attempt 2 of run 8412 replaces attempt 1";
    refuses(attempt, |state| state.runs[0]["run_attempt"] = json!(2));
}

#[test]
fn a_newer_run_that_was_cancelled_or_is_for_another_pull_request_changes_nothing() {
    let world = World::new();
    let mut cancelled = run(RUN + 5, 41, "pull_request", "feature", BASE);
    cancelled["conclusion"] = json!("cancelled");
    let mut other = run(RUN + 6, 42, "pull_request", "feature", HEAD);
    other["pull_requests"] = json!([a_pull_of_a_run(99)]);
    let mut fork = run(RUN + 7, 43, "pull_request", "feature", HEAD);
    fork["head_repository"]["full_name"] = json!("mallory/ledger");
    world.state().runs.extend([cancelled, other, fork]);
    assert_eq!(world.publish().extent, Extent::Full);
}

#[test]
fn without_permission_to_read_runs_the_result_is_published_with_a_notice() {
    let world = World::new();
    world.state().unreadable.push("/actions/");
    let published = world.publish();
    assert_eq!(published.extent, Extent::Full);
    assert!(published.notices.iter().any(|line| line.contains("actions: read")), "{published:?}");
}

fn ended_run(event: &str, repository: &str) -> Json {
    json!({ "workflow_run": { "id": RUN, "run_attempt": 1, "event": event, "head_sha": HEAD,
        "head_branch": "feature", "head_repository": { "full_name": repository }, "pull_requests": [] } })
}

#[test]
fn the_pull_request_of_a_forks_run_is_found_by_its_head() {
    let mut world = World::new();
    world.event("workflow_run", &ended_run("pull_request", "mallory/ledger"));
    world.variables.insert("GITHUB_RUN_ID".to_owned(), "9000".to_owned());
    {
        let mut state = world.state();
        state.pulls = vec![
            pull(5, "acme/ledger", "feature", HEAD),
            pull(PULL, "mallory/ledger", "feature", HEAD),
            pull(9, "mallory/other", "feature", HEAD),
        ];
        state.runs[0]["head_repository"]["full_name"] = json!("mallory/ledger");
    }
    let published = world.publish();
    assert_eq!(published.extent, Extent::Full, "{published:?}");
    assert_eq!(world.state().comment_issues, [PULL]);
    assert!(world.marked()[0].contains("actions/runs/8412"), "the link leads to the run that made the report");
}

#[test]
fn the_result_of_a_fork_is_refused_if_its_pull_request_changed_or_is_gone() {
    for pulls in [vec![pull(PULL, "mallory/ledger", "feature", BASE)], Vec::new()] {
        let mut world = World::new();
        world.event("workflow_run", &ended_run("pull_request", "mallory/ledger"));
        world.state().pulls = pulls;
        let published = world.publish();
        assert_eq!((published.extent, world.state().writes()), (Extent::None, 0), "{published:?}");
        assert!(published.warnings.is_empty() && published.notices[0].starts_with("publish writes nothing"));
    }
}

#[test]
fn a_report_that_claims_another_commit_is_refused() {
    let mut world = World::new();
    world.report.head_sha = Some(BASE.to_owned());
    let published = world.publish();
    assert_eq!((published.extent, world.state().journal.len()), (Extent::None, 0));
    assert!(published.notices[0].contains("the report is for commit f95f852"), "{published:?}");
}

#[test]
fn a_real_event_of_a_fork_is_handled() {
    let mut world = World::new();
    let payload: Json =
        serde_json::from_str(include_str!("../../fixtures/github/pull_request_fork.json")).expect("GitHub's own");
    let head = payload["pull_request"]["head"].clone();
    let sha = head["sha"].as_str().expect("a commit").to_owned();
    world.event("pull_request", &payload);
    world.report.head_sha = Some(sha.clone());
    world.state().pulls = vec![pull(2, "mallory/Hello-World", "changes", &sha)];
    world.state().runs.clear();
    assert_eq!(world.publish().extent, Extent::Full);
    assert_eq!(world.state().comment_issues, [2]);
}

#[test]
fn a_merge_queue_gets_its_check_and_no_comment() {
    let mut world = World::new();
    world.event("merge_group", &json!({ "merge_group": { "head_sha": HEAD, "base_sha": BASE } }));
    world.report = quiet();
    world.state().runs = vec![run(RUN, 3, "merge_group", "gh-readonly-queue/main/pr-7", HEAD)];
    let published = world.publish();
    assert_eq!((published.extent, world.marked().len()), (Extent::Full, 0));
    assert_eq!(world.state().checks[0]["conclusion"], "success");
}

fn a_pull_of_a_run(number: u64) -> Json {
    let repo = json!({ "id": 1, "url": "https://api.github.com/repos/acme/ledger", "name": "ledger" });
    let side = json!({ "ref": "feature", "sha": HEAD, "repo": repo });
    json!({ "url": "https://api.github.com/x", "id": 1, "number": number, "head": side, "base": side })
}
