//! Finds decisions that depend on a message. `tests` shows an example of each kind.

use super::constants::{NamedValue, is, is_message, list, value};
use super::lexer::{Syntax, Token};
use std::collections::BTreeMap;

/// The methods that compare or split a text.
const METHODS: &[&str] = &[
    // Rust
    "contains",
    "ends_with",
    "eq",
    "eq_ignore_ascii_case",
    "find",
    "match_indices",
    "matches",
    "replace",
    "replacen",
    "rfind",
    "rsplit",
    "rsplit_once",
    "rsplitn",
    "split",
    "split_once",
    "splitn",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
    "trim_end_matches",
    "trim_start_matches",
    // Java
    "endsWith",
    "equals",
    "equalsIgnoreCase",
    "indexOf",
    "lastIndexOf",
    "replaceAll",
    "replaceFirst",
    "startsWith",
    // Python
    "count",
    "endswith",
    "index",
    "partition",
    "removeprefix",
    "removesuffix",
    "rpartition",
    "startswith",
];

/// The methods of an iterator that test its elements.
const TESTS: &[&str] = &["all", "any", "filter", "find", "find_map", "position"];

/// The names of fields and variables with a text for people.
const TEXTS: &[&str] = &["cause", "detail", "details", "explanation", "message", "note", "why"];

/// A decision: its line, and the message on which it depends.
///
/// A decision on the emptiness of a message has the name of the field.
pub type Decision = (usize, String);

/// Returns the decisions of a file. `constant` returns the value of a constant.
pub fn decisions<'t>(
    tokens: &'t [Token],
    syntax: Syntax,
    constant: impl Fn(&str) -> Option<NamedValue<'t>>,
) -> Vec<Decision> {
    let file = File { tokens, syntax };
    let mut local: BTreeMap<&str, NamedValue<'t>> = BTreeMap::new();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if is(token, "fn") {
            local.clear();
        }
        if token.is_literal {
            if is_message(&token.text) && file.decides(at) {
                found.push((token.line, token.text.clone()));
            }
            continue;
        }
        let before = file.word(at.checked_sub(1));
        if before == "let" || before == "mut" {
            local.insert(&token.text, value(tokens, at).unwrap_or_default());
        }
        let known = || local.get(&*token.text).cloned().or_else(|| constant(&token.text));
        let (texts, decides) = match &*token.text {
            "[" => list(tokens, at).map(|(texts, after)| (texts, file.list_decides(after))).unwrap_or_default(),
            name if file.tests_emptiness(at) => {
                found.push((token.line, format!("{name} is empty")));
                continue;
            }
            _ => match known() {
                Some(NamedValue { texts, is_list: true }) => (texts, file.list_decides(at + 1)),
                Some(NamedValue { texts, is_list: false }) => (texts, file.decides(at)),
                None => continue,
            },
        };
        if decides {
            found.extend(texts.into_iter().map(|text| (token.line, text.to_owned())));
        }
    }
    found
}

/// The tokens of a file.
struct File<'t> {
    tokens: &'t [Token],
    syntax: Syntax,
}

impl File<'_> {
    fn word(&self, at: Option<usize>) -> &str {
        at.and_then(|at| self.tokens.get(at)).filter(|token| !token.is_literal).map_or("", |token| &token.text)
    }

    /// Reports whether a decision depends on the text at a position.
    fn decides(&self, at: usize) -> bool {
        let (start, end) = self.whole(at);
        let before = self.word(start.checked_sub(1));
        let after = self.word(Some(end + 1));
        let is_argument = before == "(" && METHODS.contains(&self.word(start.checked_sub(2)));
        // In `x != text.len()`, code compares a property of the text.
        let is_compared = matches!(before, "==" | "!=") && after != "." || matches!(after, "==" | "!=");
        let is_literal = self.tokens[at].is_literal;
        is_argument
            || is_compared
            || match self.syntax {
                Syntax::Rust => is_literal && (self.is_pattern(at) || self.is_in_matches(at)),
                Syntax::Java => before == "case" || after == "." && METHODS.contains(&self.word(Some(end + 2))),
                Syntax::Python => before == "case" || after == "in" && before != "for" || self.is_after_in(start),
            }
    }

    /// Returns the first and the last token of the expression around a text.
    ///
    /// References, `Some`, `format!` and conversions belong to it.
    fn whole(&self, at: usize) -> (usize, usize) {
        const CONVERSIONS: [&str; 5] = ["as_str", "clone", "into", "to_owned", "to_string"];
        let (mut start, mut end) = (at, at);
        loop {
            let before = |back: usize| self.word(start.checked_sub(back));
            let is_converted = self.word(Some(end + 1)) == "." && CONVERSIONS.contains(&self.word(Some(end + 2)));
            if matches!(before(1), "&" | "*") {
                start -= 1;
            } else if before(1) == "(" && before(2) == "!" && before(3) == "format" {
                start -= 3;
                end = self.close(end + 1);
            } else if before(1) == "(" && matches!(before(2), "Some" | "Ok" | "Err") && self.word(Some(end + 1)) == ")"
            {
                (start, end) = (start - 2, end + 1);
            } else if is_converted && self.word(Some(end + 4)) == ")" {
                end += 4;
            } else {
                return (start, end);
            }
        }
    }

    /// Returns the position of the bracket that closes the current group.
    fn close(&self, from: usize) -> usize {
        let mut depth = 0;
        for at in from..self.tokens.len() {
            match self.word(Some(at)) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth == 0 => return at,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// Reports whether a literal is a pattern of `match`, `if let` or `let ... else`.
    fn is_pattern(&self, at: usize) -> bool {
        let mut end = at + 1;
        while self.word(Some(end)) == ")" {
            end += 1;
        }
        let begins = self.tokens[at.saturating_sub(6)..at].iter().rposition(|token| is(token, "let") || is(token, "="));
        let is_in_let = begins.is_some_and(|begin| is(&self.tokens[at.saturating_sub(6) + begin], "let"));
        match self.word(Some(end)) {
            "=>" => true,
            "|" => end == at + 1,
            "=" => is_in_let,
            _ => false,
        }
    }

    /// Reports whether a literal belongs to a pattern of `matches!`.
    fn is_in_matches(&self, at: usize) -> bool {
        let (mut depth, mut has_comma) = (0, false);
        for place in (at.saturating_sub(60)..at).rev() {
            match self.word(Some(place)) {
                ")" | "]" | "}" => depth += 1,
                "(" if depth == 0 => {
                    let is_macro = self.word(place.checked_sub(1)) == "!";
                    if is_macro {
                        return has_comma && self.word(place.checked_sub(2)) == "matches";
                    }
                    has_comma = false;
                }
                "[" | "{" if depth == 0 => return false,
                "(" | "[" | "{" => depth -= 1,
                "," if depth == 0 => has_comma = true,
                ";" | "if" => return false,
                _ => {}
            }
        }
        false
    }

    /// Reports whether a text follows the operator `in` of Python, also inside a list of texts.
    fn is_after_in(&self, start: usize) -> bool {
        let mut before = start;
        while before > 0
            && (self.tokens[before - 1].is_literal || matches!(self.word(Some(before - 1)), "," | "(" | "[" | "{"))
        {
            before -= 1;
        }
        let line = self.tokens[start].line;
        let is_loop =
            self.tokens[..before].iter().rev().take_while(|token| token.line == line).any(|token| is(token, "for"));
        self.word(before.checked_sub(1)) == "in" && !is_loop
    }

    /// Reports whether code compares an element of a list with a text. `at` follows the list.
    fn list_decides(&self, at: usize) -> bool {
        if self.word(Some(at)) != "." {
            return false;
        }
        let method = self.word(Some(at + 1));
        if method == "contains" {
            return true;
        }
        if ["iter", "into_iter", "copied"].contains(&method) {
            return self.list_decides(at + 4);
        }
        TESTS.contains(&method) && self.word(Some(at + 3)) == "|" && self.compares_parameter(at + 4)
    }

    /// Reports whether a closure compares a parameter with a text. `from` is the first parameter.
    fn compares_parameter(&self, from: usize) -> bool {
        let Some(length) = self.tokens[from..].iter().position(|token| is(token, "|")) else { return false };
        let parameters: Vec<&str> = self.tokens[from..from + length].iter().map(|token| &*token.text).collect();
        let body = from + length + 1..self.close(from + length + 1);
        body.into_iter().any(|at| {
            let name = self.word(Some(at));
            let mut before = at - 1;
            while matches!(self.word(Some(before)), "&" | "*") {
                before -= 1;
            }
            let is_argument = self.word(Some(before)) == "(" && METHODS.contains(&self.word(Some(before - 1)));
            let is_compared =
                matches!(self.word(Some(before)), "==" | "!=") || matches!(self.word(Some(at + 1)), "==" | "!=");
            !name.is_empty()
                && name.chars().all(char::is_alphanumeric)
                && parameters.contains(&name)
                && (is_argument || is_compared)
        })
    }

    /// Reports whether code tests the emptiness of a text for people at a position.
    fn tests_emptiness(&self, at: usize) -> bool {
        if !TEXTS.contains(&self.word(Some(at))) {
            return false;
        }
        let is_call = self.word(Some(at + 1)) == "(" && self.word(Some(at + 2)) == ")";
        let after = if is_call { at + 3 } else { at + 1 };
        let is_empty = |token: Option<&Token>| token.is_some_and(|token| token.is_literal && token.text.is_empty());
        if matches!(self.word(Some(after)), "==" | "!=") {
            return is_empty(self.tokens.get(after + 1));
        }
        if self.syntax != Syntax::Python {
            let is_length = self.word(Some(after + 1)) == "len" && matches!(self.word(Some(after + 4)), "==" | "!=");
            return self.word(Some(after)) == "."
                && (is_length || matches!(self.word(Some(after + 1)), "is_empty" | "isBlank" | "isEmpty"));
        }
        // A text is true in Python if it is not empty.
        let mut first = at;
        while self.word(first.checked_sub(1)) == "." {
            first -= 2;
        }
        matches!(self.word(first.checked_sub(1)), "and" | "elif" | "if" | "not" | "or" | "while")
            && matches!(self.word(Some(after)), ":" | ")" | "and" | "else" | "or")
    }
}
