//! The parallel functions of AVATAR (Ahmad et al. 2023) and of the sets that it takes over: `NAME.java-python.java`
//! with a function a line, its port on the same line of `NAME.java-python.python`, and its name on that of
//! `NAME.java-python.id` where there is one. Lines are tokens with blanks between: `NEW_LINE`, `INDENT` and `DEDENT`
//! stand for Python's layout, and in texts `▁` for a blank. There are no calls: inputs are generated.

use super::folder::{self, Found, Loaded};
use crate::error::Result;
use crate::model::Language;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Loads every `NAME` among the files.
pub(super) fn load(files: &[PathBuf]) -> Result<Loaded> {
    let (mut rows, mut left_out) = (Vec::new(), Vec::new());
    for file in files {
        let path = file.to_string_lossy();
        let Some(stem) = path.strip_suffix(".java") else { continue };
        let Some(name) = stem.strip_suffix(".java-python").and_then(|stem| stem.rsplit('/').next()) else { continue };
        let beside = |end: &str| PathBuf::from(format!("{stem}{end}"));
        if !beside(".python").is_file() {
            left_out.push((name.to_owned(), "there is no file with the ports".to_owned()));
            continue;
        }
        let ids = if beside(".id").is_file() { folder::text(&beside(".id"))? } else { String::new() };
        let (java, python) = (folder::text(file)?, folder::text(&beside(".python"))?);
        if java.lines().count() != python.lines().count() {
            left_out.push((name.to_owned(), "the two files have not as many lines".to_owned()));
            continue;
        }
        let mut ids = ids.lines();
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for (number, (java, python)) in (1..).zip(java.lines().zip(python.lines())) {
            let own = ids.next().map(|id| id.trim().trim_matches('_').to_owned()).filter(|id| !id.is_empty());
            let id = own.map_or_else(|| format!("{name}-{number}"), |own| format!("{name}-{own}"));
            // One page may hold several functions.
            let nth = seen.entry(id.clone()).or_default();
            *nth += 1;
            let id = if *nth > 1 { format!("{id}-{nth}") } else { id };
            match pair(&id, java, python) {
                Ok(row) => rows.push(row),
                Err(why) => left_out.push((id, why)),
            }
        }
    }
    Ok(Loaded { rows, left_out })
}

fn pair(id: &str, java: &str, python: &str) -> std::result::Result<super::CorpusRow, String> {
    let body = texts_joined(java);
    let is_static = body.split_whitespace().any(|word| word == "static");
    let body = if is_static { body } else { format!("static {body}") };
    let java = format!("import java.util.*;\nimport java.util.stream.*;\nclass Corpus {{\n{body}\n}}\n");
    let python = format!("import math\nimport sys\n{}", laid_out(&texts_joined(python)));
    let named = |path: &str, text: &str, language| -> std::result::Result<String, String> {
        let file = folder::parse(path, text, language)?;
        let first = file.functions.first().map(|function| function.name.clone());
        first.ok_or_else(|| format!("there is no function in {path}"))
    };
    let method = named("the Java line", &java, Language::Java)?;
    let function = named("the Python line", &python, Language::Python)?;
    let (method, function) = (method.as_str(), function.as_str());
    folder::row(Found {
        id: id.to_owned(),
        java: java.clone(),
        python: python.clone(),
        method,
        function,
        inputs: Vec::new(),
    })
}

/// Texts between quotes without the blanks that their tokens have between them, and with those that `▁` stands for.
fn texts_joined(line: &str) -> String {
    let (mut out, mut open, mut chars) = (String::new(), None, line.chars().peekable());
    while let Some(c) = chars.next() {
        match (open, c) {
            (None, '"' | '\'') => {
                open = Some(c);
                out.push(c);
            }
            (Some(_), '\\') => {
                out.push(c);
                out.extend(chars.next());
            }
            (Some(quote), c) if c == quote => {
                open = None;
                out.push(c);
            }
            (Some(_), ' ') => {}
            (Some(_), '▁') => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}

/// Python's lines and indentation from its tokens.
fn laid_out(tokens: &str) -> String {
    let (mut out, mut depth, mut begins) = (String::new(), 0_usize, true);
    let mut rest = tokens;
    while !rest.is_empty() {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        rest = after;
        match word {
            "NEW_LINE" => {
                out.push('\n');
                begins = true;
            }
            "INDENT" => depth += 1,
            "DEDENT" => depth = depth.saturating_sub(1),
            // Two blanks in a text.
            "" if !begins => out.push(' '),
            "" => {}
            _ => {
                out.push_str(&if begins { "    ".repeat(depth) } else { " ".to_owned() });
                out.push_str(word);
                begins = false;
            }
        }
    }
    out + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_tokens_become_functions_with_their_layout_and_texts() {
        let folder = tempfile::tempdir().expect("a folder");
        let java = "static int twice ( int n ) { if ( n < 0 ) { return 0 ; } System . out . println ( \" a ▁ b \" ) ; return 2 * n ; }\n\
                    int broken ( int\n";
        let python = "def twice ( n ) : NEW_LINE INDENT if n < 0 : NEW_LINE INDENT return 0 NEW_LINE DEDENT print ( \" a ▁ b \" ) NEW_LINE \
                      return 2 * n NEW_LINE DEDENT\ndef broken ( n ) : NEW_LINE INDENT return n NEW_LINE DEDENT\n";
        for (end, text) in [("java", java), ("python", python), ("id", "TWICE\nBROKEN\n")] {
            std::fs::write(folder.path().join(format!("test.java-python.{end}")), text).expect("written");
        }
        let loaded = folder::load(folder.path()).expect("loads");
        assert_eq!(loaded.rows.len(), 1, "{:?}", loaded.left_out);
        assert_eq!(loaded.left_out[0].0, "test-BROKEN");
        let row = &loaded.rows[0];
        assert_eq!((row.id.as_str(), row.java_method.as_str(), row.inputs.len()), ("test-TWICE", "twice", 0));
        assert!(row.java.contains("println ( \"a b\" )"), "{}", row.java);
        let expected =
            "def twice ( n ) :\n    if n < 0 :\n        return 0\n    print ( \"a b\" )\n    return 2 * n\n\n";
        assert!(row.python.ends_with(expected), "{}", row.python);
    }
}
