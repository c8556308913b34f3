//! Selects the Python requirements of a run, and installs the requirements.
//!
//! The configuration of the base names the requirements, and the files come from the base too,
//! because a change must not decide what the tool installs. `mts-workers` runs `pip`.

use crate::config::{self, Config, Root};
use crate::git::Snapshot;
use crate::run::repository::setup_py;
use crate::run::results::redaction::Secrets;
use mts_model::error::{Error, ExitCode, Result};
use mts_workers::build_systems::{self, join, parent};
use mts_workers::commands::python_environment::{self, EnvironmentSettings, PythonRequirements};
use mts_workers::default_cache;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The name of the configuration key, for messages.
const KEY: &str = "python.requirements";
/// The value of the key for all requirements of the ports.
const AUTO: &str = "auto";
/// The file with the dependencies of a project.
const PYPROJECT: &str = "pyproject.toml";
/// The older files with the dependencies of a project.
const SETUP_CFG: &str = "setup.cfg";
const SETUP_PY: &str = "setup.py";
/// The folders below a root whose projects are not ports.
const ASIDE: [&str; 7] = ["doc", "docs", "example", "examples", "samples", "test", "tests"];
/// Options of a requirements file that name another requirements file.
const INCLUDES: [&str; 4] = ["-r", "--requirement", "-c", "--constraint"];
/// Options of a requirements file that install a folder in place.
const EDITABLE: [&str; 2] = ["-e", "--editable"];
/// Options of a requirements file that name a folder with packages.
const LINKS: [&str; 2] = ["-f", "--find-links"];

/// The result of an installation.
#[derive(Default)]
pub(super) struct Installation {
    /// The path of the interpreter of the environment. `None` if nothing is installed.
    pub interpreter: Option<String>,
    /// Notes for the report about requirements that the tool does not install, with the reasons.
    pub notes: Vec<String>,
}

/// Installs the requirements of a configuration into an environment.
///
/// `trusted` is the base, or the tested revision if there is no base.
///
/// # Errors
/// Returns a usage error if a file is missing or names a folder of the repository. Returns an
/// environment error if `pip` fails. If [`AUTO`] finds no file, or a file with a fault, the result has a note. If all
/// entries are [`AUTO`], the failure of `pip` becomes a note too.
pub(super) fn install(
    trusted: &Snapshot<'_>,
    config: &Config,
    secrets: &Secrets,
    (launcher, scratch): (&Path, &Path),
) -> Result<Installation> {
    if config.python.requirements.is_empty() {
        return Ok(Installation::default());
    }
    let found = FoundRequirements::read(trusted, config)?;
    let folder = match trusted.folder() {
        Some(folder) => folder,
        None => {
            let folder = scratch.join("requirements");
            trusted.materialise(&folder, &|path| found.texts.contains_key(path) || found.is_package(path))?;
            folder
        }
    };
    let is_automatic = config.python.requirements.iter().all(|entry| entry == AUTO);
    if is_automatic && found.files.is_empty() && found.lines.is_empty() {
        return Ok(Installation { interpreter: None, notes: found.skipped });
    }
    let packages = trusted.paths().into_iter().filter(|path| found.is_package(path));
    let packages = packages.filter_map(|path| Some((path.clone(), trusted.read(&path)?)));
    let packages = packages.map(|(path, bytes)| format!("{path} {}", blake3::hash(&bytes)));
    let content = packages.chain(found.texts.values().cloned()).chain(found.lines.clone()).collect();
    let (sources, files, lines) = (found.sources, found.files, found.lines);
    let has_system_packages = is_automatic;
    let requirements = PythonRequirements { folder, sources, files, lines, content, has_system_packages };
    let settings = EnvironmentSettings {
        launcher: launcher.to_path_buf(),
        python: config.python.command.as_ref().map(PathBuf::from),
        cache: default_cache(),
        scratch: scratch.to_path_buf(),
        confinement: config.sandbox,
    };
    let installed = python_environment::install(&requirements, &settings);
    let redacted = |error: Error| Error { message: secrets.redact_text(&error.message).into_owned(), ..error };
    let mut notes = found.skipped;
    let interpreter = match installed.map_err(redacted) {
        Ok(interpreter) => Some(interpreter.display().to_string()),
        Err(error) if is_automatic && error.code == ExitCode::Environment => {
            notes.push(format!("the run continues without {}: {}", list(config), error.message));
            None
        }
        Err(error) => return Err(error),
    };
    Ok(Installation { interpreter, notes })
}

/// Returns the files of a repository whose dependencies [`AUTO`] installs.
///
/// Such a file is in the folder of a Python root, or in a folder above. If there is none, the settings of all projects
/// in folders below a root count, because a root may hold several projects. Projects in folders such as `tests` do not
/// count.
pub(crate) fn automatic<'p>(paths: impl Iterator<Item = &'p str>, roots: &[Root]) -> Vec<&'p str> {
    let mut folders: BTreeSet<&str> = BTreeSet::from([""]);
    for root in roots {
        let mut at = root.python.as_str();
        while folders.insert(at) {
            at = parent(at);
        }
    }
    let is_below = |path: &str| {
        let mut roots = roots.iter().map(|root| root.python.as_str()).filter(|root| config::is_below(path, root));
        roots.any(|root| !path[root.len()..].split('/').any(|part| ASIDE.contains(&part)))
    };
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let is_project = |path: &str| [PYPROJECT, SETUP_CFG, SETUP_PY].contains(&name(path).as_str());
    let is_list = |path: &str| name(path).starts_with("requirements") && path.ends_with(".txt");
    let paths: Vec<&str> = paths.filter(|path| is_project(path) || is_list(path)).collect();
    let own: Vec<&str> = paths.iter().copied().filter(|path| folders.contains(parent(path))).collect();
    match own.is_empty() {
        true => paths.into_iter().filter(|path| is_project(path) && is_below(path)).collect(),
        false => own,
    }
}

/// Describes the requirements of a configuration, for a note of the report.
pub(super) fn list(config: &Config) -> String {
    format!("the requirements of `{KEY}`: {}", config.python.requirements.join(", "))
}

/// Returns a message for each requirements file that the change adds or modifies.
///
/// These files take effect after the merge.
pub(super) fn pending(base: &Snapshot<'_>, head: &Snapshot<'_>, config: &Config) -> Vec<String> {
    if config.python.requirements.is_empty() {
        return Vec::new();
    }
    let texts = |snapshot| FoundRequirements::read(snapshot, config).map(|found| found.texts);
    let (Ok(before), Ok(after)) = (texts(base), texts(head)) else { return Vec::new() };
    let changed = after.iter().filter(|(path, text)| before.get(*path) != Some(text));
    changed.map(|(path, _)| format!("`{path}` changes the requirements that `{KEY}` installs")).collect()
}

/// The requirements files of a revision.
#[derive(Default)]
struct FoundRequirements {
    /// The files from which the requirements come.
    sources: Vec<String>,
    /// The requirements files that `pip` reads.
    files: Vec<String>,
    /// The dependencies from the settings of projects.
    lines: Vec<String>,
    /// The texts of all files, also of those that a file includes.
    texts: BTreeMap<String, String>,
    /// The folders of packages that the files name.
    links: Vec<String>,
    /// Notes on what [`AUTO`] does not find or cannot install, with the reasons.
    skipped: Vec<String>,
}

impl FoundRequirements {
    fn read(revision: &Snapshot<'_>, config: &Config) -> Result<Self> {
        let mut found = Self::default();
        for entry in &config.python.requirements {
            if entry != AUTO {
                found.add(revision, entry)?;
                continue;
            }
            let paths = revision.paths();
            let own = automatic(paths.iter().map(String::as_str), &config.roots);
            for path in own {
                if let Err(error) = found.add(revision, path) {
                    found.skipped.push(format!("the run does not install `{path}`: {}", error.message));
                }
            }
        }
        if found.texts.is_empty() && found.skipped.is_empty() {
            let files = format!("{PYPROJECT}, no {SETUP_CFG}, no {SETUP_PY} and no requirements file");
            let folders = format!("the folders of the Python roots, and all folders above them, have no {files}");
            found.skipped.push(format!("the run installs no packages for `{KEY}: [{AUTO}]`: {folders}"));
        }
        Ok(found)
    }

    fn add(&mut self, revision: &Snapshot<'_>, entry: &str) -> Result<()> {
        let (path, extras) = match entry.split_once('[') {
            Some((path, extras)) => (path, extras.trim_end_matches(']').split(',').map(str::trim).collect()),
            None => (entry, Vec::new()),
        };
        let read = match path.rsplit('/').next() {
            Some(PYPROJECT) => {
                |text: &str, extras: &[&str]| build_systems::python_dependencies(text, extras).map_err(Error::usage)
            }
            Some(SETUP_CFG) => |text: &str, _: &[&str]| Ok(build_systems::setup_cfg_dependencies(text)),
            Some(SETUP_PY) => |text: &str, _: &[&str]| setup_py::dependencies(text),
            _ => {
                self.add_file(revision, path, KEY)?;
                self.sources.push(path.to_owned());
                self.files.push(path.to_owned());
                return Ok(());
            }
        };
        let text = self.text(revision, path, KEY)?;
        let lines = read(&text, &extras).map_err(|error| error.at(path))?;
        if let Some(line) = lines.iter().find(|line| is_local(line)) {
            return Err(local(line, path.to_owned()));
        }
        if !lines.is_empty() {
            self.sources.push(path.to_owned());
        }
        self.lines.extend(lines);
        Ok(())
    }

    /// Adds the text of a requirements file, and of the files that it includes.
    fn add_file(&mut self, revision: &Snapshot<'_>, path: &str, named_by: &str) -> Result<()> {
        if self.texts.contains_key(path) {
            return Ok(());
        }
        let text = self.text(revision, path, named_by)?;
        for (at, line) in text.lines().map(str::trim).enumerate() {
            if is_local(line) {
                return Err(local(line, format!("{path}:{}", at + 1)));
            }
            match (value_of(line, &INCLUDES), value_of(line, &LINKS)) {
                (Some(other), _) if !other.contains("://") => {
                    self.add_file(revision, &join(parent(path), other), path)?;
                }
                (_, Some(folder)) => self.links.push(join(parent(path), folder)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Reports whether the path is in a folder of packages that the files name.
    fn is_package(&self, path: &str) -> bool {
        self.links.iter().any(|folder| Path::new(path).starts_with(folder))
    }

    fn text(&mut self, revision: &Snapshot<'_>, path: &str, named_by: &str) -> Result<String> {
        if !revision.contains(path) {
            let help = "add the file to the base, or to the tested revision if the run has no base";
            let what = format!("the revision with the requirements has no file `{path}`");
            return Err(Error::usage(what).at(named_by).help(help));
        }
        let text = revision.text(path).map_err(|row| Error::usage(row.reason).at(row.name))?;
        self.texts.insert(path.to_owned(), text.clone());
        Ok(text)
    }
}

/// Returns the error for a requirement that is a file or folder of the repository.
///
/// `pip` would copy the code of the base, and the port would run this copy in place of its own code.
fn local(line: &str, place: String) -> Error {
    Error::usage(format!("`{line}` installs a file or a folder of the repository"))
        .at(place)
        .help("remove the line; if the line names a folder, make the folder a root in mts.yml")
}

/// Reports whether a requirements line installs a file or a folder of the repository.
///
/// The function does not use the crate `pep508_rs`, which parses neither the options of `pip` nor paths.
fn is_local(line: &str) -> bool {
    let requirement = match value_of(line, &EDITABLE) {
        Some(editable) if !editable.contains("://") => return true,
        Some(editable) => editable,
        None if line.starts_with('-') => return false,
        None => line,
    };
    let words = requirement.split(" #").next().unwrap_or_default().split(';').next().unwrap_or_default();
    let place = words.split_once('@').map_or(words, |(_, url)| url).trim();
    let is_url = words.contains("://") && !words.contains("file:");
    let is_archive = [".whl", ".zip", ".tar.gz"].iter().any(|end| place.ends_with(end));
    !line.starts_with('#')
        && !is_url
        && (place.starts_with('.') || place.starts_with("file:") || place.contains('/') || is_archive)
}

/// Returns the value of one of the options in a line of a requirements file.
fn value_of<'a>(line: &'a str, options: &[&str]) -> Option<&'a str> {
    let rest = options.iter().find_map(|option| line.strip_prefix(option))?;
    let value = rest.strip_prefix('=').unwrap_or(rest).split(" #").next().unwrap_or_default().trim();
    (!value.is_empty() && !value.starts_with('-')).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_are_also_read_from_projects_below_a_root() {
        let roots = [Root { python: "python".to_owned(), ..Root::default() }];
        let paths = [
            "python/libs/a/setup.py",
            "python/libs/a/requirements.txt",
            "python/libs/a/docs/setup.py",
            "pythonic/setup.py",
        ];
        assert_eq!(automatic(paths.into_iter(), &roots), ["python/libs/a/setup.py"]);
        let own = ["python/requirements.txt", "pyproject.toml"];
        assert_eq!(automatic(paths.into_iter().chain(own), &roots), own, "files at or above the root go first");
    }

    #[test]
    fn an_included_file_is_found_in_every_form_of_the_option() {
        for line in
            ["-r base.txt", "-rbase.txt", "--requirement base.txt", "--requirement=base.txt", "-c base.txt # pins"]
        {
            assert_eq!(value_of(line, &INCLUDES), Some("base.txt"), "{line}");
        }
        for line in ["numpy>=2", "-e .", "--no-index", "# -r base.txt", "-r"] {
            assert_eq!(value_of(line, &INCLUDES), None, "{line}");
        }
        assert_eq!(join("deps/dev", "../base.txt"), "deps/base.txt");
    }

    #[test]
    fn a_requirement_that_is_a_file_or_a_folder_of_the_repository_is_local() {
        for line in [
            ".",
            "-e .",
            "-e.[test]",
            "--editable=libs/a",
            "./libs/a",
            "libs/a",
            "file:libs/a",
            "a @ file:///b/a",
            "wheels/a.whl",
            "a.whl",
            "${ROOT}/libs",
            "./libs/a # ours",
            "-e file:libs/a",
            "a @ ./libs/a",
        ] {
            assert!(is_local(line), "{line}");
        }
        for line in [
            "",
            "numpy>=2",
            "a[b]==1 ; python_version < '3.9'",
            "# ./libs/a",
            "-r ../a.txt",
            "--find-links ./wheels",
            "a @ https://example.org/a.whl",
            "https://example.org/a.whl",
            "-e git+https://example.org/a.git#egg=a",
            "git+ssh://git@example.org/a.git",
            "six # or ./libs/six",
            "--index-url https://example.org/simple",
        ] {
            assert!(!is_local(line), "{line}");
        }
    }
}
