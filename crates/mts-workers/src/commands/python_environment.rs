//! Installs Python requirements into a virtual environment in the cache.
//!
//! Without a cache, the environment is in the scratch folder of the run. `pip` runs like a build tool:
//! it may use the network, read the folder of the revision, and write only to the environment and to a
//! scratch folder. The package `cargo-mts` selects the requirements.

use crate::commands::build_tool::{self, BuildTool};
use crate::commands::environment_packages;
use crate::find;
use crate::harness::cache;
use mts_model::SandboxMode;
use mts_model::error::{Error, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A part of every key. The developers change this part if the meaning of the cached environments changes.
const CACHE_VERSION: &str = "2";
/// The start of the name of an unfinished environment.
const STAGED: &str = "new-";
/// The number of lines of output in a message.
const LAST_LINES: usize = 8;
/// The time limit of one command.
const TIME: Duration = Duration::from_secs(1800);
/// The start of the names of the variables with which users configure `pip`.
const PIP: &str = "PIP_";
/// The variables for proxies and certificates.
const NETWORK: [&str; 8] = [
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "REQUESTS_CA_BUNDLE",
];

/// The requirements of a revision.
#[derive(Clone, Debug)]
pub struct PythonRequirements {
    /// The folder with the files of the revision.
    pub folder: PathBuf,
    /// The files that state the requirements, for messages.
    pub sources: Vec<String>,
    /// The requirements files, relative to `folder`.
    pub files: Vec<String>,
    /// Requirements that no requirements file has, one a line.
    pub lines: Vec<String>,
    /// The texts that decide what `pip` installs.
    pub content: Vec<String>,
    /// Whether the environment also has the packages of the interpreter that creates it.
    pub has_system_packages: bool,
}

/// The places and the rules of an installation.
#[derive(Clone, Debug)]
pub struct EnvironmentSettings {
    /// The `cargo-mts` binary, which is the launcher of `pip`.
    pub launcher: PathBuf,
    /// The interpreter that creates the environment. `None` means `python3` on `PATH`.
    pub python: Option<PathBuf>,
    /// The folder of the cache. `None` means no cache.
    pub cache: Option<PathBuf>,
    /// The folder for the files of this run.
    pub scratch: PathBuf,
    /// Whether the sandbox is required, used as far as the system supports it, or off.
    pub confinement: SandboxMode,
}

/// Returns the interpreter of an environment with these requirements.
///
/// The function reuses an environment of an earlier run with the same requirements and the same
/// Python.
///
/// # Errors
/// Returns an error with exit code 3 if there is no CPython, or the requirements cannot be
/// installed. The message ends with the last lines of output.
pub fn install(requirements: &PythonRequirements, settings: &EnvironmentSettings) -> Result<PathBuf> {
    let python = find::python(settings.python.as_deref())?;
    let all = settings.cache.as_ref().map(|cache| cache.join("environments"));
    let kept = all.as_ref().map(|all| all.join(key(&python, requirements)));
    if let Some(kept) = kept.as_deref().filter(|kept| interpreter_of(kept).is_file()) {
        cache::mark_used(kept);
        return Ok(interpreter_of(kept));
    }
    let home =
        all.as_ref().filter(|all| kept.is_some() && fs::create_dir_all(all).is_ok()).unwrap_or(&settings.scratch);
    let failed = |error: std::io::Error| Error::io("create a virtual environment", home, &error);
    let staged = tempfile::Builder::new().prefix(STAGED).tempdir_in(home).map_err(failed)?;
    let tool = Tool { requirements, settings, python: &python, environment: staged.path() };
    tool.run(&python.program, tool.venv_arguments())?;
    if let Some(kept) = kept.as_deref().filter(|kept| requirements.has_system_packages && kept.starts_with(home))
        && let Some(packages) = python.own_packages()
    {
        environment_packages::add(&packages, &python.version, (staged.path(), kept))?;
    }
    tool.run(&interpreter_of(staged.path()), tool.pip_arguments()?)?;
    let made = staged.keep();
    let Some(kept) = kept else { return Ok(interpreter_of(&made)) };
    // An environment works at any path, so it can be moved. Another run may have added the same environment first.
    if fs::rename(&made, &kept).is_err() {
        let _ = fs::remove_dir_all(&made);
    }
    // A folder whose name starts with `STAGED` may belong to a run that is not finished.
    cache::remove_old(home, |name| !name.starts_with(STAGED));
    Ok(interpreter_of(&kept))
}

fn interpreter_of(environment: &Path) -> PathBuf {
    environment.join("bin/python")
}

fn key(python: &find::Python, requirements: &PythonRequirements) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut part = |bytes: &[u8]| {
        hasher.update(&bytes.len().to_le_bytes());
        hasher.update(bytes);
    };
    for text in [CACHE_VERSION, std::env::consts::OS, std::env::consts::ARCH, &python.version] {
        part(text.as_bytes());
    }
    part(python.program.as_os_str().as_encoded_bytes());
    part(&[u8::from(requirements.has_system_packages)]);
    let packages = python.own_packages().filter(|_| requirements.has_system_packages);
    let names = packages.map(|folder| environment_packages::names(&folder)).unwrap_or_default();
    requirements.content.iter().chain(&names).for_each(|text| part(text.as_bytes()));
    hasher.finalize().to_hex()[..32].to_owned()
}

/// The commands that create one environment.
struct Tool<'a> {
    requirements: &'a PythonRequirements,
    settings: &'a EnvironmentSettings,
    python: &'a find::Python,
    environment: &'a Path,
}

impl Tool<'_> {
    fn venv_arguments(&self) -> Vec<String> {
        let folder = self.environment.display().to_string();
        let packages = self.requirements.has_system_packages.then(|| "--system-site-packages".to_owned());
        ["-m".to_owned(), "venv".to_owned()].into_iter().chain(packages).chain([folder]).collect()
    }

    fn pip_arguments(&self) -> Result<Vec<String>> {
        let fixed = ["-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--no-cache-dir"];
        let mut arguments = fixed.map(str::to_owned).to_vec();
        for file in &self.requirements.files {
            arguments.extend(["-r".to_owned(), self.requirements.folder.join(file).display().to_string()]);
        }
        if !self.requirements.lines.is_empty() {
            let file = self.environment.join("requirements.txt");
            fs::write(&file, self.requirements.lines.join("\n"))
                .map_err(|error| Error::io("write the requirements", &file, &error))?;
            arguments.extend(["-r".to_owned(), file.display().to_string()]);
        }
        Ok(arguments)
    }

    fn run(&self, program: &Path, args: Vec<String>) -> Result<()> {
        let temporary = tempfile::tempdir_in(&self.settings.scratch)
            .map_err(|error| Error::io("create a scratch folder", &self.settings.scratch, &error))?;
        let own = temporary.path().display().to_string();
        let mut env = vec![("PATH".to_owned(), std::env::var("PATH").unwrap_or_else(|_| "/usr/bin:/bin".to_owned()))];
        env.extend(
            [("HOME", own.as_str()), ("TMPDIR", &own), ("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8")]
                .map(|(name, value)| (name.to_owned(), value.to_owned())),
        );
        env.extend(std::env::vars().filter(|(name, _)| name.starts_with(PIP) || NETWORK.contains(&name.as_str())));
        let folder = self.requirements.folder.clone();
        let mut read = self.python.folders.clone();
        read.push(folder.clone());
        let tool = BuildTool {
            program: program.to_path_buf(),
            args,
            env,
            folder,
            read,
            write: vec![self.environment.to_path_buf(), temporary.path().to_path_buf()],
            confinement: self.settings.confinement,
        };
        let output = build_tool::run(&self.settings.launcher, &tool, TIME)?;
        let why = match (output.timed_out, output.succeeded) {
            (true, _) => format!("the installation took longer than {} s", TIME.as_secs()),
            (false, true) => return Ok(()),
            (false, false) => last_lines(&output.text),
        };
        let help = "correct the requirements, \
                    or install them yourself and name the interpreter in `python.command` of mts.yml";
        Err(Error::environment(format!("cannot install the Python requirements: {why}"))
            .at(self.requirements.sources.join(", "))
            .help(help))
    }
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_shows_the_last_lines_of_output() {
        let text = (0..20).map(|at| format!("line {at}  \n\n")).collect::<String>();
        assert_eq!(last_lines(&text).lines().next(), Some("line 12"));
        assert_eq!(last_lines(""), "");
    }

    #[test]
    fn the_key_of_an_environment_depends_on_its_python_and_every_requirement() {
        let python = |version: &str| find::Python {
            program: PathBuf::from("/usr/bin/python3"),
            version: version.to_owned(),
            folders: Vec::new(),
        };
        let texts = |all: &[&str]| PythonRequirements {
            folder: PathBuf::new(),
            sources: Vec::new(),
            files: Vec::new(),
            lines: Vec::new(),
            content: all.iter().map(|text| (*text).to_owned()).collect(),
            has_system_packages: false,
        };
        let mixed = PythonRequirements { has_system_packages: true, ..texts(&["numpy", "six"]) };
        assert_ne!(key(&python("3.11.2"), &mixed), key(&python("3.11.2"), &texts(&["numpy", "six"])));
        let first = key(&python("3.11.2"), &texts(&["numpy", "six"]));
        assert_eq!(first, key(&python("3.11.2"), &texts(&["numpy", "six"])));
        assert_ne!(first, key(&python("3.12.0"), &texts(&["numpy", "six"])));
        assert_ne!(first, key(&python("3.11.2"), &texts(&["numpysix"])));
    }
}
