//! Tests a full disk. The small disk needs the right to mount.

use super::*;

/// A separate file system in memory, which is removed with its owner.
struct Small {
    folder: tempfile::TempDir,
}

impl Small {
    fn with_size(size: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(folder.path())
            .output();
        assert!(mounted.is_ok_and(|done| done.status.success()), "this user may not mount a file system");
        Self { folder }
    }

    fn path(&self) -> String {
        self.folder.path().display().to_string()
    }

    /// Fills the file system until no byte is free.
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

#[test]
#[ignore = "needs root, who may mount a small disk: `cargo test -- --ignored`"]
fn a_full_scratch_disk_is_an_error_and_a_nearly_full_disk_does_not_change_the_report() {
    let small = Small::with_size("256k");
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
#[ignore = "needs root, who may mount a small disk: `cargo test -- --ignored`"]
fn a_full_disk_for_results_is_an_error_and_leaves_no_partial_report() {
    let small = Small::with_size("256k");
    let fixture = fixture();
    let out = format!("{}/mts-out", small.path());
    small.fill();
    let full = fixture.mts(&["run", "--all", "--out", &out]);
    assert_eq!(full.code, 3, "{}", full.stderr);
    assert!(full.stderr.contains("No space left on device"), "{}", full.stderr);
    assert!(!Path::new(&out).join("report.json").exists());
}

#[test]
#[ignore = "needs root, who may mount a small disk: `cargo test -- --ignored`"]
fn an_output_folder_that_is_a_mount_point_is_written_into() {
    let small = Small::with_size("8m");
    let fixture = fixture();
    let out = small.path();
    for _ in 0..2 {
        let ran = fixture.mts(&["run", "--all", "--out", &out]);
        assert_eq!(ran.code, fixture.mts(&["run", "--all"]).code, "{}", ran.stderr);
        assert!(small.folder.path().join("report.json").is_file());
        // The run removes the files of an earlier run.
        assert!(!small.folder.path().join("left").exists());
        std::fs::create_dir(small.folder.path().join("left")).expect("a folder");
    }
}

#[test]
#[ignore = "needs root, who may mount a small disk: `cargo test -- --ignored`"]
fn code_under_test_gets_an_exception_on_a_full_disk() {
    let small = Small::with_size("8m");
    // The scratch folder is in the temporary folder of the process that starts the worker, so the
    // test starts another process.
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
