//! The launcher of a program with a limit of processor time.
//!
//! `cargo-mts __bounded <seconds> <file> <program> <arguments>` sets the limit for itself and then executes the
//! program. Child processes inherit the limit. If the launcher cannot execute the program, the launcher writes the
//! reason to the file. The launcher removes the name of the file before the program starts.

use mts_model::error::Error;
use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;
use tempfile::NamedTempFile;

/// The first argument of the launcher with a limit of processor time.
pub const BOUNDED: &str = "__bounded";
/// The signal that a process gets at its limit of processor time.
const SIGXCPU: i32 = 24;

/// A limit of processor time for a program and each program that it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuBound {
    /// The limit in whole seconds, at least one second.
    pub time: Duration,
    /// The path of the `cargo-mts` binary.
    pub launcher: PathBuf,
}

impl CpuBound {
    /// Returns the command that starts the launcher, and the launcher's report.
    ///
    /// The launcher then becomes the program `name`.
    ///
    /// # Errors
    /// Returns an error if the file of the report cannot be created.
    pub(crate) fn command(&self, name: &str) -> io::Result<(Command, LaunchReport)> {
        let with_place = |error: io::Error| {
            io::Error::new(
                error.kind(),
                format!("cannot create the report file of the launcher in the temporary folder: {error}"),
            )
        };
        let report = NamedTempFile::new().map_err(with_place)?;
        let mut command = Command::new(&self.launcher);
        command.arg(BOUNDED).arg(self.time.as_secs().max(1).to_string()).arg(report.path()).arg(name);
        Ok((command, LaunchReport(report)))
    }
}

/// The file in which the launcher writes why it cannot execute the program.
///
/// Before the launcher executes the program, it removes the file's name. The system closes the file when the program
/// starts. A program that writes to the file through `/proc` can only report its own failure.
#[derive(Debug)]
pub(crate) struct LaunchReport(NamedTempFile);

impl LaunchReport {
    /// Returns the reason why the launcher could not execute the program. `None` if the program ran.
    pub(crate) fn failure(&self) -> Option<String> {
        if self.0.path().exists() {
            let failed = "the launcher of the program failed: it could not read its arguments, \
                          or open the file for its error message";
            return Some(failed.to_owned());
        }
        io::read_to_string(self.0.as_file()).ok().filter(|report| !report.is_empty())
    }

    /// Opens the report in the launcher, and removes the name of the report's file.
    fn open(path: &Path) -> io::Result<File> {
        let file = File::options().write(true).open(path)?;
        std::fs::remove_file(path)?;
        Ok(file)
    }
}

/// Reports whether the limit of processor time ended a program or its child.
///
/// A shell exits with 128 plus the number of the signal that ended its last command.
pub(crate) fn has_spent_cpu(status: ExitStatus, signal: Option<i32>) -> bool {
    signal == Some(SIGXCPU) || status.code() == Some(128 + SIGXCPU)
}

/// Executes the program that `args` (the arguments after `__bounded`) names.
///
/// The function returns only on failure. The caller prints the error on standard error.
pub fn enter(mut args: impl Iterator<Item = OsString>) -> Error {
    let seconds = args.next().and_then(|text| text.to_str()?.parse::<u64>().ok());
    let (Some(seconds), Some(report), Some(name)) = (seconds, args.next(), args.next()) else {
        return Error::usage(format!("`{BOUNDED}` is an internal command of cargo mts"));
    };
    let mut report = match LaunchReport::open(Path::new(&report)) {
        Ok(report) => report,
        Err(error) => return Error::io("open the report file of the launcher", Path::new(&report), &error),
    };
    match become_program(seconds, &name, args) {
        Ok(never) => match never {},
        Err(why) => {
            let why = format!("{}: {why}", name.display());
            // If this write fails, the parent still has the exit status and standard error.
            _ = report.write_all(why.as_bytes());
            Error::environment(format!("cannot start the program with a limit of processor time: {why}"))
        }
    }
}

#[cfg(unix)]
fn become_program(seconds: u64, name: &OsStr, args: impl Iterator<Item = OsString>) -> io::Result<Infallible> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use std::os::unix::process::CommandExt;
    // If the process already has a lower limit, the lower limit stays.
    let within = |wanted: u64| getrlimit(Resource::Cpu).maximum.map_or(wanted, |hard| hard.min(wanted));
    // At the soft limit, the process gets the signal SIGXCPU, which shows the reason. At the hard limit, the system
    // kills the process.
    let limit = Rlimit { current: Some(within(seconds)), maximum: Some(within(seconds + 1)) };
    setrlimit(Resource::Cpu, limit)?;
    Err(Command::new(name).args(args).exec())
}

#[cfg(not(unix))]
fn become_program(_seconds: u64, _name: &OsStr, _args: impl Iterator<Item = OsString>) -> io::Result<Infallible> {
    Err(io::Error::other("only Unix systems have limits of processor time"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_launcher_that_fails_writes_a_report() {
        let report = || LaunchReport(NamedTempFile::new().expect("a file"));
        let (failed, ran) = (report(), report());
        let mut file = LaunchReport::open(failed.0.path()).expect("opens");
        file.write_all(b"x: no such file").expect("writes");
        assert_eq!(failed.failure().as_deref(), Some("x: no such file"));
        drop(LaunchReport::open(ran.0.path()).expect("opens"));
        assert!(!ran.0.path().exists(), "the program cannot find the file");
        assert_eq!(ran.failure(), None);
    }
}
