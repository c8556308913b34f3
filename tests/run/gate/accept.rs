//! Tests the accept list, end to end. The tests cover its effect on the gate, the revision from
//! which the tool reads it, and the command that writes it.

use crate::support::shared::Shared;
use crate::support::{Fixture, Ran};
use serde_json::Value as Json;

const JAVA: &str = "public class Even {\n    static boolean even(int n) {\n        return n % 2 == 0;\n    }\n}\n";
/// A port that is right, although some of its mutants are wrong. Java's remainder has the sign of
/// the dividend.
const LATENT: &str = "def even(n):\n    return n % 2 == 0\n";
/// A port that is wrong for odd negative numbers.
const WRONG: &str = "def even(n):\n    return n < 0 or n % 2 == 0\n";
const GATE: &str = "gate: {max-mts: 0.0, min-mutants: 1, fail-on: any}\ninputs: {seed: 7}\n";
const LIST: &str = ".mts/accepted.yml";

static RAN_LATENT: Shared = Shared::new();
static RAN_WRONG: Shared = Shared::new();

/// Returns a repository with one commit, and one run of it.
fn ran_once(python: &str) -> (Fixture, Ran) {
    let fixture = Fixture::empty();
    let shared = if python == LATENT { &RAN_LATENT } else { &RAN_WRONG };
    let ran = shared.lay_out(fixture.path(), || {
        fixture.write("Even.java", JAVA).write("even.py", python);
        fixture.write("mts.yml", GATE).write(".gitignore", "mts-out*/\n");
        fixture.commit("before");
        fixture.mts(&["run", "--all", "--base", "HEAD"])
    });
    (fixture, ran)
}

fn again(fixture: &Fixture) -> Ran {
    fixture.mts(&["run", "--all", "--base", "HEAD"])
}

fn findings(ran: &Ran, kind: &str) -> Vec<Json> {
    let all = ran.pair("Even.even")["findings"].as_array().expect("a list").clone();
    all.into_iter().filter(|finding| finding["kind"] == kind).collect()
}

fn ids(ran: &Ran, kind: &str) -> Vec<String> {
    findings(ran, kind).iter().map(|finding| finding["id"].as_str().expect("text").to_owned()).collect()
}

fn accept(fixture: &Fixture, ids: &[String], more: &[&str]) -> Ran {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let ran = fixture.mts(&[&["accept", "--reason", "Java's remainder is not used"][..], more, &ids].concat());
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    ran
}

fn text(ran: &Ran, pointer: &str) -> String {
    ran.report().pointer(pointer).unwrap_or(&Json::Null).to_string()
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn accepted_kills_are_removed_from_gate_and_findings_but_not_from_the_score() {
    let (fixture, open) = ran_once(LATENT);
    assert_eq!(open.code, 10, "{}{}", open.stdout, open.stderr);
    let kills = ids(&open, "mutant");
    assert!(!kills.is_empty());
    accept(&fixture, &kills, &[]);

    let waiting = again(&fixture);
    assert_eq!(waiting.code, 10, "the change accepted it for itself: {}", waiting.stdout);
    let after = text(&waiting, "/gate/pending_until_merge");
    assert!(after.contains(&kills[0]) && after.contains("Java's remainder is not used"), "{after}");

    fixture.commit("accepted");
    let ran = again(&fixture);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let head = &ran.pair("Even.even")["head"];
    assert_eq!((&head["mts"], &head["mts_open"]), (&open.pair("Even.even")["head"]["mts"], &Json::from(0.0)));
    assert_eq!(head["accepted"], kills.len());
    assert!(ran.stdout.contains(&format!(", 0.00 without {} accepted", kills.len())), "{}", ran.stdout);
    assert!(!ran.stdout.contains(&format!("warning[{}]", kills[0])), "{}", ran.stdout);
    assert!(findings(&ran, "mutant").iter().all(|finding| finding["accepted"] == true));
    let comment = std::fs::read_to_string(fixture.path().join("mts-out/comment.md")).expect("a comment");
    assert!(comment.contains("accepted finding") && comment.contains(&kills[0]), "{comment}");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_accepted_disagreement_does_not_exit_with_11_and_a_new_one_does() {
    let (fixture, open) = ran_once(WRONG);
    assert_eq!(open.code, 11, "{}{}", open.stdout, open.stderr);
    accept(&fixture, &ids(&open, "original"), &[]);
    let kills = ids(&open, "mutant");
    if !kills.is_empty() {
        accept(&fixture, &kills, &[]);
    }
    fixture.commit("accepted");
    let ran = again(&fixture);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let head = &ran.pair("Even.even")["head"];
    assert_eq!(head["ca_tests"], open.pair("Even.even")["head"]["ca_tests"], "the score stays");
    let (equal, accepted) = (head["inputs_equal"].as_u64(), head["inputs_accepted"].as_u64());
    assert_eq!(equal.zip(accepted).map(|(a, b)| a + b), head["inputs"].as_u64());

    fixture.write(
        "even.py",
        "def even(n):\n    if n > 10:\n        raise ValueError(n)\n    return n < 0 or n % 2 == 0\n",
    );
    let other = again(&fixture);
    assert_eq!(other.code, 11, "{}{}", other.stdout, other.stderr);
    assert!(text(&other, "/gate/reasons").contains("are accepted"), "{}", text(&other, "/gate/reasons"));
}

/// Sets the time of the last commit to the first day of 2023.
fn date_back(fixture: &Fixture) {
    let repository = git2::Repository::open(fixture.path()).expect("opens");
    let who = git2::Signature::new("A", "a@example.org", &git2::Time::new(1_672_531_200, 0)).expect("a signature");
    let head = repository.head().and_then(|head| head.peel_to_commit()).expect("a commit");
    head.amend(Some("HEAD"), Some(&who), Some(&who), None, None, None).expect("amended");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_entry_that_expired_before_the_tested_commit_is_not_applied() {
    let (fixture, open) = ran_once(LATENT);
    // The date of the fixture's commits is 2023-11-14.
    accept(&fixture, &ids(&open, "mutant"), &["--expires", "2023-11-13"]);
    fixture.commit("accepted");
    let ran = again(&fixture);
    assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    assert!(text(&ran, "/notes").contains("expired on 2023-11-13"), "{}", text(&ran, "/notes"));
    // The author of a change sets the time of its commit.
    fixture.write("note.txt", "").commit("dated back");
    date_back(&fixture);
    let ran = fixture.mts(&["run", "--all", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    accept(&fixture, &ids(&open, "mutant"), &["--expires", "2023-11-14"]);
    fixture.commit("longer");
    assert_eq!(again(&fixture).code, 0);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_entry_without_a_finding_has_a_note_and_prune_removes_it() {
    let (fixture, open) = ran_once(LATENT);
    accept(&fixture, &ids(&open, "mutant"), &[]);
    fixture.write("even.py", "import math\n\n\ndef even(n):\n    return math.fmod(n, 2) == 0\n");
    fixture.commit("accepted");
    let stale = again(&fixture);
    assert!(text(&stale, "/pairs/0/notes").contains("--prune"), "{}", text(&stale, "/pairs/0/notes"));
    let pruned = fixture.mts(&["accept", "--prune"]);
    assert_eq!(pruned.code, 0, "{}{}", pruned.stdout, pruned.stderr);
    let list = std::fs::read_to_string(fixture.path().join(LIST)).expect("the list");
    let left = ids(&stale, "mutant");
    assert!(ids(&open, "mutant").iter().all(|id| list.contains(id.as_str()) == left.contains(id)), "{list}");
    let ran = again(&fixture);
    let notes = text(&ran, "/pairs/0/notes");
    assert!(!notes.contains("--prune"), "what is taken off counts at once: {notes}");
}

#[test]
fn accept_refuses_invalid_arguments_with_a_message() {
    let (fixture, open) = ran_once(LATENT);
    for (arguments, what) in [
        (vec!["accept", "MTS-", "--reason", "x"], "the id is empty"),
        (vec!["accept", "zz", "--reason", "x"], "no finding in mts-out/report.json"),
        (vec!["accept", "a", "--reason", " "], "the reason is empty"),
        (vec!["accept", "a"], "--reason"),
        (vec!["accept", "a", "--reason", "x", "--expires", "soon"], "not a date"),
        (vec!["accept", "a", "--reason", "x", "--report", "gone.json"], "gone.json"),
        (vec!["accept", "a", "--remove"], "no entry in .mts/accepted.yml"),
        (vec!["accept"], "required"),
    ] {
        let ran = fixture.mts(&arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(what), "{arguments:?}: {}", ran.stderr);
    }
    assert!(!fixture.path().join(LIST).exists(), "nothing was written");
    let mut report = open.report().clone();
    let kill = &mut report["pairs"][0]["findings"];
    let mut twin = kill[0].clone();
    kill[0]["id"] = "MTS-abc000000000".into();
    twin["id"] = "MTS-abc111111111".into();
    kill.as_array_mut().expect("a list").push(twin);
    fixture.write("other.json", report.to_string());
    let ran = fixture.mts(&["accept", "abc", "--reason", "x", "--report", "other.json"]);
    assert!(ran.code == 2 && ran.stderr.contains("MTS-abc000000000, MTS-abc111111111"), "{}", ran.stderr);
    let one = fixture.mts(&["accept", "abc1", "--reason", "x", "--report", "other.json"]);
    assert_eq!(one.code, 0, "{}", one.stderr);
    let listed = fixture.mts(&["accept", "--list"]);
    assert!(listed.stdout.contains("MTS-abc111111111  Even.java#Even.even(int)"), "{}", listed.stdout);
    assert_eq!(fixture.mts(&["accept", "--remove", "mts-ABC1"]).code, 0);
    assert!(fixture.mts(&["accept", "--list"]).stdout.contains("there is no accepted finding"));
    fixture.write(LIST, "version: 1\naccepted:\n  - id: MTS-abc111111111\n    pair: A\n    kind: mutant\n");
    let broken = again(&fixture);
    assert!(broken.code == 2 && broken.stderr.contains(".mts/accepted.yml:3:"), "{}", broken.stderr);
}
