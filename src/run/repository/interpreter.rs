//! Chooses the Python interpreter of a run.
//!
//! `requirements` installs an environment, and `virtualenv` finds an existing environment.

use crate::config::Config;
use crate::git::Repository;
use crate::run::options;
use crate::run::repository::requirements::{self, Installation};
use crate::run::repository::revisions::{self, RevisionPair};
use crate::run::repository::virtualenv;
use crate::run::results::redaction::Secrets;
use mts_model::error::Result;
use std::path::Path;

/// The Python interpreter of a run, with the messages about the choice.
pub(super) struct Interpreter {
    /// The CPython command; `None` for `python3`.
    pub command: Option<String>,
    /// The notes for the report.
    pub notes: Vec<String>,
    /// The requirements that the change modifies and that take effect only after the merge.
    pub pending_until_merge: Vec<String>,
}

/// Chooses the interpreter, and installs the requirements of the configuration.
///
/// The function takes the first of these that exists: the environment with the requirements, the configured command,
/// and the virtual environment of the working tree.
///
/// # Errors
/// Returns the errors of [`requirements::install`], and an error if the working tree cannot be read.
pub(super) fn choose(
    repository: &Repository,
    revisions: &RevisionPair<'_>,
    config: &Config,
    secrets: &Secrets,
    scratch: &Path,
) -> Result<Interpreter> {
    let Installation { interpreter: installed, mut notes } = install(revisions, config, secrets, scratch)?;
    let pending_until_merge = match revisions.trusted() {
        Some(trusted) => requirements::pending(trusted, &revisions.head, config),
        None => Vec::new(),
    };
    if let Some(command) = installed {
        notes.push(format!("Python runs in an environment with {}", requirements::list(config)));
        return Ok(Interpreter { command: Some(command), notes, pending_until_merge });
    }
    let command = match &config.python.command {
        Some(command) => Some(command.clone()),
        None => virtualenv::found(repository)?.map(|found| {
            notes.push(format!("Python runs in the virtual environment `{}`", found.name));
            found.interpreter
        }),
    };
    Ok(Interpreter { command, notes, pending_until_merge })
}

/// Installs the requirements, or notes that no trusted revision names them.
fn install(revisions: &RevisionPair<'_>, config: &Config, secrets: &Secrets, scratch: &Path) -> Result<Installation> {
    let launcher = options::launcher()?;
    match revisions.trusted() {
        Some(trusted) => requirements::install(trusted, config, secrets, (&launcher, scratch)),
        None if config.python.requirements.is_empty() => Ok(Installation::default()),
        None => {
            let list = requirements::list(config);
            let note = format!("the run does not install {list}: {}", revisions::UNTRUSTED);
            Ok(Installation { interpreter: None, notes: vec![note] })
        }
    }
}
