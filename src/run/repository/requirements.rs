//! Selects the Python requirements of a run, and has them installed.
//!
//! The configuration of the base names them, and their files come from the base too: a change must
//! not decide what the tool installs. `mts-workers` runs `pip`.

use crate::config::Config;
use crate::git::Snapshot;
use crate::run::results::redaction::Secrets;
use mts_model::error::{Error, Result};
use mts_workers::build_systems::{self, join, parent};
use mts_workers::commands::python_environment::{self, EnvironmentSettings, PythonRequirements};
use mts_workers::default_cache;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The name of the configuration key, for messages.
const KEY: &str = "python.requirements";
/// The value of the key for all requirements at the root of the repository.
const AUTO: &str = "auto";
/// The file with the dependencies of a project.
const PYPROJECT: &str = "pyproject.toml";
/// Options of a requirements file that name another requirements file.
const INCLUDES: [&str; 4] = ["-r", "--requirement", "-c", "--constraint"];
/// Starts of lines that name files of the repository.
const LOCAL: [&str; 7] = [".", "/", "-e", "--editable", "-f", "--find-links", "file:"];
/// The part of a requirement that names a file.
const LOCAL_URL: &str = "@ file:";

/// Returns the interpreter of an environment with the requirements of a configuration. `None` if
/// the configuration names no requirements.
///
/// `trusted` is the base, or the tested revision if there is no base.
///
/// # Errors
/// Returns a usage error if a file is missing. Returns an environment error if `pip` fails.
pub(super) fn install(
    trusted: &Snapshot<'_>,
    config: &Config,
    secrets: &Secrets,
    (launcher, scratch): (&Path, &Path),
) -> Result<Option<String>> {
    if config.python.requirements.is_empty() {
        return Ok(None);
    }
    let found = FoundRequirements::read(trusted, &config.python.requirements)?;
    let folder = match trusted.folder() {
        Some(folder) => folder,
        None => {
            let folder = scratch.join("requirements");
            trusted.materialise(&folder, &|path| found.names_files || found.texts.contains_key(path))?;
            folder
        }
    };
    // The key of the environment does not know the files that a local requirement reads.
    let content = match (found.names_files, trusted.sha()) {
        (true, None) => None,
        (true, Some(sha)) => Some(vec![sha]),
        (false, _) => Some(Vec::new()),
    };
    let content = content.map(|commit| [commit, found.texts.values().cloned().collect(), found.lines.clone()].concat());
    let requirements = PythonRequirements { folder, files: found.files, lines: found.lines, content };
    let settings = EnvironmentSettings {
        launcher: launcher.to_path_buf(),
        python: config.python.command.as_ref().map(PathBuf::from),
        cache: default_cache(),
        scratch: scratch.to_path_buf(),
        confinement: config.sandbox,
    };
    let installed = python_environment::install(&requirements, &settings);
    let redacted = |error: Error| Error { message: secrets.redact_text(&error.message).into_owned(), ..error };
    installed.map(|interpreter| Some(interpreter.display().to_string())).map_err(redacted)
}

/// Describes the requirements of a configuration, for a note of the report.
pub(super) fn list(config: &Config) -> String {
    format!("the requirements of `{KEY}`: {}", config.python.requirements.join(", "))
}

/// Returns the message about requirements files of the change that take effect after the merge.
pub(super) fn pending(base: &Snapshot<'_>, head: &Snapshot<'_>, config: &Config) -> Vec<String> {
    if config.python.requirements.is_empty() {
        return Vec::new();
    }
    let texts = |snapshot| FoundRequirements::read(snapshot, &config.python.requirements).map(|found| found.texts);
    let (Ok(before), Ok(after)) = (texts(base), texts(head)) else { return Vec::new() };
    let changed = after.iter().filter(|(path, text)| before.get(*path) != Some(text));
    changed.map(|(path, _)| format!("`{path}` changes the requirements that `{KEY}` installs")).collect()
}

/// The requirements files of a revision.
#[derive(Default)]
struct FoundRequirements {
    /// The files for `pip`.
    files: Vec<String>,
    /// The dependencies from `pyproject.toml` files.
    lines: Vec<String>,
    /// The texts of all files, also of those that a file includes.
    texts: BTreeMap<String, String>,
    /// Whether a requirement is a file or a folder of the repository.
    names_files: bool,
}

impl FoundRequirements {
    fn read(revision: &Snapshot<'_>, entries: &[String]) -> Result<Self> {
        let mut found = Self::default();
        for entry in entries {
            match entry.as_str() {
                AUTO => found.add_all(revision)?,
                _ => found.add(revision, entry)?,
            }
        }
        if found.texts.is_empty() {
            return Err(Error::usage(format!("the revision has no {PYPROJECT} and no requirements file at its root"))
                .at(KEY)
                .help(format!("name the files in place of `{AUTO}`")));
        }
        Ok(found)
    }

    /// Adds the dependencies of the project and the requirements files at the root.
    fn add_all(&mut self, revision: &Snapshot<'_>) -> Result<()> {
        let is_own = |path: &String| {
            let is_list = path.starts_with("requirements") && path.ends_with(".txt");
            path == PYPROJECT || is_list && !path.contains('/')
        };
        revision.paths().iter().filter(|path| is_own(path)).try_for_each(|path| self.add(revision, path))
    }

    fn add(&mut self, revision: &Snapshot<'_>, entry: &str) -> Result<()> {
        let (path, extras) = match entry.split_once('[') {
            Some((path, extras)) => (path, extras.trim_end_matches(']').split(',').map(str::trim).collect()),
            None => (entry, Vec::new()),
        };
        if path.rsplit('/').next() != Some(PYPROJECT) {
            self.add_file(revision, path, KEY)?;
            self.files.push(path.to_owned());
            return Ok(());
        }
        let text = self.text(revision, path, KEY)?;
        let lines = build_systems::python_dependencies(&text, &extras).map_err(|why| Error::usage(why).at(path))?;
        self.names_files |= lines.iter().any(|line| line.contains(LOCAL_URL));
        self.lines.extend(lines);
        Ok(())
    }

    /// Adds the text of a requirements file, and of the files that it includes.
    fn add_file(&mut self, revision: &Snapshot<'_>, path: &str, named_by: &str) -> Result<()> {
        if self.texts.contains_key(path) {
            return Ok(());
        }
        let text = self.text(revision, path, named_by)?;
        for line in text.lines().map(str::trim) {
            match included(line) {
                Some(other) if !other.contains("://") => {
                    self.add_file(revision, &join(parent(path), other), path)?;
                }
                _ => self.names_files |= LOCAL.iter().any(|start| line.starts_with(start)) || line.contains(LOCAL_URL),
            }
        }
        Ok(())
    }

    fn text(&mut self, revision: &Snapshot<'_>, path: &str, named_by: &str) -> Result<String> {
        if !revision.contains(path) {
            let help = "commit the file first: the requirements come from the base revision";
            return Err(Error::usage(format!("the base revision has no file `{path}`")).at(named_by).help(help));
        }
        let text = revision.text(path).map_err(|row| Error::usage(row.reason).at(row.name))?;
        self.texts.insert(path.to_owned(), text.clone());
        Ok(text)
    }
}

/// Returns the file that a line of a requirements file includes.
fn included(line: &str) -> Option<&str> {
    let rest = INCLUDES.iter().find_map(|option| line.strip_prefix(option))?;
    let file = rest.strip_prefix('=').unwrap_or(rest).split(" #").next().unwrap_or_default().trim();
    (!file.is_empty() && !file.starts_with('-')).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_included_file_is_found_in_every_form_of_the_option() {
        for line in
            ["-r base.txt", "-rbase.txt", "--requirement base.txt", "--requirement=base.txt", "-c base.txt # pins"]
        {
            assert_eq!(included(line), Some("base.txt"), "{line}");
        }
        for line in ["numpy>=2", "-e .", "--no-index", "# -r base.txt", "-r"] {
            assert_eq!(included(line), None, "{line}");
        }
        assert_eq!(join("deps/dev", "../base.txt"), "deps/base.txt");
    }
}
