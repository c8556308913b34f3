//! Finds names that stand for a message or for a list of messages.

use super::super::lexer::{Syntax, Token};
use std::collections::BTreeMap;

/// A message, with its position in a row of a list. In a list of texts, the position is zero.
pub type Cell<'t> = (usize, &'t str);

/// The value of a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamedValue<'t> {
    /// The messages. Empty for every other value.
    pub texts: Vec<Cell<'t>>,
    /// Whether the value is a list.
    pub is_list: bool,
}

/// A constant of a file.
#[derive(Clone)]
pub struct Constant<'t> {
    pub name: &'t str,
    pub value: NamedValue<'t>,
    /// Whether only a function or a type of the file has the constant.
    pub is_local: bool,
}

/// The constants of all files by name, each with its file.
pub type Constants<'t> = BTreeMap<&'t str, Vec<(&'t str, Constant<'t>)>>;

/// Reports whether a literal is a message.
///
/// A message has two words or more, and is no statement of code.
pub fn is_message(text: &str) -> bool {
    if text.ends_with(';') {
        return false;
    }
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_alphabetic() || ",.:;'<>".contains(c));
    text.split_whitespace().filter(is_word).count() > 1
}

/// Returns the constants of a file.
pub fn constants(tokens: &[Token], syntax: Syntax) -> Vec<Constant<'_>> {
    let is_constant = |at: usize| match syntax {
        Syntax::Rust => at > 0 && !tokens[at].is_literal && is(&tokens[at - 1], "const"),
        Syntax::Java | Syntax::Python => {
            !tokens[at].is_literal && tokens[at].text.chars().all(|c| c.is_uppercase() || c == '_')
        }
    };
    let (mut depth, mut found) = (0_usize, Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        if is(token, "{") {
            depth += 1;
        } else if is(token, "}") {
            depth = depth.saturating_sub(1);
        } else if is_constant(at) {
            let is_local = syntax == Syntax::Rust && depth > 0;
            found.extend(value(tokens, at).map(|value| Constant { name: &token.text, value, is_local }));
        }
    }
    found
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
    // A tuple of texts of Python is a list.
    let is_tuple = tokens.get(from).is_some_and(|token| is(token, "("))
        && tokens.get(from + 1).is_some_and(|token| token.is_literal)
        && tokens.get(from + 2).is_some_and(|token| is(token, ","));
    if is_tuple || tokens.get(from).is_some_and(|token| is(token, "[")) {
        return Some(NamedValue {
            texts: list(tokens, from).map(|(texts, _)| texts).unwrap_or_default(),
            is_list: true,
        });
    }
    let is_format = tokens.get(from).is_some_and(|token| is(token, "format"));
    let text = tokens.get(if is_format { from + 3 } else { from })?;
    let is_whole = is_format || tokens.get(from + 1).is_none_or(|after| is(after, ";") || after.line > text.line);
    let is_text = text.is_literal && is_whole && is_message(&text.text);
    Some(NamedValue { texts: is_text.then_some((0, &*text.text)).into_iter().collect(), is_list: false })
}

/// Returns the messages of a list, and the position after the list.
///
/// The list has literals or tuples. `None` if the list has other elements.
pub fn list(tokens: &[Token], open: usize) -> Option<(Vec<Cell<'_>>, usize)> {
    let (mut depth, mut column, mut texts) = (0, 0, Vec::new());
    for (at, token) in tokens.iter().enumerate().skip(open + 1) {
        match &*token.text {
            text if token.is_literal => texts.extend(is_message(text).then_some((column, text))),
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => return Some((texts, at + 1)),
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 0 => column = 0,
            "," => column += usize::from(depth == 1),
            _ if depth == 0 && !is(token, "&") => return None,
            _ => {}
        }
    }
    None
}

/// Reports whether a token is this word or punctuation mark.
pub fn is(token: &Token, text: &str) -> bool {
    !token.is_literal && token.text == text
}
