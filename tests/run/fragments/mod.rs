//! Tests fragments on the real runtimes. The twelve worked examples of the specification have the
//! verdicts that it states, and a correct port has no fragment that differs.

mod in_repository;
mod isolated_translation;

use crate::support::{Fixture, Ran, mts_in};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::sync::LazyLock;

/// The Java fragment of each example, its counterpart, and its verdict.
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

/// Returns the rows of `--per-pair`.
fn examined(corpus: &Path, more: &[&str]) -> Vec<Json> {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = corpus.to_str().expect("a path");
    let ran = mts_in(folder.path(), &[&["fragments", "--corpus", corpus, "--per-pair", "out"], more].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = std::fs::read_to_string(folder.path().join("out")).expect("lines");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_worked_examples_have_the_specified_verdicts() {
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
    // The expression that masks the remainder of R1 overflows itself, so the enclosing fragment
    // differs.
    let container = pairs.iter().find(|pair| pair["name"] == "R1").expect("examined")["fragments"].as_array();
    let whole = container.expect("rows").iter().find(|row| row["java"] == "(h % n + n) % n").expect("admitted");
    assert_eq!(whole["verdict"], "confirmed", "{whole:#}");
}

fn row(id: &str, java: &str, python: &str, types: &[&str], returns: &str, inputs: &Json) -> String {
    let row = json!({"id": id, "java": format!("class A {{ {java} }}"), "java_class": "A", "java_method": "f",
                     "java_return": returns, "java_params": types, "python": python, "inputs": inputs});
    format!("{row}\n")
}

/// Examines these rows as one corpus.
fn examined_together(rows: &[String]) -> Vec<Json> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("corpus");
    std::fs::write(&path, rows.concat()).expect("writes");
    examined(&path, &[])
}

/// The examined rows of the short tests.
static EXAMINED: LazyLock<Vec<Json>> =
    LazyLock::new(|| examined_together(&[exceptions(), conversion(), no_counterpart(), same_parameters()].concat()));

/// The examined rows of the other tests.
static SLOWLY_EXAMINED: LazyLock<Vec<Json>> =
    LazyLock::new(|| examined_together(&[divisions(), maps(), overflows(), same_objects()].concat()));

/// Returns the result for the function with this id.
fn pair<'p>(pairs: &'p [Json], id: &str) -> &'p Json {
    pairs.iter().find(|pair| pair["name"] == id).expect("examined")
}

/// Returns the verdicts on the fragments of one function, by the fragments' text.
fn verdicts(pairs: &[Json], id: &str) -> Vec<(String, String)> {
    let text = |row: &Json, key: &str| row[key].as_str().expect("text").to_owned();
    let rows = pair(pairs, id)["fragments"].as_array().expect("rows");
    rows.iter().map(|row| (text(row, "java"), text(row, "verdict"))).collect()
}

fn divisions() -> Vec<String> {
    let java = "static int f(int a, int b) { if (b == 0) return 0; int s = 0; for (int i = 0; i < 3; i++) { if (a / b > i) s = (s ^ i) & 7; } return s; }";
    let python = "def jdiv(a, b):\n    q = abs(a) // abs(b)\n    q = q if (a < 0) == (b < 0) else -q\n    return (q + 2**31) % 2**32 - 2**31\n\ndef f(a, b):\n    if b == 0:\n        return 0\n    s = 0\n    for i in range(3):\n        if jdiv(a, b) > i:\n            s = (s ^ i) & 7\n    return s\n";
    let inputs = json!([[7, 2], [-7, 2], [0, 0], [9, -3]]);
    // Python's own division differs.
    let wrong = python.replace("jdiv(a, b) > i", "a // b > i");
    let row = |id: &str, python: &str| row(id, java, python, &["int", "int"], "int", &inputs);
    vec![row("RIGHT", python), row("WRONG", &wrong)]
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_correct_port_has_no_fragment_that_differs() {
    let pair = |id: &str| pair(&SLOWLY_EXAMINED, id);
    let right = pair("RIGHT");
    let scores = &right["scores"];
    assert!(scores["tested"].as_u64() > Some(2), "{right:#}");
    for word in ["confirmed", "latent", "masked"] {
        assert_eq!(scores[word], 0, "{right:#}");
    }
    // With Python's own division, the fragment differs, and the guard excludes a zero divisor.
    let rows = pair("WRONG")["fragments"].as_array().expect("rows");
    let division = rows.iter().find(|row| row["java"] == "a / b").expect("admitted");
    assert!(["confirmed", "latent", "masked"].map(Json::from).contains(&division["verdict"]), "{division:#}");
    assert!(!division["context"].as_str().expect("a context").contains("b = 0"), "{division:#}");
}

fn maps() -> Vec<String> {
    let java = "static String f(String a, String b) { java.util.Map<String, Integer> m = new java.util.TreeMap<>(); m.put(a, 1); m.put(b, 2); return String.join(\",\", m.keySet()); }";
    let python = "def f(a, b):\n    m = {}\n    m[a] = 1\n    m[b] = 2\n    return ','.join(m)\n";
    // A port that sorts when it reads the order is right, and the fragments before that are right
    // too.
    let sorted = python.replace("(m)", "(sorted(m))");
    let inputs = json!([["a", "b"], ["b", "c"]]);
    let row = |id: &str, python: &str| row(id, java, python, &["String", "String"], "String", &inputs);
    vec![row("UNSORTED", python), row("SORTED", &sorted)]
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_order_of_a_map_follows_the_class_of_the_map() {
    let found = verdicts(&SLOWLY_EXAMINED, "UNSORTED");
    let ending =
        ("m.put(a, 1); m.put(b, 2); return String.join(\",\", m.keySet());".to_owned(), "confirmed".to_owned());
    assert!(found.contains(&ending), "{found:?}");
    let found = verdicts(&SLOWLY_EXAMINED, "SORTED");
    assert!(found.iter().any(|(text, verdict)| *text == ending.0 && verdict == "agree"), "{found:?}");
    assert!(found.iter().all(|(_, verdict)| verdict == "agree" || verdict == "unaligned"), "{found:?}");
}

fn overflows() -> Vec<String> {
    let java = "static int f(String s) { int h = 7; for (int i = 0; i < s.length(); i++) h = 31 * h + s.charAt(i); return h; }";
    let port =
        |last: &str| format!("def f(s):\n    h = 7\n    for i in range(len(s)):\n        h = {last}\n    return h\n");
    let inputs = json!([[""], ["ab"], ["hello, world"]]);
    let row = |id: &str, last: &str| row(id, java, &port(last), &["String"], "int", &inputs);
    vec![row("WRAPPED", "((31 * h + ord(s[i])) + 2**31) % 2**32 - 2**31"), row("UNWRAPPED", "31 * h + ord(s[i])")]
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_overflow_wrap_of_an_outer_operation_makes_no_operand_wrong() {
    let found = verdicts(&SLOWLY_EXAMINED, "WRAPPED");
    let row_of = |text: &str, found: &[(String, String)]| {
        found.iter().find(|(java, _)| java == text).map(|(_, verdict)| verdict.clone()).expect("admitted")
    };
    assert_eq!(row_of("31 * h", &found), "unaligned", "{found:?}");
    // A string has no char after its end.
    assert_eq!(row_of("31 * h + s.charAt(i)", &found), "dismissed", "{found:?}");
    // The tool reports the same port without the wrap.
    let found = verdicts(&SLOWLY_EXAMINED, "UNWRAPPED");
    assert_eq!(row_of("31 * h", &found), "confirmed", "{found:?}");
}

fn exceptions() -> Vec<String> {
    let java = "static String f(String s, int n) { return s.substring(0, n); }";
    let python = "def f(s, n):\n    return s[0:n]\n";
    let row = |id: &str, inputs: &Json| row(id, java, python, &["String", "int"], "String", inputs);
    vec![row("INSIDE", &json!([["abc", 2], ["abc", 0]])), row("BEYOND", &json!([["abc", 2], ["abc", 9]]))]
}

#[test]
fn a_java_exception_on_an_input_of_the_suite_is_a_result() {
    let found = |id: &str| verdicts(&EXAMINED, id)[0].1.clone();
    assert_eq!(found("INSIDE"), "dismissed", "no input asks for more than the string has");
    assert_eq!(found("BEYOND"), "confirmed");
}

fn conversion() -> Vec<String> {
    let java = "static int f(char c) { return c + 1; }";
    let python = "def f(c):\n    return chr(ord(c) + 1)\n";
    vec![row("CONVERTED", java, python, &["char"], "int", &json!([["a"], ["b"]]))]
}

#[test]
fn a_conversion_of_the_port_around_an_operation_belongs_to_the_returned_value() {
    let found = verdicts(&EXAMINED, "CONVERTED");
    assert_eq!(found, [("c + 1".to_owned(), "confirmed".to_owned())]);
}

fn no_counterpart() -> Vec<String> {
    // The functions differ on the last input, because the port rounds once. `part / 60.0` has no counterpart, and the
    // only similar expression is `int(part)`.
    let java = "static int f(double v) { double whole = Math.floor(v); double part = Math.floor((v - whole) * 60.0); \
                double rest = Math.floor((v - (whole + part / 60.0)) * 3600.0); \
                return (int) whole * 10000 + (int) part * 100 + (int) rest; }";
    let port = "def f(v):\n    part, rest = divmod(v * 3600.0, 60)\n    whole, part = divmod(part, 60)\n    \
                return int(whole) * 10000 + int(part) * 100 + int(rest)\n";
    let inputs = json!([[4.5], [2.0], [0.25], [1.3333333333333333]]);
    vec![row("UNALIGNED", java, port, &["double"], "int", &inputs)]
}

#[test]
fn a_counterpart_whose_values_the_port_cannot_use_is_no_cause() {
    let found = verdicts(&EXAMINED, "UNALIGNED");
    let verdict = found.iter().find(|(text, _)| text == "part / 60.0").map(|(_, verdict)| verdict.as_str());
    assert_eq!(verdict, Some("unaligned"), "{found:#?}");
}

fn same_objects() -> Vec<String> {
    let java = "static int f(int[] x, int k) { int[] a = x; int[] b = k > 0 ? x : new int[] {x[0]}; a[0] = k; int r = b[0] ^ 2; return r & 1023; }";
    let inputs = json!([[[7, 2], 3], [[9], 4], [[5], -2]]);
    let right = "def f(x, k):\n    a = x\n    b = x if k > 0 else [x[0]]\n    a[0] = k\n    r = b[0] ^ 2\n    return r & 1023\n";
    // A port that reads a copy does not see the write.
    let copied = right.replace("    a[0] = k\n    r = b[0]", "    c = b[:]\n    a[0] = k\n    r = c[0]");
    let row = |id: &str, python: &str| row(id, java, python, &["int[]", "int"], "int", &inputs);
    vec![row("SAME", right), row("COPIED", &copied)]
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn two_variables_with_the_same_object_share_it_also_in_extracted_fragments() {
    let row_of = |pair: &Json, text: &str| -> Json {
        let rows = pair["fragments"].as_array().expect("rows");
        rows.iter().find(|row| row["java"] == text).unwrap_or_else(|| panic!("{pair:#}")).clone()
    };
    // On both sides, a write through one name is visible through the other name.
    let right = pair(&SLOWLY_EXAMINED, "SAME");
    let both = row_of(right, "a[0] = k; int r = b[0] ^ 2;");
    assert_eq!(both["verdict"], "agree", "{both:#}");
    assert_eq!(right["scores"]["latent"], 0, "{right:#}");
    let both = row_of(pair(&SLOWLY_EXAMINED, "COPIED"), "a[0] = k; int r = b[0] ^ 2;");
    assert_eq!((&both["verdict"], &both["is_recorded"]), (&json!("confirmed"), &json!(true)), "{both:#}");
    assert!(both["context"].as_str().is_some_and(|text| text.contains("b is a")), "{both:#}");
}

fn same_parameters() -> Vec<String> {
    let java = "static int f(int[] a, int[] b) { a[0] = 1; int r = b[0] ^ 2; return r & 1023; }";
    let copied = "def f(a, b):\n    c = b[:]\n    a[0] = 1\n    r = c[0] ^ 2\n    return r & 1023\n";
    let shared = copied.replace("    c = b[:]\n", "").replace("c[0]", "b[0]");
    let inputs = json!([[[7], [2]], [[9], [4]]]);
    let row = |id: &str, python: &str| row(id, java, python, &["int[]", "int[]"], "int", &inputs);
    vec![row("SHARED", &shared), row("COPY", copied)]
}

#[test]
fn two_parameters_are_tested_as_the_same_object_even_without_such_an_input() {
    let verdict = |id: &str| {
        let rows = pair(&EXAMINED, id)["fragments"].as_array().expect("rows");
        rows.iter().find(|row| row["java"] == "a[0] = 1; int r = b[0] ^ 2;").expect("admitted").clone()
    };
    assert_eq!(verdict("SHARED")["verdict"], "agree");
    let row = verdict("COPY");
    assert_eq!(row["verdict"], "confirmed", "{row:#}");
    assert!(row["input"].as_str().is_some_and(|text| text.contains("b is a")), "{row:#}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_variable_without_a_later_use_is_compared_only_on_request() {
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
    assert_eq!(verdict(&[])["verdict"], "dismissed", "how far `i` went is of no use");
    let row = verdict(&["--rti-all-outs"]);
    assert_eq!(row["verdict"], "masked", "no input can show it: {row:#}");
}
