//! Tests that a change cannot take a pair out of the tests.
//!
//! Such a change has code that the tool cannot run.

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
}

/// A port that is wrong if `a` is greater than `b`.
const WRONG: &str = "def sub(a, b):\n    if a > b:\n        return 7\n    return a - b\n";

/// Commits a wrong port, and this Java statement that hides its mistake. Returns the run and its lost inputs.
fn hidden(statement: &str) -> (Ran, u64) {
    let java = JAVA.replace("return", &format!("{statement}\n        return"));
    let ran = changed(&[("Calc.java", &java), ("calc.py", WRONG)]);
    let lost = ran.pair("Calc.sub")["disagreements"]["lost"].as_u64().expect("a number of inputs");
    (ran, lost)
}

/// Checks that the gate cannot judge the pair any more, because inputs are lost.
#[track_caller]
fn has_lost_inputs(ran: &Ran, lost: u64) {
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
    let headline = ran.report()["headline"].as_str().expect("a headline").to_owned();
    let why = format!("cannot judge `Calc.sub` any more: {lost} inputs that counted at the base do not count now");
    assert!(lost > 1 && headline.contains(&why), "{headline}");
}

#[test]
fn a_new_java_assertion_cannot_remove_inputs_of_the_base_from_the_domain() {
    let (ran, lost) = hidden("assert a <= b;");
    has_lost_inputs(&ran, lost);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn java_that_loops_or_fails_to_link_or_exits_cannot_hide_a_mistake_of_the_port() {
    for statement in ["while (a > b) { }", "if (a > b) { throw new NoClassDefFoundError(); }"] {
        let (ran, lost) = hidden(statement);
        has_lost_inputs(&ran, lost);
    }
    let (ran, lost) = hidden("if (a > b) { return (int) System.nanoTime(); }");
    assert!([10, 11, 12].contains(&ran.code) && lost > 0, "{}{}", ran.stdout, ran.stderr);
    let (ran, _) = hidden("if (a > b) { System.exit(3); }");
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn inputs_outside_of_the_domain_on_which_both_sides_agree_are_not_lost() {
    let java = JAVA.replace("return", "if (a > b) { throw new ArrayIndexOutOfBoundsException(); }\n        return");
    let port = "def sub(a, b):\n    if a > b:\n        raise IndexError()\n    return a - b\n";
    let ran = changed(&[("Calc.java", &java), ("calc.py", port)]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.pair("Calc.sub")["disagreements"]["lost"], 0);
}

/// Java that does not compile.
const INVALID: &str =
    "public class Calc {\n    static int sub(int a, int b) {\n        String s = a;\n        return a - b;\n    }\n}\n";

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_pair_that_the_tool_could_not_compare_at_the_base_is_not_newly_inconclusive() {
    let edited = INVALID.replace("a - b", "a - b - 1");
    let other_types = INVALID.replace("int a", "long a");
    let no_inputs = INVALID.replace("int a", "java.util.concurrent.locks.Lock a");
    let native = "public class Calc {\n    static native int sub(int a, int b);\n}\n";
    let port = "sub = lambda a, b: a - b - 1\n";
    let changes = [(&*edited, PORT), (&*other_types, PORT), (&*no_inputs, PORT), (native, PORT), (INVALID, port)];
    let fixture = Fixture::empty();
    let write = |n: usize, java: &str, port: &str| {
        fixture.write(&format!("Calc{n}.java"), java.replace("Calc", &format!("Calc{n}")));
        fixture.write(&format!("calc{n}.py"), port);
    };
    (0..changes.len()).for_each(|n| write(n, INVALID, PORT));
    fixture.commit("before");
    changes.iter().enumerate().for_each(|(n, (java, port))| write(n, java, port));
    fixture.commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_change_of_the_signature_on_both_sides_passes_if_the_pair_still_runs() {
    let java = JAVA.replace("int a, int b", "long a, int b, int c").replace("int sub", "long sub");
    let java = java.replace("a - b", "a - b - c");
    let port = "def sub(a, b, c):\n    return a - b - c\n";
    let ran = changed(&[("Calc.java", &java), ("calc.py", port)]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.pair("Calc.sub")["base"], serde_json::Value::Null);
    // The change of the signature does not hide that Java does not compile any more.
    let invalid = java.replace("return", "String s = b;\n        return");
    is_untested_as(&changed(&[("Calc.java", &invalid), ("calc.py", port)]), "long,int,int", "does not compile");
}

#[test]
fn a_method_that_becomes_native_is_newly_inconclusive() {
    let java = "public class Calc {\n    static native int sub(int a, int b);\n}\n";
    is_untested(&changed(&[("Calc.java", java)]), "the change replaces the Java function by the code in line 2");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
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
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_port_that_code_makes_at_run_time_is_newly_inconclusive() {
    for port in [
        "def __getattr__(name):\n    return lambda a, b: a - b - 1\n",
        "exec('s' + 'ub = lambda a, b: a - b - 1')\n",
        "globals()['s' + 'ub'] = lambda a, b: a - b - 1\n",
        "eval('(s' 'ub := lambda a, b: a - b - 1)')\n",
        "(lambda: 1).__globals__['s' + 'ub'] = lambda a, b: a - b - 1\n",
        "setattr(__import__(__name__), 's' + 'ub', lambda a, b: a - b - 1)\n",
    ] {
        let ran = changed(&[("calc.py", port)]);
        is_untested(&ran, "the change replaces the port calc.py:sub by the code in line 1");
    }
}

#[test]
fn a_port_that_the_change_removes_or_renames_is_newly_inconclusive() {
    for port in ["", "def other(x):\n    return [x]\n"] {
        is_untested(&changed(&[("calc.py", port)]), "the change removes the port calc.py:sub");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_port_with_a_new_name_or_form_is_compared_with_the_port_of_the_base() {
    let java = "public class Calc {\n    static int pick(int a, int b) {\n        return a - b;\n    }\n}\n";
    let port = "def pick(a: int, b: int) -> int:\n    return a - b\n";
    let nested = "def outer(k):\n    def pick(a: int, b: int) -> int:\n        return a - b - k\n    return pick\n";
    let method = "class Calc:\n    def __init__(self, z):\n        self.z = z\n\n    def pick(self, a: int, b: int) -> int:\n        return a - b - 1\n";
    let wrong = "def select(a: int, b: int) -> int:\n    return a - b - 1\n";
    let right = "def pick_(a: int, b: int) -> int:\n    return a - b\n";
    for (new, is_right) in [(nested, false), (method, false), (wrong, false), (right, true)] {
        let fixture = Fixture::empty();
        fixture.write("java/Calc.java", java).write("python/calc.py", port).commit("before");
        fixture.write("python/calc.py", new).commit("after");
        let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
        assert_eq!(ran.code == 0, is_right, "{new}: {}{}{}", ran.code, ran.stdout, ran.reasons());
        if is_right {
            assert!(ran.pair("Calc.pick")["base"].is_object(), "{}", ran.stdout);
        }
    }
}

#[test]
fn a_port_that_moves_to_a_base_class_is_newly_inconclusive() {
    let java = "public class Calc {\n    int sub(int a, int b) {\n        return a - b;\n    }\n}\n";
    let port = "class Calc:\n    def sub(self, a, b):\n        return a - b\n";
    let base = "class Base:\n    def sub(self, a, b):\n        return a - b - 1\n\n\n";
    let below = format!("{base}class Calc(Base):\n    pass\n");
    let imported = "from base import Base\n\n\nclass Calc(Base):\n    pass\n";
    for files in [vec![("calc.py", below.as_str())], vec![("calc.py", imported), ("base.py", base)]] {
        let fixture = Fixture::empty();
        fixture.write("Calc.java", java).write("calc.py", port).commit("before");
        for (path, text) in &files {
            fixture.write(path, *text);
        }
        fixture.commit("after");
        let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
        is_untested(&ran, "the change moves the port calc.py:Calc.sub to a base class (");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn another_function_of_the_same_name_does_not_hide_a_replaced_port() {
    let wrong = "sub = lambda a, b: a - b - 1\n";
    let ran = changed(&[("calc.py", wrong), ("other.py", PORT)]);
    is_untested(&ran, "the change replaces the port calc.py:sub by the code in line 1");
    // A port that moves to another module stays a pair.
    let object = "class K:\n    def set(self, name):\n        setattr(self, name, 1)\n";
    for port in ["from other import sub\n", object] {
        let ran = changed(&[("calc.py", port), ("other.py", PORT)]);
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.pair("Calc.sub")["python"]["file"], "other.py", "{}", ran.report()["pairs"]);
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_removed_function_that_was_a_pair_only_by_chance_is_not_newly_inconclusive() {
    let fixture = Fixture::empty();
    let java = "public class Curves {\n    static double square(double x) {\n        return x * x;\n    }\n\n    static double bend(double x) {\n        double y = Math.abs(x);\n        y = Math.sqrt(y + 1) / 2;\n        return x > 0 ? y : (x < 0 ? -y : x);\n    }\n}\n";
    let cbrt =
        "def cbrt(x):\n    y = abs(x)\n    y = math.pow(y, 1 / 3.0)\n    return y if x > 0 else (-y if x < 0 else x)\n";
    let port = format!("import math\n\n\ndef square(x):\n    return x * x\n\n\n{cbrt}");
    fixture.write("Curves.java", java).write("curves.py", &port).commit("before");
    let before = fixture.mts(&["run", "--all"]);
    assert_eq!(before.pair("Curves.bend")["may_be_no_pair"], true, "{}", before.stdout);
    fixture.write("curves.py", port.replace(cbrt, "")).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.report()["skipped"].to_string().contains("the change removes the port curves.py:cbrt"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_pair_whose_types_no_longer_get_inputs_is_newly_inconclusive() {
    let java = "public class Calc {\n    static int sub(java.util.concurrent.locks.Lock a, int b) {\n        return b;\n    }\n}\n";
    let ran = changed(&[("Calc.java", java)]);
    is_untested_as(
        &ran,
        "java.util.concurrent.locks.Lock,int",
        "cannot generate values of type `java.util.concurrent.locks.Lock`",
    );
}

#[test]
fn a_pair_that_is_removed_on_both_sides_gets_a_note_and_does_not_fail() {
    let fixture = Fixture::empty();
    let kept = "public class Keep {\n    static int one(int n) {\n        return n;\n    }\n}\n";
    fixture.write("Keep.java", kept).write("keep.py", "def one(n):\n    return n\n");
    fixture.write("Calc.java", JAVA).write("calc.py", PORT).commit("before");
    fixture.remove("Calc.java").remove("calc.py").commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--on-inconclusive", "fail"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let notes = ran.report()["notes"].to_string();
    assert!(notes.contains("the change removes both sides of 1 pair: `Calc.sub` and its port calc.py:sub"), "{notes}");
}

#[test]
fn gitattributes_cannot_hide_a_changed_file() {
    let attributes = "*.py -diff binary linguist-generated export-ignore\n*.java binary export-ignore\n";
    let ran = changed(&[(".gitattributes", attributes), ("calc.py", "def sub(a, b):\n    return a - b - 1\n")]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
}
