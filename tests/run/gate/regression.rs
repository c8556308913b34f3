//! Tests that the gate judges a pull request only by its own changes. Disagreements that also exist
//! at the base do not block, the report shows fixed disagreements first, and new disagreements
//! block.

use crate::support::{Fixture, Ran};

const JAVA: &str = "public class Even {\n    static boolean even(int n) {\n        return n % 2 == 0;\n    }\n}\n";

/// Runs the tool on a change of the port's body.
fn changed(before: &str, after: &str) -> Ran {
    let port = |body: &str| format!("def even(n):\n    return {body}\n");
    let fixture = Fixture::empty();
    fixture.write("Even.java", JAVA).write("even.py", port(before)).write("mts.yml", "inputs: {seed: 7}\n");
    fixture.commit("before");
    fixture.write("even.py", port(after)).commit("after");
    fixture.mts(&["run", "--base", "HEAD~1"])
}

fn count(ran: &Ran, key: &str) -> u64 {
    ran.pair("Even.even")["disagreements"][key].as_u64().expect("a count")
}

#[test]
fn a_change_that_fixes_some_disagreements_passes_and_says_so_first() {
    let ran = changed("n < 0 or n % 2 == 0", "n < -4 or n % 2 == 0");
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(count(&ran, "new"), 0);
    assert!(count(&ran, "fixed") > 0 && count(&ran, "same_at_base") > 0, "{}", ran.stdout);
    let headline = ran.report()["headline"].as_str().expect("a headline").to_owned();
    assert!(headline.starts_with("Passed with warnings: the change fixes 1 input; "), "{headline}");
    let warnings = ran.report()["gate"]["warnings"].to_string();
    assert!(warnings.contains("the base has the same disagreements; the change fixes 1 input"), "{warnings}");
    let findings = ran.pair("Even.even")["findings"].as_array().expect("a list").clone();
    let finding = findings.iter().find(|finding| finding["kind"] == "original").expect("it still differs");
    assert!(finding["cause"].as_str().is_some_and(|cause| cause.ends_with("; the same at the base")), "{finding}");
}

#[test]
fn a_change_that_fixes_everything_passes_and_its_headline_says_so() {
    let ran = changed("n < 0 or n % 2 == 0", "n % 2 == 0");
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert_eq!((count(&ran, "new"), count(&ran, "same_at_base")), (0, 0));
    let headline = ran.report()["headline"].as_str().expect("a headline").to_owned();
    let fixes = format!("Passed with warnings: the change fixes {} inputs; ", count(&ran, "fixed"));
    assert!(headline.starts_with(&fixes), "{headline}");
}

#[test]
fn a_new_disagreement_blocks_and_is_shown_before_old_ones() {
    let ran = changed("n < 0 or n % 2 == 0", "n < 0 or n == 0");
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    assert!(count(&ran, "new") > 0 && count(&ran, "same_at_base") > 0, "{}", ran.stdout);
    let all = ran.pair("Even.even")["findings"].as_array().expect("a list").clone();
    let old: Vec<bool> = all.iter().map(|finding| finding["same_at_base"] == true).collect();
    assert!(!old[0] && old.is_sorted(), "{old:?}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_port_that_is_rewritten_so_that_nothing_can_be_mirrored_fails() {
    let java = "public class Sum {\n    static int sum(int[] a) {\n        int s = 0;\n        for (int i = 0; i < a.length; i++) {\n            s += a[i];\n        }\n        return s;\n    }\n}\n";
    let fixture = Fixture::empty();
    let loops = "def sum(a):\n    s = 0\n    for i in range(len(a)):\n        s += a[i]\n    return s\n";
    fixture.write("Sum.java", java).write("sum.py", loops).commit("before");
    fixture.write("sum.py", "import functools\n\n\ndef sum(a):\n    return functools.reduce(int.__add__, a, 0)\n");
    fixture.commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
    let headline = ran.report()["headline"].as_str().expect("a headline").to_owned();
    assert!(headline.contains("any more: ") && headline.contains("the gate cannot judge"), "{headline}");
    assert_eq!(fixture.mts(&["run", "--base", "HEAD~1", "--on-newly-inconclusive", "warn"]).code, 0);
}

#[test]
fn a_method_on_objects_is_compared_with_its_base() {
    let java = "public class Total {\n    private int sum;\n\n    Total(int start) {\n        sum = start % 1000;\n    }\n\n    void add(int n) {\n        sum += n % 1000;\n    }\n\n    int twice() {\n        return sum * 2;\n    }\n}\n";
    let port = |body: &str| {
        let class = "import math\n\n\nclass Total:\n    def __init__(self, start):\n        self.sum = int(math.fmod(start, 1000))\n\n    def add(self, n):\n        self.sum += int(math.fmod(n, 1000))\n\n    def twice(self):\n        return";
        format!("{class} {body}\n")
    };
    let fixture = Fixture::empty();
    fixture.write("java/Total.java", java).write("python/total.py", port("self.sum * 2 + 1")).commit("before");
    fixture.write("python/total.py", port("self.sum * 2")).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--operators", "AORB"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let pair = ran.pair("Total.twice");
    assert_eq!((&pair["base"]["ca_tests"], &pair["head"]["ca_tests"]), (&0.0.into(), &1.0.into()), "{pair}");
    let notes = ran.report()["notes"].to_string();
    assert!(!notes.contains("cannot run at the base"), "{notes}");
}
