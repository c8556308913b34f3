//! Tests of snapshots and of the changes between them.

use super::*;

#[test]
fn a_snapshot_reads_its_own_revision() {
    let sandbox = Sandbox::new();
    let first = sandbox.write("a.py", "1\n").write("d/B.java", "class B {}\n").commit();
    sandbox.write("a.py", "2\n").commit();
    sandbox.write("a.py", "3\n");
    let repository = sandbox.open();
    let old = repository.snapshot(&first).expect("a snapshot");
    assert_eq!(old.paths(), ["a.py", "d/B.java"]);
    assert_eq!(old.sha(), Some(first));
    assert_eq!(old.text("a.py").as_deref(), Ok("1\n"));
    assert_eq!(repository.snapshot("HEAD").expect("a snapshot").text("a.py").as_deref(), Ok("2\n"));
    let now = repository.work_tree().expect("a working tree");
    assert_eq!(now.text("a.py").as_deref(), Ok("3\n"));
    assert_eq!(now.sha(), None);
    assert_eq!(now.read("../a.py"), None);
    assert_eq!(now.read("none.py"), None);
}

#[test]
fn a_folder_with_two_entries_of_one_name_is_refused() {
    let sandbox = Sandbox::new();
    let first = sandbox.write("a.py", "1\n").commit();
    let tree = sandbox.git.find_commit(Oid::from_str(&first).unwrap()).unwrap().tree().unwrap();
    let entry = [b"100644 a.py\0", tree.get(0).expect("an entry").id().as_bytes()].concat();
    let objects = sandbox.git.odb().expect("objects");
    let double = objects.write(git2::ObjectType::Tree, &entry.repeat(2)).expect("written");
    let commit = format!("tree {double}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\ntwice\n");
    let commit = objects.write(git2::ObjectType::Commit, commit.as_bytes()).expect("written").to_string();
    let error = sandbox.open().snapshot(&commit).err().expect("a refusal");
    assert!(error.message.contains("two entries with the same name") && error.code == ExitCode::Environment, "{error}");
}

#[test]
fn the_working_tree_has_untracked_files_but_no_ignored_or_deleted_ones() {
    let sandbox = Sandbox::new();
    sandbox.write("kept.py", "").write("gone.py", "").write(".gitignore", "build/\n*.tmp.py\n").commit();
    sandbox.remove("gone.py").write("new/deep/one.py", "").write("build/made.py", "").write("x.tmp.py", "");
    let tree = sandbox.open();
    let paths = tree.work_tree().expect("a working tree").paths();
    assert_eq!(paths, [".gitignore", "kept.py", "new/deep/one.py"]);
}

#[test]
fn additions_deletions_changes_and_renames_have_their_own_status() {
    let sandbox = Sandbox::new();
    let text = lines(40);
    sandbox.write("changed.py", &text).write("gone.py", "x = 1\n").write("old/name.py", &text.replace("line", "row"));
    let base = sandbox.commit();
    sandbox.write("changed.py", &text.replace("line 7\n", "line seven\n")).remove("gone.py").write("new.py", "y = 2\n");
    sandbox.remove("old/name.py").write("new/name.py", &text.replace("line", "row").replace("row 3\n", "three\n"));
    let untouched = sandbox.diff(&base, None);
    let head = sandbox.commit();
    for diff in [untouched, sandbox.diff(&base, Some(&head))] {
        let renamed = Status::Renamed { from: "old/name.py".to_owned(), similarity: 97 };
        let expected = [
            ("changed.py", &Status::Modified),
            ("gone.py", &Status::Deleted),
            ("new.py", &Status::Added),
            ("new/name.py", &renamed),
        ];
        assert_eq!(statuses(&diff), expected);
        assert!(diff.skipped.is_empty());
        let range = |start, end| LineRange { start, end };
        assert_eq!(diff.changes[0].hunks, [Hunk { old: range(8, 9), new: range(8, 9) }]);
        assert_eq!(diff.changes[1].hunks, [Hunk { old: range(1, 2), new: range(1, 1) }]);
        assert_eq!(diff.changes[2].hunks, [Hunk { old: range(1, 1), new: range(1, 2) }]);
        assert_eq!(diff.changes[2].old_path, None);
        assert_eq!(diff.changes[3].old_path.as_deref(), Some("old/name.py"));
        assert_eq!(diff.changes[3].hunks, [Hunk { old: range(4, 5), new: range(4, 5) }]);
    }
}

#[test]
fn the_diff_without_changes_is_empty() {
    let sandbox = Sandbox::new();
    let sha = sandbox.write("a.py", "1\n").commit();
    assert_eq!(sandbox.diff(&sha, Some(&sha)), Diff::default());
    assert_eq!(sandbox.diff(&sha, None), Diff::default());
}

#[test]
fn binary_files_have_no_lines() {
    let sandbox = Sandbox::new();
    let base = sandbox.write("a.py", "x\0y\n").commit();
    sandbox.write("a.py", "x\0z\n").write("new.bin", "\0\0");
    let diff = sandbox.diff(&base, None);
    assert_eq!(statuses(&diff), [("a.py", &Status::Modified), ("new.bin", &Status::Added)]);
    assert!(diff.changes.iter().all(|change| change.binary && change.hunks.is_empty()), "{diff:?}");
    let repository = sandbox.open();
    let tree = repository.work_tree().expect("a working tree");
    assert_eq!(tree.text("a.py").expect_err("a row").reason, "a binary file");
}

#[test]
fn a_file_that_cannot_be_analysed_gets_a_reason() {
    let sandbox = Sandbox::new();
    sandbox
        .write("lfs.py", "version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 12\n")
        .write("bom.py", "\u{feff}x = 1\n")
        .write("large.py", &"x = 1\n".repeat(800_000));
    fs::write(sandbox.path().join("latin.py"), b"# \xe4\n").expect("a file");
    let repository = sandbox.open();
    let tree = repository.work_tree().expect("a working tree");
    let reason = |path: &str| tree.text(path).expect_err(path).reason;
    assert!(reason("lfs.py").contains("git lfs pull"));
    assert_eq!(reason("latin.py"), "not UTF-8 text");
    assert!(reason("large.py").contains("4 MiB"));
    assert_eq!(tree.text("bom.py").as_deref(), Ok("x = 1\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn files_with_unusual_names_do_not_stop_the_analysis_of_others() {
    use std::os::unix::ffi::OsStrExt;
    let sandbox = Sandbox::new();
    let base = sandbox.write("a.py", "1\n").commit();
    let odd = std::ffi::OsStr::from_bytes(b"\xff\xfe.py");
    fs::write(sandbox.path().join(odd), "1\n").expect("a file");
    fs::create_dir(sandbox.path().join("d")).expect("a folder");
    fs::write(sandbox.path().join("d").join(odd), "1\n").expect("a file");
    sandbox.write("with space\tand \"quotes\".py", "1\n").write("ümlaut/ß.py", "1\n");
    let untracked = sandbox.diff(&base, None);
    let head = sandbox.commit();
    for diff in [untracked, sandbox.diff(&base, Some(&head))] {
        let paths: Vec<&str> = diff.changes.iter().map(|change| change.path.as_str()).collect();
        assert_eq!(paths, ["with space\tand \"quotes\".py", "ümlaut/ß.py"]);
        assert_eq!(diff.skipped.len(), 2, "{diff:?}");
    }
    let repository = sandbox.open();
    for snapshot in [repository.snapshot(&head).expect("a snapshot"), repository.work_tree().expect("a tree")] {
        assert_eq!(snapshot.paths().len(), 3);
        assert!(snapshot.skipped().iter().all(|row| row.reason == "the name is not UTF-8"));
        assert_eq!(snapshot.skipped().len(), 2, "{:?}", snapshot.skipped());
    }
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_not_followed() {
    let sandbox = Sandbox::new();
    let base = sandbox.write("a.py", "1\n").write("was_file.py", "1\n").commit();
    let link = |from: &str, to: &str| {
        std::os::unix::fs::symlink(to, sandbox.path().join(from)).expect("a link");
    };
    link("link.py", "/etc/passwd");
    link("folder", "/etc");
    sandbox.remove("was_file.py");
    link("was_file.py", "a.py");
    let untracked = sandbox.diff(&base, None);
    let check = |diff: &Diff, snapshot: &Snapshot<'_>| {
        assert_eq!(snapshot.paths(), ["a.py"]);
        assert_eq!(snapshot.read("link.py"), None);
        assert_eq!(snapshot.read("folder/passwd"), None);
        let rows: Vec<&str> = snapshot.skipped().iter().map(|row| row.name.as_str()).collect();
        assert_eq!(rows, ["link.py", "was_file.py"]);
        assert!(diff.changes.iter().all(|change| change.path == "was_file.py"), "{diff:?}");
        assert!(diff.skipped.iter().any(|row| row.name == "link.py"), "{diff:?}");
    };
    let repository = sandbox.open();
    check(&untracked, &repository.work_tree().expect("a working tree"));
    let head = sandbox.commit();
    check(&sandbox.diff(&base, Some(&head)), &repository.snapshot(&head).expect("a snapshot"));
}

#[test]
fn submodules_and_nested_repositories_are_not_entered() {
    let sandbox = Sandbox::new();
    let base = sandbox.write("a.py", "1\n").commit();
    let mut builder = sandbox.git.treebuilder(None).expect("a tree");
    let module = Oid::from_str(&base).expect("a sha");
    builder.insert("module", module, i32::from(git2::FileMode::Commit)).expect("an entry");
    let blob = sandbox.git.blob(b"1\n").expect("a blob");
    builder.insert("a.py", blob, i32::from(git2::FileMode::Blob)).expect("an entry");
    let head = sandbox.commit_tree(builder.write().expect("a tree"), &[&base]);
    let repository = sandbox.open();
    let snapshot = repository.snapshot(&head).expect("a snapshot");
    assert_eq!(snapshot.paths(), ["a.py"]);
    assert!(snapshot.skipped()[0].reason.starts_with("a submodule"), "{:?}", snapshot.skipped());
    assert!(sandbox.diff(&base, Some(&head)).changes.is_empty());
    // The working tree contains another repository, whose files are not part of this repository.
    git2::Repository::init(sandbox.path().join("other")).expect("a repository");
    sandbox.write("other/x.py", "1\n");
    let tree = repository.work_tree().expect("a working tree");
    assert!(!tree.contains("other/x.py"), "{:?}", tree.paths());
}

#[test]
fn files_outside_of_a_sparse_checkout_are_missing_but_not_deleted() {
    let sandbox = Sandbox::new();
    let base = sandbox.write("in/a.py", "1\n").write("out/b.py", "1\n").commit();
    let mut index = sandbox.git.index().expect("an index");
    let mut entry = index.get_path(Path::new("out/b.py"), 0).expect("an entry");
    entry.flags_extended |= 1 << 14;
    entry.flags |= 1 << 14; // the extended flags are written only with this bit
    index.add(&entry).expect("added");
    index.write().expect("written");
    sandbox.remove("out/b.py");
    let repository = sandbox.open();
    let tree = repository.work_tree().expect("a working tree");
    assert_eq!(tree.paths(), ["in/a.py"]);
    assert_eq!(tree.skipped()[0].reason, "outside the sparse checkout");
    assert!(sandbox.diff(&base, None).changes.is_empty());
}

#[test]
fn a_revision_is_written_to_a_scratch_folder() {
    let sandbox = Sandbox::new();
    let sha = sandbox.write("src/a.py", "1\n").write("src/B.java", "class B {}\n").write("README.md", "").commit();
    sandbox.write("src/a.py", "2\n");
    let folder = tempfile::tempdir().expect("a folder");
    let repository = sandbox.open();
    let snapshot = repository.snapshot(&sha).expect("a snapshot");
    let scratch = folder.path().join("base");
    let sources = |path: &str| mts_model::Language::from_path(path).is_some();
    assert_eq!(snapshot.materialise(&scratch, &sources).expect("written"), []);
    assert_eq!(fs::read_to_string(scratch.join("src/a.py")).expect("a file"), "1\n");
    assert!(scratch.join("src/B.java").exists() && !scratch.join("README.md").exists());
    assert!(snapshot.materialise(&scratch, &sources).is_err(), "the folder is not empty");
}

/// Git does not create a tree with these names, but an attacker can.
#[test]
fn a_tree_with_paths_outside_of_the_scratch_folder_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("a.py", "1\n").commit();
    let blob = sandbox.git.blob(b"evil\n").expect("a blob");
    let odb = sandbox.git.odb().expect("objects");
    let mut data = Vec::new();
    for name in ["../evil.py", "fine.py"] {
        data.extend_from_slice(format!("100644 {name}\0").as_bytes());
        data.extend_from_slice(blob.as_bytes());
    }
    let inner = odb.write(git2::ObjectType::Tree, &data).expect("a tree");
    let mut data = b"40000 ..\0".to_vec();
    data.extend_from_slice(inner.as_bytes());
    let tree = odb.write(git2::ObjectType::Tree, &data).expect("a tree");
    let commit = format!("tree {tree}\nauthor A <a@b> 0 +0000\ncommitter A <a@b> 0 +0000\n\nx\n");
    let sha = odb.write(git2::ObjectType::Commit, commit.as_bytes()).expect("a commit").to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let repository = sandbox.open();
    let snapshot = repository.snapshot(&sha).expect("a snapshot");
    let scratch = folder.path().join("deep/base");
    let skipped = snapshot.materialise(&scratch, &|_| true).expect("written");
    assert_eq!(skipped.len(), 2, "{skipped:?}");
    assert!(!folder.path().join("evil.py").exists() && !folder.path().join("deep/evil.py").exists());
    assert!(!folder.path().join("deep/fine.py").exists());
}
