//! Finds names that stand for a message or for a list of messages.

use super::lexer::{Syntax, Token};
use std::collections::BTreeMap;

/// The value of a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamedValue<'t> {
    /// The messages. Empty for every other value.
    pub texts: Vec<&'t str>,
    /// Whether the value is a list.
    pub is_list: bool,
}

/// The constants of all files by name, each with its file.
pub type Constants<'t> = BTreeMap<&'t str, Vec<(&'t str, NamedValue<'t>)>>;

/// Reports whether a literal is a message.
///
/// A message has two words or more, and is no statement of code.
pub fn is_message(text: &str) -> bool {
    if text.ends_with(';') {
        return false;
    }
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_alphabetic() || ",.:;'".contains(c));
    text.split_whitespace().filter(is_word).count() > 1
}

/// Returns the constants of a file with their values.
pub fn constants(tokens: &[Token], syntax: Syntax) -> Vec<(&str, NamedValue<'_>)> {
    let is_constant = |at: usize| match syntax {
        Syntax::Rust => at > 0 && !tokens[at].is_literal && is(&tokens[at - 1], "const"),
        Syntax::Java | Syntax::Python => {
            !tokens[at].is_literal && tokens[at].text.chars().all(|c| c.is_uppercase() || c == '_')
        }
    };
    (0..tokens.len())
        .filter(|at| is_constant(*at))
        .filter_map(|at| Some((&*tokens[at].text, value(tokens, at)?)))
        .collect()
}

/// Returns the value of the name at a position. `None` if the position is no definition.
pub fn value(tokens: &[Token], at: usize) -> Option<NamedValue<'_>> {
    // A type may be between the name and the value.
    let mut from = at + 1;
    if tokens.get(from).is_some_and(|token| is(token, ":")) {
        from += tokens[from..].iter().take(16).position(|token| is(token, "="))?;
    }
    is(tokens.get(from)?, "=").then_some(())?;
    from += 1;
    while tokens.get(from).is_some_and(|token| is(token, "&")) {
        from += 1;
    }
    if tokens.get(from).is_some_and(|token| is(token, "[")) {
        return Some(NamedValue {
            texts: list(tokens, from).map(|(texts, _)| texts).unwrap_or_default(),
            is_list: true,
        });
    }
    let is_format = tokens.get(from).is_some_and(|token| is(token, "format"));
    let text = tokens.get(if is_format { from + 3 } else { from })?;
    let is_whole = is_format || tokens.get(from + 1).is_none_or(|after| is(after, ";") || after.line > text.line);
    let is_text = text.is_literal && is_whole && is_message(&text.text);
    Some(NamedValue { texts: is_text.then_some(&*text.text).into_iter().collect(), is_list: false })
}

/// Returns the messages of a list of literals, and the position after the list.
///
/// `None` if the list has other elements.
pub fn list(tokens: &[Token], open: usize) -> Option<(Vec<&str>, usize)> {
    let length = tokens[open + 1..].iter().position(|token| !token.is_literal && !is(token, ","))?;
    let elements = &tokens[open + 1..open + 1 + length];
    let texts = elements.iter().filter(|token| token.is_literal && is_message(&token.text));
    is(&tokens[open + 1 + length], "]").then(|| (texts.map(|token| &*token.text).collect(), open + 2 + length))
}

/// Reports whether a token is this word or punctuation mark.
pub fn is(token: &Token, text: &str) -> bool {
    !token.is_literal && token.text == text
}
