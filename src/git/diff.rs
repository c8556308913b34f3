//! The changes between two snapshots: the changed files, their renames and their changed lines.
//!
//! A file that the tool cannot compare becomes a row of skipped files, and the run continues.

use super::repository::failed;
use super::{Hunk, LineRange, Repository, Snapshot};
use git2::{Delta, DiffFindOptions, DiffOptions, FileMode, Patch};
use mts_model::error::{Error, Result};
use mts_model::report::Skipped;

/// The lowest similarity of a renamed file, in percent (git's own default).
const RENAME_THRESHOLD: u16 = 50;

/// The highest number of files in the search for a renamed file's origin.
const RENAME_LIMIT: usize = 400;

/// The kind of change of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The file is new.
    Added,
    /// The file is deleted.
    Deleted,
    /// The content of the file changed.
    Modified,
    /// The path of the file changed. Its content can also differ.
    Renamed {
        /// The old path.
        from: String,
        /// The unchanged lines, in percent of all lines of both revisions.
        similarity: u8,
    },
}

/// One changed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// The kind of change.
    pub status: Status,
    /// The path in the new revision, or the old path of a deleted file.
    pub path: String,
    /// The path in the old revision; `None` for a new file.
    pub old_path: Option<String>,
    /// `true` if the content is not text. Such a file has no hunks.
    pub binary: bool,
    /// The changed lines, in order, without context lines.
    pub hunks: Vec<Hunk>,
}

/// The changes between two snapshots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// The changed files, in order of their paths.
    pub changes: Vec<FileChange>,
    /// The files that the tool could not compare, with the reasons.
    pub skipped: Vec<Skipped>,
}

impl Repository {
    /// Returns the changes from `base`, a commit, to `head`, a commit or the working tree.
    ///
    /// # Errors
    /// Returns an error if `base` is the working tree, or if git objects cannot be read.
    pub fn diff(&self, base: &Snapshot<'_>, head: &Snapshot<'_>) -> Result<Diff> {
        let base_id = base.commit.ok_or_else(|| Error::bug("the base of a diff is the working tree"))?;
        let tree_of = |id| self.inner.find_commit(id).and_then(|commit| commit.tree());
        let old = tree_of(base_id).map_err(|error| failed("read a tree", &error))?;
        let mut options = DiffOptions::new();
        options
            .context_lines(0)
            .interhunk_lines(0)
            .include_untracked(true)
            .recurse_untracked_dirs(true)
            .show_untracked_content(true)
            .ignore_submodules(true)
            .max_size(4 << 20);
        let diff = match head.commit {
            Some(id) => {
                let new = tree_of(id).map_err(|error| failed("read a tree", &error))?;
                self.inner.diff_tree_to_tree(Some(&old), Some(&new), Some(&mut options))
            }
            None => self.inner.diff_tree_to_workdir_with_index(Some(&old), Some(&mut options)),
        };
        let mut diff = diff.map_err(|error| failed("compare two revisions", &error))?;
        let mut find = DiffFindOptions::new();
        find.renames(true).for_untracked(true).rename_threshold(RENAME_THRESHOLD).rename_limit(RENAME_LIMIT);
        diff.find_similar(Some(&mut find)).map_err(|error| failed("find renamed files", &error))?;

        let mut found = Diff::default();
        for index in 0..diff.deltas().len() {
            add(&mut found, &diff, index, base, head);
        }
        found.changes.sort_by(|a, b| (&a.path, &a.old_path).cmp(&(&b.path, &b.old_path)));
        found.skipped.sort_by(|a, b| (&a.name, &a.reason).cmp(&(&b.name, &b.reason)));
        found.skipped.dedup();
        Ok(found)
    }
}

fn add(found: &mut Diff, diff: &git2::Diff<'_>, index: usize, base: &Snapshot<'_>, head: &Snapshot<'_>) {
    let Some(delta) = diff.get_delta(index) else { return };
    let (old, new) = (delta.old_file(), delta.new_file());
    let path_of = |file: &git2::DiffFile<'_>| {
        let bytes = file.path_bytes().unwrap_or_default();
        std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| String::from_utf8_lossy(bytes).into_owned())
    };
    let mut skip = |name: &str, reason: &str| {
        found.skipped.push(Skipped::new(name, reason));
    };
    let (old_path, path) = match (path_of(&old), path_of(&new)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(odd), _) | (_, Err(odd)) => return skip(&odd, "the name is not UTF-8"),
    };
    let (status, side) = match delta.status() {
        Delta::Added | Delta::Untracked | Delta::Copied => (Status::Added, &new),
        Delta::Deleted if head.sparse.contains(&path) => return,
        Delta::Deleted => (Status::Deleted, &old),
        Delta::Modified | Delta::Typechange => (Status::Modified, &new),
        Delta::Renamed => (Status::Renamed { from: old_path.clone(), similarity: 100 }, &new),
        Delta::Conflicted => return skip(&path, "has merge conflicts"),
        Delta::Unreadable => return skip(&path, "cargo mts cannot read the file"),
        Delta::Unmodified | Delta::Ignored => return,
    };
    match side.mode() {
        FileMode::Commit => return skip(&path, "a submodule: run cargo mts in its own repository"),
        FileMode::Link => return skip(&path, "a symbolic link: not followed"),
        FileMode::Tree => return skip(&path, "another git repository inside this one: skipped"),
        _ => {}
    }
    let (binary, hunks) = match Patch::from_diff(diff, index) {
        Ok(Some(patch)) => (patch.delta().flags().is_binary(), hunks(&patch)),
        Ok(None) => (diff.get_delta(index).is_some_and(|delta| delta.flags().is_binary()), Vec::new()),
        Err(error) => return skip(&path, &format!("cargo mts cannot compare the file: {}", error.message())),
    };
    let status = match status {
        Status::Renamed { from, .. } => {
            let similarity = similarity(&base.read(&from), &head.read(&path), &hunks);
            Status::Renamed { from, similarity }
        }
        other => other,
    };
    let old_path = (status != Status::Added).then_some(old_path);
    found.changes.push(FileChange { status, path, old_path, binary, hunks });
}

fn hunks(patch: &Patch<'_>) -> Vec<Hunk> {
    let read = |index| {
        let (hunk, _) = patch.hunk(index).ok()?;
        Some(Hunk {
            old: LineRange::from_header(hunk.old_start(), hunk.old_lines()),
            new: LineRange::from_header(hunk.new_start(), hunk.new_lines()),
        })
    };
    (0..patch.num_hunks()).filter_map(read).collect()
}

/// Returns the unchanged lines, in percent of all lines.
///
/// The function computes this similarity itself, because libgit2 does not publish its own measure.
fn similarity(old: &Option<Vec<u8>>, new: &Option<Vec<u8>>, hunks: &[Hunk]) -> u8 {
    let lines = |bytes: &Option<Vec<u8>>| {
        let bytes = bytes.as_deref().unwrap_or_default();
        bytes.iter().filter(|byte| **byte == b'\n').count() + usize::from(bytes.last().is_some_and(|b| *b != b'\n'))
    };
    let all = lines(old) + lines(new);
    let changed: u32 = hunks.iter().map(|hunk| hunk.old.len() + hunk.new.len()).sum();
    let stayed = all.saturating_sub(changed as usize);
    (stayed * 100).checked_div(all).map_or(100, |share| u8::try_from(share).unwrap_or(100))
}
