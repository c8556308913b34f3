//! Finds text that the compiler reads in another way than the tool.
//!
//! The grammars of tree-sitter read a file as UTF-8 with the line ends `\n` and `\r\n`. A compiler
//! may see code where a grammar sees a comment. The tool does not analyse such a file.

mod encoding;
mod unicode_escapes;

use crate::python::lexer::{Token, TokenKind, lex};
use icu_normalizer::ComposingNormalizerBorrowed;
use mts_model::{Language, Span};

/// Returns the reason why the compiler may read a source file differently from the tool.
///
/// The reason names the place and a fix. Returns `None` if both read the same code.
#[must_use]
pub fn reason(text: &str, language: Language) -> Option<String> {
    if let Some(at) = text.find('\0') {
        return Some(format!("line {} has a NUL character: remove it", line(text, at)));
    }
    if let Some(at) = lone_carriage_return(text) {
        return Some(format!(
            "line {} has a carriage return without a line feed, and this carriage return ends a comment: \
             end each line with a line feed",
            line(text, at)
        ));
    }
    match language {
        Language::Java => unicode_escapes::significant(text).map(|at| {
            format!(
                "Java reads the Unicode escape in line {} as code, or as the end of a comment or a literal, and \
                 cargo mts does not: write the character itself, or `\\n`, `\\\"` or `\\\\` in a string",
                line(text, at)
            )
        }),
        Language::Python => {
            let encoding = encoding::other(text).map(|name| {
                format!(
                    "the `coding` comment names the encoding `{name}`, and cargo mts reads UTF-8: \
                     write the file in UTF-8 and remove the comment"
                )
            });
            let indentation = || {
                let at = unclear_indentation(text)?;
                Some(format!(
                    "the indentation of line {} has a tab after a space, or follows a backslash at a line end: \
                     indent with spaces only, and without a backslash",
                    line(text, at)
                ))
            };
            let name = || {
                let at = other_name(text)?;
                Some(format!(
                    "Python reads the name in line {} as another name, because it normalizes letters (NFKC): \
                     write the name in plain letters",
                    line(text, at)
                ))
            };
            encoding.or_else(indentation).or_else(name)
        }
    }
}

/// Returns the first name of Python that CPython reads as another name.
///
/// CPython normalizes names to the form NFKC (Python Language Reference, 2.3), so `\u{ff50}ick` is
/// `pick`. Another name is allowed if its normal form is not ASCII and does not occur in the file.
/// For example, the normal form of a name with the micro sign has the Greek letter mu.
fn other_name(text: &str) -> Option<usize> {
    if text.is_ascii() {
        return None;
    }
    let nfkc = ComposingNormalizerBorrowed::new_nfkc();
    let is_other = |token: &Token| {
        let name = &text[token.span.start..token.span.end];
        let plain = (token.kind == TokenKind::Name && !nfkc.is_normalized(name)).then(|| nfkc.normalize(name));
        plain.is_some_and(|plain| plain.is_ascii() || text.contains(&*plain))
    };
    lex(text).ok()?.iter().find(|token| is_other(token)).map(|token| token.span.start)
}

/// Returns the first line of Python that CPython and the grammar may indent differently.
///
/// CPython advances a tab to the next multiple of 8 columns, and the grammar adds 8 columns. If a backslash
/// continues a line, CPython uses the indentation of the first line, and the grammar adds the indentations of both
/// lines. Only the indentation of a statement's first line has a meaning.
fn unclear_indentation(text: &str) -> Option<usize> {
    if !text.contains(" \t") && !text.contains("\\\n") && !text.contains("\\\r\n") {
        return None;
    }
    // Without tokens, every line may begin a statement.
    let starts = lex(text).map_or_else(|_| starts_of_lines(text), |tokens| starts_of_statements(&tokens));
    let line_of = |at: usize| text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let is_unclear = |at: usize| {
        let line = line_of(at);
        let before = text[..line].trim_end_matches(['\r', '\n']);
        has_two_readings(&text[line..at]) || line > 0 && before.ends_with('\\')
    };
    starts.into_iter().find(|at| is_unclear(*at)).map(line_of)
}

/// Returns the positions of the first tokens of all statements.
fn starts_of_statements(tokens: &[Token]) -> Vec<usize> {
    let mut is_first = true;
    let mut starts = Vec::new();
    for token in tokens {
        match token.kind {
            TokenKind::Newline => is_first = true,
            TokenKind::Indent | TokenKind::Dedent => {}
            _ if is_first => {
                starts.push(token.span.start);
                is_first = false;
            }
            _ => {}
        }
    }
    starts
}

/// Returns the positions of the first characters of all lines, without the indentation.
fn starts_of_lines(text: &str) -> Vec<usize> {
    let mut at = 0;
    let mut starts = Vec::new();
    for line in text.split_inclusive('\n') {
        starts.push(at + line.len() - line.trim_start_matches([' ', '\t', '\x0c']).len());
        at += line.len();
    }
    starts
}

/// Reports whether CPython and the grammar give an indentation different numbers of columns.
fn has_two_readings(indentation: &str) -> bool {
    let (mut cpython, mut grammar) = (0, 0);
    for character in indentation.chars() {
        match character {
            '\t' => (cpython, grammar) = (cpython / 8 * 8 + 8, grammar + 8),
            ' ' => (cpython, grammar) = (cpython + 1, grammar + 1),
            _ => (cpython, grammar) = (0, 0),
        }
    }
    cpython != grammar
}

/// Returns the first carriage return that no line feed follows.
fn lone_carriage_return(text: &str) -> Option<usize> {
    text.match_indices('\r').map(|(at, _)| at).find(|at| text.as_bytes().get(at + 1) != Some(&b'\n'))
}

/// Returns the line of a byte, counted from 1.
fn line(text: &str, at: usize) -> u32 {
    Span::new(at, at).line(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_carriage_return_is_found_in_both_languages() {
        for language in [Language::Java, Language::Python] {
            let found = reason("a\r\nb\n# c\rd\n", language).unwrap_or_default();
            assert!(found.starts_with("line 3 has a carriage return"), "{found}");
            assert_eq!(reason("a\r\nb\r\n", language), None);
            assert!(reason("a\r\r\n", language).is_some() && reason("a\r", language).is_some());
        }
    }

    #[test]
    fn a_name_that_python_normalizes_is_found() {
        let found = reason("def pick(a):\n    return a\n\n\ndef \u{ff50}ick(a):\n    return 1\n", Language::Python);
        assert!(found.is_some_and(|found| found.starts_with("Python reads the name in line 5")));
        let honest = "gr\u{f6}\u{df}e = '\u{ff50}'  # \u{ff50}\n";
        assert_eq!(reason(honest, Language::Python), None);
        let micro = "\u{b5}s = 1\n";
        assert_eq!(reason(micro, Language::Python), None);
        assert!(reason(&format!("\u{3bc}s = 2\n{micro}"), Language::Python).is_some(), "two letters for one name");
    }

    #[test]
    fn an_indentation_that_cpython_measures_differently_is_found() {
        for (text, line) in [
            ("def f(c):\n        if c:\n               a = 1\n       \ta = 2\n", 4),
            ("def f(c):\n    if c:\n        a = 1\n    \\\n    a = 2\n", 5),
        ] {
            let found = reason(text, Language::Python).unwrap_or_default();
            assert!(found.starts_with(&format!("the indentation of line {line} ")), "{found}");
        }
        let honest = [
            "def f():\n    \"\"\"a\n  \tb\n\"\"\"\n    return g(1,\n     \t 2)\n",
            "def f():\n        if c:\n        \ta = 1\n",
            "a = 1 + \\\n  \t2\n",
        ];
        for text in honest {
            assert_eq!(reason(text, Language::Python), None, "{text}");
        }
        for text in ["def f():\n\t    a = 1 + \\\n\t 2 \t\n", "# a\n  \t\n  \t# b\na = '\\\\'\n"] {
            assert_eq!(reason(text, Language::Python), None, "{text}");
        }
    }

    #[test]
    fn a_nul_character_is_found() {
        assert!(reason("int a; // \0 b", Language::Java).is_some_and(|why| why.contains("NUL")));
    }
}
