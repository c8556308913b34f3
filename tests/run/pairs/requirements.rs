//! Tests pairs whose code needs something that the environment lacks.
//!
//! There is no verdict, one headline for all pairs, and exit code 12.

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
    let help = "install the module with `pip install absent_module`, or set `python.requirements`";
    assert_eq!(ran.report()["gate"]["reasons"], serde_json::json!([format!("{wanted}; {help}")]));
    let skipped = ran.report()["skipped"].as_array().expect("a list");
    let missing = serde_json::json!({"missing_requirement": {"python_module": "absent_module"}});
    assert!(skipped.len() == 2 && skipped.iter().all(|row| row["not_run"] == missing), "{skipped:?}");
    // The other pair has a verdict, and no finding blames the port.
    assert_eq!(ran.report()["pairs"].as_array().map(Vec::len), Some(1));
    assert_eq!(ran.pair("Most.most")["status"], "passed");
    assert!(ran.report()["pairs"][0]["findings"].as_array().expect("a list").is_empty());
    for report in ["comment.md", "junit.xml", "report.html", "mts.sarif"] {
        assert!(fixture.read(&format!("mts-out/{report}")).contains("2 pairs need the Python module"), "{report}");
    }
    let rows =
        "java/acme/Sums.java#Sums.least(int,int), java/acme/Sums.java#Sums.total(int,int): not run: the code needs";
    assert_eq!(ran.stdout.matches(rows).count(), 1, "{}", ran.stdout);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
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
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_wrong_name_of_a_module_of_the_project_or_of_python_is_a_defect_of_the_port() {
    let imports = ["import acme.mots\n", "import os.paths\n", "from math import nothing\n"];
    let fixture = Fixture::empty();
    fixture.write("python/acme/__init__.py", "");
    for (n, import) in imports.iter().enumerate() {
        fixture.write(&format!("java/acme/Sums{n}.java"), JAVA.replace("Sums", &format!("Sums{n}")));
        fixture.write(&format!("python/acme/sums{n}.py"), format!("{import}{PYTHON}"));
    }
    fixture.commit("ported");
    let ran = fixture.mts(&["run", "--all"]);
    assert_eq!(ran.code, 11, "{}", ran.stdout);
    for (n, import) in imports.iter().enumerate() {
        let pair = ran.pair(&format!("Sums{n}.total"));
        assert_eq!((&pair["status"], &pair["head"]["ca_tests"]), (&"failed".into(), &0.0.into()), "{import}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_exception_that_the_port_raises_itself_is_a_defect_of_the_port() {
    let raise = "raise ModuleNotFoundError(\"No module named 'absent_module'\", name=\"absent_module\")\n";
    let (_fixture, ran) = run_with(&format!("def absent_module():\n    {raise}\n\nabsent_module()\n"));
    assert_eq!(ran.code, 11, "{}", ran.stdout);
    let handled =
        "try:\n    import absent_module\nexcept ImportError as error:\n    raise ImportError(\"help\") from error\n";
    let (_fixture, ran) = run_with(handled);
    assert_eq!(ran.code, 12, "{}", ran.stdout);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_module_that_the_change_deletes_or_renames_is_no_requirement() {
    let (fixture, ran) = run_with("import calc_utils\n");
    assert_eq!(ran.code, 12, "{}", ran.stdout);
    fixture.write("python/calc_utils.py", "STEP = 1\n").commit("whole");
    assert_eq!(fixture.mts(&["run", "--all"]).code, 0);
    fixture.remove("python/calc_utils.py").commit("deleted");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--all"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.reasons());
    fixture.write("python/calc_tools.py", "STEP = 1\n").commit("renamed");
    let ran = fixture.mts(&["run", "--base", "HEAD~2", "--all"]);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.reasons());
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
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
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_exception_of_java_may_be_its_own_cause() {
    let fixture = Fixture::empty();
    for (class, cause) in [("A", "return this;"), ("B", "throw new IllegalStateException();")] {
        let java = format!(
            "class {class} {{\n    static class Own extends RuntimeException {{\n        \
             public synchronized Throwable getCause() {{\n            {cause}\n        }}\n    }}\n\n    \
             static int f(int a) {{\n        throw new Own();\n    }}\n}}\n"
        );
        fixture.write(&format!("java/{class}.java"), java);
        fixture.write(&format!("python/{}.py", class.to_lowercase()), "def f(a):\n    raise RuntimeError()\n");
    }
    let ran = fixture.mts(&["check", "java", "python"]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    for name in ["A.f", "B.f"] {
        assert!(ran.head(name, "inputs") >= 5, "{name}: {}", ran.pair(name));
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
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

/// Creates a port that uses the distribution `shifts`, a wheel in the repository.
fn with_wheel() -> Fixture {
    const WHEEL: &str = r#"
import os, zipfile
os.makedirs("wheels")
with zipfile.ZipFile("wheels/shifts-1.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr("shifts.py", "SHIFT = 3\n")
    wheel.writestr("shifts-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: shifts\nVersion: 1.0\n")
    wheel.writestr("shifts-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    wheel.writestr("shifts-1.0.dist-info/RECORD", "")
"#;
    let fixture = Fixture::empty();
    let made = std::process::Command::new("python3").args(["-c", WHEEL]).current_dir(fixture.path()).status();
    assert!(made.expect("python3").success());
    fixture
        .write("requirements.txt", "-r deps/all.txt\n")
        .write("deps/all.txt", "--no-index\n--find-links ../wheels\nshifts\n");
    fixture.write("mts.yml", "python:\n  requirements: [requirements.txt]\n");
    fixture.write("java/A.java", "class A {\n    static int f(int a) {\n        return a + 3;\n    }\n}\n");
    fixture.write("python/a.py", "import shifts\n\n\ndef f(a):\n    return a + shifts.SHIFT\n");
    fixture.commit("ported");
    fixture
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn requirements_of_the_base_are_installed_once_outside_the_repository() {
    let (fixture, cache) = (with_wheel(), tempfile::tempdir().expect("a folder"));
    let variables = [("XDG_CACHE_HOME", cache.path().to_str().expect("text"))];
    fixture.write("java/A.java", "class A {\n    static int f(int a) {\n        return 3 + a;\n    }\n}\n");
    // The report shows the requirements that the change adds, and the tool does not install them.
    fixture.write("deps/all.txt", "--no-index\nnowhere\n").commit("changed");
    let environments = || {
        let entries = std::fs::read_dir(cache.path().join("cargo-mts/environments")).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name()).collect::<Vec<_>>()
    };
    let mut seen = Vec::new();
    for _ in 0..2 {
        let ran = fixture.mts_with(&["run", "--base", "HEAD~1"], &variables);
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.pair("A.f")["head"]["ca_tests"], 1.0);
        let pending = ran.report()["gate"]["pending_until_merge"].to_string();
        assert!(pending.contains("`deps/all.txt` changes the requirements"), "{pending}");
        seen.push(environments());
    }
    assert_eq!(seen[0].len(), 1);
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn a_change_cannot_choose_the_requirements_that_are_installed() {
    let fixture = with_wheel();
    fixture.write("mts.yml", "{}\n").commit("without requirements");
    fixture.write("mts.yml", "python:\n  requirements: [requirements.txt]\n");
    fixture
        .write("java/A.java", "class A {\n    static int f(int a) {\n        return 3 + a;\n    }\n}\n")
        .commit("changed");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(
        ran.report()["headline"],
        "Incomplete: `java/A.java#A.f(int)` needs the Python module `shifts`, which is not installed"
    );
    let pending = ran.report()["gate"]["pending_until_merge"].to_string();
    assert!(pending.contains("python.requirements"), "{pending}");
}

/// Adopts the tool with `init`, and runs all pairs of a port.
///
/// The requirements of the port are only in its folder.
fn run_after_init(requirements: &str) -> (Ran, String) {
    let (fixture, cache) = (with_wheel(), tempfile::tempdir().expect("a folder"));
    for file in ["requirements.txt", "deps/all.txt", "mts.yml"] {
        std::fs::remove_file(fixture.path().join(file)).expect("removed");
    }
    fixture.write("python/requirements.txt", requirements);
    let init = fixture.mts(&["init"]);
    fixture.commit("adopted");
    let variables = [("XDG_CACHE_HOME", cache.path().to_str().expect("text"))];
    (fixture.mts_with(&["run", "--all", "--base", "HEAD"], &variables), init.stdout)
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn init_lets_a_run_install_the_requirements_next_to_the_port() {
    let (ran, init) = run_after_init("--no-index\n--find-links ../wheels\nshifts>=1\n");
    assert!(init.contains("a run installs those of python/requirements.txt"), "{init}");
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.pair("A.f")["head"]["ca_tests"], 1.0);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_environment_for_requirements_has_the_packages_of_the_active_environment() {
    let (fixture, cache) = (with_wheel(), tempfile::tempdir().expect("a folder"));
    let active = cache.path().join("active");
    let made = std::process::Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(&active).status();
    assert!(made.expect("python3").success());
    let library =
        std::fs::read_dir(active.join("lib")).expect("a folder").next().expect("a version").expect("an entry");
    std::fs::write(library.path().join("site-packages/turns.py"), "TURN = 4\n").expect("written");
    fixture.write("python/requirements.txt", "--no-index\n--find-links ../wheels\nshifts>=1\n");
    std::fs::remove_file(fixture.path().join("requirements.txt")).expect("removed");
    let roots = "roots: [{java: java, python: python}]\npython:\n  requirements: [auto]\n";
    fixture.write("mts.yml", roots);
    fixture.write(
        "python/a.py",
        "import shifts\nimport turns\n\n\ndef f(a):\n    return a + shifts.SHIFT + turns.TURN - 4\n",
    );
    fixture.commit("adopted");
    let path = format!("{}:{}", active.join("bin").display(), std::env::var("PATH").expect("a path"));
    let variables = [("XDG_CACHE_HOME", cache.path().to_str().expect("text")), ("PATH", &path)];
    for _ in 0..2 {
        let ran = fixture.mts_with(&["run", "--all", "--base", "HEAD"], &variables);
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.pair("A.f")["head"]["ca_tests"], 1.0, "{}", ran.pair("A.f"));
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_run_continues_without_automatic_requirements_that_pip_cannot_install() {
    let (ran, _) = run_after_init("--no-index\nnowhere-to-be-found\n");
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let note = "the run continues without the requirements of `python.requirements`: auto";
    assert!(ran.stdout.contains(note), "{}", ran.stdout);
    assert!(ran.stdout.contains("needs the Python module `shifts`"), "{}", ran.stdout);
}

#[test]
fn the_change_that_adds_the_port_and_its_requirements_runs_without_them() {
    let fixture = Fixture::empty();
    fixture.write("java/A.java", "class A {\n    static int f(int a) {\n        return a + 1;\n    }\n}\n");
    fixture.commit("only Java");
    fixture.write("python/a.py", "def f(a):\n    return a + 1\n");
    fixture
        .write("python/requirements.txt", "--no-index\nnowhere-to-be-found\n")
        .write("mts.yml", "roots: [{java: java, python: python}]\npython:\n  requirements: [auto]\n");
    fixture.commit("ported");
    let ran = fixture.mts(&["run", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.pair("A.f")["head"]["ca_tests"], 1.0);
    let notes = ran.report()["notes"].to_string();
    assert!(notes.contains("the run installs no packages for `python.requirements: [auto]`"), "{notes}");
    let later = "`python/requirements.txt` changes the requirements that `python.requirements` installs";
    assert!(ran.report()["gate"]["pending_until_merge"].to_string().contains(later), "{}", ran.report()["gate"]);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_wrong_name_in_an_installed_package_is_a_defect_of_the_port() {
    let (fixture, cache) = (with_wheel(), tempfile::tempdir().expect("a folder"));
    let variables = [("XDG_CACHE_HOME", cache.path().to_str().expect("text"))];
    fixture.write("python/a.py", "import shifts.linagl\n\n\ndef f(a):\n    return a + 3\n").commit("wrong");
    let ran = fixture.mts_with(&["run", "--base", "HEAD~1"], &variables);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.reasons());
}

/// Runs on the current commit. The run must end with this exit code.
///
/// The output must contain each of `parts`.
fn refused(fixture: &Fixture, code: i32, parts: &[&str]) {
    let ran = fixture.mts(&["run", "--all", "--base", "HEAD"]);
    assert_eq!(ran.code, code, "{}{}", ran.stdout, ran.stderr);
    for part in parts {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
    assert!(!fixture.path().join("mts-out").exists());
}

#[test]
fn a_folder_of_the_repository_is_no_requirement() {
    let fixture = with_wheel();
    fixture.write("libs/common/pyproject.toml", "[project]\nname = \"common\"\nversion = \"1\"\n");
    fixture.write("deps/all.txt", "--no-index\n\n-e ../libs/common\n").commit("local");
    let parts = [
        "`-e ../libs/common` installs a file or a folder of the repository",
        "--> deps/all.txt:3",
        "help: remove the line; if the line names a folder, make the folder a root in mts.yml",
    ];
    refused(&fixture, 2, &parts);
    let dependencies = "[project]\nname = \"a\"\nversion = \"1\"\ndependencies = [\"common @ file:libs/common\"]\n";
    fixture.write("pyproject.toml", dependencies).write("deps/all.txt", "");
    fixture.write("mts.yml", "python:\n  requirements: [pyproject.toml]\n").commit("in the project");
    refused(&fixture, 2, &["--> pyproject.toml"]);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn configured_requirements_that_cannot_be_installed_end_the_run_with_the_error_of_pip() {
    let fixture = with_wheel();
    fixture.write("deps/all.txt", "--no-index\nnowhere-to-be-found\n").commit("wrong");
    let parts = [
        "cannot install the Python requirements: ",
        "No matching distribution found for nowhere-to-be-found",
        "--> requirements.txt",
    ];
    refused(&fixture, 3, &parts);
    fixture.write("mts.yml", "python:\n  requirements: [gone.txt]\n").commit("a file that is not there");
    refused(&fixture, 2, &["the revision with the requirements has no file `gone.txt`"]);
}

#[test]
fn a_version_module_that_only_a_build_writes_is_no_fault_of_the_port() {
    let fixture = Fixture::empty();
    let settings = "[project]\nname = \"ledger\"\ndynamic = [\"version\"]\n\n[tool.hatch.build.hooks.vcs]\nversion-file = \"src/ledger/_version.py\"\n";
    fixture.write("python/pyproject.toml", settings);
    fixture.write("python/src/ledger/__init__.py", "from ledger._version import version as __version__\n");
    fixture.write("python/src/ledger/sums.py", "def add(a, b):\n    return a + b\n");
    let java = "package ledger;\n\npublic class Sums {\n    public static int add(int a, int b) {\n        return a + b;\n    }\n}\n";
    fixture.write("java/ledger/Sums.java", java).commit("ported");
    let ran = fixture.mts(&["run", "--all"]);
    let pair = ran.pair("Sums.add");
    assert!(pair["head"]["inputs"].as_u64().expect("a number") >= 20, "{pair:#?}");
    let text = pair["findings"].to_string();
    assert!(!text.contains("_version") && !fixture.path().join("python/src/ledger/_version.py").exists(), "{text}");
}

#[test]
fn a_distribution_that_is_not_installed_is_no_fault_of_the_port() {
    let fixture = Fixture::empty();
    let package = "from importlib.metadata import version\n\n__version__ = version(\"python-ledger\")\nYEAR = int(__version__.partition(\".\")[0])\n\
                   PLUGIN = version(\"plugin-that-is-nowhere\")\n";
    fixture.write("python/ledger/__init__.py", package);
    let port = "from . import YEAR\n\n\ndef add(a, b):\n    return a + b + YEAR\n\n\n\
                def take(a, b):\n    from importlib.metadata import version\n    return a - b if version(\"plugin\") else 0\n";
    fixture.write("python/ledger/sums.py", port);
    let java = "package ledger;\n\npublic class Sums {\n    public static long add(int a, int b) {\n        return (long) a + b;\n    }\n\n    \
                public static long take(int a, int b) {\n        return (long) a - b;\n    }\n}\n";
    fixture.write("java/ledger/Sums.java", java).commit("ported");
    let ran = fixture.mts(&["run", "--all", "--operators", "SDL"]);
    let (inputs, equal) = (ran.head("Sums.add", "inputs"), ran.head("Sums.add", "inputs_equal"));
    assert!(inputs >= 20 && inputs == equal, "{:#?}", ran.pair("Sums.add"));
    let skipped = ran.report()["skipped"].to_string();
    assert!(skipped.contains("the metadata of the Python package `plugin`"), "{skipped}");
}

#[test]
fn a_module_with_the_name_of_its_folder_hides_no_other_module() {
    let fixture = Fixture::empty();
    let java = |class: &str| {
        format!(
            "public class {class} {{\n    public static int half{class}(int n) {{\n        return n / 2 + 1;\n    }}\n}}\n"
        )
    };
    let port = |name: &str| format!("def half_{name}(n):\n    return half(n) + 1\n");
    let half = "def half(n):\n    return int(n / 2)\n";
    for class in ["Cycle", "Core"] {
        fixture.write(&format!("java/{class}.java"), java(class));
    }
    // The scripts of a folder import each other by their own names, and a package imports through its name.
    fixture.write("python/graph/graph.py", half);
    fixture.write("python/graph/cycle.py", format!("from graph import *\n\n\n{}", port("cycle")));
    fixture.write("python/core/utils.py", half);
    fixture.write("python/core/core.py", format!("from core.utils import half\n\n\n{}", port("core")));
    // A module without imports belongs to the package through which another file imports the module.
    let part =
        "public class Part {\n    private final int n;\n\n    public Part(int n) {\n        this.n = n;\n    }\n}\n";
    fixture.write("java/Part.java", part);
    fixture.write("python/core/part.py", "class Part:\n    def __init__(self, n):\n        self.n = n\n");
    let rate = "    public static int rate(Part part, int n) {\n        return part == null ? 1 : n / 2;\n    }\n";
    fixture.write("java/Score.java", format!("public class Score {{\n{rate}}}\n"));
    let score = "from core.utils import half\nfrom core import part\n\n\ndef rate(part, n):\n    return 1 if part is None else half(n)\n";
    fixture.write("python/score.py", score);
    fixture.write("mts.yml", "roots: [{java: java, python: python}]\n").commit("ported");
    let ran = fixture.mts(&["run", "--all", "--operators", "SDL"]);
    for name in ["Cycle.halfCycle", "Core.halfCore", "Score.rate"] {
        assert!(ran.head(name, "inputs") >= 5, "{name}: {}", ran.reasons());
        assert_eq!(ran.original_findings(name), [], "{name}");
    }
}
