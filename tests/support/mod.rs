//! Holds the helpers that the tests of all binaries share. The helpers are fixture repositories
//! with real commits, and the program that runs on them. The submodules hold workers and units,
//! documents, the stand-in for GitHub, and the runners of emitted tests.
#![allow(dead_code, reason = "each binary uses its own part")]

pub mod documents;
pub mod emitted;
pub mod github_standin;
pub mod shared;
pub mod twenty;
pub mod workers;

use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A repository in a temporary folder.
pub struct Fixture {
    folder: TempDir,
}

/// The result of a run of the program.
#[derive(Clone)]
pub struct Ran {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The report; `None` if the run wrote none.
    pub report: Option<Json>,
}

impl Fixture {
    /// Creates an empty repository.
    pub fn empty() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        git2::Repository::init(folder.path()).expect("a repository");
        Self { folder }
    }

    /// Commits `tests/trees/changes/NAME/before`, then `.../after`.
    pub fn tree(name: &str) -> Self {
        let fixture = Self::empty();
        let trees = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trees/changes").join(name);
        fixture.replace_by(&trees.join("before"));
        fixture.commit("before");
        fixture.replace_by(&trees.join("after"));
        fixture.commit("after");
        fixture
    }

    /// Commits `tests/trees/NAME` as one commit, for trees that test the build and not a change.
    pub fn whole(name: &str) -> Self {
        let fixture = Self::empty();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trees").join(name), fixture.path());
        fixture.commit("all");
        fixture
    }

    /// Returns the folder of the repository.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) -> &Self {
        let target = self.path().join(path);
        std::fs::create_dir_all(target.parent().expect("a parent")).expect("folders");
        std::fs::write(target, text).expect("written");
        self
    }

    /// Returns the text of a file.
    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path().join(path)).expect("a text")
    }

    /// Removes a file.
    pub fn remove(&self, path: &str) -> &Self {
        std::fs::remove_file(self.path().join(path)).expect("removed");
        self
    }

    fn replace_by(&self, from: &Path) {
        for entry in std::fs::read_dir(self.path()).expect("readable").flatten() {
            if entry.file_name() == ".git" {
                continue;
            }
            if entry.path().is_dir() {
                std::fs::remove_dir_all(entry.path()).expect("removed");
            } else {
                std::fs::remove_file(entry.path()).expect("removed");
            }
        }
        copy(from, self.path());
    }

    /// Commits everything and returns the commit's id.
    pub fn commit(&self, message: &str) -> String {
        let repository = git2::Repository::open(self.path()).expect("opens");
        let mut index = repository.index().expect("an index");
        index.add_all(["*"], git2::IndexAddOption::DEFAULT, None).expect("added");
        index.update_all(["*"], None).expect("updated");
        index.write().expect("written");
        let tree = repository.find_tree(index.write_tree().expect("a tree")).expect("found");
        let who = git2::Signature::new("A", "a@example.org", &git2::Time::new(1_700_000_000, 0)).expect("a signature");
        let parent = repository.head().ok().and_then(|head| head.peel_to_commit().ok());
        let parents: Vec<&git2::Commit<'_>> = parent.iter().collect();
        repository.commit(Some("HEAD"), &who, &who, message, &tree, &parents).expect("committed").to_string()
    }

    /// Runs the program here with environment variables.
    pub fn mts_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
        mts_with(self.path(), arguments, variables)
    }

    /// Runs the program here, started by another program. `under` is the name and the arguments of
    /// that program.
    pub fn mts_under(&self, under: &[&str], arguments: &[&str]) -> Ran {
        mts_as(self.path(), under, arguments, &[])
    }

    /// Runs the program here with these arguments, and with fragments, variants and the hunt.
    ///
    /// The default of other runs in tests is to switch them off.
    pub fn mts_by_default(&self, arguments: &[&str]) -> Ran {
        start(self.path(), &[], arguments, &[])
    }

    /// Runs the program here.
    pub fn mts(&self, arguments: &[&str]) -> Ran {
        mts_in(self.path(), arguments)
    }
}

/// Runs the program in a folder.
pub fn mts_in(folder: &Path, arguments: &[&str]) -> Ran {
    mts_with(folder, arguments, &[])
}

/// Runs the program in a folder with environment variables. The function removes the variables of a
/// CI system around the tests.
pub fn mts_with(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
    mts_as(folder, &[], arguments, variables)
}

/// Runs the program in a folder, started by another program. `under` is the name and the arguments
/// of that program.
fn mts_as(folder: &Path, under: &[&str], arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
    start(folder, under, &without_optional_analyses(arguments), variables)
}

/// Returns the arguments, with fragments, variants and the hunt off for `run` and `check`.
///
/// An argument that names an analysis keeps it on. The analyses take time, and most tests are about
/// something else.
fn without_optional_analyses<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let mut all = arguments.to_vec();
    let at = usize::from(arguments.first() == Some(&"mts"));
    if !arguments.get(at).is_some_and(|word| ["run", "check"].contains(word)) {
        return all;
    }
    for (flag, name) in [("--fragments=false", "-fragments"), ("--variants=false", "-variants"), ("--hunt=0", "-hunt")]
    {
        if !arguments.iter().any(|argument| argument.contains(name)) {
            all.insert(at + 1, flag);
        }
    }
    all
}

fn start(folder: &Path, under: &[&str], arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
    let words = [under, &[env!("CARGO_BIN_EXE_cargo-mts")], arguments].concat();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(folder).env_remove("MTS_CORPUS").env("NO_COLOR", "1");
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GITHUB_") {
            command.env_remove(name);
        }
    }
    let output = command.envs(variables.iter().copied()).output().expect("the program runs");
    let report = std::fs::read(folder.join("mts-out/report.json")).ok();
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        report: report.and_then(|bytes| serde_json::from_slice(&bytes).ok()),
    }
}

impl Ran {
    /// Returns the report. If there is none, the test fails and shows the output.
    pub fn report(&self) -> &Json {
        self.report
            .as_ref()
            .unwrap_or_else(|| panic!("no report; exit {}\n{}\n{}", self.code, self.stdout, self.stderr))
    }

    /// Returns the pair with this short name.
    pub fn pair(&self, name: &str) -> &Json {
        let pairs = self.report()["pairs"].as_array().expect("pairs");
        pairs.iter().find(|pair| pair["name"] == name).unwrap_or_else(|| panic!("no pair {name} in {pairs:?}"))
    }

    /// Returns a count from the scores of the pair with this short name.
    pub fn head(&self, name: &str, key: &str) -> u64 {
        self.pair(name)["head"][key].as_u64().expect("a count")
    }

    /// Returns the severities and causes of the findings on a pair's originals.
    pub fn original_findings(&self, name: &str) -> Vec<(String, String)> {
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        let findings = self.pair(name)["findings"].as_array().expect("findings").iter();
        let originals = findings.filter(|finding| finding["kind"] == "original");
        originals.map(|finding| (text(&finding["severity"]), text(&finding["cause"]))).collect()
    }

    /// Returns all reasons of skipped and unpaired rows, joined.
    pub fn reasons(&self) -> String {
        let rows = ["skipped", "unpaired"].into_iter().flat_map(|key| self.report()[key].as_array().expect("a list"));
        rows.map(|row| format!("{}: {}\n", row["name"].as_str().unwrap_or(""), row["reason"].as_str().unwrap_or("")))
            .collect()
    }
}

/// Copies the contents of a folder into another folder.
pub fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap_or_else(|e| panic!("{}: {e}", from.display())).flatten() {
        let target: PathBuf = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir_all(&target).expect("folders");
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).expect("copied");
        }
    }
}
