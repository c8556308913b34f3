//! Runs the command-line cases. Each file below `tests/cli/cases` shows commands with their output
//! and their exit codes. A folder with the same name and the ending `.in` has the files at the
//! start; a folder with `.out` has the files at the end. `TRYCMD=overwrite cargo test --test cli
//! commands` writes the current output into the cases.

use crate::support::{Fixture, mts_in};
use std::path::Path;

#[test]
fn the_cases_print_their_documented_output() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/cli/cases/*/*.trycmd");
    // If trycmd does not know a binary, it passes the binary's cases without a run.
    cases.register_bin("cargo-mts", Path::new(env!("CARGO_BIN_EXE_cargo-mts")));
    // The cases do not depend on the machine's settings of colours and columns, or on whether it is
    // a GitHub runner.
    cases.env("NO_COLOR", "1").env("COLUMNS", "100").env("GITHUB_ACTIONS", "").env("GITHUB_STEP_SUMMARY", "");
}

#[test]
fn a_bench_without_a_corpus_says_that_it_skipped() {
    let ran = mts_in(&std::env::temp_dir(), &["mts", "bench"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.starts_with("skipped: no corpus"), "{}", ran.stdout);
}

#[test]
fn every_command_has_the_same_help_with_and_without_the_word_mts() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = [
        "run",
        "plan",
        "merge",
        "list",
        "check",
        "explain",
        "init",
        "doctor",
        "schema",
        "demo",
        "bench",
        "metrics",
        "properties",
        "publish",
        "completions",
    ];
    for name in names.into_iter().chain(["man"]) {
        let short = mts_in(folder.path(), &[name, "--help"]);
        let long = mts_in(folder.path(), &["mts", name, "--help"]);
        assert_eq!((short.code, long.code), (0, 0), "{name}: {}{}", short.stderr, long.stderr);
        assert_eq!(short.stdout, long.stdout, "{name}");
        assert!(short.stdout.contains(&format!("Usage: cargo mts {name}")), "{}", short.stdout);
    }
}

#[test]
fn the_configuration_of_the_working_tree_is_read_with_line_and_column() {
    let fixture = Fixture::empty();
    fixture.write("bill.py", "def tip(cents):\n    return cents // 10\n");
    fixture.commit("one");
    fixture.write("mts.yml", "version: 1\ngate:\n  max-mtss: 0.1\n");
    for command in [&["run"][..], &["list"], &["doctor"]] {
        let ran = fixture.mts(command);
        let output = format!("{}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.code, 2, "{command:?}: {output}");
        assert!(output.contains("mts.yml:3:3") && output.contains("did you mean `max-mts`"), "{command:?}: {output}");
    }
    // A command in a folder below the root reads the same file.
    fixture.write("below/bill.py", "");
    for command in [&["doctor"][..], &["properties", "list"]] {
        let ran = fixture.mts(&[command, &["-C", "below"]].concat());
        assert_eq!(ran.code, 2, "{command:?}: {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn a_java_home_without_a_jdk_is_an_error_and_no_other_jdk_runs() {
    let ran = Fixture::tree("renamed").mts_with(&["demo"], &[("JAVA_HOME", "/nowhere")]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let error = "error: JAVA_HOME names a folder that contains no JDK\n  --> /nowhere\n  help: ";
    assert!(ran.stderr.contains(error), "{}", ran.stderr);
}

#[test]
fn the_error_of_a_machine_without_a_jdk_or_without_cpython_names_the_package() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = std::env::var_os("PATH").expect("a path");
    let link = |name: &str| {
        let mut found = std::env::split_paths(&path).map(|folder| folder.join(name));
        let real = found.find_map(|path| path.canonicalize().ok()).expect("installed");
        let bin = folder.path().join(name);
        std::fs::create_dir(&bin).expect("a folder");
        std::os::unix::fs::symlink(real, bin.join(name)).expect("a link");
        bin.display().to_string()
    };
    let (java, python) = (link("java"), link("python3"));
    for (path, package) in [(python, "openjdk-17-jdk-headless"), (java, "python3)")] {
        let ran = Fixture::tree("renamed").mts_with(&["demo"], &[("JAVA_HOME", ""), ("PATH", &path)]);
        assert_eq!(ran.code, 3, "{path}: {}", ran.stderr);
        let help = ran.stderr.split_once("help: ").expect("a help line").1;
        assert!(help.contains(package), "{path}: {}", ran.stderr);
    }
}

#[test]
fn a_change_of_only_prose_gives_nothing_to_compare() {
    let fixture = Fixture::empty();
    fixture.write("bill.py", "def tip(cents):\n    return cents // 10\n");
    fixture.commit("one");
    fixture.write("README.md", "prose\n");
    fixture.commit("two");
    let passed = fixture.mts(&["run"]);
    assert_eq!(passed.code, 0, "{}{}", passed.stdout, passed.stderr);
    assert!(passed.stdout.contains("nothing to compare"), "{}", passed.stdout);
    let failed = fixture.mts(&["run", "--on-no-pairs", "fail"]);
    assert_eq!(failed.code, 10, "{}{}", failed.stdout, failed.stderr);
}

#[test]
fn the_json_on_standard_output_equals_the_report_in_the_folder() {
    let fixture = Fixture::empty();
    fixture.write("bill.py", "def tip(cents):\n    return cents // 10\n");
    fixture.commit("one");
    let ran = fixture.mts(&["run", "--json"]);
    let printed: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON and nothing else");
    assert_eq!(&printed, ran.report());
}
