//! Tests files that a compiler reads in another way than the tool.
//!
//! A change may hide code in a comment, in a docstring, or in a file that Python loads instead.

use crate::support::{Fixture, Ran};

const JAVA: &str =
    "public class Calc {\n    static int sub(int a, int b) {\n        // less\n        return a - b;\n    }\n}\n";
const PORT: &str = "# the port\ndef sub(a, b):\n    # less\n    return a - b\n";

/// Commits both sides, replaces one file, and compares the commits.
fn changed(path: &str, text: &str) -> Ran {
    let fixture = Fixture::empty();
    fixture.write("Calc.java", JAVA).write("calc.py", PORT).commit("before");
    fixture.write(path, text).commit("after");
    fixture.mts(&["run", "--base", "HEAD~1"])
}

/// Commits several classes with equal ports, replaces all ports, and compares the commits.
///
/// The classes are `Calc0`, `Calc1` and so on.
fn changed_ports(java: &str, port: &str, changes: &[impl AsRef<str>]) -> Ran {
    let fixture = Fixture::empty();
    for n in 0..changes.len() {
        fixture.write(&format!("Calc{n}.java"), java.replace("Calc", &format!("Calc{n}")));
        fixture.write(&format!("calc{n}.py"), port);
    }
    fixture.commit("before");
    for (n, text) in changes.iter().enumerate() {
        fixture.write(&format!("calc{n}.py"), text.as_ref());
    }
    fixture.commit("after");
    fixture.mts(&["run", "--base", "HEAD~1"])
}

/// Checks that the gate cannot judge the pair, and that the message has this text.
#[track_caller]
fn cannot_judge(ran: &Ran, why: &str) {
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
    let output = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(output.contains("the gate cannot judge `Calc.java#Calc.sub(int,int)` any more: "), "{}", ran.stdout);
    assert!(output.contains(why), "{}", ran.stdout);
}

#[test]
fn a_port_in_another_encoding_is_newly_inconclusive() {
    // In UTF-7, `+AAo-` is a line feed.
    let hidden = PORT.replace("# the port", "# coding: utf-7").replace("# less", "# +AAo-    return 8 #");
    cannot_judge(&changed("calc.py", &hidden), "names the encoding `utf-7`");
    let latin = format!("# coding: latin-1\n{}", PORT.replace("# less", "# ä"));
    cannot_judge(&changed("calc.py", &latin), "names the encoding `latin-1`");
    for same in [format!("# coding: latin-1\n{PORT}"), format!("# coding: utf-8\n{}", PORT.replace("less", "ä"))] {
        let ran = changed("calc.py", &same);
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn a_comment_that_the_compiler_ends_earlier_is_newly_inconclusive() {
    let escape = JAVA.replace("// less", "// less \\u000a if (a > 5) { return 8; }");
    cannot_judge(&changed("Calc.java", &escape), "Java reads the Unicode escape in line 3 as code");
    let block = JAVA.replace("// less", "/* \\u002a/ if (a > 5) { return 8; } /* */");
    cannot_judge(&changed("Calc.java", &block), "the Unicode escape in line 3");
    let java = JAVA.replace("// less", "// less\r if (a > 5) { return 8; }");
    cannot_judge(&changed("Calc.java", &java), "line 3 has a carriage return without a line feed");
    let port = PORT.replace("# less", "# less\r    if a > 5: return 8");
    cannot_judge(&changed("calc.py", &port), "line 3 has a carriage return without a line feed");
}

#[test]
fn an_indentation_that_cpython_measures_differently_is_newly_inconclusive() {
    let port = "def sub(a, b):\n    c = a - b\n    if a > b:\n        c = a - b\n        c = c + 0\n    return c\n";
    let fixture = Fixture::empty();
    fixture.write("Calc.java", JAVA).write("calc.py", port).commit("before");
    // CPython takes the last assignment out of the `if`.
    let hidden = port.replace("        c = c + 0", "    \\\n    c = c + 0");
    fixture.write("calc.py", hidden).commit("after");
    cannot_judge(&fixture.mts(&["run", "--base", "HEAD~1"]), "the indentation of line 6");
}

#[test]
fn an_escape_of_an_ordinary_character_does_not_change_the_verdict() {
    let ran = changed("Calc.java", &JAVA.replace("less", "\\u00e4 and \\\\u000a"));
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let ran = changed("calc.py", &PORT.replace('\n', "\r\n"));
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_helper_that_the_compiler_reads_differently_runs_the_pairs_that_use_it() {
    let fixture = Fixture::empty();
    let port = "from helper import less\n\n\ndef sub(a, b):\n    return less(a, b)\n";
    let helper = "def less(a, b):\n    # less\n    return a - b\n";
    fixture.write("Calc.java", JAVA).write("calc.py", port).write("helper.py", helper).commit("before");
    let hidden = format!("# coding: utf-7\n{}", helper.replace("# less", "# +AAo-    return 8 #"));
    fixture.write("helper.py", &hidden).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    // The base has the same encoding.
    fixture.write("helper.py", hidden.replace("return 8", "return 9")).commit("more");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert!(ran.report()["pairs"].as_array().is_some_and(|pairs| pairs.len() == 1), "{}", ran.stdout);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_docstring_that_the_port_reads_is_code() {
    let java = JAVA.replace("a - b", "a - b - 10");
    let port = "def sub(a, b):\n    \"\"\"10\"\"\"\n    return a - b - int(sub.__doc__)\n";
    let fixture = Fixture::empty();
    fixture.write("Calc.java", java).write("calc.py", port).commit("before");
    fixture.write("calc.py", port.replace("10", "50")).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    // The docstring of a helper, and of a module.
    let helper = "\"\"\"10\"\"\"\n\n\ndef less():\n    return int(__doc__)\n";
    let port = "from helper import less\n\n\ndef sub(a, b):\n    return a - b - less()\n";
    fixture.write("calc.py", port).write("helper.py", helper).commit("before");
    fixture.write("helper.py", helper.replace("10", "50")).commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    // Other docstrings stay comments.
    let ran = changed("calc.py", &PORT.replace("    # less\n", "    \"\"\"Subtracts.\"\"\"\n"));
    assert_eq!(ran.report()["pairs"].as_array().map(Vec::len), Some(0), "{}", ran.stdout);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_effect_that_a_string_or_an_assignment_hides_runs_the_pairs() {
    let java = JAVA.replace("a - b", "a - b - 10");
    let port = "LOW = 10\n\n\ndef sub(a, b):\n    return a - b - LOW\n";
    let effects = [
        "f\"{globals().update(LOW=50)}\"",
        "x = globals().update(LOW=50)",
        "x = (LOW := 50)",
        "x: globals().update(LOW=50) = 1",
        "def other(x: globals().update(LOW=50)):\n    return x",
        "def other(x=globals().update(LOW=50)):\n    return x",
        "@(lambda f: globals().update(LOW=50))\ndef other(x):\n    return x",
        "class Other([object, globals().update(LOW=50)][0]):\n    pass",
    ];
    let ran = changed_ports(&java, port, &effects.map(|effect| format!("{port}\n\n{effect}\n")));
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    for (n, effect) in effects.iter().enumerate() {
        let name = format!("Calc{n}.sub");
        assert_eq!(ran.pair(&name)["status"], "failed", "{effect}: {}", ran.pair(&name));
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_type_hint_changes_no_verdict() {
    let wrong = "LOW = [1]\n\n\nclass Fix:\n    def __getattr__(self, name):\n        LOW[0] = 0\n        raise AttributeError(name)\n\n\n\
                 def sub(a: HINT, b):\n    return a - b - LOW[0]\n";
    // A run of the hint would make the port right, end the process, or never end.
    let hints = ["\"LOW.__setitem__(0, 0)\"", "Fix()", "\"exit()\"", "\"[0 for _ in iter(int, 1)]\""];
    let ran = changed_ports(JAVA, PORT, &hints.map(|hint| wrong.replace("HINT", hint)));
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    for (n, hint) in hints.iter().enumerate() {
        let name = format!("Calc{n}.sub");
        assert_eq!(ran.pair(&name)["status"], "failed", "{hint}: {}", ran.pair(&name));
        assert!(ran.head(&name, "inputs") > 20, "{hint}: {}", ran.stdout);
    }
    let lazy = "from __future__ import annotations\n\nLOW = [0]\n\n\n\
                def sub(a: LOW.append(LOW.pop() + 1), b: Nope) -> \"(((\":\n    c: int[1] = a - b - LOW[0]\n    return c\n";
    let rights = [lazy, "def sub(a: print('hi'), b: 'int[') -> 'in t':\n    c: nope() = a - b\n    return c\n"];
    let ran = changed_ports(JAVA, PORT, &rights);
    assert!([0, 12].contains(&ran.code), "{}{}", ran.stdout, ran.stderr);
    for (n, right) in rights.iter().enumerate() {
        let name = format!("Calc{n}.sub");
        assert_eq!(ran.pair(&name)["head"]["ca_tests"], 1.0, "{right}: {}", ran.stdout);
    }
}

#[test]
fn a_name_that_python_reads_as_the_ports_name_is_newly_inconclusive() {
    let ran = changed("calc.py", &format!("{PORT}\n\ndef \u{ff53}ub(a, b):\n    return 1\n"));
    cannot_judge(&ran, "Python reads the name in line");
}

#[test]
fn a_program_that_the_change_hides_is_newly_inconclusive() {
    let java = "public class Say {\n    public static void main(String[] args) {\n        // it\n        System.out.println(1);\n    }\n}\n";
    let before = || {
        let fixture = Fixture::empty();
        fixture.write("Say.java", java).write("say.py", "print(1)\n").write("t/1.in", "");
        fixture.write("mts.yml", "programs:\n  - {java: Say.java, python: say.py, tests: t}\n").commit("before");
        fixture
    };
    let hidden = java.replace("// it", "// it \\u000a System.out.println(2);");
    for (path, text, why) in [
        ("Say.java", hidden.as_str(), "cannot read Say.java: Java reads the Unicode escape"),
        ("say.py", "# coding: utf-7\nprint(1)\n", "cannot read say.py: the `coding` comment"),
        ("say/__init__.py", "print(2)\n", "Python may load say/__init__.py in place of say.py"),
    ] {
        let fixture = before();
        fixture.write(path, text).commit("after");
        let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
        assert_eq!(ran.code, 12, "{path}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.reasons().contains(why), "{path}: {}", ran.reasons());
    }
}

#[test]
fn a_broken_port_of_a_function_in_the_file_of_a_program_does_not_pass() {
    let java = "public class Say {\n    static int twice(int n) {\n        return n + n;\n    }\n\n    \
                public static void main(String[] args) {\n        System.out.println(1);\n    }\n}\n";
    let fixture = Fixture::empty();
    fixture.write("Say.java", java).write("say.py", "print(1)\n").write("t/1.in", "");
    fixture.write("util.py", "def twice(n):\n    return n + n\n");
    let pairs = "pairs:\n  - {java: 'Say.java#Say.twice', python: 'util.py:twice'}\n";
    fixture.write("mts.yml", format!("programs:\n  - {{java: Say.java, python: say.py, tests: t}}\n{pairs}"));
    fixture.commit("before");
    fixture.write("util.py", "def twice(n):\n    return n + n +\n").commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.reasons().contains("util.py"), "{}", ran.reasons());
}
