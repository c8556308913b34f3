//! Tests the first sentence of every documentation comment.

use super::scanner::{none, texts};

/// The most words of a first sentence.
const MOST_WORDS: usize = 15;

#[test]
fn the_first_sentence_of_a_comment_is_short() {
    let mut problems = Vec::new();
    for (path, text) in texts(&["src", "crates", "tests"], "rs") {
        for (line, sentence) in first_sentences(&text) {
            let words = sentence.split_whitespace().count();
            if words > MOST_WORDS {
                problems.push(format!("{path}:{line}: {words} words, {MOST_WORDS} at most: {sentence}"));
            }
        }
    }
    none(&problems);
}

/// Returns the first sentence of each documentation comment, with its one-based line.
fn first_sentences(text: &str) -> Vec<(usize, String)> {
    let comment = |line: &str| {
        let line = line.trim_start();
        let rest = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
        (!rest.starts_with('/')).then(|| rest.trim().to_owned())
    };
    let mut found = Vec::new();
    let mut before = false;
    let lines: Vec<Option<String>> = text.lines().map(comment).collect();
    for (at, line) in lines.iter().enumerate() {
        if line.is_some() && !before {
            let paragraph = lines[at..].iter().map_while(Option::as_deref).take_while(|line| !line.is_empty());
            found.push((at + 1, first_sentence(&paragraph.collect::<Vec<_>>().join(" "))));
        }
        before = line.is_some();
    }
    found
}

/// Returns the text up to the first mark that ends a sentence.
///
/// A colon before a list is such a mark. After the mark there is a space, and then a capital letter,
/// code or a link.
fn first_sentence(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let opens = |c: &char| c.is_uppercase() || matches!(c, '`' | '[');
    let ends = |at: &usize| {
        matches!(chars[*at], '.' | '!' | '?' | ':')
            && chars.get(at + 1) == Some(&' ')
            && chars.get(at + 2).is_some_and(opens)
    };
    let end = (0..chars.len()).find(ends).map_or(chars.len(), |at| at + 1);
    chars[..end].iter().collect()
}

#[test]
fn a_first_sentence_ends_at_its_mark_or_at_an_empty_line() {
    let text = "/// Returns a, b\n/// and c. The rest.\nfn f() {}\n//! One: `x` is two\n\n    /// Three e.g. four\n    ///\n    /// Five.\n";
    let read: Vec<(usize, String)> = first_sentences(text);
    let expected = [(1, "Returns a, b and c."), (4, "One:"), (6, "Three e.g. four")];
    assert_eq!(read, expected.map(|(line, sentence)| (line, sentence.to_owned())));
}
