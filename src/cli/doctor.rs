//! `cargo mts doctor`: what this machine has and lacks, in the words of the errors that a run
//! would give.

use super::args::DoctorArgs;
use super::output;
use crate::config::Config;
use crate::error::{ExitCode, Result};
use crate::execution::{Cpython, Jvm, Runtime, WorkerOptions};
use crate::git::Repository;

pub(super) fn doctor(args: &DoctorArgs) -> Result<ExitCode> {
    let folder = &args.place.directory;
    let mut worst = ExitCode::Passed;
    let mut text = format!("cargo-mts {}\n", env!("CARGO_PKG_VERSION"));
    let mut row = |name: &str, found: Result<String>| {
        match found {
            Ok(found) => text.push_str(&format!("ok       {name}: {found}\n")),
            Err(error) => {
                worst = if worst == ExitCode::Passed { error.code } else { worst };
                let indented = error.to_string().replace('\n', "\n         ");
                text.push_str(&format!("missing  {name}: {indented}\n"));
            }
        };
    };
    let config = match &args.place.config {
        Some(path) => Config::load_file(path).map(|config| (config, path.display().to_string())),
        None => Config::load(folder).map(|(config, origin)| (config, origin.to_string())),
    };
    let known = config.as_ref().map(|(config, _)| config.clone()).unwrap_or_default();
    row("configuration", config.map(|(_, origin)| origin));
    let repository = Repository::discover(folder);
    row("repository", repository.map(|r| r.root().map_or("bare".to_owned(), |root| root.display().to_string())));
    let options = WorkerOptions {
        java_home: known.java.home.map(Into::into),
        python: known.python.command.map(Into::into),
        ..WorkerOptions::new(std::env::current_exe().unwrap_or_default())
    };
    let jvm = Jvm::start(&options);
    let cpython = Cpython::start(&options);
    let sandbox: Vec<String> = jvm.iter().flat_map(Runtime::sandbox).map(|line| format!("java: {line}")).collect();
    let more: Vec<String> = cpython.iter().flat_map(Runtime::sandbox).map(|line| format!("python: {line}")).collect();
    row("JDK", jvm.map(|jvm| jvm.version()));
    row("CPython", cpython.map(|cpython| cpython.version()));
    for line in sandbox.into_iter().chain(more) {
        text.push_str(&format!("sandbox  {line}\n"));
    }
    output::result(&text)?;
    Ok(worst)
}
