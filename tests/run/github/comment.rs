//! Tests the whole chain of one pull request. The pull request makes a port worse, and the test
//! goes from the repository to the comment on GitHub.

use crate::support::Fixture;
use crate::support::github_standin::world::{PULL, RUN, World, pull, run};
use cargo_mts::report::json;

const JAVA: &str =
    "package acme;\n\nfinal class Rate {\n    static int half(int n) {\n        return n / 2;\n    }\n}\n";
const GOOD: &str =
    "def half(n):\n    q = abs(n) // 2\n    return q if n >= 0 else -q\n\n\ndef unchanged():\n    return 1\n";

/// Returns the checked-out merge commit of a pull request, the base, and the head.
fn merged(port: &str) -> (Fixture, String, String) {
    let fixture = Fixture::empty();
    fixture.write("java/acme/Rate.java", JAVA).write("python/rate.py", GOOD);
    let base = fixture.commit("before");
    fixture.write("python/rate.py", port);
    let head = fixture.commit("the change");
    let repository = git2::Repository::open(fixture.path()).expect("opens");
    let commit = |id: &str| repository.find_commit(id.parse().expect("an id")).expect("a commit");
    let who = git2::Signature::new("A", "a@example.org", &git2::Time::new(1_700_000_100, 0)).expect("a signature");
    let (first, second) = (commit(&base), commit(&head));
    let tree = second.tree().expect("a tree");
    let merge = repository.commit(None, &who, &who, "merge", &tree, &[&first, &second]).expect("committed");
    repository.set_head_detached(merge).expect("checked out");
    (fixture, base, head)
}

/// Runs the tool and publishes the result, like the two jobs of a workflow.
///
/// Returns the exit code of the run, and the world.
fn run_and_publish(port: &str) -> (i32, World) {
    let (fixture, _, head) = merged(port);
    let ran = fixture.mts(&["run"]);
    let mut world = World::new();
    let text = std::fs::read_to_string(fixture.path().join("mts-out/report.json")).expect("a report");
    world.report = json::parse(&text).expect("the tool reads its own report");
    assert_eq!(world.report.head_sha.as_deref(), Some(head.as_str()), "{}", ran.stdout);
    world.event("pull_request", &serde_json::json!({ "pull_request": { "number": PULL, "head": { "sha": head } } }));
    world.state().pulls = vec![pull(PULL, "acme/ledger", "feature", &head)];
    world.state().runs = vec![run(RUN, 40, "pull_request", "feature", &head)];
    let published = world.program(&["--only", "comment,check,status,sarif"]);
    assert_eq!((published.code, published.stderr.as_str()), (0, ""), "{}", published.stdout);
    assert!(world.state().problems.is_empty(), "{:#?}", world.state().problems);
    (ran.code, world)
}

#[test]
fn a_bad_change_is_blocked_and_its_comment_names_an_input_that_shows_the_difference() {
    let (code, world) = run_and_publish("def half(n):\n    return n // 2\n\n\ndef unchanged():\n    return 1\n");
    assert_eq!(code, 11);
    let comments = world.marked();
    assert_eq!(comments.len(), 1);
    for text in ["Rate.half", "n = -1", "Java", "Python", "cargo mts explain"] {
        assert!(comments[0].contains(text), "{text}: {}", comments[0]);
    }
    let state = world.state();
    assert_eq!(state.checks[0]["conclusion"], "failure");
    let at_the_place = |one: &serde_json::Value| one["path"] == "python/rate.py" && one["start_line"] == 2;
    assert!(state.annotations[0].iter().any(at_the_place), "{:?}", state.annotations);
}

#[test]
fn a_good_change_passes_and_says_so() {
    let port = "def half(n):\n    half = abs(n) // 2\n    return half if n >= 0 else -half\n\n\ndef unchanged():\n    return 1\n";
    let (code, world) = run_and_publish(port);
    assert_eq!(code, 0);
    assert_eq!(world.marked().len(), 1);
    assert_eq!(world.state().checks[0]["conclusion"], "success");
}
