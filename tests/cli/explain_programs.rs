//! Tests `cargo mts explain` on findings of whole programs and on class-level mutants. The tests
//! that it writes fail at first, and pass when the sides agree.

use crate::support::emitted::{junit, pytest};
use crate::support::shared::Shared;
use crate::support::{Fixture, Ran};
use serde_json::Value as Json;
use std::path::PathBuf;
use std::process::Command;

const JAVA: &str = "import java.util.Scanner;\n\npublic class Mean {\n    static int half(int n) {\n        return n / 2;\n    }\n\n    \
    public static void main(String[] args) {\n        Scanner in = new Scanner(System.in);\n        int n = in.nextInt();\n        \
    if (n > 99) {\n            System.exit(3);\n        }\n        System.out.println(\"half \" + half(n));\n    }\n}\n";
/// Only the configuration shows that `part`, and not `half`, is the port of Java's `half`.
const PYTHON: &str = "import sys\n\n\ndef half(n):\n    return n\n\n\ndef part(n):\n    return n // 2\n\n\nn = int(input())\nif n > 99:\n    \
    sys.exit(2)\nprint('half', half(part(n)))\n";
const CONFIG: &str = "programs:\n  - {java: java/Mean.java, python: python/mean.py, tests: tests/mean}\n\
    pairs:\n  - {java: 'java/Mean.java#Mean.half(int)', python: 'python/mean.py:part'}\n";

static REPORTED: Shared = Shared::new();

/// Returns a repository with the program, and the run that made its report.
fn reported() -> (Fixture, Ran) {
    let fixture = Fixture::empty();
    let ran = REPORTED.lay_out(fixture.path(), || {
        fixture.write("java/Mean.java", JAVA).write("python/mean.py", PYTHON);
        fixture.write("tests/mean/1.in", "7\n").write("tests/mean/2.in", "8\n").write("tests/mean/3.in", "100\n");
        fixture.write("mts.yml", CONFIG);
        fixture.commit("all");
        fixture.mts(&["run", "--all", "--fail-on", "never", "--operators", "AOIU"])
    });
    (fixture, ran)
}

fn id(ran: &Ran, is: impl Fn(&Json) -> bool) -> String {
    let findings = ran.pair("Mean.main")["findings"].as_array().expect("a list").clone();
    let found = findings.iter().find(|finding| is(finding));
    found.unwrap_or_else(|| panic!("{findings:#?}"))["id"].as_str().expect("text").to_owned()
}

/// Returns the finding on the originals, and a finding on a mutant of `half`. The port rounds down;
/// a negative number shows this.
fn both(ran: &Ran) -> [String; 2] {
    let is_negative = |finding: &Json| finding["java_edit"].to_string().contains("-n / 2");
    [id(ran, |finding| finding["kind"] == "original"), id(ran, is_negative)]
}

#[test]
fn a_mutant_inside_of_a_program_is_shown_in_its_function() {
    let (fixture, ran) = reported();
    let [original, mutant] = both(&ran);
    let explained = fixture.mts(&["explain", &mutant]);
    assert_eq!(explained.code, 0, "{}", explained.stderr);
    for part in ["static int half(int n)", "def part(n):", "return -n / 2;", "return (-n if ", "Input: stdin = '7\\n'"]
    {
        assert!(explained.stdout.contains(part), "{part}: {}", explained.stdout);
    }
    assert!(!explained.stdout.contains("cargo mts cannot show the sources"), "{}", explained.stdout);
    // The shell commands give the outcomes of the original functions that the finding has.
    let printed = |runtime: &str| {
        let command = explained.stdout.lines().find(|line| line.starts_with("    printf ") && line.contains(runtime));
        let command = command.unwrap_or_else(|| panic!("no {runtime}: {}", explained.stdout)).trim();
        let ran = Command::new("sh").args(["-c", command]).current_dir(fixture.path()).output().expect("a shell");
        String::from_utf8_lossy(&ran.stdout).into_owned()
    };
    assert_eq!([printed("| java java/Mean.java"), printed("| python3 python/mean.py")], ["half 3\n", "half 3\n"]);
    assert!(!explained.stdout.contains("cannot write the call as code"), "{}", explained.stdout);
    let explained = fixture.mts(&["explain", &original]);
    assert!(explained.stdout.contains("public static void main"), "{}", explained.stdout);
    assert!(explained.stdout.contains("--emit-test python"), "{}", explained.stdout);
}

/// Writes the tests of a side for these findings into a new folder.
fn emitted(fixture: &Fixture, ids: &[String], side: &str) -> PathBuf {
    let folder = fixture.path().join(format!("emitted-{side}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    for id in ids {
        let digits = id.trim_start_matches("MTS-");
        let name = if side == "java" { format!("Mts{digits}Test.java") } else { format!("test_{digits}.py") };
        let file = format!("emitted-{side}/{name}");
        let ran = fixture.mts(&["explain", id, "--emit-test", side, "--output", &file]);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{id}: {}", ran.stderr);
    }
    folder
}

#[test]
#[ignore = "needs pytest: `cargo test -- --ignored`"]
fn an_emitted_pytest_of_a_program_fails_today_and_passes_when_the_port_is_fixed() {
    let (fixture, ran) = reported();
    let tests = emitted(&fixture, &both(&ran), "python");
    let (passed, failed, output) = pytest(fixture.path(), &tests);
    assert_eq!((passed, failed), (0, 2), "{output}");
    assert!(!output.contains("out of date"), "{output}");
    // With Java's exit status, the port agrees with Java, except on the mutant.
    let fixed = PYTHON.replace("sys.exit(2)", "sys.exit(3)");
    fixture.write("python/mean.py", fixed);
    let (passed, failed, output) = pytest(fixture.path(), &tests);
    assert_eq!((passed, failed), (1, 1), "{output}");
    fixture.write("python/mean.py", PYTHON.replace("n // 2", "int(n / 2)"));
    let (_, _, output) = pytest(fixture.path(), &tests);
    assert!(output.contains("out of date"), "{output}");
}

#[test]
#[ignore = "needs JUnit 5: `cargo test -- --ignored`"]
fn an_emitted_junit_class_of_a_program_fails_today_and_passes_when_java_is_fixed() {
    let (fixture, ran) = reported();
    let tests = emitted(&fixture, &both(&ran), "java");
    let (passed, failed, output) = junit(fixture.path(), "java", &tests);
    assert_eq!((passed, failed), (0, 2), "{output}");
    assert!(!output.contains("out of date"), "{output}");
    fixture.write("java/Mean.java", JAVA.replace("System.exit(3)", "System.exit(2)"));
    let (passed, failed, output) = junit(fixture.path(), "java", &tests);
    assert_eq!((passed, failed), (1, 1), "{output}");
}

const THREADS: &str = "public class Threads {\n    public static void main(String[] args) throws Exception {\n        \
    int n = new java.util.Scanner(System.in).nextInt();\n        Thread thread = new Thread(() -> {\n            \
    if (n == 1) throw new IllegalStateException(\"no\");\n        });\n        thread.start();\n        thread.join();\n        \
    System.out.println(n);\n    }\n}\n";
const THREADED: &str = "import threading\n\nn = int(input())\n\n\ndef work():\n    if n == 2:\n        raise ValueError('no')\n\n\n\
    thread = threading.Thread(target=work)\nthread.start()\nthread.join()\nprint(n)\n";

/// Returns a repository with the threads, and the finding's id for this standard input.
fn threaded(stdin: &str) -> (Fixture, String) {
    let fixture = Fixture::empty();
    fixture.write("java/Threads.java", THREADS).write("python/threads.py", THREADED);
    fixture.write("tests/1.in", "1\n").write("tests/2.in", "2\n");
    fixture.write("mts.yml", "programs:\n  - {java: java/Threads.java, python: python/threads.py, tests: tests}\n");
    fixture.commit("all");
    let ran = fixture.mts(&["run", "--all", "--fail-on", "never", "--operators", "LOD"]);
    let found = ran.pair("Threads.main")["findings"].as_array().expect("a list").clone();
    let is = |finding: &&Json| finding["arguments"][0].as_str() == Some(stdin);
    let id = found.iter().find(is).unwrap_or_else(|| panic!("{found:#?}"))["id"].as_str().expect("text");
    (fixture, id.to_owned())
}

#[test]
#[ignore = "needs pytest: `cargo test -- --ignored`"]
fn an_emitted_pytest_for_a_missing_exception_in_another_thread_passes_after_the_fix() {
    let (fixture, id) = threaded("1\n");
    let tests = emitted(&fixture, &[id], "python");
    let (passed, failed, output) = pytest(fixture.path(), &tests);
    assert_eq!((passed, failed), (0, 1), "{output}");
    fixture.write("python/threads.py", THREADED.replace("n == 2", "n == 1"));
    let (passed, failed, output) = pytest(fixture.path(), &tests);
    assert_eq!((passed, failed), (1, 0), "{output}");
}

#[test]
#[ignore = "needs JUnit 5: `cargo test -- --ignored`"]
fn an_emitted_junit_class_for_a_missing_exception_in_another_thread_passes_after_the_fix() {
    let (fixture, id) = threaded("2\n");
    let tests = emitted(&fixture, &[id], "java");
    let (passed, failed, output) = junit(fixture.path(), "java", &tests);
    assert_eq!((passed, failed), (0, 1), "{output}");
    fixture.write("java/Threads.java", THREADS.replace("n == 1", "n == 2"));
    let (passed, failed, output) = junit(fixture.path(), "java", &tests);
    assert_eq!((passed, failed), (1, 0), "{output}");
}

const SHAPES: &str = "public class Shapes {\n    static class Shape {\n        int sides() { return 1; }\n        int size = 4;\n    }\n    \
    static class Box extends Shape {\n        int sides() { return 5; }\n    }\n    public static void main(String[] args) {\n        \
    Shape box = new Box();\n        System.out.println(box.sides() + \" \" + box.size);\n    }\n}\n";
const PORT: &str = "class Shape:\n    def __init__(self):\n        self.size = 4\n\n    def sides(self):\n        return 2\n\n\n\
    class Box(Shape):\n    def sides(self):\n        return 5\n\n\nbox = Box()\nprint(box.sides(), int(str(box.size)))\n";

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn class_level_mutants_are_skipped_ignored_and_explained_like_others() {
    // A first commit has no base, so its own configuration applies.
    let with = |java: &str, config: &str| {
        let fixture = Fixture::empty();
        fixture.write("Shapes.java", java).write("shapes.py", PORT).write("tests/1.in", "");
        let config = format!("programs:\n  - {{java: Shapes.java, python: shapes.py, tests: tests}}\n{config}");
        fixture.write("mts.yml", config).commit("all");
        let all = ["run", "--all", "--fail-on", "never", "--operators", "LOD", "--class-operators", "IOD,JID"];
        let ran = fixture.mts(&all);
        let counted = |operator: &str| ran.pair("Shapes.main")["head"]["per_operator"][operator]["counted"].as_u64();
        (counted("IOD"), counted("JID"), ran, fixture)
    };
    let (iod, jid, ran, fixture) = with(SHAPES, "");
    assert_eq!((iod, jid), (Some(1), Some(1)), "{}", ran.stdout);
    // Without the overriding method, the call reaches the port's base method, which differs from
    // Java's.
    let findings = ran.pair("Shapes.main")["findings"].as_array().expect("a list").clone();
    let mutant = findings.iter().find(|finding| finding["operator"] == "IOD").expect("it is killed")["id"].clone();
    let explained = fixture.mts(&["explain", mutant.as_str().expect("text")]);
    assert!(!explained.stdout.contains("cargo mts cannot show the sources"), "{}", explained.stdout);
    for part in ["int sides() { return 5; }", "def sides(self):", "prints '1 4", "prints '2 4"] {
        assert!(explained.stdout.contains(part), "{part}: {}", explained.stdout);
    }
    let skip = "mutation:\n  skip:\n    - operators: [IOD]\n";
    let (iod, jid, ..) = with(SHAPES, skip);
    assert_eq!((iod, jid), (None, Some(1)));
    let skip = "mutation:\n  skip:\n    - operators: [JID]\n";
    let (iod, jid, ..) = with(SHAPES, skip);
    assert_eq!((iod, jid), (Some(1), None));
    let commented = SHAPES.replace(
        "        int sides() { return 5; }",
        "        // mts: ignore[IOD] meant\n        int sides() { return 5; }",
    );
    let (iod, jid, ran, _) = with(&commented, "");
    assert_eq!((iod, jid), (None, Some(1)), "{}", ran.stdout);
    assert!(ran.pair("Shapes.main")["notes"].to_string().contains("1 mutant is ignored: 1 by Shapes.java:7"));
}

#[test]
fn programs_are_listed_as_pairs() {
    let (fixture, _) = reported();
    let listed = fixture.mts(&["list"]);
    assert_eq!(listed.code, 0, "{}", listed.stderr);
    assert!(
        listed.stdout.contains("program: a pair of programs, run on the tests in `tests/mean`"),
        "{}",
        listed.stdout
    );
    assert!(listed.stdout.contains("2 of 2 Java functions have a counterpart"), "{}", listed.stdout);
    let rows: Json = serde_json::from_str(&fixture.mts(&["list", "--format", "json"]).stdout).expect("JSON");
    let main = rows.as_array().expect("rows").iter().find(|row| row["java"]["method"] == "main").expect("main");
    assert_eq!((&main["python"]["qualname"], &main["obstacle"]), (&Json::from("__main__"), &Json::Null));
    fixture.write("mts.yml", "programs:\n  - {java: java/None.java, python: python/mean.py, tests: tests/mean}\n");
    let listed = fixture.mts(&["list"]);
    assert!(listed.stderr.contains("programs: java/None.java: there is no source file"), "{}", listed.stderr);
}
