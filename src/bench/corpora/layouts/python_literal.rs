//! Parses Python literals as JSON, for the lists of calls in corpora.
//!
//! The parser rejects other expressions, because the reader of a corpus must not run code. The module does not use the
//! crate `py_literal`, which rejects `float('inf')` and text after the literal.

use serde_json::{Number, Value as Json, json};

/// Parses a list of calls: tuples of arguments, or single arguments. The function ignores text
/// after the list.
///
/// # Errors
/// Returns an error of one line, with the place, if the text is not a literal.
pub(crate) fn calls(text: &str) -> Result<Vec<Vec<Json>>, String> {
    let mut reader = LiteralReader { text, at: 0 };
    let Json::Array(calls) = reader.value()? else { return Err("the calls are not a list".to_owned()) };
    let call = |call: Json| match call {
        Json::Object(mut tuple) if tuple.contains_key(TUPLE) => match tuple.remove(TUPLE) {
            Some(Json::Array(values)) => values.into_iter().map(plain).collect(),
            _ => Vec::new(),
        },
        one => vec![plain(one)],
    };
    Ok(calls.into_iter().map(call).collect())
}

/// The key that marks a tuple until the parser knows which tuples are calls.
const TUPLE: &str = "$tuple";

fn plain(value: Json) -> Json {
    match value {
        Json::Object(mut tuple) if tuple.contains_key(TUPLE) => plain(tuple.remove(TUPLE).unwrap_or_default()),
        Json::Array(values) => Json::Array(values.into_iter().map(plain).collect()),
        other => other,
    }
}

struct LiteralReader<'t> {
    text: &'t str,
    at: usize,
}

impl LiteralReader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip(&mut self) {
        loop {
            self.at += self.rest().len() - self.rest().trim_start().len();
            if !self.rest().starts_with('#') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn take(&mut self, text: &str) -> bool {
        self.skip();
        let is_next = self.rest().starts_with(text);
        self.at += if is_next { text.len() } else { 0 };
        is_next
    }

    fn wrong<T>(&self) -> Result<T, String> {
        let rest: String = self.rest().chars().take(20).collect();
        Err(format!("not a literal: `{}`", rest.lines().next().unwrap_or_default()))
    }

    fn value(&mut self) -> Result<Json, String> {
        self.skip();
        match self.rest().chars().next() {
            Some('[') => Ok(Json::Array(self.items("[", "]")?.0)),
            Some('(') => {
                let (mut items, is_tuple) = self.items("(", ")")?;
                match (items.len(), is_tuple) {
                    (1, false) => Ok(items.remove(0)),
                    _ => Ok(json!({ TUPLE: items })),
                }
            }
            Some('"' | '\'') => self.string(),
            Some('-' | '+') => {
                let negative = self.take("-") || !self.take("+");
                let value = self.value()?;
                if negative { negated(&value).map_or_else(|| self.wrong(), Ok) } else { Ok(value) }
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            _ => {
                for (word, value) in [("True", json!(true)), ("False", json!(false)), ("None", Json::Null)] {
                    if self.take(word) {
                        return Ok(value);
                    }
                }
                for quote in ["'", "\""] {
                    for word in ["inf", "nan"] {
                        if self.take(&format!("float({quote}{word}{quote})")) {
                            return Ok(json!({ "$float": word }));
                        }
                    }
                }
                self.wrong()
            }
        }
    }

    /// Parses the items between two brackets, and reports whether a comma follows an item.
    fn items(&mut self, open: &str, close: &str) -> Result<(Vec<Json>, bool), String> {
        let (mut items, mut has_comma) = (Vec::new(), false);
        self.take(open);
        loop {
            if self.take(close) {
                return Ok((items, has_comma));
            }
            items.push(self.value()?);
            if self.take(",") {
                has_comma = true;
            } else if !self.take(close) {
                return self.wrong();
            } else {
                return Ok((items, has_comma));
            }
        }
    }

    fn number(&mut self) -> Result<Json, String> {
        let is_part = |(at, c): &(usize, char)| {
            let after_exponent = *at > 0 && matches!(self.rest().as_bytes()[at - 1], b'e' | b'E');
            c.is_ascii_alphanumeric() || matches!(c, '.' | '_') || matches!(c, '+' | '-') && after_exponent
        };
        let length =
            self.rest().char_indices().take_while(is_part).map(|(at, c)| at + c.len_utf8()).last().unwrap_or(0);
        let text: String = self.rest()[..length].chars().filter(|c| *c != '_').collect();
        let number = text.parse::<i64>().ok().map(Number::from);
        let number = number.or_else(|| text.parse::<u64>().ok().map(Number::from));
        // An integer beyond 64 bits is not a Java value. A float may have an exponent.
        let is_float = text.contains(['.', 'e', 'E']) && !text.starts_with("0x");
        let number = number.or_else(|| text.parse::<f64>().ok().filter(|_| is_float).and_then(Number::from_f64));
        let Some(number) = number else { return self.wrong() };
        self.at += length;
        Ok(Json::Number(number))
    }

    fn string(&mut self) -> Result<Json, String> {
        let mut chars = self.rest().char_indices();
        let Some((_, quote)) = chars.next() else { return self.wrong() };
        let mut out = String::new();
        while let Some((at, c)) = chars.next() {
            match c {
                '\n' => break,
                '\\' => match chars.next() {
                    Some((_, 'n')) => out.push('\n'),
                    Some((_, 't')) => out.push('\t'),
                    Some((_, 'r')) => out.push('\r'),
                    Some((_, '0')) => out.push('\0'),
                    Some((_, c @ ('\\' | '\'' | '"'))) => out.push(c),
                    Some((_, c @ ('x' | 'u'))) => {
                        let digits: String =
                            chars.by_ref().take(if c == 'x' { 2 } else { 4 }).map(|(_, c)| c).collect();
                        let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                        let Some(c) = code else { return self.wrong() };
                        out.push(c);
                    }
                    _ => return self.wrong(),
                },
                c if c == quote => {
                    self.at += at + c.len_utf8();
                    return Ok(Json::String(out));
                }
                c => out.push(c),
            }
        }
        self.wrong()
    }
}

fn negated(value: &Json) -> Option<Json> {
    if let Some(word) = value.get("$float").and_then(Json::as_str) {
        return Some(json!({ "$float": if word == "inf" { "-inf" } else { word } }));
    }
    if let Some(whole) = value.as_i64() {
        return Some(json!(whole.checked_neg()?));
    }
    if value.as_u64() == Some(1 << 63) {
        return Some(json!(i64::MIN));
    }
    value.as_f64().filter(|_| value.is_f64()).map(|float| json!(-float))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_tuples_of_literals() {
        let text = "[ # first\n ([1, -2.5e3], 'a\\'b', True,),\n (3,), ((1, 2), None, \"\\u00e4\"), [4], -9223372036854775808 ]\nrest(";
        let expected = json!([[[1, -2500.0], "a'b", true], [3], [[1, 2], null, "ä"], [[4]], [i64::MIN],]);
        assert_eq!(serde_json::to_value(calls(text).expect("reads")).expect("json"), expected);
        let floats = calls("[(float('inf'),-float(\"inf\"),)]").expect("reads");
        assert_eq!(floats, [vec![json!({"$float": "inf"}), json!({"$float": "-inf"})]]);
    }

    #[test]
    fn an_expression_that_python_must_evaluate_is_no_literal() {
        for text in ["[f(1)]", "[1 + 2]", "[[0] * 3]", "[1", "['a]", "(1, 2)", "[99999999999999999999]", "[--'a']"] {
            assert!(calls(text).is_err(), "{text}");
        }
    }
}
