//! Searches for a better translation of one program, with a model that has adjustable parameters.

use crate::config::{self, TranslatorConfig, TranslatorKind};
use crate::external_translators::External;
use crate::run::properties::checkable::checkable;
use crate::run::properties::external;
use mts_engine::properties::search::{SearchBounds, SearchOutcome, TunableTranslator, search};
use mts_engine::properties::{CheckedProperty, TestPort, TestProgram, Workers, table};
use mts_model::error::{Error, ExitCode, Result};
use mts_model::{Parameters, SearchResult, TranslatorUsage};
use mts_translate::{Translation, transpiler};
pub use mts_workers::set_interrupt_hook;
use std::sync::Arc;

/// A model and its description for the search.
pub struct Model {
    described: TranslatorConfig,
    external: External,
}

impl Model {
    /// Opens the described translator.
    ///
    /// # Errors
    /// Returns a usage error if no parameter changes the translator's answers. Returns the errors
    /// of [`External::open`].
    pub fn open(described: TranslatorConfig, uses_cache: bool) -> Result<Self> {
        let is_model = matches!(described.kind, TranslatorKind::Http(_));
        if !is_model && described.temperature.is_none() && described.prompts < 2 {
            let what = format!(
                "the translator {} is deterministic, so a search cannot find other translations",
                described.name
            );
            let help = "a program that takes parameters finds them in MTS_TEMPERATURE, MTS_SEED and MTS_PROMPT; write \
                        `temperature:` or several `prompts:` into the FILE.yml that describes the program";
            return Err(Error::usage(what).help(help));
        }
        let external = external::open(&described, uses_cache, false)?;
        Ok(Self { described, external })
    }

    /// Returns the cost of the requests so far.
    ///
    /// The search changes the temperature, so without a seed the answers are not reproducible.
    pub(crate) fn usage(&self) -> TranslatorUsage {
        let usage = self.external.usage();
        let is_drawn = self.described.seed.is_none() && self.described.temperature.is_some();
        TranslatorUsage { reproducible: usage.reproducible && !is_drawn, ..usage }
    }

    fn first(&self, search: &config::Search) -> Parameters {
        let temperature = self.described.temperature.unwrap_or(search.temperature);
        Parameters {
            temperature: temperature.clamp(search.min_temperature, search.max_temperature),
            seed: self.described.seed,
            prompt: 0,
        }
    }

    fn bounds(&self, search: &config::Search, seed: u64) -> SearchBounds {
        SearchBounds {
            iterations: search.iterations,
            tests: search.tests,
            noise: (search.noise_mean, search.noise_deviation),
            temperatures: (search.min_temperature, search.max_temperature),
            from: search.from,
            prompts: self.described.prompts,
            // If the description has no seed, the requests have no seed, because some endpoints
            // reject a seed.
            seeds: self.described.seed.is_some(),
            seed: search.seed.unwrap_or(seed),
        }
    }
}

/// The model as a translator with adjustable parameters.
struct Tuned<'m>(&'m Model);

impl TunableTranslator for Tuned<'_> {
    fn translate(&mut self, programs: &[Arc<TestProgram>], with: &Parameters) -> Result<Vec<Option<TestPort>>> {
        let texts: Vec<_> = programs.iter().map(|own| (&own.function, own.java.text.as_str())).collect();
        let translations = self.0.external.with(with).each(&texts)?;
        let mut ports = Vec::with_capacity(translations.len());
        for translation in translations {
            ports.push(match translation {
                Translation::Module { text, qualname, on_instance } => {
                    Some(TestPort::from_translation(transpiler::TranslatedPort { text, qualname, on_instance })?)
                }
                Translation::Unreachable(why) => {
                    let what = format!("cargo mts could not reach the translator {}: {why}", self.0.described.name);
                    return Err(Error::new(ExitCode::Incomplete, what)
                        .help("the cache keeps the earlier translations: try again later"));
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

/// Searches for a better translation of one program.
///
/// # Errors
/// Returns an error if a worker cannot start, or if the translator is not reachable.
pub(crate) fn one(
    program: &Arc<TestProgram>,
    how: &config::Search,
    seed: u64,
    model: &Model,
    workers: &mut Workers<'_>,
    on_result: &mut dyn FnMut(&SearchResult),
) -> Result<SearchResult> {
    let checked = table()?.search.iter().map(checkable).collect::<Result<Vec<CheckedProperty>>>()?;
    let mut hear = |searched: &SearchOutcome| on_result(&result(&program.id, model, searched));
    let bounds = model.bounds(how, seed);
    let searched = search(program, &checked, &bounds, model.first(how), &mut Tuned(model), workers, &mut hear)?;
    Ok(result(&program.id, model, &searched))
}

fn result(name: &str, model: &Model, searched: &SearchOutcome) -> SearchResult {
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
