//! Fuzzes the changed lines between two commits, with any content and any file name.

use crate::files;
use cargo_mts::git::Repository;
use mts_fuzz::FuzzTarget;

#[test]
fn changed_lines_of_any_two_contents_fit_the_new_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let repository = git2::Repository::init_bare(folder.path()).expect("a repository");
    let seeds = files(&["examples/ledger/before/python/ledger/account.py"]);
    let old = commit(&repository, "account.py", &seeds[0]);
    let tokens = &["\n", "\r\n", "\0", "diff --git a/x b/x\n", "@@ -1 +1 @@\n", "--- ", "+++ ", "\\ No newline"];
    let target = FuzzTarget { name: "diff", seeds, tokens };
    target.run(|bytes| {
        // The file name is the start of the content, without the bytes that git refuses.
        let name: Vec<u8> = bytes.iter().copied().filter(|byte| !b"/\0".contains(byte)).take(20).collect();
        let name = String::from_utf8(name).unwrap_or_default();
        for name in ["account.py", name.as_str()] {
            let repository = git2::Repository::open(folder.path()).expect("a repository");
            let Some(new) = try_commit(&repository, name, bytes) else { continue };
            let tool = Repository::discover(folder.path()).expect("a repository");
            let [base, head] = [&old, &new].map(|id| tool.snapshot(id).expect("a commit"));
            let lines = bytes.split(|byte| *byte == b'\n').count();
            for change in tool.diff(&base, &head).expect("a diff").changes {
                for hunk in change.hunks {
                    assert!(hunk.new.end as usize <= lines + 1, "{}: {:?} of {lines} lines", change.path, hunk.new);
                }
            }
        }
        true
    });
}

fn commit(repository: &git2::Repository, name: &str, bytes: &[u8]) -> String {
    try_commit(repository, name, bytes).expect("a commit")
}

/// Makes a commit with one file; `None` if git refuses the name.
fn try_commit(repository: &git2::Repository, name: &str, bytes: &[u8]) -> Option<String> {
    let blob = repository.blob(bytes).expect("a blob");
    let mut tree = repository.treebuilder(None).expect("a tree");
    tree.insert(name, blob, 0o100_644).ok()?;
    let tree = repository.find_tree(tree.write().ok()?).expect("a tree");
    let author = git2::Signature::new("a", "a@example.org", &git2::Time::new(0, 0)).expect("a name");
    let id = repository.commit(None, &author, &author, "c", &tree, &[]).expect("a commit");
    Some(id.to_string())
}
