//! Tests that no function outside of tests is too long to read at once.

use super::scanner::{Source, none, sources, texts};
use mts_lang::SourceFile;
use mts_model::{Function, Language};

/// Maximum number of lines of a function.
///
/// The lines count from the line of the name to the last line.
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

#[test]
fn no_function_of_the_workers_is_longer_than_the_limit() {
    let mut problems = Vec::new();
    for ending in ["java", "py"] {
        let files = texts(&["crates/mts-workers/src/harness"], ending);
        assert!(files.len() > 10, "the test reads the workers");
        for (path, text) in files {
            for (line, name, lines) in harness_functions(&path, text) {
                if lines > LONGEST_FUNCTION {
                    problems.push(format!(
                        "{path}:{line}: `{name}` has {lines} lines, and {LONGEST_FUNCTION} is the most; move its steps into functions"
                    ));
                }
            }
        }
    }
    none(&problems);
}

/// Returns each function of a Java or Python file, with its line and its length.
fn harness_functions(path: &str, text: String) -> Vec<(usize, String, usize)> {
    let language = Language::from_path(path).expect("a Java or Python file");
    let file = SourceFile::parse(path, text, language).expect("the grammar loads");
    let row = |function: &Function| {
        let (line, last) = (function.line as usize, function.last_line as usize);
        (line, function.name.clone(), last + 1 - line)
    };
    file.functions.iter().map(row).collect()
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

#[test]
fn the_length_of_a_function_of_the_workers_is_counted_up_to_its_last_line() {
    let java = "class A {\n  @Deprecated\n  int f(\n      int x) {\n    return x;\n  }\n\n  int g() { return 1; }\n}\n";
    let found = harness_functions("A.java", java.to_owned());
    assert_eq!(found, [(3, "f".to_owned(), 4), (8, "g".to_owned(), 1)]);
    let python = "def f(x):\n    def inner():\n        return x\n    return inner\n\n\ndef g(): return 1\n";
    let found = harness_functions("a.py", python.to_owned());
    assert_eq!(found, [(1, "f".to_owned(), 4), (2, "inner".to_owned(), 2), (7, "g".to_owned(), 1)]);
}
