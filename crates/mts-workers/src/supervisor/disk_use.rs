//! Measures the disk space that one worker uses.
//!
//! The worker's files are the files in its folder, and the deleted files that its process still uses.

use std::io;
use std::path::Path;

/// The highest number of bytes of a worker's files.
///
/// The sandbox limits the size of each single file.
const BYTES: u64 = 256 << 20;
/// The highest number of entries in a worker's scratch folder.
const ENTRIES: usize = 20_000;
/// The deepest nesting of folders in a worker's scratch folder.
const DEPTH: usize = 64;

/// Reports whether the files of a worker exceed the limits.
///
/// These files are the files in the folder, and the deleted files that the processes still use.
pub(super) fn is_overfull(folder: &Path, processes: &[u32]) -> bool {
    let deleted: u64 = processes.iter().map(|process| deleted_bytes(*process, folder)).sum();
    deleted > BYTES || is_folder_overfull(folder, BYTES - deleted)
}

/// Reports whether a folder has over `most` bytes, too many entries, or too deep folders.
///
/// A folder that exists and cannot be read also counts as overfull.
fn is_folder_overfull(folder: &Path, most: u64) -> bool {
    let (mut bytes, mut entries) = (0, 0);
    let mut folders = vec![(folder.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let listed = std::fs::read_dir(folder);
        // If a path is too long, or the process may not read the folder, its contents are unknown.
        let is_hidden = listed.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::NotFound);
        if is_hidden || depth > DEPTH {
            return true;
        }
        for entry in listed.into_iter().flatten().flatten() {
            let Ok(about) = entry.metadata() else { continue };
            (bytes, entries) = (bytes + about.len(), entries + 1);
            if bytes > most || entries > ENTRIES {
                return true;
            }
            if about.is_dir() {
                folders.push((entry.path(), depth + 1));
            }
        }
    }
    false
}

/// Returns the number of bytes of a folder's deleted files that a process still uses.
///
/// A file without a name takes space as long as a descriptor or a mapping of a process refers to
/// it. The size of a mapped file without a descriptor is unknown, so it counts as the largest file.
#[cfg(target_os = "linux")]
fn deleted_bytes(process: u32, folder: &Path) -> u64 {
    use crate::sandbox::FILE_SIZE;
    use std::os::unix::fs::MetadataExt;
    // The system names open files by paths with resolved links.
    let Ok(folder) = folder.canonicalize() else { return 0 };
    let folder = folder.to_string_lossy();
    let is_inside = |link: &Path| std::fs::read_link(link).is_ok_and(|to| to.to_string_lossy().starts_with(&*folder));
    let mut files = std::collections::BTreeMap::new();
    let descriptors = std::fs::read_dir(format!("/proc/{process}/fd"));
    for entry in descriptors.into_iter().flatten().flatten() {
        // The link leads to the open file itself, even if the file has no name.
        let Ok(about) = std::fs::metadata(entry.path()) else { continue };
        if about.is_file() && about.nlink() == 0 && is_inside(&entry.path()) {
            files.insert(about.ino(), about.len().max(about.blocks().saturating_mul(512)));
        }
    }
    let maps = std::fs::read(format!("/proc/{process}/maps")).unwrap_or_default();
    for inode in deleted_inodes(&String::from_utf8_lossy(&maps), &folder) {
        files.entry(inode).or_insert(FILE_SIZE);
    }
    files.into_values().fold(0, u64::saturating_add)
}

#[cfg(not(target_os = "linux"))]
fn deleted_bytes(_process: u32, _folder: &Path) -> u64 {
    0
}

/// Returns the inodes of the deleted files of a folder in the text of `/proc/PID/maps`.
#[cfg(target_os = "linux")]
fn deleted_inodes<'m>(maps: &'m str, folder: &'m str) -> impl Iterator<Item = u64> + 'm {
    maps.lines().filter(move |line| line.ends_with(" (deleted)") && line.contains(folder)).filter_map(|line| {
        // The fields are addresses, rights, offset, device, inode and path.
        line.split_ascii_whitespace().nth(4)?.parse().ok()
    })
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn deleted_files_count_as_long_as_a_process_uses_them() {
        let scratch = tempfile::tempdir().expect("a folder");
        let own = std::process::id();
        let before = deleted_bytes(own, scratch.path());
        let file = |name: &str, bytes: u64| {
            let file = File::create(scratch.path().join(name)).expect("a file");
            file.set_len(bytes).expect("set");
            file
        };
        let named = file("named", BYTES / 2);
        assert!(!is_overfull(scratch.path(), &[own]), "half of the limit");
        let unnamed = file("unnamed", BYTES / 2 + 1);
        std::fs::remove_file(scratch.path().join("unnamed")).expect("removed");
        let twice = unnamed.try_clone().expect("a second descriptor");
        assert!(deleted_bytes(own, scratch.path()) > before + BYTES / 2);
        assert!(is_overfull(scratch.path(), &[own]), "both together exceed the limit");
        drop((unnamed, twice));
        assert!(!is_overfull(scratch.path(), &[own]));
        drop(named);
    }

    #[test]
    fn mapped_deleted_files_are_found_by_their_folder() {
        let maps = "7f01-7f02 rw-s 00000000 fe:00 42 /tmp/cargo-mts-1/box/a b (deleted)\n\
            7f02-7f03 rw-s 00000000 fe:00 43 /tmp/cargo-mts-1/box/named\n\
            7f03-7f04 rw-s 00000000 00:01 44 /dev/zero (deleted)\n\
            7f04-7f05 rw-p 00000000 00:00 0 \n";
        assert_eq!(deleted_inodes(maps, "/tmp/cargo-mts-1/box").collect::<Vec<_>>(), [42]);
    }
}
