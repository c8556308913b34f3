//! Tests `bench` on folders of each known layout, and its folder of tables.
//!
//! For every translator, the bytes are the same if the test ends the run in the middle and resumes
//! it.

use crate::support::mts_in;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Writes pairs of files with their suites into one folder; every third port is wrong.
fn pairs(folder: &Path, programs: usize) {
    std::fs::create_dir_all(folder).expect("makes");
    for n in 0..programs {
        let java = format!(
            "public class P{n:02} {{\n    static int stepSum(int n) {{\n        int s = {n};\n        \
             for (int i = 0; i < n + 3; i++) {{\n            if (i % 3 == 0 && s > i) s += i * {n} - 1; else s -= i;\n        \
             }}\n        return s;\n    }}\n}}\n"
        );
        let wrong = if n % 3 == 0 { "+ 1" } else { "- 1" };
        let python = format!(
            "def step_sum(n):\n    s = {n}\n    for i in range(0, n + 3):\n        if i % 3 == 0 and s > i:\n            \
             s += i * {n} {wrong}\n        else:\n            s -= i\n    return s\n"
        );
        let suite = r#"{"version": 1, "pair": "stepSum", "inputs": [{"args": [7]}, {"args": [12]}, {"args": [0]}]}"#;
        for (end, text) in [("java", java.as_str()), ("py", &python), ("json", suite)] {
            std::fs::write(folder.join(format!("P{n:02}.{end}")), text).expect("writes");
        }
    }
}

/// Writes TransCoder's layout, with calls in the Python script.
fn scripts(folder: &Path, programs: usize) {
    for side in ["java", "python"] {
        std::fs::create_dir_all(folder.join(side)).expect("makes");
    }
    for n in 0..programs {
        let java = format!(
            "import java.util. *;\npublic class S{n:02}{{\nstatic int f_gold ( int [ ] a , int k ) {{\n  int s = {n} ;\n  \
             for ( int x : a ) s += x * k ;\n  return s ;\n}}\n\n//TOFILL\n\npublic static void main(String args[]) {{\n}}\n}}\n"
        );
        let python = format!(
            "def f_gold ( a , k ) :\n    s = {n}\n    for x in a :\n        s += x * k\n    return s\n\n#TOFILL\n\n\
             if __name__ == '__main__':\n    param = [\n    ([1, -2, 3],{n},),\n    ([],5,)\n        ]\n"
        );
        std::fs::write(folder.join(format!("java/S{n:02}.java")), java).expect("writes");
        std::fs::write(folder.join(format!("python/S{n:02}.py")), python).expect("writes");
    }
}

fn lines(path: &Path) -> usize {
    std::fs::read(path).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count())
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("text"))
        })
        .collect()
}

#[test]
#[ignore = "takes long: `cargo test -- --ignored`"]
fn the_tables_of_a_killed_and_resumed_run_are_identical() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    pairs(&path.join("corpus"), 9);
    let recorded =
        mts_in(path, &["bench", "--corpus", "corpus", "--counterparts", "own.jsonl", "--operators", "ROR,AORB"]);
    assert_eq!(recorded.code, 0, "{}", recorded.stderr);
    let names = ["mirror", "faithful", "plain", "recorded:own.jsonl"];
    let base: Vec<&str> = ["bench", "--corpus", "corpus", "--jobs", "1", "--operators", "ROR,AORB", "--sample", "120"]
        .into_iter()
        .chain(names.iter().flat_map(|name| ["--translator", name]))
        .collect();
    let whole = mts_in(path, &[&base[..], &["--output", "whole"]].concat());
    assert_eq!(whole.code, 0, "{}", whole.stderr);
    let journal = path.join("journal");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-mts"))
        .args(&base)
        .args(["--resume", "journal"])
        .current_dir(path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let clock = Instant::now();
    while lines(&journal) < 4 {
        assert!(clock.elapsed() < Duration::from_secs(120), "nothing was finished");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert!(lines(&journal) < 1 + 4 * 9, "it ended before the signal came");
    let resumed = mts_in(path, &[&base[..], &["--resume", "journal", "--output", "resumed"]].concat());
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    let (whole, resumed) = (files(&path.join("whole")), files(&path.join("resumed")));
    assert_eq!(resumed, whole);

    assert_eq!(lines(&path.join("whole/pairs.jsonl")), 4 * 9);
    let table = &whole["table-1.csv"];
    assert!(table.starts_with(",mirror,faithful,plain,recorded:own.jsonl\n"), "{table}");
    assert!(table.contains("a sample"), "{table}");
    // Seven of nine ports agree on these inputs, and all nine faithful translations.
    let outcomes = &whole["outcomes.csv"];
    assert!(outcomes.contains("mirror,9,7,2,0,0,0,0\nfaithful,9,9,0,0,0,0,0\n"), "{outcomes}");
    assert!(outcomes.contains("recorded:own.jsonl,0,"), "nothing is known of its programs: {outcomes}");
    let paired = &whole["paired.csv"];
    assert_eq!(paired.lines().count(), 1 + 6, "every two translators: {paired}");
    let similarity = &whole["similarity.csv"];
    assert!(similarity.contains("plain,BLEU,CA") && !similarity.contains("mirror"), "{similarity}");
    for figure in 3..=6 {
        assert!(whole[&format!("figure-{figure}.svg")].contains("<circle"), "figure {figure}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn scripts_and_token_lines_are_scored_without_conversion() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    scripts(&path.join("gfg"), 2);
    let ran = mts_in(path, &["bench", "--corpus", "gfg", "--operators", "AORB", "--per-pair", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let out = std::fs::read_to_string(path.join("out")).expect("reads");
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(out.lines().all(|line| line.contains("\"ca\":1.0") && !line.contains("\"counted\":0")), "{out}");

    let mut java = String::new();
    let _ = writeln!(java, "static int half ( int n ) {{ return n / 2 ; }}");
    let python = "def half ( n ) : NEW_LINE INDENT return int ( n / 2 ) NEW_LINE DEDENT\n";
    std::fs::create_dir_all(path.join("avatar")).expect("makes");
    std::fs::write(path.join("avatar/test.java-python.java"), java).expect("writes");
    std::fs::write(path.join("avatar/test.java-python.python"), python).expect("writes");
    let given = mts_in(path, &["bench", "--corpus", "avatar", "--per-pair", "none"]);
    assert!(given.stderr.contains("cargo mts skips test-1: no inputs"), "{}", given.stderr);
    let ran = mts_in(
        path,
        &["bench", "--corpus", "avatar", "--inputs", "generated", "--per-pair", "out", "--operators", "AORB"],
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let out = std::fs::read_to_string(path.join("out")).expect("reads");
    assert!(out.contains("\"id\":\"test-1\",\"ca\":1.0"), "{out}");

    let unknown = path.join("unknown");
    std::fs::create_dir_all(&unknown).expect("makes");
    let ran = mts_in(path, &["bench", "--corpus", "unknown"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("not a corpus in a known layout"), "{}", ran.stderr);
}
