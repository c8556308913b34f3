//! Compares a run with a baseline of its base with the same run without it.

use crate::support::{Fixture, Ran};
use serde_json::{Value as Json, json};

const JAVA: &str =
    "public class Half {\n    static int half(int a, int b) {\n        return b == 0 ? a : a / b;\n    }\n}\n";

/// Builds a repository with one pair. The second commit fixes its port, and the third commit
/// changes both sides.
fn fixture() -> Fixture {
    let fixture = Fixture::empty();
    fixture.write("mts.yml", "version: 1\ninputs:\n  max: 12\n");
    fixture.write("java/Half.java", JAVA);
    fixture.write("python/half.py", "def half(a, b):\n    return a if b == 0 else a // b\n");
    fixture.commit("before");
    fixture.write("python/half.py", "def half(a, b):\n    return a if b == 0 else int(a / b)\n");
    fixture.commit("fixed");
    fixture
}

fn still(ran: &Ran) -> Json {
    let mut report = ran.report().clone();
    report["timings"] = Json::Null;
    report
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_base_that_was_measured_is_not_measured_again_and_the_report_is_the_same() {
    let fixture = fixture();
    // The result of a run on the main branch.
    let main =
        fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD~1", "--all", "--fail-on", "any", "--out", "main"]);
    assert_eq!(main.code, 11, "{}{}", main.stdout, main.stderr);
    let cold = fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD"]);
    assert!(cold.report()["pairs"][0]["base"].is_object(), "{}", cold.reasons());
    assert!(cold.report()["pairs"][0]["increase"].as_f64().expect("comparable") < 0.0, "{}", cold.reasons());
    assert!(cold.report()["timings"].get("baseline").is_none());
    let warm = fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD", "--baseline", "main/baseline.json"]);
    assert_eq!(warm.report()["timings"]["baseline"], json!({"reused": 1, "measured": 0, "incompatible": null}));
    assert!(warm.stderr.contains("baseline: reused 1 of 1 result\n"), "{}", warm.stderr);
    assert_eq!((warm.code, still(&warm)), (cold.code, still(&cold)));

    // A baseline of another commit, one with other settings, one with older ids, and no baseline.
    let own = std::fs::copy(fixture.path().join("mts-out/baseline.json"), fixture.path().join("own.json"));
    own.expect("every run of a commit leaves one");
    let text = std::fs::read_to_string(fixture.path().join("main/baseline.json")).expect("the baseline");
    let mut older: Json = serde_json::from_str(&text).expect("JSON");
    older["identity"].as_object_mut().expect("an object").remove("ids").expect("the version of the ids");
    fixture.write("older.json", older.to_string());
    for (more, why) in [
        (
            ["--baseline", "older.json", "--seed", "0"],
            "the baseline has the version of the ids `1`, but this run needs `4`",
        ),
        (["--baseline", "own.json", "--max-inputs", "12"], "the baseline has the commit `"),
        (["--baseline", "main/baseline.json", "--rel-tol", "1e-9"], "the baseline has the settings `"),
    ] {
        let other = fixture.mts(&[&["run", "--base", "HEAD~1", "--head", "HEAD"][..], &more].concat());
        let used = &other.report()["timings"]["baseline"];
        assert_eq!((&used["reused"], &used["measured"]), (&json!(0), &json!(1)), "{more:?}");
        assert!(used["incompatible"].as_str().expect("a reason").starts_with(why), "{used}");
    }
    let none = fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD", "--baseline", "nowhere.json"]);
    assert_eq!(still(&none), still(&cold));
    assert_eq!(
        none.report()["timings"]["baseline"],
        json!({"reused": 0, "measured": 1, "incompatible": "there is no baseline file"})
    );
    fixture.write("odd.json", "{\"version\": 2}");
    let odd = fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD", "--baseline", "odd.json"]);
    assert_eq!(odd.code, 2, "{}", odd.stderr);
    assert!(odd.stderr.contains("the file is not a baseline") && odd.stderr.contains("odd.json"), "{}", odd.stderr);
    fixture.write("old.json", "{\"version\": 1}");
    let old = fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD", "--baseline", "old.json"]);
    assert_eq!(old.code, 2, "{}", old.stderr);
    assert!(old.stderr.contains("the baseline has format version 1"), "{}", old.stderr);
}

#[test]
fn a_result_that_git_tracks_is_refused() {
    let fixture = fixture();
    fixture.write("kept/report.json", "{\"version\": 2}").commit("a result");
    std::fs::create_dir(fixture.path().join("build")).expect("a folder");
    std::os::unix::fs::symlink("../kept/report.json", fixture.path().join("build/report.json")).expect("a link");
    for path in ["kept/report.json", "build/report.json"] {
        let run = ["run", "--base", "HEAD~1", "--head", "HEAD", "--baseline", path];
        for arguments in [&run[..], &["merge", path][..], &["publish", "--dry-run", "--result", path][..]] {
            let ran = fixture.mts(arguments);
            assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.stderr);
            assert!(
                ran.stderr.contains("git tracks the") && ran.stderr.contains(path),
                "{arguments:?}: {}",
                ran.stderr
            );
        }
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_baseline_with_other_inputs_is_not_used() {
    let fixture = fixture();
    fixture.mts(&["run", "--head", "HEAD", "--all", "--fail-on", "any", "--out", "main"]);
    // A new constant on either side changes the generated inputs.
    fixture.write("java/Half.java", JAVA.replace("b == 0 ? a", "b == 0 || a == 7340 ? a"));
    fixture.write("python/half.py", "def half(a, b):\n    return a if b == 0 or a == 7340 else int(a / b)\n");
    fixture.commit("changed");
    let cold = fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD"]);
    let warm = fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD", "--baseline", "main/baseline.json"]);
    assert_eq!(warm.report()["timings"]["baseline"], json!({"reused": 0, "measured": 1, "incompatible": null}));
    assert_eq!(still(&warm), still(&cold));
}
