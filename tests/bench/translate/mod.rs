//! Tests the built-in translator on a real JDK and a real CPython. Its translation of a class with
//! small methods behaves like Java, and so do the translations of their mutants. Each method uses
//! one or two rules. Random methods behave the same too.

mod drawn;

use crate::support;
use drawn::Seeded;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::path::Path;

/// The methods of the class with their types and inputs.
const METHODS: &[(&str, &str, &[&str], &str)] = &[
    ("wraps", "int", &["int", "int"], "[[2147483647, 5], [-77, 123456789]]"),
    ("longs", "long", &["long", "long"], "[[9223372036854775807, 3], [-5, 7]]"),
    ("divides", "int", &["int", "int"], "[[-7, 2], [7, -3], [-2147483648, -1], [-50, 0]]"),
    ("throwing", "int", &["int", "int"], "[[1, 0], [-9, 2]]"),
    ("narrows", "int", &["int", "double"], "[[200, 2.7], [-129, 1e10], [70000, -3.5]]"),
    ("floats", "double", &["double", "double"], "[[1.5, 0.0], [-7.5, 2.0], [9.0, 2.5]]"),
    (
        "texts",
        "String",
        &["double", "float", "long", "boolean", "char", "String"],
        "[[10000000.0, 0.5, -3, true, \"x\", \"s\"], [0.0001, 1.0, 4, false, \"0\", \"\"]]",
    ),
    ("values", "int", &["int"], "[[3], [0], [-7]]"),
    ("indexes", "int", &["int[]", "int"], "[[[1, 2, 3], 1], [[1, 2], -1], [[5], 1]]"),
    ("labels", "int", &["int", "int"], "[[12, 30], [49, 500], [3, -1]]"),
    ("switches", "String", &["int", "String"], "[[0, \"a\"], [3, \"\"], [5, \"long\"], [-4, \"b\"]]"),
    ("loops", "int", &["int"], "[[0], [7], [33], [-3]]"),
    ("chars", "int", &["String", "char"], "[[\"hello\", \"l\"], [\"A1b2\", \"-\"], [\"\", \"a\"]]"),
    ("strings", "String", &["String", "int"], "[[\" Abc,,b,\", 2], [\"\", 0], [\"abcab\", -3]]"),
    ("lists", "String", &["int[]"], "[[[3, 1, 2]], [[15, 5, 3, 8]], [[]]]"),
    ("maps", "String", &["String", "int"], "[[\"banana\", 1], [\"zebra\", 7], [\"\", 3]]"),
    (
        "handlers",
        "int",
        &["String", "int[]", "int"],
        "[[\"5\", [1, 2], 1], [\"x\", [], 0], [\"5\", [2], 0], [\"5\", [1], 9]]",
    ),
    ("grids", "int", &["int", "int"], "[[3, 4], [-5, 2], [0, 0]]"),
    ("recursion", "int", &["int", "boolean[]"], "[[100, [true]], [77, []], [64, [true, false, true, true]]]"),
];

/// The methods of the class with classes. Each method takes one `int`; these methods have fewer mutants.
const KINDS: &[&str] = &[
    "shapes",
    "enums",
    "linked",
    "lambdas",
    "errors",
    "patterns",
    "tables",
    "block",
    "visit",
    "streams",
    "streams2",
    "labels",
    "tries",
    "big",
    "generic",
    "overloads",
    "levels",
    "bodies",
    "memo",
    "local",
    "bits",
    "queue",
    "boxes",
];

fn row(id: &str, java: &str, class: &str, method: &str, returns: &str, params: &[&str], inputs: Json) -> Json {
    let names: Vec<String> = (0..params.len()).map(|at| format!("p{at}")).collect();
    let python = format!("def {method}({}):\n    pass\n", names.join(", "));
    json!({"id": id, "java": java, "java_class": class, "java_method": method, "java_return": returns,
           "java_params": params, "python": python, "inputs": inputs})
}

/// Returns the CA and the kills of each program, and the bench's result.
fn scored(corpus: &str, flags: &[&str]) -> (Vec<Json>, Json) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("corpus"), corpus).expect("written");
    let common = ["bench", "--corpus", "corpus", "--translator", "faithful", "--per-pair", "pairs", "--json"];
    let ran = support::mts_in(folder.path(), &[&common[..], flags].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(!ran.stderr.contains("note: cargo mts skips"), "{}", ran.stderr);
    let pairs = std::fs::read_to_string(folder.path().join("pairs")).expect("written");
    let pairs = pairs.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (pairs, serde_json::from_str(&ran.stdout).expect("JSON"))
}

#[test]
#[ignore = "takes long: `cargo test -- --ignored`"]
fn every_translation_rule_and_its_mutants_behave_as_java() {
    let java = include_str!("Rules.java");
    let mut corpus = String::new();
    for (method, returns, params, inputs) in METHODS {
        let inputs = serde_json::from_str(inputs).expect("JSON");
        let _ = writeln!(corpus, "{}", row(method, java, "Rules", method, returns, params, inputs));
    }
    let flags = ["--profile", "mujava", "--operators", "AORB,LOI", "--strict-types", "--rel-tol", "1e-12"];
    let (pairs, whole) = scored(&corpus, &flags);
    assert_eq!(pairs.len(), METHODS.len());
    let wrong: Vec<&Json> = pairs.iter().filter(|pair| pair["ca"] != 1.0 || pair["killed"] != 0).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(whole["counted"].as_u64() > Some(200), "too little to tell: {whole}");
}

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn translated_classes_of_every_kind_behave_as_java() {
    all_alike(include_str!("Kinds.java"), "Kinds", KINDS);
}

#[test]
fn every_jump_out_of_a_block_behaves_as_java() {
    all_alike(include_str!("Leaving.java"), "Leaving", &["blocks", "ends", "resources", "deep"]);
}

/// Checks methods that take one `int`, and some of their mutants.
fn all_alike(java: &str, class: &str, methods: &[&str]) {
    let mut corpus = String::new();
    for method in methods {
        let returns = match *method {
            "boxes" | "tables" | "labels" | "memo" => "int",
            "bits" => "long",
            _ => "String",
        };
        let inputs = json!([[0], [1], [3], [4], [5], [9], [30]]);
        let _ = writeln!(corpus, "{}", row(method, java, class, method, returns, &["int"], inputs));
    }
    let flags = ["--profile", "mujava", "--operators", "AORB", "--strict-types"];
    let (pairs, _) = scored(&corpus, &flags);
    assert_eq!(pairs.len(), methods.len());
    let wrong: Vec<&Json> = pairs.iter().filter(|pair| pair["ca"] != 1.0 || pair["killed"] != 0).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A Java program that prints the outcome of every method on every input. The outcome includes the
/// array and the static fields after the call.
const RUN_JAVA: &str = r#"
import java.lang.reflect.*;
import java.util.*;

class Run {
    static String show(Object v) {
        if (v instanceof Double) {
            return "d" + Double.doubleToLongBits((Double) v);
        }
        StringBuilder out = new StringBuilder();
        if (v instanceof int[]) {
            for (int x : (int[]) v) out.append(x).append(',');
            return "[" + out + "]";
        }
        if (v instanceof String || v instanceof Character) {
            for (char x : v.toString().toCharArray()) out.append((int) x).append(',');
            return "'" + out + "'";
        }
        return String.valueOf(v);
    }

    public static void main(String[] args) throws Exception {
        for (Method method : Drawn.class.getDeclaredMethods()) {
            if (!method.getName().matches("f\\d+")) continue;
            Object[][] inputs = {
                {1, 2, 3L, (short) 4, (byte) 5, 'a', new int[] {4, 5, 6}, "ab"},
                {-7, 2147483647, Long.MIN_VALUE, (short) -32768, (byte) -128, '\0', new int[] {-2147483648, 7}, ""},
                {-2147483648, 31, Long.MAX_VALUE, (short) 32767, (byte) 127, '\ufffd', new int[] {2147483647, -1}, "x\ud83d\ude00b"},
            };
            for (int at = 0; at < inputs.length; at++) {
                Object[] given = inputs[at];
                Drawn.seen = 0;
                Drawn.fuel = 40;
                String got;
                try {
                    got = show(method.invoke(null, given));
                } catch (InvocationTargetException error) {
                    got = "!" + error.getCause().getClass().getSimpleName();
                }
                System.out.println(method.getName() + " " + at + " " + got + " " + show(given[6]) + Drawn.seen + " " + Drawn.fuel);
            }
        }
    }
}

"#;

/// A Python program that prints the same for the translation. An exception has the name of Java's
/// exception with the same meaning, if there is one.
const RUN_PYTHON: &str = r#"
import json, re, signal, struct, sys
job = json.load(sys.stdin)
sys.path.insert(0, job["folder"])
import drawn

JAVA = {
    "ZeroDivisionError": ["ArithmeticException"],
    "IndexError": ["ArrayIndexOutOfBoundsException", "IndexOutOfBoundsException", "StringIndexOutOfBoundsException"],
    "ValueError": ["NegativeArraySizeException"],
    "RuntimeError": ["IllegalStateException"],
}

class Late(BaseException):
    pass

def late(*_):
    raise Late

def show(v):
    if type(v) is float:
        return f"d{0x7FF8000000000000 if v != v else struct.unpack('>q', struct.pack('>d', v))[0]}"
    if type(v) is list:
        return "[" + "".join(f"{x}," for x in v) + "]"
    if type(v) is str:
        data = v.encode("utf-16-le", "surrogatepass")
        return "'" + "".join(f"{data[i] | data[i + 1] << 8}," for i in range(0, len(data), 2)) + "'"
    return {True: "true", False: "false"}.get(v, str(v)) if type(v) is bool else str(v)

signal.signal(signal.SIGALRM, late)
for line in job["java"].splitlines():
    name, at, wanted, rest = line.split(" ", 3)
    given = [
        [1, 2, 3, 4, 5, "a", [4, 5, 6], "ab"],
        [-7, 2147483647, -(1 << 63), -32768, -128, "\0", [-2147483648, 7], ""],
        [-2147483648, 31, (1 << 63) - 1, 32767, 127, "\ufffd", [2147483647, -1], "x\U0001f600b"],
    ][int(at)]
    drawn.seen, drawn.fuel = 0, 40
    signal.setitimer(signal.ITIMER_REAL, 10)
    try:
        got = show(getattr(drawn, name)(*given))
    except (Exception, Late) as error:
        got = "!" + type(error).__name__
        got = "!" + wanted[1:] if wanted[1:] in JAVA.get(got[1:], []) else got
    signal.setitimer(signal.ITIMER_REAL, 0)
    left = f"{show(given[6])}{drawn.seen} {drawn.fuel}"
    if (got, left) != (wanted, rest):
        print(name, at, "is", got, left, "and not", wanted, rest)
"#;

/// Returns the methods of a random class whose outcomes differ, with their text.
fn differing(seed: u64, count: usize) -> String {
    let mut seeded = Seeded(seed);
    let methods: Vec<String> = (0..count).map(|at| drawn::method(&mut seeded, &format!("f{at}"))).collect();
    let java = format!("{}{}}}\n", drawn::HEAD, methods.concat());
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(at.join("Drawn.java"), format!("import java.util.*;\n\n{java}")).expect("written");
    std::fs::write(at.join("Run.java"), format!("{RUN_JAVA}{java}")).expect("written");
    let ran = std::process::Command::new("java").arg(at.join("Run.java")).output().expect("java starts");
    assert!(ran.status.success(), "seed {seed}: {}\n{java}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(support::mts_in(at, &["translate", "--support", "--output", "java_runtime.py"]).code, 0);
    let ported = support::mts_in(at, &["translate", "Drawn.java", "--output", "drawn.py"]);
    assert_eq!(ported.code, 0, "seed {seed}: {}\n{java}", ported.stderr);
    let outcomes = String::from_utf8(ran.stdout).expect("UTF-8");
    assert_eq!(outcomes.lines().count(), 3 * count, "{outcomes}");
    let lines = python(at, RUN_PYTHON, &json!({"folder": at, "java": outcomes}));
    let mut differences = String::new();
    for line in lines.lines() {
        let name = line.split(' ').next().unwrap_or("");
        let nth: usize = name.trim_start_matches('f').parse().expect("a number");
        let _ = writeln!(differences, "seed {seed}: {line}{}", methods[nth]);
    }
    differences
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn translations_of_random_methods_behave_as_java() {
    // `MTS_DRAWN=rounds` or `MTS_DRAWN=rounds:seed` runs a longer search.
    let wanted = std::env::var("MTS_DRAWN").unwrap_or_else(|_| "1:7".to_owned());
    let (rounds, seed) = wanted.split_once(':').unwrap_or((&wanted, "7"));
    let (rounds, seed): (u64, u64) = (rounds.parse().expect("a number"), seed.parse().expect("a number"));
    for seed in seed..seed + rounds {
        let differences = differing(seed, 120);
        assert!(differences.is_empty(), "{differences}");
    }
}

#[test]
fn a_method_is_translated_with_only_the_needed_code_of_other_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let write = |path: &str, text: &str| {
        std::fs::create_dir_all(at.join(path).parent().expect("a folder")).expect("made");
        std::fs::write(at.join(path), text).expect("written");
    };
    write(
        "src/a/Sums.java",
        "package a;\nimport b.Step;\npublic class Sums {\n    Socket peer = Socket.open();\n    int by;\n    \
         int total(int n) { return Step.of(n, by) + Beside.twice(n); }\n    int other() { return peer.port(); }\n}\n",
    );
    write("src/a/Beside.java", "package a;\nclass Beside {\n    static int twice(int n) { return 2 * n; }\n}\n");
    write(
        "src/b/Step.java",
        "package b;\npublic class Step {\n    static final int LEAST = 3;\n    public static int of(int n, int by) {\n        \
         return n < LEAST ? LEAST : n + by;\n    }\n    static int wrong(Socket s) { return s.port(); }\n}\n",
    );
    let ran = support::mts_in(at, &["translate", "src/a/Sums.java#total", "--mode", "plain"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let program = format!("{}\nsums = Sums()\nsums.by = 5\nprint(sums.total(1), sums.total(4))\n", ran.stdout);
    assert_eq!(python(at, &program, &Json::Null), "5 17\n");
    assert!(!ran.stdout.contains("other") && !ran.stdout.contains("wrong"), "{}", ran.stdout);
    let ran = support::mts_in(at, &["translate", "src/a/Sums.java#other"]);
    assert!(ran.code == 2 && ran.stderr.contains("src/a/Sums.java:7"), "{}", ran.stderr);
}

/// Returns the output of a Python program that reads a JSON value.
fn python(folder: &Path, program: &str, given: &Json) -> String {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let script = folder.join("program.py");
    std::fs::write(&script, program).expect("written");
    let mut child = Command::new("python3")
        .arg(&script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 starts");
    child.stdin.take().expect("a pipe").write_all(given.to_string().as_bytes()).expect("written");
    let output = child.wait_with_output().expect("ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("UTF-8")
}
