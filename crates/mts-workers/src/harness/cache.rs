//! The default cache folder, and the removal of entries that no run uses any more.
//!
//! An entry is a file or a folder. The time of its last change is the time of its last use.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The number of entries of a kind that stay in the cache.
const MOST_ENTRIES: usize = 8;
/// The time after the last use during which an entry stays in the cache.
const IN_USE: Duration = Duration::from_secs(24 * 3600);

/// Returns the default cache folder: `$XDG_CACHE_HOME/cargo-mts`, or `~/.cache/cargo-mts`.
///
/// `None` if neither `XDG_CACHE_HOME` nor `HOME` is an absolute path.
#[must_use]
pub fn default_cache() -> Option<PathBuf> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))?;
    Some(base.join("cargo-mts"))
}

/// Records the use of an entry. If this fails, the entry only seems older than it is.
pub(crate) fn mark_used(entry: &Path) {
    let _ = fs::File::open(entry).and_then(|file| file.set_modified(SystemTime::now()));
}

/// Removes the least recently used entries of a kind, if there are too many.
///
/// An entry stays if a run of the last day used it. Entries of other kinds stay, too.
pub(crate) fn remove_old(folder: &Path, is_of_kind: impl Fn(&str) -> bool) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let entries = entries.filter(|entry| is_of_kind(&entry.file_name().to_string_lossy()));
    let mut known: Vec<_> = entries.filter_map(|e| Some((e.metadata().ok()?.modified().ok()?, e.path()))).collect();
    known.sort();
    let old = known.len().saturating_sub(MOST_ENTRIES);
    let is_unused = |used: &SystemTime| used.elapsed().is_ok_and(|age| age > IN_USE);
    known.into_iter().take(old).filter(|(used, _)| is_unused(used)).for_each(|(_, path)| remove(&path));
}

/// Removes an entry. If the entry is a jar, the function also removes the jar's class-data archive.
fn remove(entry: &PathBuf) {
    // Another run may remove the entry at the same time.
    let _ = if entry.is_dir() { fs::remove_dir_all(entry) } else { fs::remove_file(entry) };
    if entry.extension().is_some_and(|extension| extension == "jar") {
        let _ = fs::remove_file(entry.with_extension("jsa"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_entries_are_removed_if_there_are_too_many() {
        let folder = tempfile::tempdir().expect("a folder");
        let set = |name: &str, days: u32| {
            let time = SystemTime::now() - IN_USE * days;
            fs::File::open(folder.path().join(name)).and_then(|file| file.set_modified(time)).expect("set");
        };
        for (at, days) in (0..10).zip((0..10).rev()) {
            for ending in ["jar", "jsa"] {
                fs::write(folder.path().join(format!("worker-{at}.{ending}")), "").expect("written");
            }
            set(&format!("worker-{at}.jar"), days + 1);
        }
        fs::create_dir(folder.path().join("python-0")).expect("created");
        set("python-0", 99);
        mark_used(&folder.path().join("worker-1.jar"));
        remove_old(folder.path(), |name| name.starts_with("worker-") && name.ends_with(".jar"));
        let mut left: Vec<String> = fs::read_dir(folder.path())
            .expect("a folder")
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        left.sort();
        let expected =
            [1, 3, 4, 5, 6, 7, 8, 9].iter().flat_map(|at| ["jar", "jsa"].map(|end| format!("worker-{at}.{end}")));
        assert_eq!(left, std::iter::once("python-0".to_owned()).chain(expected).collect::<Vec<_>>());
    }
}
