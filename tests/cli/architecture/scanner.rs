//! Reads the sources of all packages as words.
//!
//! This module finds files, their modules, the modules that they use, and test code. The
//! tests read Rust, Java and Python alike, so a parser of Rust is not enough.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A word or a punctuation mark, and its one-based line.
pub type Word = (usize, String);

/// One source file.
pub struct Source {
    pub path: String,
    pub text: String,
    /// The crate without its prefix; empty for the root package.
    home: String,
    pub module: String,
    /// Whether the file is the body of a `mod tests`.
    pub is_tests: bool,
    /// The number of `super` that lead to the crate root.
    depth: usize,
    /// The words and single punctuation marks, with their one-based lines. The list has no tests,
    /// because tests may use any module.
    pub tokens: Vec<Word>,
}

impl Source {
    pub fn new(path: String, text: String) -> Self {
        let (home, inside) = path.split_once("src/").expect("a source file");
        let inside = inside.trim_end_matches(".rs").to_owned();
        let home = home.trim_start_matches("crates/mts-").trim_end_matches('/').to_owned();
        let parts: Vec<&str> = inside.split('/').filter(|part| *part != "mod").collect();
        let first = parts.first().map_or(String::new(), |part| (*part).to_owned());
        let module = if home.is_empty() || home == "generate" { first } else { home.clone() };
        let depth = parts.len();
        let is_tests = inside.split('/').any(|part| part == "tests" || part.ends_with("_tests"));
        let tokens = if is_tests { Vec::new() } else { without_tests(tokens(&text)) };
        Self { path, text, home, module, is_tests, depth, tokens }
    }

    /// Reports whether the table of layers lists the top modules of the file's crate.
    fn has_modules(&self) -> bool {
        self.home.is_empty() || self.home == "generate"
    }

    pub fn token(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |(_, word)| word)
    }
}

/// Returns the folders of the packages. The folder of the root package (an empty text) is first.
pub fn crate_folders(root: &Path) -> Vec<String> {
    let mut folders: Vec<String> = std::fs::read_dir(root.join("crates"))
        .expect("a readable folder")
        .map(|entry| format!("crates/{}", entry.expect("a readable entry").file_name().to_string_lossy()))
        .collect();
    folders.sort();
    folders.insert(0, String::new());
    folders
}

/// Returns every `.rs` file below the `src` of each package.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in crate_folders(root) {
        let before = found.len();
        walk(&root.join(&folder).join("src"), "rs", &mut found);
        assert!(found.len() > before, "no sources below {folder}/src");
    }
    found.sort();
    let mut files = Vec::new();
    for path in found {
        let inside = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
        files.push(Source::new(inside, std::fs::read_to_string(&path).expect("readable")));
    }
    files
}

/// Returns the path and the words of every `.rs` file of packages and tests.
pub fn files_with_tests() -> Vec<(String, Vec<Word>)> {
    texts(&["src", "crates", "tests"], "rs").into_iter().map(|(path, text)| (path, tokens(&text))).collect()
}

/// Returns the path and the text of every file with this ending below the folders.
pub fn texts(folders: &[&str], ending: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    folders.iter().for_each(|folder| walk(&root.join(folder), ending, &mut found));
    found.sort();
    let read = |path: PathBuf| {
        let inside = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
        (inside, std::fs::read_to_string(&path).expect("readable"))
    };
    found.into_iter().map(read).collect()
}

fn walk(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            walk(&path, ending, found);
        } else if path.extension().is_some_and(|own| own == ending) {
            found.push(path);
        }
    }
}

/// Returns the modules that a file names, with lines.
///
/// A name begins with `crate::`, a crate's name, or enough `super::`.
pub fn modules_used(file: &Source) -> Vec<Word> {
    let mut used = Vec::new();
    let mut at = 0;
    while at < file.tokens.len() {
        let start = at;
        at += 1;
        let previous = start.checked_sub(1).map_or("", |i| file.token(i));
        let after = match file.token(start) {
            "crate" if path_follows(file, start + 1) && !file.has_modules() => {
                used.push((file.tokens[start].0, file.module.clone()));
                continue;
            }
            "crate" | "cargo_mts" | "mts_generate" if path_follows(file, start + 1) => start + 3,
            word if word.starts_with("mts_") && path_follows(file, start + 1) => {
                used.push((file.tokens[start].0, word.trim_start_matches("mts_").to_owned()));
                continue;
            }
            "super" if previous != ":" && file.has_modules() => {
                let (mut next, mut supers) = (start, 0);
                while file.token(next) == "super" && path_follows(file, next + 1) {
                    supers += 1;
                    next += 3;
                }
                if supers < file.depth {
                    continue;
                }
                next
            }
            _ => continue,
        };
        if file.token(after) != "{" {
            used.push((file.tokens[start].0, file.token(after).to_owned()));
            continue;
        }
        let (mut depth, mut next) = (0usize, after);
        while next < file.tokens.len() {
            match file.token(next) {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            let opens = depth == 1 && matches!(file.token(next), "{" | ",");
            let name = file.token(next + 1);
            if opens && name.starts_with(|c: char| c.is_alphabetic()) && name != "self" {
                used.push((file.tokens[next + 1].0, name.to_owned()));
            }
            next += 1;
        }
    }
    used
}

fn path_follows(file: &Source, at: usize) -> bool {
    file.token(at) == ":" && file.token(at + 1) == ":"
}

/// Removes every item under `#[cfg(test)]`.
pub fn without_tests(tokens: Vec<Word>) -> Vec<Word> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let marked = MARK.iter().enumerate().all(|(i, word)| tokens.get(at + i).is_some_and(|(_, t)| t == word));
        if !marked {
            out.push(tokens[at].clone());
            at += 1;
            continue;
        }
        at += MARK.len();
        let mut depth = 0usize;
        while let Some((_, word)) = tokens.get(at) {
            at += 1;
            match word.as_str() {
                "{" => depth += 1,
                "}" if depth <= 1 => break,
                "}" => depth -= 1,
                ";" if depth == 0 => break,
                _ => {}
            }
        }
    }
    out
}

/// The keys of serde and schemars whose text is a path to code.
const PATH_KEYS: &[&str] = &[
    "default",
    "deserialize_with",
    "from",
    "getter",
    "into",
    "remote",
    "schema_with",
    "serialize_with",
    "skip_serializing_if",
    "try_from",
    "with",
];

/// Reports whether a string after these words is a path to code: `#[serde(default = "here")]`.
fn is_path_next(before: &[Word]) -> bool {
    let [.., (_, key), (_, equals)] = before else { return false };
    if equals != "=" || !PATH_KEYS.contains(&key.as_str()) {
        return false;
    }
    let attribute = before.rsplit(|(_, word)| word == "]").next().unwrap_or(before);
    let opens = |words: &[Word]| matches!([0, 1, 2].map(|at| &*words[at].1), ["#", "[", "serde" | "schemars"]);
    attribute.windows(3).any(opens)
}

/// Returns Rust text as words and punctuation marks, without comments, strings, characters and
/// lifetimes. A string in an attribute stays if it is a path to code.
pub fn tokens(text: &str) -> Vec<Word> {
    let chars: Vec<char> = text.chars().collect();
    let is = |at: usize, c: char| chars.get(at) == Some(&c);
    let is_in_word = |at: usize| chars.get(at).is_some_and(|c| c.is_alphanumeric() || *c == '_');
    let (mut out, mut line, mut at) = (Vec::new(), 1, 0);
    while at < chars.len() {
        let from = at;
        match chars[at] {
            '/' if is(at + 1, '/') => at = (at..chars.len()).find(|i| is(*i, '\n')).unwrap_or(chars.len()),
            '/' if is(at + 1, '*') => {
                let mut depth = 0usize;
                loop {
                    if is(at, '/') && is(at + 1, '*') {
                        depth += 1;
                        at += 2;
                    } else if is(at, '*') && is(at + 1, '/') {
                        depth -= 1;
                        at += 2;
                    } else {
                        at += 1;
                    }
                    if depth == 0 || at >= chars.len() {
                        break;
                    }
                }
            }
            '"' => {
                at = end_of_string(&chars, at + 1);
                if is_path_next(&out) {
                    let path: String = chars[from + 1..at - 1].iter().collect();
                    out.extend(tokens(&path).into_iter().map(|(_, word)| (line, word)));
                }
            }
            'r' if is(at + 1, '"') || (is(at + 1, '#') && matches!(chars.get(at + 2), Some('"' | '#'))) => {
                let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
                let closes = |i: usize| is(i, '"') && (1..=hashes).all(|n| is(i + n, '#'));
                at = (at + hashes + 2..chars.len()).find(|i| closes(*i)).map_or(chars.len(), |i| i + hashes + 1);
            }
            '\'' if is(at + 1, '\\') => {
                at = (at + 3..chars.len()).find(|i| is(*i, '\'')).map_or(chars.len(), |i| i + 1);
            }
            '\'' if is(at + 2, '\'') => at += 3,
            '\'' => {
                at += 1;
                while is_in_word(at) {
                    at += 1;
                }
            }
            c if c.is_alphanumeric() || c == '_' => {
                while is_in_word(at) {
                    at += 1;
                }
                let word: String = chars[from..at].iter().collect();
                out.push((line, word));
            }
            c => {
                if !c.is_whitespace() {
                    out.push((line, c.to_string()));
                }
                at += 1;
            }
        }
        let end = at.min(chars.len());
        line += chars[from..end].iter().filter(|c| **c == '\n').count();
    }
    out
}

/// Returns the position after a string's closing quote.
fn end_of_string(chars: &[char], mut at: usize) -> usize {
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// Fails if there are problems, and prints one problem on each line.
pub fn none(problems: &[String]) {
    let mut text = String::new();
    for problem in problems {
        let _ = writeln!(text, "  {problem}");
    }
    assert!(problems.is_empty(), "\n{text}");
}
