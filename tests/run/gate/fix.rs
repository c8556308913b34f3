//! Tests `cargo mts fix`, end to end.
//!
//! The tests cover the files that it writes, the files that it refuses to write, and the runs after
//! it.

use crate::support::shared::Shared;
use crate::support::{Fixture, Ran};
use serde_json::{Value as Json, json};
use std::os::unix::fs::{PermissionsExt, symlink};

const JAVA: &str = "java/acme/Sums.java";
const PORT: &str = "python/acme/sums.py";
/// Java after the second commit. The first commit has no branch in `share`.
const SUMS: &str = "package acme;

public class Sums {
    static int half(int a) {
        int b = a + 1;
        return b / 2;
    }

    static int share(int a) {
        int b = a * 3;
        if (a > 20) {
            return 7;
        }
        return b + 1;
    }

    static int last(int n) {
        int s = 0;
        for (int i = 1; i <= n && i < 50; i++) {
            s = s + i * 97;
        }
        return s;
    }
}
";
const BRANCH: &str = "        if (a > 20) {\n            return 7;\n        }\n";
/// A port that rounds down in `half`, and lacks the branch of `share`.
const WRONG: &str = "def half(a):
    b = a + 1
    return b // 2


def share(a):
    b = a * 3
    return b + 1


def last(n):
    s = 0
    i = 1
    while i <= n and i < 50:
        s = s + i * 97
        i += 1
    return s
";

static RAN: Shared = Shared::new();

/// Returns a repository with two commits, and one run of it. Both ports of the second commit that
/// differ have a fix, and only Java changed in `share`.
fn ran_once() -> (Fixture, Ran) {
    let fixture = Fixture::empty();
    let ran = RAN.lay_out(fixture.path(), || {
        fixture.write(JAVA, SUMS.replace(BRANCH, "")).write("python/acme/__init__.py", "").write(PORT, WRONG);
        fixture.commit("ported");
        fixture.write(JAVA, SUMS);
        fixture.commit("a branch of share");
        fixture.mts(&["run", "--all"])
    });
    (fixture, ran)
}

fn id(ran: &Ran, pair: &str) -> String {
    let findings = ran.pair(pair)["findings"].as_array().expect("a list");
    let finding = findings.iter().find(|one| !one["diagnosis"]["fix"].is_null());
    finding.unwrap_or_else(|| panic!("{pair} has no fix: {findings:#?}"))["id"].as_str().expect("an id").to_owned()
}

/// Changes the report of the last run.
fn edit_report(fixture: &Fixture, edit: impl FnOnce(&mut Json)) {
    let mut report: Json = serde_json::from_str(&fixture.read("mts-out/report.json")).expect("a report");
    edit(&mut report);
    fixture.write("mts-out/report.json", report.to_string());
}

fn output(ran: &Ran) -> String {
    format!("{}{}", ran.stdout, ran.stderr)
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_fix_is_written_and_its_pair_runs_again() {
    let (fixture, ran) = ran_once();
    std::fs::set_permissions(fixture.path().join(PORT), PermissionsExt::from_mode(0o755)).expect("set");
    fixture.commit("a mode");
    let (half, port) = (id(&ran, "Sums.half"), fixture.path().join(PORT));
    assert!(ran.stdout.contains(&format!("cargo mts fix {half}")), "{}", ran.stdout);
    assert!(fixture.read("mts-out/comment.md").contains(&format!("cargo mts fix {half}")));
    let fixed = fixture.mts(&["fix", &half.to_lowercase()]);
    assert_eq!(fixed.code, 0, "{}", output(&fixed));
    assert_eq!(fixture.read(PORT), WRONG.replace("b // 2", "int(b / 2)"), "only this line");
    assert_eq!(std::fs::metadata(port).expect("there").permissions().mode() & 0o777, 0o755);
    let diff = "--- a/python/acme/sums.py\n+++ b/python/acme/sums.py\n@@ -1,6 +1,6 @@\n def half(a):\n     b = a + 1\n\
                -    return b // 2\n+    return int(b / 2)\n \n \n def share(a):\n";
    assert!(fixed.stdout.starts_with(diff), "{}", fixed.stdout);
    let (result, head) = (fixed.stdout.lines().last().expect("a line"), &ran.pair("Sums.half")["head"]);
    let before = format!("(before: {} of ", head["inputs_equal"]);
    assert!(result.starts_with("Sums.half: both sides agree on ") && result.contains(&before), "{result}");
    assert_eq!(fixture.mts(&["run", "--pair", "Sums.half"]).pair("Sums.half")["head"]["ca_tests"], 1.0);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn all_fixes_of_a_file_are_written_together_and_keep_its_line_ends() {
    let (fixture, ran) = ran_once();
    let windows = |text: &str| text.replace('\n', "\r\n");
    fixture.write(PORT, windows(WRONG).trim_end()).commit("the line ends of another system");
    let again = fixture.mts(&["run", "--all"]);
    assert_eq!(id(&again, "Sums.share"), id(&ran, "Sums.share"));
    let fixed = fixture.mts(&["fix", "--all"]);
    assert_eq!(fixed.code, 0, "{}", output(&fixed));
    let port = fixture.read(PORT);
    let right = WRONG.replace("b // 2", "int(b / 2)");
    let right = right.replace("    return b + 1", "    if a > 20:\n        return 7\n    return b + 1");
    assert_eq!(port, windows(&right).trim_end(), "{}", output(&fixed));
    let results: Vec<&str> = fixed.stdout.lines().filter(|line| line.contains("both sides agree on")).collect();
    assert_eq!(results.len(), 2, "{}", output(&fixed));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn drift_means_the_pairs_in_which_only_java_changed() {
    let (fixture, ran) = ran_once();
    let dry = fixture.mts(&["fix", "--drift", "--dry-run"]);
    assert_eq!((dry.code, fixture.read(PORT).as_str()), (0, WRONG), "{}", output(&dry));
    assert!(dry.stdout.contains("+    if a > 20:\n") && !dry.stdout.contains("int(b / 2)"), "{}", dry.stdout);
    edit_report(&fixture, |report| {
        let pairs = report["pairs"].as_array_mut().expect("pairs");
        pairs.iter_mut().for_each(|pair| pair["changed"] = json!("both"));
    });
    let none = fixture.mts(&["fix", "--drift"]);
    assert_eq!(none.code, 2, "{}", output(&none));
    assert!(none.stderr.contains("no pair in which only Java changed has a fix"), "{}", none.stderr);
    let without = ran.pair("Sums.share")["findings"].as_array().expect("a list");
    let drift = without.iter().find(|one| one["kind"] == "drift").expect("a drift")["id"].as_str().expect("an id");
    let none = fixture.mts(&["fix", drift]);
    assert_eq!(none.code, 2, "{}", output(&none));
    assert!(none.stderr.contains(" (Sums.share) has no fix"), "{}", none.stderr);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_working_tree_with_changes_is_written_only_on_request() {
    let (fixture, ran) = ran_once();
    let half = id(&ran, "Sums.half");
    fixture.write("notes.txt", "new\n");
    let refused = fixture.mts(&["fix", &half]);
    assert_eq!((refused.code, fixture.read(PORT).as_str()), (2, WRONG), "{}", output(&refused));
    assert!(refused.stderr.contains("--allow-dirty"), "{}", refused.stderr);
    let fixed = fixture.mts(&["fix", &half, "--allow-dirty"]);
    assert_eq!(fixed.code, 0, "{}", output(&fixed));
    assert!(fixture.read(PORT).contains("int(b / 2)"));
    let again = fixture.mts(&["fix", &half, "--allow-dirty"]);
    assert_eq!(again.code, 2, "{}", output(&again));
    let error = format!("the lines of the fix of {half} have changed since the run");
    assert!(again.stderr.contains(&error) && again.stderr.contains("run `cargo mts run` again"), "{}", again.stderr);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_fix_that_does_not_help_is_reverted_and_the_others_are_kept() {
    let (fixture, _) = ran_once();
    edit_report(&fixture, |report| {
        let pairs = report["pairs"].as_array_mut().expect("pairs");
        let half = pairs.iter_mut().find(|pair| pair["name"] == "Sums.half").expect("a pair");
        for finding in half["findings"].as_array_mut().expect("findings") {
            if !finding["diagnosis"]["fix"].is_null() {
                finding["diagnosis"]["fix"]["change"]["after"] = json!(["    return b // 3"]);
            }
        }
    });
    let fixed = fixture.mts(&["fix", "--all"]);
    assert_eq!(fixed.code, 11, "{}", output(&fixed));
    let back = "cargo mts removes the fix: the sides agree on no more inputs than before";
    assert!(fixed.stdout.contains(back), "{}", fixed.stdout);
    let port = fixture.read(PORT);
    assert!(port.contains("return b // 2") && port.contains("    if a > 20:\n        return 7\n"), "{port}");
    assert!(fixed.stdout.lines().last().expect("a line").starts_with("Sums.share: both sides agree on "));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_fix_writes_no_file_outside_of_the_repository() {
    let (fixture, ran) = ran_once();
    let (half, outside) = (id(&ran, "Sums.half"), tempfile::tempdir().expect("a folder"));
    let (port, target) = (fixture.path().join(PORT), outside.path().join("sums.py"));
    let is_refused = |what: &str| {
        let refused = fixture.mts(&["fix", &half, "--allow-dirty"]);
        assert_eq!(refused.code, 2, "{what}: {}", output(&refused));
        assert_eq!(std::fs::read_to_string(&target).expect("there"), WRONG, "{what}");
    };
    std::fs::write(&target, WRONG).expect("written");
    std::fs::remove_file(&port).expect("removed");
    symlink(&target, &port).expect("a link");
    is_refused("a link in place of the file");
    let folder = fixture.path().join("python/acme");
    std::fs::remove_dir_all(&folder).expect("removed");
    symlink(outside.path(), &folder).expect("a link");
    is_refused("a link in place of the folder");
    for name in [target.display().to_string(), "../sums.py".to_owned(), ".git/config".to_owned()] {
        edit_report(&fixture, |report| {
            for pair in report["pairs"].as_array_mut().expect("pairs") {
                pair["python"]["file"] = json!(name);
            }
        });
        is_refused(&name);
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_report_of_a_check_has_no_repository_to_write_to() {
    let (fixture, ran) = ran_once();
    let half = id(&ran, "Sums.half");
    let checked = fixture.mts(&["check", "java", "python", "--out", "checked"]);
    assert!(!checked.stdout.contains("cargo mts fix"), "{}", checked.stdout);
    let refused = fixture.mts(&["fix", &half, "--out", "checked"]);
    assert_eq!(refused.code, 2, "{}", output(&refused));
    assert!(refused.stderr.contains("`cargo mts check` has no repository"), "{}", refused.stderr);
}
