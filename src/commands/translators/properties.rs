//! `cargo mts properties`: lists properties, or checks them for translators on a corpus.
//!
//! [`crate::run::properties::pairs`] checks the properties of the pairs of a repository.

use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::corpus_jobs;
use crate::bench::translators::{external, translated};
use crate::report;
use crate::run::options::Options;
use crate::run::properties::checkable::{checkable, program, result};
use crate::run::properties::pairs::{self, PairChecks};
use crate::run::repository;
use crate::run::repository::request::FlagOverrides;
use crate::run::workers;
use mts_engine::fragments::FragmentTranslator;
use mts_engine::properties::{
    self, CheckedProperty, Engine, PropertyPlan, PropertyTranslator, RunCache, TestProgram, TranslatorUnderTest,
    Workers,
};
use mts_engine::scheduler::WorkerPair;
use mts_model::error::{Error, Result, nearest};
use mts_model::glob::Glob;
use mts_model::nesting::spawn_for_trees;
use mts_model::{Mode, Property, PropertyResult, PropertyTestCounts, TranslatorResult, TranslatorUsage};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use crate::external_translators::External;
pub use mts_translate::transpiler;

/// The request of `cargo mts properties check`.
#[derive(Clone)]
pub struct PropertiesRequest {
    /// The translators under test.
    pub translators: Vec<Checkable>,
    /// The beam widths: the numbers of answers per request to a translator.
    pub beams: Vec<usize>,
    /// The number of tests of each property; `None` for the default of the property.
    pub budget: Option<u64>,
    /// The highest number of violations to show for each property.
    pub examples: usize,
}

/// A translator whose properties can be checked.
#[derive(Clone)]
pub enum Checkable {
    /// The built-in translator.
    Builtin(transpiler::Mode),
    /// An external translator.
    External(External),
}

impl Checkable {
    pub(crate) fn translator(&self) -> Box<dyn PropertyTranslator> {
        match self {
            Self::Builtin(mode) => Box::new(properties::translator(*mode)),
            Self::External(external) => Box::new(external::ExternalTranslator(external.clone())),
        }
    }

    /// Returns the translator in a form that reports why a translation is missing.
    pub(crate) fn answers(&self) -> Box<dyn FragmentTranslator> {
        match self {
            Self::Builtin(mode) => Box::new(properties::translator(*mode)),
            Self::External(external) => Box::new(external::ExternalTranslator(external.clone())),
        }
    }

    /// Returns the cost of all requests so far, or `None` for the built-in translator.
    pub(crate) fn usage(&self) -> Option<TranslatorUsage> {
        match self {
            Self::Builtin(_) => None,
            Self::External(external) => Some(external.usage()),
        }
    }
}

/// The result of a check on a corpus.
pub struct Checks {
    /// The results, one for each translator and beam width.
    pub results: Vec<TranslatorResult>,
    /// The programs on which the tool cannot check properties, with the reasons.
    pub skipped: Vec<(String, String)>,
}

/// The help for a glob that matches no property. `check` drops the properties of other modes.
const PROPERTIES_BY_MODE: &str = "`cargo mts properties list` shows all properties with their modes; `check` uses the \
                                  mode translator with `--corpus`, and the modes pair and history without `--corpus`";

/// Returns the properties that match one of these globs. Without a glob, returns all properties.
///
/// # Errors
/// Returns a usage error if a glob is invalid or matches no property.
pub fn chosen(all: Vec<Property>, globs: &[String]) -> Result<Vec<Property>> {
    let mut chosen = vec![globs.is_empty(); all.len()];
    for text in globs {
        let glob = Glob::from_name_pattern(text).map_err(|why| Error::usage(why).at("--property"))?;
        let mut any = false;
        for (property, chosen) in all.iter().zip(&mut chosen) {
            let matches = glob.is_match(&property.name);
            any |= matches;
            *chosen |= matches;
        }
        if !any {
            let names: Vec<&str> = all.iter().map(|property| property.name.as_str()).collect();
            let help =
                nearest(text, &names).map_or(PROPERTIES_BY_MODE.to_owned(), |near| format!("did you mean `{near}`?"));
            return Err(Error::usage(format!("no property matches `{text}`")).at("--property").help(help));
        }
    }
    Ok(all.into_iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(property, _)| property).collect())
}

/// Returns the built-in properties.
///
/// With `search`, returns the properties that guide a search. Otherwise returns the properties that
/// test, including those that compare a pair with its base.
///
/// # Errors
/// Returns an internal error if the table of properties cannot be read.
pub fn built_in(search: bool) -> Result<Vec<Property>> {
    let table = properties::table()?;
    Ok(if search { table.search } else { [table.test, table.history].concat() })
}

/// Checks properties of the changed pairs of a repository, or of all pairs.
///
/// # Errors
/// Returns the errors of [`crate::commands::run::run`].
pub fn check_pairs(
    request: &crate::run::repository::request::RepositoryRequest,
    overrides: FlagOverrides<'_>,
    wanted: &[Property],
    examples: usize,
) -> Result<PairChecks> {
    repository::with_context(request, overrides, |context, filter, options, materialize_base| {
        pairs::check(context, filter, options, materialize_base, wanted, examples)
    })
}

/// Checks properties of translators on the programs of a corpus.
///
/// The function ignores the properties that are not about translators.
///
/// # Errors
/// Returns a usage error if a property cannot be checked. Returns an error if a runtime is missing
/// or cannot start.
pub fn check(
    rows: &[CorpusRow],
    wanted: &[Property],
    request: &PropertiesRequest,
    options: &Options,
) -> Result<Checks> {
    let checked = wanted
        .iter()
        .filter(|property| property.mode.contains(&Mode::Translator))
        .map(checkable)
        .collect::<Result<Vec<CheckedProperty>>>()?;
    let support = translated::support()?;
    let (mut programs, mut jobs, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        let job = match corpus_jobs::job(row) {
            Ok(job) => job.with_path(vec![support.path().to_path_buf()]),
            Err(reason) => {
                skipped.push((row.id.clone(), reason));
                continue;
            }
        };
        match program(&row.id, &job) {
            Ok(program) => {
                programs.push(Arc::new(program));
                jobs.push(job);
            }
            Err(reason) => skipped.push((row.id.clone(), reason)),
        }
    }
    let worker_pairs = workers::start_worker_pairs(options, jobs.iter())?;
    let mut worker_pairs: Vec<(WorkerPair, RunCache)> =
        worker_pairs.into_iter().map(|worker_pair| (worker_pair, RunCache::default())).collect();
    let translators_under_test: Vec<(&Checkable, usize)> =
        request.translators.iter().flat_map(|one| request.beams.iter().map(move |beams| (one, *beams))).collect();
    let plan = PropertyPlan { seed: options.seed, budget: request.budget, examples: request.examples };
    let mut of_property = spread(&mut worker_pairs, &programs, &translators_under_test, &checked, plan, options)?;
    let results = translators_under_test.iter().enumerate().map(|(at, (translator, beams))| {
        let found = of_property.iter_mut().map(|found| std::mem::take(&mut found[at]));
        let properties = checked.iter().zip(found).map(|(checked, found)| result(&checked.property, found)).collect();
        TranslatorResult::new(translator.translator().name(), *beams, programs.len(), properties)
    });
    let results = results.collect();
    Ok(Checks { results, skipped })
}

/// Checks every property on one of the worker pairs, for all translators.
///
/// Returns the results of each property, one for each translator.
fn spread(
    worker_pairs: &mut [(WorkerPair, RunCache)],
    programs: &[Arc<TestProgram>],
    translators_under_test: &[(&Checkable, usize)],
    checked: &[CheckedProperty],
    plan: PropertyPlan,
    options: &Options,
) -> Result<Vec<Vec<PropertyTestCounts>>> {
    let next = AtomicUsize::new(0);
    let work = |(worker_pair, memory): &mut (WorkerPair, RunCache)| -> Result<Vec<(usize, Vec<PropertyTestCounts>)>> {
        let mut translators: Vec<_> =
            translators_under_test.iter().map(|(checkable, _)| checkable.translator()).collect();
        let mut workers = Workers {
            jvm: worker_pair.jvm.as_mut(),
            cpython: worker_pair.cpython.as_mut(),
            rules: &options.settings.rules,
            budgets: options.settings.budgets,
        };
        let each = translators.iter_mut().zip(translators_under_test);
        let translators_under_test =
            each.map(|(translator, (_, beams))| TranslatorUnderTest::new(translator.as_mut(), *beams)).collect();
        let mut engine = Engine { programs, translators: translators_under_test, workers: &mut workers, cache: memory };
        let mut found = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(property) = checked.get(at) else { return Ok(found) };
            found.push((at, engine.check(property, plan)?));
        }
    };
    let answers = std::thread::scope(|scope| {
        let threads: Vec<_> = worker_pairs
            .iter_mut()
            .map(|worker_pair| spawn_for_trees(scope, || work(worker_pair)))
            .collect::<Result<_>>()?;
        let ended = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err(Error::bug("the thread that checks properties died"))));
        ended.collect::<Result<Vec<_>>>()
    })?;
    let mut found: Vec<(usize, Vec<PropertyTestCounts>)> = answers.into_iter().flatten().collect();
    found.sort_by_key(|(at, _)| *at);
    Ok(found.into_iter().map(|(_, found)| found).collect())
}

/// Returns the reason why the results are incomplete.
///
/// The results are incomplete if a translator was too often not reachable. Otherwise the function returns `None`.
#[must_use]
pub fn incomplete(results: &[TranslatorResult]) -> Option<String> {
    let sum = |result: &TranslatorResult, of: fn(&PropertyTestCounts) -> u64| -> u64 {
        result.properties.iter().map(|property| of(&property.found)).sum()
    };
    results.iter().find_map(|result| {
        let (unreachable, tests) = (sum(result, |found| found.unreachable), sum(result, |found| found.tests));
        external::is_over(unreachable, tests).then(|| {
            format!("cargo mts could not reach the translator {} in {unreachable} of {tests} tests", result.translator)
        })
    })
}

/// Formats the properties for people.
#[must_use]
pub fn render_list(properties: &[Property]) -> String {
    report::properties::render_list(properties)
}

/// Formats the results of pairs for people.
#[must_use]
pub fn render_pairs(results: &[PropertyResult]) -> String {
    report::properties::render_pairs(results)
}

/// Formats the results of translators for people.
#[must_use]
pub fn render(results: &[TranslatorResult]) -> String {
    report::properties::render(results)
}
