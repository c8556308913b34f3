//! The layering of the house as a test: which room may know which, behind which room a heavy
//! crate lives, and the shape every module keeps to. It reads the sources of all crates as text; what
//! the code does is the business of the other tests.

mod circles;
mod folders;
mod messages;
mod scanner;

use scanner::{Source, crate_folders, none, rooms_used, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Plain data and the error type: the floor that every other one stands on.
const GROUND: &[&str] = &["model"];

/// A room, its floor, and what it may use besides `model`. Nobody else may be used:
/// nothing higher, and nothing on the same floor that is not named here.
struct Room {
    name: &'static str,
    floor: u8,
    uses: &'static [&'static str],
}

const fn room(name: &'static str, floor: u8, uses: &'static [&'static str]) -> Room {
    Room { name, floor, uses }
}

/// The floors. A new room is placed here before it compiles into the house. A room is a crate of `crates/`
/// without its prefix, a module of `mts-generate`, or a module of `src`.
const ROOMS: &[Room] = &[
    room("model", 0, &[]),
    room("lang", 1, &[]),
    room("git", 1, &[]),
    room("config", 1, &[]),
    room("pairing", 2, &["lang"]),
    room("inputs", 2, &["lang"]),
    room("mutation", 2, &["lang"]),
    room("metamorphic", 2, &["lang"]),
    room("fragments", 2, &["lang"]),
    room("instrument", 2, &["lang"]),
    room("similarity", 2, &["lang"]),
    room("workers", 2, &[]),
    room("translate", 3, &["lang", "mutation"]),
    room("oracle", 3, &[]),
    room("external_translators", 3, &["lang", "config", "translate", "workers"]),
    room("engine", 3, CRATES_BELOW_THE_ENGINE),
    room("report", 4, &[]),
    room("github", 4, &["report", "git"]),
    room("run", 5, EVERYTHING_BELOW_A_RUN),
    room("bench", 6, EVERYTHING_BELOW_A_BENCHMARK),
    room("commands", 7, EVERYTHING_BELOW_THE_COMMANDS),
    room("demo", 7, &[]),
    room("cli", 8, &["commands", "bench", "run", "config", "demo", "github"]),
    // The binary is its own launcher of workers, which has to come before any argument is read.
    room("main", 8, &["cli", "workers"]),
];

const EVERYTHING_BELOW_A_RUN: &[&str] = &[
    "git",
    "lang",
    "config",
    "pairing",
    "inputs",
    "mutation",
    "metamorphic",
    "fragments",
    "translate",
    "instrument",
    "similarity",
    "workers",
    "external_translators",
    "oracle",
    "engine",
    "report",
];

const EVERYTHING_BELOW_A_BENCHMARK: &[&str] = &[
    "run",
    "git",
    "lang",
    "config",
    "pairing",
    "inputs",
    "mutation",
    "metamorphic",
    "fragments",
    "translate",
    "instrument",
    "similarity",
    "workers",
    "external_translators",
    "oracle",
    "engine",
    "report",
];

const EVERYTHING_BELOW_THE_COMMANDS: &[&str] = &[
    "run",
    "bench",
    "git",
    "lang",
    "config",
    "pairing",
    "inputs",
    "mutation",
    "metamorphic",
    "fragments",
    "translate",
    "instrument",
    "similarity",
    "workers",
    "external_translators",
    "oracle",
    "engine",
    "report",
];

const CRATES_BELOW_THE_ENGINE: &[&str] = &[
    "lang",
    "pairing",
    "inputs",
    "mutation",
    "metamorphic",
    "fragments",
    "translate",
    "instrument",
    "similarity",
    "workers",
    "oracle",
];

/// Third-party crates with the rooms that hide them from all others. The demo makes commits, which
/// `git` never does.
const HIDDEN: &[(&str, &[&str])] = &[
    ("git2", &["git", "demo"]),
    ("tree_sitter", &["lang"]),
    ("tree_sitter_java", &["lang"]),
    ("tree_sitter_python", &["lang"]),
    ("junit_report", &["report"]),
    // The network is in `publish`, and in translators that a user described: nowhere else.
    ("octocrab", &["github"]),
    ("http_body_util", &["github"]),
    ("ureq", &["external_translators"]),
    ("rustls", &["external_translators"]),
    ("rustls_native_certs", &["external_translators"]),
    ("shlex", &["config"]),
    ("tokio", &["github"]),
    ("base64", &["git", "github"]),
    ("cel", &["engine"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("landlock", &["workers"]),
    ("libc", &["workers"]),
    ("seccompiler", &["workers"]),
    ("serde_yaml", &["config"]),
    ("quick_xml", &["workers"]),
    ("toml_edit", &["workers"]),
    ("cargo_metadata", &["config"]),
];

/// Lines of a file, its tests included.
const LONGEST_FILE: usize = 500;

#[test]
fn every_room_stands_on_a_floor() {
    let placed: BTreeSet<&str> = ROOMS.iter().map(|r| r.name).collect();
    let problems: Vec<String> = sources()
        .iter()
        .filter(|file| !placed.contains(file.room.as_str()) && file.room != "lib")
        .map(|file| {
            format!("{}: the room `{}` has no floor; place it in ROOMS of tests/cli/architecture", file.path, file.room)
        })
        .collect();
    none(&problems);
}

#[test]
fn the_floors_have_no_way_up() {
    let floor: BTreeMap<&str, u8> = ROOMS.iter().map(|r| (r.name, r.floor)).collect();
    for room in ROOMS {
        for used in room.uses {
            let below = floor.get(used).is_some_and(|f| *f <= room.floor);
            assert!(below, "`{}` (floor {}) may not be allowed to use `{used}`", room.name, room.floor);
        }
    }
}

#[test]
fn a_room_uses_only_rooms_on_floors_below_it() {
    let mut problems = Vec::new();
    for file in sources() {
        let Some(room) = ROOMS.iter().find(|r| r.name == file.room) else { continue };
        for (line, used) in rooms_used(&file) {
            let known = ROOMS.iter().any(|r| r.name == used);
            let allowed = used == room.name
                || room.uses.contains(&used.as_str())
                || (room.floor > 0 && GROUND.contains(&used.as_str()));
            if known && !allowed {
                let may: Vec<&str> = GROUND.iter().chain(room.uses).copied().collect();
                problems.push(format!(
                    "{}:{line}: `{}` (floor {}) uses `{used}`; it may use {}",
                    file.path,
                    room.name,
                    room.floor,
                    may.join(", ")
                ));
            }
        }
    }
    none(&problems);
}

#[test]
fn a_heavy_crate_lives_behind_one_room() {
    let mut problems = Vec::new();
    for file in sources() {
        for (at, (line, word)) in file.tokens.iter().enumerate() {
            let Some((name, rooms)) = HIDDEN.iter().find(|(name, _)| name == word) else { continue };
            let is_path = file.token(at + 1) == ":" || (at > 0 && file.token(at - 1) == "use");
            if is_path && !rooms.contains(&file.room.as_str()) {
                problems.push(format!(
                    "{}:{line}: `{}` uses the crate `{name}`, which lives behind `{}`",
                    file.path,
                    file.room,
                    rooms.join("`, `")
                ));
            }
        }
    }
    none(&problems);
}

#[test]
fn every_module_opens_with_what_it_owns() {
    let problems: Vec<String> = sources()
        .iter()
        .filter(|file| !file.is_tests && !file.text.starts_with("//! "))
        .map(|file| format!("{}:1: a module opens with `//!`: what it owns and what it leaves to others", file.path))
        .collect();
    none(&problems);
}

#[test]
fn no_file_is_longer_than_a_person_reads_at_once() {
    let problems: Vec<String> = sources()
        .iter()
        .filter_map(|file| {
            let lines = file.text.lines().count();
            (lines > LONGEST_FILE).then(|| {
                format!("{}:{lines}: longer than {LONGEST_FILE} lines; a room is made of small files", file.path)
            })
        })
        .collect();
    none(&problems);
}

#[test]
fn the_process_ends_in_main_only() {
    let mut problems = Vec::new();
    for file in sources().iter().filter(|file| file.room != "main") {
        for (at, (line, word)) in file.tokens.iter().enumerate() {
            let before: String = (1..=3).rev().map(|n| at.checked_sub(n).map_or("", |i| file.token(i))).collect();
            if word == "exit" && before == "process::" {
                problems.push(format!("{}:{line}: only `main` ends the process", file.path));
            }
        }
    }
    none(&problems);
}

#[test]
fn every_dependency_has_a_reason_and_a_use() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = sources();
    let mut problems = Vec::new();
    let (mut inside, mut reasoned) = (false, String::new());
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    for (at, line) in manifest.lines().enumerate() {
        if line.starts_with('[') {
            inside = line == "[workspace.dependencies]";
            continue;
        }
        let Some((name, rest)) = line.split_once(" = ").filter(|_| inside && !line.starts_with('#')) else { continue };
        // `tree-sitter-java` shares the reason of `tree-sitter`; a crate of this repository says in its text what it is.
        if rest.contains(" # ") || rest.contains("path = ") {
            name.clone_into(&mut reasoned);
        } else if !name.starts_with(&reasoned) {
            problems.push(format!("Cargo.toml:{}: `{name}` has no reason behind it", at + 1));
        }
    }
    for folder in crate_folders(root) {
        let manifest = std::fs::read_to_string(root.join(&folder).join("Cargo.toml")).expect("a manifest");
        let own = if folder.is_empty() { "src/".to_owned() } else { format!("{folder}/src/") };
        for (at, line) in manifest.lines().take_while(|line| *line != "[dev-dependencies]").enumerate() {
            let Some(name) = line.strip_suffix(".workspace = true").filter(|name| *name != "lints") else { continue };
            if ["version", "edition", "rust-version", "license"].contains(&name) {
                continue;
            }
            let word = name.replace('-', "_");
            let is_used = |file: &Source| file.path.starts_with(&own) && file.tokens.iter().any(|(_, t)| *t == word);
            if !sources.iter().any(is_used) {
                problems.push(format!("{folder}/Cargo.toml:{}: nothing in {own} uses `{name}`", at + 1));
            }
        }
    }
    none(&problems);
}

#[test]
fn the_scanner_sees_uses_and_nothing_else() {
    let text = r##"
        // crate::cli
        use crate::{git::Repo, config as data, report::{core, java}};
        /* crate::report /* nested */ crate::report */
        const S: &str = "crate::report"; const R: &str = r#"crate::report " "#; const C: char = '"';
        fn f<'a>(x: &'a str) { mts_oracle::compare(x); super::run::open(); self::own(); }
        #[cfg(test)]
        mod tests { use crate::commands; fn g() { {} } }
        use mts_model::error::Error;
        use mts_generate::{inputs, pairing::Pair};
    "##;
    let file = Source::new("src/git.rs".to_owned(), text.to_owned());
    let seen: Vec<(usize, String)> = rooms_used(&file);
    let names: Vec<&str> = seen.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["git", "config", "report", "oracle", "run", "model", "inputs", "pairing"]);
    assert_eq!(seen[3].0, 6, "lines are counted from 1");
    let inner = Source::new("src/git/diff/lines.rs".to_owned(), "use super::super::super::config::core;".to_owned());
    assert_eq!(rooms_used(&inner), [(1, "config".to_owned())]);
    let sibling = Source::new("src/git/diff.rs".to_owned(), "use super::config;".to_owned());
    assert_eq!(rooms_used(&sibling), [], "a sibling module is not a room");
    let within = Source::new("crates/mts-lang/src/java/mod.rs".to_owned(), "use crate::git::f;".to_owned());
    assert_eq!(rooms_used(&within), [(1, "lang".to_owned())], "a crate below is one room");
    let beside = Source::new("crates/mts-generate/src/inputs/mod.rs".to_owned(), "use crate::pairing::f;".to_owned());
    assert_eq!(rooms_used(&beside), [(1, "pairing".to_owned())], "a module of mts-generate is a room");
}
