//! What a run leaves behind when it is interrupted: nothing. Owns the list of the worker processes
//! and scratch folders that are alive, and ends and removes them on SIGINT and SIGTERM. Ending the
//! own process is left to the caller.

pub(crate) mod remove_dir;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;

/// What is alive.
static ALIVE: Mutex<LiveResources> = Mutex::new(LiveResources { groups: BTreeSet::new(), folders: BTreeSet::new() });

struct LiveResources {
    /// Process groups, by their leader's number.
    groups: BTreeSet<u32>,
    folders: BTreeSet<PathBuf>,
}

/// What is said before an interrupted process ends.
static INTERRUPT_HOOK: Mutex<Option<InterruptHook>> = Mutex::new(None);

/// Says what is known so far, and gives the exit code.
type InterruptHook = Box<dyn FnOnce() -> i32 + Send>;

/// From now on an interruption calls this before the process ends, with the code it gives; `None` for nothing.
pub fn set_interrupt_hook(hook: Option<InterruptHook>) {
    *INTERRUPT_HOOK.lock().unwrap_or_else(PoisonError::into_inner) = hook;
}

fn alive() -> MutexGuard<'static, LiveResources> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary folder that goes with its owner, or with the run when that is interrupted. Its name
/// tells the process that made it: `cargo-mts-PID-...`.
#[derive(Debug)]
pub struct ScratchFolder {
    folder: TempDir,
}

impl ScratchFolder {
    /// A new, empty folder among the system's temporary ones.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new() -> io::Result<Self> {
        // Under the lock: an interruption finds the folder listed or not made.
        let mut alive = alive();
        let prefix = format!("cargo-mts-{}-", std::process::id());
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir()?;
        alive.folders.insert(folder.path().to_path_buf());
        Ok(Self { folder })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // Listed until it is gone: its removal may be interrupted too. What cannot be removed here
        // cannot be by its owner either, who comes next.
        let _ = remove_dir::remove(self.folder.path());
        alive().folders.remove(self.folder.path());
    }
}

/// Lists a process group, so that an interruption ends it.
pub(crate) fn register_group(leader: u32) {
    alive().groups.insert(leader);
}

/// Takes a process group off the list. To be called before its leader is reaped: from then on the
/// number may be another's.
pub(crate) fn unregister_group(leader: u32) {
    alive().groups.remove(&leader);
}

/// Ends a process group at once; that it is gone already is no error.
pub(crate) fn kill(leader: u32) {
    #[cfg(unix)]
    if let Some(pid) = i32::try_from(leader).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = leader;
}

/// From now on SIGINT and SIGTERM end the workers and remove the scratch folders of this process;
/// then `leave` is called with the exit code of the convention, 128 and the signal's number (130 or
/// 143), and has to end the process: whoever starts or drops a worker meanwhile waits for it. Where
/// the handlers cannot be set, signals do what they did before.
pub fn on_interrupt(leave: impl FnOnce(i32) + Send + 'static) {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGINT, SIGTERM};
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
        let handles = signals.handle();
        let listen = move || {
            if let Some(signal) = signals.forever().next() {
                let alive = alive();
                clear(&alive);
                let hook = INTERRUPT_HOOK.lock().unwrap_or_else(PoisonError::into_inner).take();
                leave(hook.map_or(128 + signal, |hook| hook()));
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
    alive.groups.iter().for_each(|leader| kill(*leader));
    for folder in &alive.folders {
        // A worker may write until its end, which is near: again, then.
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
