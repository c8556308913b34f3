//! Tests of revisions and of the base of a change.

use super::*;

#[test]
fn the_error_outside_of_a_repository_has_help() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = Repository::discover(folder.path()).err().expect("a refusal");
    assert_eq!(error.code, ExitCode::Environment);
    assert!(error.help.contains("cargo mts check"), "{error}");
}

#[test]
fn the_repository_is_found_from_a_folder_inside_of_it() {
    let sandbox = Sandbox::new();
    sandbox.write("a/b/c.py", "").commit();
    let repository = Repository::discover(&sandbox.path().join("a/b")).expect("the repository");
    let root = repository.root().expect("a root").canonicalize().expect("a path");
    assert_eq!(root, sandbox.path().canonicalize().expect("a path"));
}

#[test]
fn revisions_are_resolved_from_every_form_that_git_accepts() {
    let sandbox = Sandbox::new();
    let first = sandbox.write("a.py", "1\n").commit();
    let second = sandbox.write("a.py", "2\n").commit();
    sandbox.branch("refs/tags/v1", &first).branch("refs/remotes/origin/feature", &first);
    let repository = sandbox.open();
    let resolve = |name: &str| repository.resolve(name).expect(name);
    assert_eq!(resolve("HEAD"), second);
    assert_eq!(resolve("main"), second);
    assert_eq!(resolve("HEAD~1"), first);
    assert_eq!(resolve("v1"), first);
    assert_eq!(resolve("feature"), first);
    assert_eq!(resolve(&first[..12]), first);
    for wrong in ["nowhere", "", "HEAD~7", "HEAD:a.py", "0000000000000000000000000000000000000000"] {
        let error = repository.resolve(wrong).expect_err(wrong);
        assert_eq!(error.code, ExitCode::Usage, "{wrong}: {error}");
        assert!(wrong == "HEAD:a.py" || !error.help.is_empty(), "{wrong}: {error}");
    }
}

#[test]
fn the_error_in_a_repository_without_commits_says_that_it_has_none() {
    let sandbox = Sandbox::new();
    sandbox.write("a.py", "1\n");
    let repository = sandbox.open();
    let error = repository.resolve("HEAD").expect_err("a refusal");
    assert!(error.message.contains("no commit yet"), "{error}");
    assert!(repository.default_base(None).is_err());
    assert_eq!(repository.work_tree().expect("a working tree").paths(), ["a.py"]);
}

#[test]
fn the_base_of_a_branch_is_its_merge_base_with_the_default_branch() {
    let sandbox = Sandbox::new();
    let fork = sandbox.write("a.py", "1\n").commit();
    let main = sandbox.write("b.py", "1\n").commit();
    sandbox.branch("refs/heads/feature", &fork).git.set_head("refs/heads/feature").expect("HEAD");
    let own = sandbox.write("c.py", "1\n").commit();
    let repository = sandbox.open();
    let base = repository.default_base(None).expect("an answer").expect("a base");
    assert_eq!((base.sha, base.why), (fork.clone(), format!("merge base of {} and main", &own[..10])));
    assert_eq!(repository.merge_base(&own, &main).expect("a merge base"), fork);
    // The default branch of the remote has priority.
    sandbox.branch("refs/remotes/origin/trunk", &fork);
    sandbox.git.reference_symbolic("refs/remotes/origin/HEAD", "refs/remotes/origin/trunk", true, "").expect("HEAD");
    let why = repository.default_base(None).expect("an answer").expect("a base").why;
    assert!(why.ends_with("origin/HEAD"), "{why}");
}

#[test]
fn the_base_of_a_checked_out_merge_commit_is_its_first_parent() {
    let sandbox = Sandbox::new();
    let fork = sandbox.write("a.py", "1\n").commit();
    let main = sandbox.write("b.py", "1\n").commit();
    sandbox.detach(&fork);
    let feature = sandbox.write("c.py", "1\n").commit();
    let merge = sandbox.commit_on(&[&main, &feature]);
    let repository = sandbox.open();
    assert_eq!(repository.resolve("HEAD").expect("HEAD"), merge);
    assert_eq!(repository.default_base(None).expect("an answer").expect("a base").sha, main);
    assert_eq!(repository.parents("HEAD").expect("parents"), [main, feature]);
}

#[test]
fn on_the_default_branch_the_base_is_head_if_files_changed_and_otherwise_its_parent() {
    let sandbox = Sandbox::new();
    let first = sandbox.write("a.py", "1\n").commit();
    let repository = sandbox.open();
    assert_eq!(repository.default_base(None).expect("an answer"), None);
    let second = sandbox.write("a.py", "2\n").commit();
    let base = |head| sandbox.open().default_base(head).expect("an answer").expect("a base").sha;
    assert_eq!(base(None), first);
    sandbox.write("a.py", "3\n");
    assert_eq!(base(None), second);
    assert_eq!(base(Some("HEAD")), first);
}

#[test]
fn unrelated_histories_have_no_common_ancestor() {
    let sandbox = Sandbox::new();
    let one = sandbox.write("a.py", "1\n").commit();
    sandbox.detach(&one);
    let other = sandbox.write("b.py", "1\n").commit_on(&[]);
    let error = sandbox.open().merge_base(&one, &other).expect_err("none");
    assert!(error.help.contains("--base"), "{error}");
}

/// A clone with `fetch-depth: 1` lacks the parents of its boundary commits.
#[test]
fn the_error_in_a_shallow_clone_says_to_fetch_more() {
    let origin = Sandbox::new();
    let first = origin.write("a.py", "1\n").commit();
    let second = origin.write("a.py", "2\n").commit();
    let third = origin.write("a.py", "3\n").commit();
    let clone = Sandbox::new();
    for sha in [&second, &third] {
        for id in
            [Oid::from_str(sha).expect("a sha"), origin.git.find_commit(Oid::from_str(sha).unwrap()).unwrap().tree_id()]
        {
            let (from, to) = (origin.git.odb().expect("objects"), clone.git.odb().expect("objects"));
            let object = from.read(id).expect("an object");
            to.write(object.kind(), object.data()).expect("written");
        }
    }
    fs::write(clone.git.path().join("shallow"), format!("{second}\n")).expect("a list");
    clone.detach(&second);
    let repository = Repository::discover(clone.path()).expect("the repository");
    assert!(repository.is_shallow());
    let error = repository.default_base(Some("HEAD")).expect_err("a refusal");
    assert_eq!(error.code, ExitCode::Environment);
    assert!(error.help.contains("fetch-depth: 0") && error.help.contains("--deepen"), "{error}");
    for wrong in [first.as_str(), "main", "HEAD~3"] {
        let error = repository.resolve(wrong).expect_err(wrong);
        assert!(error.help.contains("fetch-depth: 0"), "{error}");
    }
    // The commits that the clone has still work.
    clone.detach(&third);
    assert_eq!(repository.default_base(Some("HEAD")).expect("an answer").expect("a base").sha, second);
}

#[test]
fn a_bare_repository_has_revisions_but_no_working_tree() {
    let sandbox = Sandbox::new();
    let sha = sandbox.write("a.py", "1\n").commit();
    let folder = tempfile::tempdir().expect("a folder");
    git2::build::RepoBuilder::new()
        .bare(true)
        .clone(sandbox.path().to_str().expect("UTF-8"), folder.path())
        .expect("a clone");
    let repository = Repository::discover(folder.path()).expect("the repository");
    assert_eq!(repository.root(), None);
    assert_eq!(repository.snapshot(&sha).expect("a snapshot").read("a.py").as_deref(), Some(&b"1\n"[..]));
    let error = repository.work_tree().err().expect("a refusal");
    assert!(error.help.contains("--head"), "{error}");
    assert_eq!(repository.default_base(None).expect("an answer"), None);
}
