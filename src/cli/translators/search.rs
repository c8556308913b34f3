//! `cargo mts search`: searches for a better translation, with different parameters of a model.

use super::searchable;
use crate::bench::corpora;
use crate::cli::args::{GateArgs, ScopeArgs, SearchArgs};
use crate::cli::{output, resolve, run};
use crate::commands::translators::search::{self, set_interrupt_hook};
use crate::config::Config;
use crate::run::options::{CommandOptions, Options};
use crate::run::properties::model_search::Model;
use mts_model::error::{Error, ExitCode, Result};
use mts_model::{SearchFrom, SearchResult};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub(in crate::cli) fn search(args: SearchArgs) -> Result<ExitCode> {
    let model = Model::open(searchable(&args.translator)?, !args.no_translation_cache)?;
    let known: Arc<Mutex<Vec<SearchResult>>> = Arc::default();
    let (at_the_end, as_json) = (Arc::clone(&known), args.json);
    set_interrupt_hook(Some(Box::new(move |_| print_results_so_far(&at_the_end, as_json))));
    let write = args.write.clone();
    let mut unwritten = None;
    let mut hear = |result: &SearchResult| {
        if let (Some(path), Some(text), true) = (&write, &result.translation, result.is_new_best()) {
            unwritten = std::fs::write(path, text).err();
        }
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|other| other.name != result.name);
        known.push(result.clone());
    };
    let results = if is_corpus(&args.what) {
        search_corpus(&args, &model, &mut hear)
    } else {
        search_pair(&args, &model, &mut hear)
    };
    set_interrupt_hook(None);
    let results = match results {
        // The search cannot reach the translator any more. Print the results so far.
        Err(error) if error.code == ExitCode::Incomplete => {
            print_results(&so_far(&known), args.json)?;
            return Err(error);
        }
        results => results?,
    };
    if let (Some(path), Some(error)) = (&args.write, unwritten) {
        return Err(Error::io("write the translation", path, &error));
    }
    print_results(&results, args.json)?;
    let has_all = results.iter().all(|result| result.best.is_some());
    Ok(if has_all { ExitCode::Passed } else { ExitCode::Incomplete })
}

/// Prints the best translations so far, after the user interrupts the search.
fn print_results_so_far(known: &Mutex<Vec<SearchResult>>, as_json: bool) -> i32 {
    drop(print_results(&so_far(known), as_json));
    ExitCode::Interrupted as i32
}

/// Returns the results of an interrupted search, and marks the last result as interrupted.
fn so_far(known: &Mutex<Vec<SearchResult>>) -> Vec<SearchResult> {
    let mut results = known.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(last) = results.last_mut() {
        last.interrupted = true;
    }
    results
}

/// Prints the results as text or as JSON.
fn print_results(results: &[SearchResult], as_json: bool) -> Result<ExitCode> {
    if as_json {
        let text = serde_json::to_string_pretty(results).map_err(|error| Error::bug(error.to_string()))?;
        return output::result(&format!("{text}\n"));
    }
    output::result(&search::render(results))
}

/// Reports whether the text names a corpus file. Other text names a pair.
fn is_corpus(what: &str) -> bool {
    [".jsonl", ".jsonl.gz"].iter().any(|end| what.ends_with(end)) && Path::new(what).is_file()
}

fn search_corpus(args: &SearchArgs, model: &Model, report: &mut dyn FnMut(&SearchResult)) -> Result<Vec<SearchResult>> {
    let mut config = match &args.place.config {
        Some(path) => Config::load_file(path)?,
        None => Config::default(),
    };
    overrides(&mut config, args)?;
    let options = Options::new(&config, CommandOptions { jobs: Some(1), ..Default::default() })?;
    let mut rows = corpora::load(Path::new(&args.what))?;
    if let Some(only) = &args.only {
        rows.retain(|row| row.id.contains(only));
    }
    search::search_corpus(&rows, &options, model, report)
}

fn search_pair(args: &SearchArgs, model: &Model, report: &mut dyn FnMut(&SearchResult)) -> Result<Vec<SearchResult>> {
    let place = &args.place;
    let scope = ScopeArgs { base: None, head: None, worktree: true, all: true, pairs: vec![args.what.clone()] };
    let place = crate::cli::args::PlaceArgs { directory: place.directory.clone(), config: place.config.clone() };
    let request = crate::run::repository::request::RepositoryRequest {
        jobs: Some(1),
        out: PathBuf::new(),
        ..run::request(place, scope)
    };
    let laid = |config: &mut Config| overrides(config, args);
    search::search_pairs(&request, &laid, model, report)
}

/// Overrides the configuration's keys with the flags.
fn overrides(config: &mut Config, args: &SearchArgs) -> Result<()> {
    resolve::overrides(config, &args.verdict, &GateArgs::default(), args.sandbox)?;
    let search = &mut config.search;
    if let Some(iterations) = args.iterations.map(NonZeroUsize::get) {
        search.iterations = iterations;
    }
    if let Some(tests) = args.tests.map(NonZeroUsize::get) {
        search.tests = tests;
    }
    if args.from_best {
        search.from = SearchFrom::Best;
    }
    Ok(())
}
