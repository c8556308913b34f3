//! Compares runs that are disturbed, divided or interrupted with the same run without a
//! disturbance.

use super::*;
use crate::support::{Fixture, Ran};
use serde_json::Value as Json;

/// Builds eight changed pairs: right, wrong, drifting, throwing and endless ones.
fn fixture() -> Fixture {
    let fixture = Fixture::empty();
    fixture.write("mts.yml", "version: 1\ninputs:\n  max: 6\n");
    let sides = |name: &str, java: &str, python: &str| {
        let class = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
        let text = format!("public class {class} {{\n    static int {name}(int a, int b) {{\n{java}    }}\n}}\n");
        fixture.write(&format!("java/{class}.java"), text);
        fixture.write(&format!("python/{name}.py"), format!("def {name}(a, b):\n{python}"));
    };
    let loops = |from: i32| {
        let java = format!(
            "        int n = {from};\n        for (int i = a; i < b && n < 50; i++) {{\n            n += i;\n        }}\n        return n;\n"
        );
        let python = format!(
            "    n = {from}\n    i = a\n    while i < b and n < 50:\n        n += i\n        i += 1\n    return n\n"
        );
        (java, python)
    };
    for (round, message) in ["before", "after"].into_iter().enumerate() {
        let by = round + 1;
        sides("add", &format!("        return a + b + {by};\n"), &format!("    return a + b + {by}\n"));
        sides(
            "most",
            &format!("        return a > b ? a : b - {round};\n"),
            &format!("    return a if a > b else b - {round}\n"),
        );
        sides("half", &format!("        return a / (b + {round});\n"), &format!("    return a // (b + {round})\n"));
        sides("drift", &format!("        return a - {by};\n"), &format!("    return (a - {by}) * 1.0\n"));
        let (java, python) = loops(i32::try_from(round).expect("few"));
        sides("span", &java, &python);
        sides("wide", &java, &python);
        fixture.commit(message);
    }
    fixture
}

fn still(ran: &Ran) -> String {
    let mut report = ran.report().clone();
    report["timings"] = Json::Null;
    serde_json::to_string_pretty(&report).expect("text")
}

const RUN: [&str; 5] = ["run", "--base", "HEAD~1", "--head", "HEAD"];

#[test]
#[ignore = "takes half a minute: `cargo test -- --ignored`"]
fn reports_do_not_depend_on_the_number_of_worker_pairs_or_of_killed_workers() {
    let fixture = fixture();
    let run = |jobs: &str, chaos: &str| {
        let words = [&RUN[..], &["--jobs", jobs]].concat();
        let variables: &[(&str, &str)] = &[("CARGO_MTS_KILL_EVERY", chaos)];
        let ran = fixture.mts_with(&words, if chaos.is_empty() { &[] } else { variables });
        assert!(ran.report()["pairs"].as_array().expect("pairs").len() >= 6, "{}", ran.reasons());
        still(&ran)
    };
    let plain = run("1", "");
    for (jobs, chaos) in [("4", ""), ("1", "6:1"), ("2", "5:2")] {
        assert!(run(jobs, chaos) == plain, "{jobs} worker pairs, killed: {chaos}");
    }
}

#[test]
#[ignore = "takes long: `cargo test -- --ignored`"]
fn shards_with_killed_workers_merge_to_the_same_report() {
    let fixture = fixture();
    let whole = still(&fixture.mts(&RUN));
    for of in [3] {
        let out = format!("parts-of-{of}");
        for k in 1..=of {
            let (part, folder) = (format!("{k}/{of}"), format!("{out}/part-{k}"));
            let words = [&RUN[..], &["--shard", &part, "--out", &folder]].concat();
            let ran = fixture.mts_with(&words, &[("CARGO_MTS_KILL_EVERY", "3:7")]);
            assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        }
        assert!(still(&fixture.mts(&["merge", &out])) == whole, "{of} parts");
    }
}

/// A run with one worker pair, so that its pairs run one after the other. The hunt would call slow functions often.
const RUN_SLOWLY: [&str; 6] = ["run", "--all", "--jobs", "1", "--hunt", "0"];

/// Sends a signal some time after the first pair is done, and returns the report.
fn interrupted(fixture: &Fixture, signal: rustix::process::Signal, code: i32, moment: Duration) -> Json {
    use rustix::process::{Pid, kill_process};
    // Remove the results of the previous run, so that the test cannot take them for new ones.
    _ = std::fs::remove_dir_all(fixture.path().join("mts-out"));
    let mut child = start(fixture, &std::env::temp_dir());
    let partial = fixture.path().join("mts-out/partial.jsonl");
    let until = Instant::now() + Duration::from_secs(60);
    while !std::fs::read_to_string(&partial).is_ok_and(|text| text.contains("Add.add")) {
        assert!(Instant::now() < until && child.try_wait().expect("a child").is_none(), "the first pair is done");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(moment);
    let pid = Pid::from_raw(i32::try_from(child.id()).expect("a number")).expect("a process");
    let sent = Instant::now();
    kill_process(pid, signal).expect("sent");
    let output = child.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(code));
    assert!(sent.elapsed() < Duration::from_secs(10), "{:?}", sent.elapsed());
    let last = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(last.contains("the run was interrupted: ") && last.contains("the reports are in mts-out"), "{last}");
    serde_json::from_str(&fixture.read("mts-out/report.json")).expect("JSON")
}

#[test]
#[ignore = "takes half a minute: `cargo test -- --ignored`"]
fn an_interrupted_run_stores_its_results_and_the_next_run_continues() {
    use rustix::process::Signal;
    let fixture = Fixture::empty();
    fixture
        .write("java/Add.java", "public class Add {\n    static int add(int a) {\n        return a + 1;\n    }\n}\n");
    fixture.write("python/add.py", "def add(a):\n    return a + 1\n");
    // The findings of a pair wait until a new JVM confirms them.
    let grow = "public class Grow {\n    static int grow(int a) {\n        return a + 2;\n    }\n}\n";
    fixture.write("java/Grow.java", grow).write("python/grow.py", "def grow(a):\n    return a + 3\n");
    // Most of the time passes in the Python stage, while the findings wait.
    let slow = "public class Slow {\n    static int slow(int n) throws InterruptedException {\n        Thread.sleep(1);\n        return n;\n    }\n}\n";
    fixture.write("java/Slow.java", slow).write("mts.yml", "inputs: {max: 6}\n");
    fixture.write("python/slow.py", "import time\n\n\ndef slow(n):\n    time.sleep(0.03)\n    return n\n");
    fixture.commit("all");
    // Nothing outside of the process shows that the second pair waits, so the signals come later and later. The pair
    // waits for over two seconds, so the second signal need not start again at the earliest moment.
    let mut moment = Duration::from_millis(400);
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let report = loop {
            // A run of another commit does not continue the last one.
            fixture.write("moment.txt", format!("{signal:?} {moment:?}")).commit("another");
            let report = interrupted(&fixture, signal, code, moment);
            if report["notes"].to_string().contains("ended before it repeated the findings of 1 pair") {
                break report;
            }
            moment += Duration::from_millis(200);
            assert!(moment < Duration::from_secs(4), "a report with the pair that waits");
        };
        assert_eq!((&report["conclusion"], &report["gate"]["exit_code"]), (&"incomplete".into(), &130.into()));
        assert_eq!(report["pairs"][0]["name"], "Add.add");
        assert_eq!(report["pairs"][1]["findings"][0]["severity"], "error", "{report}");
        assert_eq!(report["skipped"][0]["not_run"], "interrupted", "{report}");
        for file in ["comment.md", "junit.xml", "mts.sarif", "report.html", "summary.md"] {
            assert!(fixture.read(&format!("mts-out/{file}")).contains("interrupted"), "{file}");
        }
    }
    let resumed = |ran: &Ran| ran.report()["timings"]["resumed"].as_u64();
    let next = fixture.mts_by_default(&RUN_SLOWLY);
    // A complete run leaves no checkpoint.
    let whole = fixture.mts_by_default(&RUN_SLOWLY);
    assert_eq!((resumed(&next), resumed(&whole)), (Some(1), None));
    assert_eq!((next.code, still(&next)), (whole.code, still(&whole)));
}

/// Starts a run in the background.
fn start(fixture: &Fixture, temporary: &std::path::Path) -> std::process::Child {
    std::process::Command::new(env!("CARGO_BIN_EXE_cargo-mts"))
        .args(RUN_SLOWLY)
        .current_dir(fixture.path())
        .env("TMPDIR", temporary)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("runs")
}

#[test]
#[ignore = "takes a minute: `cargo test -- --ignored`"]
fn after_a_signal_at_any_moment_reports_are_complete_and_no_scratch_folder_remains() {
    use rustix::process::{Pid, Signal, kill_process};
    let fixture = Fixture::tree("renamed");
    let temporary = tempfile::tempdir().expect("a folder");
    let begun = Instant::now();
    let whole = start(&fixture, temporary.path()).wait().expect("ended").code();
    let longest = begun.elapsed().as_millis();
    for nth in 0..12_u128 {
        let mut child = start(&fixture, temporary.path());
        // Steps of the golden ratio spread the signals over the whole run.
        let moment = longest * ((nth * 618) % 1000) / 1000;
        std::thread::sleep(Duration::from_millis(u64::try_from(moment).expect("short")));
        let (signal, code) = if nth % 2 == 0 { (Signal::INT, 130) } else { (Signal::TERM, 143) };
        let sent = Instant::now();
        let pid = Pid::from_raw(i32::try_from(child.id()).expect("a number")).expect("a process");
        _ = kill_process(pid, signal);
        let status = child.wait().expect("ended");
        // Before the handler is installed, the signal itself ends the process.
        let is_early = status.code().is_none();
        assert!(is_early || status.code() == Some(code) || status.code() == whole, "{moment} ms: {status}");
        assert!(sent.elapsed() < Duration::from_secs(10), "{moment} ms: {:?}", sent.elapsed());
        if let Ok(text) = std::fs::read_to_string(fixture.path().join("mts-out/report.json")) {
            let report: serde_json::Value = serde_json::from_str(&text).expect("a whole report");
            let code = report["gate"]["exit_code"].as_i64().map(|code| code as i32);
            assert!(code == Some(130) || code == whole, "{moment} ms: {code:?}");
        }
        let left: Vec<_> = std::fs::read_dir(temporary.path()).expect("a folder").flatten().map(|e| e.path()).collect();
        assert!(is_early || left.is_empty(), "{moment} ms: {left:?}");
    }
}

#[test]
fn of_two_runs_at_once_in_one_folder_one_is_refused_and_the_other_is_complete() {
    let fixture = Fixture::tree("renamed");
    let temporary = tempfile::tempdir().expect("a folder");
    let both = [start(&fixture, temporary.path()), start(&fixture, temporary.path())];
    let codes = both.map(|mut child| child.wait().expect("ended").code());
    let whole = fixture.mts(&["run", "--all", "--jobs", "1", "--out", "other"]);
    let refused = codes.iter().filter(|code| **code == Some(3)).count();
    // If the first run ends before the second starts, both runs succeed.
    assert!(
        refused <= 1 && codes.iter().all(|code| matches!(*code, Some(3)) || *code == Some(whole.code)),
        "{codes:?}"
    );
    let report: serde_json::Value = serde_json::from_str(&fixture.read("mts-out/report.json")).expect("a whole report");
    assert_eq!(report["conclusion"], whole.report()["conclusion"]);
}
