//! Tests fragments in a repository: reports, the gate, and `assume` comments.

use super::*;

/// A port that agrees with Java on its suite file, and has fragments that differ.
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
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn fragment_differences_are_in_every_report_and_in_the_gate() {
    let fixture = repository();
    let generated = ["run", "--all", "--operators", "AORB"];
    let limits = ["--max-confirmed-fragments", "0", "--max-latent-fragments", "0"];
    let ran = fixture.mts(&[&generated[..], &limits].concat());
    let count = |name: &str, key: &str| ran.pair(name)["head"]["fragments"][key].as_u64().expect("a count");
    assert!(count("Codes.gray", "confirmed") > 0, "{}", ran.stdout);
    assert_eq!((count("Codes.middle", "confirmed"), count("Codes.middle", "latent")), (0, 1), "{}", ran.stdout);
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
    // The confirmed fragments have the same cause as the difference of the whole functions, which
    // SARIF counts.
    let id = middle[0]["id"].as_str().expect("an id");
    let shown = ["n >>> 1", "n &#62;&#62;&#62; 1"].iter().any(|text| out("comment.md").contains(text));
    assert!(shown, "{}", out("comment.md"));
    assert!(out("junit.xml").contains("fragments agree"), "{}", out("junit.xml"));
    assert!(out("mts.sarif").contains("fragment") && out("mts.sarif").contains(id), "{}", out("mts.sarif"));
    // A latent fragment fails the gate only if its own limit is set.
    let middle_only = ["run", "--all", "--operators", "AORB", "--pair", "Codes.middle"];
    let code = |more: &[&str]| fixture.mts(&[&middle_only, more].concat()).code;
    assert_eq!(code(&["--max-confirmed-fragments", "0"]), 0);
    assert_eq!(code(&["--max-latent-fragments", "0"]), 10);
    assert_eq!(code(&["--max-latent-fragments", "1"]), 0);
}

/// Returns the fragment findings of a port with the condition `limit`.
///
/// The whole functions differ by an overflow.
fn findings_on_swapped_branches(limit: &str) -> (Ran, Vec<Json>) {
    let java = "public class Codes {\n    static int clip(int count) {\n        if (count > 3) {\n            \
                return count * 1000;\n        }\n        return -5;\n    }\n}\n";
    let python = format!("def clip(count):\n    if {limit}:\n        return -5\n    return count * 1000\n");
    let fixture = Fixture::empty();
    fixture.write("mts.yml", "inputs: {max: 8}\n").write("Codes.java", java).write("codes.py", python);
    let inputs = [-2, 3, 4, 77, 3_000_000].map(|n| json!({"args": [n]}));
    let suite = json!({"version": 1, "pair": "Codes.clip", "inputs": inputs});
    fixture.write("mts/inputs/clip.json", suite.to_string()).commit("one");
    let ran = fixture.mts(&["run", "--all", "--fragments", "--operators", "AORB"]);
    let all = ran.pair("Codes.clip")["findings"].as_array().expect("findings").clone();
    let found = all.into_iter().filter(|finding| finding["kind"] == "fragment").collect();
    (ran, found)
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_opposite_condition_in_front_of_swapped_branches_is_no_difference() {
    let (ran, found) = findings_on_swapped_branches("count <= 3");
    let causes: Vec<&str> = found.iter().filter_map(|finding| finding["cause"].as_str()).collect();
    assert!(
        causes.iter().any(|cause| cause.starts_with("`count * 1000`")),
        "the causes include the overflow: {}",
        ran.stdout
    );
    assert!(!causes.iter().any(|cause| cause.starts_with("`count > 3`")), "{causes:?}");
    // The opposite condition with another bound is a fault of the port.
    let (ran, found) = findings_on_swapped_branches("count < 3");
    let cause = |finding: &Json| finding["cause"].as_str().unwrap_or_default().to_owned();
    let bound = found.iter().find(|finding| cause(finding).starts_with("`count > 3`")).expect(&ran.stdout);
    assert!(cause(bound).contains("the port's `not (count < 3)`") && cause(bound).contains("count = 3"), "{bound}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn fragments_and_variants_run_by_default_and_do_not_change_scores_and_gate() {
    let fixture = repository();
    let arguments = ["run", "--all", "--operators", "AORB,LOR"];
    let (ran, bare) = (fixture.mts_by_default(&arguments), fixture.mts(&arguments));
    let [mut own, mut other] = [&ran, &bare].map(|ran| ran.pair("Codes.gray")["head"].clone());
    assert!(own["fragments"]["confirmed"].as_u64() > Some(0), "{own}");
    assert_eq!(own["variants"]["tested"], own["variants"]["preserved"], "{own}");
    assert!(own["variants"]["tested"].as_u64() >= Some(4), "{own}");
    assert!(own["counted"].as_u64() > Some(0), "{own}");
    for scores in [&mut own, &mut other] {
        scores.as_object_mut().expect("scores").retain(|key, _| !["fragments", "variants"].contains(&key.as_str()));
    }
    assert_eq!(own, other, "MTS and all of its counts are the same");
    assert_eq!((ran.code, &ran.report()["gate"]), (bare.code, &bare.report()["gate"]));
    let findings = ran.pair("Codes.gray")["findings"].as_array().expect("a list").clone();
    assert!(findings.iter().any(|finding| finding["kind"] == "fragment"), "{findings:?}");
    assert!(ran.stdout.contains("other findings belong to this difference"), "{}", ran.stdout);
    assert!(!bare.stdout.contains("isolation") && !bare.stdout.contains("variants:"), "{}", bare.stdout);
    fixture.write("mts.yml", "inputs: {max: 3}\nfragments: {enabled: false}\nvariants: {enabled: false}\n");
    fixture.commit("off");
    assert!(
        fixture.mts_by_default(&arguments).pair("Codes.gray")["head"]["fragments"].is_object(),
        "a change keeps them"
    );
    fixture.write("codes.py", format!("{PYTHON}\n\nX = 1\n")).commit("later");
    let off = fixture.mts_by_default(&arguments);
    assert_eq!(off.pair("Codes.gray")["head"], bare.pair("Codes.gray")["head"]);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_run_that_is_short_of_time_drops_fragments_and_says_so_unless_the_gate_limits_them() {
    let fixture = repository();
    // The estimated time for the fragments of such a long function is 48 seconds.
    fixture.write("Codes.java", JAVA.replace("return n ^", &format!("/* {} */ return n ^", "long ".repeat(3_200))));
    fixture.commit("long");
    let run = |more: &[&str]| {
        let arguments = ["run", "--all", "--operators", "AORB", "--pair", "Codes.gray", "--budget", "30s"];
        fixture.mts_by_default(&[&arguments, more].concat())
    };
    let ran = run(&[]);
    let pair = ran.pair("Codes.gray");
    assert_eq!((&pair["dropped"], &pair["head"]["fragments"]), (&json!(["fragments"]), &Json::Null), "{}", ran.stdout);
    assert!(pair["head"]["variants"]["tested"].as_u64() > Some(0), "{pair}");
    let note = "he time was too short for the fragments of 1 pair";
    assert!(ran.stdout.contains(note) && fixture.read("mts-out/comment.md").contains(note), "{}", ran.stdout);
    let limited = run(&["--max-confirmed-fragments", "1000"]);
    assert!(limited.pair("Codes.gray")["head"]["fragments"]["confirmed"].as_u64() > Some(0), "{}", limited.stdout);
}

/// Returns the Java side with an `assume` comment before the fragment that differs.
fn assuming(what: &str) -> String {
    JAVA.replace("        return low", &format!("        // mts: assume {what}\n        return low"))
}

fn latent(ran: &Ran) -> u64 {
    ran.pair("Codes.middle")["head"]["fragments"]["latent"].as_u64().expect("a count")
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_assume_comment_applies_after_the_merge() {
    let fixture = repository();
    fixture.write("Codes.java", assuming("low >= 0 && low < 1000"));
    fixture.commit("two");
    let ran = fixture.mts(&["run", "--base", "HEAD~1", "--fragments", "--operators", "AORB", "--pair", "Codes.middle"]);
    assert_eq!(latent(&ran), 1, "a change assumes nothing for itself");
    let after = ran.report()["gate"]["pending_until_merge"].to_string();
    assert!(after.contains("Codes.java:8: `mts: assume low >= 0 && low < 1000` applies to `Codes.middle`"), "{after}");
    fixture.write("codes.py", format!("{PYTHON}\n\nX = 1\n"));
    fixture.commit("three");
    let merged =
        fixture.mts(&["run", "--base", "HEAD~1", "--fragments", "--operators", "AORB", "--pair", "Codes.middle"]);
    assert_eq!(latent(&merged), 0, "{}", merged.stdout);
    assert!(merged.pair("Codes.middle")["head"]["fragments"]["dismissed"].as_u64() > Some(0));
}

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn an_assume_comment_that_an_input_refutes_is_ignored() {
    let fixture = repository();
    let run = || fixture.mts(&["run", "--all", "--fragments", "--operators", "AORB", "--pair", "Codes.middle"]);
    assert_eq!(latent(&run()), 1);
    // The tool ignores an assumption that an input refutes, and reports a comment without a
    // condition.
    fixture.write("Codes.java", assuming("low >= 100 && low < 1000"));
    fixture.commit("four");
    fixture.write("codes.py", format!("{PYTHON}\n\nX = 2\n"));
    let refuted = run();
    let notes = refuted.pair("Codes.middle")["notes"].to_string();
    assert_eq!(latent(&refuted), 1, "{notes}");
    let note = "Codes.java:8: `mts: assume low >= 100 && low < 1000` does not hold at line 9: \
                an input reaches the line with low = 7";
    assert!(notes.contains(note), "{notes}");
    // The tool checks each comment separately; one that does not compile has no effect on the
    // others.
    let more = "low >= 100\n        // mts: assume low >= 0\n        // mts: assume Math.floorDiv(\"a\", low) > 3";
    fixture.write("Codes.java", assuming(more));
    fixture.commit("more");
    fixture.write("codes.py", format!("{PYTHON}\n\nX = 3\n"));
    let ran = run();
    let notes = ran.pair("Codes.middle")["notes"].to_string();
    assert_eq!(latent(&ran), 0, "{notes}");
    assert!(ran.pair("Codes.middle")["head"]["fragments"]["dismissed"].as_u64() > Some(0), "{}", ran.stdout);
    assert!(notes.contains("Codes.java:8: `mts: assume low >= 100` does not hold at line 11"), "{notes}");
    assert!(!notes.contains("Codes.java:9:"), "{notes}");
    assert!(
        notes.contains("Codes.java:10:") && notes.contains("has no effect: Java does not compile the condition"),
        "{notes}"
    );
    fixture.write("Codes.java", assuming("low is never negative"));
    fixture.commit("five");
    assert!(run().pair("Codes.middle")["notes"].to_string().contains("not a Java condition"));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn assume_comments_of_a_function_without_a_fragment_have_notes() {
    let fixture = Fixture::empty();
    let java = "public class Plain {\n    static int same(int n) {\n        // mts: assume n > 0\n        // mts: assume n is small\n        return n;\n    }\n}\n";
    fixture.write("mts.yml", "inputs: {max: 3}\n").write("Plain.java", java);
    fixture.write("plain.py", "def same(n):\n    return n\n").commit("one");
    let ran = fixture.mts(&["run", "--all", "--fragments", "--operators", "AORB"]);
    let notes = ran.pair("Plain.same")["notes"].to_string();
    assert!(notes.contains("Plain.java:3: `mts: assume n > 0` applies to no fragment"), "{notes}");
    assert!(notes.contains("Plain.java:4: `mts: assume n is small` has no effect"), "{notes}");
}
