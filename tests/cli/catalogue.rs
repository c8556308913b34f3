//! Tests that the manual is complete. Every name that the code prints, makes, reads or writes is in
//! the manual, and every name in the manual's lists is in the code. `docs.rs` checks commands and
//! flags, and `architecture` checks the layers.

use mts_model::error::ExitCode;
use mts_model::report::{RunReport, Scores};
use mts_model::{FindingKind, KillReason, Severity, State, Verdict};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The schemas that the tool prints, and their files; `.ci/run` has the same list.
const SCHEMAS: [(&str, &str); 3] = [
    ("config", "schema/mts.schema.json"),
    ("report", "schema/report.schema.json"),
    ("suite", "schema/suite.schema.json"),
];

#[test]
fn the_tables_of_exit_codes_are_the_ones_of_the_code() {
    let wanted: Vec<Vec<String>> =
        ExitCode::ALL.iter().map(|code| vec![(*code as u8).to_string(), code.meaning().to_owned()]).collect();
    for file in ["README.md", "docs/use/exit-codes.md"] {
        let rows = table_rows(&read(file));
        let start = rows.iter().position(|row| row == &["code", "meaning"]);
        let start = start.unwrap_or_else(|| panic!("{file} has no table of exit codes")) + 1;
        let end = (start + wanted.len()).min(rows.len());
        assert_eq!(rows[start..end], wanted, "{file}: the table of exit codes is not error::ExitCode::ALL");
    }
}

#[test]
fn the_manual_explains_every_word_of_a_verdict() {
    let text = read("docs/use/verdicts.md");
    let states = [State::Ok, State::NotCompiled, State::Exception, State::Timeout, State::Incomplete, State::Missing]
        .map(State::word);
    let verdicts = Verdict::EACH.map(Verdict::word);
    let kinds = [
        FindingKind::Original,
        FindingKind::Mutant,
        FindingKind::Fragment,
        FindingKind::Variant,
        FindingKind::Property,
        FindingKind::Drift,
    ]
    .map(|kind| serde_json::to_value(kind).expect("a word"));
    let severities =
        [Severity::Error, Severity::Warning, Severity::Note].map(|s| serde_json::to_value(s).expect("a word"));
    let words = states.iter().chain(&verdicts).copied().chain([KillReason::Mismatch.word()]);
    for word in words.chain(kinds.iter().chain(&severities).map(|word| word.as_str().expect("text"))) {
        assert!(text.contains(&format!("`{word}`")), "docs/use/verdicts.md does not explain `{word}`");
    }
}

#[test]
fn every_key_of_the_report_is_documented() {
    let text = read("docs/use/reports.md");
    let mut keys = BTreeSet::new();
    property_names(schemars::schema_for!(RunReport).as_value().get("properties"), &mut keys);
    property_names(schemars::schema_for!(Scores).as_value().get("properties"), &mut keys);
    let missing: Vec<&String> = keys.iter().filter(|key| !text.contains(&format!("`{key}`"))).collect();
    assert!(missing.is_empty(), "docs/use/reports.md does not name {missing:?}");
}

#[test]
fn every_text_for_a_terminal_is_documented() {
    let rows = table_rows(&read("docs/use/reports.md"));
    let documented: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    for entry in std::fs::read_dir(root().join("src/report/text")).expect("the folder") {
        let name = entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned();
        assert!(name == "mod" || documented.contains(name.as_str()), "docs/use/reports.md has no row for `{name}`");
    }
}

#[test]
fn every_configuration_key_is_in_the_manual() {
    let schema: Json = serde_json::from_str(&tool(&["schema", "config"])).expect("a JSON schema");
    let mut keys = BTreeSet::new();
    all_properties(&schema, &mut keys);
    assert!(keys.contains("gate"), "the schema of the configuration has no `gate`: {keys:?}");
    let documented: BTreeSet<String> =
        table_rows(&read("docs/use/configuration.md")).into_iter().map(|row| row[0].clone()).collect();
    let missing: Vec<&String> = keys.difference(&documented).collect();
    assert!(missing.is_empty(), "docs/use/configuration.md has no row for {missing:?}: add the table of their section");
}

#[test]
fn the_schemas_on_disk_are_the_ones_the_tool_prints() {
    for (of, path) in SCHEMAS {
        let same = read(path) == tool(&["schema", of]);
        assert!(same, "{path} is stale: cargo run -- schema {of} > {path}");
    }
}

#[test]
fn the_gate_inputs_of_the_action_are_flags_that_its_script_passes() {
    let (action, script, manual) = (read("action.yml"), read("action/run.sh"), read("docs/ci/action.md"));
    let help = tool(&["run", "--help"]);
    let section = action.split("  # The gate;").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("the gate");
    let names = section.lines().filter_map(|line| line.strip_prefix("  ")?.strip_suffix(':'));
    let names: Vec<&str> = names.filter(|name| !name.starts_with(' ')).collect();
    assert!(names.contains(&"max-mts"), "cannot read the inputs of action.yml: {names:?}");
    for name in names {
        let variable = format!("INPUT_{}", name.to_uppercase().replace('-', "_"));
        let is_passed = script.contains(&format!("flag --{name} \"${{{variable}:-}}\""))
            || script.contains(&format!("\"${{{variable}:-}}\" = true ]; then argv+=(--{name}); fi"));
        assert!(help.contains(&format!("--{name}")), "`run` has no flag --{name}");
        assert!(is_passed, "action/run.sh does not pass --{name}");
        assert!(
            action.contains(&format!("{variable}: ${{{{ inputs.{name} }}}}")),
            "action.yml does not set {variable}"
        );
        assert!(manual.contains(&format!("`{name}`")), "docs/ci/action.md does not name `{name}`");
    }
}

#[test]
fn every_subcommand_has_a_case_in_tests_cli() {
    let cases: Vec<(String, String)> = files_below(&root().join("tests/cli/cases"), "")
        .into_iter()
        .map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), path))
        .map(|(name, path)| (name, std::fs::read_to_string(path).unwrap_or_default()))
        .collect();
    let help = tool(&["--help"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).filter(|n| *n != "help").collect();
    assert!(names.contains(&"run"), "cannot read the commands from --help:\n{help}");
    for name in names {
        let forms =
            [format!("cargo-mts {name}"), format!("cargo mts {name}"), format!("mts {name}"), format!("\"{name}\"")];
        let shown =
            cases.iter().any(|(file, text)| file.starts_with(name) || forms.iter().any(|form| text.contains(form)));
        assert!(shown, "tests/cli/cases has no case for `{name}`");
    }
}

#[test]
fn the_summary_lists_every_chapter() {
    let (manual, summary) = (root().join("docs"), read("docs/SUMMARY.md"));
    for path in files_below(&manual, "md") {
        let name = path.strip_prefix(&manual).expect("a page of the manual").to_string_lossy().into_owned();
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "docs/SUMMARY.md leaves out {name}");
    }
}

#[test]
fn every_link_between_documents_has_an_existing_target() {
    let mut problems = Vec::new();
    let mut pages = files_below(&root().join("docs"), "md");
    pages.extend(std::fs::read_dir(root()).expect("the root").map(|entry| entry.expect("an entry").path()));
    for page in pages.iter().filter(|page| page.extension().is_some_and(|ending| ending == "md")) {
        let text = std::fs::read_to_string(page).expect("readable");
        for target in links(&text) {
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path = if file.is_empty() { page.clone() } else { page.parent().expect("a folder").join(file) };
            let there = std::fs::read_to_string(&path);
            let found = match &there {
                Ok(text) => anchor.is_empty() || text.lines().any(|line| anchor_of(line).as_deref() == Some(anchor)),
                Err(_) => path.exists(),
            };
            if !found {
                problems.push(format!("{}: `{target}` leads nowhere", page.display()));
            }
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn the_readme_marks_the_commands_that_ci_runs() {
    let readme = read("README.md");
    for name in ["demo", "test"] {
        let inside = readme.split(&format!("<!-- ci:{name} -->")).nth(1);
        let inside = inside.and_then(|rest| rest.split(&format!("<!-- /ci:{name} -->")).next()).unwrap_or_default();
        let commands = inside.lines().filter(|line| line.starts_with("$ ")).count();
        assert_eq!(commands, 1, "README.md: one command between the markers ci:{name}");
    }
}

#[test]
fn the_oldest_rust_is_the_same_everywhere() {
    let version = env!("CARGO_PKG_RUST_VERSION");
    for (file, text) in [
        ("README.md", format!("Rust {version} or newer")),
        ("docs/start.md", format!("Rust {version} or newer")),
        (".github/workflows/ci.yml", format!("cargo +{version} check")),
    ] {
        assert!(read(file).contains(&text), "{file} does not say `{text}`, which Cargo.toml does");
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the standard output of the tool.
fn tool(arguments: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_cargo-mts")).args(arguments).output().expect("the tool starts");
    assert!(done.status.success(), "cargo mts {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("UTF-8")
}

/// Returns the files below a folder with this ending; an empty ending selects all files.
fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            out.extend(files_below(&path, ending));
        } else if ending.is_empty() || path.extension().is_some_and(|found| found == ending) {
            out.push(path);
        }
    }
    out.sort();
    out
}

/// Returns the rows of every Markdown table, with heads and without rulers. The cells have no
/// backticks.
fn table_rows(text: &str) -> Vec<Vec<String>> {
    let is_row = |line: &&str| line.starts_with("| ") && line.ends_with(" |") && !line.contains("| --");
    let cell = |cell: &str| cell.trim().trim_matches('`').replace("\\|", "|");
    text.lines().filter(is_row).map(|line| line[2..line.len() - 2].split(" | ").map(cell).collect()).collect()
}

/// Adds every name under `properties`, at any depth.
fn all_properties(schema: &Json, keys: &mut BTreeSet<String>) {
    match schema {
        Json::Object(map) => {
            property_names(map.get("properties"), keys);
            schemas(map).for_each(|value| all_properties(value, keys));
        }
        Json::Array(items) => items.iter().for_each(|value| all_properties(value, keys)),
        _ => {}
    }
}

/// Returns the values below a schema. Under `properties`, every key is a name, even the key
/// `properties`.
fn schemas(map: &serde_json::Map<String, Json>) -> impl Iterator<Item = &Json> {
    map.iter().flat_map(|(key, value)| match value.as_object().filter(|_| key == "properties") {
        Some(named) => named.values().collect::<Vec<_>>(),
        None => vec![value],
    })
}

fn property_names(properties: Option<&Json>, keys: &mut BTreeSet<String>) {
    keys.extend(properties.and_then(Json::as_object).into_iter().flat_map(|map| map.keys().cloned()));
}

/// Returns the targets of Markdown links outside of code, without links to other sites.
fn links(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        in_block ^= line.trim_start().starts_with("```");
        if in_block {
            continue;
        }
        let prose: String = line.split('`').step_by(2).collect();
        for rest in prose.split("](").skip(1) {
            let target = rest.split(')').next().unwrap_or_default();
            if !target.contains("://") && !target.is_empty() {
                out.push(target.to_owned());
            }
        }
    }
    out
}

/// Returns the anchor that GitHub and mdBook give a heading.
fn anchor_of(line: &str) -> Option<String> {
    let heading = line.strip_prefix('#')?.trim_start_matches('#').strip_prefix(' ')?;
    let kept = heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .collect::<String>();
    Some(kept.trim().replace(' ', "-"))
}
