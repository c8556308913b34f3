//! The list of the user's files that a worker may read, without private paths.
//!
//! Landlock can only allow paths. For a folder with a private path, the list has the other entries
//! of the folder, and not the folder itself.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Names of files and folders that are always private.
///
/// These files and folders contain a repository's own data, where a checkout may store a token, and
/// results of other runs.
const PRIVATE_NAMES: [&str; 3] = [".git", "mts-out", "mts-out.old"];

/// Environment variables with the path of a private folder or file.
///
/// The paths are those of the user's folders, and of a CI runner's folders and files with tokens and commands.
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

/// Paths of a user's repository that a worker must not read.
#[derive(Clone, Debug, Default)]
pub struct PrivatePaths {
    /// The folders with the repository's own data, and other private paths.
    pub paths: Vec<PathBuf>,
    /// The working tree, in which each untracked file `.env*` is private.
    pub work_tree: Option<PathBuf>,
    /// The files `.env*` of the working tree that git tracks.
    pub tracked: BTreeSet<PathBuf>,
}

impl PrivatePaths {
    /// Returns the same paths, and the private paths of this process's environment.
    fn with_environment(&self) -> Self {
        let named = PRIVATE_VARIABLES.iter().filter_map(std::env::var_os).map(PathBuf::from);
        let paths = named.filter(|path| path.is_absolute()).chain(self.paths.iter().cloned()).collect();
        Self { paths, ..self.clone() }
    }

    /// Returns the same paths with resolved links. The function leaves out missing paths.
    fn resolved(&self) -> Self {
        let resolved = |path: &PathBuf| path.canonicalize().ok();
        Self {
            paths: self.paths.iter().filter_map(resolved).collect(),
            work_tree: self.work_tree.as_ref().and_then(resolved),
            tracked: self.tracked.iter().filter_map(resolved).collect(),
        }
    }

    fn has(&self, path: &Path) -> bool {
        let is_setting = || {
            path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".env"))
                && self.work_tree.as_ref().is_some_and(|root| path.starts_with(root))
                && !self.tracked.contains(path)
                && !path.is_dir()
        };
        self.paths.iter().any(|private| private == path) || is_setting()
    }
}

/// Paths that a worker may read, with resolved links.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadList {
    /// The folders that a worker may list. Their entries are readable only if `readable` has them.
    pub(super) listed: BTreeSet<PathBuf>,
    /// The files, and the folders with all their contents.
    pub(super) readable: BTreeSet<PathBuf>,
}

impl ReadList {
    /// Creates a list of these paths, without the private paths of this process's environment.
    #[must_use]
    pub fn new<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Self {
        Self::from_repository(paths, &PrivatePaths::default())
    }

    /// Creates a list of these paths, without a repository's and the environment's private paths.
    #[must_use]
    pub fn from_repository<'p>(paths: impl IntoIterator<Item = &'p PathBuf>, private: &PrivatePaths) -> Self {
        Self::from_paths(paths, &private.with_environment())
    }

    /// Creates a list of these paths, without the `private` paths below them.
    ///
    /// The list skips missing paths, paths with a name that is always private (such as `mts-out`), and
    /// the data of each git repository. If a given path is one of the `private` paths, such as a home
    /// folder, the list has the entries of this folder, without the hidden ones.
    #[must_use]
    pub fn from_paths<'p>(paths: impl IntoIterator<Item = &'p PathBuf>, private: &PrivatePaths) -> Self {
        let private = private.resolved();
        let mut list = Self::default();
        let paths: BTreeSet<PathBuf> = paths.into_iter().filter_map(|path| path.canonicalize().ok()).collect();
        for path in paths {
            let is_git_data = path.components().any(|part| part.as_os_str() == PRIVATE_NAMES[0])
                || path.ancestors().any(is_git_folder);
            if is_git_data || has_private_name(&path) {
                continue;
            }
            list.add(&path, &private);
        }
        list
    }

    /// Adds a path, without the private paths below it. Returns true if the worker may read
    /// everything below the path.
    fn add(&mut self, path: &Path, private: &PrivatePaths) -> bool {
        let is_home = private.paths.iter().any(|own| own == path);
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut inside = Self::default();
        let mut is_whole = true;
        for entry in entries {
            let at = entry.path();
            let is_hidden = is_home && entry.file_name().as_encoded_bytes().starts_with(b".");
            if is_hidden || has_private_name(&at) || private.has(&at) || is_git_folder(&at) {
                is_whole = false;
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => is_whole &= inside.add(&at, private),
                Ok(kind) if kind.is_symlink() => {} // Landlock checks the target of a link.
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

/// Reports whether a folder has the data of a git repository, whatever its name.
fn is_git_folder(path: &Path) -> bool {
    path.join("HEAD").is_file() && path.join("objects").is_dir() && path.join("config").is_file()
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

    fn of_paths(paths: &[&PathBuf]) -> PrivatePaths {
        PrivatePaths { paths: paths.iter().map(|path| (*path).clone()).collect(), ..PrivatePaths::default() }
    }

    /// Reports whether Landlock would let a worker read this file.
    fn can_read(list: &ReadList, path: &Path) -> bool {
        path.ancestors().any(|above| list.readable.contains(above))
    }

    #[test]
    fn private_paths_are_excluded_at_any_depth() {
        let folder =
            tree(&["a/A.java", "a/.git/config", "a/b/B.java", "tools/x/.git/config", "tools/x/T.java", "c/C.java"]);
        let root = folder.path().canonicalize().expect("a folder");
        let list = ReadList::from_paths([&root], &PrivatePaths::default());
        for path in ["a/A.java", "a/b/B.java", "tools/x/T.java", "c/C.java"] {
            assert!(can_read(&list, &root.join(path)), "{path} in {list:?}");
        }
        for path in ["a/.git/config", "tools/x/.git/config"] {
            assert!(!can_read(&list, &root.join(path)), "{path} in {list:?}");
        }
        assert!(list.readable.contains(&root.join("c")), "a folder without a private place is one rule: {list:?}");
    }

    #[test]
    fn the_data_of_a_git_repository_is_excluded_under_any_name() {
        let folder =
            tree(&["a/A.java", "a/data/HEAD", "a/data/objects/x", "a/data/config", "a/plain/HEAD", "b/config"]);
        let root = folder.path().canonicalize().expect("a folder");
        let list = ReadList::from_paths([&root.join("a"), &root.join("a/data/objects")], &PrivatePaths::default());
        assert!(can_read(&list, &root.join("a/A.java")) && can_read(&list, &root.join("a/plain/HEAD")), "{list:?}");
        for path in ["a/data/HEAD", "a/data/objects/x", "a/data/config"] {
            assert!(!can_read(&list, &root.join(path)), "{path} in {list:?}");
        }
        let private = of_paths(&[&root.join("b/config")]);
        assert!(!can_read(&ReadList::from_paths([&root.join("b")], &private), &root.join("b/config")));
    }

    #[test]
    fn an_untracked_env_file_is_excluded() {
        let folder = tree(&["a/A.java", ".env", "a/.env.local", "a/.env.example", "a/.environment/B.java"]);
        let root = folder.path().canonicalize().expect("a folder");
        let (work_tree, tracked) = (Some(root.clone()), BTreeSet::from([root.join("a/.env.example")]));
        let list = ReadList::from_paths([&root], &PrivatePaths { work_tree, tracked, ..PrivatePaths::default() });
        for (path, is_read) in [
            ("a/A.java", true),
            (".env", false),
            ("a/.env.local", false),
            ("a/.env.example", true),
            ("a/.environment/B.java", true),
        ] {
            assert_eq!(can_read(&list, &root.join(path)), is_read, "{path} in {list:?}");
        }
    }

    #[test]
    fn a_private_path_is_not_readable() {
        let folder = tree(&[".git/hooks/A.java", "mts-out/report.json"]);
        let paths = [".git/hooks", ".git", "mts-out", "gone"].map(|path| folder.path().join(path));
        assert_eq!(ReadList::from_paths(&paths, &PrivatePaths::default()), ReadList::default());
    }

    #[test]
    fn a_readable_parent_of_the_home_folder_excludes_the_home_folder() {
        let folder = tree(&["home/me/token", "home/me/repo/A.java", "shared/B.java"]);
        let root = folder.path().canonicalize().expect("a folder");
        let home = root.join("home/me");
        let list = ReadList::from_paths([&root, &root.join("home/me/repo")], &of_paths(&[&home]));
        assert!(can_read(&list, &root.join("shared/B.java")) && can_read(&list, &root.join("home/me/repo/A.java")));
        assert!(!can_read(&list, &root.join("home/me/token")), "{list:?}");
    }

    #[test]
    fn a_repository_that_is_the_home_folder_excludes_hidden_files() {
        let folder = tree(&["A.java", ".ssh/key", ".netrc"]);
        let root = folder.path().canonicalize().expect("a folder");
        let list = ReadList::from_paths([&root], &of_paths(&[&root]));
        assert!(can_read(&list, &root.join("A.java")));
        assert!(!can_read(&list, &root.join(".ssh/key")) && !can_read(&list, &root.join(".netrc")), "{list:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_make_its_target_readable() {
        let folder = tree(&["repo/A.java", "repo/.git/config", "secret/token"]);
        let root = folder.path().canonicalize().expect("a folder");
        std::os::unix::fs::symlink(root.join("secret"), root.join("repo/link")).expect("a link");
        let list = ReadList::from_paths([&root.join("repo")], &PrivatePaths::default());
        assert!(!can_read(&list, &root.join("secret/token")) && !can_read(&list, &root.join("repo/link")), "{list:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_private_path_is_below_a_readable_path(
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
            let list = ReadList::from_paths(&given, &of_paths(&[&home]));
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
