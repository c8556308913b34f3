//! Removes folders that hostile code may have filled.
//!
//! Such folders may be nested deeper than paths and open files allow, or have no access rights for
//! their owner.

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, renameat, statat, unlinkat};
use std::ffi::{CStr, CString};
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

/// The largest number of folders that one call moves. Running code can make new folders without end.
const MOST_MOVED: u64 = 1_000_000;

/// Removes a folder with its contents. A missing folder is not an error.
///
/// The code that filled the folder may still run, and may replace folders inside by links. So this function follows no
/// link below `folder`. The code must not be able to replace a parent of `folder`.
pub(crate) fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            flatten(&open(CWD, folder)?)?;
            fs::remove_dir_all(folder)
        }
        _ => Ok(()),
    }
}

/// Removes all folders inside a folder, without paths that are too deep.
///
/// The function moves each folder that is two levels below `folder` up by one level, and removes
/// the folder that held it. The function ends when no folder is left inside `folder`.
fn flatten(folder: &OwnedFd) -> io::Result<()> {
    let mut moved = 0_u64;
    loop {
        let children = subfolders(folder)?;
        if children.is_empty() {
            return Ok(());
        }
        for child in children {
            let opened = open(folder, child.as_c_str())?;
            for inner in subfolders(&opened)? {
                // A number may be in use by a folder of the code.
                while moved < MOST_MOVED && is_there(folder, &place(moved)?) {
                    moved += 1;
                }
                if moved == MOST_MOVED {
                    return Err(io::Error::other("the folder has too many folders"));
                }
                renameat(&opened, inner.as_c_str(), folder, place(moved)?.as_c_str())?;
                moved += 1;
            }
            for file in names(&opened, |_| true)? {
                unlinkat(&opened, file.as_c_str(), AtFlags::empty())?;
            }
            unlinkat(folder, child.as_c_str(), AtFlags::REMOVEDIR)?;
        }
    }
}

/// Returns the name of the moved folder with this number.
fn place(number: u64) -> io::Result<CString> {
    Ok(CString::new(format!(".removed-{number}"))?)
}

fn is_there(folder: &OwnedFd, name: &CStr) -> bool {
    statat(folder, name, AtFlags::SYMLINK_NOFOLLOW).is_ok()
}

/// Gives the owner access rights to the direct subfolders, and returns their names.
fn subfolders(folder: &OwnedFd) -> io::Result<Vec<CString>> {
    let found = names(folder, |kind| kind == FileType::Directory)?;
    for name in &found {
        make_accessible(folder.as_fd(), name)?;
    }
    Ok(found)
}

/// Returns the names in a folder of the types that `wanted` accepts.
///
/// The result has no `.` and no `..`.
fn names(folder: &OwnedFd, wanted: impl Fn(FileType) -> bool) -> io::Result<Vec<CString>> {
    let mut found = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        let kind = match entry.file_type() {
            // Not every file system lists the types.
            FileType::Unknown => FileType::from_raw_mode(statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?.st_mode),
            known => known,
        };
        if wanted(kind) {
            found.push(name.to_owned());
        }
    }
    Ok(found)
}

/// Opens a folder, but not a link to a folder.
fn open(parent: impl AsFd, name: impl rustix::path::Arg) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(parent, name, flags, Mode::empty())?)
}

/// Gives the owner all access rights to a folder. A link in its place is an error.
#[cfg(target_os = "linux")]
fn make_accessible(parent: BorrowedFd<'_>, name: &CStr) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    // Linux before 6.6 cannot change the rights of a path without following a link.
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let found = openat(parent, name, flags, Mode::empty())?;
    Ok(rustix::fs::chmod(format!("/proc/self/fd/{}", found.as_raw_fd()), Mode::RWXU)?)
}

/// Gives the owner all access rights to a folder. A link in its place keeps its target's rights.
#[cfg(not(target_os = "linux"))]
fn make_accessible(parent: BorrowedFd<'_>, name: &CStr) -> io::Result<()> {
    Ok(rustix::fs::chmodat(parent, name, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW)?)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_are_too_deep_for_a_path_are_removed() {
        let place = tempfile::tempdir().expect("a folder");
        let top = place.path().join("top");
        // From the inside out, because no path is long enough for the innermost folder.
        let name = "n".repeat(200);
        fs::create_dir_all(top.join(&name)).expect("made");
        for _ in 0..1_500 {
            let outer = place.path().join("outer");
            fs::create_dir(&outer).expect("made");
            fs::rename(top.join(&name), outer.join(&name)).expect("moved");
            fs::rename(&outer, top.join(&name)).expect("moved");
        }
        fs::write(top.join("file"), "x").expect("written");
        fs::create_dir_all(top.join(".removed-0/full")).expect("made");
        remove(&top).expect("removed");
        assert!(!top.exists());
        remove(&top).expect("it is gone already");
    }

    /// Code under test can make such links between two steps of the removal.
    #[test]
    fn a_link_to_a_folder_is_removed_and_its_target_is_not_changed() {
        let place = tempfile::tempdir().expect("a folder");
        let (top, target) = (place.path().join("top"), place.path().join("target"));
        fs::create_dir_all(target.join("inner")).expect("made");
        fs::set_permissions(&target, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("set");
        fs::create_dir_all(top.join("child")).expect("made");
        std::os::unix::fs::symlink(&target, top.join("link")).expect("a link");
        let opened = open(CWD, top.as_path()).expect("a folder");
        assert!(make_accessible(opened.as_fd(), c"link").is_err());
        assert!(open(&opened, c"link").is_err());
        assert!(open(CWD, top.join("link").as_path()).is_err());
        flatten(&opened).expect("flat");
        remove(&top).expect("removed");
        assert!(!top.exists() && target.join("inner").is_dir());
        let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&target).expect("a folder").permissions());
        assert_eq!(mode & 0o777, 0o755);
    }

    #[test]
    fn folders_without_permissions_are_removed() {
        let place = tempfile::tempdir().expect("a folder");
        let closed = place.path().join("top/closed");
        fs::create_dir_all(closed.join("inner")).expect("made");
        fs::write(closed.join("inner/file"), "x").expect("written");
        fs::set_permissions(&closed, std::os::unix::fs::PermissionsExt::from_mode(0o000)).expect("set");
        remove(&place.path().join("top")).expect("removed");
        assert!(!closed.exists());
    }
}
