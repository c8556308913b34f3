//! Tests random numbers from a seed on both sides.
//!
//! The configuration names the port's substitute for `java.util.Random`. The tests use real
//! compilers and interpreters. The expected numbers are those of `new Random(42)` in JDK 17 and 25.

use crate::support::workers::{input, java, options, python, run_java, run_python};
use crate::support::{Fixture, Ran};
use mts_model::Outcome;
use mts_model::Value;
use mts_workers::{Cpython, Jvm, SeededRandom, WorkerOptions};
use serde_json::json;

fn ran(entry: &str, pair: &str) -> Ran {
    let fixture = Fixture::whole("ports/chance");
    fixture.write("mts.yml", entry);
    fixture.mts(&["run", "--all", "--pair", pair])
}

const DRAWING: [&str; 5] = ["Dice.roll", "Dice.near", "Dice.share", "Dice.shuffled", "Dice.drawn"];

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn unseeded_random_numbers_are_nondeterministic_unless_the_configuration_seeds_them() {
    let without = ran("", "Dice.*");
    for name in DRAWING.into_iter().chain(["Dice.between", "Dice.fair", "Dice.picked"]) {
        let found = without.original_findings(name);
        assert!(found.iter().any(|(_, cause)| cause.contains("not deterministic: two runs of")), "{name}: {found:?}");
        assert!(found.iter().all(|(severity, _)| severity != "error"), "{name}: {found:?}");
    }
    let seeded = ran("random: {python: random, seed: 42}", "Dice.*");
    for name in DRAWING {
        assert!(seeded.head(name, "inputs") >= 5, "{name}: {}", seeded.reasons());
        assert_eq!(seeded.original_findings(name), [], "{name}");
    }
    // In mutants of the bounds, both sides draw the same numbers.
    for name in ["Dice.roll", "Dice.between"] {
        assert!(seeded.head(name, "counted") >= 20 && seeded.head(name, "killed") == 0, "{name}");
    }
    // The port draws one number too many, so its later numbers differ, and its mutants are killed.
    let found = seeded.original_findings("Dice.fair");
    assert!(found.len() == 1 && found[0].0 == "error" && found[0].1.contains("the return value differs"), "{found:?}");
    assert!(seeded.head("Dice.fair", "killed") >= 5);
    // Java has no counterpart of `random.choices`. A generator with its own seed keeps its numbers.
    let found = seeded.original_findings("Dice.picked");
    let why = "not deterministic: `random.choices` has no counterpart in java.util.Random";
    assert!(found.len() == 1 && found[0].0 == "note" && found[0].1.contains(why), "{found:?}");
    assert_eq!(seeded.original_findings("Dice.same"), without.original_findings("Dice.same"));
    assert!(seeded.original_findings("Dice.same").iter().any(|(severity, _)| severity == "error"));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_generator_class_of_the_port_gets_the_seed() {
    let entry = "random: {python: acme.generator.Generator}";
    let seeded = ran(entry, "Lots.*");
    for name in ["Lots.next", "Lots.drawn"] {
        assert!(seeded.head(name, "inputs") >= 20, "{name}: {}", seeded.reasons());
        assert_eq!(seeded.original_findings(name), [], "{name}");
        assert!(seeded.head(name, "counted") >= 15 && seeded.head(name, "killed") == 0, "{name}");
    }
    let other = ran("random: {python: random}", "Lots.next");
    // The clock seeds the port. So the port differs from Java on each input, or only from itself.
    let found = other.original_findings("Lots.next");
    assert!(
        !found.is_empty() && found.iter().all(|(_, cause)| cause.contains("not deterministic: two runs")),
        "{found:?}"
    );
    let none = ran("random: {python: acme.generator.Missing}", "Lots.next");
    let why = "not deterministic: the module acme.generator has no class Missing";
    assert!(none.original_findings("Lots.next")[0].1.contains(why), "{:?}", none.original_findings("Lots.next"));
}

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn equal_seeds_give_equal_reports_and_a_different_seed_different_numbers() {
    let shown = |entry: &str| {
        let ran = ran(entry, "Dice.fair");
        ran.pair("Dice.fair")["findings"].to_string()
    };
    let seven = shown("random: {python: random, seed: 7}");
    assert_eq!(seven, shown("random: {python: random, seed: 7}"));
    assert_ne!(seven, shown("random: {python: random, seed: 8}"));
}

fn seeded(python: &str) -> WorkerOptions {
    WorkerOptions { random: Some(SeededRandom { seed: 42, python: python.to_owned() }), ..options() }
}

/// Returns the outcomes of each text for two calls.
///
/// The random numbers start again for each call.
fn by_python(texts: &[String]) -> Vec<Vec<Outcome>> {
    let mut cpython = Cpython::start(&seeded("random")).expect("a CPython");
    let inputs = [input(json!([1])), input(json!([2]))];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    run_python(&mut cpython, &python(&["int"], &texts), &inputs).into_iter().map(|found| found.outcomes).collect()
}

fn texts(outcomes: &[Outcome]) -> Vec<String> {
    let text = |outcome: &Outcome| match &outcome.value {
        Value::Str(text) => text.clone(),
        _ => format!("{outcome:?}"),
    };
    outcomes.iter().map(text).collect()
}

fn twice(value: &str) -> Vec<String> {
    vec![value.to_owned(); 2]
}

#[test]
fn seeded_functions_of_python_return_the_numbers_of_java() {
    let golden = [
        ("[r.randrange(10), r.randint(0, 5), r.randrange(3, 11), r.randrange(1 << 30)]", "[0, 3, 8, 51474442]"),
        (
            "[r.random(), r.gauss(0, 1), r.normalvariate(0, 1), r.getrandbits(1)]",
            "[0.7275636800328681, 1.102744497787456, -1.151236608168695, 0]",
        ),
        ("[r.choice('abc'), r.gauss(0, 1), r.randrange(5)]", "['c', 0.27686040089698144, 3]"),
        ("[*r.randbytes(7)]", "[53, 157, 65, 186, 247, 138, 254]"),
        (
            "[r.randrange(1 << 40), r.randrange(3_000_000_000), r.randrange((1 << 62) + 1)]",
            "[227868052215, 2733777940, 2847434339255704997]",
        ),
        ("(lambda x: r.shuffle(x) or x)([1, 2, 3, 4, 5, 6, 7])", "[3, 7, 5, 1, 6, 4, 2]"),
        // All generators without a seed share one stream. A generator with a seed has its own
        // stream.
        ("[r.Random().randrange(10), r.Random(None).randrange(6), r.Random(5).random()]", "[0, 3, 0.6229016948897019]"),
    ];
    let drawing = golden.map(|(text, _)| format!("import random as r\n\ndef f(n):\n    return repr({text})\n"));
    for ((text, expected), outcomes) in golden.iter().zip(by_python(&drawing)) {
        assert_eq!(texts(&outcomes), twice(expected), "{text}");
    }
    let sampled = &by_python(&["import random\n\ndef f(n):\n    return random.sample([1, 2], 1)\n".to_owned()])[0];
    assert!(sampled.iter().all(Outcome::is_not_deterministic), "{sampled:?}");
    assert!(
        sampled[0].reason.to_string().ends_with("`random.sample` has no counterpart in java.util.Random"),
        "{sampled:?}"
    );
}

#[test]
fn a_seed_that_the_code_sets_applies_only_to_its_own_copy() {
    let seeds = "import random\nrandom.seed(5)\n\ndef f(n):\n    return repr(random.random())\n";
    let mut cpython = Cpython::start(&seeded("random")).expect("a CPython");
    let own = "import random\n\ndef f(n):\n    return repr(random.random())\n";
    let inputs = [input(json!([1]))];
    let found = run_python(&mut cpython, &python(&["int"], &[seeds, own]), &inputs);
    // CPython 3's numbers for the seed 5, and the JDK's numbers for 42.
    assert_eq!(texts(&found[0].outcomes), ["0.6229016948897019"]);
    assert_eq!(texts(&found[1].outcomes), ["0.7275636800328681"]);
}

#[test]
fn generators_of_java_start_every_call_with_the_seed() {
    let golden = [
        ("return \"\" + new Random().nextInt(10) + new Random().nextInt(6) + K.nextInt(8);", "035", "025"),
        ("return \"\" + Math.random();", "0.7275636800328681", "0.7275636800328681"),
        (
            "var l = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7)); Collections.shuffle(l); return \"\" + l;",
            "[3, 7, 5, 1, 6, 4, 2]",
            "[3, 7, 5, 1, 6, 4, 2]",
        ),
        (
            "java.util.function.Supplier<Random> s = Random::new; return \"\" + s.get().nextInt(10) + K.nextInt(6);",
            "03",
            "02",
        ),
        (
            "var r = new Random() { @Override public int nextInt() { return 5; } }; return r.nextInt() + \"\" + r.nextInt(10);",
            "50",
            "50",
        ),
        // A generator with its own seed gives the JDK's numbers, also with bounds.
        ("return \"\" + new Random(42).nextInt(10) + new Random(-7).nextInt(100);", "062", "062"),
        (
            "var r = new Random(); r.setSeed(-7); return \"\" + r.nextInt(100) + (r instanceof Random);",
            "62true",
            "62true",
        ),
        // Since JDK 17, `ints` with bounds draws in another way; a generator with its own seed does
        // the same.
        (
            "var r = new Random(42); var s = new Random(42).ints(4, 0, 8).toArray(); \
             return Arrays.toString(s) + Arrays.toString(new Random().ints(2, 0, 10).toArray());",
            "[5, 7, 1, 0][0, 3]",
            "[5, 7, 1, 0][0, 3]",
        ),
    ];
    let begin = "switch (n) { case 5: return \"\"; case 900: n++; break; default: n += 300; }";
    let bodies = golden.map(|(body, ..)| format!("{begin} {body}"));
    let unit = java(
        &[("int", "n")],
        "String",
        "static final Random K = new Random();",
        &bodies.each_ref().map(String::as_str),
    );
    let inputs = [input(json!([1])), input(json!([900]))];
    for named in ["random", "acme.generator.Generator"] {
        let mut jvm = Jvm::start(&seeded(named)).expect("a JDK");
        let found = run_java(&mut jvm, &unit, &inputs);
        for ((body, shared, each), found) in golden.iter().zip(found) {
            let expected = if named == "random" { shared } else { each };
            assert_eq!(texts(&found.outcomes), twice(expected), "{named}: {body}");
        }
    }
}
