//! Tests pairs whose code needs something that the environment lacks: no verdict, one headline, exit code 12.

use crate::support::{Fixture, Ran};

const JAVA: &str = "package acme;\n\npublic class Sums {\n    public static int total(int a, int b) {\n        return a + b * 2;\n    }\n\n    \
                    public static int least(int a, int b) {\n        return a < b ? a : b;\n    }\n}\n";
const PYTHON: &str = "\n\ndef total(a, b):\n    return a + b * 2\n\n\ndef least(a, b):\n    return a if a < b else b\n";

/// Runs on a port that begins with this text.
fn run_with(import: &str) -> (Fixture, Ran) {
    let fixture = Fixture::empty();
    fixture.write("java/acme/Sums.java", JAVA).write("python/acme/__init__.py", "");
    fixture.write("python/acme/sums.py", format!("{import}{PYTHON}"));
    fixture.write(
        "java/acme/Most.java",
        "package acme;\n\nclass Most {\n    static int most(int a, int b) {\n        return a > b ? a : b;\n    }\n}\n",
    );
    fixture.write("python/acme/most.py", "def most(a, b):\n    return a if a > b else b\n");
    fixture.commit("ported");
    let ran = fixture.mts(&["run", "--all"]);
    (fixture, ran)
}

#[test]
fn a_module_that_is_not_installed_makes_its_pairs_incomplete_with_one_headline() {
    let (fixture, ran) = run_with("import absent_module.parts as parts\n");
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
    let wanted = "2 pairs need the Python module `absent_module`, which is not installed";
    assert_eq!(ran.report()["headline"], format!("Incomplete: {wanted}"));
    let help = "install it: `pip install absent_module`, or set `python.requirements`";
    assert_eq!(ran.report()["gate"]["reasons"], serde_json::json!([format!("{wanted}; {help}")]));
    let skipped = ran.report()["skipped"].as_array().expect("a list");
    let missing = serde_json::json!({"missing_requirement": {"python_module": "absent_module"}});
    assert!(skipped.len() == 2 && skipped.iter().all(|row| row["not_run"] == missing), "{skipped:?}");
    // Another pair is judged, and the port is blamed nowhere.
    assert_eq!(ran.report()["pairs"].as_array().map(Vec::len), Some(1));
    assert_eq!(ran.pair("Most.most")["status"], "passed");
    assert!(ran.report()["pairs"][0]["findings"].as_array().expect("a list").is_empty());
    for report in ["comment.md", "junit.xml", "report.html", "mts.sarif"] {
        assert!(fixture.read(&format!("mts-out/{report}")).contains("2 pairs need the Python module"), "{report}");
    }
    let rows = "java/acme/Sums.java#Sums.least(int,int), java/acme/Sums.java#Sums.total(int,int): not run: it needs";
    assert_eq!(ran.stdout.matches(rows).count(), 1, "{}", ran.stdout);
}

#[test]
fn a_module_that_only_a_call_imports_is_missing_too() {
    let (_fixture, ran) = run_with("def shift():\n    import absent_module\n    return absent_module.SHIFT\n");
    assert_eq!(ran.code, 0, "nothing calls it: {}", ran.stdout);
    let fixture = Fixture::empty();
    fixture.write("A.java", "class A {\n    static int f(int a) {\n        return a + 1;\n    }\n}\n");
    fixture.write("a.py", "def f(a):\n    import absent_module\n    return absent_module.step(a)\n");
    let ran = fixture.mts(&["check", "A.java", "a.py"]);
    assert_eq!(ran.code, 12, "{}", ran.stdout);
    assert!(ran.stdout.contains("needs the Python module `absent_module`"), "{}", ran.stdout);
}

#[test]
fn a_wrong_name_of_the_projects_own_module_or_of_pythons_is_a_defect_of_the_port() {
    for import in ["import acme.mots\n", "import os.paths\n", "from math import nothing\n"] {
        let (_fixture, ran) = run_with(import);
        assert_eq!(ran.code, 11, "{import}{}", ran.stdout);
        assert_eq!(ran.pair("Sums.total")["head"]["ca_tests"], 0.0, "{import}");
    }
}

#[test]
fn an_import_that_the_port_handles_is_no_requirement() {
    let (_fixture, ran) = run_with("try:\n    import absent_module\nexcept ImportError:\n    absent_module = None\n");
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    let by_name = "import importlib\n\n\ndef f(name):\n    importlib.import_module(name)\n    return 1\n";
    let fixture = Fixture::empty();
    let java = "class A {\n    static int f(String name) throws ClassNotFoundException {\n        Class.forName(name);\n        return 1;\n    }\n}\n";
    fixture.write("A.java", java).write("a.py", by_name);
    let ran = fixture.mts(&["check", "A.java", "a.py"]);
    assert_ne!(ran.code, 12, "a computed name is a value: {}", ran.stdout);
}

#[test]
fn a_native_library_that_java_does_not_find_is_a_missing_requirement() {
    let fixture = Fixture::empty();
    let java = "class A {\n    static { System.loadLibrary(\"absent\"); }\n\n    static int f(int a) {\n        return a + 1;\n    }\n}\n";
    fixture.write("A.java", java).write("a.py", "def f(a):\n    return a + 1\n");
    let ran = fixture.mts(&["check", "A.java", "a.py"]);
    assert_eq!(ran.code, 12, "{}", ran.stdout);
    assert!(
        ran.stdout.contains("needs a native library, which the JVM does not find: no absent in java.library.path"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_class_file_of_a_newer_jdk_is_a_missing_requirement() {
    let fixture = Fixture::empty();
    fixture.write(
        "far/Far.java",
        "package far;\n\npublic class Far {\n    public static int f(int a) {\n        return a;\n    }\n}\n",
    );
    let compiled = std::process::Command::new("javac")
        .args(["-d", "classes", "far/Far.java"])
        .current_dir(fixture.path())
        .status();
    assert!(compiled.expect("javac").success());
    let mut class = std::fs::read(fixture.path().join("classes/far/Far.class")).expect("a class file");
    // The major version of the format.
    class[7] = 99;
    fixture.remove("far/Far.java").write("classes/far/Far.class", class);
    fixture.write("java/A.java", "class A {\n    static int f(int a) {\n        return far.Far.f(a);\n    }\n}\n");
    fixture.write("python/a.py", "def f(a):\n    return a\n");
    fixture.write("mts.yml", "roots:\n  - java: java\n    python: python\n    classpath: [classes]\n");
    fixture.commit("ported");
    let ran = fixture.mts(&["run", "--all"]);
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.reasons());
    assert!(
        ran.report()["headline"].as_str().expect("text").contains("needs a newer JDK than openjdk "),
        "{}",
        ran.stdout
    );
}
