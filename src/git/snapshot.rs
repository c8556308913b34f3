//! The files of one revision, or of the working tree as it lies there. Only regular files count:
//! symbolic links are never followed and submodules never entered; what is left out is listed.

use super::Repository;
use super::repository::failed;
use git2::{FileMode, Oid, Status};
use mts_model::Language;
use mts_model::bounded_text::SOURCE_BYTES;
use mts_model::error::{Error, Result};
use mts_model::report::Skipped;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Index flag of a file outside the sparse checkout (`GIT_INDEX_ENTRY_SKIP_WORKTREE`).
const SKIP_WORKTREE: u16 = 1 << 14;

/// Where a file's bytes are.
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
    /// Paths of symbolic links.
    links: BTreeSet<String>,
    /// Files that are tracked but not checked out: missing, yet not deleted.
    pub(super) sparse: BTreeSet<String>,
}

impl Repository {
    /// The files of a commit.
    ///
    /// # Errors
    /// An unknown revision, or objects that cannot be read.
    pub fn snapshot(&self, revision: &str) -> Result<Snapshot<'_>> {
        let commit = self.commit(revision)?;
        let tree = commit.tree().map_err(|error| failed("read a tree", &error))?;
        let mut snapshot = Snapshot::new(self, Some(commit.id()), PathBuf::new());
        snapshot.add_tree(&tree, "")?;
        snapshot.in_order();
        Ok(snapshot)
    }

    /// The files of the working tree: tracked ones, and untracked ones that are not ignored.
    ///
    /// # Errors
    /// An environment error in a bare repository, or when the index cannot be read.
    pub fn work_tree(&self) -> Result<Snapshot<'_>> {
        let root = self.root().ok_or_else(|| {
            Error::environment("a bare repository has no working tree").help("name the revision to look at: --head")
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
        let (files, links, sparse) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
        Self { repository, commit, root, files, skipped: Vec::new(), links, sparse }
    }

    /// The commit's sha; `None` for the working tree.
    #[must_use]
    pub fn sha(&self) -> Option<String> {
        self.commit.map(|id| id.to_string())
    }

    /// The folder that the working tree is in; `None` for a commit.
    #[must_use]
    pub fn folder(&self) -> Option<PathBuf> {
        self.commit.is_none().then(|| self.root.clone())
    }

    /// Paths of its regular files from the root, with `/`, in order.
    #[must_use]
    pub fn paths(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    /// Whether it has this file.
    #[must_use]
    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Whether a folder holds anything of it, links included.
    #[must_use]
    pub fn holds_below(&self, folder: &str) -> bool {
        let below = format!("{folder}/");
        self.files.keys().chain(&self.links).any(|path| path.starts_with(&below))
    }

    /// The skipped files, with the reason: submodules, odd names, links in place of sources, files outside
    /// a sparse checkout, conflicts.
    #[must_use]
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// The bytes of a file; `None` when there is no such file or it cannot be read.
    #[must_use]
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        match self.files.get(path)? {
            SnapshotSource::Blob(id) => self.repository.inner.find_blob(*id).ok().map(|blob| blob.content().to_vec()),
            SnapshotSource::Disk => {
                let full = self.root.join(path);
                // It may have become a link since it was listed.
                let is_file = std::fs::symlink_metadata(&full).is_ok_and(|data| data.is_file());
                if is_file { std::fs::read(full).ok() } else { None }
            }
        }
    }

    /// The text of a source file.
    ///
    /// # Errors
    /// A row for the report when it is no text that can be analysed: missing, binary, not UTF-8, a
    /// pointer to large file storage, too large.
    pub fn text(&self, path: &str) -> std::result::Result<String, Skipped> {
        let skipped = |reason: &str| Skipped::new(path, reason);
        let bytes = self.read(path).ok_or_else(|| skipped("the file cannot be read"))?;
        if bytes.len() as u64 > SOURCE_BYTES {
            return Err(skipped("larger than 4 MiB: not taken for source code"));
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

    /// Own recursion: libgit2's walk hands out names as UTF-8, which names need not be.
    fn add_tree(&mut self, tree: &git2::Tree<'_>, folder: &str) -> Result<()> {
        for entry in tree {
            let name = entry.name_bytes();
            let mode = entry.filemode();
            let Ok(name) = std::str::from_utf8(name) else {
                self.skip(format!("{folder}{}", String::from_utf8_lossy(name)), "its name is not UTF-8");
                continue;
            };
            let path = format!("{folder}{name}");
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
            self.skip(path, "a submodule: run cargo mts in its own repository");
        } else if mode == i32::from(FileMode::Link) {
            self.links.insert(path.clone());
            if Language::of_path(&path).is_some() {
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
                self.skip(String::from_utf8_lossy(&entry.path).into_owned(), "its name is not UTF-8");
                continue;
            };
            if entry.flags_extended & SKIP_WORKTREE != 0 && std::fs::symlink_metadata(self.root.join(&path)).is_err() {
                if Language::of_path(&path).is_some() {
                    self.skip(path.clone(), "outside the sparse checkout");
                }
                self.sparse.insert(path);
                continue;
            }
            self.add_entry(path, i32::try_from(entry.mode).unwrap_or_default(), SnapshotSource::Disk);
        }
        Ok(())
    }

    /// The files that differ on disk from the index: deleted, untracked, now a link.
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
                self.skip(String::from_utf8_lossy(entry.path_bytes()).into_owned(), "its name is not UTF-8");
                continue;
            };
            let status = entry.status();
            let found = std::fs::symlink_metadata(self.root.join(path));
            if status.contains(Status::CONFLICTED) {
                self.files.remove(path);
                self.skip(path.to_owned(), "has merge conflicts");
            } else if self.sparse.contains(path) {
                // Missing on purpose.
            } else if found.as_ref().is_ok_and(std::fs::Metadata::is_file) {
                // An untracked file of a nested repository ends with `/` and is no file.
                self.files.insert(path.to_owned(), SnapshotSource::Disk);
            } else {
                let was = self.files.remove(path).is_some();
                if found.is_ok_and(|data| data.is_symlink()) && (was || Language::of_path(path).is_some()) {
                    self.skip(path.to_owned(), "a symbolic link: not followed");
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

/// Git's own test: a NUL among the first 8,000 bytes.
fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().take(8000).any(|byte| *byte == 0)
}

fn is_lfs_pointer(bytes: &[u8]) -> bool {
    bytes.len() < 1024 && bytes.starts_with(b"version https://git-lfs.github.com/spec/")
}
