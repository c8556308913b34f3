//! Tests that a run changes nothing in the working tree except its results.

use crate::support::Fixture;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let walk = ignore::WalkBuilder::new(folder).standard_filters(false).build();
    walk.flatten().filter(|entry| entry.path().is_file()).map(ignore::DirEntry::into_path).collect()
}

/// Commits what is in the index of a repository.
fn commit_index(repository: &git2::Repository, parents: &[git2::Oid]) -> git2::Oid {
    let tree = repository.index().and_then(|mut index| index.write_tree()).expect("a tree");
    let tree = repository.find_tree(tree).expect("found");
    let who = git2::Signature::new("A", "a@example.org", &git2::Time::new(1_700_000_000, 0)).expect("a signature");
    let parents: Vec<git2::Commit<'_>> =
        parents.iter().map(|parent| repository.find_commit(*parent).expect("a commit")).collect();
    let commit = repository.commit(None, &who, &who, "more", &tree, &parents.iter().collect::<Vec<_>>());
    let commit = commit.expect("committed");
    let head = repository.find_reference("HEAD").expect("a head");
    let name = head.symbolic_target().expect("a name").map(str::to_owned);
    repository.reference(&name.expect("a branch"), commit, true, "more").expect("moved");
    commit
}

#[test]
fn a_root_in_a_submodule_is_an_error_that_names_the_submodule() {
    let fixture = Fixture::empty();
    fixture.write("mts.yml", "version: 1\nroots:\n  - java: java\n    python: python\n");
    fixture.write("python/work.py", "def twice(n):\n    return n + n\n");
    let first = git2::Oid::from_str(&fixture.commit("one")).expect("an id");
    let nested = git2::Repository::init(fixture.path().join("java")).expect("a repository");
    fixture.write("java/Work.java", "class Work {\n    static int twice(int n) {\n        return n + n;\n    }\n}\n");
    let mut index = nested.index().expect("an index");
    index.add_path(Path::new("Work.java")).expect("added");
    index.write().expect("written");
    let id = commit_index(&nested, &[]);
    let outer = git2::Repository::open(fixture.path()).expect("a repository");
    let now = git2::IndexTime::new(0, 0);
    let (mode, path) = (0o160_000, b"java".to_vec());
    let entry = git2::IndexEntry {
        ctime: now,
        mtime: now,
        dev: 0,
        ino: 0,
        mode,
        uid: 0,
        gid: 0,
        file_size: 0,
        id,
        flags: 0,
        flags_extended: 0,
        path,
    };
    let mut index = outer.index().expect("an index");
    index.add(&entry).expect("added");
    index.write().expect("written");
    commit_index(&outer, &[first]);
    let ran = fixture.mts(&["run", "--all"]);
    assert_eq!(ran.code, 2, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("does not read submodules") && ran.stderr.contains("--> java"), "{}", ran.stderr);
}

#[test]
fn a_merge_of_three_branches_is_compared_with_its_first_parent() {
    let fixture = Fixture::empty();
    let write = |number: i32| {
        fixture.write(
            "Work.java",
            format!("class Work {{\n    static int twice(int n) {{\n        return n + {number};\n    }}\n}}\n"),
        );
        fixture.write("work.py", format!("def twice(n):\n    return n + {number}\n"));
        git2::Oid::from_str(&fixture.commit("one")).expect("an id")
    };
    let parents = [write(1), write(2), write(3)];
    write(4);
    let repository = git2::Repository::open(fixture.path()).expect("a repository");
    commit_index(&repository, &parents);
    let ran = fixture.mts(&["run", "--fragments=false", "--variants=false"]);
    assert_eq!(
        (ran.code, ran.report()["pairs"].as_array().map(Vec::len)),
        (0, Some(1)),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
}

#[test]
#[ignore = "makes an archive of classes, which takes long on a busy machine: `cargo test -- --ignored`"]
fn a_run_does_not_change_its_folder_while_it_makes_the_class_archive() {
    let fixture = Fixture::empty();
    fixture.write("Work.java", "public class Work {\n    static int twice(int n) {\n        return n + n;\n    }\n}\n");
    fixture.write("work.py", "def twice(n):\n    return n + n\n");
    fixture.write("a/b/notes.txt", "kept");
    fixture.commit("one");
    fixture.write("untracked.txt", "kept");
    let cache = tempfile::tempdir().expect("a folder");
    let archives = || {
        let is_archive = |file: &PathBuf| file.extension().is_some_and(|e| e == "jsa");
        files(cache.path()).into_iter().filter(is_archive).count()
    };
    let before = files(fixture.path());
    let variables = [("XDG_CACHE_HOME", cache.path().to_str().expect("text"))];
    // The first run does not wait for the archive, and later runs wait for a short time. A loaded
    // machine needs more runs.
    for _ in 0..60 {
        let ran = fixture.mts_with(&["run", "--all"], &variables);
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        let after: BTreeSet<PathBuf> =
            files(fixture.path()).into_iter().filter(|file| !file.to_string_lossy().contains("/mts-out")).collect();
        let gone: Vec<_> = before.difference(&after).collect();
        let new: Vec<_> = after.difference(&before).collect();
        assert!(gone.is_empty() && new.is_empty(), "gone: {gone:?}, new: {new:?}");
        if archives() == 1 {
            break;
        }
    }
    assert_eq!(archives(), 1, "{:?}", files(cache.path()));
    // The last step of the compiler.
    let archive = files(cache.path()).into_iter().find(|file| file.extension().is_some_and(|e| e == "jsa"));
    let bytes = std::fs::read(archive.expect("an archive")).expect("readable");
    let step = b"com/sun/tools/javac/jvm/Gen";
    assert!(bytes.windows(step.len()).any(|part| part == step), "the archive lacks the compiler");
    let with = fixture.mts_with(&["run", "--all"], &variables);
    assert_eq!(with.code, 0, "{}{}", with.stdout, with.stderr);
}
