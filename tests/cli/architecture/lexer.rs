//! Reads sources of Rust, Java and Python as words, punctuation marks and string literals.
//!
//! One lexer is enough for the three languages, because the tests need no syntax trees.

/// The language of a source.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    Rust,
    Java,
    Python,
}

/// A word, punctuation mark or literal of a file, with its one-based line.
pub struct Token {
    pub line: usize,
    pub text: String,
    pub is_literal: bool,
}

/// Returns the words, punctuation marks and string literals of a file.
///
/// The function stops at the tests of a Rust file, and skips comments.
pub fn read(text: &str, syntax: Syntax) -> Vec<Token> {
    let text = match syntax {
        Syntax::Rust => without_tests(text),
        Syntax::Java | Syntax::Python => text,
    };
    let mut lexer = Lexer { chars: text.chars().collect(), at: 0, line: 1, syntax, tokens: Vec::new() };
    while lexer.at < lexer.chars.len() {
        lexer.step();
    }
    lexer.tokens
}

/// Returns the text of a Rust file before its module of tests.
fn without_tests(text: &str) -> &str {
    let is_module = |line: &str| line.contains("mod ") && line.contains('{');
    let opens_tests = |at: &usize| {
        let mut lines = text[*at..].lines().skip(1).skip_while(|line| line.starts_with("#["));
        (*at == 0 || text[..*at].ends_with('\n')) && lines.next().is_some_and(is_module)
    };
    let conditions = ["#[cfg(test)]", "#[cfg(all(test"];
    let found = conditions.iter().flat_map(|start| text.match_indices(start)).map(|(at, _)| at).filter(opens_tests);
    &text[..found.min().unwrap_or(text.len())]
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    line: usize,
    syntax: Syntax,
    tokens: Vec<Token>,
}

impl Lexer {
    fn char(&self, ahead: usize) -> char {
        self.chars.get(self.at + ahead).copied().unwrap_or(' ')
    }

    fn starts_with(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(nth, c)| self.chars.get(self.at + nth) == Some(&c))
    }

    fn skip(&mut self, count: usize) {
        let end = (self.at + count).min(self.chars.len());
        self.line += self.chars[self.at..end].iter().filter(|c| **c == '\n').count();
        self.at = end;
    }

    fn skip_to(&mut self, end: &str) {
        while self.at < self.chars.len() && !self.starts_with(end) {
            self.skip(1);
        }
    }

    fn push(&mut self, line: usize, text: String, is_literal: bool) {
        self.tokens.push(Token { line, text, is_literal });
    }

    fn step(&mut self) {
        let (c, next) = (self.char(0), self.char(1));
        let is_python = self.syntax == Syntax::Python;
        if !is_python && self.starts_with("//") || is_python && c == '#' {
            self.skip_to("\n");
        } else if !is_python && self.starts_with("/*") {
            self.skip(2);
            self.skip_to("*/");
            self.skip(2);
        } else if is_python && (self.starts_with("\"\"\"") || self.starts_with("'''")) {
            self.literal(&String::from(c).repeat(3));
        } else if c == '"' || is_python && c == '\'' {
            self.literal(&String::from(c));
        } else if c == '\'' && (next == '\\' || self.char(2) == '\'') {
            // The token is a character, not a lifetime.
            self.skip(if next == '\\' { 3 } else { 2 });
            self.skip_to("'");
            self.skip(1);
        } else if self.syntax == Syntax::Rust && c == 'r' && matches!(next, '"' | '#') && self.opens_raw() {
            let hashes = self.chars[self.at + 1..].iter().take_while(|c| **c == '#').count();
            self.skip(2 + hashes);
            let (line, from) = (self.line, self.at);
            self.skip_to(&format!("\"{}", "#".repeat(hashes)));
            self.push(line, self.chars[from..self.at].iter().collect(), true);
            self.skip(1 + hashes);
        } else if c.is_alphanumeric() || c == '_' {
            let word: String = self.chars[self.at..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect();
            self.skip(word.chars().count());
            let is_prefix = is_python && matches!(self.char(0), '"' | '\'') && word.len() <= 2;
            if !is_prefix {
                self.push(self.line, word, false);
            }
        } else {
            let length = if matches!((c, next), ('=' | '!', '=') | ('=', '>')) { 2 } else { 1 };
            if !c.is_whitespace() {
                self.push(self.line, self.chars[self.at..self.at + length].iter().collect(), false);
            }
            self.skip(length);
        }
    }

    /// Reads a literal between two quotes.
    fn literal(&mut self, quote: &str) {
        let (line, mut text) = (self.line, String::new());
        self.skip(quote.len());
        while self.at < self.chars.len() && !self.starts_with(quote) {
            self.skip(usize::from(self.char(0) == '\\'));
            text.extend(self.chars.get(self.at));
            self.skip(1);
        }
        self.push(line, text, true);
        self.skip(quote.len());
    }

    /// Reports whether a raw string begins at an `r`.
    fn opens_raw(&self) -> bool {
        self.chars[self.at + 1..].iter().find(|c| **c != '#') == Some(&'"')
    }
}
