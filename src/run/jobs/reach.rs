//! Checks which files and folders a job may read.
//!
//! A job may read its revision, the files that this run and its build tools made, and the paths
//! that a trusted configuration names. This module resolves links and checks every path of a job
//! before any other code reads it, because the change under test can contain links, build files and
//! new roots. `mts-workers` controls the files that the sandbox allows.

use crate::config::Root;
use std::path::{Component, Path, PathBuf};

/// The folders to which the paths of a job may lead. All links are resolved.
pub struct Reach {
    inside: Vec<PathBuf>,
}

impl Reach {
    /// Creates the check for these folders: a revision and folders of this run.
    pub fn new<'p>(folders: impl IntoIterator<Item = &'p Path>) -> Self {
        Self { inside: folders.into_iter().filter_map(|folder| folder.canonicalize().ok()).collect() }
    }

    /// Reports whether a path leads to one of the folders, or does not exist.
    pub fn holds(&self, path: &Path) -> bool {
        path.canonicalize().map_or(true, |path| self.inside.iter().any(|folder| path.starts_with(folder)))
    }

    /// Checks the paths that come from sources, build files and the repository.
    ///
    /// # Errors
    /// Returns a message with the first path that leads to another folder.
    pub fn check<'p>(&self, paths: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), String> {
        match paths.into_iter().find(|path| !self.holds(path)) {
            Some(path) => Err(format!("`{}` leads out of the repository", path.display())),
            None => Ok(()),
        }
    }
}

/// Returns the full path of a path in the configuration of a root.
///
/// `path` is relative to `folder`, the folder of a revision. The function accepts a path outside of the repository only
/// if the change under test did not add the root.
///
/// # Errors
/// Returns a message with the path if the function does not accept it.
pub fn configured(folder: &Path, path: &str, root: &Root) -> Result<PathBuf, String> {
    let full = folder.join(path);
    if Reach::new([folder]).holds(&full) {
        return Ok(full);
    }
    let is_named_outside = !lexical(&full).starts_with(lexical(folder));
    match (is_named_outside, root.is_added) {
        (true, false) => Ok(full),
        (true, true) => Err(format!(
            "`{path}` is outside of the repository, and the change adds it to `roots`: the path takes effect after the merge"
        )),
        (false, _) => Err(format!("`{path}` leads out of the repository through a link")),
    }
}

/// Resolves `.` and `..` in a path by text only, without disk access.
fn lexical(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = out.pop(),
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    /// Creates a repository with a folder, beside a folder with a secret. Links connect both.
    fn repository() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        for path in ["repo/lib", "outside/etc"] {
            fs::create_dir_all(folder.path().join(path)).expect("folders");
        }
        symlink("../outside", folder.path().join("repo/link")).expect("a link");
        symlink("lib", folder.path().join("repo/inner")).expect("a link");
        let repository = folder.path().join("repo");
        (folder, repository)
    }

    #[test]
    fn a_path_inside_the_repository_is_accepted_and_a_link_to_the_outside_is_refused() {
        let (_folder, repository) = repository();
        for (is_added, path) in
            [(false, "lib"), (true, "lib"), (true, "inner"), (true, "gone/too"), (true, "lib/../lib")]
        {
            let root = Root { is_added, ..Root::default() };
            assert_eq!(configured(&repository, path, &root), Ok(repository.join(path)), "{path}");
        }
        for is_added in [false, true] {
            let root = Root { is_added, ..Root::default() };
            for path in ["link", "link/etc", "../repo/link"] {
                let refused = format!("`{path}` leads out of the repository through a link");
                assert_eq!(configured(&repository, path, &root), Err(refused));
            }
        }
    }

    #[test]
    fn a_path_outside_is_accepted_only_if_the_change_did_not_add_it() {
        let (folder, repository) = repository();
        let absolute = folder.path().join("outside").display().to_string();
        for path in ["..", "../outside", "/", &absolute] {
            let trusted = Root::default();
            assert_eq!(configured(&repository, path, &trusted), Ok(repository.join(path)), "{path}");
            let added = Root { is_added: true, ..Root::default() };
            assert!(configured(&repository, path, &added).is_err(), "{path}");
        }
    }

    #[test]
    fn a_folder_of_a_build_file_is_checked_with_its_links() {
        let (_folder, repository) = repository();
        let reach = Reach::new([repository.as_path()]);
        assert_eq!(reach.check([&repository.join("lib"), &repository.join("inner")]), Ok(()));
        let refused = reach.check([&repository.join("lib"), &repository.join("link/etc")]).expect_err("a link");
        assert!(refused.contains("link/etc"), "{refused}");
    }
}
