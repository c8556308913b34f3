//! Runs a user's command: sends a text to its standard input and reads its output.
//!
//! The command gets only the environment variables of `PASSED` and those of the caller. The command has a time limit
//! and an output limit. At the end, the tool kills the whole process group of the command. Unlike a worker, the command
//! has no sandbox, because the user selected the command.

use crate::commands::cpu_limit::{self, CpuBound, LaunchReport};
use crate::interrupt;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The variables of this process that every command gets: paths and the language.
const PASSED: [&str; 6] = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE"];
/// The highest number of stored bytes of standard error. Only the last bytes are stored.
const TAIL: usize = 4096;
/// The longest line of standard error in a message, in characters.
const LONGEST_LINE: usize = 200;

/// A user's command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserCommand {
    /// The name or path of the program, and the arguments. Never empty.
    pub words: Vec<String>,
    /// Additional environment variables.
    pub env: Vec<(String, String)>,
    /// The time limit for one answer.
    pub time: Duration,
    /// The limit of processor time for the command and each program that it starts. Only on Unix.
    pub cpu: Option<CpuBound>,
    /// The limit of an answer in bytes.
    pub output: usize,
}

/// The result of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandResult {
    /// The command ended with exit status 0. The value is the command's output.
    Answered(Vec<u8>),
    /// The command failed. The value has the status or signal, and the last line of standard error.
    Failed(String),
    /// The command reached the time limit.
    TimedOut,
    /// The command, or a program that it waited for, reached the limit of processor time.
    CpuLimit,
    /// The command reached the output limit.
    OutputLimit,
    /// The command did not start, for this reason.
    NotStarted(String),
}

/// Returns the file of a program. `None` if no file exists.
///
/// If `name` is a path, the file is at this path. Else it is the first match on `PATH`.
#[must_use]
pub fn locate(name: &str) -> Option<PathBuf> {
    let is_file = |path: &PathBuf| path.is_file();
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(is_file);
    }
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(name)).find(is_file)
}

/// Returns a hash of the program file and of the files among the arguments.
#[must_use]
pub fn content_hash(program: &UserCommand) -> String {
    let mut hasher = blake3::Hasher::new();
    let own = program.words.first().and_then(|name| locate(name));
    let named = program.words.iter().skip(1).map(Path::new).filter(|path| path.is_file()).map(Path::to_path_buf);
    for path in own.into_iter().chain(named) {
        // If the file cannot be read, the hash skips it. Such a file also cannot run.
        if let Ok(bytes) = std::fs::read(&path) {
            hasher.update(blake3::hash(&bytes).as_bytes());
        }
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

impl UserCommand {
    /// Runs the command on this input, with additional variables.
    #[must_use]
    pub fn run(&self, more: &[(String, String)], input: &str) -> CommandResult {
        let until = Instant::now() + self.time;
        let mut running = match RunningCommand::start(self, more) {
            Ok(running) => running,
            Err(why) => return CommandResult::NotStarted(why),
        };
        if let Some(mut stdin) = running.child.stdin.take() {
            let input = input.to_owned();
            // A separate thread writes, because a command may stop reading its input before the end.
            std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        }
        let Some(stdout) = running.child.stdout.take() else {
            return CommandResult::NotStarted("the command has no standard output".to_owned());
        };
        let chunks = chunks(stdout);
        let mut bytes = Vec::new();
        loop {
            match chunks.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(chunk) => bytes.extend(chunk),
                Err(RecvTimeoutError::Timeout) => return CommandResult::TimedOut,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if bytes.len() > self.output {
                return CommandResult::OutputLimit;
            }
        }
        match running.wait(until) {
            None => CommandResult::TimedOut,
            Some(status) if status.success() => CommandResult::Answered(bytes),
            Some(status) if self.cpu.is_some() && cpu_limit::has_spent_cpu(status, signal(status)) => {
                CommandResult::CpuLimit
            }
            Some(status) => match running.launch_failure() {
                Some(why) => CommandResult::NotStarted(why),
                None => CommandResult::Failed(running.describe_end(status)),
            },
        }
    }
}

/// A running command. Its process group ends when this value is dropped.
#[derive(Debug)]
pub(crate) struct RunningCommand {
    pub(crate) child: Child,
    errors: Arc<Mutex<Vec<u8>>>,
    read: Receiver<()>,
    /// The report of the launcher, if the command has a limit of processor time.
    report: Option<LaunchReport>,
}

impl RunningCommand {
    pub(crate) fn start(program: &UserCommand, more: &[(String, String)]) -> Result<Self, String> {
        let (name, arguments) = program.words.split_first().ok_or("the command is empty")?;
        let passed = PASSED.iter().filter_map(|name| Some((*name, std::env::var_os(name)?)));
        let failed = |error: std::io::Error| format!("{name}: {error}");
        let (mut command, report) = match &program.cpu {
            Some(bound) => bound.command(name).map(|(command, report)| (command, Some(report))).map_err(failed)?,
            None => (Command::new(name), None),
        };
        command.args(arguments).env_clear().envs(passed).stdin(Stdio::piped());
        command.envs(program.env.iter().chain(more).map(|(name, value)| (name, value)));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        interrupt::register_group(child.id());
        let errors = Arc::new(Mutex::new(Vec::new()));
        let (done, read) = mpsc::channel();
        if let Some(stderr) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            std::thread::spawn(move || {
                keep_tail(stderr, &errors);
                drop(done);
            });
        }
        Ok(Self { child, errors, read, report })
    }

    /// Returns the exit status. `None` at the time limit.
    pub(crate) fn wait(&mut self, until: Instant) -> Option<ExitStatus> {
        let mut pause = Duration::from_millis(1);
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// Returns the reason why the launcher could not execute the command. `None` if the command ran.
    pub(crate) fn launch_failure(&self) -> Option<String> {
        self.report.as_ref()?.failure()
    }

    /// Describes an unsuccessful end, with the last line of standard error.
    pub(crate) fn describe_end(&self, status: ExitStatus) -> String {
        // The last line of standard error may still be in the pipe.
        let _ = self.read.recv_timeout(Duration::from_millis(200));
        let errors = self.errors.lock().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let last = errors.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let last: String = last.chars().filter(|c| !c.is_control()).take(LONGEST_LINE).collect();
        let how = match (status.code(), signal(status)) {
            (Some(code), _) => format!("exit status {code}"),
            (None, Some(signal)) => format!("signal {signal}"),
            (None, None) => "unknown exit status".to_owned(),
        };
        if last.is_empty() { how } else { format!("{how}: {last}") }
    }
}

impl Drop for RunningCommand {
    fn drop(&mut self) {
        // Kill the whole process group, because a command may leave processes.
        interrupt::kill(self.child.id());
        interrupt::unregister_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: ExitStatus) -> Option<i32> {
    None
}

/// Returns the output of a program in chunks. The reading thread ends when the pipe ends or when the receiver is
/// dropped.
fn chunks(mut from: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (send, receive) = mpsc::sync_channel(16);
    std::thread::spawn(move || {
        let mut buffer = [0; 16 * 1024];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            if send.send(buffer[..read].to_vec()).is_err() {
                return;
            }
        }
    });
    receive
}

fn keep_tail(mut from: ChildStderr, tail: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        if let Ok(mut tail) = tail.lock() {
            tail.extend_from_slice(&buffer[..read]);
            let over = tail.len().saturating_sub(TAIL);
            tail.drain(..over);
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn shell(script: &str) -> UserCommand {
        UserCommand {
            words: ["sh", "-c", script].map(str::to_owned).to_vec(),
            env: vec![("GIVEN".to_owned(), "yes".to_owned())],
            time: Duration::from_secs(20),
            cpu: None,
            output: 1000,
        }
    }

    #[test]
    fn a_program_gets_its_input_and_only_the_configured_variables() {
        let answered = |script: &str| shell(script).run(&[("MORE".to_owned(), "too".to_owned())], "in");
        assert_eq!(answered("cat; echo \" $GIVEN $MORE\""), CommandResult::Answered(b"in yes too\n".to_vec()));
        // Cargo sets this variable in tests.
        assert_eq!(answered("echo \"${CARGO_MANIFEST_DIR:-nothing}\""), CommandResult::Answered(b"nothing\n".to_vec()));
    }

    #[test]
    fn each_kind_of_failure_has_its_own_result() {
        assert_eq!(shell("echo no >&2; exit 3").run(&[], ""), CommandResult::Failed("exit status 3: no".to_owned()));
        assert_eq!(shell("kill -9 $$").run(&[], ""), CommandResult::Failed("signal 9".to_owned()));
        assert_eq!(shell("yes").run(&[], ""), CommandResult::OutputLimit);
        let nowhere = UserCommand { words: vec!["/nowhere/at/all".to_owned()], ..shell("") };
        assert!(matches!(nowhere.run(&[], ""), CommandResult::NotStarted(why) if why.contains("/nowhere/at/all")));
    }

    #[test]
    fn a_command_that_hangs_is_killed_with_its_child_processes() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("pid");
        let script = format!("sleep 300 & echo $! > {}; wait", file.display());
        let hangs = UserCommand { time: Duration::from_millis(500), ..shell(&script) };
        assert_eq!(hangs.run(&[], ""), CommandResult::TimedOut);
        let pid: i32 = std::fs::read_to_string(&file).expect("reads").trim().parse().expect("a number");
        let pid = rustix::process::Pid::from_raw(pid).expect("a process");
        let gone = (0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(20));
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
            rustix::process::test_kill_process(pid).is_err() || stat.contains(") Z ")
        });
        assert!(gone, "its child is alive");
    }

    #[test]
    fn the_content_hash_of_a_program_changes_with_its_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("script");
        std::fs::write(&file, "one").expect("writes");
        let program = UserCommand { words: vec!["sh".to_owned(), file.display().to_string()], ..shell("") };
        let first = content_hash(&program);
        assert_eq!(content_hash(&program), first);
        std::fs::write(&file, "two").expect("writes");
        assert_ne!(content_hash(&program), first);
    }
}
