//! Property tests of hunks, on random edits.

use super::*;
use proptest::prelude::*;

/// Rebuilds the new text from the old text and the hunks.
///
/// The function replaces each old range by the lines of the new range, and keeps all other lines.
fn replay(old: &[String], new: &[String], hunks: &[Hunk]) -> Vec<String> {
    let mut out = Vec::new();
    let mut at = 1;
    for hunk in hunks {
        out.extend_from_slice(&old[at - 1..hunk.old.start as usize - 1]);
        out.extend_from_slice(&new[hunk.new.start as usize - 1..hunk.new.end as usize - 1]);
        at = hunk.old.end as usize;
    }
    out.extend_from_slice(&old[at - 1..]);
    out
}

fn change(old: &str, new: &str) -> Option<FileChange> {
    let sandbox = Sandbox::new();
    let base = sandbox.write("f.py", old).commit();
    let head = sandbox.write("f.py", new).commit();
    let mut changes = sandbox.diff(&base, Some(&head)).changes;
    assert!(changes.len() <= 1);
    changes.pop()
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// An edit: a position, the number of lines to delete, and the lines to insert.
type LineEdit = (prop::sample::Index, usize, Vec<String>);

fn edits() -> impl Strategy<Value = Vec<LineEdit>> {
    let line = "[a-e]{1,2}";
    prop::collection::vec((any::<prop::sample::Index>(), 0..3usize, prop::collection::vec(line, 0..3)), 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn hunks_contain_exactly_the_changed_lines(old in prop::collection::vec("[a-e]{1,2}", 0..30), edits in edits()) {
        let mut new = old.clone();
        for (at, out, lines) in edits {
            let at = at.index(new.len() + 1);
            let end = (at + out).min(new.len());
            new.splice(at..end, lines);
        }
        let Some(change) = change(&joined(&old), &joined(&new)) else {
            prop_assert_eq!(old, new);
            return Ok(());
        };
        prop_assert_eq!(&replay(&old, &new, &change.hunks), &new);
        // Each hunk changes at least one line, and its two ranges differ.
        for hunk in &change.hunks {
            let (from, to) = (hunk.old, hunk.new);
            let (out, into) = (&old[from.start as usize - 1..from.end as usize - 1], &new[to.start as usize - 1..to.end as usize - 1]);
            prop_assert!(!out.is_empty() || !into.is_empty());
            prop_assert_ne!(out, into);
        }
        // The lines outside the hunks are equal in both texts, and the map finds them.
        let map = LineMap::new(&change.hunks);
        for line in 1..=u32::try_from(old.len()).expect("few lines") {
            let changed = change.hunks.iter().any(|hunk| hunk.old.start <= line && line < hunk.old.end);
            match map.to_new(line) {
                None => prop_assert!(changed),
                Some(there) => {
                    prop_assert!(!changed);
                    prop_assert_eq!(&old[line as usize - 1], &new[there as usize - 1]);
                    prop_assert_eq!(map.to_old(there), Some(line));
                }
            }
        }
    }
}

#[test]
fn a_missing_newline_at_the_end_is_a_change_of_the_last_line() {
    let change = change("a\nb\n", "a\nb").expect("a change");
    assert_eq!(change.hunks, [Hunk { old: LineRange { start: 2, end: 3 }, new: LineRange { start: 2, end: 3 } }]);
}

#[test]
fn ten_thousand_files_are_compared_within_seconds() {
    let sandbox = Sandbox::new();
    let blob = sandbox.git.blob(lines(30).as_bytes()).expect("a blob");
    let other = sandbox.git.blob(lines(31).as_bytes()).expect("a blob");
    let tree = |first| {
        let mut folder = sandbox.git.treebuilder(None).expect("a tree");
        let mut root = sandbox.git.treebuilder(None).expect("a tree");
        for n in 0..100 {
            folder.insert(format!("f{n:02}.py"), blob, 0o100_644).expect("an entry");
        }
        let same = folder.write().expect("a tree");
        folder.insert("f50.py", first, 0o100_644).expect("an entry");
        let changed = folder.write().expect("a tree");
        for n in 0..100 {
            root.insert(format!("d{n:02}"), if n == 7 { changed } else { same }, 0o040_000).expect("an entry");
        }
        root.write().expect("a tree")
    };
    let base = sandbox.commit_tree(tree(blob), &[]);
    let head = sandbox.commit_tree(tree(other), &[&base]);
    let begin = std::time::Instant::now();
    let diff = sandbox.diff(&base, Some(&head));
    assert_eq!(statuses(&diff), [("d07/f50.py", &Status::Modified)]);
    // The limit is high: a debug build on a busy machine needs a tenth of the time.
    assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
}
