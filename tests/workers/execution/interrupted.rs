//! Tests the program itself when a signal interrupts it while code under test runs.

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

/// Returns the number of this program's folders in its temporary folder.
fn folders(temporary: &Path, child: &Child) -> usize {
    let own = format!("cargo-mts-{}-", child.id());
    let names = std::fs::read_dir(temporary).expect("a folder").flatten().map(|entry| entry.file_name());
    names.filter(|name| name.to_string_lossy().starts_with(&own)).count()
}

/// A running check of a slow pair. The check has its own folders for sources, temporary files and
/// the cache.
struct SlowCheck {
    sources: tempfile::TempDir,
    temporary: tempfile::TempDir,
    cache: tempfile::TempDir,
}

impl SlowCheck {
    fn new() -> Self {
        let folder = || tempfile::tempdir().expect("a folder");
        let new = Self { sources: folder(), temporary: folder(), cache: folder() };
        std::fs::write(new.sources.path().join("Slow.java"), JAVA).expect("a file");
        std::fs::write(new.sources.path().join("slow.py"), PYTHON).expect("a file");
        new
    }

    fn start(&self) -> Child {
        Command::new(env!("CARGO_BIN_EXE_cargo-mts"))
            .args(["check", "Slow.java", "slow.py"])
            .current_dir(self.sources.path())
            .env("TMPDIR", self.temporary.path())
            .env("XDG_CACHE_HOME", self.cache.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs")
    }

    /// Returns the number of processes whose command line contains the cache.
    fn processes(&self) -> usize {
        let cache = self.cache.path().to_string_lossy().into_owned();
        let all = std::fs::read_dir("/proc").expect("a folder").flatten();
        let lines = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
        lines.filter(|line| String::from_utf8_lossy(line).contains(&cache)).count()
    }
}

fn ended_by(signal: Signal) -> Option<i32> {
    let check = SlowCheck::new();
    let temporary = &check.temporary;
    let mut child = check.start();
    wait_until("both workers start", || folders(temporary.path(), &child) >= 2);
    // Wait until the workers run.
    std::thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().expect("a child").is_none(), "it is still at work");
    let pid = Pid::from_raw(i32::try_from(child.id()).expect("a number")).expect("a process");
    kill_process(pid, signal).expect("sent");
    wait_until("it ends", || child.try_wait().expect("a child").is_some());
    assert_eq!(folders(temporary.path(), &child), 0, "nothing is left behind");
    child.wait().expect("ended").code()
}

#[test]
fn an_interrupted_run_removes_its_folders_and_exits_with_the_code_of_the_signal() {
    assert_eq!(ended_by(Signal::INT), Some(130));
    assert_eq!(ended_by(Signal::TERM), Some(143));
}

#[test]
fn a_killed_run_leaves_no_process_and_the_next_run_removes_its_folders() {
    let check = SlowCheck::new();
    let mut child = check.start();
    // The command line of the JVM that makes the archive contains the cache, and so does the
    // worker's, by its jar.
    wait_until("both JVMs start", || check.processes() >= 2);
    child.kill().expect("killed");
    child.wait().expect("ended");
    wait_until("its processes end with it", || check.processes() == 0);
    assert!(folders(check.temporary.path(), &child) > 0, "it could not remove them");
    let mut next = check.start();
    wait_until("the next run starts", || folders(check.temporary.path(), &next) >= 2);
    assert_eq!(folders(check.temporary.path(), &child), 0);
    let pid = Pid::from_raw(i32::try_from(next.id()).expect("a number")).expect("a process");
    kill_process(pid, Signal::TERM).expect("sent");
    next.wait().expect("ended");
}
