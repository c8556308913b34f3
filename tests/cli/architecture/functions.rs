//! Tests that no function outside of tests is too long to read at once.

use super::scanner::{Source, none, sources};

/// Maximum number of lines of a function, from `fn` to its last brace.
const LONGEST_FUNCTION: usize = 100;

/// The functions that may be longer: file, function, reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    (
        "crates/mts-oracle/src/equality/compare.rs",
        "compare_kinds",
        "one match with an arm for each pair of kinds of values",
    ),
    (
        "crates/mts-translate/src/mirror/match_rules/expressions.rs",
        "expression_candidates",
        "one match with an arm for each kind of expression",
    ),
    (
        "crates/mts-translate/src/transpiler/emit/expressions/mod.rs",
        "expression",
        "one match with an arm for each kind of expression",
    ),
];

#[test]
fn no_function_is_longer_than_the_limit() {
    let (mut problems, mut met) = (Vec::new(), Vec::new());
    for file in sources() {
        for (line, name, lines) in functions(&file) {
            if lines <= LONGEST_FUNCTION {
                continue;
            }
            match ALLOWED.iter().find(|(path, allowed, _)| *path == file.path && *allowed == name) {
                Some(allowed) => met.push(allowed),
                None => problems.push(format!(
                    "{}:{line}: `{name}` has {lines} lines, and {LONGEST_FUNCTION} is the most; move its steps into functions",
                    file.path
                )),
            }
        }
    }
    for allowed in ALLOWED.iter().filter(|allowed| !met.contains(allowed)) {
        problems.push(format!("{}: `{}` is short now; remove it from ALLOWED", allowed.0, allowed.1));
    }
    none(&problems);
}

/// Returns the line, the name and the length of each function with a body.
fn functions(file: &Source) -> Vec<(usize, String, usize)> {
    let mut found = Vec::new();
    for (at, (line, word)) in file.tokens.iter().enumerate() {
        let name = file.token(at + 1);
        if word == "fn"
            && name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && let Some(end) = end_of_body(file, at + 2)
        {
            found.push((*line, name.to_owned(), end + 1 - line));
        }
    }
    found
}

/// Returns the last line of the function whose signature goes on at `start`. `None` without a body.
fn end_of_body(file: &Source, start: usize) -> Option<usize> {
    let (mut brackets, mut braces) = (0usize, 0usize);
    for (line, word) in &file.tokens[start..] {
        match word.as_str() {
            "(" | "[" => brackets += 1,
            ")" | "]" => brackets -= 1,
            ";" if brackets == 0 && braces == 0 => return None,
            "{" => braces += 1,
            "}" if braces == 1 => return Some(*line),
            "}" => braces -= 1,
            _ => {}
        }
    }
    None
}

#[test]
fn the_length_of_a_function_is_counted_up_to_its_own_brace() {
    let text = "
        trait T { fn declared(&self, x: [u8; 4]) -> u8; }
        const fn f(x: [u8; 4]) -> impl Fn() {
            if true { \"}\"; }
            fn inner() {}
        }
        #[cfg(test)]
        mod tests { fn long() {
        } }
    ";
    let found = functions(&Source::new("src/git.rs".to_owned(), text.to_owned()));
    assert_eq!(found, [(3, "f".to_owned(), 4), (5, "inner".to_owned(), 1)]);
}
