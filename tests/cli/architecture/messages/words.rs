//! Tests that the harness and the tool have the same words.
//!
//! The words are states, reasons, requirements, calls and isolation.

use super::super::lexer::{Syntax, Token};
use super::{HARNESS, files};
use mts_model::compilation_unit::{Access, Isolation};
use mts_model::{ArrayForm, CallKind, Nondeterminism, Reason, Requirement, State};
use schemars::JsonSchema;
use std::collections::{BTreeMap, BTreeSet};

/// The files of the harness with the words.
const FILES: [&str; 4] = [
    "/java/run/Outcome.java",
    "/java/run/Reason.java",
    "/java/run/classes/UnitLoader.java",
    "/python/mts_harness/protocol.py",
];

/// Words by the name of their type.
type Words = BTreeMap<String, BTreeSet<String>>;

/// A type of the protocol.
struct Kind {
    /// The name of the type in Python. `None` if only Java has the type.
    python: Option<&'static str>,
    /// The name of the type in Java. `None` if only Python has the type.
    java: Option<&'static str>,
    /// The words of the variants in Rust.
    variants: BTreeSet<String>,
    /// The words that no worker sends, because only the tool makes them.
    own: &'static [&'static str],
}

fn kinds() -> [Kind; 8] {
    let kind = |python, java, variants, own| Kind { python, java, variants, own };
    let of_tool: &[&str] =
        &["fewer_outcomes", "no_outcome", "none", "not_in_unit", "not_run", "runs_of_port_differ", "worker_lost"];
    [
        kind(Some("State"), Some("State"), variants::<State>(), &["missing"]),
        kind(Some("Reason"), Some("Tag"), variants::<Reason>(), of_tool),
        kind(Some("Nondeterminism"), Some("Nondeterminism"), variants::<Nondeterminism>(), &["runs_differ"]),
        kind(Some("Requirement"), Some("Requirement"), variants::<Requirement>(), &["build"]),
        kind(Some("CallKind"), None, variants::<CallKind>(), &[]),
        kind(Some("Access"), None, variants::<Access>(), &[]),
        kind(Some("ArrayForm"), None, variants::<ArrayForm>(), &[]),
        kind(None, Some("Isolation"), variants::<Isolation>(), &[]),
    ]
}

#[test]
fn both_sides_of_the_protocol_have_the_same_words() {
    let (python, java) = (words(Syntax::Python), words(Syntax::Java));
    for kind in kinds() {
        let of_java = kind.java.map(|name| java[name].clone()).unwrap_or_default();
        let of_python = kind.python.map(|name| python[name].clone()).unwrap_or_default();
        let sent = &of_python | &of_java;
        let own: BTreeSet<String> = kind.own.iter().map(|word| (*word).to_owned()).collect();
        assert!(sent.is_disjoint(&own), "a worker sends a word of the tool: {sent:?}");
        assert_eq!(&sent | &own, kind.variants, "the words of {:?} and {:?}", kind.python, kind.java);
    }
}

#[test]
fn protocol_words_occur_only_in_the_files_that_define_them() {
    let states = [State::Ok, State::NotCompiled, State::Exception, State::Timeout, State::Incomplete].map(State::word);
    // Other texts may be equal to a tag without `_`.
    let tags: BTreeSet<String> = kinds().into_iter().flat_map(|kind| kind.variants).collect();
    let is_word = |text: &String| states.contains(&text.as_str()) || text.contains('_') && tags.contains(text);
    let mut found = BTreeSet::new();
    for (path, _, tokens) in harness() {
        let has_word = tokens.iter().any(|token| token.is_literal && is_word(&token.text));
        found.extend(has_word.then(|| path.trim_start_matches(HARNESS).to_owned()));
    }
    assert_eq!(found.into_iter().collect::<Vec<_>>(), FILES);
}

/// Returns the words of an enum's variants, as the protocol and the reports write them.
fn variants<T: JsonSchema>() -> BTreeSet<String> {
    let schema = serde_json::to_value(schemars::schema_for!(T)).expect("JSON");
    let definition = format!("/$defs/{}/oneOf", T::schema_name());
    let rows = schema.get("oneOf").or_else(|| schema.pointer(&definition)).and_then(|rows| rows.as_array());
    let mut found = BTreeSet::new();
    for row in rows.expect("an enum") {
        let unit = row.get("const").into_iter().chain(row["enum"].as_array().into_iter().flatten());
        let with_data = row["required"].as_array().into_iter().flatten();
        found.extend(unit.chain(with_data).map(|word| word.as_str().expect("a word").to_owned()));
    }
    found
}

fn harness() -> impl Iterator<Item = (String, Syntax, Vec<Token>)> {
    files().into_iter().filter(|(path, ..)| path.starts_with(HARNESS))
}

/// Returns the words in the types of one side.
///
/// A word is the value of a constant in Python, and the argument of a constant in Java.
fn words(side: Syntax) -> Words {
    let (declares, before) = if side == Syntax::Python { ("class", "=") } else { ("enum", "(") };
    let mut found = Words::new();
    for (path, _, tokens) in harness().filter(|(_, syntax, _)| *syntax == side) {
        if !FILES.contains(&path.trim_start_matches(HARNESS)) {
            continue;
        }
        let mut name = String::new();
        for (at, token) in tokens.iter().enumerate() {
            if !token.is_literal && token.text == declares {
                name.clone_from(&tokens[at + 1].text);
            } else if !token.is_literal && token.text == ";" {
                // The constants of an enum end here.
                name.clear();
            } else if !name.is_empty() && token.is_literal && tokens[at - 1].text == before {
                found.entry(name.clone()).or_default().insert(token.text.clone());
            }
        }
    }
    found
}
