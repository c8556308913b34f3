//! The class-data archive of the JVM, which saves a third of a worker's start time.
//!
//! A second worker process creates the archive from a small unit, at low priority, while the first
//! real unit runs. The archive contains no code under test. The workers also run without the
//! archive.

use super::training;
use crate::WorkerOptions;
use crate::commands::build_tool::{BuildTool, TOOL};
use crate::find::Jdk;
use crate::interrupt::{self, ScratchFolder};
use crate::supervisor::process;
use mts_model::SandboxMode;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time that a run waits, before it ends, for the completion of the archive.
///
/// A run waits only if an earlier run used the same cache. Then later runs probably use this cache, too.
const PATIENCE: Duration = Duration::from_secs(2);

/// The prefix of the name of an unfinished archive.
const STAGED: &str = ".making-";

/// The age from which an unfinished archive is abandoned.
const ABANDONED: Duration = Duration::from_secs(3_600);

/// Returns the path of the archive for the jar of a worker.
pub(crate) fn path_for(jar: &Path) -> PathBuf {
    jar.with_extension("jsa")
}

/// The process that creates an archive. When this value is dropped, the archive gets its final path, or is removed if
/// it is incomplete.
pub(crate) struct ArchiveJob {
    child: Child,
    staged: tempfile::TempPath,
    /// The working directory: an empty folder, as for each worker.
    _folder: ScratchFolder,
    archive: PathBuf,
    patience: Duration,
}

impl ArchiveJob {
    /// Starts the process. `None` if there is an archive already, or the process does not start.
    ///
    /// The result is also `None` if this run has already started such a process. `arguments` are the arguments of the
    /// worker. `is_kept` tells whether the jar comes from an earlier run. When the current process ends, the system
    /// ends the new process.
    pub fn begin(
        options: &WorkerOptions,
        jdk: &Jdk,
        jar: &Path,
        arguments: Vec<String>,
        is_kept: bool,
    ) -> Option<Self> {
        // All workers of this process share one archive.
        static STARTED: AtomicBool = AtomicBool::new(false);
        let archive = path_for(jar);
        if archive.exists() || STARTED.swap(true, Ordering::Relaxed) {
            return None;
        }
        let cache = jar.parent()?;
        sweep(cache);
        let staged = tempfile::Builder::new().prefix(STAGED).suffix(".jsa").tempfile_in(cache).ok()?.into_temp_path();
        let folder = ScratchFolder::new().ok()?;
        let mut request = tempfile::tempfile().ok()?;
        request.write_all(&training::frames(&options.limits).ok()?).ok()?;
        request.rewind().ok()?;
        // The JVM does not overwrite an existing file.
        std::fs::remove_file(&staged).ok()?;
        let java = ["-n19".to_owned(), jdk.home.join("bin/java").display().to_string()];
        let dump = format!("-XX:ArchiveClassesAtExit={}", staged.display());
        let tool = BuildTool {
            program: "nice".into(),
            args: java.into_iter().chain([dump]).chain(arguments).chain(["0", "1"].map(str::to_owned)).collect(),
            env: vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())],
            folder: folder.path().to_path_buf(),
            read: Vec::new(),
            write: Vec::new(),
            confinement: SandboxMode::Off,
        };
        let mut command = Command::new(&options.launcher);
        command.arg(TOOL).arg(serde_json::to_string(&tool).ok()?).env_clear().env("PATH", "/usr/bin:/bin");
        command.stdin(request).stdout(Stdio::null()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = process::spawn(command).ok()?;
        interrupt::register_group(child.id());
        Some(Self {
            child,
            staged,
            _folder: folder,
            archive,
            patience: if is_kept { PATIENCE } else { Duration::ZERO },
        })
    }

    /// Waits for a limited time, and reports whether the archive is complete.
    fn is_complete(&mut self) -> bool {
        let until = Instant::now() + self.patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.success() && self.staged.exists(),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(10)),
                _ => return false,
            }
        }
    }
}

impl Drop for ArchiveJob {
    fn drop(&mut self) {
        if self.is_complete() {
            // If the rename fails, the next run creates another archive.
            let _ = std::fs::rename(&self.staged, &self.archive);
        } else {
            interrupt::kill(self.child.id());
        }
        interrupt::unregister_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Removes the unfinished archives of killed runs.
fn sweep(cache: &Path) {
    let Ok(entries) = std::fs::read_dir(cache) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(STAGED)) {
        let modified = entry.metadata().and_then(|about| about.modified()).ok();
        if modified.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > ABANDONED) {
            // Another run may remove the file at the same time.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn only_old_partial_archives_are_swept() {
        let cache = tempfile::tempdir().expect("a folder");
        let old = std::time::SystemTime::now() - 2 * ABANDONED;
        for (name, is_old) in [(".making-a.jsa", true), (".making-b.jsa", false), ("worker.jsa", true)] {
            let file = File::create(cache.path().join(name)).expect("a file");
            if is_old {
                file.set_modified(old).expect("a time");
            }
        }
        sweep(cache.path());
        let mut pending: Vec<_> =
            std::fs::read_dir(cache.path()).expect("a folder").flatten().map(|e| e.file_name()).collect();
        pending.sort();
        assert_eq!(pending, [".making-b.jsa", "worker.jsa"]);
    }
}
