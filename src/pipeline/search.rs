//! `cargo mts search`: a better translation of one function, or of the programs of a corpus, by a model whose
//! parameters can be set. How it is searched is `analysis`'s; here is what is searched, and by whom.

use super::options::Options;
use super::pair_properties::version;
use super::properties::{checkable, program};
use super::repository::{self, Overlay};
use super::{building, corpus_run, external, jobs, plan, workers};
use crate::config::{self, Kind, TranslatorConfig};
use crate::corpus::CorpusRow;
use crate::external_translators::External;
use crate::report;
use mts_engine::PairJob;
use mts_engine::properties::search::{Bounds, Searched, Tunable, search};
use mts_engine::properties::{Checked, Port, Program, Workers, table};
use mts_model::error::{Error, ExitCode, Result};
use mts_model::{Parameters, SearchResult, TranslatorUsage};
use mts_translate::{Translation, transpiler};
use std::sync::Arc;

pub use mts_workers::set_interrupt_hook;

/// A model with how it is searched.
pub struct Model {
    described: TranslatorConfig,
    external: External,
}

impl Model {
    /// Opens the translator that is described.
    ///
    /// # Errors
    /// A usage error for one whose answers nothing can change; as [`External::open`].
    pub fn open(described: TranslatorConfig, uses_cache: bool) -> Result<Self> {
        let is_model = matches!(described.kind, Kind::Http(_));
        if !is_model && described.temperature.is_none() && described.prompts < 2 {
            let what = format!("the translator {} is deterministic: there is nothing to search over", described.name);
            let help = "a program that takes parameters finds them in MTS_TEMPERATURE, MTS_SEED and MTS_PROMPT; write \
                        `temperature:` or several `prompts:` into its description FILE.yml";
            return Err(Error::usage(what).help(help));
        }
        let external = external::open(&described, uses_cache, false)?;
        Ok(Self { described, external })
    }

    /// What asking it took so far. Whatever temperature it begins at, a search goes on to others.
    pub(super) fn usage(&self) -> TranslatorUsage {
        let usage = self.external.usage();
        let is_drawn = self.described.seed.is_none() && self.described.temperature.is_some();
        TranslatorUsage { reproducible: usage.reproducible && !is_drawn, ..usage }
    }

    fn first(&self, search: &config::Search) -> Parameters {
        let temperature = self.described.temperature.unwrap_or(search.temperature);
        Parameters {
            temperature: temperature.clamp(search.lowest, search.highest),
            seed: self.described.seed,
            prompt: 0,
        }
    }

    fn bounds(&self, search: &config::Search, seed: u64) -> Bounds {
        Bounds {
            iterations: search.iterations,
            tests: search.tests,
            noise: (search.mean, search.sigma),
            temperatures: (search.lowest, search.highest),
            from: search.from,
            prompts: self.described.prompts,
            // A model that was given none is asked with none: some endpoints take no seed.
            seeds: self.described.seed.is_some(),
            seed: search.seed.unwrap_or(seed),
        }
    }
}

/// The model as one whose parameters are set.
struct Tuned<'m>(&'m Model);

impl Tunable for Tuned<'_> {
    fn translate(&mut self, programs: &[Arc<Program>], with: &Parameters) -> Result<Vec<Option<Port>>> {
        let texts: Vec<_> = programs.iter().map(|own| (&own.function, own.java.text.as_str())).collect();
        let made = self.0.external.with(with).each(&texts)?;
        let mut ports = Vec::with_capacity(made.len());
        for translation in made {
            ports.push(match translation {
                Translation::Module { text, qualname, on_instance } => {
                    Some(Port::made(transpiler::Port { text, qualname, on_instance })?)
                }
                Translation::Unreachable(why) => {
                    let what = format!("the translator {} could not be asked: {why}", self.0.described.name);
                    return Err(Error::new(ExitCode::Incomplete, what).help("nothing is lost; try again later"));
                }
                _ => None,
            });
        }
        Ok(ports)
    }

    fn queries(&self) -> u64 {
        self.0.external.usage().texts
    }
}

/// Searches for the functions of pairs in a repository.
///
/// # Errors
/// As [`repository::run`]; a usage error where nothing matches.
pub fn of_pairs(
    request: &repository::Request,
    overlay: Overlay<'_>,
    model: &Model,
    told: &mut dyn FnMut(&SearchResult),
) -> Result<Vec<SearchResult>> {
    repository::with_subject(request, overlay, |subject, scope, options, write_base| {
        let plan = plan::plan(None, subject.head, &options.pairing, scope);
        scope.check(subject.head)?;
        let mut jobs = jobs::jobs(subject, &plan, options)?;
        if jobs.base.iter().any(Option::is_some) {
            write_base()?;
        }
        let _builds = building::place(&mut jobs, subject, options);
        let mut programs = Vec::new();
        for (planned, head) in plan.pairs.iter().zip(&jobs.head) {
            let name = planned.head.name();
            let made = head.clone().and_then(|at| version(&name, &jobs.ready[at], None));
            let cannot = |reason| Error::usage(format!("{name} cannot be searched for: {reason}"));
            programs.push(made.map_err(cannot)?.0);
        }
        if programs.is_empty() {
            return Err(Error::usage("no pair matches").help("`cargo mts list` shows them all"));
        }
        each(&programs, &jobs.ready, options, model, told)
    })
}

/// Searches for the programs of a corpus.
///
/// # Errors
/// When a runtime is missing or cannot be started, or the translator cannot be asked.
pub fn of_corpus(
    rows: &[CorpusRow],
    options: &Options,
    model: &Model,
    told: &mut dyn FnMut(&SearchResult),
) -> Result<Vec<SearchResult>> {
    let (mut programs, mut jobs): (Vec<Arc<Program>>, Vec<PairJob>) = (Vec::new(), Vec::new());
    for row in rows {
        let cannot = |reason| Error::usage(format!("{} cannot be searched for: {reason}", row.id));
        let job = corpus_run::job(row).map_err(cannot)?;
        programs.push(Arc::new(program(&row.id, &job).map_err(cannot)?));
        jobs.push(job);
    }
    if programs.is_empty() {
        return Err(Error::usage("no program matches").help("leave `--only` out, or shorten its text"));
    }
    each(&programs, &jobs, options, model, told)
}

fn each(
    programs: &[Arc<Program>],
    jobs: &[PairJob],
    options: &Options,
    model: &Model,
    told: &mut dyn FnMut(&SearchResult),
) -> Result<Vec<SearchResult>> {
    let mut lanes = workers::lanes(options, jobs)?;
    let Some(lane) = lanes.first_mut() else { return Ok(Vec::new()) };
    let mut workers = Workers {
        jvm: lane.jvm.as_mut(),
        cpython: lane.cpython.as_mut(),
        rules: &options.settings.rules,
        budgets: options.settings.budgets,
    };
    programs.iter().map(|program| one(program, &options.search, options.seed, model, &mut workers, told)).collect()
}

/// Searches for one program.
///
/// # Errors
/// When a worker cannot be started, or the translator cannot be asked.
pub(super) fn one(
    program: &Arc<Program>,
    how: &config::Search,
    seed: u64,
    model: &Model,
    workers: &mut Workers<'_>,
    told: &mut dyn FnMut(&SearchResult),
) -> Result<SearchResult> {
    let checked = table()?.search.iter().map(checkable).collect::<Result<Vec<Checked>>>()?;
    let mut hear = |searched: &Searched| told(&result(&program.id, model, searched));
    let bounds = model.bounds(how, seed);
    let searched = search(program, &checked, &bounds, model.first(how), &mut Tuned(model), workers, &mut hear)?;
    Ok(result(&program.id, model, &searched))
}

fn result(name: &str, model: &Model, searched: &Searched) -> SearchResult {
    let best = searched.best.as_ref();
    let agrees = best.map(|best| &best.agrees);
    let count = |n: usize| n as u64;
    SearchResult {
        name: name.to_owned(),
        translator: model.described.name.clone(),
        interrupted: false,
        attempts: searched.attempts.clone(),
        best: best.map(|best| best.attempt),
        translation: best.map(|best| best.port.file.text.clone()),
        inputs_equal: agrees.and_then(|agrees| agrees.as_ref().ok()).map(|(equal, _)| count(*equal)),
        inputs: agrees.and_then(|agrees| agrees.as_ref().ok()).map(|(_, all)| count(*all)),
        not_run: agrees.and_then(|agrees| agrees.as_ref().err()).cloned(),
        usage: model.usage(),
    }
}

/// The results, for people.
#[must_use]
pub fn told(results: &[SearchResult]) -> String {
    report::search::render(results)
}
