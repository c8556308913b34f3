//! The tables of the manual that are generated from the code. Each stands in its page between `<!-- table: NAME -->` and
//! `<!-- /table -->`. `MTS_TABLES=overwrite cargo test --test cli generated_tables` writes them.

use mts_model::divergences::{CHAPTERS, all};
use mts_model::{Operator, OperatorDefinition};
use std::path::Path;

/// The page of a table, its name there, and its text.
type Table = (&'static str, &'static str, fn() -> String);

const TABLES: &[Table] = &[
    ("docs/operators.md", "methods", operators_of_methods),
    ("docs/operators.md", "rules", rules_of_operators),
    ("docs/operators.md", "classes", operators_of_classes),
    ("docs/operators.md", "unsupported", unsupported_operators),
    ("docs/configuration.md", "gate", || keys("gate")),
    ("docs/commands.md", "gate-flags", flags_of_the_gate),
    ("docs/divergences.md", "numbers", || divergences("Numbers")),
    ("docs/divergences.md", "text", || divergences("Text")),
    ("docs/divergences.md", "evaluation", || divergences("Evaluation and control flow")),
    ("docs/divergences.md", "objects", || divergences("Objects and the library")),
    ("docs/divergences.md", "mirror", meanings_of_operators),
];

#[test]
fn the_generated_tables_of_the_manual_are_current() {
    let is_overwriting = std::env::var_os("MTS_TABLES").is_some_and(|wish| wish == "overwrite");
    let mut problems = Vec::new();
    for (page, name, table) in TABLES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{page}: {error}"));
        let begin = format!("<!-- table: {name} -->\n\n");
        let (head, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("{page} has no table {name}"));
        let (shown, tail) = rest.split_once("\n<!-- /table -->").unwrap_or_else(|| panic!("{page}: {name} has no end"));
        let wanted = table();
        if shown == wanted {
            continue;
        }
        if is_overwriting {
            std::fs::write(&path, format!("{head}{begin}{wanted}\n<!-- /table -->{tail}")).expect("written");
        } else {
            problems.push(format!("{page}: the table `{name}` is stale"));
        }
    }
    let renew = "MTS_TABLES=overwrite cargo test --test cli generated_tables";
    assert!(problems.is_empty(), "{}\nrenew with {renew}", problems.join("\n"));
}

fn operators_of_methods() -> String {
    let row = |operator: &Operator| match operator.definition() {
        OperatorDefinition::Method { before, after, .. } => {
            Some(vec![operator.name().to_owned(), operator.description().to_owned(), code(before), code(after)])
        }
        _ => None,
    };
    table(&["operator", "what it does", "before", "after"], Operator::ALL.iter().filter_map(row))
}

fn rules_of_operators() -> String {
    let rule = |operator: &Operator| match operator.definition() {
        OperatorDefinition::Method { rule, .. } => Some(format!("- **{operator}**: {rule}\n")),
        _ => None,
    };
    Operator::ALL.iter().filter_map(rule).collect()
}

fn operators_of_classes() -> String {
    let row = |operator: &Operator| match operator.definition() {
        OperatorDefinition::Class { java, python } => {
            Some([operator.name(), operator.description(), java, python].map(str::to_owned).to_vec())
        }
        _ => None,
    };
    table(&["operator", "what it does", "Java", "Python"], Operator::CLASS.iter().filter_map(row))
}

fn unsupported_operators() -> String {
    let row = |operator: &Operator| {
        let reason = operator.unsupported_reason()?;
        Some([operator.name(), operator.description(), reason].map(str::to_owned).to_vec())
    };
    table(&["operator", "what it does", "why not"], Operator::CLASS.iter().filter_map(row))
}

/// The keys of a section of the configuration, with their defaults.
fn keys(section: &str) -> String {
    let schema = cargo_mts::config::schema();
    let defaults = serde_json::to_value(cargo_mts::config::Config::default()).expect("a configuration");
    let own = schema["properties"][section]["$ref"].as_str().expect("a section");
    let own = &schema["$defs"][own.rsplit('/').next().expect("a name")];
    let row = |(key, property): (&String, &serde_json::Value)| {
        let meaning = property["description"].as_str().unwrap_or_else(|| panic!("{section}.{key} has no text"));
        let default = match &defaults[section][key] {
            serde_json::Value::Null => "none".to_owned(),
            serde_json::Value::String(word) => code(word),
            value => value.to_string(),
        };
        vec![code(key), default, meaning.replace('\n', " ").trim_end_matches('.').to_owned()]
    };
    let properties = own["properties"].as_object().expect("keys");
    table(&["key", "default", "meaning"], properties.iter().map(row))
}

/// The flags of the gate, as `run --help` lists them.
fn flags_of_the_gate() -> String {
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_cargo-mts")).args(["run", "--help"]).output();
    let help = String::from_utf8(ran.expect("the tool starts").stdout).expect("UTF-8");
    let section = help.lines().skip_while(|line| *line != "Gate:").skip(1);
    let section = section.take_while(|line| line.is_empty() || line.starts_with(' '));
    let flags = section.filter_map(|line| line.split_whitespace().next().filter(|word| word.starts_with("--")));
    let flags: Vec<String> = flags.map(code).collect();
    format!("{}\n", flags.join(", "))
}

/// A chapter of the table of divergences.
fn divergences(chapter: &str) -> String {
    let (_, rows) = CHAPTERS.iter().find(|(title, _)| *title == chapter).expect("a chapter of the table");
    let row = |row: &mts_model::divergences::Divergence| {
        let id = format!("`{}`", row.id);
        let example = row.example;
        vec![
            id,
            row.title.replace('*', "\\*").replace('|', "\\|"),
            code(row.java),
            code(row.port),
            code(example.arguments),
            code(example.java),
            code(example.port),
        ]
    };
    table(&["name", "what differs", "Java", "a port", "with", "Java gives", "the port gives"], rows.iter().map(row))
}

/// Python code that the mirror inserts for an operator of Java.
fn meanings_of_operators() -> String {
    let row = |meaning: &mts_model::divergences::Meaning| {
        let range = if meaning.wraps { "back in the range of the type" } else { "" };
        vec![code(meaning.op.java()), meaning.on.describe().to_owned(), code(meaning.text), range.to_owned()]
    };
    table(&["operator", "on", "Python", "then"], all().flat_map(|row| row.meaning).map(row))
}

/// A Markdown table.
fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    let ruler = vec!["---".to_owned(); head.len()];
    [line(&head), line(&ruler)].into_iter().chain(rows.map(|cells| line(&cells))).collect()
}

/// Code in a cell.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}
