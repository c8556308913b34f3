//! Removes the scratch folders of runs that were killed.

use super::remove_dir;
use std::fs::{self, File};
use std::path::Path;

/// The prefix of a scratch folder's name. The process number follows.
pub(super) const PREFIX: &str = "cargo-mts-";

/// Locks a folder until the result is dropped or the process ends.
///
/// `None` if another process has the lock, or the system cannot lock folders. The lock works across
/// containers, where process numbers have no meaning.
pub(super) fn lock(folder: &Path) -> Option<File> {
    let file = File::open(folder).ok()?;
    file.try_lock().ok()?;
    Some(file)
}

/// Removes the scratch folders of this user whose process has ended.
pub(super) fn sweep(temporary: &Path) {
    for entry in fs::read_dir(temporary).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next()?.parse().ok());
        if owner.is_some_and(|owner| is_gone(owner) && is_own_folder(&entry.path())) {
            // The lock stays until the folder is removed. So if two runs find the same folder, only one of them removes
            // it.
            if let Some(_lock) = lock(&entry.path()) {
                let _ = remove_dir::remove(&entry.path());
            }
        }
    }
}

/// Reports whether no process has this number.
#[cfg(unix)]
fn is_gone(process: i32) -> bool {
    let pid = rustix::process::Pid::from_raw(process);
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH))
}

/// Reports whether the path is a folder of this user and no link.
#[cfg(unix)]
fn is_own_folder(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::symlink_metadata(path).is_ok_and(|about| about.is_dir() && about.uid() == rustix::process::geteuid().as_raw())
}

#[cfg(not(unix))]
fn is_gone(_process: i32) -> bool {
    false
}

#[cfg(not(unix))]
fn is_own_folder(_path: &Path) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_dead_processes_are_removed() {
        let temporary = tempfile::tempdir().expect("a folder");
        let mut child = std::process::Command::new("true").spawn().expect("starts");
        let (dead, alive) = (child.id(), std::process::id());
        child.wait().expect("ends");
        let names = [
            format!("{PREFIX}{dead}-a"),
            format!("{PREFIX}{alive}-a"),
            format!("{PREFIX}{dead}-held"),
            "other-1".into(),
        ];
        for name in &names {
            fs::create_dir_all(temporary.path().join(name).join("box")).expect("a folder");
        }
        fs::write(temporary.path().join(format!("{PREFIX}{dead}-file")), "").expect("a file");
        let held = lock(&temporary.path().join(&names[2])).expect("a lock");
        sweep(temporary.path());
        let left = names.each_ref().map(|name| temporary.path().join(name).exists());
        assert_eq!(left, [false, true, true, true]);
        assert!(temporary.path().join(format!("{PREFIX}{dead}-file")).exists());
        drop(held);
        sweep(temporary.path());
        assert!(!temporary.path().join(&names[2]).exists());
    }
}
