//! Tests the layers of the code. The tables list the modules that each module may use, the modules
//! that may use each heavy crate, and the shape of every module. The tests read the sources of all
//! crates as text; the other tests check the behaviour.

mod circles;
mod comments;
mod folders;
mod functions;
mod lexer;
mod messages;
mod scanner;
mod words;

use scanner::{Source, crate_folders, modules_used, none, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The lowest layer: plain data and the error type.
const GROUND: &[&str] = &["model"];

/// A module, its layer, and the modules that it may use besides `model`. The module may use no
/// higher module, and on its own layer only the modules in this list.
struct Module {
    name: &'static str,
    layer: u8,
    uses: &'static [&'static str],
}

const fn module(name: &'static str, layer: u8, uses: &'static [&'static str]) -> Module {
    Module { name, layer, uses }
}

/// The layers. A new module must be in this table before the test passes. A module is a crate of
/// `crates/` without its prefix, a module of `mts-generate`, or a module of `src`.
const MODULES: &[Module] = &[
    module("model", 0, &[]),
    module("lang", 1, &[]),
    module("fuzz", 1, &[]),
    module("git", 1, &[]),
    module("config", 1, &[]),
    module("pairing", 2, &["lang"]),
    module("inputs", 2, &["lang"]),
    module("mutation", 2, &["lang"]),
    module("metamorphic", 2, &["lang"]),
    module("fragments", 2, &["lang"]),
    module("instrument", 2, &["lang"]),
    module("similarity", 2, &["lang"]),
    module("workers", 2, &[]),
    module("translate", 3, &["lang"]),
    module("oracle", 3, &[]),
    module("external_translators", 3, &["lang", "config", "translate", "workers"]),
    module("engine", 3, CRATES_BELOW_THE_ENGINE),
    module("report", 4, &[]),
    module("github", 4, &["report", "git"]),
    module("run", 5, EVERYTHING_BELOW_A_RUN),
    module("bench", 6, EVERYTHING_BELOW_A_BENCHMARK),
    module("commands", 7, EVERYTHING_BELOW_THE_COMMANDS),
    module("demo", 7, &[]),
    module("cli", 8, &["commands", "bench", "run", "config", "demo", "github"]),
    // The binary is also the launcher of workers, and must become the launcher before it reads any
    // argument.
    module("main", 8, &["cli", "workers"]),
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

/// Third-party crates, with the modules that may use them. The demo makes commits; `git` never
/// does.
const HIDDEN: &[(&str, &[&str])] = &[
    ("git2", &["git", "demo"]),
    ("globset", &["model"]),
    ("tree_sitter", &["lang"]),
    ("tree_sitter_java", &["lang"]),
    ("tree_sitter_python", &["lang"]),
    ("junit_report", &["report"]),
    // Only `publish` and translators that a user configures use the network.
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
    ("quick_xml", &["workers", "report"]),
    ("toml_edit", &["workers"]),
    ("cargo_metadata", &["config"]),
];

/// Maximum number of lines of a file, its tests included.
const LONGEST_FILE: usize = 500;

#[test]
fn every_module_has_a_layer() {
    let placed: BTreeSet<&str> = MODULES.iter().map(|r| r.name).collect();
    let problems: Vec<String> = sources()
        .iter()
        .filter(|file| !placed.contains(file.module.as_str()) && file.module != "lib")
        .map(|file| {
            format!(
                "{}: the module `{}` has no layer; place it in MODULES of tests/cli/architecture",
                file.path, file.module
            )
        })
        .collect();
    none(&problems);
}

#[test]
fn no_module_may_use_a_higher_layer() {
    let layer: BTreeMap<&str, u8> = MODULES.iter().map(|r| (r.name, r.layer)).collect();
    for module in MODULES {
        for used in module.uses {
            let below = layer.get(used).is_some_and(|f| *f <= module.layer);
            assert!(below, "`{}` (layer {}) may not be allowed to use `{used}`", module.name, module.layer);
        }
    }
}

#[test]
fn a_module_uses_only_modules_that_the_table_allows() {
    let mut problems = Vec::new();
    for file in sources() {
        let Some(module) = MODULES.iter().find(|r| r.name == file.module) else { continue };
        for (line, used) in modules_used(&file) {
            let known = MODULES.iter().any(|r| r.name == used);
            let allowed = used == module.name
                || module.uses.contains(&used.as_str())
                || (module.layer > 0 && GROUND.contains(&used.as_str()));
            if known && !allowed {
                let may: Vec<&str> = GROUND.iter().chain(module.uses).copied().collect();
                problems.push(format!(
                    "{}:{line}: `{}` (layer {}) uses `{used}`; it may use {}",
                    file.path,
                    module.name,
                    module.layer,
                    may.join(", ")
                ));
            }
        }
    }
    none(&problems);
}

#[test]
fn only_one_module_uses_a_heavy_crate() {
    let mut problems = Vec::new();
    for file in sources() {
        for (at, (line, word)) in file.tokens.iter().enumerate() {
            let Some((name, modules)) = HIDDEN.iter().find(|(name, _)| name == word) else { continue };
            let is_path = file.token(at + 1) == ":" || (at > 0 && file.token(at - 1) == "use");
            if is_path && !modules.contains(&file.module.as_str()) {
                problems.push(format!(
                    "{}:{line}: `{}` uses the crate `{name}`, which lives behind `{}`",
                    file.path,
                    file.module,
                    modules.join("`, `")
                ));
            }
        }
    }
    none(&problems);
}

#[test]
fn every_file_opens_with_a_module_comment() {
    let problems: Vec<String> = sources()
        .iter()
        .filter(|file| !file.is_tests && !file.text.starts_with("//! "))
        .map(|file| format!("{}:1: a module opens with `//!`: what it owns and what it leaves to others", file.path))
        .collect();
    none(&problems);
}

#[test]
fn no_file_is_longer_than_the_limit() {
    let problems: Vec<String> = sources()
        .iter()
        .filter_map(|file| {
            let lines = file.text.lines().count();
            (lines > LONGEST_FILE).then(|| {
                format!("{}:{lines}: longer than {LONGEST_FILE} lines; a module is made of small files", file.path)
            })
        })
        .collect();
    none(&problems);
}

#[test]
fn only_main_ends_the_process() {
    let mut problems = Vec::new();
    for file in sources().iter().filter(|file| file.module != "main") {
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
        // `tree-sitter-java` shares the reason of `tree-sitter`. A crate of this repository has its
        // reason in its own text.
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
            if ["version", "edition", "rust-version", "license", "repository"].contains(&name) {
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
fn the_scanner_finds_only_uses() {
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
    let seen: Vec<(usize, String)> = modules_used(&file);
    let names: Vec<&str> = seen.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["git", "config", "report", "oracle", "run", "model", "inputs", "pairing"]);
    assert_eq!(seen[3].0, 6, "lines are counted from 1");
    let inner = Source::new("src/git/diff/lines.rs".to_owned(), "use super::super::super::config::core;".to_owned());
    assert_eq!(modules_used(&inner), [(1, "config".to_owned())]);
    let sibling = Source::new("src/git/diff.rs".to_owned(), "use super::config;".to_owned());
    assert_eq!(modules_used(&sibling), [], "a sibling module is not in the table");
    let within = Source::new("crates/mts-lang/src/java/mod.rs".to_owned(), "use crate::git::f;".to_owned());
    assert_eq!(modules_used(&within), [(1, "lang".to_owned())], "a crate below is one entry of the table");
    let beside = Source::new("crates/mts-generate/src/inputs/mod.rs".to_owned(), "use crate::pairing::f;".to_owned());
    assert_eq!(modules_used(&beside), [(1, "pairing".to_owned())], "a module of mts-generate is an entry of the table");
}
