//! The program itself, interrupted while code under test runs.

use super::*;
use rustix::process::{Pid, Signal, kill_process};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const JAVA: &str = "public class Slow { public static int f(int n) { while (n != 1 << 30) { n ^= 2; } return n; } }";
const PYTHON: &str = "def f(n):\n    while n != 1 << 30:\n        n ^= 2\n    return n\n";

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Number of folders of this program in its folder for temporary files.
fn folders(temporary: &Path, child: &Child) -> usize {
    let own = format!("cargo-mts-{}-", child.id());
    let names = std::fs::read_dir(temporary).expect("a folder").flatten().map(|entry| entry.file_name());
    names.filter(|name| name.to_string_lossy().starts_with(&own)).count()
}

fn ended_by(signal: Signal) -> Option<i32> {
    let (sources, temporary) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    std::fs::write(sources.path().join("Slow.java"), JAVA).expect("a file");
    std::fs::write(sources.path().join("slow.py"), PYTHON).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-mts"))
        .args(["check", "Slow.java", "slow.py"])
        .current_dir(sources.path())
        .env("TMPDIR", temporary.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    wait_until("both workers start", || folders(temporary.path(), &child) >= 2);
    // Into the run, so that the workers stand.
    std::thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().expect("a child").is_none(), "it is still at work");
    let pid = Pid::from_raw(i32::try_from(child.id()).expect("a number")).expect("a process");
    kill_process(pid, signal).expect("sent");
    wait_until("it ends", || child.try_wait().expect("a child").is_some());
    assert_eq!(folders(temporary.path(), &child), 0, "nothing is left behind");
    child.wait().expect("ended").code()
}

#[test]
fn an_interrupted_run_leaves_no_folder_behind_and_tells_the_signal() {
    assert_eq!(ended_by(Signal::INT), Some(130));
    assert_eq!(ended_by(Signal::TERM), Some(143));
}
