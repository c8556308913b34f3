//! The files of one revision or of the working tree.
//!
//! The snapshot has only regular files. The tool does not follow symbolic links and does not enter
//! submodules. [`Snapshot::skipped`] lists the skipped files.

use super::Repository;
use super::repository::failed;
use git2::{FileMode, Oid, Status};
use mts_model::Language;
use mts_model::bounded_text::SOURCE_BYTES;
use mts_model::error::{Error, Result};
use mts_model::report::Skipped;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The index flag of a file outside the sparse checkout (`GIT_INDEX_ENTRY_SKIP_WORKTREE`).
const SKIP_WORKTREE: u16 = 1 << 14;

/// The largest number of files and folders of a commit.
///
/// Without a limit, a small repository whose folders share their content could fill the memory.
const MOST_ENTRIES: usize = 2_000_000;

/// The longest path in bytes, which is also the limit of Linux.
const LONGEST_PATH: usize = 4096;

/// The storage of a file's bytes: a git object or the disk.
enum SnapshotSource {
    Blob(Oid),
    Disk,
}

/// The files of a commit or of the working tree.
pub struct Snapshot<'r> {
    pub(super) repository: &'r Repository,
    /// The commit; `None` for the working tree.
    pub(super) commit: Option<Oid>,
    root: PathBuf,
    files: BTreeMap<String, SnapshotSource>,
    skipped: Vec<Skipped>,
    /// The number of files and folders that this snapshot has read from trees.
    entries: usize,
    /// The paths of symbolic links.
    links: BTreeSet<String>,
    submodules: BTreeSet<String>,
    /// The files of the working tree that are not in the index.
    untracked: BTreeSet<String>,
    /// The tracked files outside the sparse checkout. These files are missing on disk, but not deleted.
    pub(super) sparse: BTreeSet<String>,
}

impl Repository {
    /// Returns the files of a commit.
    ///
    /// # Errors
    /// Returns an error if the revision is unknown, or if git objects cannot be read.
    pub fn snapshot(&self, revision: &str) -> Result<Snapshot<'_>> {
        let commit = self.commit(revision)?;
        let tree = commit.tree().map_err(|error| failed("read a tree", &error))?;
        let mut snapshot = Snapshot::new(self, Some(commit.id()), PathBuf::new());
        snapshot.add_tree(&tree, "")?;
        snapshot.in_order();
        Ok(snapshot)
    }

    /// Returns the files of the working tree.
    ///
    /// The snapshot has the tracked files, and the untracked files that git does not ignore.
    ///
    /// # Errors
    /// Returns an environment error if the repository is bare, or if the index cannot be read.
    pub fn work_tree(&self) -> Result<Snapshot<'_>> {
        let root = self.root().ok_or_else(|| {
            Error::environment("a bare repository has no working tree").help("give the revision with --head")
        })?;
        let mut snapshot = Snapshot::new(self, None, root);
        snapshot.add_index()?;
        snapshot.add_status()?;
        snapshot.in_order();
        Ok(snapshot)
    }
}

impl<'r> Snapshot<'r> {
    fn new(repository: &'r Repository, commit: Option<Oid>, root: PathBuf) -> Self {
        let (files, links) = (BTreeMap::new(), BTreeSet::new());
        let (submodules, sparse, untracked) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let skipped = Vec::new();
        Self { repository, commit, root, files, skipped, entries: 0, links, submodules, untracked, sparse }
    }

    /// Returns the commit's sha, or `None` for the working tree.
    #[must_use]
    pub fn sha(&self) -> Option<String> {
        self.commit.map(|id| id.to_string())
    }

    /// Returns the folder of the working tree, or `None` for a commit.
    #[must_use]
    pub fn folder(&self) -> Option<PathBuf> {
        self.commit.is_none().then(|| self.root.clone())
    }

    /// Returns the paths of the regular files, relative to the root, with `/`, in order.
    #[must_use]
    pub fn paths(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    /// Reports whether the snapshot has this file.
    #[must_use]
    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Reports whether the snapshot has a file or a link below this folder.
    #[must_use]
    pub fn holds_below(&self, folder: &str) -> bool {
        let below = format!("{folder}/");
        self.files.keys().chain(&self.links).any(|path| path.starts_with(&below))
    }

    /// Returns a submodule that is this folder, holds this folder or is in this folder.
    #[must_use]
    pub fn submodule_at(&self, folder: &str) -> Option<&str> {
        let folder = Path::new(folder);
        let meets = |path: &&String| folder.starts_with(path.as_str()) || Path::new(path.as_str()).starts_with(folder);
        self.submodules.iter().find(meets).map(String::as_str)
    }

    /// Reports whether a file of the working tree is not in the index.
    #[must_use]
    pub fn is_untracked(&self, path: &str) -> bool {
        self.untracked.contains(path)
    }

    /// Returns the paths of symbolic links and submodules.
    #[must_use]
    pub fn unread(&self) -> BTreeSet<String> {
        self.links.union(&self.submodules).cloned().collect()
    }

    /// Returns the skipped files with the reasons.
    ///
    /// Skipped files are submodules, names that are not UTF-8, links in place of source files,
    /// source files outside a sparse checkout, and files with merge conflicts.
    #[must_use]
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// Returns the bytes of a file.
    ///
    /// Returns `None` if the file is missing or cannot be read.
    #[must_use]
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        match self.files.get(path)? {
            SnapshotSource::Blob(id) => self.repository.inner.find_blob(*id).ok().map(|blob| blob.content().to_vec()),
            SnapshotSource::Disk => {
                let full = self.root.join(path);
                // Another program can replace the file by a link after the tool lists it.
                let is_file = std::fs::symlink_metadata(&full).is_ok_and(|data| data.is_file());
                if is_file { std::fs::read(full).ok() } else { None }
            }
        }
    }

    /// Returns the text of a source file.
    ///
    /// # Errors
    /// Returns a row for the report if the file is missing, binary, not UTF-8, too large, or a
    /// pointer of Git LFS (large file storage).
    pub fn text(&self, path: &str) -> std::result::Result<String, Skipped> {
        let skipped = |reason: &str| Skipped::new(path, reason);
        let bytes = self.read(path).ok_or_else(|| skipped("cargo mts cannot read the file"))?;
        if bytes.len() as u64 > SOURCE_BYTES {
            return Err(skipped("larger than 4 MiB: skipped"));
        }
        if is_lfs_pointer(&bytes) {
            return Err(skipped("a Git LFS pointer: run `git lfs pull`, or set `lfs: true` in the checkout step"));
        }
        if is_binary(&bytes) {
            return Err(skipped("a binary file"));
        }
        let text = String::from_utf8(bytes).map_err(|_| skipped("not UTF-8 text"))?;
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }

    /// Adds the files of a git tree and its subtrees.
    ///
    /// This function calls itself for each subtree. libgit2's tree walk accepts only UTF-8 names, and git
    /// names can have other bytes.
    fn add_tree(&mut self, tree: &git2::Tree<'_>, folder: &str) -> Result<()> {
        let mut seen = BTreeSet::new();
        for entry in tree {
            let name = entry.name_bytes();
            if !seen.insert(name.to_vec()) {
                let path = format!("{folder}{}", String::from_utf8_lossy(name));
                let error = Error::environment("git: a folder has two entries with the same name").at(path);
                return Err(error.help("run `git fsck`: the repository is damaged"));
            }
            let mode = entry.filemode();
            let Ok(name) = std::str::from_utf8(name) else {
                self.skip(format!("{folder}{}", String::from_utf8_lossy(name)), "the name is not UTF-8");
                continue;
            };
            let path = format!("{folder}{name}");
            self.entries += 1;
            if self.entries > MOST_ENTRIES {
                let message = format!("git: the commit has more than {MOST_ENTRIES} files and folders");
                return Err(Error::environment(message).help("run cargo mts in a repository with fewer files"));
            }
            if path.len() > LONGEST_PATH {
                self.skip(path, &format!("the path is longer than {LONGEST_PATH} bytes"));
                continue;
            }
            if mode == i32::from(FileMode::Tree) {
                let object = entry.to_object(&self.repository.inner).and_then(|object| object.peel_to_tree());
                let tree = object.map_err(|error| failed("read a folder", &error).at(path.clone()))?;
                self.add_tree(&tree, &format!("{path}/"))?;
            } else {
                self.add_entry(path, mode, SnapshotSource::Blob(entry.id()));
            }
        }
        Ok(())
    }

    fn add_entry(&mut self, path: String, mode: i32, place: SnapshotSource) {
        if mode == i32::from(FileMode::Commit) {
            self.submodules.insert(path.clone());
            self.skip(path, "a submodule: run cargo mts in its own repository");
        } else if mode == i32::from(FileMode::Link) {
            self.links.insert(path.clone());
            if Language::from_path(&path).is_some() {
                self.skip(path, "a symbolic link: not followed");
            }
        } else {
            self.files.insert(path, place);
        }
    }

    fn add_index(&mut self) -> Result<()> {
        let index = self.repository.inner.index().map_err(|error| failed("read the index", &error))?;
        for entry in index.iter() {
            let Ok(path) = String::from_utf8(entry.path.clone()) else {
                self.skip(String::from_utf8_lossy(&entry.path).into_owned(), "the name is not UTF-8");
                continue;
            };
            if entry.flags_extended & SKIP_WORKTREE != 0 && std::fs::symlink_metadata(self.root.join(&path)).is_err() {
                if Language::from_path(&path).is_some() {
                    self.skip(path.clone(), "outside the sparse checkout");
                }
                self.sparse.insert(path);
                continue;
            }
            self.add_entry(path, i32::try_from(entry.mode).unwrap_or_default(), SnapshotSource::Disk);
        }
        Ok(())
    }

    /// Applies the differences between the index and the disk: deleted files, untracked files, new
    /// links.
    fn add_status(&mut self) -> Result<()> {
        let mut options = git2::StatusOptions::new();
        options
            .show(git2::StatusShow::Workdir)
            .include_untracked(true)
            .recurse_untracked_dirs(true)
            .include_ignored(false)
            .include_unreadable(true)
            .exclude_submodules(true);
        let repository = self.repository;
        let statuses =
            repository.inner.statuses(Some(&mut options)).map_err(|error| failed("read the status", &error))?;
        for entry in statuses.iter() {
            let Ok(path) = std::str::from_utf8(entry.path_bytes()) else {
                self.skip(String::from_utf8_lossy(entry.path_bytes()).into_owned(), "the name is not UTF-8");
                continue;
            };
            let status = entry.status();
            let found = std::fs::symlink_metadata(self.root.join(path));
            if status.contains(Status::CONFLICTED) {
                self.files.remove(path);
                self.skip(path.to_owned(), "has merge conflicts");
            } else if self.sparse.contains(path) {
                // A file outside the sparse checkout is missing on purpose.
            } else if found.as_ref().is_ok_and(std::fs::Metadata::is_file) {
                // git reports an untracked nested repository as a path that ends with `/`. The path
                // is not a file.
                self.files.insert(path.to_owned(), SnapshotSource::Disk);
                if status.contains(Status::WT_NEW) {
                    self.untracked.insert(path.to_owned());
                }
            } else {
                let was = self.files.remove(path).is_some();
                if found.is_ok_and(|data| data.is_symlink()) {
                    self.links.insert(path.to_owned());
                    if was || Language::from_path(path).is_some() {
                        self.skip(path.to_owned(), "a symbolic link: not followed");
                    }
                }
            }
        }
        Ok(())
    }

    fn skip(&mut self, name: String, reason: &str) {
        self.skipped.push(Skipped::new(name, reason));
    }

    fn in_order(&mut self) {
        self.skipped.sort_by(|a, b| (&a.name, &a.reason).cmp(&(&b.name, &b.reason)));
        self.skipped.dedup();
    }
}

/// Reports whether the first 8,000 bytes contain a NUL byte, which is also git's test.
fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().take(8000).any(|byte| *byte == 0)
}

fn is_lfs_pointer(bytes: &[u8]) -> bool {
    bytes.len() < 1024 && bytes.starts_with(b"version https://git-lfs.github.com/spec/")
}
