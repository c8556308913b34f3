//! A disk that is full or slow. A small one needs the right to mount, a slow one the program strace;
//! without them these tests say so and pass.

use super::*;
use std::process::Command;
use support::Fixture;

/// A file system of its own, in memory; gone with its owner.
struct Small {
    folder: tempfile::TempDir,
}

impl Small {
    #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
    fn of(size: &str) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(folder.path())
            .output();
        if mounted.is_ok_and(|done| done.status.success()) {
            return Some(Self { folder });
        }
        eprintln!("skipped: this user may not mount a file system");
        None
    }

    fn path(&self) -> String {
        self.folder.path().display().to_string()
    }

    /// Leaves no byte free.
    fn fill(&self) {
        use std::io::Write;
        let mut file = std::fs::File::create(self.folder.path().join("filler")).expect("a file");
        while file.write_all(&[0; 4096]).is_ok() {}
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.folder.path()).output();
    }
}

fn fixture() -> Fixture {
    let fixture = Fixture::empty();
    fixture.write(
        "java/Half.java",
        "public class Half {\n    static int half(int n) {\n        return n / 2;\n    }\n}\n",
    );
    fixture.write("python/half.py", "def half(n):\n    return int(n / 2)\n");
    fixture.commit("all");
    fixture
}

fn still(ran: &support::Ran) -> serde_json::Value {
    let mut report = ran.report().clone();
    report["timings"] = serde_json::Value::Null;
    report
}

#[test]
fn a_full_disk_for_scratch_is_an_error_and_a_nearly_full_one_makes_no_difference() {
    let Some(small) = Small::of("256k") else { return };
    let fixture = fixture();
    let plain = fixture.mts(&["run", "--all"]);
    let tight = fixture.mts_with(&["run", "--all"], &[("TMPDIR", &small.path())]);
    assert_eq!((tight.code, still(&tight)), (plain.code, still(&plain)), "{}", tight.stderr);
    small.fill();
    let full = fixture.mts_with(&["run", "--all", "--out", "other"], &[("TMPDIR", &small.path())]);
    if full.code != plain.code {
        assert_eq!(full.code, 3, "{}", full.stderr);
        assert!(full.stderr.contains("No space left on device"), "{}", full.stderr);
    }
    let left: Vec<_> = std::fs::read_dir(small.path()).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert_eq!(left, ["filler"], "nothing is left behind");
}

#[test]
fn a_full_disk_for_results_is_an_error_and_no_half_of_a_report() {
    let Some(small) = Small::of("256k") else { return };
    let fixture = fixture();
    let out = format!("{}/mts-out", small.path());
    small.fill();
    let full = fixture.mts(&["run", "--all", "--out", &out]);
    assert_eq!(full.code, 3, "{}", full.stderr);
    assert!(full.stderr.contains("No space left on device"), "{}", full.stderr);
    assert!(!Path::new(&out).join("report.json").exists());
}

#[test]
fn code_under_test_that_meets_a_full_disk_gets_an_exception() {
    let Some(small) = Small::of("8m") else { return };
    // The scratch folder is where the process that starts the worker has its temporary ones: another process.
    let fixture = Fixture::empty();
    fixture.write(
        "Fill.java",
        "public class Fill { static int fill(int n) throws Exception { try (java.io.FileOutputStream out = new java.io.FileOutputStream(\"f\")) \
         { for (int i = 0; i < 64; i++) out.write(new byte[1 << 20]); } return n; } }",
    );
    fixture.write("fill.py", "def fill(n):\n    with open('f', 'wb') as out:\n        for i in range(64):\n            out.write(bytes(1 << 20))\n    return n\n");
    let ran = fixture.mts_with(&["check", "Fill.java", "fill.py"], &[("TMPDIR", &small.path())]);
    assert!([0, 11, 12].contains(&ran.code), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.report()["pairs"].as_array().map(Vec::len), Some(1), "{}", ran.reasons());
}

#[test]
fn a_slow_disk_makes_no_difference() {
    // Each of these takes a millisecond longer, in the tool and in all that it starts.
    const SLOWED: &str = "openat,unlinkat,unlink,mkdir,rename,write,pwrite64,fsync,ftruncate";
    let fixture = fixture();
    let plain = fixture.mts(&["run", "--all"]);
    let (trace, inject) = (format!("trace={SLOWED}"), format!("inject={SLOWED}:delay_enter=1000"));
    let slowly = ["strace", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject];
    let trial = Command::new(slowly[0]).args(&slowly[1..]).arg("true").output();
    if !trial.is_ok_and(|done| done.status.success()) {
        eprintln!("skipped: strace is missing, or may not trace here");
        return;
    }
    let slow = fixture.mts_under(&slowly, &["run", "--all"]);
    assert_eq!((slow.code, still(&slow)), (plain.code, still(&plain)), "{}", slow.stderr);
}
