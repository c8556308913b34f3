//! Tests with real repositories in temporary folders.

use super::*;
use git2::{IndexAddOption, Oid, Signature};
use mts_model::error::ExitCode;
use std::fs;
use std::path::Path;

/// A temporary repository for a test.
struct Sandbox {
    folder: tempfile::TempDir,
    git: git2::Repository,
}

impl Sandbox {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut options = git2::RepositoryInitOptions::new();
        options.initial_head("main").external_template(false);
        let git = git2::Repository::init_opts(folder.path(), &options).expect("a repository");
        // The user's own git settings must not change the results of the tests.
        let mut config = git.config().expect("a configuration");
        config.set_bool("core.autocrlf", false).expect("a setting");
        config.set_str("core.excludesFile", "/dev/null").expect("a setting");
        Self { folder, git }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, path: &str, text: &str) -> &Self {
        let full = self.path().join(path);
        fs::create_dir_all(full.parent().expect("a parent")).expect("folders");
        fs::write(full, text).expect("a file");
        self
    }

    fn remove(&self, path: &str) -> &Self {
        fs::remove_file(self.path().join(path)).expect("removed");
        self
    }

    /// Commits all files of the working tree on top of `parents`, and moves `HEAD`.
    fn commit_on(&self, parents: &[&str]) -> String {
        let mut index = self.git.index().expect("an index");
        index.add_all(["*"], IndexAddOption::DEFAULT, None).expect("added");
        index.update_all(["*"], None).expect("updated");
        index.write().expect("written");
        let tree = index.write_tree().expect("a tree");
        self.commit_tree(tree, parents)
    }

    fn commit_tree(&self, tree: Oid, parents: &[&str]) -> String {
        let tree = self.git.find_tree(tree).expect("the tree");
        let who = Signature::new("A", "a@example.com", &git2::Time::new(1_700_000_000, 0)).expect("a signature");
        let find = |sha: &&str| self.git.find_commit(Oid::from_str(sha).expect("a sha")).expect("a commit");
        let parents: Vec<git2::Commit<'_>> = parents.iter().map(find).collect();
        let parents: Vec<&git2::Commit<'_>> = parents.iter().collect();
        let id = self.git.commit(None, &who, &who, "a change", &tree, &parents).expect("a commit");
        let head = self.git.find_reference("HEAD").expect("HEAD");
        match head.symbolic_target() {
            Ok(Some(branch)) => drop(self.git.reference(branch, id, true, "test").expect("a branch")),
            _ => self.git.set_head_detached(id).expect("HEAD"),
        }
        id.to_string()
    }

    fn commit(&self) -> String {
        let head = self.git.head().ok().and_then(|head| head.target()).map(|id| id.to_string());
        self.commit_on(&head.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn branch(&self, name: &str, sha: &str) -> &Self {
        self.git.reference(name, Oid::from_str(sha).expect("a sha"), true, "test").expect("a reference");
        self
    }

    fn detach(&self, sha: &str) -> &Self {
        self.git.set_head_detached(Oid::from_str(sha).expect("a sha")).expect("HEAD");
        self
    }

    fn open(&self) -> Repository {
        Repository::discover(self.path()).expect("the repository")
    }

    fn diff(&self, base: &str, head: Option<&str>) -> Diff {
        let repository = self.open();
        let base = repository.snapshot(base).expect("a base");
        let head = match head {
            Some(sha) => repository.snapshot(sha).expect("a head"),
            None => repository.work_tree().expect("a working tree"),
        };
        repository.diff(&base, &head).expect("a diff")
    }
}

fn statuses(diff: &Diff) -> Vec<(&str, &Status)> {
    diff.changes.iter().map(|change| (change.path.as_str(), &change.status)).collect()
}

fn lines(count: usize) -> String {
    (0..count).map(|n| format!("line {n}\n")).collect()
}

mod base_of_a_change;
mod files_and_changes;
mod hunks;
