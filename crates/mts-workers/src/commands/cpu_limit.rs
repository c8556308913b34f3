//! The launcher of a program with a limit of processor time.
//!
//! `cargo-mts __bounded <seconds> <program> <arguments>` sets the limit for itself and then
//! executes the program. Child processes inherit the limit.

use mts_model::error::{Error, Result};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::time::Duration;

/// The first argument of the launcher with a limit of processor time.
pub const BOUNDED: &str = "__bounded";
/// The start of the launcher's message if it cannot execute the program.
const NOT_BECOME: &str = "cannot start the program with a limit of processor time: ";
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
    /// Returns the command that starts the launcher and then becomes this program.
    pub(crate) fn command(&self, name: &str) -> Command {
        let mut command = Command::new(&self.launcher);
        command.arg(BOUNDED).arg(self.time.as_secs().max(1).to_string()).arg(name);
        command
    }
}

/// Reports whether the limit of processor time ended a program or its child.
///
/// A shell exits with 128 plus the number of the signal that ended its last command.
pub(crate) fn has_spent_cpu(status: ExitStatus, signal: Option<i32>) -> bool {
    signal == Some(SIGXCPU) || status.code() == Some(128 + SIGXCPU)
}

/// Returns the launcher's error, from the description of the end of the process.
pub(crate) fn launch_failure(ending: &str) -> Option<&str> {
    Some(ending.split_once(NOT_BECOME)?.1)
}

/// Executes the program that `args` (the arguments after `__bounded`) names.
///
/// It returns only on failure. The caller prints the error on standard error, where the parent
/// reads it.
pub fn enter(mut args: impl Iterator<Item = OsString>) -> Error {
    let seconds = args.next().and_then(|text| text.to_str()?.parse::<u64>().ok());
    match (seconds, args.next()) {
        (Some(seconds), Some(name)) => match become_program(seconds, &name, args) {
            Err(error) => error,
            Ok(never) => match never {},
        },
        _ => Error::usage(format!("`{BOUNDED}` is an internal command of cargo mts")),
    }
}

#[cfg(unix)]
fn become_program(
    seconds: u64,
    name: &OsString,
    args: impl Iterator<Item = OsString>,
) -> Result<std::convert::Infallible> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use std::os::unix::process::CommandExt;
    // A lower limit that is already set stays.
    let within = |wanted: u64| getrlimit(Resource::Cpu).maximum.map_or(wanted, |hard| hard.min(wanted));
    // At the soft limit, the process gets a signal that names the reason. The hard limit kills the
    // process.
    let limit = Rlimit { current: Some(within(seconds)), maximum: Some(within(seconds + 1)) };
    let failed = |why: std::io::Error| Error::environment(format!("{NOT_BECOME}{}: {why}", name.display()));
    setrlimit(Resource::Cpu, limit).map_err(|errno| failed(errno.into()))?;
    Err(failed(Command::new(name).args(args).exec()))
}

#[cfg(not(unix))]
fn become_program(
    _seconds: u64,
    _name: &OsString,
    _args: impl Iterator<Item = OsString>,
) -> Result<std::convert::Infallible> {
    Err(Error::environment(format!("{NOT_BECOME}only Unix systems have such limits")))
}
