//! The launcher of a worker: `cargo-mts __worker <spec>`.
//!
//! This module moves the pipes of the protocol away from standard input and output, applies the
//! sandbox, and executes `java` or `python3`.

use super::SandboxRules;
use crate::protocol::{self, Tag};
use mts_model::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::PathBuf;

/// The first argument that makes the binary a launcher.
pub const WORKER: &str = "__worker";

/// The program that the launcher executes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SpawnSpec {
    /// The program.
    pub program: PathBuf,
    /// The arguments. The launcher appends the descriptors of the two pipes and, for a worker that
    /// forks, the sandbox layers that each forked process applies to itself.
    pub args: Vec<String>,
    /// The complete environment.
    pub env: Vec<(String, String)>,
    /// The rules of the sandbox.
    pub rules: SandboxRules,
}

/// Executes the worker that `args` (the arguments after `__worker`) describes.
///
/// The function returns only on failure. The caller prints the error on standard error, where the
/// parent reads the error.
pub fn enter(mut args: impl Iterator<Item = OsString>) -> Error {
    let spec = args.next().and_then(|text| text.into_string().ok());
    let spec = spec.and_then(|text| serde_json::from_str::<SpawnSpec>(&text).ok());
    match spec {
        Some(spec) => become_worker(&spec).err().unwrap_or_else(|| Error::bug("the worker did not start")),
        None => Error::usage(format!("`{WORKER}` is an internal command of cargo mts")),
    }
}

#[cfg(unix)]
fn become_worker(spec: &SpawnSpec) -> Result<()> {
    use rustix::io::{FdFlags, fcntl_dupfd_cloexec, fcntl_setfd};
    use std::os::fd::AsRawFd;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    let failed = |what: &str, e: rustix::io::Errno| Error::environment(format!("cannot {what}: {e}"));
    // The worker must end when this process ends.
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
        .map_err(|e| failed("make the worker end together with cargo mts", e))?;
    let moved = |e| failed("move the pipes of the worker", e);
    let source = fcntl_dupfd_cloexec(rustix::stdio::stdin(), 10).map_err(moved)?;
    let sink = fcntl_dupfd_cloexec(rustix::stdio::stdout(), 10).map_err(moved)?;
    for fd in [&source, &sink] {
        fcntl_setfd(fd, FdFlags::empty()).map_err(|e| failed("pass the pipes to the worker", e))?;
    }
    let mut command = Command::new(&spec.program);
    command
        .args(&spec.args)
        .args([source.as_raw_fd().to_string(), sink.as_raw_fd().to_string()])
        .env_clear()
        .envs(spec.env.iter().map(|(k, v)| (k, v)))
        .current_dir(&spec.rules.write)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    let (report, own_layers) = super::apply(&spec.rules);
    if spec.rules.forks {
        command.arg(serde_json::to_string(&own_layers).map_err(|e| Error::bug(format!("a path is not UTF-8: {e}")))?);
    }
    if let Some(missing) = spec.rules.broken(&report) {
        return Err(super::incomplete(missing));
    }
    let copied = |e| Error::environment(format!("cannot copy the pipe of the worker: {e}"));
    let mut answers = std::fs::File::from(sink.try_clone().map_err(copied)?);
    let lines: Vec<String> = report.into_iter().map(|one| one.text).collect();
    protocol::write_frame(&mut answers, Tag::NONE, &protocol::sandbox_frame(&lines))
        .map_err(|e| Error::environment(format!("cannot send the report of the sandbox to cargo mts: {e}")))?;
    drop(answers);
    let error = command.exec();
    Err(Error::environment(format!("cannot start {}: {error}", spec.program.display())))
}

#[cfg(not(unix))]
fn become_worker(_spec: &SpawnSpec) -> Result<()> {
    Err(Error::environment("workers need a Unix system").help("use WSL or the container"))
}
