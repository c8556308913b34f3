//! Prepares a run on a repository.
//!
//! This module reads the two revisions, the configuration in force, the suite files, and the
//! changes of each source file.

pub mod request;
pub mod requirements;
pub mod revision_pairs;
pub mod revisions;
mod setup_py;
pub mod snapshots;
pub mod virtualenv;

use crate::git::Repository;
use crate::run::context::{MaterializeBase, RunContext};
use crate::run::options::{self, CommandOptions, Options};
use crate::run::plan::PairFilter;
use crate::run::properties::{declared, in_force};
use crate::run::repository::request::{FlagOverrides, Request};
use crate::run::repository::requirements::Installation;
use crate::run::repository::revisions::RevisionPair;
use crate::run::repository::snapshots::scratch;
use crate::run::results::baseline::Baseline;
use crate::run::results::redaction::Secrets;
use crate::run::revision::changed_lines::ChangedLines;
use mts_generate::pairing::Selector;
use mts_model::error::Result;
use mts_workers::PrivatePaths;

/// Reads both revisions and the configuration, and calls `then` with them.
///
/// # Errors
/// Returns a usage or environment error if a stage before the first pair fails. Returns the errors
/// of `then`.
pub fn with_context<T>(
    request: &Request,
    overrides: FlagOverrides<'_>,
    then: impl FnOnce(&RunContext<'_>, &PairFilter<'_>, &Options, MaterializeBase<'_>) -> Result<T>,
) -> Result<T> {
    let selectors: Vec<Selector> =
        request.pairs.iter().map(|text| Selector::parse(text).map_err(|e| e.at("--pair"))).collect::<Result<_>>()?;
    let repository = Repository::discover(&request.directory)?;
    let revisions = RevisionPair::find(&repository, request)?;
    let scratch = scratch()?;
    let mut chosen = revisions.configuration(request.config.as_deref(), scratch.path(), request.event.is_some())?;
    overrides(&mut chosen.config)?;
    let (mut pending_until_merge, mut notes) = (chosen.pending_until_merge, chosen.notes);
    let secrets = Secrets::of_process(repository.credentials());
    let launcher = options::launcher()?;
    let trusted = revisions.trusted();
    if trusted.is_none() && !chosen.config.python.requirements.is_empty() {
        notes.push(format!(
            "the run does not install {}: {}",
            requirements::list(&chosen.config),
            revisions::UNTRUSTED
        ));
    }
    let installation = match trusted {
        None => Installation::default(),
        Some(trusted) => requirements::install(trusted, &chosen.config, &secrets, (&launcher, scratch.path()))?,
    };
    notes.extend(installation.notes);
    if let (Some(interpreter), Some(trusted)) = (installation.interpreter, trusted) {
        notes.push(format!("Python runs in an environment with {}", requirements::list(&chosen.config)));
        pending_until_merge.extend(requirements::pending(trusted, &revisions.head, &chosen.config));
        chosen.config.python.command = Some(interpreter);
    } else if chosen.config.python.command.is_none()
        && let Some(found) = virtualenv::found(&repository)?
    {
        notes.push(format!("Python runs in the virtual environment `{}`", found.name));
        chosen.config.python.command = Some(found.interpreter);
    }
    let command = CommandOptions { jobs: request.jobs, bound: request.bound, ..Default::default() };
    let private = PrivatePaths {
        paths: repository.data_folders(),
        work_tree: repository.root(),
        tracked: repository.tracked_settings().into_iter().collect(),
    };
    let options = Options { private, ..Options::new(&chosen.config, command)? };
    let base_pairing = options::pairing(&chosen.base)?;
    let baselines = (!request.baselines.is_empty()).then(|| {
        let read = request.baselines.iter().filter_map(|path| Baseline::read(path).transpose());
        read.collect::<Result<Vec<_>>>()
    });
    let baselines = baselines.transpose()?;

    let sources = chosen.config.selection()?;
    let everything = request.all || !selectors.is_empty();
    notes.extend(revisions.empty_roots(&chosen.config)?);
    let head = revisions.head(&sources, &chosen.config.programs, everything, &scratch.path().join("head"))?;
    let base_folder = scratch.path().join("base");
    let base = revisions.base(&sources, &base_folder)?;
    let materialize_base = || revisions.materialize_base(&base_folder);
    let commits = revisions.commits(&repository)?;
    let head_lines = revisions.head_lines(&repository, &commits)?;
    let accepted = revisions.accepted(&repository, &commits)?;
    pending_until_merge.extend(accepted.pending_until_merge.iter().cloned());
    notes.extend(accepted.notes.iter().cloned());
    let suites = revisions.suites(&chosen.config)?;
    let programs = revisions.programs(&chosen.config)?;
    let (properties, waiting) = match &request.config {
        Some(file) => (declared::of_user(&request.directory, Some(file))?, Vec::new()),
        None => in_force::of_change(&revisions.head, revisions.base.as_ref(), chosen.properties)?,
    };
    pending_until_merge.extend(waiting);
    let changed_lines = ChangedLines::from_diff(&revisions.diff);
    let context = RunContext {
        head: &head,
        base: base.as_ref(),
        is_base_equal: revisions.are_equal(),
        base_pairing,
        commits,
        suites,
        head_lines,
        changed_lines,
        folder: None,
        programs,
        accepted,
        properties,
        baselines,
        shard: request.shard,
        pending_until_merge,
        notes,
        secrets,
    };
    let filter = PairFilter { all: request.all, selectors: &selectors };
    then(&context, &filter, &options, &materialize_base)
}
