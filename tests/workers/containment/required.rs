//! Tests that the tool reports the protections in force.
//!
//! The tool fails if a required protection is not available.

use super::*;
use mts_model::SandboxMode;
use std::process::Command;

#[test]
fn a_worker_reports_the_sandbox_that_applies_for_each_setting() {
    let sandbox_lines = |confinement: SandboxMode| {
        let mut options = quick();
        options.confinement = confinement;
        let mut cpython = Cpython::start(&options).expect("starts");
        cpython.ready().expect("stands");
        cpython.sandbox()
    };
    for insisted in [SandboxMode::Auto, SandboxMode::Required] {
        let lines = sandbox_lines(insisted);
        let begin = ["rlimits: core 0, file size", "landlock: v", "seccomp: no sockets"];
        assert!(lines.iter().zip(begin).all(|(line, begin)| line.starts_with(begin)), "{lines:?}");
    }
    let lines = sandbox_lines(SandboxMode::Off);
    assert!(lines[0].starts_with("rlimits: core 0"), "{lines:?}");
    assert_eq!(lines[1], "files and system calls: not restricted, as configured");
}

/// Runs the program on a system without a system call.
///
/// The call fails as on a kernel that does not support it.
fn without(call: u32, mode: &str) -> (i32, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Half.java"), "class Half { static int half(int n) { return n / 2; } }")
        .expect("written");
    std::fs::write(folder.path().join("half.py"), "def half(n):\n    return int(n / 2)\n").expect("written");
    // A seccomp filter: load the number, compare, fail with ENOSYS, else allow.
    let script = format!(
        "import ctypes, os, struct, sys\nlibc = ctypes.CDLL(None)\n\
         code = b''.join(struct.pack('HBBI', *line) for line in ((0x20, 0, 0, 0), (0x15, 0, 1, {call}), \
         (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7fff0000)))\n\
         text = ctypes.create_string_buffer(code)\n\
         program = ctypes.create_string_buffer(struct.pack('HxxxxxxP', 4, ctypes.addressof(text)))\n\
         assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program) == 0\n\
         os.execv(sys.argv[1], sys.argv[1:])\n"
    );
    let ran = Command::new("python3")
        .args(["-c", &script, env!("CARGO_BIN_EXE_cargo-mts"), "check", "Half.java", "half.py", "--sandbox", mode])
        .current_dir(folder.path())
        .output()
        .expect("runs");
    let report = std::fs::read_to_string(folder.path().join("mts-out/report.json")).unwrap_or_default();
    (ran.status.code().unwrap_or(-1), String::from_utf8_lossy(&ran.stderr).into_owned(), report)
}

/// The number of `landlock_create_ruleset`, the same on every architecture.
const LANDLOCK: u32 = 444;

#[test]
fn a_required_sandbox_that_is_not_available_is_an_error_with_help() {
    let (code, said, _) = without(LANDLOCK, "required");
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("a part of the sandbox is missing: cargo mts cannot apply Landlock: "), "{said}");
    assert!(said.contains("run on Linux 5.13 or newer") && said.contains("`sandbox: auto`"), "{said}");
}

#[test]
fn an_automatic_sandbox_reports_the_parts_that_do_not_apply() {
    let (code, said, report) = without(LANDLOCK, "auto");
    assert!([0, 10, 11].contains(&code), "{code}: {said}");
    assert!(report.contains("cargo mts cannot apply Landlock: "), "{report}");
    assert!(report.contains("seccomp: no sockets"), "{report}");
}
