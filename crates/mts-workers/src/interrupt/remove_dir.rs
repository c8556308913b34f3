//! Removes folders that hostile code may have filled.
//!
//! Such folders may be nested deeper than paths and open files allow, or have no access rights for
//! their owner.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Removes a folder with its contents. A missing folder is not an error.
pub(crate) fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            flatten(folder)?;
            fs::remove_dir_all(folder)
        }
        _ => Ok(()),
    }
}

/// Removes all folders inside a folder, without paths that are too deep.
///
/// The function moves each folder that is two levels below `folder` up by one level, and removes
/// the folder that held it. The function ends when no folder is left inside `folder`.
fn flatten(folder: &Path) -> io::Result<()> {
    let mut moved = 0_u64;
    loop {
        let children = subfolders(folder)?;
        if children.is_empty() {
            return Ok(());
        }
        for child in children {
            for inner in subfolders(&child)? {
                let mut place = folder.join(format!(".removed-{moved}"));
                while place.symlink_metadata().is_ok() {
                    moved += 1;
                    place = folder.join(format!(".removed-{moved}"));
                }
                fs::rename(inner, place)?;
                moved += 1;
            }
            fs::remove_dir_all(child)?;
        }
    }
}

/// Gives the owner access rights to the direct subfolders, and returns the subfolders.
fn subfolders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            #[cfg(unix)]
            fs::set_permissions(entry.path(), std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
            found.push(entry.path());
        }
    }
    Ok(found)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn folders_deeper_than_any_path_reaches_are_removed() {
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

    #[test]
    fn folders_that_are_closed_to_their_owner_are_removed() {
        let place = tempfile::tempdir().expect("a folder");
        let closed = place.path().join("top/closed");
        fs::create_dir_all(closed.join("inner")).expect("made");
        fs::write(closed.join("inner/file"), "x").expect("written");
        fs::set_permissions(&closed, std::os::unix::fs::PermissionsExt::from_mode(0o000)).expect("set");
        remove(&place.path().join("top")).expect("removed");
        assert!(!closed.exists());
    }
}
