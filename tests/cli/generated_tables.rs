//! Tests the generated tables of the manual and of the README. Each table is in its page
//! between `<!-- table: NAME -->` and `<!-- /table -->`. `MTS_TABLES=overwrite cargo test --test
//! cli generated_tables` writes them.

use cargo_mts::report::{RENDERERS, Renderer};
use mts_engine::properties::definition::relation::RelationKind;
use mts_engine::properties::language::question::PropertyFunction;
use mts_model::divergences::{CHAPTERS, all};
use mts_model::jdk::{EXCEPTIONS, JdkType, TYPES};
use mts_model::options::NamedOption;
use mts_model::{Cause, Operator, OperatorDefinition};
use serde_json::Value;
use std::path::Path;

/// The page of a table, its name there, and its text.
type Table = (&'static str, &'static str, fn() -> String);

const TABLES: &[Table] = &[
    ("docs/mutants/operators.md", "methods", operators_of_methods),
    ("docs/mutants/operators.md", "rules", rules_of_operators),
    ("docs/mutants/operators.md", "classes", operators_of_classes),
    ("docs/mutants/operators.md", "unsupported", unsupported_operators),
    ("docs/use/configuration.md", "top", || keys("")),
    ("docs/use/configuration.md", "roots", || keys("roots")),
    ("docs/use/configuration.md", "pairs", || keys("pairs")),
    ("docs/use/configuration.md", "programs", || keys("programs")),
    ("docs/use/configuration.md", "inputs", || keys("inputs")),
    ("docs/use/configuration.md", "hunt", || keys("hunt")),
    ("docs/use/configuration.md", "mutation", || keys("mutation")),
    ("docs/use/configuration.md", "mutation.skip", || keys("mutation.skip")),
    ("docs/use/configuration.md", "mts", || keys("mts")),
    ("docs/use/configuration.md", "compare", || keys("compare")),
    ("docs/use/configuration.md", "fragments", || keys("fragments")),
    ("docs/use/configuration.md", "variants", || keys("variants")),
    ("docs/use/configuration.md", "search", || keys("search")),
    ("docs/use/configuration.md", "gate", || keys("gate")),
    ("docs/use/configuration.md", "random", || keys("random")),
    ("docs/use/configuration.md", "budgets", || keys("budgets")),
    ("docs/use/configuration.md", "java", || keys("java")),
    ("docs/use/configuration.md", "python", || keys("python")),
    ("docs/use/configuration.md", "properties", || keys("properties")),
    ("docs/use/commands.md", "verdict-flags", flags_of_verdicts),
    ("docs/use/commands.md", "gate-flags", flags_of_the_gate),
    ("README.md", "files", || files_of_a_run(&["file", "reader or use"])),
    ("docs/use/reports.md", "files", || files_of_a_run(&["renderer", "file", "for"])),
    ("docs/use/verdicts.md", "causes", causes),
    ("docs/use/verdicts.md", "equality", equality_of_jdk_types),
    ("docs/use/verdicts.md", "exceptions", exceptions),
    ("docs/pairs/inputs.md", "types", jdk_types),
    ("docs/pairs/inputs.md", "values", values_of_jdk_types),
    ("docs/translation/properties.md", "functions", property_functions),
    ("docs/translation/properties.md", "relations", relations_of_inputs),
    ("docs/mutants/divergences.md", "numbers", || divergences("Numbers")),
    ("docs/mutants/divergences.md", "text", || divergences("Text")),
    ("docs/mutants/divergences.md", "evaluation", || divergences("Evaluation and control flow")),
    ("docs/mutants/divergences.md", "objects", || divergences("Objects and the library")),
    ("docs/mutants/divergences.md", "mirror", meanings_of_operators),
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
        let (shown, tail) = rest.split_once("<!-- /table -->").unwrap_or_else(|| panic!("{page}: {name} has no end"));
        let wanted = format!("{}\n", table());
        if shown == wanted {
            continue;
        }
        if is_overwriting {
            std::fs::write(&path, format!("{head}{begin}{wanted}<!-- /table -->{tail}")).expect("written");
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

/// Returns the files that every run writes, with the columns of this head.
///
/// The head has all three columns, or the last two.
fn files_of_a_run(head: &[&str]) -> String {
    let row = |renderer: &&dyn Renderer| {
        let cells = [code(renderer.name()), code(renderer.file()), renderer.description().to_owned()];
        cells[3 - head.len()..].to_vec()
    };
    table(head, RENDERERS.iter().map(row))
}

/// Returns the causes of a difference of the original functions.
fn causes() -> String {
    let row = |cause: &Cause| vec![code(cause.name()), format!("{}.", cause.description())];
    table(&["cause", "meaning"], Cause::ALL.iter().map(row))
}

/// Returns the functions that the expressions of a property can use.
fn property_functions() -> String {
    let row = |function: &PropertyFunction| {
        let call = format!("{function}({})", function.arguments().in_manual());
        vec![code(&call), cell(function.description())]
    };
    table(&["function", "result"], PropertyFunction::ALL.iter().map(row))
}

/// Returns the relations between the inputs of a program and of a derived program.
fn relations_of_inputs() -> String {
    let row = |kind: &RelationKind| vec![code(kind.example()), cell(kind.description())];
    table(&["relation", "the inputs of the derived program"], RelationKind::ALL.iter().map(row))
}

/// Returns the exceptions of the JDK, with the Python classes that are equal.
fn exceptions() -> String {
    let rows = EXCEPTIONS.iter().filter(|row| !row.python.is_empty());
    let rows = rows.map(|row| (row.name, row.python.iter().copied().map(code).collect::<Vec<_>>().join(", ")));
    grouped_table(&["Java", "Python"], rows)
}

/// Returns the types of the JDK for which the tool generates values.
fn jdk_types() -> String {
    let exception =
        "an exception of the first Python class in [the table of exceptions](../use/verdicts.md#equal-exceptions)";
    let exceptions = EXCEPTIONS.iter().filter(|row| row.is_input).map(|row| (row.name, exception.to_owned()));
    grouped_table(&["Java type", "the port gets"], rows_of_types(JdkType::port_value).chain(exceptions))
}

/// Returns the types of the JDK whose values have their own rule of equality.
fn equality_of_jdk_types() -> String {
    grouped_table(&["Java type", "equal when"], rows_of_types(JdkType::equality))
}

/// Returns the JDK types whose suite-file values are a text, an object or a map.
fn values_of_jdk_types() -> String {
    let value = |row: &JdkType| row.suite_value().map(|value| code(&value.to_string()));
    grouped_table(&["Java type", "written as"], rows_of_types(value))
}

/// Returns the names and the cells of the JDK types that have a cell.
fn rows_of_types(cell: impl Fn(&'static JdkType) -> Option<String>) -> impl Iterator<Item = (&'static str, String)> {
    TYPES.iter().filter_map(move |row| Some((row.name, cell(row)?)))
}

/// Returns a table that joins all names with the same cell in one line.
fn grouped_table(head: &[&str], rows: impl Iterator<Item = (&'static str, String)>) -> String {
    let mut lines: Vec<Vec<String>> = Vec::new();
    for (name, cell) in rows {
        match lines.iter_mut().find(|line| line[1] == cell) {
            Some(line) => line[0].push_str(&format!(", {}", code(name))),
            None => lines.push(vec![code(name), cell]),
        }
    }
    table(head, lines.into_iter())
}

/// Returns the keys of a section of the configuration, with their defaults. `section` is the path
/// of keys to the section.
fn keys(section: &str) -> String {
    let schema = schemars::schema_for!(cargo_mts::config::Config).to_value();
    let own = section.split('.').filter(|key| !key.is_empty()).fold(&schema, |own, key| {
        let property = &own["properties"][key];
        let section = property["$ref"].as_str().or(property["items"]["$ref"].as_str()).expect("a section");
        &schema["$defs"][section.rsplit('/').next().expect("a name")]
    });
    let is_required =
        |key: &str| own["required"].as_array().is_some_and(|required| required.iter().any(|one| one == key));
    let row = |(key, property): (&String, &Value)| {
        let meaning = property["description"].as_str().unwrap_or_else(|| panic!("{section}.{key} has no text"));
        let default = if is_required(key) { "required".to_owned() } else { default_of(property) };
        vec![code(key), default, cell(meaning)]
    };
    let properties = own["properties"].as_object().expect("keys");
    table(&["key", "default", "meaning"], properties.iter().map(row))
}

/// Returns the table cell for the default of a key; a section has no default.
fn default_of(property: &Value) -> String {
    let words =
        |items: &[Value]| items.iter().map(|item| item.as_str().expect("a word").to_owned()).collect::<Vec<_>>();
    match &property["default"] {
        Value::Null => "none".to_owned(),
        Value::String(word) if word.is_empty() => "none".to_owned(),
        Value::String(word) => code(word),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => code(&format!("[{}]", words(items).join(", "))),
        Value::Object(keys) if keys.is_empty() => "none".to_owned(),
        Value::Object(_) => String::new(),
        value => value.to_string(),
    }
}

/// Returns the flags of a group of `run`, from the parser.
fn flags_of(group: &str) -> Vec<clap::Arg> {
    let command = cargo_mts::cli::command();
    let run = command.find_subcommand("run").expect("the command");
    let group = run.get_groups().find(|own| own.get_id() == group).expect("the group");
    run.get_arguments().filter(|flag| group.get_args().any(|id| id == flag.get_id())).cloned().collect()
}

/// Returns the table of flags that affect verdicts, with their values and help.
fn flags_of_verdicts() -> String {
    let row = |flag: clap::Arg| {
        let names: Vec<String> = flag.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        let value = match flag.get_action().takes_values() {
            true if names.is_empty() => format!(" {}", flag.get_value_names().expect("a name")[0]),
            true => format!(" {}", names.join("|")),
            false => String::new(),
        };
        let help = flag.get_help().expect("a text").to_string();
        vec![code(&format!("--{}{value}", flag.get_long().expect("a name"))), cell(&help)]
    };
    table(&["option", "meaning"], flags_of("VerdictArgs").into_iter().map(row))
}

/// Returns the names of the gate's flags.
fn flags_of_the_gate() -> String {
    let flags: Vec<String> =
        flags_of("GateArgs").iter().map(|flag| code(&format!("--{}", flag.get_long().expect("a name")))).collect();
    format!("{}\n", flags.join(", "))
}

/// Returns one chapter of the table of divergences.
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

/// Returns the table of the Python code that the mirror inserts for each Java operator.
fn meanings_of_operators() -> String {
    let row = |meaning: &mts_model::divergences::Meaning| {
        let range = if meaning.wraps { "back in the range of the type" } else { "" };
        vec![code(meaning.op.java()), meaning.on.describe().to_owned(), code(meaning.text), range.to_owned()]
    };
    let unary = |meaning: &mts_model::divergences::UnaryMeaning| {
        let operator = format!("unary {}", code(meaning.op.java()));
        vec![operator, "integers".to_owned(), code(meaning.text), String::new()]
    };
    let rows = all().flat_map(|row| row.meaning).map(row);
    table(&["operator", "on", "Python", "then"], rows.chain(all().flat_map(|row| row.unary).map(unary)))
}

/// Returns a Markdown table.
fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    let ruler = vec!["---".to_owned(); head.len()];
    [line(&head), line(&ruler)].into_iter().chain(rows.map(|cells| line(&cells))).collect()
}

/// Returns the text of a cell: one line, without a full stop at its end.
fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|").trim_end_matches('.').to_owned()
}

/// Returns code in a cell.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}
