//! Finds decisions that depend on a message. `tests` shows an example of each kind.

use super::super::lexer::{Syntax, Token};
use super::constants::{NamedValue, is, is_message, list, value};
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

/// The methods that return the same text.
const CONVERSIONS: [&str; 5] = ["as_str", "clone", "into", "to_owned", "to_string"];

/// The names of fields and variables with a text for people.
const TEXTS: &[&str] =
    &["cause", "detail", "details", "explanation", "headline", "message", "note", "reason", "summary", "title", "why"];

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
            let decides = if is_message(&token.text) { file.decides(at) } else { file.decides_in_message(at) };
            if decides {
                found.push((token.line, token.text.clone()));
            }
            continue;
        }
        let before = file.word(at.checked_sub(1));
        if before == "let" || before == "mut" {
            local.insert(&token.text, value(tokens, at).unwrap_or_default());
        }
        let known = || local.get(&*token.text).cloned().or_else(|| constant(&token.text));
        let (texts, columns) = match &*token.text {
            "[" => list(tokens, at).map(|(texts, after)| (texts, file.columns(after))).unwrap_or_default(),
            name if file.tests_emptiness(at) => {
                found.push((token.line, format!("{name} is empty")));
                continue;
            }
            _ => match known() {
                Some(NamedValue { texts, is_list: true }) if syntax == Syntax::Python && file.decides(at) => {
                    (texts, vec![0])
                }
                Some(NamedValue { texts, is_list: true }) => (texts, file.columns(at + 1)),
                Some(NamedValue { texts, is_list: false }) if file.decides(at) => (texts, vec![0]),
                Some(NamedValue { is_list: false, .. }) | None => continue,
            },
        };
        let texts = texts.into_iter().filter(|(column, _)| columns.contains(column));
        found.extend(texts.map(|(_, text)| (token.line, text.to_owned())));
    }
    found
}

/// Returns the texts for people that a file searches for a variable.
pub fn searches(tokens: &[Token], syntax: Syntax) -> Vec<Decision> {
    let file = File { tokens, syntax };
    let is_search = |at: &usize| {
        let is_call = file.word(Some(at + 1)) == "(" && file.word(Some(at + 2)) == ")";
        let after = if is_call { at + 3 } else { at + 1 };
        TEXTS.contains(&file.word(Some(*at)))
            && file.word(Some(after)) == "."
            && METHODS.contains(&file.word(Some(after + 1)))
            && file.word(Some(after + 3)).chars().any(char::is_alphabetic)
    };
    (0..tokens.len()).filter(is_search).map(|at| (tokens[at].line, tokens[at].text.clone())).collect()
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
        let is_argument =
            before == "(" && METHODS.contains(&self.word(start.checked_sub(2))) || self.is_in_list_argument(start);
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

    /// Reports whether a text is in a tuple or list argument of a method.
    fn is_in_list_argument(&self, start: usize) -> bool {
        let mut open = start;
        while open > 0 && (self.tokens[open - 1].is_literal || self.word(Some(open - 1)) == ",") {
            open -= 1;
        }
        matches!(self.word(open.checked_sub(1)), "(" | "[")
            && self.word(open.checked_sub(2)) == "("
            && METHODS.contains(&self.word(open.checked_sub(3)))
    }

    /// Reports whether code compares or searches a single word in a text for people.
    fn decides_in_message(&self, at: usize) -> bool {
        if !self.tokens[at].text.trim_start().starts_with(char::is_alphabetic) {
            return false;
        }
        let (start, end) = self.whole(at);
        let before = |back: usize| self.word(start.checked_sub(back));
        let after = self.word(Some(end + 1));
        let is_argument = before(1) == "(" && METHODS.contains(&before(2)) && before(3) == ".";
        let is_receiver = after == "." && METHODS.contains(&self.word(Some(end + 2)));
        is_argument && start > 3 && self.ends_text(start - 4)
            || is_receiver && self.begins_text(end + 4)
            || matches!(before(1), "==" | "!=") && start > 1 && self.ends_text(start - 2)
            || matches!(after, "==" | "!=") && self.begins_text(end + 2)
            || match self.syntax {
                Syntax::Rust => {
                    self.is_pattern(at) && (after == "=" && self.begins_text(end + 2) || self.matches_text(at, "match"))
                        || self.is_in_matches(at) && self.is_in_matches_of_text(at)
                }
                Syntax::Java => before(1) == "case" && self.matches_text(at, "switch"),
                Syntax::Python => {
                    after == "in" && self.begins_text(end + 2)
                        || before(1) == "in" && start > 1 && self.ends_text(start - 2)
                }
            }
    }

    /// Reports whether the `matches!` around a pattern is on a text for people.
    fn is_in_matches_of_text(&self, at: usize) -> bool {
        let is_begin = |place: &usize| self.word(Some(*place)) == "matches" && self.word(Some(place + 1)) == "!";
        (0..at).rev().find(is_begin).is_some_and(|begin| self.begins_text(begin + 3))
    }

    /// Reports whether a text for people ends at a position.
    ///
    /// The text is a field, a variable or a call of a method.
    fn ends_text(&self, at: usize) -> bool {
        let at = self.end_before_conversion(at);
        let is_call = self.word(Some(at)) == ")" && self.word(at.checked_sub(1)) == "(";
        TEXTS.contains(&self.word(if is_call { at.checked_sub(2) } else { Some(at) }))
    }

    /// Reports whether a text for people begins at a position. Fields of objects may lead to it.
    fn begins_text(&self, mut at: usize) -> bool {
        while matches!(self.word(Some(at)), "&" | "*") {
            at += 1;
        }
        let is_path = |at: usize| {
            let next = self.word(Some(at + 2));
            self.word(Some(at + 1)) == "." && !METHODS.contains(&next) && !CONVERSIONS.contains(&next)
        };
        while is_path(at) {
            at += 2;
        }
        TEXTS.contains(&self.word(Some(at)))
    }

    /// Reports whether the `match` or `switch` around a pattern is on a text for people.
    fn matches_text(&self, at: usize, keyword: &str) -> bool {
        let mut depth = 0;
        for place in (0..at).rev() {
            match self.word(Some(place)) {
                ")" | "]" | "}" => depth += 1,
                "{" if depth == 0 => {
                    // In Java, the text is in parentheses.
                    let end = if keyword == "switch" { place - 2 } else { place - 1 };
                    let has_keyword = (place.saturating_sub(12)..place).any(|at| is(&self.tokens[at], keyword));
                    return has_keyword && self.ends_text(end);
                }
                "(" | "[" | "{" if depth > 0 => depth -= 1,
                _ => {}
            }
        }
        false
    }

    /// Returns the end of an expression without a conversion such as `.as_str()`.
    fn end_before_conversion(&self, end: usize) -> usize {
        let is_conversion = self.word(Some(end)) == ")" && end > 3 && CONVERSIONS.contains(&self.word(Some(end - 2)));
        if is_conversion { end - 4 } else { end }
    }

    /// Returns the first and the last token of the expression around a text.
    ///
    /// References, `Some`, `format!` and conversions belong to it.
    fn whole(&self, at: usize) -> (usize, usize) {
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

    /// Reports whether a text follows Python's operator `in`, also inside a list of texts.
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

    /// Returns the positions in a list's rows whose elements code compares with a text.
    ///
    /// `at` follows the list.
    fn columns(&self, at: usize) -> Vec<usize> {
        if self.word(Some(at)) != "." {
            return Vec::new();
        }
        let method = self.word(Some(at + 1));
        if method == "contains" {
            return vec![0];
        }
        if ["iter", "into_iter", "copied"].contains(&method) {
            return self.columns(at + 4);
        }
        if !TESTS.contains(&method) {
            return Vec::new();
        }
        if self.word(Some(at + 3)) == "|" {
            return self.compared_parameters(at + 4);
        }
        self.closure(at + 3).map(|from| self.compared_parameters(from)).unwrap_or_default()
    }

    /// Returns the first parameter of the closure whose name is at a position.
    fn closure(&self, at: usize) -> Option<usize> {
        let name = self.word(Some(at));
        let is_closure = |from: &usize| {
            self.word(Some(*from)) == "let"
                && self.word(Some(from + 1)) == name
                && self.word(Some(from + 2)) == "="
                && self.word(Some(from + 3)) == "|"
        };
        (0..at).rev().find(is_closure).map(|from| from + 4)
    }

    /// Returns the row positions of the parameters that a closure compares with a text.
    ///
    /// `from` is the first parameter.
    fn compared_parameters(&self, from: usize) -> Vec<usize> {
        let Some(length) = self.tokens[from..].iter().position(|token| is(token, "|")) else { return Vec::new() };
        let pattern = &self.tokens[from..from + length];
        let is_tuple = pattern.iter().find(|token| !is(token, "&")).is_some_and(|token| is(token, "("));
        let pattern: Vec<&str> =
            pattern.iter().map(|token| &*token.text).take_while(|word| *word != ":" && *word != ")").collect();
        let parameters: Vec<(&str, usize)> = pattern
            .split(|word| *word == ",")
            .enumerate()
            .flat_map(|(column, words)| words.iter().map(move |word| (*word, column)))
            .collect();
        let body = from + length + 1;
        let end = (body..self.close(body)).find(|at| self.word(Some(*at)) == ";").unwrap_or(self.close(body));
        let compared = (body..end).filter_map(|at| {
            let name = self.word(Some(at)).chars().all(char::is_alphanumeric).then(|| self.word(Some(at)))?;
            let column = parameters.iter().find(|(known, _)| !name.is_empty() && *known == name)?.1;
            // In `row.1`, the number is the position.
            let field = (!is_tuple && self.word(Some(at + 1)) == ".").then(|| self.word(Some(at + 2)).parse().ok());
            let after = if field.flatten().is_some() { at + 3 } else { at + 1 };
            let mut before = at - 1;
            while matches!(self.word(Some(before)), "&" | "*") {
                before -= 1;
            }
            let is_argument = self.word(Some(before)) == "(" && METHODS.contains(&self.word(Some(before - 1)));
            let is_compared =
                matches!(self.word(Some(before)), "==" | "!=") || matches!(self.word(Some(after)), "==" | "!=");
            let column = if is_tuple { column } else { field.flatten().unwrap_or(0) };
            (is_argument || is_compared).then_some(column)
        });
        compared.collect()
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
