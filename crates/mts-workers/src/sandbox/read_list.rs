//! The list of the user's files that a worker may read, without private paths.
//!
//! Landlock can only allow paths. For a folder with a private path, it allows the other entries and
//! never the folder itself.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Names of files and folders that are always private.
///
/// They contain a repository's own data, where a checkout may store a token, and results of other
/// runs.
const PRIVATE_NAMES: [&str; 3] = [".git", "mts-out", "mts-out.old"];

/// Environment variables with the path of a private folder or of its file.
///
/// These are the folders of the user, and the folders of a CI runner with tokens and commands.
const PRIVATE_VARIABLES: [&str; 8] = [
    "HOME",
    "RUNNER_TEMP",
    "GITHUB_ENV",
    "GITHUB_EVENT_PATH",
    "GITHUB_OUTPUT",
    "GITHUB_PATH",
    "GITHUB_STEP_SUMMARY",
    "GIT_DIR",
];

/// Paths that a worker may read, with resolved links.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadList {
    /// The folders whose entries may be listed but not read.
    pub(super) listed: BTreeSet<PathBuf>,
    /// The files, and the folders with all their contents.
    pub(super) readable: BTreeSet<PathBuf>,
}

impl ReadList {
    /// Creates a list of these paths, without the private paths of this process's environment.
    #[must_use]
    pub fn new<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Self {
        let named = PRIVATE_VARIABLES.iter().filter_map(std::env::var_os).map(PathBuf::from);
        Self::without(paths, &named.filter(|path| path.is_absolute()).collect::<Vec<_>>())
    }

    /// Creates a list of these paths, without the `private` paths below them.
    ///
    /// The list skips missing and private paths. If a given path is a private folder, such as a
    /// home folder, the list has its entries without the hidden ones.
    #[must_use]
    pub fn without<'p>(paths: impl IntoIterator<Item = &'p PathBuf>, private: &[PathBuf]) -> Self {
        let private: BTreeSet<PathBuf> = private.iter().filter_map(|path| path.canonicalize().ok()).collect();
        let mut list = Self::default();
        let paths: BTreeSet<PathBuf> = paths.into_iter().filter_map(|path| path.canonicalize().ok()).collect();
        for path in paths {
            let is_git_data = path.components().any(|part| part.as_os_str() == PRIVATE_NAMES[0]);
            if is_git_data || has_private_name(&path) {
                continue;
            }
            list.add(&path, &private);
        }
        list
    }

    /// Adds a path that is not private. Returns true if the worker may read everything below the
    /// path.
    fn add(&mut self, path: &Path, private: &BTreeSet<PathBuf>) -> bool {
        let is_home = private.contains(path);
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut inside = Self::default();
        let mut is_whole = true;
        for entry in entries {
            let at = entry.path();
            let is_hidden = is_home && entry.file_name().as_encoded_bytes().starts_with(b".");
            if is_hidden || has_private_name(&at) || private.contains(&at) {
                is_whole = false;
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => is_whole &= inside.add(&at, private),
                Ok(kind) if kind.is_symlink() => {} // The target is not below this folder.
                _ => _ = inside.readable.insert(at),
            }
        }
        if is_whole {
            self.readable.insert(path.to_path_buf());
        } else {
            self.listed.insert(path.to_path_buf());
            self.listed.append(&mut inside.listed);
            self.readable.append(&mut inside.readable);
        }
        is_whole
    }
}

fn has_private_name(path: &Path) -> bool {
    path.file_name().is_some_and(|name| PRIVATE_NAMES.iter().any(|private| name == *private))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tree(paths: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for path in paths {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
            fs::write(path, "x").expect("written");
        }
        folder
    }

    /// Reports whether Landlock would let a worker read this file.
    fn can_read(list: &ReadList, path: &Path) -> bool {
        path.ancestors().any(|above| list.readable.contains(above))
    }

    #[test]
    fn private_places_are_left_out_at_any_depth() {
        let folder =
            tree(&["a/A.java", "a/.git/config", "a/b/B.java", "tools/x/.git/config", "tools/x/T.java", "c/C.java"]);
        let root = folder.path().canonicalize().expect("a folder");
        let list = ReadList::without([&root], &[]);
        for path in ["a/A.java", "a/b/B.java", "tools/x/T.java", "c/C.java"] {
            assert!(can_read(&list, &root.join(path)), "{path} in {list:?}");
        }
        for path in ["a/.git/config", "tools/x/.git/config"] {
            assert!(!can_read(&list, &root.join(path)), "{path} in {list:?}");
        }
        assert!(list.readable.contains(&root.join("c")), "a folder without a private place is one rule: {list:?}");
    }

    #[test]
    fn a_path_that_is_private_itself_is_passed_over() {
        let folder = tree(&[".git/hooks/A.java", "mts-out/report.json"]);
        let paths = [".git/hooks", ".git", "mts-out", "gone"].map(|path| folder.path().join(path));
        assert_eq!(ReadList::without(&paths, &[]), ReadList::default());
    }

    #[test]
    fn a_parent_of_the_home_folder_goes_without_it() {
        let folder = tree(&["home/me/token", "home/me/repo/A.java", "shared/B.java"]);
        let root = folder.path().canonicalize().expect("a folder");
        let home = root.join("home/me");
        let list = ReadList::without([&root, &root.join("home/me/repo")], &[home]);
        assert!(can_read(&list, &root.join("shared/B.java")) && can_read(&list, &root.join("home/me/repo/A.java")));
        assert!(!can_read(&list, &root.join("home/me/token")), "{list:?}");
    }

    #[test]
    fn a_repository_that_is_the_home_folder_goes_without_hidden_files() {
        let folder = tree(&["A.java", ".ssh/key", ".netrc"]);
        let root = folder.path().canonicalize().expect("a folder");
        let list = ReadList::without([&root], std::slice::from_ref(&root));
        assert!(can_read(&list, &root.join("A.java")));
        assert!(!can_read(&list, &root.join(".ssh/key")) && !can_read(&list, &root.join(".netrc")), "{list:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_opens_nothing_by_itself() {
        let folder = tree(&["repo/A.java", "repo/.git/config", "secret/token"]);
        let root = folder.path().canonicalize().expect("a folder");
        std::os::unix::fs::symlink(root.join("secret"), root.join("repo/link")).expect("a link");
        let list = ReadList::without([&root.join("repo")], &[]);
        assert!(!can_read(&list, &root.join("secret/token")) && !can_read(&list, &root.join("repo/link")), "{list:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn nothing_private_is_ever_below_what_may_be_read(
            paths in proptest::collection::vec("(a|b|c|\\.git|mts-out)(/(a|b|\\.git|d)){0,3}/(f|g)", 1..8),
            given in proptest::collection::vec("(a|b|c)(/(a|b)){0,2}|", 1..4),
            home in "(a|b)(/(a|b)){0,1}",
        ) {
            let folder = tempfile::tempdir().expect("a folder");
            for path in &paths {
                let path = folder.path().join(path);
                if fs::create_dir_all(path.parent().expect("a folder")).is_ok() {
                    _ = fs::write(path, "x");
                }
            }
            let root = folder.path().canonicalize().expect("a folder");
            let home = root.join(&home);
            let given: Vec<PathBuf> = given.iter().map(|path| root.join(path)).collect();
            let list = ReadList::without(&given, std::slice::from_ref(&home));
            for path in &paths {
                let full = root.join(path);
                if !full.is_file() {
                    continue;
                }
                let asked: Vec<&PathBuf> = given.iter().filter(|given| full.starts_with(given)).collect();
                let is_private = path.split('/').any(|part| part == ".git" || part == "mts-out");
                // The path is reachable only from above the home folder.
                let is_home = full.starts_with(&home) && asked.iter().all(|given| !given.starts_with(&home));
                let wanted = !asked.is_empty() && !is_private && !is_home;
                prop_assert_eq!(can_read(&list, &full), wanted, "{} in {:?}", path, list);
            }
        }
    }
}
