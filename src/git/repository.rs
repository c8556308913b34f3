//! Opens the repository and resolves revisions.
//!
//! The error texts name the usual problems of a checkout in CI: missing history and a different
//! owner.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use git2::ErrorCode;
use mts_model::error::{Error, Result};
use std::path::{Path, PathBuf};

/// A git repository that the tool only reads.
pub struct Repository {
    pub(super) inner: git2::Repository,
}

/// The advice for a shallow clone.
pub(super) const DEEPEN: &str =
    "the clone is shallow: run `git fetch --deepen=100`, or set `fetch-depth: 0` in the checkout step";

/// Converts an error of libgit2 to an environment error.
pub(super) fn failed(doing: &str, error: &git2::Error) -> Error {
    Error::environment(format!("git: cannot {doing}: {}", error.message()))
}

/// Returns the password in a URL such as `https://user:password@host/`.
///
/// Returns the user name if the URL has no password, because the user name can be a token.
fn password(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("://")?;
    let (user, _) = rest.split('/').next()?.rsplit_once('@')?;
    Some(user.split_once(':').map_or(user, |(_, password)| password).to_owned())
}

/// Refuses a result of an earlier run that git tracks. `kind` names the result for people.
///
/// The tested change may have written such a file, and so forge its own verdict. The function follows the symbolic
/// links of the path. It accepts a file outside of every repository, and a path without a file.
///
/// # Errors
/// Returns a usage error if git tracks the file. Returns an environment error if the repository cannot be read.
pub fn refuse_tracked(path: &Path, kind: &str) -> Result<()> {
    let Ok(file) = path.canonicalize() else { return Ok(()) };
    let Some(folder) = file.parent() else { return Ok(()) };
    let inner = match git2::Repository::discover(folder) {
        Err(error) if error.code() == ErrorCode::NotFound => return Ok(()),
        _ => Repository::discover(folder)?.inner,
    };
    let Some(root) = inner.workdir().and_then(|root| root.canonicalize().ok()) else { return Ok(()) };
    let Ok(name) = file.strip_prefix(&root) else { return Ok(()) };
    let index = inner.index().map_err(|error| failed("read the index", &error))?;
    if (0..4).all(|stage| index.get_path(name, stage).is_none()) {
        return Ok(());
    }
    Err(Error::usage(format!("git tracks {kind}, so the tested change may have written this file"))
        .at(path.display().to_string())
        .help("name a file that a run wrote, and remove the committed file"))
}

impl Repository {
    /// Opens the repository that contains `path`.
    ///
    /// # Errors
    /// Returns an environment error if there is no repository, or if another user owns it.
    pub fn discover(path: &Path) -> Result<Self> {
        match git2::Repository::discover(path) {
            Ok(inner) => Ok(Self { inner }),
            Err(error) if error.code() == ErrorCode::NotFound => Err(Error::environment("not a git repository")
                .at(path.display().to_string())
                .help("run inside the repository, or compare two files or folders with `cargo mts check`")),
            Err(error) if error.code() == ErrorCode::Owner => {
                Err(failed("open the repository", &error).at(path.display().to_string()).help(
                    "if you trust the repository, run `git config --global --add safe.directory PATH`; \
                     PATH is the absolute path of the repository's root folder",
                ))
            }
            Err(error) => Err(failed("open the repository", &error).at(path.display().to_string())),
        }
    }

    /// Returns the root of the working tree, or `None` in a bare repository.
    #[must_use]
    pub fn root(&self) -> Option<PathBuf> {
        self.inner.workdir().map(Path::to_path_buf)
    }

    /// Returns the root of the working tree that contains a folder.
    ///
    /// Without a repository, this is the folder itself.
    #[must_use]
    pub fn root_above(folder: &Path) -> PathBuf {
        let root = Self::discover(folder).ok().and_then(|repository| repository.root());
        root.unwrap_or_else(|| folder.to_path_buf())
    }

    /// Returns the folders with git's own data, such as `.git`. The folders can have other names.
    #[must_use]
    pub fn data_folders(&self) -> Vec<PathBuf> {
        [self.inner.path(), self.inner.commondir()].map(Path::to_path_buf).to_vec()
    }

    /// Returns the paths of the tracked files whose name starts with `.env`, below the root.
    #[must_use]
    pub fn tracked_settings(&self) -> Vec<PathBuf> {
        let (Some(root), Ok(index)) = (self.root(), self.inner.index()) else { return Vec::new() };
        let paths = index.iter().filter_map(|entry| String::from_utf8(entry.path).ok());
        let is_setting = |path: &String| path.rsplit('/').next().is_some_and(|name| name.starts_with(".env"));
        paths.filter(is_setting).map(|path| root.join(path)).collect()
    }

    /// Returns the secrets in git's configuration: header values, and passwords in URLs.
    #[must_use]
    pub fn credentials(&self) -> Vec<String> {
        let mut found = Vec::new();
        let Ok(config) = self.inner.config().and_then(|mut config| config.snapshot()) else { return found };
        let Ok(entries) = config.entries(None) else { return found };
        _ = entries.for_each(|entry| {
            let (name, value) = (entry.name().unwrap_or_default(), entry.value().unwrap_or_default());
            if name.ends_with(".extraheader") {
                // The value is `AUTHORIZATION: basic TEXT`. TEXT is `user:password` in Base64.
                let secret = value.rsplit(' ').next().unwrap_or_default();
                let decoded = STANDARD.decode(secret).ok().and_then(|bytes| String::from_utf8(bytes).ok());
                found.extend(decoded.and_then(|text| Some(text.split_once(':')?.1.to_owned())));
                found.push(secret.to_owned());
            }
            found.extend([name, value].into_iter().filter_map(password));
        });
        found
    }

    /// Reports whether the clone is shallow, so that a part of the history is missing.
    #[must_use]
    pub fn is_shallow(&self) -> bool {
        self.inner.is_shallow()
    }

    /// Returns the sha (40 hex digits) of the commit that a revision names.
    ///
    /// A revision is a full sha, a unique prefix of a sha, a branch, a tag, or an expression such
    /// as `HEAD~2`. The name of a remote branch may omit `origin/`.
    ///
    /// # Errors
    /// Returns a usage error if the revision is unknown or ambiguous. In a shallow clone, the error
    /// contains advice.
    pub fn resolve(&self, revision: &str) -> Result<String> {
        if revision.is_empty() {
            return Err(Error::usage("the revision is empty").help("name a commit, a branch or a tag"));
        }
        let found = self
            .inner
            .revparse_single(revision)
            .or_else(|error| self.inner.revparse_single(&format!("refs/remotes/origin/{revision}")).map_err(|_| error));
        let object = found.map_err(|error| self.unknown(revision, &error))?;
        let commit = object.peel_to_commit().map_err(|_| {
            Error::usage(format!("revision `{revision}` is not a commit")).help("name a commit, a branch or a tag")
        })?;
        Ok(commit.id().to_string())
    }

    fn unknown(&self, revision: &str, error: &git2::Error) -> Error {
        match error.code() {
            ErrorCode::Ambiguous => {
                Error::usage(format!("revision `{revision}` is ambiguous")).help("write more digits")
            }
            ErrorCode::NotFound | ErrorCode::UnbornBranch if self.has_no_commit() => {
                Error::usage(format!("unknown revision `{revision}`: the repository has no commit yet"))
                    .help("commit something first, or use `cargo mts check`")
            }
            ErrorCode::NotFound | ErrorCode::UnbornBranch if self.is_shallow() => {
                Error::usage(format!("unknown revision `{revision}`")).help(DEEPEN)
            }
            ErrorCode::NotFound | ErrorCode::UnbornBranch => Error::usage(format!("unknown revision `{revision}`"))
                .help("`git branch --all` and `git tag` list the names; `git fetch origin` gets the missing ones"),
            _ => Error::usage(format!("cannot resolve the revision `{revision}`: {}", error.message())),
        }
    }

    /// Returns the commit time of a revision, in seconds since 1970.
    ///
    /// # Errors
    /// Returns the errors of [`Repository::resolve`].
    pub fn commit_time(&self, revision: &str) -> Result<i64> {
        Ok(self.commit(revision)?.time().seconds())
    }

    /// Returns `user.name` of git's configuration, or `None` if it is not set.
    #[must_use]
    pub fn user_name(&self) -> Option<String> {
        let name = self.inner.config().ok()?.get_string("user.name").ok()?;
        Some(name).filter(|name| !name.trim().is_empty())
    }

    /// Returns the sha of the nearest common ancestor of two commits.
    ///
    /// # Errors
    /// Returns the errors of [`Repository::resolve`]. Returns an environment error if there is no common ancestor. In a
    /// shallow clone, the error contains advice.
    pub fn merge_base(&self, one: &str, two: &str) -> Result<String> {
        let found = self.inner.merge_base(self.oid(one)?, self.oid(two)?);
        found.map(|id| id.to_string()).map_err(|error| {
            if error.code() != ErrorCode::NotFound {
                return failed("find a merge base", &error);
            }
            let help = if self.is_shallow() {
                DEEPEN
            } else {
                "the two commits have unrelated histories: give the base with --base"
            };
            Error::environment(format!("no common ancestor of {} and {}", short(one), short(two))).help(help)
        })
    }

    /// Reports whether the repository has no commit.
    ///
    /// The tool does not use the function `is_empty` of libgit2, which also checks the name of the default branch.
    fn has_no_commit(&self) -> bool {
        self.inner.references().is_ok_and(|mut references| references.next().is_none())
            && self.inner.head().is_err_and(|error| error.code() == ErrorCode::UnbornBranch)
    }

    pub(super) fn oid(&self, revision: &str) -> Result<git2::Oid> {
        let sha = self.resolve(revision)?;
        git2::Oid::from_str(&sha).map_err(|error| failed("read a sha", &error))
    }

    pub(super) fn commit(&self, revision: &str) -> Result<git2::Commit<'_>> {
        self.inner.find_commit(self.oid(revision)?).map_err(|error| failed("read a commit", &error))
    }
}

/// Returns the first 10 digits of a sha, for text that people read.
pub(super) fn short(sha: &str) -> &str {
    sha.get(..10).unwrap_or(sha)
}
