//! Extracts the code from a translator's answer.
//!
//! The module removes the fence, rejects prose, and finds the function. All functions of the module
//! are pure.

use crate::external_translators::failure::InvalidAnswer;
use mts_lang::SourceFile;
use mts_model::error::Result;
use mts_model::python_keywords::can_be_beside_name;
use mts_model::{Function, Language, Pair, Why};
use mts_translate::{Translation, recorded};

/// Statements of Python 2. A Python 2 text does not compile, but the text is code.
const PYTHON_2_STATEMENTS: [&str; 2] = ["exec", "print"];

/// Reads the translation of a function in an answer.
///
/// The function has one of these names and takes this number of arguments.
///
/// # Errors
/// Returns an internal error if the grammar cannot be loaded.
pub fn read(text: &str, names: &[String], arguments: usize) -> Result<Translation> {
    let code = match code(text) {
        Ok(code) => code,
        Err(why) => return Ok(Translation::Missing(why)),
    };
    let file = SourceFile::parse("translation.py", code.clone(), Language::Python)?;
    let of_name = |f: &&Function| names.contains(&f.name) && f.parent.is_none();
    let found: Vec<&Function> = file.functions.iter().filter(of_name).collect();
    if found.is_empty() {
        // Code with a syntax error may still contain the function. So the tool reports the syntax error, and no missing
        // function.
        if mts_lang::python::parses(&code) {
            let others: Vec<&str> = file.functions.iter().map(|f| f.name.as_str()).take(3).collect();
            let wanted = names.first().map_or("", String::as_str);
            let detail = match others.as_slice() {
                [] => format!("there is no `{wanted}`"),
                others => format!("there is no `{wanted}`, only `{}`", others.join("`, `")),
            };
            return Ok(Translation::Missing(InvalidAnswer::Absent.why(&detail)));
        }
    } else if let Some(twice) = twice(&found, arguments) {
        return Ok(Translation::Missing(InvalidAnswer::Several.why(&format!("`{}`", twice.qualified()))));
    }
    recorded::module(&code, names, arguments)
}

/// Reads the whole program in a text, for a pair of programs.
#[must_use]
pub fn program(text: &str, pair: &Pair) -> Translation {
    code(text).map_or_else(Translation::Missing, |code| recorded::script(&code, pair))
}

/// Returns a function that occurs twice with the same name and number of arguments.
///
/// Overloads with different numbers of arguments are valid.
fn twice<'f>(found: &[&'f Function], arguments: usize) -> Option<&'f Function> {
    let fits = |f: &&&Function| {
        let needed = f.params.iter().filter(|param| !param.optional).count();
        (needed..=f.params.len()).contains(&arguments)
    };
    let fitting: Vec<&&Function> = found.iter().filter(fits).collect();
    let is_repeated = |(at, f): &(usize, &&&Function)| fitting[..*at].iter().any(|g| g.qualified() == f.qualified());
    fitting.iter().enumerate().find(is_repeated).map(|(_, f)| **f)
}

/// Returns the code of an answer.
///
/// The code is the only fenced block, or the whole text if there is no fence.
///
/// # Errors
/// Returns an error with the reason if the answer is not code.
pub fn code(text: &str) -> std::result::Result<String, Why> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    if text.trim().is_empty() {
        return Err(InvalidAnswer::Empty.why(""));
    }
    let (mut blocks, mut outside): (Vec<String>, Vec<(usize, &str)>) = (Vec::new(), Vec::new());
    let mut open: Option<(&str, String)> = None;
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        match &mut open {
            Some((fence, block)) => {
                if trimmed.starts_with(*fence) && trimmed.chars().all(|c| fence.starts_with(c)) {
                    blocks.push(std::mem::take(block));
                    open = None;
                } else {
                    block.push_str(line);
                    block.push('\n');
                }
            }
            // A fence starts at the left edge. In code, these characters occur only inside strings,
            // after an indent.
            None => match ["```", "~~~"].into_iter().find(|fence| line.starts_with(*fence)) {
                Some(fence) => open = Some((fence, String::new())),
                None if trimmed.is_empty() => {}
                None => outside.push((number + 1, line)),
            },
        }
    }
    if open.is_some() {
        return Err(InvalidAnswer::Incomplete.why("no line of ``` or ~~~ ends the code block"));
    }
    match (blocks.len(), outside.first()) {
        (0, _) => match first_prose_line(&text) {
            Some(line) => Err(InvalidAnswer::Prose.why(&format!("line {line}"))),
            None => Ok(text),
        },
        (_, Some((line, _))) => Err(InvalidAnswer::Prose.why(&format!("line {line}"))),
        (1, None) => match blocks.pop() {
            Some(block) if block.trim().is_empty() => Err(InvalidAnswer::Empty.why("")),
            Some(block) => Ok(block),
            None => Err(InvalidAnswer::Empty.why("")),
        },
        (several, None) => Err(InvalidAnswer::Blocks.why(&several.to_string())),
    }
}

/// Returns the number of the first line of prose. The first line has number 1.
///
/// The function checks lines that start at the left edge and are outside of brackets, strings and
/// comments.
fn first_prose_line(text: &str) -> Option<usize> {
    let mut state = LineState::default();
    for (number, line) in text.lines().enumerate() {
        let starts = state.is_nothing() && line.starts_with(|c: char| !c.is_whitespace());
        let bare = state.pass(line);
        if starts && is_prose(&bare) {
            return Some(number + 1);
        }
    }
    None
}

/// Reports whether a line is prose. Prose has two words side by side, or certain marks.
///
/// The caller removes the strings and comments of the line before.
fn is_prose(line: &str) -> bool {
    let is_word = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_code = |word: &str| can_be_beside_name(word) || PYTHON_2_STATEMENTS.contains(&word);
    let mut words = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ' '));
    let beside = words.any(|run| {
        let run: Vec<&str> = run.split_whitespace().collect();
        run.windows(2).any(|pair| pair.iter().all(|word| is_word(word) && !is_code(word)))
    });
    let marks = line.replace("!=", "");
    beside || marks.contains(['!', '?', '$', '’'])
}

/// The place of the reader: inside brackets, a long string, or a continued line.
#[derive(Default)]
struct LineState {
    depth: usize,
    long: Option<&'static str>,
    is_continued: bool,
}

impl LineState {
    fn is_nothing(&self) -> bool {
        self.depth == 0 && self.long.is_none() && !self.is_continued
    }

    /// Reads a line and returns it without its strings and comments.
    fn pass(&mut self, line: &str) -> String {
        let mut bare = String::new();
        let mut rest = line;
        self.is_continued = line.ends_with('\\');
        while let Some(c) = rest.chars().next() {
            if let Some(quote) = self.long {
                let Some(end) = rest.find(quote) else { return bare };
                self.long = None;
                rest = &rest[end + 3..];
                continue;
            }
            if let Some(quote) = ["\"\"\"", "'''"].into_iter().find(|quote| rest.starts_with(*quote)) {
                self.long = Some(quote);
                rest = &rest[3..];
                bare.push('"');
                continue;
            }
            match c {
                '#' => return bare,
                '"' | '\'' => {
                    rest = after_text(rest, c);
                    bare.push('"');
                    continue;
                }
                '(' | '[' | '{' => self.depth += 1,
                ')' | ']' | '}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            bare.push(c);
            rest = &rest[c.len_utf8()..];
        }
        bare
    }
}

/// Returns the text after the string literal at the start of `text`.
///
/// An apostrophe in prose begins no literal and has no closing quote. The function then returns the
/// text after the apostrophe.
fn after_text(text: &str, quote: char) -> &str {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return &text[at + 1..],
            _ => {}
        }
    }
    &text[1..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        ["splitEvenly", "split_evenly"].map(str::to_owned).to_vec()
    }

    fn fault(text: &str) -> String {
        match read(text, &names(), 1).expect("reads") {
            Translation::Missing(why) => why.to_string(),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn module(text: &str) -> (String, String) {
        match read(text, &names(), 1).expect("reads") {
            Translation::Module { text, qualname, .. } => (text, qualname),
            other => panic!("{text}: {other:?}"),
        }
    }

    const CODE: &str = "import math\n\n\ndef split_evenly(a):\n    return a\n";

    #[test]
    fn a_code_fence_is_removed_and_other_text_around_code_is_an_error() {
        assert_eq!(module(CODE), (CODE.to_owned(), "split_evenly".to_owned()));
        for fenced in
            [format!("```python\n{CODE}```\n"), format!("\n```\r\n{CODE}```  \n\n"), format!("~~~py\n{CODE}~~~")]
        {
            assert_eq!(module(&fenced).0, CODE, "{fenced}");
        }
        for (text, line) in [
            (format!("Here is the code:\n```python\n{CODE}```\n"), 1),
            (format!("```python\n{CODE}```\nThis uses `a`.\n"), 8),
            (format!("Here is the translation:\n\n{CODE}"), 1),
            (format!("Sure!\n{CODE}"), 1),
            (format!("{CODE}\nNote that Python's integers don't overflow\n"), 7),
        ] {
            assert_eq!(fault(&text), format!("prose around the code: line {line}"), "{text}");
        }
        assert_eq!(fault(&format!("```\n{CODE}```\n```\n{CODE}```")), "several blocks of code: 2");
        assert_eq!(
            fault(&format!("```python\n{CODE}")),
            "the answer is incomplete: no line of ``` or ~~~ ends the code block"
        );
        for nothing in ["", " \n\n", "```\n```", "\u{feff}"] {
            assert_eq!(fault(nothing), "an empty answer");
        }
    }

    #[test]
    fn code_that_resembles_prose_is_accepted_as_code() {
        let code = "#!/usr/bin/env python\n# This is what it does!\n\"\"\"Splits a sum.\n\nDoes it hurt? No.\n\"\"\"\n\
                    from typing import List as L\nassert 1 != 2, \"not so!\"\nprint \"old style\"\nX = 1 if L else 2\n\
                    @overloaded\ndef split_evenly(a):\n    '''it's'''\n    return a\n\
                    Y = (1,\nX if X else Y)\nasync def g(b): pass\n\
                    T = not X and Y is not None\nif __name__ == '__main__':\n    pass\n";
        assert_eq!(super::code(code), Ok(code.to_owned()));
    }

    #[test]
    fn an_answer_without_the_function_or_with_two_of_its_name_is_invalid() {
        let absent = "the answer does not contain the function: there is no `splitEvenly`";
        assert_eq!(fault("def solve(a):\n    return a\n"), format!("{absent}, only `solve`"));
        assert_eq!(fault("x = 1\n"), absent);
        let twice = format!("{CODE}\n\ndef split_evenly(b):\n    return -b\n");
        assert_eq!(fault(&twice), "the answer contains the function more than once: `split_evenly`");
        let overload = format!("{CODE}\n\ndef split_evenly(b, c):\n    return -b\n");
        assert_eq!(module(&overload).1, "split_evenly", "the arguments distinguish overloads");
    }

    #[test]
    fn code_that_does_not_compile_is_still_a_translation() {
        for broken in ["def split_evenly(a):\n    return a +\n", "def splitEvenly(a) {\n    return a\n}\n"] {
            module(broken);
        }
    }
}
