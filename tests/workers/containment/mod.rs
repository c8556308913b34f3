//! Tests hostile code on both sides, on the machine's own JDK and CPython. Each attack is between
//! harmless copies. Every copy gets an outcome, and the harmless ones get the right outcome.
//! After the worker ends, none of its processes and files exist.

mod disk;
mod endless;
mod killed;
mod leaving;
mod names;
mod network;
mod outside;
mod pipes;
mod required;
mod traces;

use crate::support;
use crate::support::workers;
use mts_model::{CopyOutcomes, Outcome, Reason, State, Value};
use mts_workers::{Cpython, JavaUnit, Jvm, ReadList, RunRequest, Runtime, WorkerOptions};
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};

/// The code of a harmless copy. The code returns the process id and the scratch folder, with
/// bars instead of slashes, because the tool masks the folder's path.
const HARMLESS_JAVA: &str =
    "return ProcessHandle.current().pid() + \" \" + System.getProperty(\"user.dir\").replace('/', '|');";
const HARMLESS_PYTHON: &str =
    "import os\ndef f():\n    return str(os.getpid()) + ' ' + os.getcwd().replace('/', '|')\n";

fn quick() -> WorkerOptions {
    let mut options = workers::options();
    options.limits.watchdog = Duration::from_secs(1);
    options
}

/// Returns the outcomes of these bodies of a Java method.
fn java(attacks: &[&str]) -> Vec<Outcome> {
    java_with(&quick(), attacks)
}

fn java_with(options: &WorkerOptions, attacks: &[&str]) -> Vec<Outcome> {
    let bodies = around(attacks, HARMLESS_JAVA);
    let unit = workers::java(&[], "Object", "", &bodies);
    let mut jvm = Jvm::start(options).expect("a JDK on this machine");
    let answers = jvm.run(&unit, &[workers::input(json!([]))], &run_requests(bodies.len())).expect("runs");
    drop(jvm);
    judged(&bodies, answers, HARMLESS_JAVA)
}

/// Returns the outcomes of these Python modules.
fn python(attacks: &[&str]) -> Vec<Outcome> {
    python_with(&quick(), attacks)
}

fn python_with(options: &WorkerOptions, attacks: &[&str]) -> Vec<Outcome> {
    let texts = around(attacks, HARMLESS_PYTHON);
    let unit = workers::python(&[], &texts);
    let mut cpython = Cpython::start(options).expect("a CPython on this machine");
    let answers = cpython.run(&unit, &[workers::input(json!([]))], &run_requests(texts.len())).expect("runs");
    drop(cpython);
    judged(&texts, answers, HARMLESS_PYTHON)
}

/// Returns the outcomes of attacks. Each attack has its own worker, and all run at once, because
/// each takes the watchdog's full time.
fn at_once(attacks: &[&str], run: impl Fn(&[&str]) -> Vec<Outcome> + Sync) -> Vec<Outcome> {
    std::thread::scope(|scope| {
        let run = &run;
        let running: Vec<_> = attacks.iter().map(|attack| scope.spawn(move || run(&[*attack]))).collect();
        running.into_iter().flat_map(|one| one.join().expect("an answer")).collect()
    })
}

fn around<'a>(attacks: &[&'a str], harmless: &'a str) -> Vec<&'a str> {
    let each = attacks.iter().flat_map(|attack| [*attack, harmless]);
    std::iter::once(harmless).chain(each).collect()
}

fn run_requests(copies: usize) -> Vec<RunRequest> {
    let run_request = |copy| RunRequest { copy, inputs: vec![(0, workers::BUDGET)], continue_after_failure: false };
    (0..u32::try_from(copies).expect("few")).map(run_request).collect()
}

/// Returns the outcomes of the attacks, after it checks the outcomes of the harmless copies.
fn judged(texts: &[&str], answers: Vec<CopyOutcomes>, harmless: &str) -> Vec<Outcome> {
    assert_eq!(answers.len(), texts.len());
    let mut attacked = Vec::new();
    for (text, answer) in texts.iter().zip(answers) {
        let [outcome] = &answer.outcomes[..] else { panic!("{text}: one verdict each, not {answer:?}") };
        if *text != harmless {
            attacked.push(outcome.clone());
            continue;
        }
        let Value::Str(places) = &outcome.value else { panic!("a harmless copy met a trace: {outcome:?}") };
        let places = places.replace('|', "/");
        let (process, folder) = places.split_once(' ').expect("process and folder");
        no_residue(process, Path::new(folder).parent().expect("a folder around it"));
    }
    attacked
}

fn no_residue(process: &str, folder: &Path) {
    assert!(folder.to_string_lossy().contains("cargo-mts-"), "{}", folder.display());
    let until = Instant::now() + Duration::from_secs(20);
    // A killed process needs a moment to end.
    while Path::new("/proc").join(process).join("cwd").exists() {
        assert!(Instant::now() < until, "worker {process} is still there");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!folder.exists(), "{} is still there", folder.display());
    let working = std::fs::read_dir("/proc").expect("processes").flatten();
    let inside = working.filter_map(|entry| std::fs::read_link(entry.path().join("cwd")).ok());
    let left: Vec<_> = inside.filter(|at| at.to_string_lossy().starts_with(&*folder.to_string_lossy())).collect();
    assert!(left.is_empty(), "a process still uses {left:?}");
}

/// Returns the state and reason of each outcome.
fn ends(outcomes: &[Outcome]) -> Vec<(State, &Reason)> {
    outcomes.iter().map(|outcome| (outcome.state, &outcome.reason)).collect()
}

/// Checks that each attack was refused, by an exception of one of these classes.
fn refused(attacks: &[&str], outcomes: &[Outcome], classes: &[&str]) {
    for (attack, outcome) in attacks.iter().zip(outcomes) {
        let Value::Exception { class, .. } = &outcome.value else { panic!("{attack}\n{outcome:?}") };
        assert!(classes.iter().any(|expected| class.contains(expected)), "{attack}\n{outcome:?}");
    }
}
