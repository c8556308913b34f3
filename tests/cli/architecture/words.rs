//! Tests that no name in code or tests has a word that the vocabulary replaced.

use super::scanner::{files_with_tests, none, texts};
use std::path::Path;

/// Old words, and the words that replace them. An old word is whole parts of a name in snake case.
const OLD_WORDS: &[(&str, &str)] = &[
    ("alone_row", "isolated_row"),
    ("alone_verdict", "isolated_verdict"),
    ("handed", "injected"),
    ("lacking", "missing"),
    ("lane", "worker_pair"),
    ("lanes", "worker_pairs"),
    ("last_words", "interrupt_action, or a name for the output"),
    ("left_out", "skipped, excluded or omitted"),
    ("mend", "fix or repair"),
    ("mended", "fixed or repaired"),
    ("misfit", "incompatible or unfit"),
    ("regrouped", "reassociated"),
    ("rehearse", "describe_dry_run"),
    ("scripted", "process_baseline"),
    ("settled", "a word for the state that is final"),
    ("sieve", "pruner"),
    ("standing", "status or reproduction"),
    ("stated", "in_force, declared or listed"),
    ("stood", "a word for the duration"),
    ("stranger", "unrelated"),
    ("strangers", "unrelated"),
    ("taker", "translator_under_test"),
    ("takers", "translators_under_test"),
    ("telling", "sink"),
    ("told", "reported, described or distinguished"),
    ("unasked", "unreachable"),
    ("unmade", "unsupported"),
    ("woven", "instrumented"),
];

#[test]
fn no_name_has_an_old_word() {
    let mut problems = Vec::new();
    for (path, words) in files_with_tests() {
        let file_name = Path::new(&path).file_stem().map(|stem| (0, stem.to_string_lossy().into_owned()));
        for (line, name) in words.into_iter().chain(file_name) {
            for (old, new) in OLD_WORDS.iter().filter(|(old, _)| has_part(&name, old)) {
                problems.push(format!("{path}:{line}: `{name}` has the old word `{old}`; use {new}"));
            }
        }
    }
    none(&problems);
}

#[test]
fn no_name_in_the_workers_or_in_the_tests_of_the_action_has_an_old_word() {
    let harness = ["java", "py"].iter().flat_map(|ending| texts(&["crates/mts-workers/src/harness"], ending));
    let files: Vec<(String, String)> = harness.chain(texts(&["tests/github"], "mjs")).collect();
    assert!(files.len() > 50, "the test reads the workers");
    let mut problems = Vec::new();
    for (path, text) in files {
        for (line, text) in text.lines().enumerate().filter(|(_, text)| !is_comment(text)) {
            for name in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
                for (old, new) in OLD_WORDS.iter().filter(|(old, _)| has_part(name, old)) {
                    problems.push(format!("{path}:{}: `{name}` has the old word `{old}`; use {new}", line + 1));
                }
            }
        }
    }
    none(&problems);
}

/// Reports whether a line of Java or Python belongs to a comment.
fn is_comment(line: &str) -> bool {
    ["*", "/*", "//", "#"].iter().any(|mark| line.trim_start().starts_with(mark))
}

#[test]
fn a_function_has_a_subject_in_its_name() {
    let mut problems = Vec::new();
    for (path, words) in files_with_tests() {
        for pair in words.windows(2).filter(|pair| pair[0].1 == "fn" && has_part(&pair[1].1, "what")) {
            problems.push(format!("{path}:{}: name the subject of `{}` in place of `what`", pair[1].0, pair[1].1));
        }
    }
    none(&problems);
}

/// Reports whether a name in snake case or camel case has these parts.
fn has_part(name: &str, parts: &str) -> bool {
    let mut snake = String::from("_");
    for c in name.chars() {
        if c.is_uppercase() && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    format!("{snake}_").contains(&format!("_{parts}_"))
}

#[test]
fn a_part_of_a_name_is_a_whole_word() {
    assert!(has_part("is_told", "told") && has_part("ToldOnce", "told") && has_part("left_out", "left_out"));
    assert!(!has_part("untold", "told") && !has_part("planes", "lanes") && !has_part("recommend", "mend"));
}
