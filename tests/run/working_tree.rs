//! Tests that a run changes nothing in the working tree except its results.

use crate::support::Fixture;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let walk = ignore::WalkBuilder::new(folder).standard_filters(false).build();
    walk.flatten().filter(|entry| entry.path().is_file()).map(ignore::DirEntry::into_path).collect()
}

#[test]
#[ignore = "makes an archive of classes, which takes long on a busy machine: `cargo test -- --ignored`"]
fn a_run_leaves_the_folder_it_is_started_in_alone_while_the_archive_of_classes_is_made() {
    let fixture = Fixture::empty();
    fixture.write("Work.java", "public class Work {\n    static int twice(int n) {\n        return n + n;\n    }\n}\n");
    fixture.write("work.py", "def twice(n):\n    return n + n\n");
    fixture.write("a/b/notes.txt", "kept");
    fixture.commit("one");
    fixture.write("untracked.txt", "kept");
    let cache = tempfile::tempdir().expect("a folder");
    let archives = || {
        let is_archive = |file: &PathBuf| file.extension().is_some_and(|e| e == "jsa");
        files(cache.path()).into_iter().filter(is_archive).count()
    };
    let before = files(fixture.path());
    let variables = [("XDG_CACHE_HOME", cache.path().to_str().expect("text"))];
    // The first run does not wait for the archive, and later runs wait for a short time. A loaded
    // machine needs more runs.
    for _ in 0..60 {
        let ran = fixture.mts_with(&["run", "--all"], &variables);
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        let after: BTreeSet<PathBuf> =
            files(fixture.path()).into_iter().filter(|file| !file.to_string_lossy().contains("/mts-out")).collect();
        let gone: Vec<_> = before.difference(&after).collect();
        let new: Vec<_> = after.difference(&before).collect();
        assert!(gone.is_empty() && new.is_empty(), "gone: {gone:?}, new: {new:?}");
        if archives() == 1 {
            break;
        }
    }
    assert_eq!(archives(), 1, "{:?}", files(cache.path()));
    let with = fixture.mts_with(&["run", "--all"], &variables);
    assert_eq!(with.code, 0, "{}{}", with.stdout, with.stderr);
}
