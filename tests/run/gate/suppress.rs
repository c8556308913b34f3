//! Tests, end to end, how users exclude mutants and findings.
//!
//! Users exclude them from the score or the gate by ignore comments, `mutation.skip` and the accept
//! list. A change under test cannot use an exclusion that it adds itself.

use crate::support::{Fixture, Ran};
use serde_json::Value as Json;

const JAVA: &str = "public class Clamp {\n    static int clamp(int n, int low, int high) {\n        \
    if (n < low) {\n            return low;\n        }\n        if (n > high) {\n            return high;\n        }\n        \
    return n;\n    }\n}\n";
const PYTHON: &str = "def clamp(n, low, high):\n    if n < low:\n        return low\n    if n > high:\n        \
    return high\n    return n\n";
/// A port that agrees with Java on the suite's inputs, and has mutants that differ.
const LATENT: &str = "def clamp(n, low, high):\n    if n < low:\n        return low\n    if n > high:\n        \
    return min(high, 1000)\n    return n\n";

fn fixture() -> Fixture {
    let fixture = Fixture::empty();
    fixture.write("Clamp.java", JAVA).write("clamp.py", PYTHON);
    fixture
}

/// Returns the Java source with a comment on a separate line before this text.
fn before(text: &str, comment: &str) -> String {
    assert!(JAVA.contains(text), "{text}");
    JAVA.replacen(text, &format!("{comment}\n        {text}"), 1)
}

fn head(ran: &Ran) -> &Json {
    &ran.pair("Clamp.clamp")["head"]
}

fn number(ran: &Ran, key: &str) -> u64 {
    head(ran)[key].as_u64().unwrap_or_else(|| panic!("no {key} in {}", head(ran)))
}

fn all_mutants(ran: &Ran) -> u64 {
    ["counted", "anomalous", "unmirrored", "unknown", "ignored"].iter().map(|key| number(ran, key)).sum()
}

fn lines(ran: &Ran, pointer: &str) -> String {
    ran.report().pointer(pointer).unwrap_or(&Json::Null).to_string()
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_ignore_comment_applies_if_the_base_has_it_and_otherwise_after_the_merge() {
    let fixture = fixture();
    fixture.write("Clamp.java", before("if (n < low)", "// mts: ignore[ROR] the bound is known"));
    fixture.commit("before");
    let own = fixture.mts(&["run"]);
    assert!(number(&own, "ignored") > 0, "{}", own.stdout);
    assert!(
        lines(&own, "/notes").contains("the ignore comments of this revision are in force"),
        "{}",
        lines(&own, "/notes")
    );
    assert!(lines(&own, "/pairs/0/notes").contains("by Clamp.java:3"), "{}", lines(&own, "/pairs/0/notes"));

    let both = before("if (n < low)", "// mts: ignore[ROR] the bound is known");
    fixture.write("Clamp.java", both.replace("if (n > high)", "// mts: ignore\n        if (n > high)"));
    fixture.write("clamp.py", format!("{PYTHON}\n\nX = 1\n"));
    fixture.commit("after");
    let ran = fixture.mts(&["run", "--all"]);
    assert_eq!(number(&ran, "ignored"), number(&own, "ignored"), "{}", ran.stdout);
    let after = lines(&ran, "/gate/pending_until_merge");
    assert!(after.contains("Clamp.java:7: `mts: ignore` excludes") && after.contains("`Clamp.clamp`"), "{after}");
    assert!(!lines(&ran, "/notes").contains("matches no mutant"), "{}", lines(&ran, "/notes"));
    assert_eq!(all_mutants(&ran), all_mutants(&own));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_removed_ignore_comment_applies_at_once_and_the_base_runs_the_same_mutants() {
    let fixture = fixture();
    fixture.write("Clamp.java", before("if (n > high)", "// mts: ignore the upper bound is another matter"));
    fixture.write("clamp.py", LATENT);
    fixture.commit("before");
    fixture.write("Clamp.java", JAVA);
    fixture.commit("after");
    let ran = fixture.mts(&["run", "--all"]);
    assert_eq!(number(&ran, "ignored"), 0, "{}", ran.stdout);
    assert_eq!(ran.pair("Clamp.clamp")["base"]["counted"], head(&ran)["counted"]);
    assert_eq!(ran.pair("Clamp.clamp")["increase"], 0.0);
}

#[test]
fn a_method_that_the_base_ignores_stays_ignored_after_any_change() {
    let fixture = fixture();
    let ignored = |java: &str| java.replacen("    static", "    // mts: ignore legacy\n    static", 1);
    fixture.write("Clamp.java", ignored(JAVA));
    fixture.commit("before");
    fixture.write("Clamp.java", ignored(&JAVA.replace("n > high", "n >= high + 1")));
    fixture.commit("after");
    let ran = fixture.mts(&["run"]);
    assert_eq!((number(&ran, "counted"), number(&ran, "unmirrored")), (0, 0), "{}", ran.stdout);
    assert!(number(&ran, "ignored") > 20, "{}", ran.stdout);
    assert_eq!(head(&ran)["ca_tests"], 1.0, "the originals are compared all the same");
}

#[test]
fn a_new_pair_cannot_ignore_itself() {
    let fixture = Fixture::empty();
    fixture.write("other.py", "def other():\n    return 1\n");
    fixture.commit("before");
    fixture.write("Clamp.java", before("if (n < low)", "// mts: ignore")).write("clamp.py", PYTHON);
    fixture.commit("after");
    let ran = fixture.mts(&["run"]);
    assert_eq!(number(&ran, "ignored"), 0, "{}", ran.stdout);
    assert!(
        lines(&ran, "/gate/pending_until_merge").contains("Clamp.java:3"),
        "{}",
        lines(&ran, "/gate/pending_until_merge")
    );
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_ignore_comment_in_the_port_hides_the_mutants_with_a_counterpart_there() {
    let fixture = fixture();
    fixture.write("clamp.py", PYTHON.replace("    if n > high:", "    if n > high:  # mts: ignore[ROR]"));
    fixture.commit("one");
    let ran = fixture.mts(&["run"]);
    assert!(lines(&ran, "/pairs/0/notes").contains("by clamp.py:4"), "{}", lines(&ran, "/pairs/0/notes"));
    let ror = &head(&ran)["per_operator"]["ROR"]["counted"];
    fixture.write("clamp.py", PYTHON);
    fixture.commit("two");
    let plain = fixture.mts(&["run", "--all"]);
    let all = &head(&plain)["per_operator"]["ROR"]["counted"];
    assert!(ror.as_u64() < all.as_u64(), "{ror} {all}");
    assert_eq!(all_mutants(&ran), all_mutants(&plain));
}

#[test]
fn the_note_for_a_comment_without_effect_names_its_place() {
    let fixture = fixture();
    let java = before("return n;", "// mts: ignore[NOPE, LOD]").replace("public class", "// mts: ignore\npublic class");
    fixture.write("Clamp.java", java);
    fixture.write("clamp.py", PYTHON.replace("    return n\n", "    return n  # mts: ignore-begin\n"));
    fixture.commit("one");
    let ran = fixture.mts(&["run"]);
    let notes = lines(&ran, "/notes");
    for note in [
        "Clamp.java:1: `mts: ignore` belongs to no function",
        "Clamp.java:10: `mts: ignore[NOPE, LOD]`: `NOPE` is not an operator",
        "Clamp.java:10: `mts: ignore[NOPE, LOD]` matches no mutant",
        "clamp.py:6: `mts: ignore-begin` has no effect",
    ] {
        assert!(notes.contains(note), "{note}\n{notes}");
    }
    assert_eq!(number(&ran, "ignored"), 0);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn mutants_that_the_configuration_of_the_base_skips_are_not_generated() {
    let fixture = fixture();
    fixture.write("mts.yml", "mutation: {skip: [{pair: 'Clamp.*', operators: [ROR]}, {pair: 'legacy/**'}]}\n");
    fixture.commit("before");
    fixture.write("clamp.py", LATENT).write("mts.yml", "mutation: {skip: [{pair: 'Clamp.*'}]}\n");
    fixture.commit("after");
    let ran = fixture.mts(&["run"]);
    assert_eq!(number(&ran, "ignored"), 0, "what the change takes away counts at once: {}", ran.stdout);
    assert!(
        lines(&ran, "/gate/pending_until_merge").contains("mutation.skip"),
        "{}",
        lines(&ran, "/gate/pending_until_merge")
    );
    let then = fixture.mts(&["run", "--all", "--base", "HEAD"]);
    assert_eq!(number(&then, "counted"), 0, "{}", then.stdout);
    assert!(lines(&then, "/pairs/0/notes").contains("by mutation.skip"), "{}", lines(&then, "/pairs/0/notes"));
    fixture.write("mts.yml", "mutation: {skip: [{pair: 'legacy/**', operators: [ROR]}]}\n");
    fixture.commit("third");
    let unused = fixture.mts(&["run", "--all", "--base", "HEAD"]);
    assert!(lines(&unused, "/notes").contains("no function matches `legacy/**`"), "{}", lines(&unused, "/notes"));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn calls_to_a_logger_are_not_mutated() {
    let fixture = fixture();
    let call = "import java.util.logging.Logger;\n\npublic class Clamp {\n    private static final Logger LOG = \
        Logger.getLogger(\"clamp\");\n";
    let java = JAVA.replace("public class Clamp {\n", call);
    fixture.write("Clamp.java", java.replace("return n;", "LOG.fine(\"n \" + (n + low));\n        return n;"));
    fixture.commit("one");
    let ran = fixture.mts(&["run"]);
    assert!(lines(&ran, "/pairs/0/notes").contains("by mutation.skip-logging"), "{}", lines(&ran, "/pairs/0/notes"));
    fixture.write("mts.yml", "mutation: {skip-logging: false}\n");
    let off = fixture.mts(&["run", "--all"]);
    assert_eq!(number(&off, "ignored"), 0, "{}", off.stdout);
    assert_eq!(all_mutants(&off), all_mutants(&ran));
}
