//! The output folder `mts-out/`.
//!
//! One run at a time locks the folder. The folder of the last run becomes `mts-out.old`. The tool replaces a file only
//! as a whole, and appends only complete lines. `report` and `run` define the content of the files.

use mts_model::error::{Error, Result};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

/// The default name of the output folder.
pub const NAME: &str = "mts-out";

/// The name of the lock file in the folder. The file stays; the lock ends with the process.
const LOCK: &str = ".lock";

/// An output folder, which this value locks against other runs.
#[derive(Debug)]
pub struct OutDir {
    path: PathBuf,
    /// The open lock file of the folder.
    _lock: File,
    /// The open lock file of the folder that became `.old`. Another run can open this lock file
    /// before the rename and lock it after the rename. This lock stops the other run.
    _old: Option<File>,
}

impl OutDir {
    /// Creates the folder.
    ///
    /// An existing output folder gets the suffix `.old`, and replaces an older `.old` folder. If the system cannot
    /// rename the folder (for example, a mount point), the function empties the folder. A folder that has files but no
    /// lock file of a run is not an output folder: the function does not change it.
    ///
    /// # Errors
    /// Returns an environment error if another run uses the folder, or if the tool cannot write the folder. Returns a
    /// usage error if the path is not an output folder.
    pub fn create(path: &Path) -> Result<Self> {
        let doing = "make the output folder";
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            fs::create_dir_all(parent).map_err(|error| unwritable(path, &error))?;
        }
        let (lock, old) = match vacate(path)? {
            Vacated::Emptied(lock) => (lock, None),
            Vacated::Gone(old) => {
                match fs::create_dir(path) {
                    Ok(()) => {}
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(in_use(path)),
                    Err(error) => return Err(unwritable(path, &error)),
                }
                (lock(path)?, old)
            }
        };
        let folder = Self { path: path.to_owned(), _lock: lock, _old: old };
        // A `.gitignore` in the folder prevents a commit of the output, even if the user did not
        // run `init`.
        fs::write(path.join(".gitignore"), "*\n").map_err(|error| Error::io(doing, path, &error))?;
        Ok(folder)
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a complete file. A reader sees the old text or the new text, never a part.
    ///
    /// # Errors
    /// Returns an environment error if the file cannot be written. Returns an internal error if the name
    /// leads out of the folder.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf> {
        let full = self.place(name)?;
        let parent = full.parent().unwrap_or(&self.path);
        let written = temporary(parent).and_then(|mut file| {
            file.write_all(bytes)?;
            file.persist(&full).map_err(|error| error.error)?;
            Ok(())
        });
        written.map_err(|error| Error::io("write a result", &full, &error))?;
        Ok(full)
    }

    /// Appends a line to a file of the folder.
    ///
    /// One system call writes the line, so a killed run leaves only complete lines.
    ///
    /// # Errors
    /// Returns the errors of [`OutDir::write`].
    pub fn append_line(&self, name: &str, line: &str) -> Result<()> {
        let full = self.place(name)?;
        let opened = OpenOptions::new().append(true).create(true).open(&full);
        let written = opened.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
        written.map_err(|error| Error::io("write a result", &full, &error))
    }

    /// Removes a file of the folder, if the file exists.
    ///
    /// # Errors
    /// Returns the errors of [`OutDir::write`].
    pub fn remove(&self, name: &str) -> Result<()> {
        let full = self.place(name)?;
        match fs::remove_file(&full) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io("remove a file", &full, &error)),
            _ => Ok(()),
        }
    }

    /// Returns the full path of a file in the folder.
    ///
    /// Creates missing folders above the file.
    fn place(&self, name: &str) -> Result<PathBuf> {
        let relative = Path::new(name);
        let inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
        if name.is_empty() || !inside {
            return Err(Error::bug("an output file outside of the output folder").at(name));
        }
        let full = self.path.join(relative);
        let parent = full.parent().unwrap_or(&self.path);
        fs::create_dir_all(parent).map_err(|error| Error::io("write a result", parent, &error))?;
        Ok(full)
    }
}

/// Creates a temporary file with the permissions of a normal new file.
fn temporary(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt;
        // The operating system removes the bits of the process's umask.
        builder.permissions(fs::Permissions::from_mode(0o666))
    };
    builder.prefix(".writing-").tempfile_in(folder)
}

/// The state of the output path after `vacate` renamed or emptied the folder.
enum Vacated {
    /// The path is free. The lock belongs to the renamed folder; `None` if there was no folder.
    Gone(Option<File>),
    /// The folder remains, and is empty except for its lock file.
    Emptied(File),
}

/// Renames the last run's folder, or empties it if a rename is not possible.
fn vacate(path: &Path) -> Result<Vacated> {
    let Ok(found) = fs::symlink_metadata(path) else { return Ok(Vacated::Gone(None)) };
    let foreign = |what: &str| {
        Error::usage(format!("the output folder {what}"))
            .at(path.display().to_string())
            .help("name another folder for the output, or move the existing files away")
    };
    if !found.is_dir() {
        return Err(foreign("is a file or a link"));
    }
    let mut entries = fs::read_dir(path).map_err(|error| unwritable(path, &error))?;
    if entries.next().is_some() && !has_lock(path) {
        return Err(foreign("contains files that are not the output of cargo mts"));
    }
    let lock = lock(path)?;
    let mut old: OsString = path.as_os_str().to_owned();
    old.push(".old");
    let old = PathBuf::from(old);
    if has_lock(&old) {
        fs::remove_dir_all(&old).map_err(|error| unwritable(&old, &error))?;
    }
    match fs::rename(path, &old) {
        Ok(()) => Ok(Vacated::Gone(Some(lock))),
        // The folder is a mount point, or belongs to a lower layer of an overlay file system.
        Err(error) if matches!(error.kind(), io::ErrorKind::ResourceBusy | io::ErrorKind::CrossesDevices) => {
            empty(path).map_err(|error| unwritable(path, &error))?;
            Ok(Vacated::Emptied(lock))
        }
        Err(error) => Err(unwritable(&old, &error)),
    }
}

/// Reports whether the folder has the lock file of a run. A link in its place can lead to any file.
fn has_lock(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(LOCK)).is_ok_and(|found| found.is_file())
}

/// Removes everything except the lock file.
fn empty(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else if entry.file_name() != LOCK {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn lock(folder: &Path) -> Result<File> {
    let path = folder.join(LOCK);
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let file = opened.map_err(|error| unwritable(folder, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(in_use(folder)),
        // Some network file systems have no locks. Then two runs can use the folder at the same
        // time.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(unwritable(folder, &error)),
    }
}

fn in_use(path: &Path) -> Error {
    Error::environment("another run uses the output folder")
        .at(path.display().to_string())
        .help("wait for the other run to end, or name another output folder")
}

fn unwritable(path: &Path, error: &io::Error) -> Error {
    Error::io("make the output folder", path, error).help("make the folder writable, or name another output folder")
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::error::ExitCode;

    fn place() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/mts-out");
        (folder, path)
    }

    #[test]
    fn files_are_written_atomically_and_no_temporary_file_remains() {
        let (_keep, path) = place();
        let out = OutDir::create(&path).expect("a folder");
        out.write("report.json", b"{}").expect("written");
        out.write("report.json", b"{\"version\": 1}").expect("written again");
        out.write("pairs/a.json", b"[]").expect("written below");
        assert_eq!(fs::read(path.join("report.json")).expect("a report"), b"{\"version\": 1}");
        let mut names: Vec<_> = fs::read_dir(&path).expect("a folder").flatten().map(|one| one.file_name()).collect();
        names.sort();
        assert_eq!(names, [".gitignore", ".lock", "pairs", "report.json"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_result_has_the_permissions_of_any_other_file() {
        use std::os::unix::fs::PermissionsExt;
        let (_keep, path) = place();
        let out = OutDir::create(&path).expect("a folder");
        let written = out.write("report.json", b"{}").expect("written");
        let plain = path.join("plain");
        fs::write(&plain, "").expect("a file");
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode();
        assert_eq!(mode(&written), mode(&plain));
    }

    #[test]
    fn only_the_last_run_and_the_previous_run_are_kept() {
        let (_keep, path) = place();
        for run in ["first", "second", "third"] {
            let out = OutDir::create(&path).expect("a folder");
            out.write("report.json", run.as_bytes()).expect("written");
        }
        let old = path.with_file_name("mts-out.old");
        assert_eq!(fs::read_to_string(path.join("report.json")).expect("a report"), "third");
        assert_eq!(fs::read_to_string(old.join("report.json")).expect("a report"), "second");
    }

    #[test]
    fn a_second_run_is_refused_while_the_first_one_is_active() {
        let (_keep, path) = place();
        let first = OutDir::create(&path).expect("a folder");
        first.write("report.json", b"first").expect("written");
        let error = OutDir::create(&path).expect_err("a refusal");
        assert_eq!(error.code, ExitCode::Environment);
        assert!(error.message.contains("another run uses"), "{error}");
        assert_eq!(fs::read(path.join("report.json")).expect("a report"), b"first");
        drop(first);
        OutDir::create(&path).expect("a folder");
    }

    #[test]
    fn of_runs_that_start_together_only_one_gets_the_folder() {
        let (_keep, path) = place();
        let start = std::sync::Barrier::new(8);
        let made: Vec<Result<OutDir>> = std::thread::scope(|scope| {
            let run = || {
                start.wait();
                OutDir::create(&path)
            };
            let runs: Vec<_> = (0..8).map(|_| scope.spawn(run)).collect();
            runs.into_iter().map(|run| run.join().expect("no panic")).collect()
        });
        assert_eq!(made.iter().filter(|one| one.is_ok()).count(), 1, "{made:?}");
    }

    #[test]
    fn a_folder_with_other_files_is_refused_and_not_changed() {
        let (_keep, path) = place();
        fs::create_dir_all(&path).expect("a folder");
        fs::write(path.join("thesis.tex"), "years of work").expect("a file");
        let error = OutDir::create(&path).expect_err("a refusal");
        assert_eq!(error.code, ExitCode::Usage);
        assert!(path.join("thesis.tex").exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_whose_lock_file_is_a_link_is_not_touched() {
        let (_keep, path) = place();
        fs::create_dir_all(&path).expect("a folder");
        let target = path.with_file_name("target");
        std::os::unix::fs::symlink(&target, path.join(LOCK)).expect("a link");
        let error = OutDir::create(&path).expect_err("a link");
        assert!(error.to_string().contains("contains files that are not the output"), "{error}");
        assert!(!target.exists());
    }

    #[test]
    fn a_file_at_the_path_of_the_folder_is_an_error_with_help() {
        let (keep, _) = place();
        let path = keep.path().join("mts-out");
        fs::write(&path, "").expect("a file");
        assert!(OutDir::create(&path).expect_err("a refusal").help.contains("another folder"));
        let error = OutDir::create(&path.join("below")).expect_err("a refusal");
        assert_eq!(error.code, ExitCode::Environment);
    }

    #[test]
    fn a_file_name_outside_of_the_folder_is_refused() {
        let (_keep, path) = place();
        let out = OutDir::create(&path).expect("a folder");
        for name in ["../x", "/tmp/x", "", "a/../../x"] {
            assert_eq!(out.write(name, b"").expect_err(name).code, ExitCode::Bug);
        }
    }

    #[test]
    fn appended_lines_are_in_the_file_at_once() {
        let (_keep, path) = place();
        let out = OutDir::create(&path).expect("a folder");
        out.append_line("events.jsonl", "{\"a\":1}").expect("written");
        out.append_line("events.jsonl", "{\"a\":2}").expect("written");
        assert_eq!(fs::read_to_string(path.join("events.jsonl")).expect("lines"), "{\"a\":1}\n{\"a\":2}\n");
    }
}
