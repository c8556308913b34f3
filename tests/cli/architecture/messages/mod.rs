//! Tests that no decision depends on text for people. Only the file that writes a message compares
//! or splits the message. A message is a literal of two words or more, or a single word that code
//! searches in a text for people. A decision depends on a type, and `Display` gives its text.

mod constants;
mod decisions;
mod tests;
mod words;

use super::lexer::{Syntax, Token, read};
use super::scanner::{none, sources};
use constants::{Constant, Constants, NamedValue, constants};
use decisions::{decisions, searches};
use std::collections::BTreeSet;
use std::path::Path;

/// Texts of other programs, which have no type: each with its program.
const FOREIGN: &[(&str, &str)] = &[
    (" at line {line} column {column}", "serde_json and the YAML reader"),
    ("'tuple' object has no attribute", "CPython before 3.10"),
    ("'{cls.__name__}' object has no attribute", "CPython before 3.10"),
    ("* What went wrong", "Gradle"),
    ("ERROR: <input>:", "the parser of CEL"),
    ("Cannot assign ", "the JVM (JEP 358)"),
    ("Cannot enter synchronized ", "the JVM (JEP 358)"),
    ("Cannot invoke \"", "the JVM (JEP 358)"),
    ("Cannot load from ", "the JVM (JEP 358)"),
    ("Cannot read ", "the JVM (JEP 358)"),
    ("Cannot store to ", "the JVM (JEP 358)"),
    ("Cannot throw exception", "the JVM (JEP 358)"),
    ("Map.get(Object)\" is null", "the JVM (JEP 358)"),
    ("No enum constant ", "the JDK, `Enum.valueOf`"),
    ("NoneType", "CPython, the class of `None`"),
    ("abuse detection", "GitHub"),
    ("is not", "Python, an operator"),
    ("missing a required argument", "CPython, its module `inspect`"),
    ("multiple values for argument", "CPython"),
    ("not in", "Python, an operator"),
    ("object has no attribute", "CPython"),
    ("object is not callable", "CPython"),
    ("at least 1 positional argument", "CPython, its module `functools`"),
    ("positional argument but", "CPython"),
    ("positional arguments but", "CPython"),
    ("rate limit", "GitHub"),
    ("required keyword-only argument", "CPython"),
    ("required positional argument", "CPython"),
    ("takes exactly one argument", "CPython"),
    ("takes no arguments", "CPython"),
    ("too many positional arguments", "CPython, its module `inspect`"),
    ("tuple indices must be integers", "CPython"),
    ("unexpected keyword argument", "CPython"),
    ("unknown field", "serde"),
    ("unknown variant", "serde"),
];

/// A return convention in place of a type in reports and in suites.
const CONVENTION: &str = "the name of a return convention; no Java type has such a name";

/// Texts of this project that are names or a protocol, each with its meaning.
///
/// These texts are not messages.
const NAMES: &[(&str, &str)] = &[
    (
        "# Doubtful pairs. If a pair is right, remove the `#` of its lines `java` and `python` (and the [] above). If a pair is wrong, add its Java function to `unpaired`.",
        "a comment in the user's file; the tool writes it once",
    ),
    ("cargo mts check {java} {python}{tests} --seed {}", "a command; a report names it once"),
    ("dropped result", CONVENTION),
    ("exit status", "the type of a program's result in reports"),
    ("hash code", CONVENTION),
    ("negated boolean", CONVENTION),
    ("sign of int", CONVENTION),
    ("the same value", "a call in a tree; no identifier has blanks"),
    ("whether int is above 0", CONVENTION),
    ("whether int is at least 0", CONVENTION),
    ("whether int is at most 0", CONVENTION),
    ("whether int is below 0", CONVENTION),
];

/// Files that may test whether a text is empty. Each row has the file, the field and the reason.
const EMPTINESS: &[(&str, &str, &str)] = &[
    ("crates/mts-workers/src/harness/python/mts_harness/run/caller.py", "reason", "a constant of `Reason`, or `None`"),
    ("src/commands/accept.rs", "reason", "the user writes this text"),
    ("src/report/text/fragments.rs", "why", "an empty reason has no line in the report"),
    ("src/run/results/root_causes.rs", "message", "the message of an exception of the code under test"),
];

/// Files that may search a text for people for a variable. Each row has the file, the field and the
/// reason.
const SEARCHES: &[(&str, &str, &str)] = &[
    ("crates/mts-oracle/src/outcomes/null_dereference.rs", "message", "the JVM's message of an exception"),
    ("crates/mts-oracle/src/verdict/domain.rs", "message", "the JVM's or the JDK's message of an exception"),
    ("crates/mts-oracle/src/verdict/variants.rs", "message", "CPython's message of an exception"),
];

/// The folder of the workers' own code in Java and Python.
const HARNESS: &str = "crates/mts-workers/src/harness";

/// The folder of the action's scripts. The test reads those in Python.
const ACTION: &str = "action";

#[test]
fn no_code_compares_or_splits_a_message() {
    let scanned = files();
    let mut all = Constants::new();
    for (path, syntax, tokens) in &scanned {
        for constant in constants(tokens, *syntax) {
            all.entry(constant.name).or_default().push((path, constant));
        }
    }
    // A file's own constant hides constants of the same name in other files.
    let constant = |path: &str, name: &str| -> Option<NamedValue<'_>> {
        let homes = all.get(name)?;
        let own = homes.iter().find(|(home, _)| *home == path);
        let is_shared = |constant: &Constant<'_>| !constant.is_local && !constant.value.texts.is_empty();
        Some(own.or(homes.iter().find(|(_, constant)| is_shared(constant)))?.1.value.clone())
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
fn no_code_searches_a_message_for_a_variable() {
    let mut met = BTreeSet::new();
    let mut problems = Vec::new();
    for (path, syntax, tokens) in &files() {
        for (line, field) in searches(tokens, *syntax) {
            match SEARCHES.iter().find(|row| row.0 == path && row.1 == field) {
                Some(row) => _ = met.insert(row),
                None => problems.push(format!("{path}:{line}: code searches `{field}`; give what it says a type")),
            }
        }
    }
    problems.extend(SEARCHES.iter().filter(|row| !met.contains(row)).map(|row| format!("{row:?} decides nowhere")));
    none(&problems);
}

/// Returns the texts on which decisions may depend.
///
/// A text has a file if only this file may use the text.
fn allowed() -> impl Iterator<Item = (String, Option<&'static str>)> {
    let texts = FOREIGN.iter().chain(NAMES).map(|(text, _)| ((*text).to_owned(), None));
    texts.chain(EMPTINESS.iter().map(|(path, field, _)| (format!("{field} is empty"), Some(*path))))
}

/// Returns the sources of all packages, those of the harness and those of the action.
fn files() -> Vec<(String, Syntax, Vec<Token>)> {
    let rust = sources().into_iter().filter(|file| !file.is_tests);
    let mut found: Vec<_> = rust.map(|file| (file.path, Syntax::Rust, read(&file.text, Syntax::Rust))).collect();
    for folder in [HARNESS, ACTION] {
        let before = found.len();
        walk(Path::new(env!("CARGO_MANIFEST_DIR")), folder, &mut found);
        assert!(found.len() > before, "no sources below {folder}");
    }
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
