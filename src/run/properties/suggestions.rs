//! Searches for better translations of pairs that fail (`search.suggest`).
//!
//! A model translates the Java functions of pairs whose original functions disagree. A suggestion
//! is a translation that agrees with Java on all inputs of the pair. If a translation agrees only on more inputs than
//! the port, a note says so. The tool runs each translation and changes no file.

use crate::config::{TranslatorConfig, TranslatorKind};
use crate::report::format::count;
use crate::run::context::RunContext;
use crate::run::options::Options;
use crate::run::properties::model_search::{Model, one};
use crate::run::properties::pairs::{CheckedPair, Versions};
use crate::run::results::pair_results::{CompletedPair, FinishedPair, PairRow, Suggestion};
use mts_engine::properties::search::agreement;
use mts_engine::properties::{TestProgram, Workers};
use mts_engine::scheduler::WorkerPair;
use mts_model::SearchResult;
use mts_model::error::{Error, Result};
use mts_oracle::gate;
use std::path::Path;
use std::sync::Arc;

/// The highest number of pairs in one run for which the tool queries the model.
const MOST_PAIRS: usize = 5;

/// Opens the model for suggestions, or returns `None` if the configuration requests no suggestions.
///
/// # Errors
/// Returns a usage error if the configuration names no model or if the model is deterministic.
/// Returns a usage error if the change under test could have written the description, because the
/// description names a program that runs without a sandbox.
pub(crate) fn model(context: &RunContext<'_>, options: &Options) -> Result<Option<Model>> {
    let search = &options.search;
    if !search.suggest {
        return Ok(None);
    }
    let Some(path) = &search.translator else {
        let error = Error::usage("`search.suggest` is set, but `search.translator` is not").at("search.translator");
        return Err(error.help("name the FILE.yml that describes a model"));
    };
    if context.base.is_some() && is_inside(path) {
        let error = Error::usage(
            "`search.translator` is a relative path or a file in a Git repository: the change could modify the file",
        )
        .at(path.clone());
        return Err(error.help("give the full path of a file outside of every Git repository"));
    }
    let described = TranslatorConfig::load(Path::new(path))?;
    if let (true, TranslatorKind::Command(called) | TranslatorKind::Batch(called)) =
        (context.base.is_some(), &described.kind)
        && let Some(word) = called.words.iter().find(|word| Path::new(word).exists() && is_inside(word))
    {
        let error = Error::usage(
            "the translator's program is a relative path or a file in a Git repository: the change could modify the file",
        );
        return Err(error.at(word.clone()).help("give the full path of a file outside of every Git repository"));
    }
    Model::open(described, true).map(Some)
}

/// Reports whether a file is in a repository, or has a relative path.
fn is_inside(path: &str) -> bool {
    let whole = Path::new(path).canonicalize().unwrap_or_else(|_| Path::new(path).to_path_buf());
    !Path::new(path).is_absolute() || whole.ancestors().any(|folder| folder.join(".git").exists())
}

/// Searches for better translations of pairs that fail because their original functions disagree.
///
/// # Errors
/// Returns an error if a worker cannot start.
pub(crate) fn with_suggestions(
    results: Vec<CompletedPair>,
    pairs: &[CheckedPair],
    worker_pairs: &mut [WorkerPair],
    options: &Options,
    model: &Model,
) -> Result<Vec<CompletedPair>> {
    let Some(worker_pair) = worker_pairs.first_mut() else { return Ok(results) };
    let mut workers = Workers {
        jvm: worker_pair.jvm.as_mut(),
        cpython: worker_pair.cpython.as_mut(),
        rules: &options.settings.rules,
        budgets: options.settings.budgets,
    };
    let mut searched = 0;
    let mut of_pair = |FinishedPair { planned, result }: &FinishedPair| {
        let PairRow::Scored(row) = &result.row else { return Ok(None) };
        if !gate::has_failing_originals(row, &options.thresholds) {
            return Ok(None);
        }
        let Some(checked) = pairs.iter().find(|checked| Arc::ptr_eq(&checked.planned, planned)) else {
            return Ok(None);
        };
        if searched == MOST_PAIRS {
            return Ok(Some(Suggestion::none(format!(
                "cargo mts did not search for a better translation: a run searches for {MOST_PAIRS} pairs at most"
            ))));
        }
        searched += 1;
        suggestion(&checked.versions, options, model, &mut workers).map(Some)
    };
    let with = |pair: CompletedPair| of_pair(&pair.finished).map(|suggestion| CompletedPair { suggestion, ..pair });
    results.into_iter().map(with).collect()
}

/// Searches for a better translation of one pair.
fn suggestion(
    versions: &std::result::Result<Versions, String>,
    options: &Options,
    model: &Model,
    workers: &mut Workers<'_>,
) -> Result<Suggestion> {
    let not_searched =
        |reason: &str| Suggestion::none(format!("cargo mts did not search for a better translation: {reason}"));
    let (program, port) = match versions {
        Ok(versions) => &versions.head,
        Err(reason) => return Ok(not_searched(reason)),
    };
    let now = match agreement(program, port, workers)? {
        Ok((equal, _)) => equal as u64,
        Err(reason) => return Ok(not_searched(&reason)),
    };
    let found = match searched(program, options, model, workers) {
        Ok(found) => found,
        Err(error) => {
            return Ok(Suggestion::none(format!("cargo mts found no better translation: {}", error.message)));
        }
    };
    let (tried, usage) = (found.attempts.len(), found.usage);
    let cost = usage.cost.map_or(String::new(), |cost| format!(" at a cost of {cost:.4} in the currency of `price`"));
    let spent = format!(
        "cargo mts tried {}; this run has asked for {} so far{cost}",
        count(tried, "translation"),
        count(usize::try_from(usage.texts).unwrap_or(usize::MAX), "translation")
    );
    let name = &found.translator;
    Ok(match (found.translation, found.inputs_equal, found.inputs) {
        (Some(text), Some(equal), Some(all)) if equal > now => Suggestion {
            translation: (equal == all).then_some(text),
            note: format!(
                "a translation by {name} agrees with Java on {equal} of {all} inputs, and the port agrees on {now}; {spent}"
            ),
        },
        _ => Suggestion::none(format!(
            "no translation by {name} agrees with Java on more inputs than the port does; {spent}"
        )),
    })
}

fn searched(
    program: &Arc<TestProgram>,
    options: &Options,
    model: &Model,
    workers: &mut Workers<'_>,
) -> Result<SearchResult> {
    one(program, &options.search, options.seed, model, workers, &mut |_| ())
}
