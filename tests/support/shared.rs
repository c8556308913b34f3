//! Shares the start of several tests of a binary.
//!
//! The start is a folder after one run of the program. The first test creates the folder, and each
//! other test gets a copy. Tests that read only the report share one run on the files of all.

use super::{Fixture, Ran};
use std::fs::Permissions;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Runs the program once on the files of several tests.
///
/// The start of a JVM takes longer than a small pair, so the tests of a module share a run in a
/// `LazyLock`. Each test reads the rows of its own pairs, and no pair may use the code of another
/// test.
pub fn run_on(writers: &[fn(&Fixture)], arguments: &[&str]) -> Ran {
    let fixture = Fixture::empty();
    writers.iter().for_each(|write| write(&fixture));
    fixture.commit("all");
    fixture.mts(arguments)
}

/// A folder, and the run that wrote it.
pub struct Shared(OnceLock<(Vec<Entry>, Ran)>);

/// A file or folder, with its path inside the shared folder.
struct Entry {
    path: PathBuf,
    permissions: Permissions,
    /// The bytes of a file; `None` for a folder.
    bytes: Option<Vec<u8>>,
}

impl Shared {
    /// Creates an empty holder; the first use fills it.
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Returns the run, and copies its files into `folder`. For the first caller, `make` fills the
    /// folder.
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
                // The files of an empty repository may already exist and be read-only.
                drop(std::fs::remove_file(&target));
                std::fs::write(&target, bytes).expect("written");
                std::fs::set_permissions(target, self.permissions.clone()).expect("set");
            }
        }
    }
}

/// Reads the entries, each folder before its contents.
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
