//! Tests the review with the fixes of a report.
//!
//! The tests cover its lines, its replacement, and reports of forks.

use crate::support::github_standin::Fault;
use crate::support::github_standin::world::{HEAD, RUN, World, pull};
use cargo_mts::github::{Extent, PublishTarget};
use mts_model::report::EditedLines;
use mts_model::{Cause, DiagnosedPlace, Diagnosis, Fix};
use serde_json::{Value as Json, json};

/// The diff of the port. The diff shows the lines 18 to 22 of the head.
const PATCH: &str = "@@ -18,4 +18,5 @@ def split(cents, parties):\n     each = 0\n+    rest = 0\n     for i in range(parties):\n-        pass\n+        each = cents // parties\n     return each";

fn lines(text: &[&str]) -> Vec<String> {
    text.iter().map(|line| (*line).to_owned()).collect()
}

/// Returns a fix of these lines, which begin at a line of the tested file.
fn fixed(line: u32, before: &[&str], after: &[&str]) -> Option<Diagnosis> {
    let place = DiagnosedPlace {
        cause: Cause::FloorDivision,
        line_java: 40,
        line_python: line,
        java: "cents / parties".to_owned(),
        python: "cents // parties".to_owned(),
    };
    let change = EditedLines { before: lines(before), after: lines(after) };
    let fix = Fix { line, change, inputs: 40, further_inputs: 1_000, remaining_inputs: 0 };
    Some(Diagnosis { places: vec![place], explained: 6, inputs: 6, fix: Some(fix) })
}

/// Returns a world with a fix of line 21. Only the review is requested.
fn world() -> World {
    let mut world = World::new();
    world.request.parts = vec![PublishTarget::Review];
    world.report.pairs[0].findings[0].diagnosis =
        fixed(21, &["        each = cents // parties"], &["        each = int(cents / parties)"]);
    world.state().files = vec![json!({ "filename": "py/money.py", "status": "modified", "patch": PATCH })];
    world
}

fn text(json: &Json) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_fix_on_lines_of_the_change_is_a_comment_of_one_review() {
    let world = world();
    let published = world.publish();
    assert_eq!((published.extent, published.warnings.len()), (Extent::Full, 0), "{published:?}");
    let state = world.state();
    assert_eq!((state.reviews.len(), state.line_comments.len()), (1, 1));
    assert_eq!((&state.reviews[0]["state"], &state.reviews[0]["commit_id"]), (&json!("COMMENTED"), &json!(HEAD)));
    let comment = &state.line_comments[0];
    assert_eq!((&comment["path"], &comment["line"]), (&json!("py/money.py"), &json!(21)));
    let body = text(&comment["body"]);
    assert!(body.contains("both sides agree on all 40 inputs and on 1000 further inputs"), "{body}");
    assert!(body.ends_with("\n\n```suggestion\n        each = int(cents / parties)\n```\n"), "{body}");
}

#[test]
fn an_equal_result_writes_nothing_and_a_new_result_replaces_the_fixes() {
    let mut world = world();
    world.publish();
    let writes = world.state().writes();
    let published = world.publish();
    assert_eq!(world.state().writes(), writes, "{published:?}");
    assert!(published.notices.iter().any(|line| line.ends_with("is up to date")), "{published:?}");

    world.report.pairs[0].findings[0].diagnosis = fixed(
        19,
        &["    rest = 0", "    for i in range(parties):"],
        &["    rest = cents", "    for i in range(parties):"],
    );
    world.publish();
    {
        let state = world.state();
        assert_eq!((state.reviews.len(), state.line_comments.len()), (2, 1), "the comment of the first is deleted");
        let comment = &state.line_comments[0];
        assert_eq!((&comment["start_line"], &comment["line"]), (&json!(19), &json!(20)));
        assert!(text(&state.reviews[0]["body"]).contains("cargo mts removed the fixes of an earlier result"));
    }

    world.report.pairs[0].findings[0].diagnosis = None;
    world.publish();
    let (reviews, comments, writes) = {
        let state = world.state();
        (state.reviews.len(), state.line_comments.len(), state.writes())
    };
    assert_eq!((reviews, comments), (2, 0), "fixed");
    world.publish();
    assert_eq!(world.state().writes(), writes, "nothing is left to remove");
}

#[test]
fn a_fix_with_a_reply_and_the_reviews_of_others_are_kept() {
    let mut world = world();
    world.publish();
    {
        let mut state = world.state();
        let mut answer = state.line_comments[0].clone();
        answer["in_reply_to_id"] = answer["id"].clone();
        (answer["id"], answer["user"]["login"], answer["body"]) = (json!(5), json!("octocat"), json!("Why?"));
        state.line_comments.push(answer);
        let mut foreign = state.reviews[0].clone();
        (foreign["id"], foreign["user"]["login"]) = (json!(6), json!("octocat"));
        state.reviews.push(foreign);
    }
    world.report.pairs[0].findings[0].diagnosis = None;
    world.publish();
    let state = world.state();
    assert_eq!(state.line_comments.len(), 2, "a person reads the answer with its question");
    assert!(!text(&state.reviews[1]["body"]).contains("removed"), "{:?}", state.reviews);
}

#[test]
fn a_fix_of_lines_outside_of_the_diff_gets_no_comment() {
    let other_lines = fixed(21, &["        each = cents / parties"], &["        each = 1"]);
    for diagnosis in [other_lines, fixed(40, &["x"], &["y"]), fixed(22, &["    return each", "x"], &["y"])] {
        let mut world = world();
        world.report.pairs[0].findings[0].diagnosis = diagnosis;
        let published = world.publish();
        assert_eq!((published.extent, world.state().writes()), (Extent::Full, 0), "{published:?}");
        let notice = "review: fixes on lines of the change: 0 of 1";
        assert!(published.notices.iter().any(|line| line == notice), "{published:?}");
    }
    let mut world = world();
    world.report.pairs[0].python.file = "../py/money.py".to_owned();
    world.publish();
    assert_eq!(world.state().writes(), 0);
}

#[test]
fn a_fix_of_the_merge_commit_is_at_the_line_of_the_head() {
    let mut world = world();
    let finding = &mut world.report.pairs[0].findings[0];
    finding.diagnosis = fixed(31, &["        each = cents // parties"], &["        each = 1"]);
    (finding.line_python, finding.head_line_python) = (30, Some(20));
    world.publish();
    assert_eq!(world.state().line_comments[0]["line"], 21);
}

#[test]
fn the_fix_of_a_fork_is_shown_and_cannot_be_applied() {
    let mut world = world();
    let payload = json!({ "workflow_run": { "id": RUN, "run_attempt": 1, "event": "pull_request", "head_sha": HEAD,
        "head_branch": "feature", "head_repository": { "full_name": "mallory/ledger" }, "pull_requests": [] } });
    world.event("workflow_run", &payload);
    world.state().pulls = vec![pull(7, "mallory/ledger", "feature", HEAD)];
    world.state().runs[0]["head_repository"]["full_name"] = json!("mallory/ledger");
    let published = world.publish();
    assert_eq!(published.extent, Extent::Full, "{published:?}");
    let body = text(&world.state().line_comments[0]["body"]);
    assert!(
        body.contains("```diff\n-         each = cents // parties\n+ ") && !body.contains("```suggestion"),
        "{body}"
    );
}

#[test]
fn a_server_error_after_a_review_makes_no_second_review() {
    let world = world();
    world.state().faults.push(Fault {
        method: "POST",
        path: "/reviews",
        status: 502,
        headers: Vec::new(),
        message: "Server Error",
        effect: true,
    });
    let published = world.publish();
    assert_eq!((published.extent, world.state().reviews.len()), (Extent::Full, 1), "{published:?}");
}

#[test]
fn without_the_permission_the_review_is_a_warning() {
    let world = world();
    world.state().denied.push("/pulls/");
    let published = world.publish();
    assert_eq!(published.extent, Extent::None);
    assert!(
        published.warnings[0].contains("review; give the token these permissions: pull-requests: write"),
        "{published:?}"
    );
}
