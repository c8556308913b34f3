//! Tests every command in the documents. The test runs each command in a new folder. The command
//! must end with the exit code that the manual promises, print JSON if a flag asks for JSON, and
//! write the files that its flags name. Commands that a case in `tests/cli/cases` runs word for
//! word do not run again.

mod place;

use crate::support::documents::{documents, words};
use crate::support::github_standin::world::World;
use crate::support::{Ran, mts_with};
use place::{Place, Places};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

/// The words of a command.
type Words = Vec<String>;

/// The words to add to slow commands that begin with these words.
///
/// Without these words, the commands take minutes. The test fails if no document shows a command of
/// this table.
const BOUNDED: &[(&str, &str)] = &[
    // The command runs 500 to 2,500 tests of each of 38 properties, for each translator and each
    // number of answers.
    ("properties check --corpus", "--only HALF --budget 1"),
    // The command runs 50 tests of each of 24 properties. In the repository, `mts.yml` has its own limit.
    ("search pairs.jsonl", "--tests 4"),
    // The command starts a `javac`, a `java` and a `python3` for each mutant.
    ("bench --corpus pairs.jsonl --throughput --against-processes", "--only HALF --operators AORB"),
    // The command starts one or two processes for each text.
    ("bench --corpus pairs.jsonl --translator command:", "--operators AORB"),
    ("bench --corpus pairs.jsonl --translator j2py.yml", "--operators AORB"),
    ("bench --corpus pairs.jsonl --translator batch:venv", "--operators AORB"),
    ("bench --corpus pairs.jsonl --translator many_j2py.yml", "--operators AORB"),
    ("bench --corpus pairs.jsonl --translator mirror --translator faithful", "--operators AORB,ROR"),
];

/// The placeholders of a workflow, and their values in this test.
const REPLACED_WORDS: &[(&str, &str)] = &[
    ("${{ matrix.shard }}/${{ strategy.job-total }}", "1/3"),
    ("$CI_MERGE_REQUEST_DIFF_BASE_SHA", "v1.4"),
    ("origin/$CHANGE_TARGET", "origin/main"),
];

/// The options whose value is a file or folder that the command writes.
const WRITES: &[&str] =
    &["--output", "--out", "--write", "--record", "--resume", "--per-pair", "--per-mutant", "--counterparts", "--keep"];

#[test]
#[ignore = "takes long: `cargo test -- --ignored`"]
fn every_documented_command_has_the_documented_effect() {
    let shown = documented_commands();
    assert!(shown.len() > 90, "only {} commands found: is the scanner blind?", shown.len());
    for (begin, _) in BOUNDED {
        assert!(shown.keys().any(|command| begins(command, begin)), "no document shows `{begin}` any more");
    }
    let by_a_case = run_by_a_case();
    // The slow commands start first.
    let mut todo: Vec<&Words> = shown.keys().filter(|command| !by_a_case.contains(*command)).collect();
    todo.sort_by_key(|command| command[0] != "demo");
    let queue = Mutex::new(todo.iter());
    let problems: Mutex<Vec<String>> = Mutex::default();
    let places = Places::make();
    let seats = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 4);
    std::thread::scope(|scope| {
        for _ in 0..seats {
            scope.spawn(|| {
                loop {
                    let Some(command) = queue.lock().expect("lives").next() else { return };
                    let begun = Instant::now();
                    let found = tried(&places, command);
                    println!("{:5.1} s  {}", begun.elapsed().as_secs_f64(), command.join(" "));
                    if let Err(why) = found {
                        let at = shown[*command].join(", ");
                        problems.lock().expect("lives").push(format!("{at}: `{}`: {why}", command.join(" ")));
                    }
                }
            });
        }
    });
    let problems = problems.into_inner().expect("lives");
    assert!(problems.is_empty(), "\n{}", problems.join("\n\n"));
}

/// Returns every command of the documents once, with the places that show it.
fn documented_commands() -> BTreeMap<Words, Vec<String>> {
    let mut found: BTreeMap<Words, Vec<String>> = BTreeMap::new();
    for document in documents() {
        for (line, text) in document.commands() {
            let mut command = words(&text).expect("`docs` tells what does not parse");
            for word in &mut command {
                if let Some((_, replacement)) = REPLACED_WORDS.iter().find(|(name, _)| name == word) {
                    (*replacement).clone_into(word);
                }
                assert!(!word.contains('$'), "{}:{line}: `{word}` has no value", document.path);
            }
            found.entry(command).or_default().push(format!("{}:{line}", document.path));
        }
    }
    found
}

/// Returns the commands of the cases that succeed, word for word.
fn run_by_a_case() -> BTreeSet<Words> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/cases");
    let entries = |folder| std::fs::read_dir(folder).expect("readable").map(|entry| entry.expect("an entry").path());
    let mut found = BTreeSet::new();
    for file in entries(folder).flat_map(entries).filter(|file| file.extension().is_some_and(|end| end == "trycmd")) {
        let text = std::fs::read_to_string(file).expect("readable");
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("$ cargo-mts ") else { continue };
            if !lines.peek().is_some_and(|next| next.starts_with("? ")) {
                found.insert(words(command.strip_prefix("mts ").unwrap_or(command)).expect("closed"));
            }
        }
    }
    found
}

fn begins(command: &Words, with: &str) -> bool {
    command.join(" ").starts_with(with)
}

/// Checks that a command did everything that the documents promise.
fn tried(places: &Places, command: &Words) -> Result<(), String> {
    let place = places.copy_for(command);
    let mut command = place.with_its_ids(command);
    let more: Vec<&str> =
        BOUNDED.iter().filter(|(begin, _)| begins(&command, begin)).flat_map(|(_, more)| more.split(' ')).collect();
    command.extend(more.into_iter().map(str::to_owned));
    let arguments: Vec<&str> = command.iter().map(String::as_str).collect();
    if command[0] == "publish" {
        return published(&place, &arguments);
    }
    let ran = mts_with(&place.path(), &arguments, &place.variables());
    held(&command, &place, &ran).map_err(|why| format!("{why}\n{}{}", ran.stdout, ran.stderr))
}

/// Checks that a command did all that the documents promise.
fn held(command: &Words, place: &Place, ran: &Ran) -> Result<(), String> {
    let wanted = promised(command);
    if ran.code != wanted {
        return Err(format!("it ended with {} and not with {wanted}", ran.code));
    }
    let has = |word: &str| command.iter().any(|own| own == word);
    let value = |option: &str| command.iter().skip_while(|word| *word != option).nth(1);
    let is_json = has("--json") || value("--format").is_some_and(|format| format == "json") || has("--list-mutants");
    if is_json && serde_json::from_str::<Json>(&ran.stdout).is_err() {
        return Err("what it prints is no JSON".to_owned());
    }
    if ran.stdout.is_empty() && !WRITES.iter().any(|option| has(option)) {
        return Err("it prints nothing".to_owned());
    }
    for option in WRITES {
        let Some(file) = value(option).filter(|file| !file.starts_with('-')) else { continue };
        let is_there = std::fs::metadata(place.path().join(file)).is_ok_and(|file| file.is_dir() || file.len() > 0);
        if !is_there {
            return Err(format!("there is no `{file}`, or nothing in it"));
        }
    }
    if is_gated(command) {
        let out = value("--out").map_or("mts-out", String::as_str);
        let report = std::fs::read(place.path().join(out).join("report.json")).map_err(|error| error.to_string())?;
        let report: Json = serde_json::from_slice(&report).map_err(|error| error.to_string())?;
        if report["gate"]["exit_code"] != wanted || report["pairs"].as_array().is_none_or(Vec::is_empty) {
            return Err(format!("its report says {}", report["gate"]));
        }
    }
    Ok(())
}

/// Reports whether the gate affects the exit code of a command.
///
/// The gate does not apply to a shard.
fn is_gated(command: &Words) -> bool {
    matches!(command[0].as_str(), "run" | "check" | "merge") && !command.iter().any(|word| word == "--shard")
}

/// Returns the expected exit code. The port of `Money.split` is wrong, as every run on it shows;
/// the other ports are right.
fn promised(command: &Words) -> i32 {
    let is_named = command.iter().any(|word| word.to_lowercase().contains("money"));
    let reports_only = command.windows(2).any(|two| two == ["--fail-on", "never"]);
    let is_wrong = is_gated(command) && !reports_only && (command[0] != "check" || is_named);
    if is_wrong { 11 } else { 0 }
}

/// Publishes to the stand-in for GitHub, with the environment of a workflow.
fn published(place: &Place, arguments: &[&str]) -> Result<(), String> {
    let world = World::new();
    place.write("mts-out/report.json", &serde_json::to_string(&world.report).expect("JSON"));
    let variables: Vec<(&str, &str)> =
        world.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let ran = mts_with(&place.path(), arguments, &variables);
    let state = world.state();
    let written = [!state.comments.is_empty(), !state.checks.is_empty(), !state.statuses.is_empty()];
    let only = arguments.iter().skip_while(|word| **word != "--only").nth(1).copied().unwrap_or("comment,check");
    let is_dry = arguments.contains(&"--dry-run");
    let wanted = ["comment", "check", "status"].map(|part| !is_dry && only.split(',').any(|own| own == part));
    if ran.code == 0 && written == wanted && state.problems.is_empty() {
        return Ok(());
    }
    Err(format!("{}, written {written:?}: {}{}{:?}", ran.code, ran.stdout, ran.stderr, state.problems))
}
