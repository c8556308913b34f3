//! Tests `benches/causes.py` on ports with known latent differences. A kill disappears if its cause
//! is repaired, and no other repair removes it.

use serde_json::json;
use std::process::Command;

/// Writes a corpus with a port that floors where Java truncates, and a correct port. Both ports
/// agree with Java on the inputs.
fn corpus() -> String {
    let row = |id: &str, java: &str, python: &str| {
        json!({"id": id, "java": format!("class A {{\n    static int f(int n) {{\n        {java}\n    }}\n}}\n"),
               "java_class": "A", "java_method": "f", "java_return": "int", "java_params": ["int"],
               "python": format!("def f(n):\n    {python}\n"), "inputs": [[3], [8], [0], [21]]})
        .to_string()
    };
    let floors = row("FLOORS", "return (n + 1) / 2;", "return (n + 1) // 2");
    let same = row("SAME", "if (n - 3 > 0) return 1; return 0;", "return 1 if n - 3 > 0 else 0");
    format!("{floors}\n{same}\n")
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_kill_disappears_only_with_the_repair_of_its_cause() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus_file = folder.path().join("corpus.jsonl");
    std::fs::write(&corpus_file, corpus()).expect("writes");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/causes.py");
    let ran = Command::new("python3")
        .args([script, env!("CARGO_BIN_EXE_cargo-mts")])
        .arg(&corpus_file)
        .args(["--repairs", "di", "--draw", "1", "--", "--operators", "AORB,AOIU,LOI", "--strict-types"])
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
    let count = |name: &str| -> usize {
        let line = said.lines().find(|line| line.trim_start().starts_with(name));
        let numbers = line.and_then(|line| line.trim_start().strip_prefix(name)).expect("a row");
        numbers.split_whitespace().next().and_then(|n| n.parse().ok()).expect("a number")
    };
    let kills: usize = said.split_whitespace().next().and_then(|n| n.parse().ok()).expect("a number");
    assert!(kills > 0, "{said}");
    assert_eq!(count("division truncates"), kills, "{said}");
    assert_eq!(count("remainder has the sign of its dividend"), 0, "{said}");
    assert_eq!(count("no repair"), 0, "{said}");
    assert!(said.contains("## 1 FLOORS ") && said.contains("causes: division truncates"), "{said}");
    assert!(!said.contains("integers wrap"), "only what was asked for: {said}");
}
