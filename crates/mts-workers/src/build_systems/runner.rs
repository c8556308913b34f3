//! Runs a build tool: finds the program, its folders and its time limit.
//!
//! The module of each tool sets the arguments.

use super::SourceTree;
use crate::commands::build_tool::{self, BuildTool, ToolOutput};
use crate::find::Jdk;
use mts_model::SandboxMode;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The settings of a build.
#[derive(Clone, Debug)]
pub struct BuildSettings {
    /// The `cargo-mts` binary, which launches the build tool.
    pub launcher: PathBuf,
    /// The JDK.
    pub jdk: Jdk,
    /// Whether the sandbox is required, used as far as the system supports it, or off.
    pub confinement: SandboxMode,
    /// The folder of the cache. `None` means no cache.
    pub cache: Option<PathBuf>,
    /// The folder for the files of this run.
    pub scratch: PathBuf,
    /// The time limit of a build tool.
    pub time: Duration,
}

/// Finds a program by its name on `PATH`. The result is the path with resolved links.
#[must_use]
pub fn find_tool(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    found.and_then(|file| file.canonicalize().ok())
}

/// Returns the start of a command line for the build tool.
///
/// The start is the project's own wrapper, else the program on `PATH`.
///
/// # Errors
/// Returns an error if there is neither a wrapper nor a program.
pub(super) fn command(copy: SourceTree<'_>, folder: &str, wrapper: &str, name: &str) -> Result<Vec<String>, String> {
    if copy.has_file(folder, wrapper) {
        let script = copy.folder.join(super::join(folder, wrapper));
        return Ok(vec![shell_of(&script).to_owned(), script.display().to_string()]);
    }
    let found =
        find_tool(name).ok_or_else(|| format!("`{name}` is not on PATH, and the project has no `{wrapper}`"))?;
    Ok(vec![found.display().to_string()])
}

/// Returns the shell that runs a script.
///
/// The shell is needed because files from a commit are not executable here.
///
/// Wrappers of Gradle 1 to 3 need bash, as their first line says.
fn shell_of(script: &Path) -> &'static str {
    let mut head = [0; 64];
    let read = std::fs::File::open(script).and_then(|mut file| file.read(&mut head)).unwrap_or_default();
    let first_line = head.get(..read).unwrap_or_default().split(|byte| *byte == b'\n').next().unwrap_or_default();
    let names_bash = first_line.starts_with(b"#!") && first_line.trim_ascii_end().ends_with(b"bash");
    if names_bash { "/bin/bash" } else { "/bin/sh" }
}

/// The folders that a command may access, in addition to the folders of the system.
#[derive(Default)]
pub(super) struct ToolAccess<'a> {
    /// The paths that the command may read.
    pub read: Vec<PathBuf>,
    /// The folder that the command may write to.
    pub write: PathBuf,
    /// The folders below the user's home that the command may write to.
    ///
    /// [`run`] creates these folders. The command may also read their parent folders, but not the home folder.
    pub home: &'a [&'a str],
}

/// Runs a command line in a folder.
///
/// # Errors
/// Returns an error if the command does not start or exceeds the time limit.
pub(super) fn run(
    line: &[String],
    folder: &Path,
    access: ToolAccess<'_>,
    settings: &BuildSettings,
) -> Result<ToolOutput, String> {
    let Some((program, args)) = line.split_first() else { return Err("the command is empty".to_owned()) };
    let user = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let temporary =
        tempfile::tempdir_in(&settings.scratch).map_err(|error| format!("cannot create a scratch folder: {error}"))?;
    let temporary = temporary.path();
    let text = |path: &Path| path.display().to_string();
    let mut env = vec![
        ("PATH".to_owned(), std::env::var("PATH").unwrap_or_else(|_| "/usr/bin:/bin".to_owned())),
        ("JAVA_HOME".to_owned(), text(&settings.jdk.home)),
        ("TMPDIR".to_owned(), text(temporary)),
    ];
    env.extend([("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8"), ("TZ", "UTC")].map(|(k, v)| (k.to_owned(), v.to_owned())));
    let mut options = format!("-Djava.io.tmpdir={} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx1g", text(temporary));
    if let Some(user) = user.as_ref().filter(|home| !text(home).contains(char::is_whitespace)) {
        // Without this option, Java reads the home folder from the system's list of users, and not from `HOME`.
        options += &format!(" -Duser.home={}", text(user));
    }
    env.extend(["MAVEN_OPTS", "GRADLE_OPTS"].map(|name| (name.to_owned(), options.clone())));
    let ToolAccess { mut read, write, home } = access;
    read.push(settings.jdk.home.clone());
    // The command may read the installation of its tool, such as `/opt/maven` for `/opt/maven/bin/mvn`. But the command
    // may not read the root, or an installation folder that contains the home folder.
    let installed = Path::new(program).parent().and_then(Path::parent).filter(|folder| *folder != Path::new("/"));
    let holds_home = |folder: &Path| user.as_ref().is_some_and(|home| home.starts_with(folder));
    read.extend(installed.filter(|folder| !holds_home(folder)).map(Path::to_path_buf));
    let mut write = vec![write, temporary.to_path_buf()];
    if let Some(user) = user {
        env.push(("HOME".to_owned(), text(&user)));
        for folder in home {
            let folder = user.join(folder);
            // A Landlock rule needs an existing folder.
            let _ = std::fs::create_dir_all(&folder);
            read.extend(folder.parent().map(Path::to_path_buf).filter(|parent| *parent != user));
            write.push(folder);
        }
    }
    let tool = BuildTool {
        program: PathBuf::from(program),
        args: args.to_vec(),
        env,
        folder: folder.to_path_buf(),
        read,
        write,
        confinement: settings.confinement,
    };
    let output = build_tool::run(&settings.launcher, &tool, settings.time).map_err(|error| error.message)?;
    if output.timed_out {
        return Err(format!(
            "the build took longer than {} s; to allow more time, raise `java.build-seconds` in mts.yml",
            settings.time.as_secs()
        ));
    }
    Ok(output)
}

/// Removes the codes for terminal colours, which some wrappers always print.
pub(super) fn without_colours(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        rest = after
            .strip_prefix('[')
            .map_or(after, |code| code.find(|c: char| c.is_ascii_alphabetic()).map_or("", |end| &code[end + 1..]));
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapper_that_names_bash_runs_in_bash() {
        let folder = tempfile::tempdir().expect("a folder");
        let script = folder.path().join("gradlew");
        for (first_line, shell) in [
            ("#!/usr/bin/env bash", "/bin/bash"),
            ("#!/bin/bash", "/bin/bash"),
            ("#!/bin/sh", "/bin/sh"),
            ("", "/bin/sh"),
        ] {
            std::fs::write(&script, format!("{first_line}\necho hi\n")).expect("written");
            assert_eq!(shell_of(&script), shell, "{first_line}");
        }
    }

    #[test]
    fn colours_are_removed_from_the_output_of_a_tool() {
        assert_eq!(without_colours("\u{1b}[1;31mERROR\u{1b}[m: x"), "ERROR: x");
        assert_eq!(without_colours("\u{1b}[0"), "");
    }
}
