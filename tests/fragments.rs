//! Fragments on the real runtimes: the twelve worked examples of the specification come out with the verdict that
//! it gives them, and a port that is right has none that differs.

#![expect(clippy::expect_used, reason = "a test tells its failure by a panic")]

mod support;

use serde_json::{Value as Json, json};
use std::path::Path;
use support::mts_in;

/// The fragment of each example, and its verdict.
const EXAMPLES: [(&str, &str, &str); 12] = [
    ("R1", "h % n", "masked"),
    ("R2", "(lo + hi) / 2", "latent"),
    ("R3", "n >>> 1", "confirmed"),
    ("R4", "(char) ('a' + (c - 'a' + k) % 26)", "confirmed"),
    ("R5", "s.charAt(i) - '0'", "confirmed"),
    ("R6", "int m = Integer.MIN_VALUE; for (int x : a) m = Math.max(m, x);", "confirmed"),
    ("R7", "while (i < a.length && a[i++] != key) c++;", "confirmed"),
    ("R8", "k > 0 & limit / k > 2", "confirmed"),
    ("R9", "\"total=\" + total", "confirmed"),
    ("R10", "v.get(i) != v.get(i - 1)", "confirmed"),
    ("R11", "java.util.Arrays.sort(w, (a, b) -> b.length() - a.length()); return String.join(\",\", w);", "confirmed"),
    ("R12", "int[][] g = new int[n][m]; g[r][c] = 1;", "confirmed"),
];

/// The lines of `--per-pair`.
fn examined(corpus: &Path, more: &[&str]) -> Vec<Json> {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = corpus.to_str().expect("a path");
    let ran = mts_in(folder.path(), &[&["fragments", "--corpus", corpus, "--per-pair", "out"], more].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = std::fs::read_to_string(folder.path().join("out")).expect("lines");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_worked_examples_have_the_verdicts_that_the_specification_gives_them() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/fragments/examples.jsonl");
    let pairs = examined(&corpus, &[]);
    for (id, text, verdict) in EXAMPLES {
        let pair = pairs.iter().find(|pair| pair["name"] == id).expect("examined");
        assert_eq!(pair["agrees"], true, "{id}: the functions agree on their tests");
        let rows = pair["fragments"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["java"] == text).expect("admitted");
        assert_eq!(row["verdict"], verdict, "{id}: {row:#}");
        assert!(row["contexts"].as_u64() > Some(5), "{row:#}");
        let shows = verdict == "confirmed";
        assert_eq!(row["functions"].is_string(), shows, "an input shows what is confirmed, and nothing else: {row:#}");
    }
}

fn row(id: &str, java: &str, python: &str, types: &[&str], returns: &str, inputs: &Json) -> String {
    let row = json!({"id": id, "java": format!("class A {{ {java} }}"), "java_class": "A", "java_method": "f",
                     "java_return": returns, "java_params": types, "python": python, "inputs": inputs});
    format!("{row}\n")
}

#[test]
fn a_port_that_is_right_has_no_fragment_that_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("corpus");
    let java = "static int f(int a, int b) { if (b == 0) return 0; int s = 0; for (int i = 0; i < 3; i++) { if (a / b > i) s = (s ^ i) & 7; } return s; }";
    let python = "def jdiv(a, b):\n    q = abs(a) // abs(b)\n    q = q if (a < 0) == (b < 0) else -q\n    return (q + 2**31) % 2**32 - 2**31\n\ndef f(a, b):\n    if b == 0:\n        return 0\n    s = 0\n    for i in range(3):\n        if jdiv(a, b) > i:\n            s = (s ^ i) & 7\n    return s\n";
    let inputs = json!([[7, 2], [-7, 2], [0, 0], [9, -3]]);
    std::fs::write(&path, row("RIGHT", java, python, &["int", "int"], "int", &inputs)).expect("writes");
    let pair = &examined(&path, &[])[0];
    let scores = &pair["scores"];
    assert!(scores["tested"].as_u64() > Some(2), "{pair:#}");
    for word in ["confirmed", "latent", "masked"] {
        assert_eq!(scores[word], 0, "{pair:#}");
    }
    // The same division as Python writes it differs, and the guard keeps the zero out.
    let wrong = python.replace("jdiv(a, b) > i", "a // b > i");
    std::fs::write(&path, row("WRONG", java, &wrong, &["int", "int"], "int", &inputs)).expect("writes");
    let pair = &examined(&path, &[])[0];
    let rows = pair["fragments"].as_array().expect("rows");
    let division = rows.iter().find(|row| row["java"] == "a / b").expect("admitted");
    assert!(["confirmed", "latent", "masked"].map(Json::from).contains(&division["verdict"]), "{division:#}");
    assert!(!division["context"].as_str().expect("a context").contains("b = 0"), "{division:#}");
}
