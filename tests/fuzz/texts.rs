//! Fuzzes configuration, lists, suites, reports, events, and answers of translators.

use crate::{files, text};
use cargo_mts::config::{AcceptedFile, Config};
use cargo_mts::external_translators::{Reply, translation};
use cargo_mts::github::ci_event;
use cargo_mts::report::{RENDERERS, json, markdown, terminal};
use mts_fuzz::FuzzTarget;
use mts_generate::inputs::suite_file;
use mts_generate::pairing::{PairingConfig, Selector, pair};
use mts_lang::SourceFile;
use mts_model::Language;

const YAML: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    ": ",
    "- ",
    "&a ",
    "*a",
    "<<: *a",
    "!!str ",
    "|\n",
    ">\n",
    "? ",
    "---\n",
    "'",
    "\"",
    "#",
    "\n  ",
    "version: 1\n",
    "null",
    "~",
    "pairs:\n  - java: a.java#f\n    python: a.py:f\n",
    "../",
    "/",
    "**",
    "0x7fffffff",
];

const JSON: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "null",
    "true",
    "-0",
    "1e400",
    "\"\\ud800\"",
    "\"\\u0000\"",
    "\"$float\":",
    "{\"$int\":\"-1\"}",
    "{\"$new\":",
    "\"version\":1,",
    "\"<script>\"",
    "\"| a |\\n```\"",
    "\"]]>\"",
];

#[test]
fn every_configuration_is_read_or_refused_with_its_place() {
    let target = FuzzTarget {
        name: "configuration",
        seeds: files(&["mts.example.yml", "tests/fuzz/corpus/mts.yml"]),
        tokens: YAML,
    };
    target.run(|bytes| {
        let Some(text) = text(bytes) else { return false };
        match Config::parse(text, "mts.yml") {
            Ok(_) => true,
            Err(error) => {
                assert!(error.to_string().contains("mts.yml"), "no place: {error}");
                false
            }
        }
    });
}

#[test]
fn every_accept_list_is_read_or_refused() {
    let seed = "version: 1\naccepted:\n  - id: MTS-17805c555b5f\n    pair: Even.java#Even.even(int)\n    kind: mutant\n    \
                operator: ROR\n    reason: negative numbers do not occur\n    expires: 2027-03-31\n    by: Ada\n";
    let target = FuzzTarget { name: "accept-list", seeds: vec![seed.into()], tokens: YAML };
    target.run(|bytes| text(bytes).is_some_and(|text| AcceptedFile::parse(text, "mts-accepted.yml").is_ok()));
}

#[test]
fn every_selector_is_read_or_refused() {
    let seeds = ["java/a/B.java#B.c(int,java.util.List<java.lang.String>)", "python/a.py:B.c", "**/*.java#*"];
    let tokens = &["#", "(", ")", ",", "<", ">", "[]", "...", "*", "**", "[", "{", "?", ":", "/", ".", "$", "..", "\\"];
    let target = FuzzTarget { name: "selector", seeds: seeds.map(Into::into).into(), tokens };
    let java =
        SourceFile::parse("a/B.java", "class B { void c(int x) { } }".into(), Language::Java).expect("a grammar");
    target.run(|bytes| {
        let Some(Ok(selector)) = text(bytes).map(Selector::parse) else { return false };
        let _ = selector.matches(&java.functions[0]);
        true
    });
}

#[test]
fn every_suite_file_is_read_or_refused() {
    let paths = [
        "examples/ledger/before/mts/inputs/numbers.json",
        "tests/trees/changes/instance-methods/before/mts/inputs/jar.json",
    ];
    let target = FuzzTarget { name: "suite", seeds: files(&paths), tokens: JSON };
    target.run(|bytes| text(bytes).is_some_and(|text| suite_file::read("numbers.json", text).is_ok()));
}

#[test]
fn every_report_that_is_read_is_written_in_every_form() {
    let target = FuzzTarget { name: "report", seeds: files(&["tests/fuzz/corpus/report.json"]), tokens: JSON };
    target.run(|bytes| {
        let Some(Ok(report)) = text(bytes).map(json::parse) else { return false };
        for renderer in RENDERERS {
            let file = renderer.render(&report).unwrap_or_else(|error| panic!("{}: {error}", renderer.name()));
            // JSON for programs keeps a text unchanged, except for the characters that JSON
            // escapes.
            let is_json = renderer.file().ends_with(".json");
            let is_odd = |c: &char| if is_json { *c < ' ' } else { c.is_control() };
            let odd = file.chars().find(|c| is_odd(c) && !matches!(c, '\n' | '\t' | '\r'));
            assert_eq!(odd, None, "{} has a control character", renderer.name());
        }
        let _ = terminal::render(&report);
        let _ = markdown::render(&report);
        let again = json::parse(&json::render(&report).expect("JSON")).expect("a report");
        assert_eq!(json::digest(&again).expect("a digest"), json::digest(&report).expect("a digest"));
        true
    });
}

#[test]
fn every_event_is_read_or_counts_as_none() {
    let sha = "0123456789012345678901234567890123456789";
    let small =
        format!(r#"{{"pull_request": {{"head": {{"sha": "{sha}"}}, "base": {{"sha": "{sha}"}}, "number": 7}}}}"#);
    let mut seeds = files(&["tests/fixtures/github/pull_request_fork.json"]);
    seeds.push(small.into_bytes());
    let target = FuzzTarget { name: "event", seeds, tokens: JSON };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("event.json");
    target.run(|bytes| {
        std::fs::write(&path, bytes).expect("written");
        let variable = |name: &str| match name {
            "GITHUB_ACTIONS" => Some("true".to_owned()),
            "GITHUB_EVENT_NAME" => Some("pull_request".to_owned()),
            "GITHUB_EVENT_PATH" => Some(path.display().to_string()),
            _ => None,
        };
        ci_event(variable).is_ok()
    });
}

#[test]
fn every_answer_of_a_translator_is_a_translation_or_a_reason() {
    let java = "class Sum { static int add(int a, int b) { return a + b; } }".to_owned();
    let port = "def add(a, b):\n    return a + b\n";
    let java = SourceFile::parse("Sum.java", java, Language::Java).expect("a grammar");
    let python = SourceFile::parse("sum.py", port.to_owned(), Language::Python).expect("a grammar");
    let config = PairingConfig::default();
    let sides = [&java, &python].map(|file| file.functions.iter().collect::<Vec<_>>());
    let pairing = pair(&sides[0], &sides[1], &config, &|_| None);
    let pair = pairing.pairs.first().expect("a pair");
    let seeds = vec![port.into(), format!("Here it is:\n```python\n{port}```\nIt adds.\n").into_bytes()];
    let tokens =
        &["```", "```python\n", "~~~", "def add(a, b):\n", "    ", "\n", "(", ")", "class X:\n", "\"\"\"", "\\\n"];
    let target = FuzzTarget { name: "translator-answer", seeds, tokens };
    target.run(|bytes| {
        let Some(text) = text(bytes) else { return false };
        translation(Reply::Texts(vec![text.to_owned()]), pair).expect("a translation or a reason");
        true
    });
}
