//! One worker process: its start, its pipes, its scratch folder and its end.
//!
//! The launcher starts the process. `protocol` has the frames. `supervisor` reacts to a hang or a
//! death.

use super::disk_use;
use super::stall::StallDetector;
use crate::interrupt::remove_dir;
use crate::interrupt::{self, ScratchFolder};
use crate::protocol::{self, Tag, WorkerAnswer};
use crate::sandbox::launcher::{SpawnSpec, WORKER};
use mts_model::Reason;
use mts_model::error::{Error, Result};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The stack size of the thread that parses answers, which may be nested.
const READER_STACK: usize = 64 << 20;
/// The pause between two reads, so that several answers gather in the pipe.
///
/// A worker sends about ten thousand answers a second. To wake up for each answer takes more time than to read it.
const GATHERING: Duration = Duration::from_micros(300);
/// The time that a worker has to end after it closed its pipe.
const LEAVE: Duration = Duration::from_millis(500);
/// The interval between two measurements of the worker's files.
const MEASURED: Duration = Duration::from_millis(200);

/// An event from a worker.
pub(crate) enum WorkerEvent {
    /// The worker sent an answer.
    Answer(Box<WorkerAnswer>),
    /// The worker sent no answer within the time limit, or is stalled.
    Silence,
    /// The worker ended by itself, sent an invalid answer, or wrote too much to files.
    Gone(Reason),
    /// SIGKILL or SIGTERM ended the worker, for example because the system has too little memory.
    Killed(Reason),
}

/// The answers of one read. An invalid answer is the last one.
type AnswerBatch = Vec<Result<WorkerAnswer, String>>;

/// A worker process.
pub(crate) struct Worker {
    child: Child,
    /// The number of the process that runs the code under test. This process is the child, or a process that the child
    /// forked.
    process: u32,
    requests: Sender<(Tag, Vec<u8>)>,
    /// The result of writing each request.
    written: Receiver<io::Result<()>>,
    /// Whether the last request forks a process that is not yet known.
    may_fork: bool,
    /// The tag of valid answers.
    tag: Arc<Mutex<Tag>>,
    answers: Receiver<AnswerBatch>,
    /// The answers of the last batch that were not returned yet.
    unheard: std::vec::IntoIter<Result<WorkerAnswer, String>>,
    scratch: Scratch,
    /// The time of the last measurement of the files.
    measured: Instant,
}

/// The folders of one worker. The drop of the value removes the folders.
pub(crate) struct Scratch {
    folder: ScratchFolder,
}

impl Scratch {
    /// Creates new folders.
    pub fn new() -> Result<Self> {
        let failed = |e: io::Error| Error::environment(format!("cannot create a scratch folder: {e}"));
        let folder = ScratchFolder::new().map_err(failed)?;
        std::fs::create_dir(folder.path().join("box")).map_err(failed)?;
        Ok(Self { folder })
    }

    /// Returns the working directory, which is the only folder that the worker may write to.
    pub fn inside(&self) -> PathBuf {
        self.folder.path().join("box")
    }

    /// Returns the folder for the worker's program if the cache cannot have it.
    ///
    /// The worker cannot write to this folder.
    pub fn own_folder(&self) -> &Path {
        self.folder.path()
    }

    fn stderr(&self) -> PathBuf {
        self.folder.path().join("stderr")
    }

    /// Removes the files that the code under test wrote into the worker's folder.
    fn tidy(&self) {
        let left = std::fs::read_dir(self.inside()).into_iter().flatten().flatten();
        for entry in left {
            // If a file cannot be removed now, it is removed later with the folder.
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let _ = if is_folder { remove_dir::remove(&path) } else { std::fs::remove_file(&path) };
        }
    }
}

impl Worker {
    /// Starts a worker without waiting for its handshake.
    pub fn start(launcher: &Path, spec: &SpawnSpec, scratch: Scratch) -> Result<Self> {
        let spec = serde_json::to_string(spec).map_err(|e| Error::bug(format!("a path is not UTF-8: {e}")))?;
        let stderr =
            std::fs::File::create(scratch.stderr()).map_err(|e| Error::io("create the file", &scratch.stderr(), &e))?;
        let mut command = Command::new(launcher);
        command.arg(WORKER).arg(spec).env_clear();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = spawn(command).map_err(|e| Error::io("start the launcher", launcher, &e))?;
        interrupt::register_group(child.id());
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or_else(|| Error::bug("the worker has no pipe"))?;
        let thread = |name: &str| std::thread::Builder::new().name(name.to_owned());
        let unstarted = |e| Error::environment(format!("cannot start a thread: {e}"));
        let (requests, asked) = channel();
        let (results, written) = channel();
        // A separate thread writes requests, because a worker may stop reading.
        thread("worker requests").spawn(move || write(stdin, &asked, &results)).map_err(unstarted)?;
        let (sender, answers) = channel();
        let tag = Arc::new(Mutex::new(Tag::NONE));
        let reading = thread("worker answers").stack_size(READER_STACK);
        reading
            .spawn({
                let tag = tag.clone();
                move || read(stdout, &tag, &sender)
            })
            .map_err(unstarted)?;
        let unheard = Vec::new().into_iter();
        let process = child.id();
        let measured = Instant::now();
        Ok(Self { child, process, requests, written, may_fork: false, tag, answers, unheard, scratch, measured })
    }

    /// Sends a request without waiting. From now on, valid answers have the request's tag.
    ///
    /// `may_fork` is true if the worker forks a process for the request.
    pub fn send(&mut self, tag: Tag, request: Vec<u8>, may_fork: bool) {
        *self.tag.lock().unwrap_or_else(PoisonError::into_inner) = tag;
        // The results of earlier requests have no use any more.
        while self.written.try_recv().is_ok() {}
        self.may_fork = may_fork;
        // If this fails, `was_sent` reports the failure.
        _ = self.requests.send((tag, request));
    }

    /// Reports whether the last request forks a process that is not yet known.
    pub fn may_fork(&self) -> bool {
        self.may_fork
    }

    /// Reports whether a worker that has ended received the last request completely.
    pub fn was_sent(&self) -> bool {
        self.written.recv_timeout(LEAVE).is_ok_and(|written| written.is_ok())
    }

    /// Waits for the next event of the worker, at most for the time `wait`.
    ///
    /// If `patient` is true and the machine is busy, the limit is four times `wait`. The machine counts as busy if the
    /// process computed, but got less processor time than `wait`. If `runs` is true, the worker runs code under test, and
    /// the wait also ends as soon as the process is stalled.
    pub fn wait_for_event(&mut self, wait: Duration, patient: bool, runs: bool) -> WorkerEvent {
        let begun = Instant::now();
        let mut stall = StallDetector::default();
        let mut spent = None;
        let mut until = begun + wait;
        loop {
            match self.unheard.next() {
                Some(Ok(WorkerAnswer { process: Some(process), .. })) if self.may_fork => {
                    self.may_fork = false;
                    self.process = process;
                    (stall, spent) = (StallDetector::default(), None);
                    continue;
                }
                Some(Ok(answer)) => return WorkerEvent::Answer(Box::new(answer)),
                Some(Err(garbled)) => return WorkerEvent::Gone(Reason::WorkerLost(garbled)),
                None => {}
            }
            if patient {
                spent = spent.or_else(|| self.processor_time());
            }
            let left = until.saturating_duration_since(Instant::now());
            if self.measured.elapsed() >= MEASURED {
                self.measured = Instant::now();
                if disk_use::is_overfull(&self.scratch.inside(), &[self.process]) {
                    return WorkerEvent::Gone(Reason::WorkerLost(
                        "the code under test wrote too much data or too many files".to_owned(),
                    ));
                }
            }
            match self.answers.recv_timeout(left.min(MEASURED)) {
                Ok(batch) => self.unheard = batch.into_iter(),
                Err(RecvTimeoutError::Disconnected) => return self.ended(),
                Err(RecvTimeoutError::Timeout) if runs && stall.is_stalled(self.process, Instant::now()) => {
                    return WorkerEvent::Silence;
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() < until => {}
                Err(RecvTimeoutError::Timeout) => {
                    let spent = self.processor_time().zip(spent).map(|(now, before)| now.saturating_sub(before));
                    // A process that does not compute at all does not lack processor time.
                    let starved = spent.is_some_and(|spent| spent < wait && spent > begun.elapsed() / 20);
                    if !(patient && starved && begun.elapsed() < 4 * wait) {
                        return WorkerEvent::Silence;
                    }
                    until = Instant::now() + MEASURED;
                }
            }
        }
    }

    /// Returns the processor time so far of the process that runs the code under test.
    ///
    /// `None` if the system does not report the processor time.
    fn processor_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process)).ok()?;
        // The second field is a name in brackets, which may contain any text. So the numbers start after the last
        // bracket. User time and system time are the fields 14 and 15, in hundredths of a second.
        let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
        let mut next = || fields.next()?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (next()? + next()?)))
    }

    /// Returns the event for the end of the process: an exit or a signal.
    fn ended(&mut self) -> WorkerEvent {
        let until = Instant::now() + LEAVE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if status.code().is_some() => return WorkerEvent::Gone(Reason::Exit),
                Ok(Some(status)) if is_from_outside(status) => {
                    return WorkerEvent::Killed(Reason::WorkerLost(status.to_string()));
                }
                Ok(Some(status)) => return WorkerEvent::Gone(Reason::WorkerLost(status.to_string())),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(2)),
                _ => return WorkerEvent::Gone(Reason::WorkerLost("the worker closed its pipe".to_owned())),
            }
        }
    }

    /// Kills the process. The next wait reports the end.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
    }

    /// Returns the start of the worker's standard error.
    pub fn complaint(&self) -> String {
        let text = std::fs::read(self.scratch.stderr()).unwrap_or_default();
        let text = String::from_utf8_lossy(&text[..text.len().min(4096)]).into_owned();
        text.lines().take(8).collect::<Vec<_>>().join("\n")
    }

    /// Removes the files in the worker's working directory.
    pub fn tidy(&self) {
        self.scratch.tidy();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Kill the process group first. After the leader is reaped, another process may have its
        // number.
        interrupt::kill(self.child.id());
        interrupt::unregister_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        // The forked process of the child uses the pipe and the scratch folder until its end. This process cannot wait
        // for the forked process, but the pipe closes when the forked process ends.
        let until = Instant::now() + LEAVE;
        while self.answers.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok() {}
    }
}

/// Reports whether this is a signal that other processes send to end a process.
fn is_from_outside(status: std::process::ExitStatus) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::Signal;
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        signal.is_some_and(|signal| [Signal::KILL, Signal::TERM].iter().any(|outside| outside.as_raw() == signal))
    }
    #[cfg(not(unix))]
    {
        _ = status;
        false
    }
}

fn write(mut stdin: ChildStdin, asked: &Receiver<(Tag, Vec<u8>)>, results: &Sender<io::Result<()>>) {
    for (tag, request) in asked {
        if results.send(protocol::write_frame(&mut stdin, tag, &request)).is_err() {
            return;
        }
    }
}

fn read(mut stdout: impl io::Read, tag: &Mutex<Tag>, sender: &Sender<AnswerBatch>) {
    let mut frames = protocol::Frames::default();
    loop {
        let mut batch = Vec::new();
        let mut ended = false;
        match frames.fill(&mut stdout) {
            Ok(0) => return,
            Ok(_) => {}
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => {
                batch.push(Err(format!("cargo mts cannot read the worker's answer: {e}")));
                ended = true;
            }
        }
        while !ended && let Some(frame) = frames.next() {
            let unparsed = |e| format!("cargo mts cannot parse the worker's answer: {e}");
            let answer = frame.map_err(unparsed).and_then(|frame| {
                let wanted = *tag.lock().unwrap_or_else(PoisonError::into_inner);
                protocol::parse_answer(frame, wanted)
            });
            ended = answer.is_err();
            batch.push(answer);
        }
        let whole = !batch.is_empty();
        if whole && sender.send(batch).is_err() || ended {
            return;
        }
        if whole {
            std::thread::sleep(GATHERING);
        }
    }
}

type SpawnRequest = (Command, Sender<io::Result<Child>>);

/// Starts a process from a thread that lives as long as this process.
///
/// The system ends a worker when the *thread* that started it ends, and callers may be threads of a
/// pool.
pub(crate) fn spawn(command: Command) -> io::Result<Child> {
    static SPAWNER: OnceLock<Mutex<Sender<SpawnRequest>>> = OnceLock::new();
    let spawner = SPAWNER.get_or_init(|| {
        let (sender, run_requests) = channel::<SpawnRequest>();
        // If the thread cannot start, sending the command fails, and the code below reports the failure.
        let _ = std::thread::Builder::new().name("worker starts".to_owned()).spawn(move || {
            for (mut command, reply) in run_requests {
                let _ = reply.send(command.spawn());
            }
        });
        Mutex::new(sender)
    });
    let gone = |_| io::Error::other("the thread that starts workers has ended");
    let (reply, child) = channel();
    let sender = spawner.lock().unwrap_or_else(PoisonError::into_inner);
    sender.send((command, reply)).map_err(|e| gone(e.to_string()))?;
    drop(sender);
    child.recv().map_err(|e| gone(e.to_string()))?
}
