//! Tests that the tool finds the pairs that changed code outside of pairs can reach.
//!
//! The changed code is a helper, a constant, a field, an initialiser, a rebinding, or code of a
//! package.

use crate::support::{Fixture, Ran};

const JAVA: &str = "package acme;\n\npublic class Money {\n    static final int RATE = 3;\n    static int scale;\n\n    static {\n        scale = 1;\n    }\n\n    public static int twice(int n) {\n        return 2 * n;\n    }\n\n    public static int fee(int n) {\n        return half(n) + RATE;\n    }\n\n    public static int scaled(int n) {\n        return n * scale;\n    }\n\n    private static int half(int n) {\n        return n < 0 ? -1 : 1;\n    }\n}\n";
const PORT: &str = "from acme.util import sign\n\nRATE = 3\nscale = 1\n\n\ndef twice(n):\n    return 2 * n\n\n\ndef fee(n):\n    return sign(n) + RATE\n\n\ndef scaled(n):\n    return n * scale\n";
const UTIL: &str = "def sign(n):\n    return -1 if n < 0 else 1\n\n\ndef unused(n):\n    return n\n";

/// Runs a change of some files of the project.
fn changed(files: &[(&str, String)]) -> Ran {
    let fixture = Fixture::empty();
    fixture.write("java/acme/Money.java", JAVA).write("py/acme/__init__.py", "").write("py/acme/money.py", PORT);
    fixture.write("py/acme/util.py", UTIL).write("mts.yml", "roots: [{java: java, python: py}]\n");
    fixture.commit("before");
    for (path, text) in files {
        fixture.write(path, text);
    }
    fixture.commit("after");
    fixture.mts(&["run", "--base", "HEAD~1"])
}

fn names(ran: &Ran) -> Vec<&str> {
    let pairs = ran.report()["pairs"].as_array().expect("pairs");
    pairs.iter().map(|pair| pair["name"].as_str().expect("a name")).collect()
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_changed_helper_or_constant_of_the_port_runs_the_pairs_that_use_it() {
    let util = UTIL.replace("else 1", "else 2");
    for (path, text) in [("py/acme/util.py", util), ("py/acme/money.py", PORT.replace("RATE = 3", "RATE = 4"))] {
        let ran = changed(&[(path, text)]);
        assert_eq!(names(&ran), ["Money.fee"], "{path}");
        assert_eq!(ran.code, 11, "{path}: {}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.pair("Money.fee")["drift"], false, "{path}");
    }
    let ran = changed(&[("py/acme/util.py", UTIL.replace("else 1", "else 2"))]);
    let notes = ran.pair("Money.fee")["notes"].to_string();
    assert!(
        notes.contains("the change reaches the port, because the port uses changed code: `sign` in py/acme/util.py"),
        "{notes}"
    );
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn changed_code_without_a_name_runs_every_pair_of_its_file_or_package() {
    let rebound = format!("{PORT}\n\ndef other(n):\n    return 0\n\n\ntwice = other\nprint\n");
    let patch = "import acme.money\n\nacme.money.twice = lambda n: 7\n".to_owned();
    let branch = format!(
        "{PORT}\n\nif RATE:\n    def twice(n):\n        return 1\nelse:\n    def twice(n):\n        return 2 * n\n"
    );
    for (path, text) in [("py/acme/money.py", rebound), ("py/acme/__init__.py", patch), ("py/acme/money.py", branch)] {
        let ran = changed(&[(path, text)]);
        assert_eq!(names(&ran), ["Money.fee", "Money.scaled", "Money.twice"], "{path}");
        assert_eq!(ran.code, 11, "{path}: {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn a_changed_constant_of_a_package_runs_the_pairs_that_import_it_relatively() {
    let port = "from . import RATE\n\n\ndef fee(n):\n    return n + RATE\n\n\ndef twice(n):\n    return 2 * n\n";
    let java = "package acme;\n\npublic class Money {\n    static int fee(int n) {\n        return n + 5;\n    }\n\n    static int twice(int n) {\n        return 2 * n;\n    }\n}\n";
    let relative = "from .rates import RATE\n";
    let hidden = format!("import math; from \\\n{}", port.trim_start_matches("from "));
    for (port, package, rates, changed) in [
        (port, "RATE = 5\n", "", "py/acme/__init__.py"),
        (port, relative, "RATE = 5\n", "py/acme/rates.py"),
        (&hidden, "RATE = 5\n", "", "py/acme/__init__.py"),
    ] {
        let fixture = Fixture::empty();
        fixture.write("java/acme/Money.java", java).write("py/acme/money.py", port).write("py/acme/rates.py", rates);
        fixture.write("py/acme/__init__.py", package).write("mts.yml", "roots: [{java: java, python: py}]\n");
        fixture.commit("before");
        fixture.write(changed, "RATE = 7\n").commit("after");
        let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
        assert_eq!(names(&ran), ["Money.fee"], "{changed}");
        assert_eq!(ran.code, 11, "{changed}: {}{}", ran.stdout, ran.stderr);
    }
}

/// A class whose `all` iterates over a list of its own.
const LIST: &str = "package acme;\n\npublic class Lists {\n    private static class Few extends java.util.AbstractList<Integer> {\n        @Override public Integer get(int at) {\n            return at + 1;\n        }\n\n        @Override public int size() {\n            return 2;\n        }\n    }\n\n    public static int all(int n) {\n        int sum = n;\n        for (int one : new Few()) {\n            sum += one;\n        }\n        return sum;\n    }\n\n    public static String text(int n) {\n        return \"[\" + n + \"]\";\n    }\n\n    public static int kind(int n) {\n        return n == 1 ? 1 : 0;\n    }\n}\n";
const LIST_PORT: &str = "import json\n\nfrom acme.parts import Encoder, Kind, Part\n\n\ndef all(n):\n    return n + 1 + 2\n\n\ndef text(n):\n    return json.dumps(Part(n), cls=Encoder)\n\n\ndef kind(n):\n    return Kind(n).value\n";
const PARTS: &str = "import enum\nimport json\n\n\nclass Part:\n    def __init__(self, n):\n        self.n = n\n\n\nclass Base(json.JSONEncoder):\n    pass\n\n\nclass Encoder(Base):\n    def default(self, part):\n        return [part.n]\n\n\nclass Kind(enum.Enum):\n    ONE = 1\n    OTHER = 0\n\n    @classmethod\n    def _missing_(cls, n):\n        return cls.OTHER\n";

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_override_that_only_a_library_calls_runs_the_pairs_that_use_its_class() {
    for (path, text, runs) in [
        ("java/acme/Lists.java", LIST.replace("at + 1", "at + 2"), "Lists.all"),
        ("py/acme/parts.py", PARTS.replace("[part.n]", "[part.n, 1]"), "Lists.text"),
        ("py/acme/parts.py", PARTS.replace("return cls.OTHER", "return cls.ONE"), "Lists.kind"),
    ] {
        let fixture = Fixture::empty();
        fixture.write("java/acme/Lists.java", LIST).write("py/acme/lists.py", LIST_PORT);
        fixture.write("py/acme/parts.py", PARTS).write("mts.yml", "roots: [{java: java, python: py}]\n");
        fixture.commit("before");
        fixture.write(path, &text).commit("after");
        let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
        assert_eq!(names(&ran), [runs], "{path}");
        assert_eq!(ran.code, 11, "{path}: {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn many_new_constants_do_not_hide_a_changed_helper() {
    let constants = (0..3000).map(|n| format!("K{n} = {n}\n")).collect();
    let ran = changed(&[("py/acme/constants.py", constants), ("py/acme/util.py", UTIL.replace("else 1", "else 2"))]);
    assert_eq!(names(&ran), ["Money.fee"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_rebound_name_runs_the_pair_of_that_name() {
    let ran = changed(&[("py/acme/money.py", format!("{PORT}\n\ntwice = abs\n"))]);
    assert_eq!(names(&ran), ["Money.twice"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn changed_helpers_fields_and_initialisers_of_java_run_the_pairs_that_use_them() {
    for (from, to, runs) in [
        ("-1 : 1;", "-1 : 2;", &["Money.fee"][..]),
        ("RATE = 3", "RATE = 4", &["Money.fee"]),
        ("scale = 1;", "scale = 2;", &["Money.fee", "Money.scaled", "Money.twice"]),
    ] {
        let ran = changed(&[("java/acme/Money.java", JAVA.replace(from, to))]);
        assert_eq!(names(&ran), runs, "{from}");
        assert_eq!(ran.code, 11, "{from}: {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn a_change_without_effect_on_a_pair_runs_no_pair() {
    let port = PORT.replace("RATE = 3", "RATE: int = 3  # per cent").replace("scale = 1", "\n\nscale = 1");
    let java = JAVA.replace("    static int scale", "    // a factor\n    @Deprecated private static int scale");
    let ran = changed(&[
        ("py/acme/money.py", format!("\"\"\"Money.\"\"\"\n{port}")),
        ("java/acme/Money.java", java),
        ("py/acme/util.py", UTIL.replace("return n\n", "return n + 1\n")),
    ]);
    assert_eq!(names(&ran), [""; 0]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_port_that_changes_in_a_helper_is_no_drift() {
    let java = JAVA.replace("return half(n) + RATE", "return half(n) + RATE + 1");
    let util = UTIL.replace("else 1", "else 2").replace("return -1 if", "return 0 if");
    let ran = changed(&[("java/acme/Money.java", java), ("py/acme/util.py", util)]);
    let pair = ran.pair("Money.fee");
    assert_eq!((&pair["changed"], &pair["drift"]), (&"java".into(), &false.into()), "{}{}", ran.stdout, ran.stderr);
    assert!(pair["notes"].to_string().contains("the change reaches the port"), "{}", pair["notes"]);
}

#[test]
fn a_difference_of_the_base_does_not_fail_a_pair_that_a_helper_reaches() {
    let fixture = Fixture::empty();
    fixture.write("Half.java", "public class Half {\n    static int half(int n) {\n        return n / 2;\n    }\n}\n");
    let port = |helper: &str| format!("def cut(n):\n    return {helper}\n\n\ndef half(n):\n    return cut(n)\n");
    fixture.write("half.py", port("n // 2")).commit("before");
    fixture.write("half.py", port("(n - n % 2) // 2")).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(names(&ran), ["Half.half"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.pair("Half.half")["disagreements"]["new"], 0);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_changed_header_of_a_paired_function_runs_the_pairs_of_its_callers() {
    let java = "public class Calc {\n    static int sub(int a, int b) {\n        return a - b;\n    }\n\n    static int twice(int a, int b) {\n        return 2 * sub(a, b);\n    }\n}\n";
    let port = "def sub(a, b):\n    return a - b\n\n\ndef twice(a, b):\n    return 2 * sub(a, b)\n";
    let run = |headers: &[&str]| {
        let fixture = Fixture::empty();
        for n in 0..headers.len() {
            fixture.write(&format!("Calc{n}.java"), java.replace("Calc", &format!("Calc{n}")));
            fixture.write(&format!("calc{n}.py"), port);
        }
        fixture.commit("before");
        for (n, header) in headers.iter().enumerate() {
            fixture.write(&format!("calc{n}.py"), port.replace("def sub(a, b):", header));
        }
        fixture.commit("after");
        fixture.mts(&["run", "--base", "HEAD~1"])
    };
    let ran = run(&["async def sub(a, b):", "def sub(b, a):"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    for name in ["Calc0.twice", "Calc1.twice"] {
        assert_eq!(ran.pair(name)["status"], "failed", "{}", ran.pair(name));
    }
    let ran = run(&["def sub(a: int, b: int) -> int:"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(!names(&ran).contains(&"Calc0.twice"), "{}", ran.stdout);
}

const SUB: &str = "public class Calc {\n    static int sub(int a, int b) {\n        return a - b;\n    }\n}\n";

/// Checks that a change of other code runs the pair `Calc.sub`.
///
/// The run must not pass.
#[track_caller]
fn reaches_sub(files: &[(&str, &str)], change: (&str, &str)) {
    let fixture = Fixture::empty();
    fixture.write("Calc.java", SUB);
    for (path, text) in files {
        fixture.write(path, text);
    }
    fixture.commit("before");
    fixture.write(change.0, change.1).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(names(&ran), ["Calc.sub"], "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
}

/// Code of a hook that changes `sub` of the module that loads.
const REPLACE: &str = "sys.modules['calc'].sub = lambda a, b: a - b - 1";

#[test]
fn a_decorator_of_the_project_with_a_name_of_the_library_reaches_all_code_of_its_file() {
    let port =
        "from helper import cache\n\n\ndef sub(a, b):\n    return a - b\n\n\n@cache\ndef other():\n    return 1\n";
    let helper = "import sys\n\n\ndef cache(f):\n    return f\n";
    let other = helper.replace("    return f", &format!("    {REPLACE}\n    return f"));
    reaches_sub(&[("calc.py", port), ("helper.py", helper)], ("helper.py", &other));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_metaclass_or_a_hook_of_a_base_class_reaches_all_code_of_the_file_of_a_subclass() {
    let port = |header: &str| {
        format!(
            "from helper import Base, Meta\n\n\ndef sub(a, b):\n    return a - b\n\n\nclass K({header}):\n    pass\n"
        )
    };
    let helper = "import sys\n\n\nclass Base:\n    def __init_subclass__(cls):\n        pass\n\n\nclass Meta(type):\n    def __init__(cls, *args):\n        pass\n";
    let hook = helper.replacen("pass", REPLACE, 1);
    let meta = helper.replacen("*args):\n        pass", &format!("*args):\n        {REPLACE}"), 1);
    reaches_sub(&[("calc.py", &port("Base")), ("helper.py", helper)], ("helper.py", &hook));
    reaches_sub(&[("calc.py", &port("metaclass=Meta")), ("helper.py", helper)], ("helper.py", &meta));
    // The hook stays, and a class gets it.
    let hook = hook.as_str();
    reaches_sub(&[("calc.py", &port("object")), ("helper.py", hook)], ("calc.py", &port("Base")));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_subscript_that_calls_code_of_the_project_reaches_all_code_of_its_file() {
    let helper = "import sys\n\n\nclass K:\n    def __class_getitem__(cls, item):\n        return 1\n";
    let other = helper.replace("        return 1", &format!("        {REPLACE}\n        return 1"));
    let codes =
        ["x = K[1]\n", "x: K[1] = 2\n", "def other(a: K[1]):\n    return a\n", "def other(a=K[1]):\n    return a\n"];
    let numbered = |n: usize, text: &str| {
        let text = text.replace("Calc", &format!("Calc{n}")).replace("calc", &format!("calc{n}"));
        text.replace("helper", &format!("helper{n}"))
    };
    let fixture = Fixture::empty();
    for (n, code) in codes.iter().enumerate() {
        let port = format!("from helper import K\n\n\ndef sub(a, b):\n    return a - b\n\n\n{code}");
        fixture.write(&format!("Calc{n}.java"), numbered(n, SUB)).write(&format!("calc{n}.py"), numbered(n, &port));
        fixture.write(&format!("helper{n}.py"), helper);
    }
    fixture.commit("before");
    for n in 0..codes.len() {
        fixture.write(&format!("helper{n}.py"), numbered(n, &other));
    }
    fixture.commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(names(&ran), ["Calc0.sub", "Calc1.sub", "Calc2.sub", "Calc3.sub"], "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    for (n, code) in codes.iter().enumerate() {
        let pair = ran.pair(&format!("Calc{n}.sub"));
        assert_eq!(pair["status"], "failed", "{code}: {pair}");
    }
}
