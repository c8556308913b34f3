//! Cleans up if a signal interrupts a run.
//!
//! This module keeps the list of scratch folders, and of the process groups of workers, build tools
//! and users' commands. On SIGINT and SIGTERM the module ends the processes and removes the folders.
//! The caller ends this process.

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

/// The running process groups and the existing scratch folders.
static ALIVE: Mutex<LiveResources> = Mutex::new(LiveResources { groups: BTreeSet::new(), folders: BTreeSet::new() });

struct LiveResources {
    /// The process groups, by the process number of their leader.
    groups: BTreeSet<u32>,
    folders: BTreeSet<PathBuf>,
}

/// The hook that runs before an interrupted process ends.
static INTERRUPT_HOOK: Mutex<Option<InterruptHook>> = Mutex::new(None);

/// Writes the partial results and returns the exit code. The argument is the usual exit code for
/// the signal.
type InterruptHook = Box<dyn FnOnce(i32) -> i32 + Send>;

/// The time limit for the `action` of [`with_interrupt_action`].
const ACTION_LIMIT: Duration = Duration::from_secs(5);

/// Sets the hook that runs at an interruption. The hook returns the exit code. `None` removes the hook.
pub fn set_interrupt_hook(hook: Option<InterruptHook>) {
    *INTERRUPT_HOOK.lock().unwrap_or_else(PoisonError::into_inner) = hook;
}

/// Runs `work`. If a signal interrupts it, `action` runs before the process ends.
///
/// The handler of [`on_interrupt`] kills the workers before `action` runs. The handler waits at most five seconds
/// for `action`.
pub fn with_interrupt_action<T>(action: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    /// The hook of the caller. The drop of this value sets this hook again.
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
                action();
                let _ = done.send(());
            }
        });
        let hook: InterruptHook = Box::new(move |code| {
            let (done, heard) = channel();
            if ask.send(done).is_ok() {
                let _ = heard.recv_timeout(ACTION_LIMIT);
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

/// A scratch folder. The tool removes the folder on drop or at an interruption.
///
/// Its name contains the process number: `cargo-mts-PID-...`.
#[derive(Debug)]
pub struct ScratchFolder {
    folder: TempDir,
    /// The lock of the folder, which shows other runs that this process is alive.
    _lock: Option<File>,
}

impl ScratchFolder {
    /// Creates a new, empty folder in the system's folder for temporary files.
    ///
    /// If this process has no scratch folder, the function first removes those of killed runs.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created.
    pub fn new() -> io::Result<Self> {
        // This lock of the list makes sure that an interruption always finds the new folder in the list.
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

    /// Returns the path of this scratch folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // The folder stays in the list until it is removed, because an interruption may stop the
        // removal. After an error, `TempDir` tries again.
        let _ = remove_dir::remove(self.folder.path());
        alive().folders.remove(self.folder.path());
    }
}

/// Adds a process group to the list, so that an interruption ends it.
pub(crate) fn register_group(leader: u32) {
    alive().groups.insert(leader);
}

/// Removes a process group from the list.
///
/// Call this function before a wait for the leader ends. Afterwards another process may have the same number.
pub(crate) fn unregister_group(leader: u32) {
    alive().groups.remove(&leader);
}

/// Kills a process group. A group that has ended is not an error.
pub(crate) fn kill(leader: u32) {
    #[cfg(unix)]
    if let Some(pid) = i32::try_from(leader).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = leader;
}

/// Handles SIGINT and SIGTERM: ends the workers, calls the hook, removes scratch folders, calls
/// `leave`.
///
/// `leave` gets the usual exit code, 128 plus the signal's number (130 or 143), and must end the
/// process. Other threads that start or drop a worker wait until then. If the handlers cannot be
/// set, signals keep their default effect.
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
        // A dying worker may still write files, so that the removal needs several attempts.
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
    fn a_scratch_folder_is_listed_until_it_is_removed() {
        let folder = ScratchFolder::new().expect("a folder");
        let path = folder.path().to_path_buf();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(name.starts_with(&format!("cargo-mts-{}-", std::process::id())), "{name}");
        assert!(alive().folders.contains(&path));
        drop(folder);
        assert!(!alive().folders.contains(&path) && !path.exists());
    }
}
