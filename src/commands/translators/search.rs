//! `cargo mts search`: searches for a better translation of one function or of a corpus.
//!
//! A model with adjustable parameters makes the translations. The engine searches; this module
//! finds the functions.

use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::corpus_jobs;
use crate::report;
use crate::run::jobs::{self, build_env};
use crate::run::options::Options;
use crate::run::properties::checkable::program;
use crate::run::properties::model_search::{Model, one};
use crate::run::properties::pairs::version;
use crate::run::repository;
use crate::run::repository::request::FlagOverrides;
use crate::run::{plan, workers};
use mts_engine::PairJob;
use mts_engine::properties::{TestProgram, Workers};
use mts_model::SearchResult;
use mts_model::error::{Error, Result};
use std::sync::Arc;

pub use mts_workers::set_interrupt_hook;

/// Searches for better translations of pairs in a repository.
///
/// # Errors
/// Returns the errors of [`crate::commands::run::run`], and a usage error if no pair matches or if a pair cannot run.
pub fn search_pairs(
    request: &crate::run::repository::request::RepositoryRequest,
    overrides: FlagOverrides<'_>,
    model: &Model,
    on_result: &mut dyn FnMut(&SearchResult),
) -> Result<Vec<SearchResult>> {
    repository::with_context(request, overrides, |context, filter, options, materialize_base| {
        let plan = plan::plan(None, context.head, &options.pairing, filter);
        filter.check(context.head)?;
        let jobs = jobs::jobs(context, &plan, options)?;
        if jobs.has_base() {
            materialize_base()?;
        }
        let (jobs, _builds) = build_env::configure(jobs, context, options)?;
        let mut programs = Vec::new();
        for pair in &jobs.pairs {
            let name = pair.planned.name.clone();
            let jobs = pair.jobs.as_ref().map_err(ToString::to_string);
            let program = jobs.and_then(|jobs| version(&name, jobs.head.job(), None));
            let cannot = |reason| Error::usage(format!("cannot search for a translation of {name}: {reason}"));
            programs.push(program.map_err(cannot)?.0);
        }
        if programs.is_empty() {
            return Err(Error::usage("no pair matches").help("`cargo mts list` shows all pairs"));
        }
        each(&programs, jobs.all(), options, model, on_result)
    })
}

/// Searches for better translations of the programs of a corpus.
///
/// # Errors
/// Returns a usage error if there is no program, or if a program cannot take part. Returns an error if a runtime is
/// missing or cannot start, or if the translator is not reachable.
pub fn search_corpus(
    rows: &[CorpusRow],
    options: &Options,
    model: &Model,
    on_result: &mut dyn FnMut(&SearchResult),
) -> Result<Vec<SearchResult>> {
    let (mut programs, mut jobs): (Vec<Arc<TestProgram>>, Vec<PairJob>) = (Vec::new(), Vec::new());
    for row in rows {
        let cannot = |reason| Error::usage(format!("cannot search for a translation of {}: {reason}", row.id));
        let job = corpus_jobs::job(row).map_err(cannot)?;
        programs.push(Arc::new(program(&row.id, &job).map_err(cannot)?));
        jobs.push(job);
    }
    if programs.is_empty() {
        return Err(Error::usage("no program matches").help("remove `--only`, or shorten its text"));
    }
    each(&programs, jobs.iter(), options, model, on_result)
}

fn each<'j>(
    programs: &[Arc<TestProgram>],
    jobs: impl Iterator<Item = &'j PairJob> + Clone,
    options: &Options,
    model: &Model,
    on_result: &mut dyn FnMut(&SearchResult),
) -> Result<Vec<SearchResult>> {
    let mut worker_pairs = workers::start_worker_pairs(options, jobs)?;
    let Some(worker_pair) = worker_pairs.first_mut() else { return Ok(Vec::new()) };
    let mut workers = Workers {
        jvm: worker_pair.jvm.as_mut(),
        cpython: worker_pair.cpython.as_mut(),
        rules: &options.settings.rules,
        budgets: options.settings.budgets,
    };
    programs.iter().map(|program| one(program, &options.search, options.seed, model, &mut workers, on_result)).collect()
}

/// Formats the results for people.
#[must_use]
pub fn render(results: &[SearchResult]) -> String {
    report::search::render(results)
}
