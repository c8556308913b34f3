//! Extracts the code of a translator's answer: removes the fence, refuses prose, and finds the function. Pure: text
//! in, a translation or a reason out.

use crate::external_translators::failure::InvalidAnswer;
use mts_lang::SourceFile;
use mts_model::error::Result;
use mts_model::{Function, Language, Pair, Why};
use mts_translate::{Translation, recorded};

/// Words of Python that may stand beside a name. `print` and `exec` are statements of Python 2: what is
/// written in that does not compile, but is code.
const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "case", "class", "continue", "def", "del", "elif", "else",
    "except", "exec", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "match", "nonlocal",
    "not", "or", "pass", "print", "raise", "return", "try", "type", "while", "with", "yield",
];

/// Reads the translation in a text. It is for a function of one of these names that takes so many arguments.
///
/// # Errors
/// A bug error when the grammar cannot be loaded.
pub fn read(text: &str, names: &[String], arguments: usize) -> Result<Translation> {
    let code = match code(text) {
        Ok(code) => code,
        Err(why) => return Ok(Translation::Missing(why)),
    };
    let file = SourceFile::parse("translation.py", code.clone(), Language::Python)?;
    let of_name = |f: &&Function| names.contains(&f.name) && f.parent.is_none();
    let found: Vec<&Function> = file.functions.iter().filter(of_name).collect();
    if found.is_empty() {
        // In what does not parse a function may be hidden; what does not compile is reported as such.
        if mts_lang::python::parses(&code) {
            let others: Vec<&str> = file.functions.iter().map(|f| f.name.as_str()).take(3).collect();
            let wanted = names.first().map_or("", String::as_str);
            let detail = match others.as_slice() {
                [] => format!("there is no `{wanted}`"),
                others => format!("there is no `{wanted}` but `{}`", others.join("`, `")),
            };
            return Ok(Translation::Missing(InvalidAnswer::Absent.why(&detail)));
        }
    } else if let Some(twice) = twice(&found, arguments) {
        return Ok(Translation::Missing(InvalidAnswer::Several.why(&format!("`{}`", twice.qualified()))));
    }
    recorded::module(&code, names, arguments)
}

/// The whole program that a text is, for a pair of programs.
#[must_use]
pub fn program(text: &str, pair: &Pair) -> Translation {
    code(text).map_or_else(Translation::Missing, |code| recorded::script(&code, pair))
}

/// A function that is there twice under one name, for the same arguments. Overloads that are told apart by
/// their number are none.
fn twice<'f>(found: &[&'f Function], arguments: usize) -> Option<&'f Function> {
    let fits = |f: &&&Function| {
        let needed = f.params.iter().filter(|param| !param.optional).count();
        (needed..=f.params.len()).contains(&arguments)
    };
    let fitting: Vec<&&Function> = found.iter().filter(fits).collect();
    let again = |(at, f): &(usize, &&&Function)| fitting[..*at].iter().any(|g| g.qualified() == f.qualified());
    fitting.iter().enumerate().find(again).map(|(_, f)| **f)
}

/// The code of an answer: the one fenced block where there is one, else the text as it is.
///
/// # Errors
/// The named reason why it is none.
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
            // A fence opens a line; in code it can only be inside of a text, further in.
            None => match ["```", "~~~"].into_iter().find(|fence| line.starts_with(*fence)) {
                Some(fence) => open = Some((fence, String::new())),
                None if trimmed.is_empty() => {}
                None => outside.push((number + 1, line)),
            },
        }
    }
    if open.is_some() {
        return Err(InvalidAnswer::CutOff.why("the fence is not closed"));
    }
    match (blocks.len(), outside.first()) {
        (0, _) => match prose(&text) {
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

/// The first line of prose, counted from 1.
///
/// It looks at lines at the left edge, outside of brackets, texts and comments.
fn prose(text: &str) -> Option<usize> {
    let mut inside = Inside::default();
    for (number, line) in text.lines().enumerate() {
        let starts = inside.is_nothing() && line.starts_with(|c: char| !c.is_whitespace());
        let bare = inside.pass(line);
        if starts && is_prose(&bare) {
            return Some(number + 1);
        }
    }
    None
}

/// Whether a line without texts and comments is prose: two names side by side, or a mark.
fn is_prose(line: &str) -> bool {
    let is_word = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut words = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ' '));
    let beside = words.any(|run| {
        let run: Vec<&str> = run.split_whitespace().collect();
        run.windows(2).any(|pair| pair.iter().all(|word| is_word(word) && !KEYWORDS.contains(word)))
    });
    let marks = line.replace("!=", "");
    beside || marks.contains(['!', '?', '$', '’'])
}

/// The state of the reader: inside brackets, a long text, or a continued line.
#[derive(Default)]
struct Inside {
    depth: usize,
    long: Option<&'static str>,
    goes_on: bool,
}

impl Inside {
    fn is_nothing(&self) -> bool {
        self.depth == 0 && self.long.is_none() && !self.goes_on
    }

    /// Passes a line and gives it without its texts and comments.
    fn pass(&mut self, line: &str) -> String {
        let mut bare = String::new();
        let mut rest = line;
        self.goes_on = line.ends_with('\\');
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

/// The text after a short string; an apostrophe that is not closed belongs to prose.
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
    fn a_fence_is_taken_off_and_all_else_around_code_is_prose() {
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
        assert_eq!(fault(&format!("```python\n{CODE}")), "cut off: the fence is not closed");
        for nothing in ["", " \n\n", "```\n```", "\u{feff}"] {
            assert_eq!(fault(nothing), "an empty answer");
        }
    }

    #[test]
    fn code_that_reads_like_words_is_code() {
        let code = "#!/usr/bin/env python\n# This is what it does!\n\"\"\"Splits a sum.\n\nDoes it hurt? No.\n\"\"\"\n\
                    from typing import List as L\nassert 1 != 2, \"not so!\"\nprint \"old style\"\nX = 1 if L else 2\n\
                    @overloaded\ndef split_evenly(a):\n    '''it's'''\n    return a\n\
                    Y = (1,\nX if X else Y)\nasync def g(b): pass\n\
                    T = not X and Y is not None\nif __name__ == '__main__':\n    pass\n";
        assert_eq!(super::code(code), Ok(code.to_owned()));
    }

    #[test]
    fn another_function_and_several_of_one_name_are_no_translation() {
        assert_eq!(fault("def solve(a):\n    return a\n"), "another function: there is no `splitEvenly` but `solve`");
        assert_eq!(fault("x = 1\n"), "another function: there is no `splitEvenly`");
        let again = format!("{CODE}\n\ndef split_evenly(b):\n    return -b\n");
        assert_eq!(fault(&again), "the function more than once: `split_evenly`");
        let overload = format!("{CODE}\n\ndef split_evenly(b, c):\n    return -b\n");
        assert_eq!(module(&overload).1, "split_evenly", "overloads are told apart by their arguments");
    }

    #[test]
    fn what_does_not_compile_is_a_translation_all_the_same() {
        for broken in ["def split_evenly(a):\n    return a +\n", "def splitEvenly(a) {\n    return a\n}\n"] {
            module(broken);
        }
    }
}
