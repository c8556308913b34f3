//! Splits Python text into tokens like the module `tokenize` of Python 3.11.
//!
//! An f-string is one token. The lexer also accepts text that the parser rejects. The trees of tree-sitter have no
//! tokens for the layout, and the lexers of Rust's Python parsers follow newer versions of Python. So this crate has
//! its own lexer.

use mts_model::Span;
use std::iter::Peekable;
use std::str::CharIndices;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or a keyword.
    Name,
    /// A number.
    Number,
    /// A string with its prefix and quotes.
    String,
    /// An operator or another symbol.
    Operator,
    /// The end of a logical line.
    Newline,
    /// The start of an indented block.
    Indent,
    /// The end of an indented block.
    Dedent,
}

/// A token with its span; layout tokens have empty spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The range of text.
    pub span: Span,
}

/// Returns the tokens of a text without comments and empty lines.
///
/// # Errors
///
/// Returns an error if a bracket or string is unclosed, the indentation of a line fits no outer block, or the text
/// ends after a backslash that continues the line.
pub fn lex(text: &str) -> Result<Vec<Token>, String> {
    Lexer { text, chars: text.char_indices().peekable(), tokens: Vec::new(), indents: vec![0], brackets: 0 }.run()
}

struct Lexer<'t> {
    text: &'t str,
    chars: Peekable<CharIndices<'t>>,
    tokens: Vec<Token>,
    indents: Vec<usize>,
    brackets: usize,
}

/// Operators of several characters, longer operators first.
const LONG: [&str; 24] = [
    "**=", "//=", ">>=", "<<=", "...", "!=", "%=", "&=", "**", "*=", "+=", "-=", "->", "//", "/=", ":=", "<<", "<=",
    "==", ">=", ">>", "@=", "^=", "|=",
];

impl Lexer<'_> {
    fn run(mut self) -> Result<Vec<Token>, String> {
        let mut at_line_start = true;
        loop {
            if at_line_start && self.brackets == 0 {
                self.line_start()?;
            }
            at_line_start = false;
            while self.take_if(|c| matches!(c, ' ' | '\t' | '\x0c')) {}
            let Some((at, c)) = self.chars.peek().copied() else { break };
            match c {
                '\n' | '\r' => {
                    self.line_end();
                    if self.brackets == 0 {
                        self.mark(TokenKind::Newline, at);
                        at_line_start = true;
                    }
                }
                '#' => while self.take_if(|c| !matches!(c, '\n' | '\r')) {},
                '\\' if matches!(self.byte(at + 1), Some(b'\n' | b'\r')) => {
                    self.chars.next();
                    self.line_end();
                    if self.chars.peek().is_none() {
                        return Err(self.failure("the file ends after a backslash that continues the line", at));
                    }
                }
                '"' | '\'' => self.string(at)?,
                '0'..='9' => self.number(at),
                '.' if self.byte(at + 1).is_some_and(|b| b.is_ascii_digit()) => self.number(at),
                c if is_word(c) => {
                    while self.take_if(is_word) {}
                    let end = self.here();
                    if is_prefix(&self.text[at..end]) && matches!(self.chars.peek(), Some((_, '"' | '\''))) {
                        self.string(at)?;
                    } else {
                        self.push_to_here(TokenKind::Name, at);
                    }
                }
                c => self.operator(at, c),
            }
        }
        if self.brackets > 0 {
            return Err(self.failure("a bracket is never closed", self.text.len()));
        }
        let end = self.text.len();
        // The last line gets a `Newline` token even if the text has no line end there.
        if self.tokens.last().is_some_and(|t| !matches!(t.kind, TokenKind::Newline | TokenKind::Dedent)) {
            self.mark(TokenKind::Newline, end);
        }
        for _ in 1..self.indents.len() {
            self.mark(TokenKind::Dedent, end);
        }
        Ok(self.tokens)
    }

    /// Measures the indentation of the next line with code, and skips lines without code.
    fn line_start(&mut self) -> Result<(), String> {
        loop {
            let mut column = 0;
            while let Some((_, c)) = self.chars.peek() {
                column = match c {
                    ' ' => column + 1,
                    '\t' => (column / 8 + 1) * 8,
                    '\x0c' => 0,
                    _ => break,
                };
                self.chars.next();
            }
            let Some((at, c)) = self.chars.peek().copied() else { return Ok(()) };
            if c == '#' {
                while self.take_if(|c| !matches!(c, '\n' | '\r')) {}
            }
            if matches!(c, '#' | '\n' | '\r') {
                self.line_end();
                continue;
            }
            if self.indents.last().is_some_and(|last| column > *last) {
                self.indents.push(column);
                self.mark(TokenKind::Indent, at);
            }
            while self.indents.last().is_some_and(|last| column < *last) {
                if !self.indents.contains(&column) {
                    return Err(self.failure("the indentation does not match any outer block", at));
                }
                self.indents.pop();
                self.mark(TokenKind::Dedent, at);
            }
            return Ok(());
        }
    }

    /// Skips one line end, if the next characters are a line end.
    fn line_end(&mut self) {
        if self.take_if(|c| c == '\r') {
            self.take_if(|c| c == '\n');
        } else {
            self.take_if(|c| c == '\n');
        }
    }

    /// Reads a string after its prefix.
    fn string(&mut self, from: usize) -> Result<(), String> {
        let open = self.here();
        let quote = self.byte(open);
        let triple = self.byte(open + 1) == quote && self.byte(open + 2) == quote;
        for _ in 0..if triple { 3 } else { 1 } {
            self.chars.next();
        }
        while let Some((at, c)) = self.chars.next() {
            match c {
                '\\' => self.escaped(),
                '\n' | '\r' if !triple => break,
                '"' | '\'' if self.byte(at) == quote => {
                    if triple && !(self.byte(at + 1) == quote && self.byte(at + 2) == quote) {
                        continue;
                    }
                    if triple {
                        self.chars.nth(1);
                    }
                    self.push_to_here(TokenKind::String, from);
                    return Ok(());
                }
                _ => {}
            }
        }
        Err(self.failure("a string is never closed", from))
    }

    /// Skips the character or line end after a backslash.
    fn escaped(&mut self) {
        let before = self.chars.peek().copied();
        self.chars.next();
        if before.is_some_and(|(_, c)| c == '\r') {
            self.take_if(|c| c == '\n');
        }
    }

    fn number(&mut self, from: usize) {
        let base: Option<fn(char) -> bool> = match self.text.as_bytes().get(from..from + 2) {
            Some(b"0x" | b"0X") => Some(|c| c.is_ascii_hexdigit()),
            Some(b"0o" | b"0O") => Some(|c| c.is_digit(8)),
            Some(b"0b" | b"0B") => Some(|c| c.is_digit(2)),
            _ => None,
        };
        if let Some(is_digit) = base {
            self.chars.nth(1);
            while self.take_if(|c| c == '_' || is_digit(c)) {}
        } else {
            self.digits();
            if self.take_if(|c| c == '.') {
                self.digits();
            }
            let here = self.here();
            let sign = usize::from(matches!(self.byte(here + 1), Some(b'+' | b'-')));
            let has_exponent = matches!(self.byte(here), Some(b'e' | b'E'))
                && self.byte(here + 1 + sign).is_some_and(|b| b.is_ascii_digit());
            if has_exponent {
                self.chars.nth(sign);
                self.digits();
            }
            self.take_if(|c| matches!(c, 'j' | 'J'));
        }
        self.push_to_here(TokenKind::Number, from);
    }

    fn digits(&mut self) {
        while let Some((at, c)) = self.chars.peek().copied() {
            let joins = c == '_' && self.byte(at + 1).is_some_and(|b| b.is_ascii_digit());
            if !c.is_ascii_digit() && !joins {
                break;
            }
            self.chars.next();
        }
    }

    fn operator(&mut self, at: usize, c: char) {
        match c {
            '(' | '[' | '{' => self.brackets += 1,
            ')' | ']' | '}' => self.brackets = self.brackets.saturating_sub(1),
            _ => {}
        }
        let length = LONG.iter().find(|sign| self.text[at..].starts_with(**sign)).map_or(1, |sign| sign.len());
        self.chars.nth(length - 1);
        self.push_to_here(TokenKind::Operator, at);
    }

    fn push_to_here(&mut self, kind: TokenKind, start: usize) {
        let span = Span::new(start, self.here());
        self.tokens.push(Token { kind, span });
    }

    fn mark(&mut self, kind: TokenKind, at: usize) {
        self.tokens.push(Token { kind, span: Span::new(at, at) });
    }

    fn take_if(&mut self, is: impl Fn(char) -> bool) -> bool {
        self.chars.next_if(|(_, c)| is(*c)).is_some()
    }

    /// Returns the byte position of the next character.
    fn here(&mut self) -> usize {
        self.chars.peek().map_or(self.text.len(), |(at, _)| *at)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn failure(&self, what: &str, at: usize) -> String {
        format!("line {}: {what}", self.text[..at].matches('\n').count() + 1)
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn is_prefix(word: &str) -> bool {
    matches!(word.to_ascii_lowercase().as_str(), "r" | "u" | "b" | "f" | "br" | "rb" | "fr" | "rf")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Vec<String>, String> {
        let word = |token: &Token| match token.kind {
            TokenKind::Newline => "NL".to_owned(),
            TokenKind::Indent => "IN".to_owned(),
            TokenKind::Dedent => "DE".to_owned(),
            _ => token.span.slice(text).to_owned(),
        };
        Ok(lex(text)?.iter().map(word).collect())
    }

    #[test]
    fn indentation_and_line_ends_are_tokens_except_in_brackets() {
        let text = "if a:\n    b = (1,\n  2)\n\n  # gone\n    c\nd";
        let seen = words(text).expect("tokens").join(" ");
        assert_eq!(seen, "if a : NL IN b = ( 1 , 2 ) NL c NL DE d NL");
    }

    #[test]
    fn strings_and_numbers_are_one_token_each() {
        let text = "x = rb'a\\'b' + f\"{y}\" + '''q\n\"'' ''' + 1_0.5e-3j + 0x_F + .5 + 1.real\n";
        let seen = words(text).expect("tokens");
        let kept = ["rb'a\\'b'", "f\"{y}\"", "'''q\n\"'' '''", "1_0.5e-3j", "0x_F", ".5", "1."];
        for one in kept {
            assert!(seen.iter().any(|word| word == one), "{one}: {seen:?}");
        }
    }

    #[test]
    fn the_lexer_refuses_the_same_texts_as_python_and_names_the_line() {
        for (text, what) in [
            ("x = (1,\n", "line 2: a bracket is never closed"),
            ("x = 1\ny = 'a\n", "line 2: a string is never closed"),
            ("'''", "line 1: a string is never closed"),
            ("if a:\n        b\n    c\n", "line 3: the indentation does not match any outer block"),
        ] {
            assert_eq!(words(text), Err(what.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_text_without_code_has_no_tokens() {
        for text in ["", "\n\n", "   ", "# only\n", "\\"] {
            assert!(words(text).is_ok_and(|words| words.len() <= 2), "{text:?}");
        }
    }
}
