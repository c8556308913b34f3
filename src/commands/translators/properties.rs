//! `cargo mts properties`: lists properties, and checks them for translators on the programs of a corpus. Pairs of a repository are checked by [`crate::run::properties::pairs`].

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
use mts_model::{Found, Mode, Property, PropertyResult, TranslatorResult, TranslatorUsage};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use crate::external_translators::External;
pub use mts_translate::transpiler;

/// The request of `cargo mts properties check`.
#[derive(Clone)]
pub struct PropertiesRequest {
    /// The translators.
    pub translators: Vec<Checkable>,
    /// Numbers of answers that each is asked for.
    pub beams: Vec<usize>,
    /// Number of tests of each property; its own where nobody says.
    pub budget: Option<u64>,
    /// Examples of each property.
    pub examples: usize,
}

/// A translator whose properties can be checked.
#[derive(Clone)]
pub enum Checkable {
    /// The built-in one.
    Builtin(transpiler::Mode),
    /// An external one.
    External(External),
}

impl Checkable {
    pub(crate) fn translator(&self) -> Box<dyn PropertyTranslator> {
        match self {
            Self::Builtin(mode) => Box::new(properties::translator(*mode)),
            Self::External(external) => Box::new(external::ExternalTranslator(external.clone())),
        }
    }

    /// The translator as one that tells why it has no translation.
    pub(crate) fn answers(&self) -> Box<dyn FragmentTranslator> {
        match self {
            Self::Builtin(mode) => Box::new(properties::translator(*mode)),
            Self::External(external) => Box::new(external::ExternalTranslator(external.clone())),
        }
    }

    /// The cost so far of an external translator.
    pub(crate) fn usage(&self) -> Option<TranslatorUsage> {
        match self {
            Self::Builtin(_) => None,
            Self::External(external) => Some(external.usage()),
        }
    }
}

/// The result of a check on a corpus.
pub struct Checks {
    /// One for each translator and number of answers.
    pub results: Vec<TranslatorResult>,
    /// Programs that cannot take part, with the reason.
    pub skipped: Vec<(String, String)>,
}

/// The properties that match one of these globs, out of all; all of them where there is no glob.
///
/// # Errors
/// A usage error for a glob that is none, or that no property matches.
pub fn chosen(all: Vec<Property>, globs: &[String]) -> Result<Vec<Property>> {
    let mut chosen = vec![globs.is_empty(); all.len()];
    for text in globs {
        let glob = Glob::of_names(text).map_err(|why| Error::usage(why).at("--property"))?;
        let mut any = false;
        for (property, chosen) in all.iter().zip(&mut chosen) {
            let matches = glob.is_match(&property.name);
            any |= matches;
            *chosen |= matches;
        }
        if !any {
            let names: Vec<&str> = all.iter().map(|property| property.name.as_str()).collect();
            let help = nearest(text, &names)
                .map_or("`cargo mts properties list` names all".to_owned(), |near| format!("did you mean `{near}`?"));
            return Err(Error::usage(format!("no property `{text}`")).help(help));
        }
    }
    Ok(all.into_iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(property, _)| property).collect())
}

/// The built-in properties: those that test, of pairs and their bases too, or those that guide a search.
///
/// # Errors
/// A bug error when their table cannot be read.
pub fn built_in(search: bool) -> Result<Vec<Property>> {
    let table = properties::table()?;
    Ok(if search { table.search } else { [table.test, table.history].concat() })
}

/// Checks properties of pairs in a repository: those that a change touches, or all.
///
/// # Errors
/// As [`crate::commands::run::run`].
pub fn check_pairs(
    request: &crate::run::repository::request::Request,
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
/// # Errors
/// A usage error for a property that cannot be checked; when a runtime is missing or cannot be started.
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
        let mut job = match corpus_jobs::job(row) {
            Ok(job) => job,
            Err(reason) => {
                skipped.push((row.id.clone(), reason));
                continue;
            }
        };
        job.python_context.path = vec![support.path().to_path_buf()];
        match program(&row.id, &job) {
            Ok(program) => {
                programs.push(Arc::new(program));
                jobs.push(job);
            }
            Err(reason) => skipped.push((row.id.clone(), reason)),
        }
    }
    let lanes = workers::lanes(options, jobs.iter())?;
    let mut lanes: Vec<(WorkerPair, RunCache)> = lanes.into_iter().map(|lane| (lane, RunCache::default())).collect();
    let takers: Vec<(&Checkable, usize)> =
        request.translators.iter().flat_map(|one| request.beams.iter().map(move |beams| (one, *beams))).collect();
    let plan = PropertyPlan { seed: options.seed, budget: request.budget, examples: request.examples };
    let mut of_property = spread(&mut lanes, &programs, &takers, &checked, plan, options)?;
    let results = takers.iter().enumerate().map(|(at, (translator, beams))| {
        let found = of_property.iter_mut().map(|found| std::mem::take(&mut found[at]));
        let properties = checked.iter().zip(found).map(|(checked, found)| result(&checked.property, found)).collect();
        TranslatorResult::new(translator.translator().name(), *beams, programs.len(), properties)
    });
    let results = results.collect();
    Ok(Checks { results, skipped })
}

/// Every property on one of the lanes, for all translators: what is found of each.
fn spread(
    lanes: &mut [(WorkerPair, RunCache)],
    programs: &[Arc<TestProgram>],
    takers: &[(&Checkable, usize)],
    checked: &[CheckedProperty],
    plan: PropertyPlan,
    options: &Options,
) -> Result<Vec<Vec<Found>>> {
    let next = AtomicUsize::new(0);
    let work = |(lane, memory): &mut (WorkerPair, RunCache)| -> Result<Vec<(usize, Vec<Found>)>> {
        let mut translators: Vec<_> = takers.iter().map(|(checkable, _)| checkable.translator()).collect();
        let mut workers = Workers {
            jvm: lane.jvm.as_mut(),
            cpython: lane.cpython.as_mut(),
            rules: &options.settings.rules,
            budgets: options.settings.budgets,
        };
        let each = translators.iter_mut().zip(takers);
        let takers =
            each.map(|(translator, (_, beams))| TranslatorUnderTest::new(translator.as_mut(), *beams)).collect();
        let mut engine = Engine { programs, translators: takers, workers: &mut workers, cache: memory };
        let mut found = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(property) = checked.get(at) else { return Ok(found) };
            found.push((at, engine.check(property, plan)?));
        }
    };
    let answers = std::thread::scope(|scope| {
        let threads: Vec<_> =
            lanes.iter_mut().map(|lane| spawn_for_trees(scope, || work(lane))).collect::<Result<_>>()?;
        let ended = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err(Error::bug("the thread that checks properties died"))));
        ended.collect::<Result<Vec<_>>>()
    })?;
    let mut found: Vec<(usize, Vec<Found>)> = answers.into_iter().flatten().collect();
    found.sort_by_key(|(at, _)| *at);
    Ok(found.into_iter().map(|(_, found)| found).collect())
}

/// The reason why the results are incomplete: a translator could not be reached too often.
#[must_use]
pub fn incomplete(results: &[TranslatorResult]) -> Option<String> {
    let sum = |result: &TranslatorResult, of: fn(&Found) -> u64| -> u64 {
        result.properties.iter().map(|property| of(&property.found)).sum()
    };
    results.iter().find_map(|result| {
        let (unasked, tests) = (sum(result, |found| found.unasked), sum(result, |found| found.tests));
        external::is_over(unasked, tests)
            .then(|| format!("the translator {} could not be reached in {unasked} of {tests} tests", result.translator))
    })
}

/// The properties, for people.
#[must_use]
pub fn render_list(properties: &[Property]) -> String {
    report::properties::render_list(properties)
}

/// The results for pairs, for people.
#[must_use]
pub fn render_pairs(results: &[PropertyResult]) -> String {
    report::properties::render_pairs(results)
}

/// The results, for people.
#[must_use]
pub fn render(results: &[TranslatorResult]) -> String {
    report::properties::render(results)
}
