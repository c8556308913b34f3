//! Runs the tests that `explain --emit-test` wrote, with pytest and with JUnit.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

fn output_text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn have(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
}

/// Returns the Python with pytest.
///
/// The result is the Python in the folder of `.ci/run`, or the machine's own.
fn pytest_python() -> String {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/ci-tools/pytest/bin/python");
    let python = if own.is_file() { own.display().to_string() } else { "python3".to_owned() };
    assert!(have(&python, &["-c", "import pytest"]), "no pytest; python3 -m pip install pytest");
    python
}

/// Returns the number of passed and failed tests, and the output.
pub fn pytest(root: &Path, tests: &Path) -> (usize, usize, String) {
    let output = Command::new(pytest_python())
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short"])
        .arg(tests)
        .current_dir(root)
        .env("PYTHONPATH", "python")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("pytest starts");
    let text = output_text(&output);
    let last = text.lines().last().unwrap_or_default();
    let count = |word: &str| {
        let words: Vec<&str> = last.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let at = words.iter().position(|found| *found == word)?;
        words.get(at.checked_sub(1)?)?.parse().ok()
    };
    (count("passed").unwrap_or(0), count("failed").unwrap_or(0), text)
}

/// Returns the class path of JUnit's jars, from Debian's package `junit5`.
fn junit_jars() -> String {
    let names = [
        "junit-jupiter-api",
        "junit-jupiter-engine",
        "junit-platform-commons",
        "junit-platform-engine",
        "junit-platform-launcher",
        "junit-platform-console",
        "junit-platform-reporting",
        "opentest4j",
        "opentest4j-reporting-events",
        "opentest4j-reporting-schema",
        "apiguardian-api",
        "picocli",
    ];
    let jars: Vec<PathBuf> = names.iter().map(|name| PathBuf::from(format!("/usr/share/java/{name}.jar"))).collect();
    assert!(jars.iter().all(|jar| jar.is_file()), "no JUnit 5 in /usr/share/java; apt-get install junit5");
    let paths: Vec<String> = jars.iter().map(|jar| jar.display().to_string()).collect();
    paths.join(":")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder).expect("readable").flatten().map(|e| e.path()).collect();
    found.sort();
    found
}

/// Returns the number of passed and failed tests, and the output.
pub fn junit(root: &Path, sources: &str, tests: &Path) -> (usize, usize, String) {
    let jars = junit_jars();
    let classes = TempDir::new().expect("a folder");
    let javac = |sources: &[PathBuf]| {
        let path = format!("{}:{jars}", classes.path().display());
        let mut command = Command::new("javac");
        command.args(["-nowarn", "-d"]).arg(classes.path()).args(["-cp", &path]).args(sources);
        let output = command.output().expect("javac is there");
        assert!(output.status.success(), "{}", output_text(&output));
    };
    javac(&files(&root.join(sources)));
    javac(&files(tests));
    let output = Command::new("java")
        .args(["-cp", &format!("{}:{jars}", classes.path().display())])
        .args(["org.junit.platform.console.ConsoleLauncher", "--disable-banner", "--disable-ansi-colors"])
        .arg("--scan-classpath")
        .arg(classes.path())
        .current_dir(root)
        .output()
        .expect("java is there");
    let text = output_text(&output);
    let count = |what: &str| {
        let row = |line: &str| line.trim_matches(['[', ']', ' ']).split_once(what).map(|(n, _)| n.trim().to_owned());
        text.lines().filter(|line| line.ends_with(']')).find_map(row).and_then(|n| n.parse().ok()).unwrap_or(0)
    };
    (count("tests successful"), count("tests failed"), text.clone())
}
