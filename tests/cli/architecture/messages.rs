//! Tests that no decision depends on text for people. Only the file that writes a message compares
//! or splits the message. A message is a literal of two words or more. A decision depends on a
//! type, and `Display` gives its text.

use super::scanner::{Source, none, sources};
use std::collections::{BTreeMap, BTreeSet};

/// The methods that compare or split a text.
const METHODS: &[&str] = &[
    "contains",
    "ends_with",
    "eq",
    "find",
    "matches",
    "rfind",
    "rsplit_once",
    "split",
    "split_once",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
    "trim_end_matches",
    "trim_start_matches",
];

/// Texts of other programs, which have no type: each with its program.
const FOREIGN: &[(&str, &str)] = &[
    (" at line ", "serde_json"),
    ("* What went wrong", "Gradle"),
    ("abuse detection", "GitHub"),
    ("class file has wrong version", "javac"),
    ("is not", "Python, an operator"),
    ("not in", "Python, an operator"),
    ("object has no attribute", "CPython"),
    ("object is not callable", "CPython"),
    ("preview feature", "javac"),
    ("rate limit", "GitHub"),
    ("unknown field", "serde"),
];

/// Texts of this project that are names or a protocol, each with its meaning.
///
/// They are not messages.
const NAMES: &[(&str, &str)] = &[
    (
        "cannot start the program with a limit of processor time: ",
        "what the launcher writes for its parent, another process",
    ),
    ("exit status", "the type of a program's result in reports"),
    ("the same value", "a call in a tree; no identifier has blanks"),
];

#[test]
fn no_message_is_compared_or_taken_apart() {
    let files: Vec<Source> = sources().into_iter().filter(|file| !file.is_tests).collect();
    let scanned: Vec<(&str, Vec<Token>)> = files.iter().map(|file| (file.path.as_str(), read(&file.text))).collect();
    let mut constants: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for (path, tokens) in &scanned {
        named(tokens).for_each(|(name, text)| constants.entry(name).or_default().push((path, text)));
    }
    // A file's own constant hides constants of the same name in other files.
    let constant = |path: &str, name: &str| {
        let homes = constants.get(name)?;
        let own = homes.iter().find(|(home, _)| *home == path);
        let text = own.or(homes.iter().find(|(_, text)| is_message(text)))?.1;
        is_message(text).then_some(text)
    };
    let mut met = BTreeSet::new();
    let mut problems = Vec::new();
    for (path, tokens) in &scanned {
        for (line, text) in decided(tokens, |name| constant(path, name)) {
            match known().find(|known| *known == text) {
                Some(known) => _ = met.insert(known),
                None => problems.push(format!("{path}:{line}: {text:?} decides; give what it says a type")),
            }
        }
    }
    let unmet = known().filter(|known| !met.contains(known));
    problems.extend(unmet.map(|known| format!("{known:?} decides nowhere; it needs no row here")));
    none(&problems);
}

/// Returns the texts on which decisions may depend.
fn known() -> impl Iterator<Item = &'static str> {
    FOREIGN.iter().chain(NAMES).map(|(text, _)| *text)
}

#[test]
fn a_message_that_decides_is_found_and_other_texts_are_not() {
    let found = |text: &str| -> Vec<String> {
        let tokens = read(text);
        let foreign = |name: &str| (name == "AWAY").then_some("from afar off");
        decided(&tokens, foreign).into_iter().map(|(_, text)| text.to_owned()).collect()
    };
    assert_eq!(found("if note.starts_with(\"cannot be called: \") {}"), ["cannot be called: "]);
    assert_eq!(found("x.split_once(&\" Java and Python diverge\")"), [" Java and Python diverge"]);
    assert_eq!(found("note == \"not run\" || \"not made\" != note"), ["not run", "not made"]);
    assert_eq!(found("match note { \"not run\" | \"not made\" => 1, _ => 2 }"), ["not run", "not made"]);
    assert_eq!(found("note.contains(AWAY) || note == AWAY || note == Some(AWAY)"), ["from afar off"; 3]);
    assert!(found("line.strip_prefix(\"import \"); text.split_once(\" => \"); word == \"not\"").is_empty());
    assert!(
        found("// note == \"not run\"\nwrite(\"not run\"); 'a' == b; let said = \"a \\\" == \\\"not run\";").is_empty()
    );
    assert!(found("#[cfg(test)]\nmod tests { fn f() { note == \"not run\"; } }").is_empty());
}

/// A word, punctuation mark or literal of a file.
struct Token {
    line: usize,
    text: String,
    is_literal: bool,
}

/// Returns the words, punctuation marks and string literals of a file.
///
/// The function stops at the tests, and skips attributes and comments.
fn read(text: &str) -> Vec<Token> {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let chars: Vec<char> = text.chars().collect();
    let (mut tokens, mut at, mut line) = (Vec::new(), 0, 1);
    while at < chars.len() {
        let c = chars[at];
        let next = chars.get(at + 1).copied().unwrap_or(' ');
        let begun = line;
        if c == '/' && next == '/' {
            while at < chars.len() && chars[at] != '\n' {
                at += 1;
            }
        } else if c == '\'' && (next == '\\' || chars.get(at + 2) == Some(&'\'')) {
            // The token is a character, not a lifetime.
            at += if next == '\\' { 3 } else { 2 };
            while at < chars.len() && chars[at] != '\'' {
                at += 1;
            }
            at += 1;
        } else if c == 'r' && (next == '"' || next == '#') && opens_raw(&chars[at + 1..]) {
            let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
            at += 2 + hashes;
            let from = at;
            let ends =
                |at: usize| chars[at] == '"' && chars[at + 1..].iter().take_while(|c| **c == '#').count() >= hashes;
            while at < chars.len() && !ends(at) {
                line += usize::from(chars[at] == '\n');
                at += 1;
            }
            tokens.push(Token { line: begun, text: chars[from..at].iter().collect(), is_literal: true });
            at += 1 + hashes;
        } else if c == '"' {
            let mut literal = String::new();
            at += 1;
            while at < chars.len() && chars[at] != '"' {
                line += usize::from(chars[at] == '\n');
                at += usize::from(chars[at] == '\\');
                literal.extend(chars.get(at));
                at += 1;
            }
            tokens.push(Token { line: begun, text: literal, is_literal: true });
            at += 1;
        } else if c.is_alphanumeric() || c == '_' {
            let from = at;
            while at < chars.len() && (chars[at].is_alphanumeric() || chars[at] == '_') {
                at += 1;
            }
            tokens.push(Token { line, text: chars[from..at].iter().collect(), is_literal: false });
        } else {
            let two = matches!((c, next), ('=' | '!', '=') | ('=', '>'));
            line += usize::from(c == '\n');
            let length = if two { 2 } else { 1 };
            if !c.is_whitespace() {
                tokens.push(Token { line, text: chars[at..at + length].iter().collect(), is_literal: false });
            }
            at += length;
        }
    }
    tokens
}

/// Reports whether a raw string begins after an `r`.
fn opens_raw(rest: &[char]) -> bool {
    rest.iter().find(|c| **c != '#') == Some(&'"')
}

/// Reports whether a literal is a message.
///
/// A message has two words or more, and is no statement of code.
fn is_message(text: &str) -> bool {
    if text.ends_with(';') {
        return false;
    }
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_alphabetic() || ",.:;'".contains(c));
    text.split_whitespace().filter(is_word).count() > 1
}

/// Returns the constants with their text; empty for a constant without a text.
fn named(tokens: &[Token]) -> impl Iterator<Item = (&str, &str)> {
    let constants = (0..tokens.len()).filter(|at| tokens[*at].text == "const" && !tokens[*at].is_literal);
    constants.filter_map(|at| {
        let value = tokens[at..].iter().take(12).take_while(|token| token.text != ";" || token.is_literal).last()?;
        Some((tokens.get(at + 1)?.text.as_str(), if value.is_literal { value.text.as_str() } else { "" }))
    })
}

/// Returns the messages on which a decision depends, with their lines. `constant` returns the
/// message of a constant.
fn decided<'t>(tokens: &'t [Token], constant: impl Fn(&str) -> Option<&'t str>) -> Vec<(usize, &'t str)> {
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).filter(|t| !t.is_literal).map_or("", |t| &*t.text);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let text = match token.is_literal {
            true => is_message(&token.text).then_some(token.text.as_str()),
            false => constant(&token.text),
        };
        let Some(text) = text else { continue };
        let before = at.checked_sub(1 + usize::from(word(at.checked_sub(1)) == "&"));
        let is_argument = word(before) == "(" && METHODS.contains(&word(before.and_then(|at| at.checked_sub(1))));
        // `== Some(TEXT)` is a comparison too.
        let wrapped = before.filter(|at| word(Some(*at)) == "(" && word(at.checked_sub(1)) == "Some");
        let left = wrapped.map_or(before, |at| at.checked_sub(2));
        let is_compared = matches!(word(left), "==" | "!=") || matches!(word(Some(at + 1)), "==" | "!=");
        let is_pattern = token.is_literal && matches!(word(Some(at + 1)), "=>" | "|");
        if is_argument || is_compared || is_pattern {
            found.push((token.line, text));
        }
    }
    found
}
