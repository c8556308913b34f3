//! Runs a build tool (Maven, Gradle, `javac`, `pip`) with limits.
//!
//! The tool gets only the environment variables that the caller sets, and has a time limit. This module captures the
//! output of the tool. On Linux, Landlock lets the tool read the folders of the system and the paths in `read`, and
//! write only to the paths in `write`. Unlike a worker, the tool may start processes and use the network, to fetch
//! libraries. `build_systems` and `python_environment` select the command.

use crate::interrupt;
use mts_model::SandboxMode;
use mts_model::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The first argument of the launcher of a build tool.
pub const TOOL: &str = "__tool";
/// The highest number of stored output bytes. Only the first bytes are stored.
const MOST: usize = 1 << 20;
/// The highest number of output bytes in the file. Above this number, the tool truncates the file.
const ROOM: u64 = 64 << 20;
/// The interval between two checks of whether a tool has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A tool to run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BuildTool {
    /// The program.
    pub program: PathBuf,
    /// The arguments.
    pub args: Vec<String>,
    /// The complete environment.
    pub env: Vec<(String, String)>,
    /// The working directory.
    pub folder: PathBuf,
    /// The paths that the tool may read, in addition to the folders of the system.
    pub read: Vec<PathBuf>,
    /// The paths that the tool may write to.
    pub write: Vec<PathBuf>,
    /// Whether the sandbox is required, used as far as the system supports it, or off.
    pub confinement: SandboxMode,
}

/// The result of the run of a tool.
#[derive(Clone, Debug)]
pub struct ToolOutput {
    /// Whether the tool ended with exit code 0.
    pub succeeded: bool,
    /// Whether the time limit ended the tool.
    pub timed_out: bool,
    /// The start of both outputs of the tool, in the order of the writes.
    pub text: String,
}

/// Runs a tool to its end or its time limit.
///
/// # Errors
/// Returns an error if the launcher does not start, or the output cannot be stored. If the launcher
/// cannot start the tool, the result is a [`ToolOutput`] with the launcher's message.
pub fn run(launcher: &Path, tool: &BuildTool, time: Duration) -> Result<ToolOutput> {
    let spec = serde_json::to_string(tool).map_err(|e| Error::bug(format!("a path is not UTF-8: {e}")))?;
    let failed = |e: std::io::Error| Error::environment(format!("cannot store the output of the build tool: {e}"));
    let output = tempfile::NamedTempFile::new().map_err(failed)?;
    let mut command = Command::new(launcher);
    command.arg(TOOL).arg(spec).env_clear().stdin(Stdio::null());
    // Both streams append to the same file, so that no stream overwrites the other.
    let end = std::fs::OpenOptions::new().append(true).open(output.path()).map_err(failed)?;
    command.stdout(end.try_clone().map_err(failed)?).stderr(end);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(|e| Error::io("start the launcher", launcher, &e))?;
    interrupt::register_group(child.id());
    let ended = wait(&mut child, time, output.as_file());
    // Kill the whole process group, because a tool may leave a daemon.
    interrupt::kill(child.id());
    interrupt::unregister_group(child.id());
    let _ = child.kill();
    let _ = child.wait();
    let mut bytes = Vec::new();
    let whole = std::fs::File::open(output.path()).map_err(failed)?;
    std::io::Read::read_to_end(&mut std::io::Read::take(whole, MOST as u64), &mut bytes).map_err(failed)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(ToolOutput { succeeded: ended.is_some_and(|status| status.success()), timed_out: ended.is_none(), text })
}

/// Returns the exit status of the tool. `None` at the time limit.
fn wait(child: &mut Child, time: Duration, output: &std::fs::File) -> Option<ExitStatus> {
    let until = Instant::now() + time;
    while Instant::now() < until {
        if output.metadata().is_ok_and(|about| about.len() > ROOM) {
            // The tool continues to write at the new end of the file. The result does not contain the truncated part.
            _ = output.set_len(MOST as u64);
        }
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    None
}

/// Executes the tool that `args` (the arguments after `__tool`) describes.
///
/// The function returns only on failure.
pub fn enter(mut args: impl Iterator<Item = std::ffi::OsString>) -> Error {
    let spec = args.next().and_then(|text| text.into_string().ok());
    match spec.and_then(|text| serde_json::from_str::<BuildTool>(&text).ok()) {
        Some(tool) => become_tool(&tool),
        None => Error::usage(format!("`{TOOL}` is an internal command of cargo mts")),
    }
}

#[cfg(unix)]
fn become_tool(tool: &BuildTool) -> Error {
    use std::os::unix::process::CommandExt;
    // The tool must end when this process ends.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL)) {
        return Error::environment(format!("cannot make the build tool end together with cargo mts: {error}"));
    }
    let mut command = Command::new(&tool.program);
    command.args(&tool.args).env_clear().envs(tool.env.iter().map(|(k, v)| (k, v))).current_dir(&tool.folder);
    if tool.confinement != SandboxMode::Off
        && let Err(missing) = restrict_process(tool)
        && tool.confinement == SandboxMode::Required
    {
        return crate::sandbox::incomplete(&missing);
    }
    let error = command.exec();
    Error::environment(format!("cannot start {}: {error}", tool.program.display()))
}

#[cfg(not(unix))]
fn become_tool(_tool: &BuildTool) -> Error {
    Error::environment("build tools need a Unix system").help("use WSL or the container")
}

/// The system folders that a build may read: programs, libraries, certificates, kernel data.
///
/// The list does not contain home folders, `/var` and `/tmp`. Landlock hides the environment of
/// other processes.
const SYSTEM: [&str; 10] = ["/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc", "/opt", "/proc", "/sys", "/run/systemd"];

#[cfg(target_os = "linux")]
fn restrict_process(tool: &BuildTool) -> Result<(), String> {
    use landlock::{
        ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope,
        path_beneath_rules,
    };
    let abi = ABI::V6;
    let all = AccessFs::from_all(abi);
    let read = AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::Execute;
    let devices = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/tty"];
    let apply = || {
        Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(all)?
            .scope(Scope::from_all(abi))?
            .create()?
            .add_rules(path_beneath_rules(SYSTEM, read))?
            .add_rules(path_beneath_rules(&tool.read, read))?
            .add_rules(path_beneath_rules(devices, AccessFs::ReadFile | AccessFs::WriteFile))?
            .add_rules(path_beneath_rules(&tool.write, all))?
            .restrict_self()
    };
    // The function applies each restriction even if the system does not support the other one.
    let calls = crate::sandbox::restrict_build_tool();
    match apply().map_err(|error: landlock::RulesetError| error.to_string())?.ruleset {
        RulesetStatus::NotEnforced => Err("Landlock is not in this kernel, or not enabled".to_owned()),
        RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => calls,
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn restrict_process(_tool: &BuildTool) -> Result<(), String> {
    Err("this system has no sandbox that protects files".to_owned())
}
