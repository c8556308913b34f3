//! Tests that the documents are correct. Every `cargo mts` command in them parses, every subcommand
//! and flag in them exists, and every existing subcommand and flag is documented. The cases in
//! `tests/cli/cases` show the effects of commands, and module `documented` runs every command of
//! the documents.

use crate::support::documents::{Document, documents, words};
use std::collections::BTreeSet;

/// The flags of other programs in the documents; `--x` is a Java expression.
const FOREIGN_FLAGS: &[&str] = &[
    "--ignored",
    "--labelled-at",
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

/// `init --workflow` writes the example file (`include_str!`), so the manual shows the same text.
#[test]
fn the_readme_and_the_manual_show_the_workflow_that_init_writes() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("a file of the repository");
    let shown = format!("```yaml\n{}```\n", read("examples/workflows/mts.yml"));
    for document in ["README.md", "docs/ci/action.md"] {
        assert!(read(document).contains(&shown), "{document} shows another workflow");
    }
}

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
    let manual = documents.iter().find(|d| d.path == "docs/use/commands.md").expect("docs/use/commands.md");
    let named: BTreeSet<String> = manual
        .inline_code()
        .iter()
        .flat_map(|(_, code)| code.split([' ', ',']).map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let missing: Vec<String> = flags_and_subcommands()
        .into_iter()
        .filter(|name| !matches!(name.as_str(), "help" | "--version") && !named.contains(name))
        .collect();
    assert!(missing.is_empty(), "docs/use/commands.md does not name {}", missing.join(", "));
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

/// Parses the words after `cargo mts` with the parser of the command.
fn parse(words: &[String]) -> Result<(), String> {
    let all = std::iter::once("cargo-mts".to_owned()).chain(words.iter().cloned());
    match cargo_mts::cli::command().try_get_matches_from(all) {
        Ok(_) => Ok(()),
        Err(error) if !error.use_stderr() => Ok(()), // for `--help` and `--version`
        Err(error) => Err(error.to_string()),
    }
}

/// Returns every subcommand and every long flag, also `--help`.
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
