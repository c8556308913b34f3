//! One worker process: its start through the launcher, its pipes, its scratch folder and its end.
//! What is said over the pipes is `protocol`'s; what follows from silence or death is `host`'s.

use super::interrupt::{self, ScratchFolder};
use super::launcher::{Spec, WORKER};
use super::protocol::{self, Answer};
use crate::error::{Error, Result};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Stack of the thread that reads answers: they may be nested.
const READER_STACK: usize = 64 << 20;
/// How long answers gather in the pipe before the next are read: a worker gives some ten thousand a
/// second, and being woken for each costs more than reading it.
const GATHERING: Duration = Duration::from_micros(300);
/// How long a worker that closed its pipe gets to end by itself.
const LEAVE: Duration = Duration::from_millis(500);

/// What was heard from a worker.
pub(in crate::execution) enum Heard {
    /// An answer.
    Answer(Box<Answer>),
    /// Nothing in the given time.
    Silence,
    /// It ended, or said something that is no answer.
    Gone(String),
}

/// Answers that were read together; one that cannot be read is the last.
type Burst = Vec<Result<Answer, String>>;

/// A worker process.
pub(in crate::execution) struct Worker {
    child: Child,
    requests: Option<ChildStdin>,
    answers: Receiver<Burst>,
    /// Those of the last burst that were not heard yet.
    unheard: std::vec::IntoIter<Result<Answer, String>>,
    scratch: Scratch,
}

/// The folders of one worker; they go with it.
pub(in crate::execution) struct Scratch {
    folder: ScratchFolder,
}

impl Scratch {
    /// New folders.
    pub fn new() -> Result<Self> {
        let failed = |e: io::Error| Error::environment(format!("cannot make a scratch folder: {e}"));
        let folder = ScratchFolder::new().map_err(failed)?;
        std::fs::create_dir(folder.path().join("box")).map_err(failed)?;
        Ok(Self { folder })
    }

    /// The only folder in which the worker may write, and its working directory.
    pub fn inside(&self) -> PathBuf {
        self.folder.path().join("box")
    }

    /// Where the harness goes when there is no cache: readable, not writable, for the worker.
    pub fn beside(&self) -> &Path {
        self.folder.path()
    }

    fn stderr(&self) -> PathBuf {
        self.folder.path().join("stderr")
    }

    /// Removes what the code under test has left.
    fn tidy(&self) {
        let left = std::fs::read_dir(self.inside()).into_iter().flatten().flatten();
        for entry in left {
            // What cannot be removed now goes with the folder itself.
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let _ = if is_folder { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        }
    }
}

impl Worker {
    /// Starts a worker; it is not waited for.
    pub fn start(launcher: &Path, spec: &Spec, scratch: Scratch) -> Result<Self> {
        let spec = serde_json::to_string(spec).map_err(|e| Error::bug(format!("a path that is no text: {e}")))?;
        let stderr =
            std::fs::File::create(scratch.stderr()).map_err(|e| Error::io("write in", &scratch.stderr(), &e))?;
        let mut command = Command::new(launcher);
        command.arg(WORKER).arg(spec).env_clear();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = spawn(command).map_err(|e| Error::io("start the launcher", launcher, &e))?;
        interrupt::began(child.id());
        let requests = child.stdin.take();
        let stdout = child.stdout.take().ok_or_else(|| Error::bug("a worker without a pipe"))?;
        let (sender, answers) = channel();
        std::thread::Builder::new()
            .name("worker answers".to_owned())
            .stack_size(READER_STACK)
            .spawn(move || read(stdout, &sender))
            .map_err(|e| Error::environment(format!("cannot start a thread: {e}")))?;
        Ok(Self { child, requests, answers, unheard: Vec::new().into_iter(), scratch })
    }

    /// Sends a request.
    pub fn send(&mut self, request: &[u8]) -> io::Result<()> {
        match &mut self.requests {
            Some(pipe) => protocol::write_frame(pipe, request),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits for the next answer.
    pub fn hear(&mut self, wait: Duration) -> Heard {
        loop {
            match self.unheard.next() {
                Some(Ok(answer)) => return Heard::Answer(Box::new(answer)),
                Some(Err(garbled)) => return Heard::Gone(garbled),
                None => {}
            }
            match self.answers.recv_timeout(wait) {
                Ok(burst) => self.unheard = burst.into_iter(),
                Err(RecvTimeoutError::Timeout) => return Heard::Silence,
                Err(RecvTimeoutError::Disconnected) => return Heard::Gone(self.ended()),
            }
        }
    }

    /// How the process ended: `exit` when it left by itself, else the signal.
    fn ended(&mut self) -> String {
        let until = Instant::now() + LEAVE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if status.code().is_some() => return "exit".to_owned(),
                Ok(Some(status)) => return status.to_string(),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(2)),
                _ => return "the worker closed its pipe".to_owned(),
            }
        }
    }

    /// What it wrote to standard error, cut to what helps.
    pub fn complaint(&self) -> String {
        let text = std::fs::read(self.scratch.stderr()).unwrap_or_default();
        let text = String::from_utf8_lossy(&text[..text.len().min(4096)]).into_owned();
        text.lines().take(8).collect::<Vec<_>>().join("\n")
    }

    /// Empties its scratch folder.
    pub fn tidy(&self) {
        self.scratch.tidy();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The group first: once the leader is reaped its number may be another's.
        interrupt::kill(self.child.id());
        interrupt::ended(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(mut stdout: impl io::Read, sender: &Sender<Burst>) {
    let mut frames = protocol::Frames::default();
    loop {
        let mut burst = Vec::new();
        let mut ended = false;
        match frames.fill(&mut stdout) {
            Ok(0) => return,
            Ok(_) => {}
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => {
                burst.push(Err(format!("an answer that cannot be read: {e}")));
                ended = true;
            }
        }
        while !ended && let Some(frame) = frames.next() {
            let answer = frame.map_err(|e| format!("an answer that cannot be read: {e}")).and_then(protocol::answer);
            ended = answer.is_err();
            burst.push(answer);
        }
        let whole = !burst.is_empty();
        if whole && sender.send(burst).is_err() || ended {
            return;
        }
        if whole {
            std::thread::sleep(GATHERING);
        }
    }
}

type Order = (Command, Sender<io::Result<Child>>);

/// Starts a process from a thread that lives as long as this process: a worker dies with the
/// *thread* that started it, and callers may be threads of a pool.
fn spawn(command: Command) -> io::Result<Child> {
    static SPAWNER: OnceLock<std::sync::Mutex<Sender<Order>>> = OnceLock::new();
    let spawner = SPAWNER.get_or_init(|| {
        let (sender, orders) = channel::<Order>();
        // Without the thread the orders cannot be sent, which is told below.
        let _ = std::thread::Builder::new().name("worker starts".to_owned()).spawn(move || {
            for (mut command, reply) in orders {
                let _ = reply.send(command.spawn());
            }
        });
        std::sync::Mutex::new(sender)
    });
    let gone = |_| io::Error::other("the thread that starts workers is gone");
    let (reply, child) = channel();
    let sender = spawner.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    sender.send((command, reply)).map_err(|e| gone(e.to_string()))?;
    drop(sender);
    child.recv().map_err(|e| gone(e.to_string()))?
}
