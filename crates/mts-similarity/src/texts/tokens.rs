//! Splits a Python text into tokens by one of two rules, for the similarity measures.

use mts_lang::python::lexer::{TokenKind, lex};
use mts_model::TokenRule;

/// Returns the tokens of Python's tokenizer.
///
/// The result has no comments, and no strings that are alone on their line. The tokens `NEW_LINE`, `INDENT` and
/// `DEDENT` stand for the layout.
///
/// # Errors
/// Returns the reason and the line as the error if the tokenizer fails.
pub fn py(text: &str) -> Result<Vec<&str>, String> {
    let tokens = lex(text)?;
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        let begins_line =
            at == 1 || matches!(tokens[at - 2].kind, TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent);
        out.push(match token.kind {
            TokenKind::String if begins_line && tokens.get(at).is_some_and(|next| next.kind == TokenKind::Newline) => {
                at += 1;
                continue;
            }
            TokenKind::Newline => "NEW_LINE",
            TokenKind::Indent => "INDENT",
            TokenKind::Dedent => "DEDENT",
            _ => token.span.slice(text),
        });
    }
    Ok(out)
}

/// Returns the words that white space separates, like Python's `str.split`.
#[must_use]
pub fn ws(text: &str) -> Vec<&str> {
    let is_white = |c: char| c.is_whitespace() || matches!(c, '\x1c'..='\x1f');
    text.split(is_white).filter(|word| !word.is_empty()).collect()
}

/// Returns the tokens of both texts by one rule, and the rule.
///
/// The rule is [`py`], or [`ws`] if Python's tokenizer fails on one of the texts.
#[must_use]
pub fn of_both<'t>(reference: &'t str, candidate: &'t str) -> (TokenRule, Vec<&'t str>, Vec<&'t str>) {
    match (py(reference), py(candidate)) {
        (Ok(reference), Ok(candidate)) => (TokenRule::Py, reference, candidate),
        _ => (TokenRule::Ws, ws(reference), ws(candidate)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docstrings_are_removed_with_their_line_and_other_strings_are_kept() {
        let text = "def f():\n    '''doc'''\n    x = 'kept'\n    # gone\n    'gone'\n    'kept', x\n";
        let seen = py(text).expect("tokens").join(" ");
        assert_eq!(seen, "def f ( ) : NEW_LINE INDENT x = 'kept' NEW_LINE 'kept' , x NEW_LINE DEDENT",);
    }

    #[test]
    fn if_python_cannot_tokenize_one_text_both_are_split_at_white_space() {
        let (rule, reference, candidate) = of_both("x = (1)", "x = (1");
        assert_eq!((rule, reference.len(), candidate.len()), (TokenRule::Ws, 3, 3));
    }
}
