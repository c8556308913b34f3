//! Tests the report of the demo. All tests of this binary share one run of the demo.

use crate::support::shared::Shared;
use crate::support::{Ran, mts_in};
use std::path::Path;

static DEMO: Shared = Shared::new();

/// Returns the run of the demo, and copies its files into `folder`.
///
/// The files are its results and its repository, `ledger`.
pub fn run(folder: &Path) -> Ran {
    DEMO.lay_out(folder, || mts_in(folder, &["demo", "--keep", "ledger"]))
}

#[test]
fn the_demo_finds_the_wrong_port_and_the_drift_and_passes_the_good_pair() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = run(folder.path());
    assert_eq!(ran.code, 0, "{}\n{}", ran.stdout, ran.stderr);
    let report = ran.report();
    assert_eq!(report["conclusion"], "failed");
    assert_eq!(ran.pair("Card.isValid")["status"], "passed");
    assert_eq!(ran.pair("Card.isValid")["head"]["mts"], 0.0);
    assert_eq!(ran.pair("Money.split")["status"], "failed");
    assert!(ran.pair("Money.split")["increase"].as_f64().expect("a base") > 0.3, "the port became worse");
    assert_eq!(ran.pair("Account.checkDigits")["drift"], true);
    assert!(ran.pair("Account.checkDigits")["base"].is_object(), "the port that stayed has a base too");
    for pair in report["pairs"].as_array().expect("pairs") {
        assert!(pair["head"]["counted"].as_u64().expect("a count") >= 10, "{pair}");
    }
    for file in ["report.json", "junit.xml", "comment.md"] {
        assert!(folder.path().join("mts-out").join(file).is_file(), "{file} exists");
    }
    // The README shows parts of the output, in the same order; `...` replaces omitted parts.
    let readme = include_str!("../../README.md");
    let shown = readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an excerpt");
    let mut printed = ran.stdout.lines();
    for line in shown.lines().filter(|line| *line != "...") {
        assert!(printed.any(|other| other == line), "README.md shows `{line}`, not printed here:\n{}", ran.stdout);
    }
}
