//! Fragments on the real runtimes: the twelve worked examples of the specification come out with the verdict that
//! it gives them, and a port that is right has none that differs.

#![expect(clippy::expect_used, reason = "a test tells its failure by a panic")]

mod support;

use serde_json::{Value as Json, json};
use std::path::Path;
use support::{Fixture, Ran, mts_in};

/// The fragment of each example, and its verdict.
const EXAMPLES: [(&str, &str, &str, &str); 12] = [
    ("R1", "h % n", "h % n", "masked"),
    ("R2", "(lo + hi) / 2", "(lo + hi) // 2", "latent"),
    ("R3", "n >>> 1", "n >> 1", "confirmed"),
    ("R4", "(char) ('a' + (c - 'a' + k) % 26)", "chr(ord('a') + (ord(c) - ord('a') + k) % 26)", "confirmed"),
    ("R5", "s.charAt(i) - '0'", "int(s[i])", "confirmed"),
    (
        "R6",
        "int m = Integer.MIN_VALUE; for (int x : a) m = Math.max(m, x);",
        "m = 0 for x in a: m = max(m, x)",
        "confirmed",
    ),
    (
        "R7",
        "while (i < a.length && a[i++] != key) c++;",
        "while i < len(a) and a[i] != key: i += 1 c += 1",
        "confirmed",
    ),
    ("R8", "k > 0 & limit / k > 2", "k > 0 and limit // k > 2", "confirmed"),
    ("R9", "\"total=\" + total", "'total=' + str(total)", "confirmed"),
    ("R10", "v.get(i) != v.get(i - 1)", "v[i] != v[i - 1]", "confirmed"),
    (
        "R11",
        "java.util.Arrays.sort(w, (a, b) -> b.length() - a.length()); return String.join(\",\", w);",
        "return ','.join(sorted(w, key=len)[::-1])",
        "confirmed",
    ),
    ("R12", "int[][] g = new int[n][m]; g[r][c] = 1;", "g = [[0] * m] * n g[r][c] = 1", "confirmed"),
];

/// The lines of `--per-pair`.
fn examined(corpus: &Path, more: &[&str]) -> Vec<Json> {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = corpus.to_str().expect("a path");
    let ran = mts_in(folder.path(), &[&["fragments", "--corpus", corpus, "--per-pair", "out"], more].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = std::fs::read_to_string(folder.path().join("out")).expect("lines");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_worked_examples_have_the_verdicts_that_the_specification_gives_them() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/fragments/examples.jsonl");
    let pairs = examined(&corpus, &[]);
    for (id, text, part, verdict) in EXAMPLES {
        let pair = pairs.iter().find(|pair| pair["name"] == id).expect("examined");
        assert_eq!(pair["agrees"], true, "{id}: the functions agree on their tests");
        let rows = pair["fragments"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["java"] == text).expect("admitted");
        assert_eq!(row["verdict"], verdict, "{id}: {row:#}");
        let python = row["python"].as_str().expect("aligned").split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(python, part, "{id}: the part that the specification names");
        assert_eq!(row["java_suspect"], id == "R10", "{id}: {row:#}");
        assert!(row["contexts"].as_u64() > Some(5), "{row:#}");
        let shows = verdict == "confirmed";
        assert_eq!(row["functions"].is_string(), shows, "an input shows what is confirmed, and nothing else: {row:#}");
    }
    // What masks the remainder of R1 overflows itself: the container differs.
    let container = pairs.iter().find(|pair| pair["name"] == "R1").expect("examined")["fragments"].as_array();
    let whole = container.expect("rows").iter().find(|row| row["java"] == "(h % n + n) % n").expect("admitted");
    assert_eq!(whole["verdict"], "confirmed", "{whole:#}");
}

fn row(id: &str, java: &str, python: &str, types: &[&str], returns: &str, inputs: &Json) -> String {
    let row = json!({"id": id, "java": format!("class A {{ {java} }}"), "java_class": "A", "java_method": "f",
                     "java_return": returns, "java_params": types, "python": python, "inputs": inputs});
    format!("{row}\n")
}

#[test]
fn a_port_that_is_right_has_no_fragment_that_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("corpus");
    let java = "static int f(int a, int b) { if (b == 0) return 0; int s = 0; for (int i = 0; i < 3; i++) { if (a / b > i) s = (s ^ i) & 7; } return s; }";
    let python = "def jdiv(a, b):\n    q = abs(a) // abs(b)\n    q = q if (a < 0) == (b < 0) else -q\n    return (q + 2**31) % 2**32 - 2**31\n\ndef f(a, b):\n    if b == 0:\n        return 0\n    s = 0\n    for i in range(3):\n        if jdiv(a, b) > i:\n            s = (s ^ i) & 7\n    return s\n";
    let inputs = json!([[7, 2], [-7, 2], [0, 0], [9, -3]]);
    std::fs::write(&path, row("RIGHT", java, python, &["int", "int"], "int", &inputs)).expect("writes");
    let pair = &examined(&path, &[])[0];
    let scores = &pair["scores"];
    assert!(scores["tested"].as_u64() > Some(2), "{pair:#}");
    for word in ["confirmed", "latent", "masked"] {
        assert_eq!(scores[word], 0, "{pair:#}");
    }
    // The same division as Python writes it differs, and the guard keeps the zero out.
    let wrong = python.replace("jdiv(a, b) > i", "a // b > i");
    std::fs::write(&path, row("WRONG", java, &wrong, &["int", "int"], "int", &inputs)).expect("writes");
    let pair = &examined(&path, &[])[0];
    let rows = pair["fragments"].as_array().expect("rows");
    let division = rows.iter().find(|row| row["java"] == "a / b").expect("admitted");
    assert!(["confirmed", "latent", "masked"].map(Json::from).contains(&division["verdict"]), "{division:#}");
    assert!(!division["context"].as_str().expect("a context").contains("b = 0"), "{division:#}");
}

/// The verdicts on one function with its port, by the text of the fragment.
fn verdicts(java: &str, python: &str, (types, returns): (&[&str], &str), inputs: &Json) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("corpus");
    std::fs::write(&path, row("ONE", java, python, types, returns, inputs)).expect("writes");
    let pair = &examined(&path, &[])[0];
    let text = |row: &Json, key: &str| row[key].as_str().expect("text").to_owned();
    let rows = pair["fragments"].as_array().expect("rows");
    rows.iter().map(|row| (text(row, "java"), text(row, "verdict"))).collect()
}

#[test]
fn the_order_of_a_map_is_that_of_the_class_in_it() {
    let java = "static String f(String a, String b) { java.util.Map<String, Integer> m = new java.util.TreeMap<>(); m.put(a, 1); m.put(b, 2); return String.join(\",\", m.keySet()); }";
    let python = "def f(a, b):\n    m = {}\n    m[a] = 1\n    m[b] = 2\n    return ','.join(m)\n";
    let types: (&[&str], &str) = (&["String", "String"], "String");
    let inputs = json!([["a", "b"], ["b", "c"]]);
    let found = verdicts(java, python, types, &inputs);
    let ending =
        ("m.put(a, 1); m.put(b, 2); return String.join(\",\", m.keySet());".to_owned(), "confirmed".to_owned());
    assert!(found.contains(&ending), "{found:?}");
    // A port that sorts where it asks for the order is right, and right before it sorts.
    let found = verdicts(java, &python.replace("(m)", "(sorted(m))"), types, &inputs);
    assert!(found.iter().any(|(text, verdict)| *text == ending.0 && verdict == "agree"), "{found:?}");
    assert!(found.iter().all(|(_, verdict)| verdict == "agree" || verdict == "unaligned"), "{found:?}");
}

#[test]
fn a_wrap_that_comes_further_out_is_held_against_no_operand() {
    let java = "static int f(String s) { int h = 7; for (int i = 0; i < s.length(); i++) h = 31 * h + s.charAt(i); return h; }";
    let port =
        |last: &str| format!("def f(s):\n    h = 7\n    for i in range(len(s)):\n        h = {last}\n    return h\n");
    let types: (&[&str], &str) = (&["String"], "int");
    let inputs = json!([[""], ["ab"], ["hello, world"]]);
    let found = verdicts(java, &port("((31 * h + ord(s[i])) + 2**31) % 2**32 - 2**31"), types, &inputs);
    let of = |text: &str, found: &[(String, String)]| {
        found.iter().find(|(java, _)| java == text).map(|(_, verdict)| verdict.clone()).expect("admitted")
    };
    assert_eq!(of("31 * h", &found), "unaligned", "{found:?}");
    // Beyond its end no string has a char.
    assert_eq!(of("31 * h + s.charAt(i)", &found), "outside", "{found:?}");
    // The same without the wrap is told.
    let found = verdicts(java, &port("31 * h + ord(s[i])"), types, &inputs);
    assert_eq!(of("31 * h", &found), "confirmed", "{found:?}");
}

#[test]
fn what_java_throws_on_an_input_of_the_suite_is_a_result() {
    let java = "static String f(String s, int n) { return s.substring(0, n); }";
    let python = "def f(s, n):\n    return s[0:n]\n";
    let types: (&[&str], &str) = (&["String", "int"], "String");
    let found = |inputs: Json| verdicts(java, python, types, &inputs)[0].1.clone();
    assert_eq!(found(json!([["abc", 2], ["abc", 0]])), "outside", "nobody asked for more than there is");
    assert_eq!(found(json!([["abc", 2], ["abc", 9]])), "confirmed");
}

#[test]
fn what_the_port_does_around_an_operation_belongs_to_what_is_returned() {
    let java = "static int f(char c) { return c + 1; }";
    let python = "def f(c):\n    return chr(ord(c) + 1)\n";
    let found = verdicts(java, python, (&["char"], "int"), &json!([["a"], ["b"]]));
    assert_eq!(found, [("c + 1".to_owned(), "confirmed".to_owned())]);
}

/// A port that agrees with Java on the inputs of its suite file, and whose parts do not.
const JAVA: &str = "public class Codes {\n    static int gray(int n) {\n        return n ^ (n >>> 1);\n    }\n\n    \
                    static int middle(int n) {\n        int low = Math.abs(n % 1000);\n        return low / 2;\n    }\n}\n";
const PYTHON: &str = "import math\n\n\ndef gray(n):\n    return n ^ (n >> 1)\n\n\ndef middle(n):\n    low = abs(int(math.fmod(n, 1000)))\n    return low // 2\n";

fn repository() -> Fixture {
    let fixture = Fixture::empty();
    fixture.write("mts.yml", "inputs: {max: 3}\n").write("Codes.java", JAVA).write("codes.py", PYTHON);
    for (name, inputs) in [("gray", [0, 5, 1023]), ("middle", [7, 12, 1500])] {
        let inputs = inputs.map(|n| json!({"args": [n]}));
        let suite = json!({"version": 1, "pair": format!("Codes.{name}"), "inputs": inputs});
        fixture.write(&format!("mts/inputs/{name}.json"), suite.to_string());
    }
    fixture.commit("one");
    fixture
}

#[test]
fn what_differs_in_a_repository_is_in_every_report_and_in_the_gate() {
    let fixture = repository();
    let generated = ["run", "--all", "--operators", "AORB"];
    let quiet = fixture.mts(&generated);
    assert!(quiet.pair("Codes.gray")["head"].get("fragments").is_none_or(Json::is_null), "only where somebody asks");
    let limits = ["--max-confirmed-fragments", "0", "--max-latent-fragments", "0"];
    let ran = fixture.mts(&[&generated[..], &limits].concat());
    let of = |name: &str, key: &str| ran.pair(name)["head"]["fragments"][key].as_u64().expect("a count");
    assert!(of("Codes.gray", "confirmed") > 0, "{}", ran.stdout);
    assert_eq!((of("Codes.middle", "confirmed"), of("Codes.middle", "latent")), (0, 1), "{}", ran.stdout);
    let reasons = ran.report()["gate"].to_string();
    assert!(reasons.contains("confirmed") && reasons.contains("latent"), "{reasons}");
    let findings = |name: &str| -> Vec<Json> {
        let all = ran.pair(name)["findings"].as_array().expect("findings").iter();
        all.filter(|finding| finding["kind"] == "fragment").cloned().collect()
    };
    let (gray, middle) = (findings("Codes.gray"), findings("Codes.middle"));
    assert_eq!((&gray[0]["severity"], &middle[0]["severity"]), (&json!("error"), &json!("warning")));
    assert!(middle[0]["cause"].as_str().is_some_and(|cause| cause.contains("low / 2")), "{}", middle[0]);
    let out = |name: &str| std::fs::read_to_string(fixture.path().join("mts-out").join(name)).expect("a file");
    let id = gray[0]["id"].as_str().expect("an id");
    assert!(
        out("comment.md").contains("n &gt;&gt;&gt; 1") || out("comment.md").contains("n >>> 1"),
        "{}",
        out("comment.md")
    );
    assert!(out("junit.xml").contains("fragments agree"), "{}", out("junit.xml"));
    assert!(out("mts.sarif").contains("fragment") && out("mts.sarif").contains(id), "{}", out("mts.sarif"));
    // A latent fragment alone fails the gate only where its own limit says so.
    let middle_only = ["run", "--all", "--operators", "AORB", "--pair", "Codes.middle"];
    let code = |more: &[&str]| fixture.mts(&[&middle_only, more].concat()).code;
    assert_eq!(code(&["--max-confirmed-fragments", "0"]), 0);
    assert_eq!(code(&["--max-latent-fragments", "0"]), 10);
    assert_eq!(code(&["--max-latent-fragments", "1"]), 0);
}

#[test]
fn what_people_assume_holds_after_the_merge_and_never_against_an_input() {
    let fixture = repository();
    let latent = |ran: &Ran| ran.pair("Codes.middle")["head"]["fragments"]["latent"].as_u64().expect("a count");
    let run = || fixture.mts(&["run", "--all", "--fragments", "--operators", "AORB", "--pair", "Codes.middle"]);
    assert_eq!(latent(&run()), 1);
    let said =
        |what: &str| JAVA.replace("        return low", &format!("        // mts: assume {what}\n        return low"));
    fixture.write("Codes.java", said("low >= 0 && low < 1000"));
    fixture.commit("two");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--fragments", "--operators", "AORB", "--pair", "Codes.middle"]);
    assert_eq!(latent(&ran), 1, "a change assumes nothing for itself");
    let after = ran.report()["gate"]["after_merge"].to_string();
    assert!(after.contains("Codes.java:8: `mts: assume low >= 0 && low < 1000` holds for `Codes.middle`"), "{after}");
    fixture.write("codes.py", format!("{PYTHON}\n\nX = 1\n"));
    fixture.commit("three");
    let merged =
        fixture.mts(&["run", "--base", "HEAD~1", "--fragments", "--operators", "AORB", "--pair", "Codes.middle"]);
    assert_eq!(latent(&merged), 0, "{}", merged.stdout);
    assert!(merged.pair("Codes.middle")["head"]["fragments"]["outside"].as_u64() > Some(0));
    // What an input refutes is not followed; what is no condition says so.
    fixture.write("Codes.java", said("low >= 100 && low < 1000"));
    fixture.commit("four");
    fixture.write("codes.py", format!("{PYTHON}\n\nX = 2\n"));
    let refuted = run();
    let notes = refuted.pair("Codes.middle")["notes"].to_string();
    assert_eq!(latent(&refuted), 1, "{notes}");
    let told = "Codes.java:8: `mts: assume low >= 100 && low < 1000` does not hold at line 9: an input comes there with low = 7";
    assert!(notes.contains(told), "{notes}");
    // Each comment stands or falls for itself, and one that does not compile takes nothing with it.
    let more = "low >= 100\n        // mts: assume low >= 0\n        // mts: assume Math.floorDiv(\"a\", low) > 3";
    fixture.write("Codes.java", said(more));
    fixture.commit("more");
    fixture.write("codes.py", format!("{PYTHON}\n\nX = 3\n"));
    let ran = run();
    let notes = ran.pair("Codes.middle")["notes"].to_string();
    assert_eq!(latent(&ran), 0, "{notes}");
    assert!(ran.pair("Codes.middle")["head"]["fragments"]["outside"].as_u64() > Some(0), "{}", ran.stdout);
    assert!(notes.contains("Codes.java:8: `mts: assume low >= 100` does not hold at line 11"), "{notes}");
    assert!(!notes.contains("Codes.java:9:"), "{notes}");
    assert!(notes.contains("Codes.java:10:") && notes.contains("has no effect: Java does not compile it"), "{notes}");
    fixture.write("Codes.java", said("low is never negative"));
    fixture.commit("five");
    assert!(run().pair("Codes.middle")["notes"].to_string().contains("no condition"));
}

#[test]
fn the_comments_of_a_function_without_a_fragment_are_told() {
    let fixture = Fixture::empty();
    let java = "public class Plain {\n    static int same(int n) {\n        // mts: assume n > 0\n        // mts: assume n is small\n        return n;\n    }\n}\n";
    fixture.write("mts.yml", "inputs: {max: 3}\n").write("Plain.java", java);
    fixture.write("plain.py", "def same(n):\n    return n\n").commit("one");
    let ran = fixture.mts(&["run", "--all", "--fragments", "--operators", "AORB"]);
    let notes = ran.pair("Plain.same")["notes"].to_string();
    assert!(notes.contains("Plain.java:3: `mts: assume n > 0` is about no fragment"), "{notes}");
    assert!(notes.contains("Plain.java:4: `mts: assume n is small` has no effect"), "{notes}");
}

/// Answers by what is returned, alone otherwise than in a function.
const TRANSLATOR: &str = r#"
import re, sys
java = sys.stdin.read()
head, body = re.search(r"static int (\w+\(.*?\)) \{(.*?)\n    \}", java, re.S).groups()
name, names = head.split("(")[0], [one.split()[-1] for one in head.split("(")[1].rstrip(")").split(",")]
value = re.search(r"return (.*);", body).group(1).replace(">>>", ">>")
if name.startswith("piece") and value == "n >> 1":
    value = "(n & 0xFFFFFFFF) >> 1"
if "%" in value and name.startswith("piece") and "+" not in value:
    names = ["x", "y"]
    value = "x % y"
print(f"def {name}({', '.join(names)}):\n    return {value}")
"#;

#[test]
fn a_translator_is_asked_for_a_fragment_alone_and_beside_what_stands_around_it() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("translate.py"), TRANSLATOR).expect("writes");
    let one = |id: &str, expression: &str, params: &str, types: &[&str], inputs: &Json| {
        let java = format!("class A {{\n    static int f({params}) {{\n        return {expression};\n    }}\n}}\n");
        let port = format!("def f({}):\n    return 0\n", params.replace("int ", ""));
        let row = json!({"id": id, "java": java, "java_class": "A", "java_method": "f", "java_return": "int",
                         "java_params": types, "python": port, "inputs": inputs});
        format!("{row}\n")
    };
    let rows = one("GRAY", "n ^ (n >>> 1)", "int n", &["int"], &json!([[0], [5], [1023]]))
        + &one("SLOT", "(h % n + n) % n", "int h, int n", &["int", "int"], &json!([[7, 3], [-7, 3], [-1, 5]]));
    std::fs::write(folder.path().join("corpus"), rows).expect("writes");
    let translator = format!("command:python3 {}", folder.path().join("translate.py").display());
    let asked = |translator: &str| {
        examined(&folder.path().join("corpus"), &["--translator", translator, "--no-translation-cache"])
    };
    let pairs = asked(&translator);
    let alone = |pairs: &[Json], id: &str, java: &str| -> Json {
        let pair = pairs.iter().find(|pair| pair["name"] == id).expect("examined");
        let rows = pair["fragments"].as_array().expect("rows");
        rows.iter().find(|row| row["java"] == java).unwrap_or_else(|| panic!("{pair:#}"))["alone"].clone()
    };
    // Right alone and wrong in its place: nobody has to know which is which.
    let shift = alone(&pairs, "GRAY", "n >>> 1");
    assert_eq!((&shift["verdict"], &shift["distance"]), (&json!("dependent"), &json!(2)), "{shift:#}");
    assert_eq!(shift["shown"].as_array().map(Vec::len), Some(3), "{shift:#}");
    // Wrong alike; other names of parameters are no distance.
    let rest = alone(&pairs, "SLOT", "h % n");
    assert_eq!((&rest["verdict"], &rest["distance"]), (&json!("consistent"), &json!(0)), "{rest:#}");
    let faithful = asked("faithful");
    for (id, java) in [("GRAY", "n >>> 1"), ("SLOT", "h % n"), ("SLOT", "h % n + n")] {
        let row = alone(&faithful, id, java);
        assert_eq!(row["verdict"], "faithful", "{row:#}");
        assert!(row["contexts"].as_u64() > Some(10), "{row:#}");
    }
}

/// Translates a function to a given text, and a piece to its own words.
const WORD_FOR_WORD: &str = r#"
import re, sys
java = sys.stdin.read()
head, body = re.search(r"static [\w<>, ]+ (\w+\(.*?\)) \{(.*?)\n    \}", java, re.S).groups()
name, names = head.split("(")[0], [one.split()[-1] for one in head.split("(")[1].rstrip(")").split(",")]
if name == "f":
    print(open(sys.argv[1]).read())
else:
    lines = [re.sub(r"^(int|boolean) ", "", line.strip()) for line in body.split(";") if line.strip()]
    print("\n    ".join([f"def {name}({', '.join(names)}):"] + lines))
"#;

/// What comes of the fragments of one function whose translation is given, each translated word for word alone.
fn alone(java: &str, python: &str, types: &[&str], inputs: &Json) -> Vec<(String, Json)> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("translate.py"), WORD_FOR_WORD).expect("writes");
    std::fs::write(path("whole.py"), python).expect("writes");
    let row = json!({"id": "ONE", "java": java, "java_class": "A", "java_method": "f", "java_return": "int",
                     "java_params": types, "python": python, "inputs": inputs});
    std::fs::write(path("corpus"), format!("{row}\n")).expect("writes");
    let translator = format!("command:python3 {} {}", path("translate.py").display(), path("whole.py").display());
    let pairs = examined(&path("corpus"), &["--translator", &translator, "--no-translation-cache"]);
    let rows = pairs[0]["fragments"].as_array().expect("rows");
    rows.iter().map(|row| (row["java"].as_str().expect("text").to_owned(), row.clone())).collect()
}

#[test]
fn a_part_that_is_no_counterpart_is_held_against_no_translation() {
    let java = "class A {\n    static int f(int a, int b) {\n        int x = a ^ (b & 2);\n        return x ^ (b & 2);\n    }\n}\n";
    let python = "def f(a, b):\n    x = a ^ (b & 3)\n    return x ^ (b & 3)\n";
    let rows = alone(java, python, &["int", "int"], &json!([[5, 3], [6, 1], [-4, 7]]));
    let (_, row) = rows.iter().find(|(text, _)| text == "a ^ (b & 2)").expect("admitted");
    assert_eq!(row["verdict"], "unaligned", "{row:#}");
    assert_eq!(row["alone"]["verdict"], "faithful", "{row:#}");
    assert_eq!(row["alone"]["distance"], 1, "the names are known all the same: {row:#}");
}

#[test]
fn a_wrap_that_a_translator_leaves_to_an_outer_operation_is_no_dependence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("corpus");
    let java = "static int f(int h, int c) { return h * 31 + c; }";
    let inputs = json!([[1, 2], [70_000_000, 5], [-9, 3]]);
    let python = "def f(h, c):\n    return 0\n";
    std::fs::write(&path, row("HASH", java, python, &["int", "int"], "int", &inputs)).expect("writes");
    let pairs = examined(&path, &["--translator", "faithful", "--no-translation-cache"]);
    let rows = pairs[0]["fragments"].as_array().expect("rows");
    for text in ["h * 31", "h * 31 + c"] {
        let row = rows.iter().find(|row| row["java"] == text).expect("admitted");
        assert_eq!(row["alone"]["verdict"], "faithful", "{row:#}");
        assert!(row["alone"]["contexts"].as_u64() > Some(10), "{row:#}");
    }
}

#[test]
fn a_translation_alone_is_followed_to_no_state_that_an_assume_comment_rules_out_and_no_input_leads_to() {
    let java = |said: &str| {
        format!(
            "class A {{\n    static int f(int a, int b) {{\n        int r = Math.abs(b % 1000);\n        // mts: assume {said}\n        return (a & 7) + r % 5;\n    }}\n}}\n"
        )
    };
    // `%` is wrong below zero, and nothing in the translation of the function stands for it.
    let python = "import math\n\ndef total(a, r):\n    return (a & 7) + r % 5\n\ndef f(a, b):\n    r = abs(int(math.fmod(b, 1000)))\n    return total(a, r)\n";
    let verdict = |said: &str| {
        let rows = alone(&java(said), python, &["int", "int"], &json!([[1, 2], [3, -4]]));
        let (_, row) = rows.iter().find(|(text, _)| text == "r % 5").expect("admitted");
        assert_eq!(row["verdict"], "unaligned", "{row:#}");
        row["alone"]["verdict"].clone()
    };
    assert_eq!(verdict("r != 77"), "consistent", "with its part of the sum around it");
    assert_eq!(verdict("r >= 0"), "faithful");
    assert_eq!(verdict("r >= 100"), "consistent", "an input leads below");
}

/// Answers for the functions, fails for one fragment, and cannot be started any more after another.
const FAILING: &str = r#"#!/usr/bin/env python3
import os, re, sys
java = sys.stdin.read()
head, body = re.search(r"static int (\w+\(.*?\)) \{(.*?)\n    \}", java, re.S).groups()
name, names = head.split("(")[0], [one.split()[-1] for one in head.split("(")[1].rstrip(")").split(",")]
value = re.search(r"return (.*);", body).group(1)
if name.startswith("piece") and value == "(h % n + n) % n":
    sys.exit("too hard")
if name.startswith("piece") and value == "h % n + n":
    os.remove(__file__)
print(f"def {name}({', '.join(names)}):\n    return {value}")
"#;

#[test]
fn a_translator_that_fails_at_some_fragments_is_told_of_the_others() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("translate"), FAILING).expect("writes");
    std::fs::set_permissions(path("translate"), std::fs::Permissions::from_mode(0o755)).expect("sets");
    let described = format!("kind: command\ncommand: {}\nconcurrency: 1\n", path("translate").display());
    std::fs::write(path("own.yml"), described).expect("writes");
    let one = |id: &str, expression: &str| {
        let java = format!("class A {{\n    static int f(int h, int n) {{\n        return {expression};\n    }}\n}}\n");
        let row = json!({"id": id, "java": java, "java_class": "A", "java_method": "f", "java_return": "int",
                         "java_params": ["int", "int"], "python": "def f(h, n):\n    return 0\n",
                         "inputs": [[7, 3], [9, 4], [12, 5]]});
        format!("{row}\n")
    };
    std::fs::write(path("corpus"), one("SLOT", "(h % n + n) % n") + &one("LATER", "h ^ (n & 2)")).expect("writes");
    let asked = |more: &[&str]| {
        let (corpus, own) = (path("corpus").display().to_string(), path("own.yml").display().to_string());
        let fixed = ["fragments", "--corpus", &corpus, "--translator", &own, "--no-translation-cache", "--jobs", "1"];
        mts_in(folder.path(), &[&fixed[..], more].concat())
    };
    let ran = asked(&["--json", "--per-pair", "out"]);
    assert_eq!(ran.code, 12, "more than one in twenty is unknown: {}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("LATER is unknown"), "{}", ran.stderr);
    let all: Json = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((&all["pairs"], &all["unasked"]), (&json!(1), &json!(1)), "{all:#}");
    assert_eq!(all["failures"]["missing"]["the translator failed"], 1, "{all:#}");
    assert_eq!(all["failures"]["unasked"]["not started"], 2, "a fragment and a function: {all:#}");
    assert_eq!((&all["usage"]["texts"], &all["usage"]["cached"]), (&json!(5), &json!(0)), "{all:#}");
    let text = std::fs::read_to_string(path("out")).expect("lines");
    let pair: Json = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    let alone = |java: &str| {
        let rows = pair["fragments"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["java"] == java).unwrap_or_else(|| panic!("{pair:#}"));
        (row["alone"]["verdict"].clone(), row["alone"]["why"].as_str().expect("text").to_owned())
    };
    let (verdict, why) = alone("(h % n + n) % n");
    assert!(verdict == "untranslated" && why.contains("too hard"), "{verdict}: {why}");
    assert_eq!(alone("h % n + n").0, "consistent", "asked before it went away");
    let (verdict, why) = alone("h % n");
    assert!(verdict == "unknown" && why.starts_with("not started"), "{verdict}: {why}");
}

#[test]
fn two_variables_that_hold_one_object_hold_it_in_the_stand_alone_forms_too() {
    let java = "static int f(int[] x, int k) { int[] a = x; int[] b = k > 0 ? x : new int[] {x[0]}; a[0] = k; int r = b[0] ^ 2; return r & 1023; }";
    let types: (&[&str], &str) = (&["int[]", "int"], "int");
    let inputs = json!([[[7, 2], 3], [[9], 4], [[5], -2]]);
    let right = "def f(x, k):\n    a = x\n    b = x if k > 0 else [x[0]]\n    a[0] = k\n    r = b[0] ^ 2\n    return r & 1023\n";
    let rows = |python: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("corpus");
        std::fs::write(&path, row("ONE", java, python, types.0, types.1, &inputs)).expect("writes");
        examined(&path, &[]).remove(0)
    };
    let of = |pair: &Json, text: &str| -> Json {
        let rows = pair["fragments"].as_array().expect("rows");
        rows.iter().find(|row| row["java"] == text).unwrap_or_else(|| panic!("{pair:#}")).clone()
    };
    // What is written by one name is read by the other, on both sides alike.
    let pair = rows(right);
    let both = of(&pair, "a[0] = k; int r = b[0] ^ 2;");
    assert_eq!(both["verdict"], "agree", "{both:#}");
    assert_eq!(pair["scores"]["latent"], 0, "{pair:#}");
    // A port that reads a copy does not see what was written.
    let copied = right.replace("    a[0] = k\n    r = b[0]", "    c = b[:]\n    a[0] = k\n    r = c[0]");
    let pair = rows(&copied);
    let both = of(&pair, "a[0] = k; int r = b[0] ^ 2;");
    assert_eq!((&both["verdict"], &both["is_recorded"]), (&json!("confirmed"), &json!(true)), "{both:#}");
    assert!(both["context"].as_str().is_some_and(|told| told.contains("b is a")), "{both:#}");
}

#[test]
fn two_parameters_are_tried_as_one_object_though_no_input_has_them_so() {
    let java = "static int f(int[] a, int[] b) { a[0] = 1; int r = b[0] ^ 2; return r & 1023; }";
    let copied = "def f(a, b):\n    c = b[:]\n    a[0] = 1\n    r = c[0] ^ 2\n    return r & 1023\n";
    let inputs = json!([[[7], [2]], [[9], [4]]]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("corpus");
    let verdict = |python: &str| {
        std::fs::write(&path, row("ONE", java, python, &["int[]", "int[]"], "int", &inputs)).expect("writes");
        let pair = examined(&path, &[]).remove(0);
        let rows = pair["fragments"].as_array().expect("rows");
        rows.iter().find(|row| row["java"] == "a[0] = 1; int r = b[0] ^ 2;").expect("admitted").clone()
    };
    assert_eq!(verdict(&copied.replace("    c = b[:]\n", "").replace("c[0]", "b[0]"))["verdict"], "agree");
    let row = verdict(copied);
    assert_eq!(row["verdict"], "confirmed", "{row:#}");
    assert!(row["input"].as_str().is_some_and(|told| told.contains("b is a")), "{row:#}");
}

/// Answers word for word, but for a remainder: right by itself, and in the whole function, and not in what stands
/// between.
const BETWEEN: &str = r#"
import re, sys
java = sys.stdin.read()
head, body = re.search(r"static int (\w+\(.*?\)) \{(.*?)\n    \}", java, re.S).groups()
name, names = head.split("(")[0], [one.split()[-1] for one in head.split("(")[1].rstrip(")").split(",")]
value = re.search(r"return (.*);", body).group(1)
if not (name.startswith("piece") and value == "(h % n) - 1"):
    value = value.replace("h % n", "rest(h, n)")
print(f"def rest(h, n):\n    r = abs(h) % abs(n)\n    return r if h >= 0 else -r\n\n\ndef {name}({', '.join(names)}):\n    return {value}")
"#;

#[test]
fn a_fragment_is_compared_with_its_part_of_every_fragment_around_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("translate.py"), BETWEEN).expect("writes");
    let java = "class A {\n    static int f(int h, int n) {\n        return ((h % n) - 1) ^ (n & 3);\n    }\n}\n";
    let row = json!({"id": "ONE", "java": java, "java_class": "A", "java_method": "f", "java_return": "int",
                     "java_params": ["int", "int"], "python": "def f(h, n):\n    return 0\n",
                     "inputs": [[7, 3], [9, 4], [12, 5]]});
    std::fs::write(path("corpus"), format!("{row}\n")).expect("writes");
    let rows = |translator: &str| -> Vec<Json> {
        let pairs = examined(&path("corpus"), &["--translator", translator, "--no-translation-cache"]);
        pairs[0]["fragments"].as_array().expect("rows").clone()
    };
    let of = |rows: &[Json], text: &str| -> Json {
        rows.iter().find(|row| row["java"] == text).unwrap_or_else(|| panic!("{rows:#?}"))["alone"].clone()
    };
    let around = |alone: &Json| -> Vec<(String, String)> {
        let text = |one: &Json, key: &str| one[key].as_str().expect("text").to_owned();
        let all = alone["around"].as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().map(|one| (text(one, "java"), text(one, "verdict"))).collect()
    };
    let pair = |java: &str, verdict: &str| (java.to_owned(), verdict.to_owned());
    let translator = format!("command:python3 {}", path("translate.py").display());
    let found = rows(&translator);
    let rest = of(&found, "h % n");
    let seen = around(&rest);
    assert!(seen.contains(&pair("(h % n) - 1", "dependent")), "{rest:#}");
    assert!(seen.contains(&pair("((h % n) - 1) ^ (n & 3)", "faithful")), "{rest:#}");
    assert_eq!(rest["verdict"], "dependent", "the gravest of its pairs: {rest:#}");
    let between = rest["around"].as_array().expect("pairs").iter().find(|one| one["verdict"] == "dependent").cloned();
    let between = between.expect("found above");
    assert_eq!(
        (&between["python"], between["shown"].as_array().map(Vec::len)),
        (&json!("h % n"), Some(3)),
        "{between:#}"
    );
    assert!(between["distance"].as_u64() > Some(0), "{between:#}");
    // What is translated alike everywhere depends on nothing.
    let faithful = of(&rows("faithful"), "h % n");
    assert_eq!(faithful["verdict"], "faithful", "{faithful:#}");
    assert!(!around(&faithful).is_empty() && around(&faithful).iter().all(|(_, verdict)| verdict == "faithful"));
}

#[test]
fn what_nothing_uses_afterwards_is_compared_where_somebody_asks_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("corpus");
    let java =
        "static int f(int n, int k) { int m = n & 7, i = 0, c = 0; while (i < m && i++ != k) c++; return c & 3; }";
    let python = "def f(n, k):\n    m = n & 7\n    i = c = 0\n    while i < m and i != k:\n        i += 1\n        c += 1\n    return c & 3\n";
    let inputs = json!([[4, 2], [7, 9], [0, 1], [5, 0]]);
    std::fs::write(&path, row("ONE", java, python, &["int", "int"], "int", &inputs)).expect("writes");
    let verdict = |more: &[&str]| {
        let pair = examined(&path, more).remove(0);
        let rows = pair["fragments"].as_array().expect("rows");
        let text = "while (i < m && i++ != k) c++;";
        rows.iter().find(|row| row["java"] == text).unwrap_or_else(|| panic!("{pair:#}")).clone()
    };
    assert_eq!(verdict(&[])["verdict"], "outside", "how far `i` went is of no use");
    let row = verdict(&["--rti-all-outs"]);
    assert_eq!(row["verdict"], "masked", "no input can show it: {row:#}");
}
