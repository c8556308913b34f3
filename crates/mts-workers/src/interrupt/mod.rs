//! Cleans up when a run is interrupted. Owns the list of running worker processes and scratch folders, and ends and
//! removes them on SIGINT and SIGTERM. Ending this process is left to the caller.

pub(crate) mod remove_dir;
mod sweep;

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tempfile::TempDir;

/// The running process groups and existing scratch folders.
static ALIVE: Mutex<LiveResources> = Mutex::new(LiveResources { groups: BTreeSet::new(), folders: BTreeSet::new() });

struct LiveResources {
    /// Process groups, by their leader's number.
    groups: BTreeSet<u32>,
    folders: BTreeSet<PathBuf>,
}

/// The hook that runs before an interrupted process ends.
static INTERRUPT_HOOK: Mutex<Option<InterruptHook>> = Mutex::new(None);

/// Writes the partial results, and returns the exit code; it gets the conventional one.
type InterruptHook = Box<dyn FnOnce(i32) -> i32 + Send>;

/// Most time that [`with_last_words`] gives them.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// Sets the hook that an interruption calls; its result is the exit code. `None` removes it.
pub fn set_interrupt_hook(hook: Option<InterruptHook>) {
    *INTERRUPT_HOOK.lock().unwrap_or_else(PoisonError::into_inner) = hook;
}

/// Does `work`. Where a signal interrupts it, `last_words` run before the process ends; the workers are gone by then.
pub fn with_last_words<T>(last_words: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    /// Puts the hook of the caller back.
    struct OuterHook(Option<InterruptHook>);
    impl Drop for OuterHook {
        fn drop(&mut self) {
            set_interrupt_hook(self.0.take());
        }
    }
    let (ask, asked) = channel::<Sender<()>>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if let Ok(done) = asked.recv() {
                last_words();
                let _ = done.send(());
            }
        });
        let hook: InterruptHook = Box::new(move |code| {
            let (done, heard) = channel();
            if ask.send(done).is_ok() {
                let _ = heard.recv_timeout(LAST_WORDS);
            }
            code
        });
        let outer = INTERRUPT_HOOK.lock().unwrap_or_else(PoisonError::into_inner).replace(hook);
        let _outer = OuterHook(outer);
        work()
    })
}

fn alive() -> MutexGuard<'static, LiveResources> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary folder that is removed with its owner, or when the run is interrupted. Its name has the number of the
/// process: `cargo-mts-PID-...`.
#[derive(Debug)]
pub struct ScratchFolder {
    folder: TempDir,
    /// Says to other runs that the owner lives.
    _lock: Option<File>,
}

impl ScratchFolder {
    /// A new, empty folder among the system's temporary ones.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new() -> io::Result<Self> {
        // Under the lock, so that an interruption never misses the folder.
        let mut alive = alive();
        if alive.folders.is_empty() {
            sweep::sweep(&std::env::temp_dir());
        }
        let prefix = format!("{}{}-", sweep::PREFIX, std::process::id());
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir()?;
        alive.folders.insert(folder.path().to_path_buf());
        let lock = sweep::lock(folder.path());
        Ok(Self { folder, _lock: lock })
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // The folder stays listed until it is gone, because its removal may be interrupted too. `TempDir` tries again
        // after an error here.
        let _ = remove_dir::remove(self.folder.path());
        alive().folders.remove(self.folder.path());
    }
}

/// Adds a process group to the list, so that an interruption ends it.
pub(crate) fn register_group(leader: u32) {
    alive().groups.insert(leader);
}

/// Removes a process group from the list. Call it before the leader is reaped: afterwards another process may have the
/// number.
pub(crate) fn unregister_group(leader: u32) {
    alive().groups.remove(&leader);
}

/// Kills a process group; it is no error if it is gone.
pub(crate) fn kill(leader: u32) {
    #[cfg(unix)]
    if let Some(pid) = i32::try_from(leader).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = leader;
}

/// Handles SIGINT and SIGTERM: ends the workers, calls the hook, removes the scratch folders, and calls `leave`.
///
/// `leave` gets the conventional exit code, 128 plus the signal's number (130 or 143), and has to end the process: other
/// threads that start or drop a worker wait for it. If the handlers cannot be set, signals keep their behaviour.
pub fn on_interrupt(leave: impl FnOnce(i32) + Send + 'static) {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGINT, SIGTERM};
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
        let handles = signals.handle();
        let listen = move || {
            if let Some(signal) = signals.forever().next() {
                let alive = alive();
                alive.groups.iter().for_each(|leader| kill(*leader));
                let hook = INTERRUPT_HOOK.lock().unwrap_or_else(PoisonError::into_inner).take();
                let code = hook.map_or(128 + signal, |hook| hook(128 + signal));
                clear(&alive);
                leave(code);
            }
        };
        if std::thread::Builder::new().name("signals".to_owned()).spawn(listen).is_err() {
            handles.close();
        }
    }
    #[cfg(not(unix))]
    let _ = leave;
}

#[cfg(unix)]
fn clear(alive: &LiveResources) {
    for folder in &alive.folders {
        // A dying worker may still write: try again.
        for _ in 0..20 {
            match remove_dir::remove(folder) {
                Err(_) => std::thread::sleep(std::time::Duration::from_millis(10)),
                Ok(()) => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_listed_as_long_as_it_is_there() {
        let folder = ScratchFolder::new().expect("a folder");
        let path = folder.path().to_path_buf();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(name.starts_with(&format!("cargo-mts-{}-", std::process::id())), "{name}");
        assert!(alive().folders.contains(&path));
        drop(folder);
        assert!(!alive().folders.contains(&path) && !path.exists());
    }
}
