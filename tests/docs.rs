//! What the documents show has to work: every `cargo mts` command in them parses with the command's
//! own definition, every subcommand and flag they name exists, and every one that exists is
//! documented. What the commands do is shown by the cases in `tests/cli`.

#![expect(clippy::expect_used, reason = "a test tells its failure by a panic")]

use std::collections::BTreeSet;
use std::path::Path;

/// Flags of other programs that the documents mention; `--x` is Java.
const FOREIGN_FLAGS: &[&str] = &[
    "--locked",
    "--path",
    "--git",
    "--release",
    "--all-targets",
    "--no-deps",
    "--lib",
    "--test",
    "--draw",
    "--repairs",
];

#[test]
fn every_command_shown_in_a_document_parses() {
    let mut problems = Vec::new();
    let mut seen = 0;
    for document in documents() {
        for (line, text) in document.commands() {
            seen += 1;
            let words = match words(&text) {
                Ok(words) => words,
                Err(why) => {
                    problems.push(format!("{}:{line}: `{text}`: {why}", document.path));
                    continue;
                }
            };
            if let Err(error) = parse(&words) {
                problems.push(format!("{}:{line}: `{text}`: {error}", document.path));
            }
        }
    }
    assert!(seen > 20, "only {seen} commands found: is the scanner blind?");
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn every_subcommand_and_flag_named_in_a_document_exists() {
    let known = flags_and_subcommands();
    let mut problems = Vec::new();
    for document in documents() {
        for (line, code) in document.inline_code() {
            if let Some(rest) = code.strip_prefix("cargo mts ").or_else(|| code.strip_prefix("cargo-mts ")) {
                let word = rest.split_whitespace().next().unwrap_or_default();
                let exists = known.contains(word) || word == "X" || word.starts_with('-');
                if !exists {
                    problems.push(format!("{}:{line}: there is no `cargo mts {word}`", document.path));
                }
            }
            for word in code.split([' ', ',', '=', '`']).filter(|w| w.starts_with("--") && w.len() > 3) {
                if !known.contains(word) && !FOREIGN_FLAGS.contains(&word) {
                    problems.push(format!("{}:{line}: there is no `{word}`", document.path));
                }
            }
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn every_subcommand_and_flag_is_documented() {
    let documents = documents();
    let manual = documents.iter().find(|d| d.path == "docs/commands.md").expect("docs/commands.md");
    let named: BTreeSet<String> = manual
        .inline_code()
        .iter()
        .flat_map(|(_, code)| code.split([' ', ',']).map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let missing: Vec<String> = flags_and_subcommands()
        .into_iter()
        .filter(|name| !matches!(name.as_str(), "help" | "--version") && !named.contains(name))
        .collect();
    assert!(missing.is_empty(), "docs/commands.md does not name {}", missing.join(", "));
}

#[test]
fn the_scanner_reads_commands_as_a_shell_would() {
    let document = Document {
        path: "x.md".to_owned(),
        text: [
            "```console",
            "$ cargo mts run --base 'a b' | head",
            "cargo mts is only output here",
            "$ MTS_CORPUS=x cargo mts bench \\",
            "    --json > out",
            "```",
            "```yaml",
            "      - run: cargo mts run --base \"origin/$BASE\" --head HEAD",
            "```",
            "```groovy",
            "sh 'cargo mts run --all'",
            "```",
            "Say `cargo mts list` or `--all`.",
        ]
        .join("\n"),
    };
    let shown: Vec<Vec<String>> = document.commands().iter().map(|(_, text)| words(text).expect("closed")).collect();
    let wanted: [&[&str]; 4] = [
        &["run", "--base", "a b"],
        &["bench", "--json"],
        &["run", "--base", "origin/$BASE", "--head", "HEAD"],
        &["run", "--all"],
    ];
    assert_eq!(shown, wanted);
    let inline: Vec<String> = document.inline_code().into_iter().map(|(_, code)| code).collect();
    assert_eq!(inline, ["cargo mts list", "--all"]);
}

/// Parses the words after `cargo mts` with the command's definition.
fn parse(words: &[String]) -> Result<(), String> {
    let all = std::iter::once("cargo-mts".to_owned()).chain(words.iter().cloned());
    match cargo_mts::cli::command().try_get_matches_from(all) {
        Ok(_) => Ok(()),
        Err(error) if !error.use_stderr() => Ok(()), // --help and --version are answers
        Err(error) => Err(error.to_string()),
    }
}

/// Every subcommand and every long flag, `--help` included.
fn flags_and_subcommands() -> BTreeSet<String> {
    let mut command = cargo_mts::cli::command();
    command.build();
    let mut names = BTreeSet::new();
    let mut todo: Vec<_> = command.get_subcommands().collect();
    while let Some(sub) = todo.pop() {
        if sub.is_hide_set() {
            continue;
        }
        names.insert(sub.get_name().to_owned());
        todo.extend(sub.get_subcommands().filter(|sub| sub.get_name() != "help"));
        let shown = sub.get_arguments().filter(|argument| !argument.is_hide_set());
        names.extend(shown.filter_map(|argument| argument.get_long()).map(|long| format!("--{long}")));
    }
    names.insert("--version".to_owned());
    names
}

/// A Markdown file of the project.
struct Document {
    /// Path from the root.
    path: String,
    text: String,
}

/// The files at the root and the manual.
fn documents() -> Vec<Document> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["", "docs/"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a readable folder") {
            let name = entry.expect("a readable entry").file_name().to_string_lossy().into_owned();
            if name.ends_with(".md") {
                let path = format!("{folder}{name}");
                let text = std::fs::read_to_string(root.join(&path)).expect("readable");
                found.push(Document { path, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

impl Document {
    /// Lines with their one-based numbers and the language of the fenced block they stand in;
    /// `None` outside of blocks. Fence lines are left out.
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

    /// What follows `cargo mts` in every command shown in a block, up to a pipe, a redirection or
    /// a separator. In `console` blocks only lines with a prompt are commands.
    fn commands(&self) -> Vec<(usize, String)> {
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
                // In `sh '...'` the command ends where the quote around it does.
                let around = text[..place].chars().last().filter(|c| matches!(c, '\'' | '"'));
                let command = &text[place + "cargo mts ".len()..];
                let end = around.and_then(|quote| command.find(quote)).unwrap_or(command.len());
                out.push((number, command[..end].to_owned()));
            }
        }
        out
    }

    /// Text between backticks outside of blocks, with line numbers.
    fn inline_code(&self) -> Vec<(usize, String)> {
        let outside = self.lines().into_iter().filter(|(_, inside, _)| inside.is_none());
        outside
            .flat_map(|(number, _, line)| {
                line.split('`').skip(1).step_by(2).map(move |code| (number, code.to_owned())).collect::<Vec<_>>()
            })
            .collect()
    }
}

/// Splits like a shell: quotes group, and an unquoted `|`, `>`, `;` or `&` ends the command.
fn words(text: &str) -> Result<Vec<String>, String> {
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
