//! Tests that a change cannot take a pair out of the tests by code that the tool cannot run.

use crate::support::{Fixture, Ran};

const JAVA: &str = "public class Calc {\n    static int sub(int a, int b) {\n        return a - b;\n    }\n}\n";
const PORT: &str = "def sub(a, b):\n    return a - b\n";

/// Commits both sides and then the given files, and compares the commits.
fn changed(files: &[(&str, &str)]) -> Ran {
    let fixture = Fixture::empty();
    fixture.write("Calc.java", JAVA).write("calc.py", PORT).commit("before");
    for (path, text) in files {
        fixture.write(path, text);
    }
    fixture.commit("after");
    fixture.mts(&["run", "--base", "HEAD~1"])
}

/// Checks that the gate cannot judge the pair any more, for this reason.
#[track_caller]
fn is_untested(ran: &Ran, why: &str) {
    is_untested_as(ran, "int,int", why);
}

/// As [`is_untested`], for a pair with these parameter types at the head.
#[track_caller]
fn is_untested_as(ran: &Ran, types: &str, why: &str) {
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
    let headline = ran.report()["headline"].as_str().expect("a headline");
    assert!(headline.contains(&format!("cannot judge `Calc.java#Calc.sub({types})` any more: ")), "{headline}");
    assert!(headline.contains(why), "{headline}");
}

#[test]
fn java_that_no_longer_compiles_is_newly_inconclusive() {
    let java = JAVA.replace("return a - b;", "String s = a;\n        return a - b - 1;");
    is_untested(&changed(&[("Calc.java", &java)]), "the Java side does not compile");
    // Java does not compile at the base either.
    let fixture = Fixture::empty();
    fixture.write("Calc.java", &java).write("calc.py", PORT).commit("before");
    fixture.write("Calc.java", java.replace("- 1", "- 2")).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_method_that_becomes_native_is_newly_inconclusive() {
    let java = "public class Calc {\n    static native int sub(int a, int b);\n}\n";
    is_untested(&changed(&[("Calc.java", java)]), "the change replaces the Java function by the code in line 2");
}

#[test]
fn a_port_that_becomes_a_variable_or_an_import_is_newly_inconclusive() {
    let other = "def less(a, b):\n    return a - b - 1\n";
    for port in [
        "sub = lambda a, b: a - b - 1\n",
        "from other import less as sub\n",
        "import other\n\nglobals()[\"sub\"] = other.less\n",
        "class sub:\n    def __new__(cls, a, b):\n        return a - b - 1\n",
    ] {
        let ran = changed(&[("calc.py", port), ("other.py", other)]);
        assert_ne!(ran.code, 0, "{port}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.code == 11 || ran.reasons().contains("by the code in line"), "{port}: {}", ran.reasons());
    }
}

#[test]
fn a_pair_whose_types_get_no_inputs_any_more_is_newly_inconclusive() {
    let java = "public class Calc {\n    static int sub(java.util.concurrent.locks.Lock a, int b) {\n        return b;\n    }\n}\n";
    let ran = changed(&[("Calc.java", java)]);
    is_untested_as(&ran, "java.util.concurrent.locks.Lock,int", "cannot generate values for parameter `a`");
}

#[test]
fn a_note_names_a_pair_of_which_both_sides_go_and_nothing_fails() {
    let fixture = Fixture::empty();
    let kept = "public class Keep {\n    static int one(int n) {\n        return n;\n    }\n}\n";
    fixture.write("Keep.java", kept).write("keep.py", "def one(n):\n    return n\n");
    fixture.write("Calc.java", JAVA).write("calc.py", PORT).commit("before");
    fixture.remove("Calc.java").remove("calc.py").commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--on-inconclusive", "fail"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let notes = ran.report()["notes"].to_string();
    assert!(notes.contains("the change removes both sides of a pair: `Calc.sub` and its port calc.py:sub"), "{notes}");
}

#[test]
fn the_files_of_a_change_count_whatever_gitattributes_says() {
    let attributes = "*.py -diff binary linguist-generated export-ignore\n*.java binary export-ignore\n";
    let ran = changed(&[(".gitattributes", attributes), ("calc.py", "def sub(a, b):\n    return a - b - 1\n")]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
}
