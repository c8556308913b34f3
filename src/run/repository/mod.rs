//! Prepares a run on a repository.
//!
//! This module reads the two revisions, the configuration in force, the suite files, and the
//! changes of each source file.

mod interpreter;
pub mod request;
pub mod requirements;
pub mod revision_pairs;
pub mod revisions;
mod setup_py;
pub mod snapshots;
pub mod virtualenv;

use crate::git::{Repository, refuse_tracked};
use crate::run::context::{MaterializeBase, RunContext};
use crate::run::options::{self, CommandOptions, Options};
use crate::run::plan::PairFilter;
use crate::run::properties::{declared, in_force};
use crate::run::repository::request::{FlagOverrides, RepositoryRequest};
use crate::run::repository::revisions::RevisionPair;
use crate::run::repository::snapshots::scratch;
use crate::run::results::baseline::Baseline;
use crate::run::results::redaction::Secrets;
use crate::run::revision::changed_lines::ChangedLines;
use mts_generate::pairing::Selector;
use mts_model::Property;
use mts_model::error::Result;
use mts_workers::PrivatePaths;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Reads both revisions and the configuration, and calls `then` with them.
///
/// # Errors
/// Returns a usage or environment error if a stage before the first pair fails. Returns the errors
/// of `then`.
pub fn with_context<T>(
    request: &RepositoryRequest,
    overrides: FlagOverrides<'_>,
    then: impl FnOnce(&RunContext<'_>, &PairFilter<'_>, &Options, MaterializeBase<'_>) -> Result<T>,
) -> Result<T> {
    let selectors = selectors(request)?;
    let repository = Repository::discover(&request.directory)?;
    let revisions = RevisionPair::find(&repository, request)?;
    let scratch = scratch()?;
    let mut chosen = revisions.configuration(request.config.as_deref(), scratch.path(), request.event.is_some())?;
    overrides(&mut chosen.config)?;
    let config = chosen.config;
    let secrets = Secrets::from_process(repository.credentials());
    let interpreter = interpreter::choose(&repository, &revisions, &config, &secrets, scratch.path())?;
    let command = CommandOptions { jobs: request.jobs, bound: request.bound, ..Default::default() };
    let private = private_paths(&repository);
    let options = Options { private, python: interpreter.command, ..Options::new(&config, command)? };
    let base_pairing = options::pairing(&chosen.base)?;
    let baselines = baselines(request)?;

    let sources = config.selection()?;
    let everything = request.all || !selectors.is_empty();
    let empty_roots = revisions.empty_roots(&config)?;
    let head = revisions.head(&sources, &config.programs, everything, &scratch.path().join("head"))?;
    let base_folder = scratch.path().join("base");
    let base = revisions.base(&sources, &base_folder)?;
    let materialize_base = || revisions.materialize_base(&base_folder);
    let commits = revisions.commits(&repository)?;
    let head_lines = revisions.head_lines(&repository, &commits)?;
    let accepted = revisions.accepted(&repository, &commits)?;
    let suites = revisions.suites(&config)?;
    let programs = revisions.programs(&config)?;
    let (properties, waiting) = properties(request, &revisions, chosen.properties)?;
    let pending = [chosen.pending_until_merge, interpreter.pending_until_merge, accepted.pending_until_merge.clone()];
    let context = RunContext {
        head: &head,
        base: base.as_ref(),
        is_base_equal: revisions.are_equal(),
        base_pairing,
        commits,
        suites,
        head_lines,
        changed_lines: ChangedLines::from_diff(&revisions.diff),
        folder: None,
        programs,
        properties,
        baselines,
        shard: request.shard,
        pending_until_merge: [pending.concat(), waiting].concat(),
        notes: [chosen.notes, interpreter.notes, empty_roots, accepted.notes.clone()].concat(),
        accepted,
        secrets,
    };
    let filter = PairFilter { all: request.all, selectors: &selectors, program_files: BTreeSet::new() };
    then(&context, &filter, &options, &materialize_base)
}

/// Parses the selectors of pairs.
fn selectors(request: &RepositoryRequest) -> Result<Vec<Selector>> {
    request.pairs.iter().map(|text| Selector::parse(text).map_err(|error| error.at("--pair"))).collect()
}

/// Returns the paths of a repository that workers must not read.
fn private_paths(repository: &Repository) -> PrivatePaths {
    PrivatePaths {
        paths: repository.data_folders(),
        work_tree: repository.root(),
        tracked: repository.tracked_settings().into_iter().collect(),
    }
}

/// Reads the baselines that exist; `None` if the user requests no baseline.
///
/// # Errors
/// Returns a usage error if git tracks a baseline, because a change could then forge its own result.
fn baselines(request: &RepositoryRequest) -> Result<Option<Vec<Baseline>>> {
    if request.baselines.is_empty() {
        return Ok(None);
    }
    let read = |path: &PathBuf| refuse_tracked(path, "the baseline").and_then(|()| Baseline::read(path));
    let read = request.baselines.iter().filter_map(|path| read(path).transpose());
    read.collect::<Result<Vec<_>>>().map(Some)
}

/// Returns the declared properties in force, and those that take effect only after the merge.
fn properties(
    request: &RepositoryRequest,
    revisions: &RevisionPair<'_>,
    declared_by_both: [Vec<Property>; 2],
) -> Result<(Vec<Property>, Vec<String>)> {
    match &request.config {
        Some(file) => Ok((declared::of_user(&request.directory, Some(file))?, Vec::new())),
        None => in_force::of_change(&revisions.head, revisions.base.as_ref(), declared_by_both),
    }
}
