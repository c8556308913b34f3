//! Tests runs as GitHub starts them.
//!
//! The tests use real merge commits, checked out as GitHub's runners do, and the files of GitHub's
//! events.

use crate::support::{Fixture, Ran};
use git2::{Oid, Repository, Signature, Time};
use serde_json::{Value as Json, json};

/// A repository with the branches of a pull request.
struct Forge {
    fixture: Fixture,
}

impl Forge {
    fn new() -> Self {
        let forge = Self { fixture: Fixture::empty() };
        forge.fixture.write("mts.yml", "version: 1\ninputs:\n  max: 6\n");
        forge.pair("Door", 0, "a + b", "a + b");
        forge.pair("Wall", 0, "a - b", "a - b");
        forge.fixture.commit("start");
        forge.branch("feature", "HEAD");
        forge
    }

    fn repository(&self) -> Repository {
        Repository::open(self.fixture.path()).expect("opens")
    }

    fn sha(&self, name: &str) -> String {
        self.repository().revparse_single(name).expect(name).peel_to_commit().expect("a commit").id().to_string()
    }

    /// Creates a branch, or moves it.
    fn branch(&self, name: &str, at: &str) {
        let id = Oid::from_str(&self.sha(at)).expect("a sha");
        self.repository().reference(&format!("refs/heads/{name}"), id, true, "a branch").expect("a branch");
    }

    /// Writes a pair whose functions are `below` lines below their usual place.
    fn pair(&self, class: &str, below: usize, java: &str, python: &str) {
        let (gap, stem) = ("// moved\n".repeat(below), class.to_lowercase());
        self.fixture.write(
            &format!("java/{class}.java"),
            format!("{gap}public class {class} {{\n    static int {stem}(int a, int b) {{\n        return {java};\n    }}\n}}\n"),
        );
        let gap = "# moved\n".repeat(below);
        self.fixture.write(&format!("python/{stem}.py"), format!("{gap}def {stem}(a, b):\n    return {python}\n"));
    }

    /// Checks out a branch, like `git checkout`.
    fn switch(&self, branch: &str) {
        let repository = self.repository();
        repository.set_head(&format!("refs/heads/{branch}")).expect("a branch");
        self.clean(&repository);
    }

    fn clean(&self, repository: &Repository) {
        let mut checkout = git2::build::CheckoutBuilder::new();
        checkout.force().remove_untracked(true);
        repository.checkout_head(Some(&mut checkout)).expect("checked out");
    }

    /// Merges `from` into `onto`, and checks out the merge like a runner.
    ///
    /// The head of the repository is then detached.
    fn merge(&self, onto: &str, from: &str) -> String {
        let repository = self.repository();
        let commit = |name: &str| repository.revparse_single(name).expect(name).peel_to_commit().expect("a commit");
        let (ours, theirs) = (commit(onto), commit(from));
        let mut index = repository.merge_commits(&ours, &theirs, None).expect("merged");
        assert!(!index.has_conflicts());
        let tree = repository.find_tree(index.write_tree_to(&repository).expect("a tree")).expect("found");
        let who = Signature::new("A", "a@example.org", &Time::new(1_700_000_000, 0)).expect("a signature");
        let id: Oid = repository.commit(None, &who, &who, "merge", &tree, &[&ours, &theirs]).expect("committed");
        repository.set_head_detached(id).expect("detached");
        self.clean(&repository);
        id.to_string()
    }

    fn run(&self, name: &str, event: &Json, more: &[&str]) -> Ran {
        let outside = tempfile::tempdir().expect("a folder");
        let file = outside.path().join("event.json");
        std::fs::write(&file, event.to_string()).expect("written");
        let file = file.display().to_string();
        // GitHub's own commit is the merge commit that a runner checks out.
        let sha = self.sha("HEAD");
        let github = if self.repository().head_detached().expect("a head") { sha.as_str() } else { "" };
        let variables = [
            ("GITHUB_ACTIONS", "true"),
            ("GITHUB_EVENT_NAME", name),
            ("GITHUB_EVENT_PATH", &file),
            ("GITHUB_SHA", github),
        ];
        self.fixture.mts_with(&[&["run"], more].concat(), &variables)
    }

    fn pull(&self) -> Json {
        json!({"number": 7, "pull_request": {
            "head": {"sha": self.sha("feature")}, "base": {"sha": self.sha("HEAD^1")},
        }})
    }
}

/// Returns the names of the pairs of a report.
fn names(ran: &Ran) -> Vec<&str> {
    ran.report()["pairs"].as_array().expect("pairs").iter().map(|pair| pair["name"].as_str().expect("text")).collect()
}

/// Returns the branch that is checked out at first; its name depends on git's configuration.
fn main_branch(forge: &Forge) -> String {
    forge.repository().head().expect("a head").shorthand().expect("a name").to_owned()
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_pull_request_is_tested_as_merged_into_a_newer_base_and_reported_in_lines_of_its_head() {
    let forge = Forge::new();
    let main = main_branch(&forge);
    // The base branch gets new commits: another pair changes, and the pull request's files get
    // lines at their start.
    forge.pair("Wall", 0, "a - b - 1", "a - b");
    forge.pair("Door", 3, "a + b", "a + b");
    forge.fixture.commit("main moves on");
    forge.switch("feature");
    forge.pair("Door", 0, "a + b + 1", "a + b");
    forge.fixture.commit("feature");
    let merge = forge.merge(&main, "feature");
    let ran = forge.run("pull_request", &forge.pull(), &[]);
    assert_eq!(names(&ran), ["Door.door"], "what the base changed is none of this change");
    let report = ran.report();
    assert_eq!(report["base_sha"], forge.sha(&main));
    assert_eq!(report["head_sha"], forge.sha("feature"));
    assert_eq!(report["tested_sha"], merge);
    let door = ran.pair("Door.door");
    assert_eq!((&door["python"]["line"], &door["python"]["head_line"]), (&json!(4), &json!(1)));
    let finding = &door["findings"][0];
    assert_eq!(finding["line_python"].as_u64().expect("a line") - 3, finding["head_line_python"], "{finding}");
    let annotation =
        ran.stdout.lines().find(|line| line.starts_with("::error file=python/door.py,line=")).expect("one");
    let line = finding["head_line_python"].as_u64().expect("a line");
    assert!(annotation.contains(&format!(",line={line},")), "{annotation}");
    // The port did not change, so the annotation for changed lines is on the Java side.
    assert_eq!((&finding["changed_line_java"], &finding["changed_line_python"]), (&json!(3), &Json::Null));
    let ran = forge.run("pull_request", &forge.pull(), &["--annotate", "changed-lines", "--verbose"]);
    let marks: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("::error")).collect();
    assert!(
        !marks.is_empty() && marks.iter().all(|m| m.starts_with("::error file=java/Door.java,line=3,")),
        "{marks:?}"
    );
    assert!(ran.stderr.contains("pairs, Door.door "), "{}", ran.stderr);
}

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn the_base_comes_from_the_event_for_a_named_head_and_for_the_working_tree() {
    let forge = Forge::new();
    let before = forge.sha("HEAD");
    forge.pair("Door", 0, "b + a", "b + a");
    forge.fixture.commit("one");
    forge.pair("Wall", 0, "b - a", "b - a");
    let after = forge.fixture.commit("two");
    let push = json!({"before": before, "after": after});
    assert_eq!(names(&forge.run("push", &push, &["--head", "HEAD"])), ["Door.door", "Wall.wall"]);
    // The event does not describe another revision.
    assert_eq!(names(&forge.run("push", &push, &["--head", "HEAD^"])), ["Door.door"]);
    forge.pair("Gate", 0, "a + b", "a + b");
    assert_eq!(names(&forge.run("push", &push, &[])), ["Door.door", "Wall.wall"]);
    let ran = forge.run("push", &push, &["--worktree"]);
    assert_eq!(names(&ran), ["Door.door", "Gate.gate", "Wall.wall"]);
    assert_eq!((&ran.report()["base_sha"], &ran.report()["tested_sha"]), (&json!(before), &Json::Null));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_same_merge_commit_gives_the_same_revisions_without_the_event() {
    let forge = Forge::new();
    let main = main_branch(&forge);
    forge.switch("feature");
    forge.pair("Door", 0, "b + a", "b + a");
    forge.fixture.commit("feature");
    forge.merge(&main, "feature");
    let with = forge.run("pull_request", &forge.pull(), &[]);
    let without = forge.fixture.mts(&["run", "--head", "HEAD"]);
    for key in ["base_sha", "head_sha", "tested_sha", "pairs"] {
        assert_eq!(with.report()[key], without.report()[key], "{key}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_pull_request_that_was_pushed_by_force_is_tested_at_its_new_head() {
    let forge = Forge::new();
    let main = main_branch(&forge);
    let start = forge.sha(&main);
    forge.switch("feature");
    forge.pair("Door", 0, "a * b", "a * b");
    forge.fixture.commit("first try");
    // The branch is reset to the base, and gets a new commit.
    let repository = forge.repository();
    let target = repository.find_object(Oid::from_str(&start).expect("a sha"), None).expect("found");
    repository.reset(&target, git2::ResetType::Hard, None).expect("reset");
    forge.pair("Wall", 0, "b - a", "b - a");
    forge.fixture.commit("second try");
    forge.merge(&main, "feature");
    let ran = forge.run("pull_request", &forge.pull(), &[]);
    assert_eq!(names(&ran), ["Wall.wall"]);
    assert_eq!(ran.report()["head_sha"], forge.sha("feature"));
    // An event of the old head names the same base.
    let stale = json!({"pull_request": {"head": {"sha": "a".repeat(40)}, "base": {"sha": start}}});
    let ran = forge.run("pull_request", &stale, &[]);
    assert_eq!((names(&ran), &ran.report()["head_sha"]), (vec!["Wall.wall"], &json!(forge.sha("feature"))));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_pull_request_whose_head_itself_is_checked_out_is_compared_with_the_merge_base() {
    let forge = Forge::new();
    let main = main_branch(&forge);
    forge.switch("feature");
    forge.pair("Door", 0, "b + a", "b + a");
    let head = forge.fixture.commit("feature");
    forge.switch(&main);
    forge.pair("Wall", 0, "b - a", "b - a");
    let base = forge.fixture.commit("main moves on");
    forge.switch("feature");
    let event = json!({"pull_request": {"head": {"sha": head}, "base": {"sha": base}}});
    let ran = forge.run("pull_request", &event, &[]);
    assert_eq!(names(&ran), ["Door.door"]);
    assert_eq!((&ran.report()["head_sha"], &ran.report()["tested_sha"]), (&json!(head), &json!(head)));
}

/// Tests an unusual name of the default branch, and a tested commit from the flags.
#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_base_of_a_pull_request_is_that_of_its_event_for_each_tested_revision() {
    let forge = Forge::new();
    let base = forge.sha("HEAD");
    let main = main_branch(&forge);
    forge.branch("develop", "HEAD");
    forge.switch("feature");
    forge.repository().find_branch(&main, git2::BranchType::Local).expect("there").delete().expect("deleted");
    forge.fixture.write("mts.yml", "python:\n  requirements: [auto]\n").write("requirements.txt", "evil-package\n");
    forge.fixture.commit("one");
    forge.pair("Door", 0, "b + a", "b + a");
    let head = forge.fixture.commit("two");
    let event = json!({"pull_request": {"head": {"sha": head}, "base": {"sha": base}}});
    forge.switch("develop");
    for (name, more) in [("pull_request", &["--head", &head][..]), ("pull_request_review", &["--head", "feature"])] {
        let ran = forge.run(name, &event, more);
        assert_eq!((ran.code, &ran.report()["base_sha"]), (0, &json!(base)), "{}{}", ran.stdout, ran.stderr);
        let plan = forge.fixture.mts(&["plan", "--format", "json", "--head", &head, "--base", "develop"]);
        assert!(plan.stdout.contains(&format!("\"trusted_sha\":\"{base}\"")), "{}", plan.stdout);
    }
    // Without the event, the author of the tested commit may have made its parent.
    let ran = forge.fixture.mts(&["run", "--head", &head]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.report()["notes"].to_string().contains("the run does not install the requirements"), "{}", ran.stdout);
    let plan = forge.fixture.mts(&["plan", "--format", "json", "--head", &head]);
    assert!(plan.stdout.contains("\"trusted_sha\":null"), "{}", plan.stdout);
    // A merge commit of the author names no base.
    forge.switch("feature");
    forge.branch("own", "feature^");
    forge.switch("own");
    forge.pair("Wall", 0, "b - a", "b - a");
    forge.fixture.commit("three");
    forge.merge("own", "feature");
    forge.branch("pushed", "HEAD");
    forge.switch("pushed");
    let ran = forge.run("pull_request", &event, &[]);
    assert_eq!(ran.report()["base_sha"], json!(base), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_pull_request_without_a_base_in_the_clone_is_an_error_and_does_not_use_its_own_gate() {
    let forge = Forge::new();
    let main = main_branch(&forge);
    let base = forge.sha(&main);
    forge.fixture.write("mts.yml", "version: 1\ngate: {fail-on: never}\n");
    forge.pair("Door", 0, "a + b + 1", "a + b");
    let repository = forge.repository();
    let mut index = repository.index().expect("an index");
    index.add_all(["."], git2::IndexAddOption::DEFAULT, None).expect("added");
    let tree = repository.find_tree(index.write_tree().expect("a tree")).expect("found");
    let who = Signature::new("A", "a@example.org", &Time::new(1_700_000_000, 0)).expect("a signature");
    let orphan = repository.commit(None, &who, &who, "orphan", &tree, &[]).expect("committed");
    repository.set_head_detached(orphan).expect("detached");
    forge.clean(&repository);
    let head = orphan.to_string();
    for (head, base) in [(&head, &base), (&head, &"b".repeat(40)), (&"a".repeat(40), &base)] {
        let event = json!({"pull_request": {"head": {"sha": head}, "base": {"sha": base}}});
        let ran = forge.run("pull_request", &event, &[]);
        assert_eq!(ran.code, 3, "{}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains("fetch-depth: 0"), "{}", ran.stderr);
    }
}

#[test]
fn a_deleted_pair_is_no_row_and_a_pair_without_one_side_is_a_row() {
    let forge = Forge::new();
    let main = main_branch(&forge);
    forge.switch("feature");
    forge.fixture.remove("java/Door.java").remove("python/door.py").remove("python/wall.py");
    forge.fixture.commit("feature");
    forge.merge(&main, "feature");
    let ran = forge.run("pull_request", &forge.pull(), &[]);
    assert!(names(&ran).is_empty(), "{:?}", names(&ran));
    assert!(ran.reasons().contains("Wall") && ran.reasons().contains("removes the port"), "{}", ran.reasons());
    assert!(!ran.reasons().contains("Door"), "{}", ran.reasons());
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn files_that_a_pull_request_renames_on_both_sides_are_the_same_pair_under_their_new_names() {
    let forge = Forge::new();
    let main = main_branch(&forge);
    forge.switch("feature");
    let java = std::fs::read_to_string(forge.fixture.path().join("java/Door.java")).expect("there");
    let python = std::fs::read_to_string(forge.fixture.path().join("python/door.py")).expect("there");
    forge.fixture.remove("java/Door.java").remove("python/door.py");
    forge
        .fixture
        .write("java/house/Gate.java", format!("package house;\n\n{}", java.replace("class Door", "class Gate")));
    forge.fixture.write("python/gate.py", python.replace("a + b", "b + a"));
    forge.fixture.commit("feature");
    forge.merge(&main, "feature");
    let ran = forge.run("pull_request", &forge.pull(), &[]);
    assert_eq!(names(&ran), ["Gate.door"], "{}", ran.reasons());
    let pair = ran.pair("Gate.door");
    assert!(pair["base"].is_object(), "{pair}");
    assert_eq!(pair["python"]["file"], "python/gate.py");
}

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn a_pull_request_may_touch_more_than_a_hundred_functions() {
    let forge = Forge::new();
    let main = main_branch(&forge);
    forge.switch("feature");
    for file in 0..10 {
        let (mut java, mut python) = (format!("public class Many{file} {{\n"), String::new());
        for n in 0..12 {
            java += &format!("    static int step{n}(int a) {{\n        return a + {n};\n    }}\n");
            python += &format!("def step{n}(a):\n    return a + {n}\n\n\n");
        }
        forge
            .fixture
            .write(&format!("java/Many{file}.java"), java + "}\n")
            .write(&format!("python/many{file}.py"), python);
    }
    forge.fixture.commit("many");
    forge.merge(&main, "feature");
    let ran = forge.run("pull_request", &forge.pull(), &["--max-inputs", "2", "--operators", "AORB"]);
    assert_eq!(names(&ran).len(), 120, "{}{}", ran.reasons(), ran.stderr);
    let summary = std::fs::read(forge.fixture.path().join("mts-out/summary.md")).expect("a summary");
    assert!(summary.len() < 900 * 1024, "{} bytes", summary.len());
}

#[test]
fn a_pull_request_may_touch_no_function() {
    let forge = Forge::new();
    forge.switch("feature");
    let before = forge.sha("feature");
    forge.fixture.write("README.md", "prose\n");
    let after = forge.fixture.commit("prose");
    let ran = forge.run("push", &json!({"before": before, "after": after}), &[]);
    assert_eq!((ran.code, names(&ran).len()), (0, 0), "{}", ran.stdout);
    assert!(ran.report()["headline"].as_str().expect("text").contains("nothing to compare"));
}

#[test]
fn a_merge_group_is_compared_with_its_base_in_the_queue() {
    let forge = Forge::new();
    let main = main_branch(&forge);
    // Another pull request is earlier in the queue.
    forge.pair("Wall", 0, "b - a", "b - a");
    let base = forge.fixture.commit("queued before");
    forge.switch("feature");
    forge.pair("Door", 0, "b + a", "b + a");
    forge.fixture.commit("feature");
    let head = forge.merge(&main, "feature");
    // The queue's branch is checked out by name, and `main` did not move.
    forge.branch("queue", &head);
    forge.branch(&main, "feature^");
    forge.switch("queue");
    let event = json!({"action": "checks_requested", "merge_group": {"head_sha": head, "base_sha": base}});
    let ran = forge.run("merge_group", &event, &[]);
    assert_eq!(names(&ran), ["Door.door"]);
    assert_eq!((&ran.report()["base_sha"], &ran.report()["tested_sha"]), (&json!(base), &json!(head)));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_push_is_compared_with_the_commit_before_all_of_its_commits() {
    let forge = Forge::new();
    let before = forge.sha("HEAD");
    forge.pair("Door", 0, "b + a", "b + a");
    forge.fixture.commit("one");
    forge.pair("Wall", 0, "b - a", "b - a");
    let after = forge.fixture.commit("two");
    let ran = forge.run("push", &json!({"before": before, "after": after}), &[]);
    assert_eq!(names(&ran), ["Door.door", "Wall.wall"]);
    assert_eq!(ran.report()["base_sha"], before);
    // For a new branch or an unknown old tip, the repository decides.
    for before in ["0".repeat(40), "b".repeat(40)] {
        let ran = forge.run("push", &json!({"before": before, "after": after}), &[]);
        assert_eq!(names(&ran), ["Wall.wall"], "{before}");
    }
    // For an event without revisions, the repository decides too.
    assert_eq!(names(&forge.run("workflow_dispatch", &json!({"inputs": {}}), &[])), ["Wall.wall"]);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn no_text_of_the_repository_is_a_workflow_command_in_the_log() {
    let forge = Forge::new();
    let main = main_branch(&forge);
    forge.switch("feature");
    let odd = "java/::warning title=owned::x.java";
    forge
        .fixture
        .write(odd, "public class Broken {\n    static int f(java.net.Socket t) {\n        return 1;\n    }\n}\n");
    forge.fixture.write("python/broken.py", "def f(t):\n    return 1\n");
    forge.pair("Door", 0, "a + b + 1", "a + b");
    forge.fixture.commit("feature");
    forge.merge(&main, "feature");
    let folder = tempfile::tempdir().expect("a folder");
    let summary = folder.path().join("summary.md");
    std::fs::write(&summary, "before\n").expect("written");
    let path = summary.display().to_string();
    let ran = forge.fixture.mts_with(&["run"], &[("GITHUB_ACTIONS", "true"), ("GITHUB_STEP_SUMMARY", &path)]);
    let commands: Vec<&str> = ran.stdout.lines().map(str::trim_start).filter(|line| line.starts_with("::")).collect();
    assert!(!commands.is_empty() && commands.iter().all(|line| !line.contains("owned")), "{commands:?}");
    assert!(
        commands
            .iter()
            .all(|line| line.starts_with("::error file=python/door.py")
                || line.starts_with("::warning file=python/door.py")),
        "{commands:?}"
    );
    let summary = std::fs::read_to_string(summary).expect("a summary");
    assert!(summary.starts_with("before\n### "), "{summary}");
    let json = forge.fixture.mts_with(&["run", "--json"], &[("GITHUB_ACTIONS", "true")]);
    serde_json::from_str::<Json>(&json.stdout).expect("standard output is JSON and nothing else");
    assert!(json.stderr.contains("::error file=python/door.py"), "{}", json.stderr);
    let never = forge.fixture.mts_with(&["run", "--annotations", "never"], &[("GITHUB_ACTIONS", "true")]);
    assert!(!never.stdout.contains("::error file="), "{}", never.stdout);
}
