//! Compares the merged result of shards with the result of a whole run.

use crate::support::{Fixture, Ran};
use serde_json::Value as Json;

/// Builds six pairs of several kinds.
///
/// Two are wrong, one is new, one cannot run, and one changed on one side only.
fn fixture() -> Fixture {
    let fixture = Fixture::empty();
    fixture.write("mts.yml", "version: 1\ninputs:\n  max: 8\n");
    let sides = |name: &str, java: &str, python: &str| {
        let class = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
        fixture.write(
            &format!("java/{class}.java"),
            format!("public class {class} {{\n    static int {name}(int a, int b) {{\n{java}    }}\n}}\n"),
        );
        fixture.write(&format!("python/{name}.py"), format!("def {name}(a, b):\n{python}"));
    };
    sides("add", "        return a + b;\n", "    return a + b\n");
    sides("most", "        return a > b ? a : b;\n", "    return a if a > b else b\n");
    sides("half", "        return b == 0 ? a : a / b;\n", "    return a if b == 0 else int(a / b)\n");
    sides("drift", "        return a - b;\n", "    return a - b\n");
    fixture.commit("before");
    sides("add", "        int c = a;\n        return c + b;\n", "    c = a\n    return c + b\n");
    sides("most", "        return a < b ? b : a;\n", "    return b if a < b else a\n");
    sides("half", "        return b == 0 ? 0 : a / b;\n", "    return 0 if b == 0 else a // b\n");
    sides("drift", "        return a - b - 1;\n", "    return a - b\n");
    sides("fresh", "        return a * 2 + b;\n", "    return a * 2 + b\n");
    sides(
        "span",
        "        int n = 0;\n        for (int i = a; i < b && n < 50; i++) {\n            n++;\n        }\n        return n;\n",
        "    n = 0\n    i = a\n    while i < b and n < 50:\n        n += 1\n        i += 1\n    return n\n",
    );
    fixture.write(
        "java/Odd.java",
        "public class Odd {\n    static int odd(java.net.Socket t) {\n        return 1;\n    }\n}\n",
    );
    fixture.write("python/odd.py", "def odd(t):\n    return 1\n");
    fixture.commit("after");
    fixture
}

fn still(report: &Json) -> String {
    let mut report = report.clone();
    report["timings"] = Json::Null;
    serde_json::to_string_pretty(&report).expect("text")
}

/// Runs every shard into `OUT/part-K`, and returns the runs.
fn parts(fixture: &Fixture, of: u32, out: &str) -> Vec<Ran> {
    let run = |k: u32| {
        let (part, folder) = (format!("{k}/{of}"), format!("{out}/part-{k}"));
        fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD", "--shard", &part, "--out", &folder])
    };
    (1..=of).map(run).collect()
}

/// Compares the reports of the whole repository and of its shards.
///
/// The function runs the shards for each number in `numbers`.
fn merged_as_whole(fixture: &Fixture, numbers: &[u32]) {
    let whole = fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD"]);
    assert_eq!(whole.code, 11, "{}{}", whole.stdout, whole.stderr);
    assert!(whole.report()["pairs"].as_array().expect("pairs").len() >= 5, "{}", whole.reasons());
    assert_eq!(whole.report()["skipped"].as_array().map(Vec::len), Some(1), "{}", whole.reasons());
    let kept = || std::fs::read_to_string(fixture.path().join("mts-out/baseline.json")).expect("a commit's");
    let baseline = kept();
    for of in numbers.iter().copied() {
        let out = format!("parts-of-{of}");
        for part in parts(fixture, of, &out) {
            assert_eq!(part.code, 0, "a part is not gated: {}{}", part.stdout, part.stderr);
            assert!(part.stdout.contains("joins the shards and applies the gate"), "{}", part.stdout);
        }
        let merged = fixture.mts(&["merge", &out]);
        assert_eq!(merged.code, whole.code, "{}{}", merged.stdout, merged.stderr);
        assert_eq!(still(merged.report()), still(whole.report()), "{of} parts");
        for file in ["junit.xml", "mts.sarif", "report.html", "comment.md", "summary.md", "badge.json", "baseline.json"]
        {
            assert!(fixture.path().join("mts-out").join(file).is_file(), "{file} exists");
        }
        assert_eq!(kept(), baseline, "{of} parts");
    }
}

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn the_merged_report_equals_a_single_run_for_any_number_of_shards() {
    let fixture = fixture();
    merged_as_whole(&fixture, &[1, 9]);
    let nine: Vec<Json> = (1..=9)
        .map(|k| std::fs::read(fixture.path().join(format!("parts-of-9/part-{k}/report.json"))).expect("a report"))
        .map(|bytes| serde_json::from_slice(&bytes).expect("JSON"))
        .collect();
    assert!(nine.iter().any(|part| part["pairs"] == serde_json::json!([])), "more parts than pairs leave some empty");
    assert!(nine.iter().any(|part| part["settings"]["java"] == ""), "an empty part starts no JVM");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_sample_is_the_same_in_shards_and_with_any_workers_and_foreign_shards_are_refused() {
    let fixture = fixture();
    let whole = ["run", "--base", "HEAD~1", "--head", "HEAD", "--sample", "90", "--jobs"];
    let one = fixture.mts(&[&whole[..], &["1"]].concat());
    let sample = &one.report()["scores"]["sample"];
    assert_eq!(sample["run"], 90, "{}", one.stdout);
    assert!(sample["generated"].as_u64() > Some(150), "{sample}");
    assert!(one.stdout.contains("90 of ") && one.stdout.contains("did not"), "{}", one.stdout);
    assert!(one.stdout.contains(" to "), "scores have intervals: {}", one.stdout);
    for k in 1..=2 {
        let (part, out) = (format!("{k}/2"), format!("sampled/part-{k}"));
        let words = [&whole[..], &["2", "--shard", &part, "--out", &out]].concat();
        let ran = fixture.mts(&words);
        assert_eq!(ran.code, 0, "a part is not gated: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("joins the shards and applies the gate"), "{}", ran.stdout);
    }
    let merged = fixture.mts(&["merge", "sampled"]);
    assert_eq!(merged.code, one.code, "{}{}", merged.stdout, merged.stderr);
    assert_eq!(still(merged.report()), still(one.report()), "{}{}", merged.stdout, merged.stderr);
    for file in ["junit.xml", "mts.sarif", "report.html", "comment.md", "summary.md", "badge.json", "baseline.json"] {
        assert!(fixture.path().join("mts-out").join(file).is_file(), "{file} exists");
    }

    // These shards do not belong together.
    let missing = fixture.mts(&["merge", "sampled/part-1"]);
    assert_eq!(missing.code, 12, "{}", missing.stderr);
    assert!(missing.stderr.contains("shard 2 of 2 is missing"), "{}", missing.stderr);
    let part = |part: &str, out: &str, more: &[&str]| {
        let words = ["run", "--base", "HEAD~1", "--head", "HEAD", "--shard", part, "--out", out];
        assert_eq!(fixture.mts(&[&words[..], more].concat()).code, 0);
    };
    part("2/9", "parts-of-9/part-2", &[]);
    let twice = fixture.mts(&["merge", "sampled", "sampled/part-2/report.json", "parts-of-9/part-2"]);
    assert_eq!(twice.code, 2, "{}", twice.stderr);
    part("2/2", "other", &["--sample", "90", "--seed", "7"]);
    let mixed = fixture.mts(&["merge", "sampled/part-1", "other"]);
    assert_eq!(mixed.code, 2, "{}", mixed.stderr);
    assert!(mixed.stderr.contains("the seed is `0x7`") && mixed.stderr.contains("other"), "{}", mixed.stderr);
    let single = fixture.mts(&["merge", "mts-out.old"]);
    assert_eq!(single.code, 2, "{}", single.stderr);
}

#[test]
fn a_run_without_time_lists_the_pairs_that_did_not_run() {
    let fixture = fixture();
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--head", "HEAD", "--budget", "1ms", "--fail-on", "any"]);
    assert_eq!(ran.code, 12, "{}{}", ran.stdout, ran.stderr);
    assert_eq!((&ran.report()["reproducible"], &ran.report()["settings"]["limit"]), (&false.into(), &"0.001 s".into()));
    let report = ran.report();
    let rows = report["skipped"].as_array().expect("rows");
    assert!(rows.iter().filter(|row| row["not_run"] == "budget").count() >= 5, "{rows:?}");
    let names_budget = |row: &Json| row["reason"].as_str().is_some_and(|why| why.contains("`--budget`"));
    assert!(rows.iter().all(|row| names_budget(row) == (row["not_run"] == "budget")), "{rows:?}");
}

#[test]
fn the_plan_is_a_matrix_and_starts_no_runtime() {
    let fixture = fixture();
    let nowhere = [("PATH", "/nonexistent"), ("JAVA_HOME", "")];
    let plan = |extra: &[&str]| {
        let words = [&["plan", "--base", "HEAD~1", "--head", "HEAD", "--format", "json"], extra].concat();
        let ran = fixture.mts_with(&words, &nowhere);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        serde_json::from_str::<Json>(&ran.stdout).expect("JSON")
    };
    let small = plan(&["--shards", "4"]);
    assert_eq!(small["pairs"], 7);
    assert_eq!(small["shards"], serde_json::json!([1]), "so few pairs are not worth a second machine");
    assert_eq!(plan(&["--shards", "4", "--pair", "Add.add"])["pairs"], 1);
    let table = fixture.mts_with(&["plan", "--base", "HEAD~1", "--head", "HEAD"], &nowhere);
    assert!(table.stdout.ends_with("7 pairs in 1 shard\n"), "{}", table.stdout);

    fixture.write("README.md", "prose\n");
    fixture.commit("prose");
    let nothing = plan(&["--shards", "4"]);
    let base = nothing["base_sha"].as_str().expect("what it is compared with").to_owned();
    assert_eq!(base.len(), 40);
    assert_eq!(
        nothing,
        serde_json::json!({"shards": [], "count": 0, "pairs": 0, "base_sha": base, "trusted_sha": base})
    );
}

#[test]
fn an_invalid_shard_is_refused() {
    let fixture = Fixture::tree("renamed");
    for wrong in ["0/3", "4/3", "1", "a/b"] {
        let ran = fixture.mts(&["run", "--shard", wrong]);
        assert_eq!(ran.code, 2, "{wrong}: {}", ran.stderr);
        assert!(ran.stderr.contains("--shard"), "{}", ran.stderr);
    }
}
