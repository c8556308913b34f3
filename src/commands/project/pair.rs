//! `cargo mts pair`: prints doubtful pairs, or writes them as comments into the configuration.
//!
//! A pair counts only after a person removes the `#`.

use crate::config::{self, Config};
use crate::git::Repository;
use crate::run::repository::revision_pairs::{self, ListRequest};
use mts_model::Pair;
use mts_model::bounded_text::{SETTINGS_BYTES, read_text};
use mts_model::error::{Error, Result};
use std::fmt::Write as _;

/// Returns the pairs below this confidence as text, or writes them into the configuration.
///
/// Pairs that a person stated are never doubtful.
///
/// # Errors
/// Returns an error if the repository cannot be read. If `write` is set, returns a usage error if there is no
/// configuration, and an environment error in a bare repository.
pub fn doubtful(request: &ListRequest, below: f64, write: bool) -> Result<String> {
    let listed = revision_pairs::find(request)?;
    let pairs: Vec<&Pair> = listed
        .pairing
        .pairs
        .iter()
        .filter(|pair| !pair.reason.rule.is_explicit() && pair.reason.confidence < below)
        .collect();
    if !write {
        let shown: String = pairs.iter().map(|pair| entry(pair)).collect();
        return Ok(format!("{shown}{}\n", count(pairs.len(), "doubtful pair")));
    }
    let repository = Repository::discover(&request.directory)?;
    let root = repository.root().ok_or_else(|| {
        Error::environment("a bare repository has no working tree with a configuration")
            .at(request.directory.display().to_string())
            .help("give the folder of a working tree with -C")
    })?;
    let path = request.config.clone().unwrap_or_else(|| root.join(config::FILE));
    if !path.is_file() {
        return Err(Error::usage(format!("the configuration {} does not exist", path.display()))
            .help("run `cargo mts init` to write a configuration"));
    }
    let text = read_text(&path, SETTINGS_BYTES).map_err(|error| Error::io("read the configuration", &path, &error))?;
    let new: Vec<&Pair> = pairs.into_iter().filter(|pair| !mentions(&text, pair)).collect();
    if !new.is_empty() {
        let entries: String = new.iter().map(|pair| entry(pair)).collect();
        let written = with_entries(&text, &entries);
        // The tool writes the file only if the tool can parse the new text.
        Config::parse(&written, &path.display().to_string())?;
        std::fs::write(&path, written).map_err(|error| Error::io("write the configuration", &path, &error))?;
    }
    Ok(format!("wrote {} to {} as comments\n", count(new.len(), "doubtful pair"), path.display()))
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Returns an entry of `pairs` as a comment.
fn entry(pair: &Pair) -> String {
    let quoted = |text: String| serde_json::json!(text).to_string();
    let mut text = String::new();
    let _ = writeln!(text, "#  {:.2}: {}", pair.reason.confidence, pair.reason.detail);
    let _ = writeln!(text, "#  - java: {}", quoted(pair.java.selector()));
    let _ = writeln!(text, "#    python: {}", quoted(pair.python.selector()));
    text
}

/// Reports whether the configuration already contains the pair, also in a comment.
///
/// If a person keeps the pair as a comment, the command does not suggest the pair again.
fn mentions(text: &str, pair: &Pair) -> bool {
    let (java, python) = (pair.java.selector(), pair.python.selector());
    let lines: Vec<&str> = text.lines().collect();
    lines.windows(2).any(|two| two[0].contains(&java) && two[1].contains(&python))
}

/// Inserts the entries below the key `pairs` of the configuration. Adds a missing key at the end.
fn with_entries(text: &str, entries: &str) -> String {
    let head = "# Doubtful pairs. If a pair is right, remove the `#` of its lines `java` and `python` (and the [] above). If a pair is wrong, add its Java function to `unpaired`.";
    let is_key = |line: &&str| line.strip_prefix("pairs:").is_some();
    let ends = text.is_empty() || text.ends_with('\n');
    let Some(key) = text.lines().find(is_key) else {
        let newline = if ends { "" } else { "\n" };
        return format!("{text}{newline}\npairs: []\n{head}\n{entries}");
    };
    let mut out = String::new();
    let mut written = false;
    for line in text.lines() {
        let _ = writeln!(out, "{line}");
        if line == key && !written {
            written = true;
            if !text.contains(head) {
                let _ = writeln!(out, "{head}");
            }
            out.push_str(entries);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposed_entries_are_comments_below_the_key_and_do_not_change_the_configuration() {
        let entries = "#  - java: \"A.java#A.f()\"\n#    python: \"a.py:f\"\n";
        for text in ["", "pairs: []\nunpaired: []\n", "seed: 7", "pairs:\n  - java: A.g\n    python: a.py:g\n"] {
            let written = with_entries(text, entries);
            assert!(written.contains(entries), "{written}");
            let parsed = |text: &str| Config::parse(text, "mts.yml").map(|config| config.pairs);
            if let Ok(before) = parsed(text) {
                assert_eq!(before, parsed(&written).expect("still a configuration"), "{written}");
            }
        }
    }
}
