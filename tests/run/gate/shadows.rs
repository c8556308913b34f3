//! Tests files of a change that Python loads instead of code that the tool reads.

use crate::support::{Fixture, Ran};

const JAVA: &str = "public class Calc {\n    static int sub(int a, int b) {\n        return a - b;\n    }\n}\n";
const PORT: &str = "from helper import less\n\n\ndef sub(a, b):\n    return less(a, b)\n";
const HELPER: &str = "def less(a, b):\n    return a - b\n";
const WRONG: &str = "def sub(a, b):\n    return 8\n\n\ndef less(a, b):\n    return 8\n";

fn project() -> Fixture {
    let fixture = Fixture::empty();
    fixture.write("Calc.java", JAVA).write("py/calc.py", PORT).write("py/helper.py", HELPER).commit("before");
    fixture
}

/// Checks that the gate cannot judge the pair because of this file.
#[track_caller]
fn cannot_judge(ran: &Ran, file: &str) {
    assert_eq!(ran.code, 12, "{file}: {}{}", ran.stdout, ran.stderr);
    let output = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(output.contains("the gate cannot judge `Calc.java#Calc.sub(int,int)` any more: "), "{}", ran.stdout);
    assert!(output.contains(&format!("Python may load {file} ")), "{}", ran.stdout);
    assert_eq!(ran.report()["pairs"].as_array().map(Vec::len), Some(0), "{file}: {}", ran.stdout);
}

#[test]
fn a_pair_whose_module_the_change_replaces_is_newly_inconclusive() {
    for file in [
        "py/calc/__init__.py",
        "py/helper/__init__.py",
        "py/__pycache__/calc.cpython-311.pyc",
        "py/__pycache__/helper.cpython-311.pyc",
        "py/calc.abi3.so",
        "py/sitecustomize.py",
        "py/usercustomize.py",
    ] {
        let fixture = project();
        fixture.write(file, WRONG).commit("after");
        cannot_judge(&fixture.mts(&["run", "--base", "HEAD~1"]), file);
    }
    let fixture = project();
    fixture.write("py/calc/__init__.py", WRONG).commit("after");
    cannot_judge(&fixture.mts(&["run", "--base", "HEAD~1", "--all"]), "py/calc/__init__.py");
    assert_eq!(fixture.mts(&["run", "--base", "HEAD~1", "--on-newly-inconclusive", "warn"]).code, 0);
}

#[test]
#[cfg(unix)]
fn a_link_that_python_may_import_is_a_replacement_too() {
    let fixture = project();
    fixture.write("other/__init__.py", WRONG);
    std::os::unix::fs::symlink("../other", fixture.path().join("py/calc")).expect("linked");
    fixture.commit("after");
    cannot_judge(&fixture.mts(&["run", "--base", "HEAD~1"]), "py/calc");
}

#[test]
fn a_file_in_place_of_a_library_module_is_a_replacement() {
    let port = "import bisect\n\n\ndef sub(a, b):\n    return a - b + bisect.bisect([], 0)\n";
    for (folder, file) in [("", "bisect.py"), ("py/", "py/bisect.py")] {
        let fixture = Fixture::empty();
        fixture.write("Calc.java", JAVA).write(&format!("{folder}calc.py"), port).commit("before");
        fixture.write(file, "def bisect(a, b):\n    return 50\n").commit("after");
        cannot_judge(&fixture.mts(&["run", "--base", "HEAD~1"]), file);
    }
    // A module of the project, which the port imports by its full name.
    let fixture = project();
    fixture.write("py/tools/queue.py", HELPER).write("py/calc.py", PORT.replace("helper", "tools.queue"));
    fixture.commit("after");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn new_modules_with_other_names_do_not_change_a_verdict() {
    let fixture = project();
    fixture.write("py/tools/__init__.py", WRONG.replace("sub", "add").replace("less", "more"));
    fixture
        .write("py/__pycache__/tools.cpython-311.pyc", "x")
        .write("lib/native.so", "x")
        .write("net.pth", "version https://git-lfs.github.com/spec/v1\n");
    fixture.commit("after");
    // Python writes bytecode into a working tree.
    fixture.write("py/__pycache__/calc.cpython-311.pyc", "x");
    let ran = fixture.mts(&["run", "--base", "HEAD", "--worktree"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(!ran.stdout.contains("Python may load"), "{}", ran.stdout);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn bytecode_of_the_repository_never_runs() {
    let fixture = Fixture::empty();
    fixture.write("Calc.java", JAVA).write("calc.py", PORT).write("helper.py", HELPER).write("wrong.py", WRONG);
    // `unchecked-hash` makes Python load the bytecode whatever the source is.
    let compile = "import py_compile as p, sys\nfor target in sys.argv[1:]:\n    \
                   p.compile('wrong.py', cfile=target, invalidation_mode=p.PycInvalidationMode.UNCHECKED_HASH)\n\
                   print(sys.implementation.cache_tag)";
    let python = |targets: &[&str]| {
        let mut command = std::process::Command::new("python3");
        let done = command.args(["-c", compile]).args(targets).current_dir(fixture.path()).output().expect("ran");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    };
    let tag = python(&["x.pyc"]);
    python(&[&format!("__pycache__/helper.{tag}.pyc"), &format!("__pycache__/calc.{tag}.pyc")]);
    fixture.commit("all");
    let ran = fixture.mts(&["run", "--all", "--worktree"]);
    assert_eq!(ran.pair("Calc.sub")["head"]["ca_tests"], 1.0, "{}\n{}", ran.stdout, ran.reasons());
    // Without the source, Python would load this bytecode.
    fixture.remove("helper.py");
    python(&["helper.pyc"]);
    fixture.commit("without a source");
    let ran = fixture.mts(&["run", "--all", "--base", "HEAD"]);
    assert!(ran.stdout.contains("only bytecode of the module helper"), "{}\n{}", ran.stdout, ran.reasons());
}
