//! Tests that no folder of sources or the manual has too many entries for readers.

use super::scanner::none;
use std::path::Path;

/// Maximum number of entries of a folder.
const MOST: usize = 12;

/// The folders below which the test counts entries.
const ROOTS: [&str; 4] = ["src", "crates", "tests", "docs"];

/// The packages of a fixture whose classes need one another. The test does not count their entries.
const PACKAGES: [&str; 2] = ["tests/trees/ports/objects/java/acme", "tests/trees/ports/objects/python/acme"];

#[test]
fn no_folder_has_more_than_a_dozen_entries() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for start in ROOTS {
        walk(root, start, &mut found);
    }
    let large = found.iter().filter(|(_, entries)| *entries > MOST);
    let problem = |(folder, entries): &(String, usize)| {
        format!("{folder}: {entries} entries, and {MOST} is the most; group them into folders")
    };
    none(&large.map(problem).collect::<Vec<_>>());
}

/// Collects the folders below a path of the root, with the number of their entries.
fn walk(root: &Path, folder: &str, found: &mut Vec<(String, usize)>) {
    if PACKAGES.contains(&folder) {
        return;
    }
    let mut entries = 0;
    for entry in std::fs::read_dir(root.join(folder)).expect("a readable folder") {
        let entry = entry.expect("a readable entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        // Python and npm make these folders beside the sources.
        if ["__pycache__", "node_modules"].contains(&name.as_str()) {
            continue;
        }
        entries += 1;
        if entry.path().is_dir() {
            walk(root, &format!("{folder}/{name}"), found);
        }
    }
    found.push((folder.to_owned(), entries));
}
