//! `cargo mts doctor`: lists the present and missing tools of this machine.
//!
//! A failed check has the same error message as a run.

use crate::config::{Config, Origin};
use crate::git::Repository;
use crate::run::repository::virtualenv;
use mts_model::error::{ExitCode, Result};
use mts_workers::{Cpython, Jvm, Runtime, WorkerOptions};
use std::path::Path;

/// Checks the configuration, the repository, the JDK and CPython, and describes the sandbox.
///
/// Returns the text for the user and the exit code of the first failed check, or [`ExitCode::Passed`].
pub fn doctor(folder: &Path, config: Option<&Path>) -> (String, ExitCode) {
    let mut worst = ExitCode::Passed;
    let mut text = format!("cargo-mts {}\n", env!("CARGO_PKG_VERSION"));
    let mut row = |name: &str, found: Result<String>| {
        match found {
            Ok(found) => text.push_str(&format!("ok       {name}: {found}\n")),
            Err(error) => {
                worst = if worst == ExitCode::Passed { error.code } else { worst };
                let indented = error.to_string().replace('\n', "\n         ");
                text.push_str(&format!("failed   {name}: {indented}\n"));
            }
        };
    };
    let config = match config {
        Some(path) => Config::load_file(path).map(|config| (config, path.display().to_string())),
        None => Config::load(&Repository::root_above(folder)).map(|(config, origin)| (config, describe(&origin))),
    };
    let known = config.as_ref().map(|(config, _)| config.clone()).unwrap_or_default();
    row("configuration", config.map(|(_, origin)| origin));
    let repository = Repository::discover(folder);
    // A run selects the same virtual environment.
    let environment = match (&known.python.command, &repository) {
        (None, Ok(repository)) => virtualenv::found(repository).ok().flatten(),
        _ => None,
    };
    row("repository", repository.map(|r| r.root().map_or("bare".to_owned(), |root| root.display().to_string())));
    let options = WorkerOptions {
        java_home: known.java.home.map(Into::into),
        python: known.python.command.or(environment.as_ref().map(|found| found.interpreter.clone())).map(Into::into),
        ..WorkerOptions::new(std::env::current_exe().unwrap_or_default())
    };
    let jvm = Jvm::start(&options).and_then(|mut jvm| jvm.ready().map(|()| jvm));
    let cpython = Cpython::start(&options).and_then(|mut cpython| cpython.ready().map(|()| cpython));
    let sandbox: Vec<String> = jvm.iter().flat_map(Runtime::sandbox).map(|line| format!("java: {line}")).collect();
    let more: Vec<String> = cpython.iter().flat_map(Runtime::sandbox).map(|line| format!("python: {line}")).collect();
    row("JDK", jvm.map(|jvm| jvm.version()));
    let place = environment.map(|found| format!(" of the virtual environment `{}`", found.name)).unwrap_or_default();
    row("CPython", cpython.map(|cpython| cpython.version() + &place));
    for line in sandbox.into_iter().chain(more) {
        text.push_str(&format!("sandbox  {line}\n"));
    }
    (text, worst)
}

fn describe(origin: &Origin) -> String {
    match origin {
        Origin::Defaults => "none; cargo mts uses the defaults".to_owned(),
        Origin::File(file) => file.clone(),
        Origin::CargoMetadata(file) => format!("[workspace.metadata.mts] of {file}"),
    }
}
