//! Reads the project's Markdown files.
//!
//! This module finds the code blocks of the files, the commands in the blocks, and the words of a command.

use std::path::Path;

/// A Markdown file of the project.
pub struct Document {
    /// The path from the root.
    pub path: String,
    pub text: String,
}

/// Returns the Markdown files at the root and in the manual with its folders.
pub fn documents() -> Vec<Document> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![String::new(), "docs/".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root.join(&folder)).expect("a readable folder") {
            let entry = entry.expect("a readable entry");
            let path = format!("{folder}{}", entry.file_name().to_string_lossy());
            if !folder.is_empty() && entry.path().is_dir() {
                folders.push(format!("{path}/"));
            } else if path.ends_with(".md") {
                let text = std::fs::read_to_string(root.join(&path)).expect("readable");
                found.push(Document { path, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

impl Document {
    /// Returns the lines, with one-based numbers and the language of their fenced block.
    ///
    /// The language is `None` outside of blocks. The list has no fence lines.
    fn lines(&self) -> Vec<(usize, Option<&str>, &str)> {
        let mut language = None;
        let mut out = Vec::new();
        for (at, line) in self.text.lines().enumerate() {
            match (line.trim_start().strip_prefix("```"), language) {
                (Some(name), None) => language = Some(name.trim()),
                (Some(_), Some(_)) => language = None,
                (None, inside) => out.push((at + 1, inside, line)),
            }
        }
        out
    }

    /// Returns the text of each fenced block of a language.
    pub fn blocks(&self, language: &str) -> Vec<String> {
        let mut found: Vec<(usize, String)> = Vec::new();
        for (at, inside, line) in self.lines() {
            if inside == Some(language) {
                match found.last_mut() {
                    Some((last, text)) if *last + 1 == at => {
                        *last = at;
                        text.push_str(line);
                        text.push('\n');
                    }
                    _ => found.push((at, format!("{line}\n"))),
                }
            }
        }
        found.into_iter().map(|(_, text)| text).collect()
    }

    /// Returns the words after `cargo mts` of every command in a block. A command ends at a pipe, a
    /// redirection or a separator. In `console` blocks, only lines with a prompt are commands.
    pub fn commands(&self) -> Vec<(usize, String)> {
        let mut out = Vec::new();
        let lines = self.lines();
        let mut at = 0;
        while at < lines.len() {
            let (number, inside, first) = lines[at];
            let mut text = first.to_owned();
            while inside.is_some() && text.ends_with('\\') && at + 1 < lines.len() {
                text.pop();
                at += 1;
                text.push_str(lines[at].2.trim_start());
            }
            at += 1;
            let starts = match inside {
                None => continue,
                Some("console") => text.starts_with("$ "),
                Some(_) => !text.trim_start().starts_with('#'),
            };
            let Some(place) = ["cargo mts ", "cargo-mts "].iter().filter_map(|name| text.find(name)).min() else {
                continue;
            };
            if starts {
                // In `sh '...'`, the command ends at the closing quote.
                let around = text[..place].chars().last().filter(|c| matches!(c, '\'' | '"'));
                let command = &text[place + "cargo mts ".len()..];
                let end = around.and_then(|quote| command.find(quote)).unwrap_or(command.len());
                out.push((number, command[..end].to_owned()));
            }
        }
        out
    }

    /// Returns the text between backticks outside of blocks, with line numbers.
    pub fn inline_code(&self) -> Vec<(usize, String)> {
        let outside = self.lines().into_iter().filter(|(_, inside, _)| inside.is_none());
        outside
            .flat_map(|(number, _, line)| {
                line.split('`').skip(1).step_by(2).map(move |code| (number, code.to_owned())).collect::<Vec<_>>()
            })
            .collect()
    }
}

/// Splits a command like a shell.
///
/// Quotes group, and an unquoted `|`, `>`, `;` or `&` ends the command.
pub fn words(text: &str) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '|' | '>' | ';' | '&') => break,
            (None, c) if c.is_whitespace() => out.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("a {open} is not closed"));
    }
    out.extend(word);
    Ok(out)
}
