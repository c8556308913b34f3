//! Tests the paths that a change under test may use, end to end. Roots, links and build files that
//! lead out of the repository give the code under test no access.

use crate::support::{Fixture, Ran};
use std::path::Path;

const TOKEN: &str = "token-that-nobody-may-see";

/// Builds a repository with one root, and a folder outside it with a token. The change makes both
/// sides print the token.
fn repository(token: &Path) -> (Fixture, String) {
    let fixture = Fixture::empty();
    fixture.write("mts.yml", "version: 1\nroots:\n  - {java: java, python: python}\n");
    fixture.write("java/Plain.java", "public class Plain {\n    static int twice(int n) { return 2 * n; }\n}\n");
    fixture.write("python/plain.py", "def twice(n):\n    return 2 * n\n");
    let base = fixture.commit("before");
    let file = token.join("token").display().to_string();
    fixture.write(
        "more/java/Leak.java",
        format!(
            "public class Leak {{\n    static String leak(int n) throws java.io.IOException {{\n        \
             return n + java.nio.file.Files.readString(java.nio.file.Path.of({file:?}));\n    }}\n}}\n"
        ),
    );
    fixture.write("more/python/leak.py", format!("def leak(n):\n    return str(n) + open({file:?}).read()\n"));
    (fixture, base)
}

fn planted() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("token"), TOKEN).expect("written");
    folder
}

/// Checks that the code under test could not read the token.
///
/// The pair ran or has a reason, and no file of the run contains the token.
fn is_closed(fixture: &Fixture, ran: &Ran) {
    let report = ran.report().to_string();
    assert!(report.contains("Leak.leak"), "{report}");
    assert!(!format!("{report}{}{}", ran.stdout, ran.stderr).contains(TOKEN), "{}", ran.stdout);
    let written = walk(&fixture.path().join("mts-out"));
    assert!(written.iter().any(|text| text.contains("Leak")));
    assert!(written.iter().all(|text| !text.contains(TOKEN)));
}

fn walk(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries
        .flat_map(
            |path| if path.is_dir() { walk(&path) } else { vec![std::fs::read_to_string(path).unwrap_or_default()] },
        )
        .collect()
}

#[test]
fn a_root_that_the_change_adds_cannot_read_files_outside_of_the_repository() {
    let outside = planted();
    for key in ["sourcepath", "classpath"] {
        for path in ["/".to_owned(), outside.path().display().to_string(), "../../../../../../../..".to_owned()] {
            let (fixture, base) = repository(outside.path());
            let more = format!("  - {{java: more/java, python: more/python, {key}: [{path:?}]}}\n");
            fixture.write("mts.yml", fixture.read("mts.yml") + &more);
            fixture.commit("after");
            let ran = fixture.mts(&["run", "--base", &base, "--sandbox", "required"]);
            is_closed(&fixture, &ran);
            assert!(ran.reasons().contains("the path takes effect after the merge"), "{key} {path}: {}", ran.reasons());
        }
    }
}

#[test]
fn a_link_in_place_of_a_configured_folder_is_not_followed() {
    let outside = planted();
    let (fixture, _) = repository(outside.path());
    let more = "  - {java: more/java, python: more/python, build: none, sourcepath: [lib, deep/lib]}\n";
    fixture.write("mts.yml", fixture.read("mts.yml") + more);
    fixture.write("lib/Any.java", "class Any { }\n").write("deep/lib/Other.java", "class Other { }\n");
    let base = fixture.commit("configured");
    fixture.remove("deep/lib/Other.java");
    std::fs::remove_dir_all(fixture.path().join("deep")).expect("removed");
    std::fs::create_dir(outside.path().join("lib")).expect("a folder");
    std::fs::write(outside.path().join("lib/token"), TOKEN).expect("written");
    std::os::unix::fs::symlink(outside.path(), fixture.path().join("deep")).expect("a link");
    let leak = fixture.read("more/python/leak.py").replace("/token", "/lib/token");
    fixture.write("more/python/leak.py", leak);
    let leak = fixture.read("more/java/Leak.java").replace("/token", "/lib/token");
    fixture.write("more/java/Leak.java", leak);
    fixture.commit("after");
    let ran = fixture.mts(&["run", "--base", &base, "--sandbox", "required"]);
    is_closed(&fixture, &ran);
    assert!(ran.reasons().contains("through a link"), "{}", ran.reasons());
}

#[test]
fn a_resource_folder_that_leads_out_of_the_repository_through_a_link_is_refused() {
    let outside = planted();
    let (fixture, base) = repository(outside.path());
    std::os::unix::fs::symlink(outside.path(), fixture.path().join("more/resources")).expect("a link");
    let more = "  - {java: more/java, python: more/python}\n";
    fixture.write("mts.yml", fixture.read("mts.yml") + more);
    fixture.commit("after");
    let ran = fixture.mts(&["run", "--base", &base, "--worktree", "--sandbox", "required"]);
    is_closed(&fixture, &ran);
    assert!(ran.reasons().contains("more/resources` leads out of the repository"), "{}", ran.reasons());
}

#[test]
fn a_configured_source_folder_outside_of_the_repository_may_have_resources_beside_it() {
    let outside = planted();
    let source = outside.path().join("lib/java");
    std::fs::create_dir_all(&source).expect("a folder");
    std::fs::create_dir(outside.path().join("lib/resources")).expect("a folder");
    let (fixture, _) = repository(outside.path());
    let roots = format!("version: 1\nroots:\n  - {{java: java, python: python, sourcepath: [{source:?}]}}\n");
    fixture.write("mts.yml", roots).commit("configured");
    let ran = fixture.mts(&["run", "--all", "--worktree", "--sandbox", "required"]);
    assert!(ran.head("Plain.twice", "inputs") >= 5, "{}", ran.reasons());
}
