//! Opens the files that a build wrote.
//!
//! The build ran code of the tested change. So a path from the build may be a link, a pipe or any file of the machine.
//! Only this module reads such paths.

use super::SourceTree;
use mts_model::bounded_text::BoundedReader;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// The highest number of bytes of a text from a build.
const MOST_BYTES: u64 = 16 << 20;

/// The folders below the home folder that contain libraries. A build may read these folders.
const HOMES: [&str; 2] = [".m2", ".gradle"];

/// The folders of the system that contain libraries.
const SYSTEM: [&str; 2] = ["/usr", "/opt"];

/// Returns a path relative to the copy, with resolved links. `None` if the path is outside the copy.
///
/// If the path is missing, such as an archive that the build did not write, the function resolves no links.
pub(super) fn inside(copy: SourceTree<'_>, path: &Path) -> Option<String> {
    let root = copy.folder.canonicalize().ok()?;
    let own = match path.canonicalize() {
        Ok(real) => real.strip_prefix(&root).ok()?.to_path_buf(),
        Err(_) => {
            let own = path.strip_prefix(copy.folder).or_else(|_| path.strip_prefix(&root)).ok()?;
            own.components().all(|part| matches!(part, Component::Normal(_))).then(|| own.to_path_buf())?
        }
    };
    own.to_str().map(str::to_owned)
}

/// Returns the text of a regular file inside the copy.
pub(super) fn read(copy: SourceTree<'_>, path: &Path) -> Option<String> {
    let mut text = String::new();
    BoundedReader::new(open(copy, path)?, MOST_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Copies a regular file from the copy of the tree to `target`.
///
/// # Errors
/// Returns an error if the path is not a regular file of the copy, or `target` cannot be written.
pub(super) fn keep(copy: SourceTree<'_>, path: &Path, target: &Path) -> Result<(), String> {
    let failed = |why: &dyn std::fmt::Display| format!("cannot copy {}: {why}", path.display());
    let mut file = open(copy, path).ok_or_else(|| failed(&"the path is not a regular file of the build"))?;
    let written = target.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| File::create(target));
    written.and_then(|mut to| std::io::copy(&mut file, &mut to)).map(drop).map_err(|error| failed(&error))
}

/// Copies the regular files below a folder of the copy whose names `takes` accepts.
///
/// The function does not follow links. A folder that is missing or outside the copy counts as empty.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub(super) fn keep_folder(
    copy: SourceTree<'_>,
    from: &Path,
    to: &Path,
    takes: &dyn Fn(&str) -> bool,
) -> Result<(), String> {
    let Some(own) = inside(copy, from) else { return Ok(()) };
    for entry in fs::read_dir(copy.folder.join(own)).into_iter().flatten().flatten() {
        let (name, target) = (entry.file_name(), to.join(entry.file_name()));
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() {
            keep_folder(copy, &entry.path(), &target, takes)?;
        } else if kind.is_file() && name.to_str().is_some_and(takes) {
            keep(copy, &entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Returns an archive outside the copy, if it is in a folder of libraries. `None` for other files.
///
/// Workers may read every file on a class path. So the function accepts only archives in known folders.
pub(super) fn library(entry: &Path) -> Option<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let homes = home.iter().flat_map(|home| HOMES.map(|name| home.join(name)));
    let mut roots = SYSTEM.map(PathBuf::from).into_iter().chain(homes).filter_map(|root| root.canonicalize().ok());
    let file = entry.canonicalize().ok().filter(|file| file.is_file() && is_archive(file))?;
    roots.any(|root| file.starts_with(root)).then_some(file)
}

/// Reports whether a file can be a library on a class path.
pub(super) fn is_archive(file: &Path) -> bool {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ["jar", "zip", "aar", "war"].contains(&ending)
}

/// Opens a regular file inside the copy, without waiting for a pipe.
fn open(copy: SourceTree<'_>, path: &Path) -> Option<File> {
    let path = copy.folder.canonicalize().ok()?.join(inside(copy, path)?);
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.bits().cast_signed());
    }
    let file = options.open(path).ok()?;
    file.metadata().ok()?.is_file().then_some(file)
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::os::unix::fs::symlink;

    /// Creates a folder with a copy and a secret beside the copy. Returns the folder and the copy.
    fn machine() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let copy = folder.path().join("copy");
        fs::create_dir_all(copy.join("lib")).expect("made");
        fs::create_dir_all(folder.path().join("home")).expect("made");
        fs::write(folder.path().join("home/secret.txt"), "secret").expect("written");
        fs::write(copy.join("lib/own.txt"), "own").expect("written");
        (folder, copy)
    }

    #[test]
    fn no_path_from_a_build_reaches_a_file_outside_of_its_copy() {
        let (folder, root) = machine();
        let files = BTreeSet::new();
        let copy = SourceTree { folder: &root, files: &files };
        symlink("../../home/secret.txt", root.join("lib/link.txt")).expect("linked");
        symlink(folder.path().join("home"), root.join("home")).expect("linked");
        let outside = [
            folder.path().join("home/secret.txt"),
            root.join("../home/secret.txt"),
            root.join("lib/link.txt"),
            root.join("home/secret.txt"),
            PathBuf::from("/proc/self/environ"),
            PathBuf::from("/dev/zero"),
        ];
        for path in outside {
            assert_eq!(read(copy, &path), None, "{}", path.display());
            assert!(keep(copy, &path, &root.join("kept")).is_err(), "{}", path.display());
        }
        for linked in [root.join("home"), folder.path().join("home"), root.join("lib/..").join("../home")] {
            let to = folder.path().join("kept");
            keep_folder(copy, &linked, &to, &|_| true).expect("nothing to write");
            assert!(!to.exists(), "{}", linked.display());
        }
        assert_eq!(read(copy, &root.join("lib/own.txt")).as_deref(), Some("own"));
        assert_eq!(inside(copy, &root.join("core/build/libs/core.jar")).as_deref(), Some("core/build/libs/core.jar"));
    }

    #[test]
    fn a_named_pipe_is_not_read() {
        let (_folder, root) = machine();
        let files = BTreeSet::new();
        let copy = SourceTree { folder: &root, files: &files };
        let made = std::process::Command::new("mkfifo").arg(root.join("pipe")).status().expect("mkfifo");
        assert!(made.success());
        assert_eq!(read(copy, &root.join("pipe")), None);
    }

    #[test]
    fn a_library_is_an_archive_in_a_folder_that_a_build_can_read() {
        let (folder, _) = machine();
        let jar = folder.path().join("home/keys.jar");
        fs::write(&jar, "secret").expect("written");
        assert_eq!(library(&jar), None);
        assert_eq!(library(Path::new("/etc/passwd")), None);
    }
}
