//! Finds the base commit of a change if the user names no base.
//!
//! The rules read only the repository and the commits of a CI event. The rules never read
//! environment variables, so a developer can repeat a CI run.

use super::Repository;
use super::repository::{DEEPEN, failed, short};
use mts_model::error::{Error, Result};

/// The base commit of a change, and the reason for this choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// The sha of the base commit.
    pub sha: String,
    /// The reason for this base, in one line for the report.
    pub why: String,
    /// The second parent of a merge commit whose base is its first parent. This parent is the head
    /// of the merged branch. `None` for every other base.
    pub merged: Option<String>,
    /// The influence of the author of the change on this base.
    pub choice: BaseChoice,
}

/// The origin of the base of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseChoice {
    /// The user, the CI event or the default branch names the base.
    ///
    /// The author of the change has no influence on this base.
    Trusted,
    /// Only the history of the tested commit names the base.
    ///
    /// The author of the change may have made the base too.
    Author,
}

/// The commits that a CI event names. Each commit is a full sha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CiEvent {
    /// A pull request event.
    PullRequest {
        /// The head of the pull request.
        head: String,
        /// The tip of the base branch at the time of the event.
        base: String,
        /// The commit with which GitHub merges the head into the base branch. Its first parent can be
        /// newer than `base`. `None` if the event does not name the commit.
        merge: Option<String>,
    },
    /// A merge queue event. The queue tests a group of pull requests on top of `base`.
    MergeGroup {
        /// The commit that CI checks out.
        head: String,
        /// The commit on which the queue puts the group.
        base: String,
    },
    /// A push of new commits to a branch.
    Push {
        /// The tip of the branch after the push.
        after: String,
        /// The tip of the branch before the push; `None` for a new branch.
        before: Option<String>,
    },
}

/// The references that can name the default branch, the most reliable first.
const DEFAULT_BRANCHES: [&str; 5] = [
    "refs/remotes/origin/HEAD",
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
];

impl Repository {
    /// Returns the base of `head`.
    ///
    /// If `head` is `None`, the function returns the base of the working tree.
    ///
    /// The first rule that applies decides:
    ///
    /// 1. If `head` is the checked-out commit, `HEAD` is detached and the commit is a merge, the
    ///    base is its first parent. (CI checks out such a merge commit for a pull request.)
    /// 2. If `head` has commits that the default branch lacks, the base is the merge base of both.
    /// 3. If `head` is `None` and the working tree has changes, the base is `HEAD`.
    /// 4. Otherwise the base is the first parent of `head`.
    ///
    /// Returns `None` if no rule applies, because `head` has no parent.
    ///
    /// # Errors
    /// Returns an error if `head` is unknown, or if a shallow clone lacks a needed commit.
    pub fn default_base(&self, head: Option<&str>) -> Result<Option<Base>> {
        let commit = self.commit(head.unwrap_or("HEAD"))?;
        let own = commit.id().to_string();
        let parents = parents(&commit);
        let detached = self.inner.head_detached().unwrap_or(false);
        let is_checked_out = self.inner.head().ok().and_then(|at| at.target()) == Some(commit.id());
        if parents.len() > 1 && detached && is_checked_out {
            let base = self.merged_into("HEAD")?;
            return Ok(Some(Base { choice: self.choice_of(&base.sha), ..base }));
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
                    choice: BaseChoice::Trusted,
                }));
            }
            break;
        }
        if head.is_none() && self.is_dirty()? {
            let why = "HEAD: the working tree has changes".to_owned();
            return Ok(Some(Base { choice: self.choice_of(&own), sha: own, why, merged: None }));
        }
        let Some(parent) = parents.first() else { return Ok(None) };
        let base = self.parent(parent, &format!("first parent of {}", short(&own)))?;
        Ok(Some(Base { choice: self.choice_of(parent), ..base }))
    }

    /// Returns the origin of a base that only the history of the tested commit names.
    ///
    /// The base is trusted if the default branch has the commit.
    fn choice_of(&self, base: &str) -> BaseChoice {
        let branches = DEFAULT_BRANCHES.iter().filter_map(|name| self.inner.find_reference(name).ok());
        let mut tips = branches.filter_map(|found| found.peel_to_commit().ok());
        let holds = |tip: git2::Commit<'_>| self.merge_base(base, &tip.id().to_string()).is_ok_and(|at| at == base);
        if tips.next().is_some_and(holds) { BaseChoice::Trusted } else { BaseChoice::Author }
    }

    /// Returns the base of a tested revision that a CI event names.
    ///
    /// For a pull request, the base always comes from the event, for each tested revision. The
    /// author of the pull request controls all other commits in the history of the revision.
    ///
    /// Returns `None` if another event tests another commit, or gives no base that differs from the
    /// tested commit.
    ///
    /// # Errors
    /// Returns an error if the revision is unknown, if a shallow clone lacks a parent, or if the
    /// clone does not connect the revision with the base of a pull request or of a merge queue.
    pub fn event_base(&self, event: &CiEvent, revision: &str) -> Result<Option<Base>> {
        let tested = self.resolve(revision)?;
        let parents = self.parents(&tested)?;
        let base =
            |sha: String, why: &str| Base { sha, why: why.to_owned(), merged: None, choice: BaseChoice::Trusted };
        let other = |base: Base| (base.sha != tested).then_some(base);
        let required = |commit: &str, why: &str| {
            let lacks = |error: Error| {
                let what = format!("cargo mts cannot find {why} ({}): {}", short(commit), error.message);
                let help = if self.is_shallow() {
                    DEEPEN
                } else {
                    "set `fetch-depth: 0` in the checkout step, or give the base with --base"
                };
                Error::environment(what).help(help)
            };
            Ok(base(self.merge_base(commit, &tested).map_err(lacks)?, why))
        };
        match event {
            // Accept only the merge commit that GitHub made, because the author can push a merge
            // commit too.
            CiEvent::PullRequest { head, merge, .. }
                if parents.get(1) == Some(head) && merge.as_ref() == Some(&tested) =>
            {
                self.merged_into(&tested).map(Some)
            }
            CiEvent::PullRequest { base, .. } => {
                let found = required(base, "the merge base with the branch to merge into")?;
                // The tested commit may be the merge commit of a later push.
                let is_merge = parents.len() == 2 && parents[0] == found.sha;
                if is_merge { self.merged_into(&tested).map(Some) } else { Ok(Some(found)) }
            }
            CiEvent::MergeGroup { head, base } if *head == tested => {
                required(base, "the base commit of the merge queue's group").map(other)
            }
            CiEvent::Push { after, before: Some(before) } if *after == tested => {
                // After a forced push, a new clone lacks the old tip.
                let found = self.merge_base(before, &tested).ok();
                Ok(found.and_then(|sha| other(base(sha, "the previous tip of the branch"))))
            }
            CiEvent::MergeGroup { .. } | CiEvent::Push { .. } => Ok(None),
        }
    }

    /// Returns the first parent of a merge commit as the base.
    ///
    /// The field `merged` of the base is the second parent.
    ///
    /// # Errors
    /// Returns an error if the revision is unknown or is not a merge commit, or if a shallow clone
    /// lacks the parent.
    pub fn merged_into(&self, merge: &str) -> Result<Base> {
        let [first, second, ..] = &self.parents(merge)?[..] else {
            return Err(Error::usage(format!(
                "`{merge}` is not a merge commit: the commit has fewer than two parents"
            )));
        };
        let base = self.parent(first, "first parent of the merge commit")?;
        Ok(Base { merged: Some(second.clone()), ..base })
    }

    /// Returns the shas of the parents that a commit names. The clone can lack these parents.
    ///
    /// CI checks out a merge commit for a pull request. The second parent of this commit is the
    /// head of the pull request.
    ///
    /// # Errors
    /// Returns an error if the revision is unknown.
    pub fn parents(&self, revision: &str) -> Result<Vec<String>> {
        self.commit(revision).map(|commit| parents(&commit))
    }

    /// Returns the parent with this sha as a base.
    ///
    /// # Errors
    /// Returns an error if the clone lacks the parent.
    fn parent(&self, sha: &str, why: &str) -> Result<Base> {
        let there = self.commit(sha).is_ok();
        if there {
            let choice = BaseChoice::Trusted;
            return Ok(Base { sha: sha.to_owned(), why: why.to_owned(), merged: None, choice });
        }
        let help = if self.is_shallow() { DEEPEN } else { "run `git fsck`: the repository is damaged" };
        Err(Error::environment(format!("the {why} ({}) is not in this clone", short(sha))).help(help))
    }

    /// Reports whether the working tree or the index differs from `HEAD`. Untracked files count.
    ///
    /// Ignored files and submodules do not count. The result is `false` for a bare repository.
    ///
    /// # Errors
    /// Returns an environment error if git cannot read the status.
    pub fn is_dirty(&self) -> Result<bool> {
        if self.inner.is_bare() {
            return Ok(false);
        }
        let mut options = git2::StatusOptions::new();
        options.include_untracked(true).recurse_untracked_dirs(false).include_ignored(false).exclude_submodules(true);
        let statuses = self.inner.statuses(Some(&mut options)).map_err(|error| failed("read the status", &error))?;
        Ok(!statuses.is_empty())
    }
}

/// Returns the parents' shas from the text of the commit.
///
/// The function reads the text, because libgit2 hides the parents that a shallow clone lacks.
fn parents(commit: &git2::Commit<'_>) -> Vec<String> {
    let header = String::from_utf8_lossy(commit.raw_header_bytes()).into_owned();
    header.lines().filter_map(|line| line.strip_prefix("parent ")).map(|sha| sha.trim().to_owned()).collect()
}
