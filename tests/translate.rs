//! The built-in translator on a real JDK and a real CPython: what it makes of a class of small methods, one
//! or two rules each, does what Java does, and so does what it makes of their mutants; random
//! arithmetic likewise. A catalogue of differences between the languages is read where MTS_DIVERGENCES
//! names one.

#![expect(clippy::expect_used, reason = "a test tells its failure by a panic")]

mod support;

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

/// Those of the class of classes, each of one `int`, and with fewer mutants.
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

/// What the bench says of each program: its CA and its kills, and the whole.
fn scored(corpus: &str, flags: &[&str]) -> (Vec<Json>, Json) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("corpus"), corpus).expect("written");
    let common = ["bench", "--corpus", "corpus", "--translator", "faithful", "--per-pair", "pairs", "--json"];
    let ran = support::mts_in(folder.path(), &[&common[..], flags].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(!ran.stderr.contains("left out"), "{}", ran.stderr);
    let pairs = std::fs::read_to_string(folder.path().join("pairs")).expect("written");
    let pairs = pairs.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (pairs, serde_json::from_str(&ran.stdout).expect("JSON"))
}

#[test]
fn every_rule_and_its_mutants_do_what_java_does() {
    let java = include_str!("translate/Rules.java");
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
fn classes_of_every_kind_do_what_java_s_do() {
    let java = include_str!("translate/Kinds.java");
    let mut corpus = String::new();
    for method in KINDS {
        let returns = match *method {
            "boxes" | "tables" | "labels" | "memo" => "int",
            "bits" => "long",
            _ => "String",
        };
        let inputs = json!([[0], [1], [3], [4], [5], [9], [30]]);
        let _ = writeln!(corpus, "{}", row(method, java, "Kinds", method, returns, &["int"], inputs));
    }
    let flags = ["--profile", "mujava", "--operators", "AORB", "--strict-types"];
    let (pairs, _) = scored(&corpus, &flags);
    assert_eq!(pairs.len(), KINDS.len());
    let wrong: Vec<&Json> = pairs.iter().filter(|pair| pair["ca"] != 1.0 || pair["killed"] != 0).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Numbers that follow from a seed.
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        let at = usize::try_from(self.below(texts.len() as u64)).expect("small");
        texts[at]
    }

    /// An integer expression over the parameters; `depth` bounds it.
    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.below(4) {
                0 => self.of(&["7", "-3", "100000", "0x7fffffff", "1L", "'x'", "255", "Integer.MIN_VALUE"]).to_owned(),
                _ => self.of(&["i", "j", "l", "s", "b", "c"]).to_owned(),
            };
        }
        let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.below(12) {
            0 => format!("(int) ({left})"),
            1 => format!("(byte) ({left} - {right})"),
            2 => format!("(char) ({left})"),
            3 => format!("-({left})"),
            4 => format!("~({left})"),
            5 => format!("({left} {} {right})", self.of(&["<<", ">>", ">>>"])),
            6 => format!("({left} {} ({right} | 1))", self.of(&["/", "%"])),
            7 => format!("({left} {} {right} ? {right} : {left})", self.of(&["<", ">=", "==", "!="])),
            8 => format!("({left} {} {right})", self.of(&["&", "|", "^"])),
            _ => format!("({left} {} {right})", self.of(&["+", "-", "*"])),
        }
    }
}

#[test]
fn random_arithmetic_is_what_java_makes_of_it() {
    const PARAMS: [&str; 6] = ["int", "int", "long", "short", "byte", "char"];
    let mut seeded = Seeded(20_240_607);
    let inputs = json!([
        [1, 2, 3, 4, 5, "a"],
        [-7, 2_147_483_647, -9_223_372_036_854_775_808_i64, -32_768, -128, "\u{0}"],
        [-2_147_483_648, 31, 9_223_372_036_854_775_807_i64, 32_767, 127, "\u{fffd}"],
        [65_536, -33, 4_294_967_296_i64, -1, -1, "\u{7f}"],
    ]);
    let mut corpus = String::new();
    for at in 0..24 {
        let (first, second) = (seeded.expression(3), seeded.expression(3));
        let java = format!(
            "class Drawn {{\n    static long f(int i, int j, long l, short s, byte b, char c) {{\n        int k = i++ - --j;\n        \
             s += {first};\n        b *= c--;\n        k ^= {second};\n        return k + l * s + b++ - (c += 3);\n    }}\n}}\n"
        );
        let name = format!("f{at}");
        let _ = writeln!(corpus, "{}", row(&name, &java, "Drawn", "f", "long", &PARAMS, inputs.clone()));
    }
    let (pairs, _) = scored(&corpus, &["--operators", "SDL", "--strict-types"]);
    let wrong: Vec<&Json> = pairs.iter().filter(|pair| pair["ca"] != 1.0 || pair["killed"] != 0).collect();
    assert!(wrong.is_empty(), "{wrong:#?}\n{corpus}");
}

/// Calls every translation of the catalogue on its inputs, and prints those that are not as Java's.
const CATALOGUE: &str = r#"
import json, sys
job = json.load(sys.stdin)
sys.path.insert(0, job["folder"])

def show(v):
    if v is None or isinstance(v, bool):
        return {None: "null", True: "true", False: "false"}[v]
    if isinstance(v, list):
        return "[" + ",".join(map(show, v)) + "]"
    return json.dumps(v) if isinstance(v, str) else repr(v)

def same(got, wanted, table):
    if got.startswith("!") and wanted.startswith("!"):
        return got[1:] in table.get(wanted[1:], [])
    return got == wanted or (job["ulps"] and abs(float(got) - float(wanted)) <= 3e-16 * abs(float(wanted)))

for item in job["items"]:
    for call in item["calls"]:
        try:
            scope = {}
            exec(item["text"], scope)
            got = show(eval("f(" + call["python_args"] + ")", scope))
        except Exception as error:
            got = "!" + type(error).__name__
        try:
            fine = same(got, call["java"], job["table"])
        except ValueError:
            fine = False
        if not fine:
            print(item["id"], call["java_args"], "is", got, "and not", call["java"])
"#;

#[test]
fn a_catalogue_of_differences_is_translated_as_java_means_it() {
    let Some(path) = std::env::var_os("MTS_DIVERGENCES") else {
        println!("skipped: MTS_DIVERGENCES names no catalogue");
        return;
    };
    let catalogue: Json = serde_json::from_str(&std::fs::read_to_string(path).expect("readable")).expect("a catalogue");
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    assert_eq!(support::mts_in(at, &["translate", "--support", "--output", "javalike.py"]).code, 0);
    let (mut items, mut unknown) = (Vec::new(), Vec::new());
    for item in catalogue["items"].as_array().expect("items") {
        let helper = item["java_helper"].as_str().unwrap_or("");
        let java = format!("class D {{\n{}\n{helper}\n}}\n", item["java_method"].as_str().expect("Java"));
        std::fs::write(at.join("D.java"), java).expect("written");
        let ran = support::mts_in(at, &["translate", "D.java#f"]);
        if ran.code != 0 {
            unknown.push(format!("{}: {}", item["id"], ran.stderr));
            continue;
        }
        let calls: Vec<&Json> =
            ["separating", "agreeing"].iter().flat_map(|key| item[key].as_array().expect("inputs")).collect();
        items.push(json!({"id": item["id"], "text": ran.stdout, "calls": calls}));
    }
    let job = json!({"folder": at, "items": items, "table": catalogue["exception_map"], "ulps": true});
    let wrong = python(at, CATALOGUE, &job);
    assert!(unknown.len() <= 5, "{unknown:#?}");
    // Java's own stack is deeper than CPython's default.
    let wrong: Vec<&str> = wrong.lines().filter(|line| !line.starts_with("recursion-depth")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What a Python program prints, given a JSON value.
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
