//! Tests that no decision depends on text for people. Only the file that writes a message compares
//! or splits the message. A message is a literal of two words or more. A decision depends on a
//! type, and `Display` gives its text.

mod constants;
mod decisions;
mod lexer;
mod tests;

use super::scanner::{none, sources};
use constants::{Constants, NamedValue, constants};
use decisions::decisions;
use lexer::{Syntax, Token, read};
use mts_model::State;
use std::collections::BTreeSet;
use std::path::Path;

/// Texts of other programs, which have no type: each with its program.
const FOREIGN: &[(&str, &str)] = &[
    (" at line ", "serde_json"),
    ("'{cls.__name__}' object has no attribute", "CPython before 3.10"),
    ("* What went wrong", "Gradle"),
    ("Cannot assign ", "the JVM (JEP 358)"),
    ("Cannot enter synchronized ", "the JVM (JEP 358)"),
    ("Cannot invoke \"", "the JVM (JEP 358)"),
    ("Cannot load from ", "the JVM (JEP 358)"),
    ("Cannot read ", "the JVM (JEP 358)"),
    ("Cannot store to ", "the JVM (JEP 358)"),
    ("Cannot throw exception", "the JVM (JEP 358)"),
    ("abuse detection", "GitHub"),
    ("is not", "Python, an operator"),
    ("not in", "Python, an operator"),
    ("object has no attribute", "CPython"),
    ("object is not callable", "CPython"),
    ("rate limit", "GitHub"),
    ("required keyword-only argument", "CPython"),
    ("required positional argument", "CPython"),
    ("unexpected keyword argument", "CPython"),
    ("unknown field", "serde"),
    ("unknown variant", "serde"),
];

/// Texts of this project that are names or a protocol, each with its meaning.
///
/// They are not messages.
const NAMES: &[(&str, &str)] = &[
    (
        "# Doubtful pairs. If a pair is right, remove its `#` (and the [] above). If a pair is wrong, add its Java function to `unpaired`.",
        "a comment in the user's file; the tool writes it once",
    ),
    ("cargo mts check {java} {python}{tests} --seed {}", "a command; a report names it once"),
    ("exit status", "the type of a program's result in reports"),
    ("the same value", "a call in a tree; no identifier has blanks"),
];

/// Files that may test whether a text is empty: each with the field and the reason.
const EMPTINESS: &[(&str, &str, &str)] = &[
    ("src/report/text/fragments.rs", "why", "an empty reason has no line in the report"),
    ("src/run/results/root_causes.rs", "message", "the message of an exception of the code under test"),
];

/// The folder of the workers' own code in Java and Python.
const HARNESS: &str = "crates/mts-workers/src/harness";

#[test]
fn no_message_is_compared_or_taken_apart() {
    let scanned = files();
    let mut all = Constants::new();
    for (path, syntax, tokens) in &scanned {
        constants(tokens, *syntax)
            .into_iter()
            .for_each(|(name, value)| all.entry(name).or_default().push((path, value)));
    }
    // A file's own constant hides constants of the same name in other files.
    let constant = |path: &str, name: &str| -> Option<NamedValue<'_>> {
        let homes = all.get(name)?;
        let own = homes.iter().find(|(home, _)| *home == path);
        Some(own.or(homes.iter().find(|(_, value)| !value.texts.is_empty()))?.1.clone())
    };
    let mut met = BTreeSet::new();
    let mut problems = Vec::new();
    for (path, syntax, tokens) in &scanned {
        for (line, text) in decisions(tokens, *syntax, |name| constant(path, name)) {
            match allowed().find(|row| row.0 == text && row.1.is_none_or(|file| file == path)) {
                Some(row) => _ = met.insert(row),
                None => problems.push(format!("{path}:{line}: {text:?} decides; give what it says a type")),
            }
        }
    }
    let unmet = allowed().filter(|row| !met.contains(row));
    problems.extend(unmet.map(|(text, _)| format!("{text:?} decides nowhere; it needs no row here")));
    none(&problems);
}

#[test]
fn one_file_of_the_harness_in_each_language_has_the_words_of_the_states() {
    let words = [State::Ok, State::NotCompiled, State::Exception, State::Timeout, State::Incomplete].map(State::word);
    let mut found = BTreeSet::new();
    for (path, syntax, tokens) in files().into_iter().filter(|(_, syntax, _)| *syntax != Syntax::Rust) {
        let has_word = tokens.iter().any(|token| token.is_literal && words.contains(&token.text.as_str()));
        found.extend(has_word.then(|| (syntax == Syntax::Python, path)));
    }
    let files: Vec<&str> = found.iter().map(|(_, path)| path.trim_start_matches(HARNESS)).collect();
    assert_eq!(files, ["/java/run/Outcome.java", "/python/mts_harness/run/reasons.py"]);
}

/// Returns the texts on which decisions may depend, with the file if only one file may use the text.
fn allowed() -> impl Iterator<Item = (String, Option<&'static str>)> {
    let texts = FOREIGN.iter().chain(NAMES).map(|(text, _)| ((*text).to_owned(), None));
    texts.chain(EMPTINESS.iter().map(|(path, field, _)| (format!("{field} is empty"), Some(*path))))
}

/// Returns the sources of all packages, and those of the harness.
fn files() -> Vec<(String, Syntax, Vec<Token>)> {
    let rust = sources().into_iter().filter(|file| !file.is_tests);
    let mut found: Vec<_> = rust.map(|file| (file.path, Syntax::Rust, read(&file.text, Syntax::Rust))).collect();
    let before = found.len();
    walk(Path::new(env!("CARGO_MANIFEST_DIR")), HARNESS, &mut found);
    assert!(found.len() > before, "no sources below {HARNESS}");
    found
}

fn walk(root: &Path, folder: &str, found: &mut Vec<(String, Syntax, Vec<Token>)>) {
    let entries = std::fs::read_dir(root.join(folder)).expect("a readable folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("a readable entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    for name in names {
        let path = format!("{folder}/{name}");
        let syntax = match name.rsplit_once('.') {
            Some((_, "java")) => Syntax::Java,
            Some((_, "py")) => Syntax::Python,
            Some(_) => continue,
            None => {
                walk(root, &path, found);
                continue;
            }
        };
        let text = std::fs::read_to_string(root.join(&path)).expect("readable");
        found.push((path, syntax, read(&text, syntax)));
    }
}
