//! The repository of `cargo mts demo`: a small ported project with two commits.
//!
//! The binary contains the texts of the project. The tool analyses this repository like any other.

use git2::{Repository, RepositoryInitOptions, Signature, Time};
use mts_model::error::{Error, Result};
use std::path::{Path, PathBuf};

/// The path of a file in the repository, and its text.
type ProjectFile = (&'static str, &'static str);

macro_rules! texts {
    ($folder:literal: $($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../examples/ledger/", $folder, "/", $path)))),*]
    };
}

/// The complete project at the first commit.
const BEFORE: &[ProjectFile] = texts!("before":
    "README.md",
    "java/acme/ledger/Account.java",
    "java/acme/ledger/Card.java",
    "java/acme/ledger/Money.java",
    "mts/inputs/numbers.json",
    "python/ledger/__init__.py",
    "python/ledger/account.py",
    "python/ledger/card.py",
    "python/ledger/money.py",
    "python/tests/__init__.py",
    "python/tests/test_ledger.py",
);

/// The files that the second commit replaces.
const AFTER: &[ProjectFile] = texts!("after":
    "java/acme/ledger/Account.java",
    "java/acme/ledger/Card.java",
    "java/acme/ledger/Money.java",
    "python/ledger/card.py",
    "python/ledger/money.py",
    "python/tests/test_ledger.py",
);

/// The time of the first commit, in seconds since 1970. The time of the second commit is one day
/// later.
const FIRST_COMMIT: i64 = 1_767_603_600;

/// The demo repository that [`build`] created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoRepository {
    /// The folder of the working tree, checked out at `head`.
    pub path: PathBuf,
    /// The commit id of the base. All ports are correct in this commit.
    pub base: String,
    /// The commit id of the head.
    ///
    /// One Java change is ported correctly, one is ported wrongly, and one is not ported.
    pub head: String,
}

/// Builds the repository in `folder`, and creates the folder if it is missing.
///
/// The author and the times are constant, so the commit ids are the same on every machine.
///
/// # Errors
/// Returns an error with exit code 2 if the folder is not empty. Returns an error with exit code 3
/// if a write fails.
pub fn build(folder: &Path) -> Result<DemoRepository> {
    std::fs::create_dir_all(folder).map_err(|e| Error::io("make the folder of the demo", folder, &e))?;
    let mut entries = std::fs::read_dir(folder).map_err(|e| Error::io("read the folder of the demo", folder, &e))?;
    if entries.next().is_some() {
        return Err(Error::usage("the folder of the demo is not empty")
            .at(folder.display().to_string())
            .help("give a new or an empty folder"));
    }
    let mut options = RepositoryInitOptions::new();
    options.initial_head("main").external_template(false);
    let repository = Repository::init_opts(folder, &options).map_err(|e| fault(folder, &e))?;
    let base = commit(&repository, folder, BEFORE, FIRST_COMMIT, "Port the ledger to Python")?;
    let second = "Share odd cents fairly, refuse short card numbers, skip spaces in accounts";
    let head = commit(&repository, folder, AFTER, FIRST_COMMIT + 86_400, second)?;
    Ok(DemoRepository { path: folder.to_owned(), base, head })
}

/// Writes the files and commits them on top of HEAD.
fn commit(
    repository: &Repository,
    folder: &Path,
    texts: &[ProjectFile],
    seconds: i64,
    message: &str,
) -> Result<String> {
    for (path, text) in texts {
        let file = folder.join(path);
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent).map_err(|e| Error::io("make a folder of the demo", parent, &e))?;
        }
        std::fs::write(&file, text).map_err(|e| Error::io("write a file of the demo", &file, &e))?;
    }
    record(repository, texts, seconds, message).map_err(|e| fault(folder, &e))
}

fn record(repository: &Repository, texts: &[ProjectFile], seconds: i64, message: &str) -> Result<String, git2::Error> {
    // The repository keeps the line endings of the files. The repository ignores the user's own git
    // configuration.
    let mut config = repository.config()?.open_level(git2::ConfigLevel::Local)?;
    config.set_bool("core.autocrlf", false)?;
    let mut index = repository.index()?;
    for (path, _) in texts {
        index.add_path(Path::new(path))?;
    }
    index.write()?;
    let tree = repository.find_tree(index.write_tree()?)?;
    let author = Signature::new("Ada Porter", "ada@example.org", &Time::new(seconds, 0))?;
    let parent = match repository.head() {
        Ok(head) => Some(head.peel_to_commit()?),
        Err(_) => None,
    };
    let parents: Vec<&git2::Commit<'_>> = parent.iter().collect();
    Ok(repository.commit(Some("HEAD"), &author, &author, message, &tree, &parents)?.to_string())
}

fn fault(folder: &Path, error: &git2::Error) -> Error {
    Error::environment(format!("cannot build the demo's repository: {}", error.message()))
        .at(folder.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::error::ExitCode;
    use std::process::Command;

    fn built() -> (tempfile::TempDir, DemoRepository) {
        let folder = tempfile::tempdir().expect("a folder");
        let demo = build(folder.path()).expect("builds");
        (folder, demo)
    }

    fn check_out(demo: &DemoRepository, commit: &str) {
        let repository = Repository::open(&demo.path).expect("opens");
        let object = repository.revparse_single(commit).expect("is there");
        let mut how = git2::build::CheckoutBuilder::new();
        repository.checkout_tree(&object, Some(how.force())).expect("checks out");
    }

    /// Runs a program in the folder. Returns `None` if the program is not installed.
    fn run(folder: &Path, program: &str, args: &[&str]) -> Option<(bool, String)> {
        let done = Command::new(program).args(args).current_dir(folder).env("PYTHONDONTWRITEBYTECODE", "1").output();
        done.ok().map(|o| (o.status.success(), String::from_utf8_lossy(&o.stderr).into_owned()))
    }

    #[test]
    fn commit_ids_are_the_same_every_time() {
        let ((_one, first), (_two, second)) = (built(), built());
        assert_eq!((&first.base, &first.head), (&second.base, &second.head));
        assert_ne!(first.base, first.head);
    }

    #[test]
    fn the_working_tree_is_clean_and_at_the_head() {
        let (_folder, demo) = built();
        let repository = Repository::open(&demo.path).expect("opens");
        let head = repository.head().expect("a head").peel_to_commit().expect("a commit");
        assert_eq!(head.id().to_string(), demo.head);
        assert_eq!(head.parent_id(0).expect("a parent").to_string(), demo.base);
        assert!(repository.statuses(None).expect("statuses").is_empty());
    }

    #[test]
    fn the_second_commit_changes_both_sides_of_two_pairs_and_only_java_of_the_third() {
        let (_folder, demo) = built();
        let repository = Repository::open(&demo.path).expect("opens");
        let tree = |id: &str| repository.revparse_single(id).and_then(|o| o.peel_to_tree()).expect("a tree");
        let diff = repository.diff_tree_to_tree(Some(&tree(&demo.base)), Some(&tree(&demo.head)), None).expect("diff");
        let path = |d: git2::DiffDelta<'_>| d.new_file().path().map(|p| p.display().to_string());
        let changed: Vec<String> = diff.deltas().filter_map(path).collect();
        assert_eq!(changed, AFTER.iter().map(|(path, _)| (*path).to_owned()).collect::<Vec<_>>());
        assert!(!changed.iter().any(|path| path.ends_with("account.py")));
    }

    #[test]
    fn the_ports_own_tests_pass_at_both_commits() {
        let (_folder, demo) = built();
        for commit in [&demo.base, &demo.head] {
            check_out(&demo, commit);
            let args = ["-m", "unittest", "discover", "-s", "python/tests", "-t", "python"];
            if let Some((ok, errors)) = run(&demo.path, "python3", &args) {
                assert!(ok, "{errors}");
                assert!(errors.contains("Ran 4 tests"), "{errors}");
            }
        }
    }

    #[test]
    fn java_compiles_without_warnings_at_both_commits() {
        let (_folder, demo) = built();
        for commit in [&demo.base, &demo.head] {
            check_out(&demo, commit);
            let out = tempfile::tempdir().expect("a folder");
            let classes = out.path().display().to_string();
            let files = ["Account", "Card", "Money"].map(|c| format!("java/acme/ledger/{c}.java"));
            let mut args = vec!["-Xlint:all", "-Werror", "-d", &classes];
            args.extend(files.iter().map(String::as_str));
            if let Some((ok, errors)) = run(&demo.path, "javac", &args) {
                assert!(ok, "{errors}");
            }
        }
    }

    #[test]
    fn the_wrong_port_differs_for_refunds_only() {
        let (_folder, demo) = built();
        let ask = "import sys; sys.path.insert(0, 'python'); from ledger.money import split; \
                   assert split(101, 3) == [34, 34, 33]; assert split(-7, 3) == [-2, -2, -3]";
        // -7 / 3 is -2 in Java, so Java gives [-3, -2, -2].
        if let Some((ok, errors)) = run(&demo.path, "python3", &["-c", ask]) {
            assert!(ok, "{errors}");
        }
    }

    #[test]
    fn every_file_of_the_example_is_part_of_the_demo() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/ledger");
        for (folder, texts) in [("before", BEFORE), ("after", AFTER)] {
            let folder = root.join(folder);
            let files = ignore::WalkBuilder::new(&folder).hidden(false).build();
            let mut found: Vec<String> = files
                .filter_map(Result::ok)
                .filter(|entry| entry.path().is_file())
                .map(|entry| entry.path().strip_prefix(&folder).expect("inside").display().to_string())
                .filter(|path| !path.contains("__pycache__"))
                .collect();
            found.sort();
            assert_eq!(found, texts.iter().map(|(path, _)| (*path).to_owned()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_folder_that_is_not_empty_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("mine.txt"), "mine").expect("writes");
        assert_eq!(build(folder.path()).expect_err("refuses").code, ExitCode::Usage);
    }
}
