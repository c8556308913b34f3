//! What several tests of a binary begin with: a folder after one run of the program, made by the first of them and
//! laid out anew for each of the others.

use super::Ran;
use std::fs::Permissions;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A folder and the run that made it.
pub struct Shared(OnceLock<(Vec<Entry>, Ran)>);

/// A file or folder, by its path inside.
struct Entry {
    path: PathBuf,
    permissions: Permissions,
    /// None for a folder.
    bytes: Option<Vec<u8>>,
}

impl Shared {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Gives the run, and in `folder` what it left there: `make` fills the folder of the first caller.
    pub fn lay_out(&self, folder: &Path, make: impl FnOnce() -> Ran) -> Ran {
        let mut is_made = false;
        let (entries, ran) = self.0.get_or_init(|| {
            let ran = make();
            is_made = true;
            let mut entries = Vec::new();
            read(folder, Path::new(""), &mut entries);
            (entries, ran)
        });
        if !is_made {
            entries.iter().for_each(|entry| entry.write(folder));
        }
        ran.clone()
    }
}

impl Entry {
    fn write(&self, folder: &Path) {
        let target = folder.join(&self.path);
        match &self.bytes {
            None => std::fs::create_dir_all(target).expect("folders"),
            Some(bytes) => {
                // What an empty repository begins with may be there, and may not be written over.
                drop(std::fs::remove_file(&target));
                std::fs::write(&target, bytes).expect("written");
                std::fs::set_permissions(target, self.permissions.clone()).expect("set");
            }
        }
    }
}

/// Every folder before what is in it.
fn read(folder: &Path, inside: &Path, entries: &mut Vec<Entry>) {
    for entry in std::fs::read_dir(folder.join(inside)).expect("readable") {
        let entry = entry.expect("readable");
        let (path, metadata) = (inside.join(entry.file_name()), entry.metadata().expect("there"));
        let bytes = metadata.is_file().then(|| std::fs::read(entry.path()).expect("readable"));
        entries.push(Entry { path: path.clone(), permissions: metadata.permissions(), bytes });
        if metadata.is_dir() {
            read(folder, &path, entries);
        }
    }
}
