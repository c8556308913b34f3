//! Tests that a pull request cannot take a pair out of the gate.
//!
//! The pull request may try another mapping, a suite file, or a hidden file.

use crate::support::{Fixture, Ran};

const JAVA: &str = "public class Calc {\n    static int sub(int a, int b) {\n        return a - b;\n    }\n}\n";
const PORT: &str = "def sub(a, b):\n    return a - b\n";

/// Runs a change of the port, of other files and of the configuration.
fn changed(files: &[(&str, &str)], arguments: &[&str]) -> Ran {
    let fixture = Fixture::empty();
    fixture.write("Calc.java", JAVA).write("calc.py", PORT).write("mts.yml", "inputs: {seed: 7}\n").commit("before");
    for (path, text) in files {
        fixture.write(path, text);
    }
    fixture.commit("after");
    fixture.mts(&[&["run", "--base", "HEAD~1"], arguments].concat())
}

fn ports(ran: &Ran) -> Vec<&str> {
    let pairs = ran.report()["pairs"].as_array().expect("pairs");
    pairs.iter().map(|pair| pair["python"]["file"].as_str().expect("a file")).collect()
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_pair_of_the_base_is_measured_in_addition_to_a_mapping_of_the_change() {
    let wrong = "def sub(a, b):\n    return a - b - 1\n";
    let map = "inputs: {seed: 7}\npairs: [{java: Calc.sub, python: \"other.py:sub\"}]\n";
    let marked = format!("# mts: port-of Calc.sub(int,int)\n{PORT}");
    for files in [
        [("calc.py", wrong), ("other.py", PORT), ("mts.yml", map)],
        [("calc.py", wrong), ("other.py", marked.as_str()), ("x.md", "")],
    ] {
        let ran = changed(&files, &[]);
        assert_eq!(ports(&ran), ["calc.py", "other.py"], "{}", ran.stdout);
        assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
        assert!(
            ran.stdout.contains("the run also compares 1 pair of the base: `Calc.sub` with calc.py:sub"),
            "{}",
            ran.stdout
        );
        assert!(ran.stdout.contains("in an earlier pull request, or accept the findings"), "{}", ran.stdout);
    }
    let ran = changed(&[("calc.py", wrong), ("other.py", PORT), ("mts.yml", map)], &["--pair", "other.py:sub"]);
    assert_eq!(ports(&ran), ["other.py"], "{}", ran.stdout);
    assert!(!ran.stdout.contains("the run also compares"), "a note only on measured pairs: {}", ran.stdout);
}

#[test]
fn a_change_of_arguments_does_not_hide_a_port_that_swaps_them() {
    let map = "inputs: {seed: 7}\npairs: [{java: Calc.sub, python: \"calc.py:sub\", arguments: [1, 0]}]\n";
    let ran = changed(&[("calc.py", "def sub(a, b):\n    return b - a\n"), ("mts.yml", map)], &[]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("the run maps the arguments of"), "{}", ran.stdout);
}

#[test]
fn the_getter_and_the_setter_of_a_property_keep_their_own_functions() {
    let java = |limit: &str| {
        format!(
            "public class Box {{\n    private int size = 1;\n    public int size() {{\n        return size;\n    }}\n    \
             public void setSize(int size) {{\n        this.size = Math.max({limit}, size);\n    }}\n}}\n"
        )
    };
    let port = |limit: &str| {
        format!(
            "class Box:\n    def __init__(self):\n        self._size = 1\n\n    @property\n    def size(self):\n        \
             return self._size\n\n    @size.setter\n    def size(self, size):\n        self._size = max({limit}, size)\n"
        )
    };
    let fixture = Fixture::empty();
    fixture.write("Box.java", java("0")).write("box.py", port("0")).commit("before");
    fixture.write("Box.java", java("2")).write("box.py", port("2")).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--all", "--operators", "SDL"]);
    assert_eq!(ports(&ran), ["box.py", "box.py"], "{}", ran.stdout);
    assert!(!ran.stdout.contains("the run also compares"), "{}", ran.stdout);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_correct_renaming_reordering_or_new_mapping_passes() {
    let reordered = "def sub(b, a):\n    return a - b\n";
    let map = "inputs: {seed: 7}\npairs: [{java: Calc.sub, python: \"calc.py:subtract\"}]\n";
    let delegating = "from other import sub as subtract\n\n\ndef sub(a, b):\n    return subtract(a, b)\n";
    let to_other = "inputs: {seed: 7}\npairs: [{java: Calc.sub, python: \"other.py:sub\"}]\n";
    for files in [
        [("calc.py", reordered), ("x.md", "")].as_slice(),
        &[("calc.py", "def subtract(a, b):\n    return a - b\n"), ("mts.yml", map)],
        &[("calc.py", delegating), ("other.py", PORT), ("mts.yml", to_other)],
    ] {
        let ran = changed(files, &["--on-newly-inconclusive", "warn"]);
        assert_eq!(ran.code, 0, "{files:?} {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn inputs_of_a_suite_file_do_not_displace_inputs_that_show_a_difference() {
    let java = JAVA.replace("return a - b;", "int d = a - b;\n        return d < 0 ? -d : d;");
    let port = "def sub(a, b):\n    d = a - b\n    return -d if d < 0 else d\n";
    let fixture = Fixture::empty();
    fixture.write("Calc.java", java).write("calc.py", port).commit("before");
    let inputs: Vec<String> = (0..40).map(|n| format!("{{\"args\": [{}, {n}]}}", 2 * n)).collect();
    let suite = format!("{{\"version\": 1, \"pair\": \"Calc.sub\", \"inputs\": [{}]}}", inputs.join(", "));
    fixture.write("calc.py", port.replace("-d if d < 0 else d", "d")).write("mts/inputs/a.json", suite).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.head("Calc.sub", "inputs") > 60, "{}", ran.stdout);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_input_that_the_change_removes_from_a_suite_file_still_runs() {
    let suite = |inputs: &str| format!("{{\"version\": 1, \"pair\": \"Calc.sub\", \"inputs\": [{inputs}]}}");
    let kept = "{\"args\": [1, 2]}";
    let fixture = Fixture::empty();
    fixture.write("Calc.java", JAVA).write("calc.py", PORT);
    fixture.write("mts/inputs/a.json", suite(&format!("{kept}, {{\"args\": [918273, -564738]}}"))).commit("before");
    let port = "def sub(a, b):\n    return 0 if a * 7 + b == 5863173 else a - b\n";
    fixture.write("calc.py", port).write("mts/inputs/a.json", suite(kept)).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    // If the types of the function change too, the old inputs do not fit.
    fixture.write("Calc.java", JAVA.replace("int a, int b", "String a, int b").replace("a - b", "a.length() - b"));
    fixture.write("calc.py", "def sub(a, b):\n    return len(a) - b\n");
    fixture.write("mts/inputs/a.json", suite("{\"args\": [\"x\", 2]}")).commit("other types");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_field_with_another_value_is_found_in_a_class_that_extends_another_class() {
    let java = |head: &str| {
        format!(
            "public class Box{head} {{\n    int n = 5;\n\n    int get(int x) {{\n        if (x > 3) {{\n            \
             return n + x;\n        }}\n        return n - x;\n    }}\n}}\n"
        )
    };
    let port = |n: i32| {
        format!(
            "class Box:\n    def __init__(self):\n        self.n = {n}\n\n    def get(self, x: int) -> int:\n        \
             if x > 3:\n            return self.n + x\n        return self.n - x\n"
        )
    };
    let fixture = Fixture::empty();
    fixture.write("Box.java", java("")).write("box.py", port(5)).commit("before");
    fixture.write("Box.java", java(" extends java.util.Random")).write("box.py", port(6)).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_pair_whose_file_the_change_hides_is_newly_inconclusive() {
    let mut latin = PORT.as_bytes().to_vec();
    latin.extend(b"# \xe4\n");
    let large = format!("{PORT}#{}\n", "x".repeat(4_300_000)).into_bytes();
    for (text, why) in [(latin, "not UTF-8"), (large, "larger than 4 MiB")] {
        let fixture = Fixture::empty();
        fixture.write("Calc.java", JAVA).write("calc.py", PORT).commit("before");
        fixture.write("calc.py", text).commit("after");
        let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
        assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
        assert!(
            ran.stdout.contains("any more: ")
                && ran.stdout.contains("the gate cannot judge")
                && ran.stdout.contains(why),
            "{}",
            ran.stdout
        );
        assert_eq!(fixture.mts(&["run", "--base", "HEAD~1", "--on-newly-inconclusive", "warn"]).code, 0);
    }
}

#[test]
#[cfg(unix)]
fn a_link_in_the_place_of_a_file_or_a_syntax_error_on_both_sides_is_newly_inconclusive() {
    let fixture = Fixture::empty();
    fixture.write("Calc.java", JAVA).write("calc.py", PORT).commit("before");
    fixture.write("calc.inc", "def sub(a, b):\n    return a - b - 1\n").remove("calc.py");
    std::os::unix::fs::symlink("calc.inc", fixture.path().join("calc.py")).expect("linked");
    fixture.commit("link");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("after the change, cargo mts cannot read calc.py: a symbolic link"), "{}", ran.stdout);
    let broken = JAVA.replace("return a - b;", "return a -;");
    let ran = changed(&[("Calc.java", broken.as_str()), ("calc.py", "def sub(a, b):\n    return a - - )\n")], &[]);
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_new_port_that_is_correct_only_in_some_runs_fails() {
    let fixture = Fixture::empty();
    fixture.write("Calc.java", JAVA).commit("before");
    let port = "import time\n\n\ndef sub(a, b):\n    return a - b if time.perf_counter_ns() % 2 else a - b - 1\n";
    fixture.write("calc.py", port).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    let findings = ran.original_findings("Calc.sub");
    let text = "the port is not deterministic: two runs differ";
    assert!(findings.iter().any(|(level, cause)| level == "error" && cause.contains(text)), "{findings:?}");
    let report = ran.pair("Calc.sub").to_string();
    assert!(report.contains("has different outcomes in two runs"), "{report}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_port_cannot_hide_a_wrong_result_in_a_value_that_the_tool_cannot_compare() {
    let fixture = Fixture::empty();
    let write = |path: String, text: String| _ = fixture.write(&path, text);
    let waiting = "import asyncio\n\n\nasync def waiting():\n    await asyncio.sleep(1)\n\n\n";
    let java = "public class Calc {\n    static class Range {\n        int lo, hi;\n        Range(int lo, int hi) {\n            \
                this.lo = lo;\n            this.hi = hi;\n        }\n    }\n    static Range sub(int a, int b) {\n        \
                return a < b ? new Range(a, b) : new Range(b, a);\n    }\n}\n";
    let class = "class Range:\n    def __init__(self, lo, hi):\n        self.lo = lo\n        self.hi = hi\n\n\n\
                 class Part:\n    def __init__(self, lo):\n        self.lo = lo\n\n\n";
    let ordered = "    return Range(a, b) if a < b else Range(b, a)\n";
    let cases = [
        (JAVA, waiting, "    return a - b\n", "[0] * 100001"),
        (JAVA, waiting, "    return a - b\n", "waiting()"),
        (java, class, ordered, "7"),
        (java, class, ordered, "[a]"),
        (java, class, ordered, "Part(a)"),
        (java, class, ordered, "{'lo': a}"),
    ];
    for (n, (java, start, right, _)) in cases.iter().enumerate() {
        write(format!("Calc{n}.java"), java.replace("Calc", &format!("Calc{n}")));
        write(format!("calc{n}.py"), format!("{start}def sub(a, b):\n{right}"));
    }
    fixture.write("mts.yml", "inputs: {seed: 7}\n").commit("before");
    for (n, (_, start, right, wrong)) in cases.iter().enumerate() {
        write(format!("calc{n}.py"), format!("{start}def sub(a, b):\n    if a > 50:\n        return {wrong}\n{right}"));
    }
    fixture.commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    for (n, (.., wrong)) in cases.iter().enumerate() {
        let pair = ran.pair(&format!("Calc{n}.sub"));
        assert_eq!(pair["status"], "failed", "{wrong}: {pair}");
    }
}
