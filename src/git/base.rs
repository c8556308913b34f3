//! Finds the commit that a change is compared with, where the user names none. The rules look at the repository
//! and at the commits of an event, never at the environment, so that a developer can repeat a run of CI.

use super::Repository;
use super::repository::{DEEPEN, failed, short};
use mts_model::error::{Error, Result};

/// The commit to compare with, and why that one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// Its sha.
    pub sha: String,
    /// The reason for this base, in one line for the report.
    pub why: String,
    /// Of a merge commit that is compared with its first parent: the second one, the head of what was
    /// merged.
    pub merged: Option<String>,
}

/// The commits that a CI event names; each is a whole sha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CiEvent {
    /// A pull request: its head, and the tip that its base branch had when the event happened.
    PullRequest {
        /// Head of the pull request.
        head: String,
        /// Tip of its base branch.
        base: String,
    },
    /// A merge queue tests a group of pull requests on top of `base`.
    MergeGroup {
        /// The commit that CI checks out.
        head: String,
        /// The commit below the group.
        base: String,
    },
    /// A branch got new commits.
    Push {
        /// Its tip now.
        after: String,
        /// Its tip before; `None` for a new branch.
        before: Option<String>,
    },
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

    /// The base of `HEAD` that a CI event names; `None` where the event does not fit `HEAD`.
    ///
    /// # Errors
    /// No `HEAD`, or a parent that a shallow clone lacks.
    pub fn event_base(&self, event: &CiEvent) -> Result<Option<Base>> {
        let tested = self.resolve("HEAD")?;
        let merge_base = |commit: &str, why: &str| -> Result<Option<Base>> {
            // After a forced push the old tip is missing, here and everywhere.
            let Ok(sha) = self.merge_base(commit, &tested) else { return Ok(None) };
            Ok((sha != tested).then(|| Base { sha, why: why.to_owned(), merged: None }))
        };
        match event {
            CiEvent::PullRequest { head, .. } if self.parents(&tested)?.get(1) == Some(head) => {
                self.merged_into(&tested).map(Some)
            }
            CiEvent::PullRequest { head, base } if *head == tested => {
                merge_base(base, "the merge base with the branch to merge into")
            }
            CiEvent::MergeGroup { head, base } if *head == tested => {
                merge_base(base, "the commit under the group in the merge queue")
            }
            CiEvent::Push { after, before: Some(before) } if *after == tested => {
                merge_base(before, "the commit of the push before")
            }
            _ => Ok(None),
        }
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

    /// The shas of a commit's parents, as the commit names them. This clone may have the parents or not. Of the merge
    /// commit that CI checks out for a pull request the second one is the request's head.
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
