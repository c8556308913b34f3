//! Tests fragments that the tool translates in isolation and together with the enclosing code.

use super::*;

/// A translator whose answer depends on the returned expression. Its answer for a fragment differs
/// from its answer for a function.
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
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_translator_translates_a_fragment_in_isolation_and_within_its_enclosing_code() {
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
    let isolated = |pairs: &[Json], id: &str, java: &str| -> Json {
        let pair = pairs.iter().find(|pair| pair["name"] == id).expect("examined");
        let rows = pair["fragments"].as_array().expect("rows");
        rows.iter().find(|row| row["java"] == java).unwrap_or_else(|| panic!("{pair:#}"))["isolated"].clone()
    };
    // The isolated translation is right, and its part of the whole translation is wrong. The
    // verdict does not depend on which of them is right.
    let shift = isolated(&pairs, "GRAY", "n >>> 1");
    assert_eq!((&shift["verdict"], &shift["distance"]), (&json!("dependent"), &json!(2)), "{shift:#}");
    assert_eq!(shift["outcomes"].as_array().map(Vec::len), Some(3), "{shift:#}");
    // Both translations are wrong in the same way; other names of parameters do not count as
    // distance.
    let rest = isolated(&pairs, "SLOT", "h % n");
    assert_eq!((&rest["verdict"], &rest["distance"]), (&json!("consistent"), &json!(0)), "{rest:#}");
    let faithful = asked("faithful");
    for (id, java) in [("GRAY", "n >>> 1"), ("SLOT", "h % n"), ("SLOT", "h % n + n")] {
        let row = isolated(&faithful, id, java);
        assert_eq!(row["verdict"], "correct", "{row:#}");
        assert!(row["contexts"].as_u64() > Some(10), "{row:#}");
    }
}

/// A translator with given answers for functions and literal answers for fragments.
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

/// Returns the results for the fragments of each function with a given translation. Each isolated
/// translation is word for word.
fn isolated_rows(java: &[String], python: &str, types: &[&str], inputs: &Json) -> Vec<Vec<(String, Json)>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("translate.py"), WORD_FOR_WORD).expect("writes");
    std::fs::write(path("whole.py"), python).expect("writes");
    let line = |(id, java): (usize, &String)| {
        let row = json!({"id": format!("P{id}"), "java": java, "java_class": "A", "java_method": "f",
                         "java_return": "int", "java_params": types, "python": python, "inputs": inputs});
        format!("{row}\n")
    };
    std::fs::write(path("corpus"), java.iter().enumerate().map(line).collect::<String>()).expect("writes");
    let translator = format!("command:python3 {} {}", path("translate.py").display(), path("whole.py").display());
    let pairs = examined(&path("corpus"), &["--translator", &translator, "--no-translation-cache"]);
    let rows_of = |id: usize| {
        let rows = pair(&pairs, &format!("P{id}"))["fragments"].as_array().expect("rows").iter();
        rows.map(|row| (row["java"].as_str().expect("text").to_owned(), row.clone())).collect()
    };
    (0..java.len()).map(rows_of).collect()
}

#[test]
fn a_part_without_counterpart_does_not_make_an_isolated_translation_wrong() {
    let java = "class A {\n    static int f(int a, int b) {\n        int x = a ^ (b & 2);\n        return x ^ (b & 2);\n    }\n}\n";
    let python = "def f(a, b):\n    x = a ^ (b & 3)\n    return x ^ (b & 3)\n";
    let rows = isolated_rows(&[java.to_owned()], python, &["int", "int"], &json!([[5, 3], [6, 1], [-4, 7]]));
    let (_, row) = rows[0].iter().find(|(text, _)| text == "a ^ (b & 2)").expect("admitted");
    assert_eq!(row["verdict"], "unaligned", "{row:#}");
    assert_eq!(row["isolated"]["verdict"], "correct", "{row:#}");
    assert_eq!(row["isolated"]["distance"], 1, "the names are known all the same: {row:#}");
}

#[test]
fn an_overflow_wrap_in_an_outer_operation_is_no_dependence_on_context() {
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
        assert_eq!(row["isolated"]["verdict"], "correct", "{row:#}");
        assert!(row["isolated"]["contexts"].as_u64() > Some(10), "{row:#}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_isolated_translation_is_not_tested_in_states_that_an_assume_comment_excludes() {
    let java = |said: &str| {
        format!(
            "class A {{\n    static int f(int a, int b) {{\n        int r = Math.abs(b % 1000);\n        // mts: assume {said}\n        return (a & 7) + r % 5;\n    }}\n}}\n"
        )
    };
    // The port's `%` is wrong for negative numbers, and the whole translation has no counterpart of
    // it.
    let python = "import math\n\ndef total(a, r):\n    return (a & 7) + r % 5\n\ndef f(a, b):\n    r = abs(int(math.fmod(b, 1000)))\n    return total(a, r)\n";
    let comments = ["r != 77", "r >= 0", "r >= 100"];
    let rows = isolated_rows(&comments.map(java), python, &["int", "int"], &json!([[1, 2], [3, -4]]));
    let verdict = |said: &str| {
        let nth = comments.iter().position(|comment| *comment == said).expect("examined");
        let (_, row) = rows[nth].iter().find(|(text, _)| text == "r % 5").expect("admitted");
        assert_eq!(row["verdict"], "unaligned", "{row:#}");
        row["isolated"]["verdict"].clone()
    };
    assert_eq!(verdict("r != 77"), "consistent", "with its part of the sum around it");
    assert_eq!(verdict("r >= 0"), "correct");
    assert_eq!(verdict("r >= 100"), "consistent", "an input leads below");
}

/// A translator that answers for the functions and fails for one fragment. After another fragment,
/// the tool cannot start it again.
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
fn a_translator_that_fails_at_some_fragments_still_gets_the_others() {
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
    assert_eq!(ran.code, 12, "more than 5 % are unknown: {}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("LATER has no result"), "{}", ran.stderr);
    let all: Json = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((&all["pairs"], &all["unreachable"]), (&json!(1), &json!(1)), "{all:#}");
    assert_eq!(all["failures"]["missing"]["the translator failed"], 1, "{all:#}");
    assert_eq!(all["failures"]["unreachable"]["not started"], 2, "a fragment and a function: {all:#}");
    assert_eq!((&all["usage"]["texts"], &all["usage"]["cached"]), (&json!(5), &json!(0)), "{all:#}");
    let text = std::fs::read_to_string(path("out")).expect("lines");
    let pair: Json = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    let isolated = |java: &str| {
        let rows = pair["fragments"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["java"] == java).unwrap_or_else(|| panic!("{pair:#}"));
        (row["isolated"]["verdict"].clone(), row["isolated"]["why"].as_str().expect("text").to_owned())
    };
    let (verdict, why) = isolated("(h % n + n) % n");
    assert!(verdict == "untranslated" && why.contains("too hard"), "{verdict}: {why}");
    assert_eq!(isolated("h % n + n").0, "consistent", "asked before it went away");
    let (verdict, why) = isolated("h % n");
    assert!(verdict == "unknown" && why.starts_with("not started"), "{verdict}: {why}");
}

/// A translator that answers word for word, except for a remainder. The remainder is right in
/// isolation and in the whole function, and wrong in an enclosing fragment.
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
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
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
    let row_of = |rows: &[Json], text: &str| -> Json {
        rows.iter().find(|row| row["java"] == text).unwrap_or_else(|| panic!("{rows:#?}"))["isolated"].clone()
    };
    let around = |isolated: &Json| -> Vec<(String, String)> {
        let text = |one: &Json, key: &str| one[key].as_str().expect("text").to_owned();
        let all = isolated["enclosing"].as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().map(|one| (text(one, "java"), text(one, "verdict"))).collect()
    };
    let pair = |java: &str, verdict: &str| (java.to_owned(), verdict.to_owned());
    let translator = format!("command:python3 {}", path("translate.py").display());
    let found = rows(&translator);
    let rest = row_of(&found, "h % n");
    let seen = around(&rest);
    assert!(seen.contains(&pair("(h % n) - 1", "dependent")), "{rest:#}");
    assert!(seen.contains(&pair("((h % n) - 1) ^ (n & 3)", "correct")), "{rest:#}");
    assert_eq!(rest["verdict"], "dependent", "the gravest of its pairs: {rest:#}");
    let between =
        rest["enclosing"].as_array().expect("pairs").iter().find(|one| one["verdict"] == "dependent").cloned();
    let between = between.expect("found above");
    assert_eq!(
        (&between["python"], between["outcomes"].as_array().map(Vec::len)),
        (&json!("h % n"), Some(3)),
        "{between:#}"
    );
    assert!(between["distance"].as_u64() > Some(0), "{between:#}");
    // If all translations of a fragment are the same, the translation does not depend on the
    // enclosing code.
    let faithful = row_of(&rows("faithful"), "h % n");
    assert_eq!(faithful["verdict"], "correct", "{faithful:#}");
    assert!(!around(&faithful).is_empty() && around(&faithful).iter().all(|(_, verdict)| verdict == "correct"));
}
