//! Tests whole programs on the machine's own JDK and CPython. The tests cover the start and the end
//! of a run, and `check --tests` on pairs of programs.

use crate::support::Fixture;
use crate::support::workers;
use crate::support::workers::{cpython, input, jvm, run_requests};
use mts_model::{CopyOutcomes, Input, Outcome, Signature, Value};
use mts_workers::{JavaEntry, JavaUnit, PythonUnit, Runtime, SourceSegment};
use serde_json::{Value as Json, json};
use std::path::Path;

/// Builds a class `Main` with these members; each body is one copy.
fn java_program(bodies: &[&str]) -> JavaUnit {
    let text = |body: &str| format!("import java.util.*;\npublic class Main {{ {} }}\n", workers::injected(body));
    let segments = (0u32..).zip(bodies).map(|(copy, body)| SourceSegment::Copy { copy, text: text(body) });
    let plain = workers::java(&[("int", "a")], "int", "", &["return a;"]);
    JavaUnit {
        path: "Main.java".into(),
        segments: segments.collect(),
        entry: JavaEntry {
            class: "Main".into(),
            method: "main".into(),
            signature: Signature::program(),
            ..plain.entry.clone()
        },
        compile_separately: true,
        reverse_unspecified_order: false,
        ..plain
    }
}

fn python_program(texts: &[&str]) -> PythonUnit {
    let mut unit = workers::python(&["String"], texts);
    unit.context.signature = Signature::program();
    unit
}

fn text_inputs(texts: &[&str]) -> Vec<Input> {
    texts.iter().map(|text| input(json!([text]))).collect()
}

/// Returns the state, exit status or exception, output and note of each run.
fn describe_runs(answers: &[CopyOutcomes]) -> Vec<String> {
    let one = |outcome: &Outcome| {
        let value = match &outcome.value {
            Value::ExitStatus(status) => format!("exit status {status}"),
            Value::Exception { class, .. } => class.split('<').next().expect("a name").to_owned(),
            _ => String::new(),
        };
        let parts = [outcome.state.word(), &value, outcome.stdout.trim_end(), &outcome.reason.to_string()];
        parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("|")
    };
    answers.iter().flat_map(|answer| &answer.outcomes).map(one).collect()
}

#[test]
fn java_programs_read_print_exit_and_start_with_new_state_each_time() {
    let read = "static int runs = 0; public static void main(String[] a) { runs++; Scanner in = new Scanner(System.in);\
                System.out.println(in.nextInt() + 1 + \" \" + runs); }";
    let exits = "public static void main(String[] a) { try { System.out.println(\"before\"); System.exit(259); } \
                 catch (Throwable t) { System.out.println(\"caught\"); } finally { System.out.println(\"finally\"); } \
                 System.out.println(\"after\"); }";
    let throws =
        "public static void main(String[] a) { System.out.println(\"x\"); throw new IllegalStateException(); }";
    let endless = "public static void main(String[] a) { while (true) { mts.Ticks.t(); } }";
    let threads = "public static void main(String[] a) { new Thread(null, () -> { for (int i = 0; i < 3; i++) \
                   System.out.print(i); }, \"\", 1 << 26).start(); }";
    let dies =
        "public static void main(String[] a) { new Thread(() -> { throw new ArithmeticException(); }).start(); }";
    let complains = "public static void main(String[] a) { System.err.println(\"oops\"); }";
    let exit_in_thread = "public static void main(String[] a) throws Exception { Thread t = new Thread(() -> System.exit(2)); \
                          t.start(); t.join(); System.out.println(\"too late\"); }";
    let unit = java_program(&[read, exits, throws, endless, threads, dies, complains, exit_in_thread]);
    let answers = jvm().run(&unit, &text_inputs(&["41\n", "1"]), &run_requests(8, 2, true)).expect("runs");
    assert_eq!(
        describe_runs(&answers),
        [
            "ok|exit status 0|42 1",
            "ok|exit status 0|2 1",
            "ok|exit status 3|before",
            "ok|exit status 3|before",
            "exception|java.lang.IllegalStateException|x",
            "exception|java.lang.IllegalStateException|x",
            "timeout|ticks",
            "timeout|ticks",
            "ok|exit status 0|012",
            "ok|exit status 0|012",
            "exception|java.lang.ArithmeticException",
            "exception|java.lang.ArithmeticException",
            "ok|exit status 0|stderr",
            "ok|exit status 0|stderr",
            "ok|exit status 2",
            "ok|exit status 2",
        ]
    );
}

#[test]
fn python_programs_read_print_exit_and_start_with_new_state_each_time() {
    let read = "runs = 0\nruns += 1\nif __name__ == '__main__':\n    print(int(input()) + 1, runs)\n";
    let exits = "import sys\nprint('before')\nsys.exit(259)\nprint('after')\n";
    let says = "import sys\nsys.exit('no')\n";
    let throws = "print('x')\nraise KeyError('k')\n";
    let endless = "while True:\n    _mts_t_()\n";
    let held = "while True:\n    try:\n        while True:\n            _mts_t_()\n    except BaseException:\n        pass\n    _mts_t_()\n";
    let thread = "import threading\nthreading.Thread(target=lambda: print('012')).start()\n";
    let dies = "import threading\ndef f():\n    raise ValueError\nthreading.Thread(target=f).start()\n";
    let by_descriptor = "import os, sys\nprint(open(0).read().split(), sys.argv)\n";
    let broken = "print(\n";
    let hard = "import os\nprint('x')\nos._exit(4)\n";
    let unit = python_program(&[read, exits, says, throws, endless, held, thread, dies, by_descriptor, broken, hard]);
    let answers = cpython().run(&unit, &text_inputs(&["41\n", "1"]), &run_requests(11, 2, true)).expect("runs");
    let described = describe_runs(&answers);
    let twice = [
        "ok|exit status 3|before",
        "ok|exit status 1|stderr",
        "exception|KeyError|x",
        "timeout|ticks",
        "timeout|ticks",
        "ok|exit status 0|012",
        "exception|ValueError",
    ];
    let mut expected: Vec<String> = vec!["ok|exit status 0|42 1".into(), "ok|exit status 0|2 1".into()];
    expected.extend(twice.iter().flat_map(|line| [(*line).to_owned(), (*line).to_owned()]));
    expected.push("ok|exit status 0|['41'] ['ported.py']".into());
    expected.push("ok|exit status 0|['1'] ['ported.py']".into());
    assert_eq!(described[..expected.len()], expected[..]);
    assert!(described[expected.len()].starts_with("not_compiled|SyntaxError"), "{described:?}");
    assert_eq!(described[expected.len() + 1..], ["incomplete|not run", "ok|exit status 4|x", "ok|exit status 4|x"]);
}

fn check(java: &str, python: &str, tests: &str, more: &[&str]) -> (Json, String) {
    let fixture = Fixture::empty();
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let [java, python, tests] = [java, python, tests].map(|path| tree.join(path).display().to_string());
    let ran = fixture.mts(&[&["check", &java, &python, "--tests", &tests, "--fail-on", "never"], more].concat());
    (ran.report().clone(), ran.stdout)
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_program_of_several_classes_is_mutated_as_a_whole() {
    let (report, _) = check(
        "trees/ports/programs/shapes/Shapes.java",
        "trees/ports/programs/shapes/shapes.py",
        "trees/ports/programs/shapes/tests",
        &["--class-operators", "all"],
    );
    let pair = &report["pairs"][0];
    assert_eq!(pair["program"]["endings"], json!({"success": 3}), "{pair:#}");
    assert_eq!(pair["program"]["with_expected_output"], 3);
    let scores = &pair["head"];
    assert_eq!((&scores["inputs"], &scores["inputs_equal"]), (&json!(3), &json!(3)));
    assert!(scores["counted"].as_u64() > Some(60), "{scores:#}");
    // A field without an assignment has a default value in Java and does not exist in Python. SDL
    // mutants show this.
    assert_eq!((&scores["killed"], &scores["per_operator"]["SDL"]["killed"]), (&json!(3), &json!(3)), "{scores:#}");
    // Class-level operators have rows of their own.
    for operator in ["IOD", "JTI", "JTD", "JSI", "JID"] {
        assert!(scores["per_operator"][operator]["counted"].as_u64() > Some(0), "{operator}: {scores:#}");
    }
    let notes = report["notes"].to_string();
    assert!(notes.contains("class-level operators: AMC: Python does not check access levels"), "{notes}");
    let (plain, _) = check(
        "trees/ports/programs/shapes/Shapes.java",
        "trees/ports/programs/shapes/shapes.py",
        "trees/ports/programs/shapes/tests",
        &["--operators", "ROR"],
    );
    assert_eq!(plain["pairs"][0]["head"]["per_operator"].as_object().map(|rows| rows.len()), Some(1));
}

#[test]
fn outputs_that_differ_only_in_format_are_different() {
    let (report, text) = check(
        "cli/cases/analyses/programs.in/Grades.java",
        "cli/cases/analyses/programs.in/grades.py",
        "cli/cases/analyses/programs.in/tests",
        &["--operators", "AORB"],
    );
    let program = &report["pairs"][0]["program"];
    assert_eq!(program["endings"], json!({"failure": 2, "runtime_error": 1}));
    assert_eq!(program["runtime_errors"], json!({"ValueError": 1}));
    assert_eq!(program["rows"][2]["name"], "words");
    assert!(text.contains("1 program: success 0, failure 0, timeout 0, error 1"), "{text}");
    assert!(text.contains("prints 'mean 10.0\\npassed true\\n'"), "{text}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_port_that_hangs_and_a_port_that_crashes_have_different_outcomes() {
    // No mutant has this operator, so only the originals run.
    let (report, _) = check(
        "trees/ports/programs/walk/Walk.java",
        "trees/ports/programs/walk/walk.py",
        "trees/ports/programs/walk/tests",
        &["--operators", "LOD"],
    );
    let program = &report["pairs"][0]["program"];
    assert_eq!(program["endings"], json!({"success": 1, "timeout": 1, "runtime_error": 1}));
    assert_eq!(program["runtime_errors"], json!({"ValueError": 1}));
    assert_eq!(report["pairs"][0]["head"]["counted"], 0);
}

/// A program that counts up to its input, with one tick for each step.
const COUNT: &str = "public class Count {\n    public static void main(String[] args) {\n        \
    int n = new java.util.Scanner(System.in).nextInt();\n        int steps = 0;\n        \
    for (int i = 0; i < n; i++) {\n            steps++;\n        }\n        System.out.println(steps);\n    }\n}\n";
/// The Python port of this program, which does not end for 7.
const COUNTED: &str =
    "n = int(input())\nsteps = 0\nfor i in range(n):\n    steps += 1\nwhile n == 7:\n    steps += 1\nprint(steps)\n";

#[test]
#[ignore = "takes long: `cargo test -- --ignored`"]
fn a_limit_in_seconds_ends_endless_programs_and_allows_more_ticks_than_the_budget() {
    let fixture = Fixture::empty();
    fixture.write("Count.java", COUNT).write("count.py", COUNTED);
    fixture.write("tests/few.in", "5\n").write("tests/many.in", "10500000\n").write("tests/endless.in", "7\n");
    fixture.write("seconds.yml", "version: 1\nbudgets:\n  seconds: 4\n");
    // No mutant has this operator, so only the originals run.
    let base = ["check", "Count.java", "count.py", "--tests", "tests", "--fail-on", "never", "--operators", "LOD"];
    let endings = |more: &[&str]| {
        let ran = fixture.mts(&[&base[..], more].concat());
        let rows = ran.pair("Count.main")["program"]["rows"].as_array().expect("rows").clone();
        let one = |row: &Json| ["name", "java", "python"].map(|key| row[key].as_str().expect("text").to_owned());
        (rows.iter().map(one).collect::<Vec<_>>(), ran)
    };
    let row = |name: &str, java: &str, python: &str| [name, java, python].map(str::to_owned);
    let few = row("few", "success", "success");
    let endless = row("endless", "success", "timeout");
    let (by_ticks, _) = endings(&[]);
    assert_eq!(by_ticks, [endless.clone(), few.clone(), row("many", "timeout", "timeout")]);
    let (by_seconds, ran) = endings(&["--config", "seconds.yml"]);
    assert_eq!(by_seconds, [endless, few, row("many", "success", "success")], "{}", ran.stdout);
    assert_eq!(ran.pair("Count.main")["head"]["ca_tests"], json!(2.0 / 3.0));
}

#[test]
fn the_avatar_rule_accepts_close_numbers() {
    let fixture = Fixture::empty();
    fixture.write("Third.java", "public class Third {\n    public static void main(String[] args) {\n        System.out.println(1.0f / 3);\n    }\n}\n");
    fixture.write("third.py", "print(1 / 3)\n");
    fixture.write("tests/1.in", "");
    let check = |more: &[&str]| {
        let all = [
            &["check", "Third.java", "third.py", "--tests", "tests", "--operators", "LOD", "--fail-on", "never"],
            more,
        ];
        fixture.mts(&all.concat()).report()["pairs"][0]["program"]["endings"].clone()
    };
    assert_eq!(check(&[]), json!({"failure": 1}));
    assert_eq!(check(&["--compare", "avatar"]), json!({"success": 1}));
}

#[test]
fn programs_of_a_repository_are_run_on_their_tests_and_compared_with_the_base() {
    let fixture = Fixture::empty();
    let java = "import java.util.Scanner;\npublic class Sum {\n    public static void main(String[] args) {\n        \
                Scanner in = new Scanner(System.in);\n        int sum = 0;\n        while (in.hasNextInt()) {\n            \
                sum += in.nextInt();\n        }\n        System.out.println(sum);\n    }\n}\n";
    let python = "import sys\n\nsum = 0\nfor word in sys.stdin.read().split():\n    sum += int(word)\nprint(sum)\n";
    fixture.write("app/Sum.java", java).write("app/sum.py", python);
    fixture.write("tests/sum/in/a.txt", "1 2\n").write("tests/sum/out/a.txt", "3\n");
    fixture.write("tests/sum/in/b.txt", "4\n").write("tests/sum/out/b.txt", "5\n");
    fixture.write("mts/inputs/sum.json", r#"{"version": 1, "pair": "Sum.main", "inputs": [{"stdin": "2 0\n"}]}"#);
    fixture.write("mts.yml", "programs:\n  - {java: app/Sum.java, python: app/sum.py, tests: tests/sum}\n");
    fixture.commit("all");
    fixture.write("app/sum.py", python.replace("print(sum)", "print(-sum if sum > 3 else sum)"));
    fixture.commit("a negative sum");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--fail-on", "never", "--operators", "ASRS,AOIU"]);
    let pair = ran.pair("Sum.main");
    assert_eq!(pair["python"]["qualname"], "__main__");
    assert_eq!((&pair["base"]["inputs_equal"], &pair["head"]["inputs_equal"]), (&json!(3), &json!(2)), "{pair:#}");
    let program = &pair["program"];
    assert_eq!(program["rows"][0]["python"], "success");
    // The expected output of the test does not match Java, and the port does not match it either.
    assert_eq!((&program["rows"][1]["java"], &program["rows"][1]["python"]), (&json!("failure"), &json!("failure")));
    assert_eq!((&program["tests"], &program["with_expected_output"]), (&json!(3), &json!(2)), "one is a suite file's");
    let notes = pair["notes"].to_string();
    assert!(notes.contains("the Java program itself does not print the expected output of test b"), "{notes}");
    assert_eq!(ran.report()["pairs"].as_array().map(Vec::len), Some(1), "its functions are no pairs of their own");
}

#[test]
fn runs_of_a_script_do_not_see_modules_and_descriptors_of_earlier_runs() {
    let fixture = Fixture::empty();
    let java = "import java.util.Scanner;\nclass Add {\n    static int runs = 0;\n    public static void main(String[] args) {\n        \
                runs++;\n        System.out.println(new Scanner(System.in).nextInt() + runs);\n    }\n}\n";
    let python = "import counted\n\ninput = open(0).readline\ncounted.runs += 1\nprint(int(input()) + counted.runs)\n";
    fixture.write("Add.java", java).write("add.py", python).write("counted.py", "runs = 0\n");
    for nth in 1..5 {
        fixture.write(&format!("tests/{nth}.in"), format!("{nth}\n"));
    }
    let ran = fixture.mts(&["check", "Add.java", "add.py", "--tests", "tests", "--operators", "AORB,ASRS"]);
    let head = &ran.pair("Add.main")["head"];
    assert_eq!((&head["inputs"], &head["inputs_equal"]), (&json!(4), &json!(4)), "{}", ran.stdout);
    assert_eq!((&head["killed"], &head["unknown"]), (&json!(0), &json!(0)), "{head:#}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_change_of_a_dependency_runs_a_program_and_its_configuration_cannot_exclude_it() {
    let fixture = Fixture::empty();
    let java = "class Say {\n    static int twice(int a) {\n        return a * 2;\n    }\n    public static void main(String[] args) {\n        \
                System.out.println(twice(4));\n    }\n}\n";
    let other = "class Other {\n    static int half(int a) {\n        return a >> 1;\n    }\n}\n";
    fixture.write("Say.java", java).write("say.py", "from words import twice\n\nprint(twice(4))\n");
    fixture.write("words.py", "def twice(a):\n    return a * 2\n").write("t/1.in", "");
    fixture.write("Other.java", other).write("other.py", "def half(a):\n    return a >> 1\n");
    let own = "  - {java: Say.java, python: say.py, tests: t}\n";
    fixture.write("mts.yml", format!("programs:\n{own}")).commit("all");
    let run = || fixture.mts(&["run", "--base", "HEAD~1", "--operators", "AORB"]);

    fixture.write("words.py", "def twice(a):\n    return a * 3\n").commit("a module that the script imports");
    let ran = run();
    assert_eq!(ran.code, 11, "{}", ran.stdout);
    assert_eq!(ran.pair("Say.main")["head"]["inputs_equal"], json!(0));

    fixture.write("words.py", "def twice(a):\n    return a * 2\n").commit("as it was");
    fixture.write("t/2.in", "x\n").commit("a test more");
    assert_eq!(run().pair("Say.main")["head"]["inputs"], json!(2));

    fixture.write("other.py", "def half(a):\n    return a // 3\n");
    fixture.write("mts.yml", format!("programs:\n{own}  - {{java: Other.java, python: other.py, tests: none}}\n"));
    fixture.commit("a wrong function, and an entry that would take it out");
    let ran = run();
    assert_eq!(ran.code, 11, "{}", ran.stdout);
    assert!(ran.pair("Other.half")["status"] == "failed", "{}", ran.stdout);

    fixture.write("mts.yml", format!("programs:\n{own}")).write("other.py", "def half(a):\n    return a >> 1\n");
    fixture.commit("right again");
    fixture.remove("Say.java").remove("say.py").write("mts.yml", "{}\n").commit("without the program");
    let ran = run();
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.reasons().contains("there is no source file") || ran.stdout.contains("there is no source file"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_port_that_does_not_parse_and_a_port_that_does_not_import_have_different_outcomes() {
    let fixture = Fixture::empty();
    fixture.write("A.java", "class A { public static void main(String[] args) { System.out.println(1); } }\n");
    fixture.write("tests/1.in", "").write("tests/2.in", "");
    let endings = |python: &str| {
        fixture.write("a.py", python);
        let all = ["check", "A.java", "a.py", "--tests", "tests", "--operators", "LOD", "--fail-on", "never"];
        fixture.mts(&all).report()["pairs"][0]["program"].clone()
    };
    let program = endings("from math import nowhere\nprint(1)\n");
    assert_eq!(program["runtime_errors"], json!({"ImportError": 2}));
    for broken in ["def f():\n    return 1\nbreak\nprint(f())\n", "print((1)\n"] {
        assert_eq!(endings(broken)["endings"], json!({"compile_error": 2}), "{broken}");
    }
}

#[test]
fn check_refuses_files_that_are_no_pair_of_programs() {
    let fixture = Fixture::empty();
    fixture
        .write("A.java", "class A { static int f(int a) { return a; } }\n")
        .write("a.py", "def f(a):\n    return a\n");
    fixture.write("tests/1.in", "");
    let ran = fixture.mts(&["check", "A.java", "a.py", "--tests", "tests"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("there is no pair of programs"), "{}", ran.stderr);
    fixture.write("A.java", "class A { public static void main(String[] a) { } }\n").write("tests/2.out", "x");
    let ran = fixture.mts(&["check", "A.java", "a.py", "--tests", "tests"]);
    assert!(
        ran.code == 2
            && ran.stderr.contains("`2.out` is an output without an input: add the input, or delete the output"),
        "{}",
        ran.stderr
    );
    let ran = fixture.mts(&["check", "A.java", "a.py", "--tests", "nowhere"]);
    assert!(ran.code == 2 && ran.stderr.contains("there is no folder `nowhere`"), "{}", ran.stderr);
}

#[test]
fn a_pair_of_functions_has_the_class_level_mutants_of_its_own_body() {
    let fixture = Fixture::empty();
    fixture.write(
        "Less.java",
        "class Less {\n    static int less(int a, int b) { return a - b; }\n    static int f(int x) { return less(x, 2); }\n}\n",
    );
    fixture.write("less.py", "def less(a, b):\n    return a - b\n\n\ndef f(x):\n    return less(x, 2)\n");
    let own = ["check", "Less.java", "less.py", "--operators", "LOD", "--class-operators", "OAC", "--fail-on", "never"];
    let ran = fixture.mts(&own);
    assert_eq!(ran.pair("Less.f")["head"]["per_operator"]["OAC"]["counted"], 1);
    assert_eq!(ran.pair("Less.less")["head"]["counted"], 0, "the call is in the other function");
}
