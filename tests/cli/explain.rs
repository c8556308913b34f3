//! Tests `cargo mts explain` on real reports. The tests that it writes fail at first, and pass when
//! the sides agree, under real pytest and JUnit.

use crate::support::emitted::{junit, pytest};
use crate::support::{Fixture, Ran, mts_in};
use serde_json::Value as Json;
use std::path::PathBuf;
use tempfile::TempDir;

/// The demo's repository in `ledger`, and its report.
struct Demo {
    folder: TempDir,
    report: Json,
}

impl Demo {
    fn run() -> Self {
        let folder = TempDir::new().expect("a folder");
        let ran = super::demo::run(folder.path());
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        let report = ran.report().clone();
        Self { folder, report }
    }

    fn ledger(&self) -> PathBuf {
        self.folder.path().join("ledger")
    }

    fn explain(&self, arguments: &[&str]) -> Ran {
        mts_in(self.folder.path(), &[&["explain", "-C", "ledger"], arguments].concat())
    }

    /// Returns the ids of every `step`-th finding on a pair for which `is` returns true.
    fn ids(&self, pair: &str, step: usize, is: impl Fn(&Json) -> bool) -> Vec<String> {
        let pairs = self.report["pairs"].as_array().expect("pairs");
        let found = pairs.iter().filter(|p| p["name"] == pair).flat_map(|p| p["findings"].as_array().expect("a list"));
        let ids = found.filter(|f| is(f)).map(|f| f["id"].as_str().expect("an id").to_owned());
        ids.step_by(step).collect()
    }

    /// Writes the tests of a side for these findings into a new folder.
    fn emit(&self, side: &str, ids: &[String]) -> PathBuf {
        let folder = self.folder.path().join(format!("emitted-{side}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        for id in ids {
            let digits = id.trim_start_matches("MTS-");
            let name = if side == "java" { format!("Mts{digits}Test.java") } else { format!("test_{digits}.py") };
            let file = folder.join(name).display().to_string();
            let ran = self.explain(&[id, "--emit-test", side, "--output", &file]);
            assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{id}: {}", ran.stderr);
        }
        folder
    }

    /// Changes a file of the repository `ledger`.
    fn fix(&self, file: &str, changes: &[(&str, &str)]) {
        let path = self.ledger().join(file);
        let mut text = std::fs::read_to_string(&path).expect("it is there");
        for (old, new) in changes {
            assert!(text.contains(old), "{file} has no {old:?}");
            text = text.replace(old, new);
        }
        std::fs::write(path, text).expect("written");
    }
}

fn is_mutant(finding: &Json) -> bool {
    finding["kind"] == "mutant"
}

fn is_original(finding: &Json) -> bool {
    finding["kind"] == "original"
}

/// Reports whether the finding's edit is at a line with this text.
fn is_at(finding: &Json, text: &str) -> bool {
    is_mutant(finding) && finding["python_edit"].to_string().contains(text)
}

#[test]
#[ignore = "needs pytest: `cargo test -- --ignored`"]
fn an_emitted_pytest_file_fails_today_and_passes_when_the_port_is_fixed() {
    let demo = Demo::run();
    let mut ids = demo.ids("Account.checkDigits", 1, is_original);
    ids.extend(demo.ids("Money.split", 1, is_original));
    ids.extend(demo.ids("Money.split", 4, |f| is_at(f, "rest * step")));
    ids.extend(demo.ids("Money.split", 1, |f| is_at(f, "parties - 1") && f["line_java"] == 13));
    assert!(ids.len() > 5, "{ids:?}");
    let tests = demo.emit("python", &ids);
    let (passed, failed, output) = pytest(&demo.ledger(), &tests);
    assert_eq!((passed, failed), (0, ids.len()), "{output}");
    assert!(!output.contains("out of date"), "{output}");
    let skips_spaces = "        c = account[i]\n        if c == \" \":\n            continue\n";
    demo.fix("python/ledger/account.py", &[("        c = account[i]\n", skips_spaces)]);
    let truncates = ("    each = cents // parties\n", "    each = int(cents / parties)\n");
    let of_its_sign = ("    rest = cents % parties\n", "    rest = cents - each * parties\n");
    demo.fix("python/ledger/money.py", &[truncates, of_its_sign]);
    let (passed, failed, output) = pytest(&demo.ledger(), &tests);
    let stale = output.lines().filter(|line| line.starts_with("E ") && line.contains("out of date")).count();
    assert_eq!(failed, stale, "only where the fixed line is the edited one: {output}");
    assert_eq!(passed + failed, ids.len(), "{output}");
    assert!(passed > 5, "{output}");
}

#[test]
#[ignore = "needs JUnit 5: `cargo test -- --ignored`"]
fn an_emitted_junit_class_fails_today_and_passes_when_java_is_fixed() {
    let demo = Demo::run();
    let mut ids = demo.ids("Account.checkDigits", 1, is_original);
    ids.extend(demo.ids("Money.split", 1, is_original));
    ids.extend(demo.ids("Money.split", 9, |f| is_at(f, "rest * step")));
    assert!(ids.len() > 4, "{ids:?}");
    let tests = demo.emit("java", &ids);
    let (passed, failed, output) = junit(&demo.ledger(), "java/acme/ledger", &tests);
    assert_eq!((passed, failed), (0, ids.len()), "{output}");
    assert!(!output.contains("out of date") && !output.contains("NoSuchMethod"), "{output}");
    let spaces = "            if (c == ' ') {\n                continue;\n            }\n";
    demo.fix("java/acme/ledger/Account.java", &[(spaces, "")]);
    let floors = ("int each = cents / parties;", "int each = Math.floorDiv(cents, parties);");
    let of_the_divisor = ("int rest = cents % parties;", "int rest = Math.floorMod(cents, parties);");
    demo.fix("java/acme/ledger/Money.java", &[floors, of_the_divisor]);
    let (passed, failed, output) = junit(&demo.ledger(), "java/acme/ledger", &tests);
    assert_eq!((passed, failed), (ids.len(), 0), "{output}");
}

#[test]
fn an_edit_is_shown_in_both_functions_as_they_were_tested() {
    let demo = Demo::run();
    let id = demo.ids("Money.split", 1, is_mutant).remove(0);
    let ran = demo.explain(&[&id.to_lowercase()]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for part in ["\n- ", "\n+ ", "public static int[] split", "def split(cents, parties):", "    Money.split("] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    assert!(ran.stdout.lines().last().is_some_and(|line| line.contains("cargo mts accept")), "{}", ran.stdout);
    // The tool reads the sources from the commit, not from the working tree.
    demo.fix("java/acme/ledger/Money.java", &[("split", "share")]);
    let changed = demo.explain(&[&id]).stdout;
    let note = "\nNote: java/acme/ledger/Money.java has changed since the run: the run tested the code of commit ";
    assert!(changed.contains(note), "{changed}");
    let without: Vec<&str> = changed.lines().filter(|line| !line.starts_with("Note: ")).collect();
    assert_eq!(without.join("\n").replace("\n\n\n", "\n\n"), ran.stdout.trim_end());
    let elsewhere = mts_in(demo.folder.path(), &["explain", &id]);
    assert_eq!(elsewhere.code, 0, "{}", elsewhere.stderr);
    assert!(elsewhere.stdout.contains("cargo mts cannot show the sources"), "{}", elsewhere.stdout);
    let json = demo.explain(&[&id, "--json"]);
    let json: Json = serde_json::from_str(&json.stdout).expect("JSON and nothing else");
    assert_eq!(json["finding"]["id"], id.as_str());
    assert!(json["sources"]["found"]["java"]["hunks"][0]["before"][0].is_string(), "{json}");
}

#[test]
fn explain_names_a_file_that_changed_since_the_run_and_still_reads_the_report() {
    let fixture = Fixture::empty();
    fixture.write(
        "java/Half.java",
        "public class Half {\n    static int half(int n) {\n        return n / 2;\n    }\n}\n",
    );
    fixture.write("python/half.py", "def half(n):\n    return int(n / 2)\n");
    fixture.commit("one");
    fixture.write("python/half.py", "def half(n):\n    return n // 2\n");
    let ran = fixture.mts(&["run", "--all", "--fail-on", "never"]);
    let findings = ran.pair("Half.half")["findings"].as_array().expect("a list").clone();
    let mutant = findings.iter().find(|f| f["kind"] == "mutant").expect("the port floors")["id"].clone();
    let mutant = mutant.as_str().expect("text");
    assert!(fixture.mts(&["explain", mutant]).stdout.contains("\n+ "), "the working tree is as it was");
    fixture.write(
        "java/Half.java",
        "public class Half {\n    static int half(int n) {\n        return n >> 1;\n    }\n}\n",
    );
    let changed = fixture.mts(&["explain", mutant]);
    assert!(changed.stdout.contains("has changed since the run"), "{}", changed.stdout);
    assert!(changed.stdout.contains("Half.half("), "{}", changed.stdout);
    let refused = fixture.mts(&["explain", mutant, "--emit-test", "python"]);
    assert_eq!(refused.code, 2, "{}", refused.stdout);
    assert!(refused.stderr.contains("has changed since the run"), "{}", refused.stderr);
}

#[test]
fn the_error_for_an_unusable_report_names_it_and_a_fix() {
    let demo = Demo::run();
    let first = demo.ids("Money.split", 1, |_| true).remove(0);
    let path = demo.folder.path().join("other.json");
    let other = |report: &Json| {
        std::fs::write(&path, report.to_string()).expect("written");
        demo.explain(&[&first, "--report", "other.json"])
    };
    let mut later = demo.report.clone();
    later["version"] = 99.into();
    let ran = other(&later);
    assert_eq!(ran.code, 2, "{}", ran.stdout);
    assert!(ran.stderr.contains("version 99") && ran.stderr.contains("other.json"), "{}", ran.stderr);
    // A report of an earlier version has no values from which to write code; the tool still shows
    // the finding.
    let mut earlier = demo.report.clone();
    for pair in earlier["pairs"].as_array_mut().expect("pairs") {
        pair.as_object_mut().expect("a pair").shift_remove("call");
        for finding in pair["findings"].as_array_mut().expect("findings") {
            finding.as_object_mut().expect("a finding").shift_remove("evidence");
        }
    }
    let ran = other(&earlier);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("earlier version"), "{}", ran.stdout);
    std::fs::write(&path, "{ \"version\": 1").expect("written");
    let ran = demo.explain(&[&first, "--report", "other.json"]);
    assert_eq!(ran.code, 2, "{}", ran.stdout);
    assert!(ran.stderr.contains("not JSON"), "{}", ran.stderr);
    let several = demo.explain(&["MTS-"]);
    assert_eq!(several.code, 2, "{}", several.stdout);
    let several = demo.explain(&["0"]);
    assert!(
        several.stderr.contains("is ambiguous") && several.stderr.contains("write more digits"),
        "{}",
        several.stderr
    );
}
