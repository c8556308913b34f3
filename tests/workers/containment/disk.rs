//! Tests a full disk and a slow disk. The slow disk needs the program strace.

mod small;

use super::*;
use crate::support::Fixture;
use std::process::Command;

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
#[ignore = "needs strace: `cargo test -- --ignored`"]
fn a_slow_disk_does_not_change_the_report() {
    // The system calls that each take a millisecond longer, in the tool and in all processes that
    // it starts.
    const SLOWED: &str = "openat,unlinkat,unlink,mkdir,rename,write,pwrite64,fsync,ftruncate";
    let fixture = fixture();
    let plain = fixture.mts(&["run", "--all"]);
    let (trace, inject) = (format!("trace={SLOWED}"), format!("inject={SLOWED}:delay_enter=1000"));
    let slowly = ["strace", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject];
    let trial = Command::new(slowly[0]).args(&slowly[1..]).arg("true").output();
    assert!(trial.is_ok_and(|done| done.status.success()), "strace is missing, or may not trace here");
    let slow = fixture.mts_under(&slowly, &["run", "--all"]);
    assert_eq!((slow.code, still(&slow)), (plain.code, still(&plain)), "{}", slow.stderr);
}
