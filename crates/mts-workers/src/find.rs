//! Finds the JDK and the CPython of the machine, with their folders and versions.
//!
//! This module starts `java` only if the file system does not show the home of the JDK.

use crate::commands::command::{CommandResult, UserCommand};
use crate::commands::environment_packages;
use mts_model::error::{Error, Result};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time limit for the query to a runtime. This limit is much longer than any runtime needs.
const PROBE_TIME: Duration = Duration::from_secs(60);
/// The highest number of bytes of a runtime's answer to the query.
const PROBE_OUTPUT: usize = 64 << 10;

/// A JDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// The home folder, with resolved links.
    pub home: PathBuf,
    /// The version, such as `17.0.15`.
    pub version: String,
}

impl Jdk {
    /// Returns the feature number of the version, such as 17.
    #[must_use]
    pub fn feature(&self) -> Option<u32> {
        self.version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    }
}

/// A CPython.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Python {
    /// The path that the interpreter reports as `sys.executable`: never a shim, but possibly a link.
    pub program: PathBuf,
    /// The version, such as `3.11.7`.
    pub version: String,
    /// The folders of the virtual environment, if any, and of the installation.
    ///
    /// An environment that the tool made for requirements may also have the packages of another environment.
    pub folders: Vec<PathBuf>,
}

impl Python {
    /// Returns the folder with the packages of this interpreter's virtual environment. `None` without a virtual
    /// environment.
    pub(crate) fn own_packages(&self) -> Option<PathBuf> {
        let [own, _, ..] = &self.folders[..] else { return None };
        Some(environment_packages::folder_in(own, &self.version))
    }
}

/// Finds the JDK at `configured`, else by `JAVA_HOME`, else by the `java` on `PATH`.
///
/// # Errors
/// Returns an error with exit code 3 if there is no JDK, or the JDK has no compiler. The help names
/// the package.
pub fn jdk(configured: Option<&Path>) -> Result<Jdk> {
    let variable = || std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let (home, what) = match (configured, variable()) {
        (Some(home), _) => (home.to_path_buf(), "this folder contains no JDK"),
        (None, Some(home)) => (home, "JAVA_HOME names a folder that contains no JDK"),
        (None, None) => {
            let java = on_path("java").ok_or_else(|| no_jdk("there is no `java` on PATH"))?;
            (home_of(&java)?, "the `java` on PATH belongs to a folder that contains no JDK")
        }
    };
    if !home.join("bin/java").is_file() {
        return Err(no_jdk(what).at(home.display().to_string()));
    }
    if !home.join("bin/javac").is_file() {
        let what = "this Java has no compiler (`javac`): cargo mts needs a JDK, not only a JRE";
        return Err(no_jdk(what).at(home.display().to_string()));
    }
    let home = home.canonicalize().map_err(|e| Error::io("find the JDK", &home, &e))?;
    let version = release(&home).unwrap_or_else(|| "of unknown version".to_owned());
    Ok(Jdk { home, version })
}

fn no_jdk(what: &str) -> Error {
    Error::environment(what).help(
        "install a JDK (Debian, Ubuntu: openjdk-17-jdk-headless), \
         or set JAVA_HOME or `java.home` in mts.yml to the folder of a JDK",
    )
}

/// Returns the home folder of a `java` program.
///
/// The home is two folders above the real file, or the answer of a shim.
fn home_of(java: &Path) -> Result<PathBuf> {
    let real = java.canonicalize().map_err(|e| Error::io("find java", java, &e))?;
    if let Some(home) = real.parent().and_then(Path::parent).filter(|home| home.join("lib/modules").is_file()) {
        return Ok(home.to_path_buf());
    }
    // With this option, `java` prints its settings to standard error.
    let script = r#"exec "$0" -XshowSettings:properties -version 2>&1"#;
    let asked = ["/bin/sh".to_owned(), "-c".to_owned(), script.to_owned(), java.display().to_string()];
    let failed = |what: &str| no_jdk(what).at(java.display().to_string());
    let text = answer(asked.to_vec()).map_err(|why| failed(&format!("`java` does not print its settings: {why}")))?;
    let home = text.lines().find_map(|line| line.trim().strip_prefix("java.home = "));
    home.map(PathBuf::from).ok_or_else(|| failed("`java` does not print the setting `java.home`"))
}

fn release(home: &Path) -> Option<String> {
    let text = std::fs::read_to_string(home.join("release")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    Some(line.trim_matches('"').to_owned())
}

/// The program that the interpreter runs to describe itself. With the option `-I`, the interpreter ignores variables
/// and modules of a checkout. The answer has one value on each line, because paths have no line breaks.
const ASK: &str = "import sys; print(sys.implementation.name, sys.executable, '%d.%d.%d' % sys.version_info[:3], \
                   sys.prefix, sys.base_prefix, sep='\\n')";

/// Finds the CPython that `configured` names, else `python3` on `PATH`.
///
/// `configured` is a path, or the name of a program on `PATH`.
///
/// # Errors
/// Returns an error with exit code 3 if there is no Python, it does not answer, or it is another
/// implementation. The help names the package.
pub fn python(configured: Option<&Path>) -> Result<Python> {
    let help = "install CPython 3.9 or newer (Debian, Ubuntu: python3), \
                or name an interpreter in `python.command` of mts.yml";
    let name = configured.unwrap_or(Path::new("python3"));
    let program =
        if name.components().count() > 1 { Some(name.to_path_buf()) } else { on_path(&name.to_string_lossy()) };
    let missing = || Error::environment(format!("there is no `{}` on PATH", name.display())).help(help);
    let program = program.ok_or_else(missing)?;
    let no_python = |why: &str| Error::environment(why).at(program.display().to_string()).help(help);
    let asked = [program.display().to_string(), "-I".to_owned(), "-c".to_owned(), ASK.to_owned()];
    let text = answer(asked.to_vec())
        .map_err(|why| no_python(&format!("this Python interpreter does not print its version: {why}")))?;
    let lines: Vec<&str> = text.lines().collect();
    let [implementation, executable, version, prefix, base] = lines[..] else {
        return Err(no_python("this Python interpreter does not print its version"));
    };
    if implementation != "cpython" {
        return Err(no_python(&format!("this Python is {implementation}, not CPython")));
    }
    let mut folders = vec![PathBuf::from(prefix)];
    if base != prefix {
        folders.push(PathBuf::from(base));
        folders.extend(environment_packages::added_to(Path::new(prefix)));
    }
    Ok(Python { program: PathBuf::from(executable), version: version.to_owned(), folders })
}

/// Returns the answer of a runtime to the query about itself.
///
/// The runtime runs in the environment of the caller, because a shim selects the version by the
/// environment.
///
/// # Errors
/// Returns an error if the runtime gives no answer.
fn answer(words: Vec<String>) -> Result<String, String> {
    let env =
        std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let command = UserCommand { words, env: env.collect(), time: PROBE_TIME, cpu: None, output: PROBE_OUTPUT };
    match command.run(&[], "") {
        CommandResult::Answered(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        CommandResult::Failed(why) | CommandResult::NotStarted(why) => Err(why),
        CommandResult::TimedOut | CommandResult::CpuLimit => {
            Err(format!("the program gave no answer in {} s", PROBE_TIME.as_secs()))
        }
        CommandResult::OutputLimit => Err(format!("the program printed more than {PROBE_OUTPUT} bytes")),
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_java_is_an_error_that_names_the_package() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = jdk(Some(folder.path())).expect_err("no JDK");
        assert!(error.help.contains("openjdk-17-jdk-headless"), "{error}");
    }

    #[test]
    fn the_error_for_a_runtime_without_compiler_names_the_jre() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("bin")).expect("a folder");
        std::fs::write(folder.path().join("bin/java"), "").expect("a file");
        let error = jdk(Some(folder.path())).expect_err("a JRE");
        assert!(error.message.contains("JRE"), "{error}");
    }

    #[test]
    fn a_missing_interpreter_is_an_error_that_names_the_package() {
        let error = python(Some(Path::new("/nowhere/python3"))).expect_err("none there");
        assert!(error.help.contains("python3"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn an_interpreter_that_prints_without_end_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("python3");
        std::fs::write(&program, "#!/bin/sh\nexec yes\n").expect("written");
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, executable).expect("executable");
        let error = python(Some(&program)).expect_err("endless");
        assert!(error.message.contains("the program printed more than 65536 bytes"), "{error}");
    }
}
