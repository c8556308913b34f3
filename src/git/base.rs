//! Which commit a change is compared with when nobody says. The rules look at the repository only,
//! never at the environment, so that a run in CI can be repeated on a desk.

use super::Repository;
use super::repository::{DEEPEN, failed, short};
use mts_model::error::{Error, Result};

/// The commit to compare with, and why that one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// Its sha.
    pub sha: String,
    /// One line for the report.
    pub why: String,
    /// Of a merge commit that is compared with its first parent: the second one, the head of what was
    /// merged.
    pub merged: Option<String>,
}

/// Where the default branch may be found, the surest first.
const DEFAULT_BRANCHES: [&str; 5] = [
    "refs/remotes/origin/HEAD",
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
];

impl Repository {
    /// The base of `head`, or of the working tree when `head` is `None`:
    ///
    /// 1. of a merge commit on a detached `HEAD` (what CI checks out for a pull request) its first
    ///    parent;
    /// 2. else the merge base with the default branch, where `head` is ahead of it;
    /// 3. else, for a working tree with changes, `HEAD`;
    /// 4. else the first parent.
    ///
    /// `None` when `head` is the first commit of all.
    ///
    /// # Errors
    /// An unknown `head`, or history that a shallow clone lacks.
    pub fn default_base(&self, head: Option<&str>) -> Result<Option<Base>> {
        let commit = self.commit(head.unwrap_or("HEAD"))?;
        let own = commit.id().to_string();
        let parents = parents(&commit);
        let detached = self.inner.head_detached().unwrap_or(false);
        let is_checked_out = self.inner.head().ok().and_then(|at| at.target()) == Some(commit.id());
        if parents.len() > 1 && detached && is_checked_out {
            return self.merged_into("HEAD").map(Some);
        }
        for name in DEFAULT_BRANCHES {
            let Some(branch) = self.inner.find_reference(name).ok().and_then(|found| found.peel_to_commit().ok())
            else {
                continue;
            };
            let base = self.merge_base(&own, &branch.id().to_string())?;
            if base != own {
                let name = name.trim_start_matches("refs/").trim_start_matches("remotes/").trim_start_matches("heads/");
                return Ok(Some(Base {
                    why: format!("merge base of {} and {name}", short(&own)),
                    sha: base,
                    merged: None,
                }));
            }
            break;
        }
        if head.is_none() && self.is_dirty()? {
            return Ok(Some(Base { sha: own, why: "HEAD: the working tree has changes".to_owned(), merged: None }));
        }
        let Some(parent) = parents.first() else { return Ok(None) };
        self.parent(parent, &format!("first parent of {}", short(&own))).map(Some)
    }

    /// The base of a merge commit: its first parent, what the other one was merged into.
    ///
    /// # Errors
    /// An unknown revision, no merge commit, or a parent that a shallow clone lacks.
    pub fn merged_into(&self, merge: &str) -> Result<Base> {
        let [first, second, ..] = &self.parents(merge)?[..] else {
            return Err(Error::usage(format!("`{merge}` is no merge commit")));
        };
        let base = self.parent(first, "first parent of the merge commit")?;
        Ok(Base { merged: Some(second.clone()), ..base })
    }

    /// The shas of a commit's parents as written in it, whether or not this clone has them. Of the
    /// merge commit that CI checks out for a pull request the second one is the request's head.
    ///
    /// # Errors
    /// An unknown revision.
    pub fn parents(&self, revision: &str) -> Result<Vec<String>> {
        self.commit(revision).map(|commit| parents(&commit))
    }

    /// A parent that has to be there.
    fn parent(&self, sha: &str, why: &str) -> Result<Base> {
        let there = self.commit(sha).is_ok();
        if there {
            return Ok(Base { sha: sha.to_owned(), why: why.to_owned(), merged: None });
        }
        let help = if self.is_shallow() { DEEPEN } else { "run `git fsck`: the repository is damaged" };
        Err(Error::environment(format!("the {why} ({}) is not in this clone", short(sha))).help(help))
    }

    /// Whether the working tree or the index differs from `HEAD`; untracked files count.
    fn is_dirty(&self) -> Result<bool> {
        if self.inner.is_bare() {
            return Ok(false);
        }
        let mut options = git2::StatusOptions::new();
        options.include_untracked(true).recurse_untracked_dirs(false).include_ignored(false).exclude_submodules(true);
        let statuses = self.inner.statuses(Some(&mut options)).map_err(|error| failed("read the status", &error))?;
        Ok(!statuses.is_empty())
    }
}

/// The shas of a commit's parents as written in it: libgit2 hides those that a shallow clone lacks.
fn parents(commit: &git2::Commit<'_>) -> Vec<String> {
    let header = String::from_utf8_lossy(commit.raw_header_bytes()).into_owned();
    header.lines().filter_map(|line| line.strip_prefix("parent ")).map(|sha| sha.trim().to_owned()).collect()
}
