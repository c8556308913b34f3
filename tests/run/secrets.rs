//! Tests that a run never shows a secret that the code under test read.
//!
//! The tests check every file and every line of the output.

use crate::support::Fixture;
use std::path::Path;

const OF_ENVIRONMENT: &str = "s3cr3t-of-the-runner";
const OF_GIT: &str = "ghs_of_the_checkout";

/// Returns the files below a folder that contain this text.
pub fn holding(folder: &Path, text: &str) -> Vec<String> {
    let found = ignore::WalkBuilder::new(folder).standard_filters(false).build().flatten();
    let holds = |path: &Path| std::fs::read(path).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(text));
    found.filter(|entry| holds(entry.path())).map(|entry| entry.path().display().to_string()).collect()
}

#[test]
fn secrets_that_code_under_test_reads_are_in_no_result() {
    let fixture = Fixture::empty();
    // The code returns the secrets, as if both sides had read them. The sides differ, so the report
    // shows values and edits.
    let java = format!(
        "public class Tell {{\n    static String tell(int n) {{\n        return n > 3 ? \"{OF_ENVIRONMENT}\" : \"{OF_GIT}\";\n    }}\n}}\n"
    );
    fixture.write("java/Tell.java", java);
    fixture.write(
        "python/tell.py",
        format!("def tell(n):\n    return \"{OF_ENVIRONMENT}!\" if n > 3 else \"{OF_GIT}!\"\n"),
    );
    fixture.commit("all");
    let config = fixture.path().join(".git/config");
    let old = std::fs::read_to_string(&config).expect("a configuration");
    // The encoded text is `x-access-token:ghs_of_the_checkout`, as `actions/checkout` writes it.
    let header = "[http \"https://github.com/\"]\n\textraheader = AUTHORIZATION: basic \
                  eC1hY2Nlc3MtdG9rZW46Z2hzX29mX3RoZV9jaGVja291dA==\n";
    std::fs::write(&config, format!("{old}{header}")).expect("written");
    let ran = fixture.mts_with(&["run", "--all"], &[("DEPLOY_TOKEN", OF_ENVIRONMENT)]);
    assert_eq!(ran.code, 11, "{}", ran.stderr);
    for secret in [OF_ENVIRONMENT, OF_GIT] {
        assert!(!format!("{}{}", ran.stdout, ran.stderr).contains(secret), "{}{}", ran.stdout, ran.stderr);
        assert_eq!(holding(&fixture.path().join("mts-out"), secret), Vec::<String>::new());
    }
    assert!(ran.stdout.contains("[redacted]"), "{}", ran.stdout);
    // Other commands print the code of both sides, and values that it returns.
    let id = ran.report()["pairs"][0]["findings"][0]["id"].as_str().expect("an id").to_owned();
    for command in [&["explain", id.as_str()][..], &["fragments", "java/Tell.java", "python/tell.py", "--json"]] {
        let ran = fixture.mts_with(command, &[("DEPLOY_TOKEN", OF_ENVIRONMENT)]);
        assert!(!ran.stdout.contains(OF_ENVIRONMENT), "{command:?}: {}", ran.stdout);
    }
}

#[cfg(unix)]
#[test]
fn an_error_does_not_show_the_target_of_a_linked_configuration() {
    let machine = tempfile::tempdir().expect("a folder");
    let target = machine.path().join("credentials");
    std::fs::write(&target, "line-of-the-machine: s3cret-value\n").expect("written");
    for name in ["mts.yml", "Cargo.toml"] {
        let fixture = Fixture::tree("nothing-changed");
        drop(std::fs::remove_file(fixture.path().join("mts.yml")));
        std::os::unix::fs::symlink(&target, fixture.path().join(name)).expect("linked");
        let ran = fixture.mts(&["run", "--base", "HEAD"]);
        assert_eq!(ran.code, 2, "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains("leads out of the repository"), "{name}: {}", ran.stderr);
        assert!(!ran.stderr.contains("s3cret") && !ran.stdout.contains("s3cret"), "{name}: {}", ran.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn code_under_test_reads_no_data_of_git_and_no_untracked_settings() {
    let fixture = Fixture::empty();
    let root = fixture.path().canonicalize().expect("a folder");
    fixture.write(".gitignore", "data/\n.env\n.env.local\n");
    let names = ["data/config", ".env", "python/.env.local"];
    for (at, name) in names.iter().enumerate() {
        let path = root.join(name).display().to_string();
        // A side that can read the file returns another number than the other side.
        let (java, python) = (format!("java/Java{at}.java"), format!("python/python{at}.py"));
        let reads = format!(
            "try {{\n            java.nio.file.Files.readString(java.nio.file.Path.of(\"{path}\"));\n            return -7;\n        \
             }} catch (java.io.IOException denied) {{\n            return n;\n        }}"
        );
        fixture.write(
            &java,
            format!("public class Java{at} {{\n    static int java{at}(int n) {{\n        {reads}\n    }}\n}}\n"),
        );
        fixture.write(&format!("python/java{at}.py"), format!("def java{at}(n):\n    return n\n"));
        fixture.write(
            &format!("java/Python{at}.java"),
            format!("public class Python{at} {{\n    static int python{at}(int n) {{\n        return n;\n    }}\n}}\n"),
        );
        let reads =
            format!("try:\n        open('{path}').read()\n    except OSError:\n        return n\n    return -7");
        fixture.write(&python, format!("def python{at}(n):\n    {reads}\n"));
    }
    fixture.commit("all");
    fixture.write(".env", "TOKEN=1\n").write("python/.env.local", "TOKEN=1\n");
    // As `git init --separate-git-dir` leaves a repository.
    std::fs::rename(root.join(".git"), root.join("data")).expect("moved");
    fixture.write(".git", format!("gitdir: {}/data\n", root.display()));
    let ran = fixture.mts(&["run", "--all", "--worktree", "--operators", "AORB", "--sandbox", "required"]);
    assert_eq!(ran.report()["pairs"].as_array().map(Vec::len), Some(2 * names.len()), "{}", ran.stdout);
    for at in 0..names.len() {
        for pair in [format!("Java{at}.java{at}"), format!("Python{at}.python{at}")] {
            assert_eq!(ran.pair(&pair)["head"]["ca_tests"], 1.0, "{pair}: {}\n{}", ran.stdout, ran.reasons());
        }
    }
}
