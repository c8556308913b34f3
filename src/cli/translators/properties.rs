//! `cargo mts properties`: lists properties, or checks them.

use super::checkable;
use crate::bench::corpora;
use crate::cli::args::{GateArgs, ListFormat, PropertiesCheckArgs, PropertiesCommand, PropertiesListArgs};
use crate::cli::{output, resolve, run};
use crate::commands::translators::properties::{self, PropertiesRequest};
use crate::config::Config;
use crate::run::options::{CommandOptions, Options};
use crate::run::properties::declared;
use mts_model::error::{Error, ExitCode, Result};
use mts_model::{Mode, Property, PropertyResult, Severity};
use serde::Serialize;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;

pub(in crate::cli) fn properties(command: PropertiesCommand) -> Result<ExitCode> {
    match command {
        PropertiesCommand::List(args) => list(&args),
        PropertiesCommand::Check(mut args) => match args.corpus.take() {
            Some(corpus) => check_translators(&args, &corpus),
            None => check_pairs(*args),
        },
    }
}

fn list(args: &PropertiesListArgs) -> Result<ExitCode> {
    let mut all = properties::built_in(args.search)?;
    if !args.search {
        all.extend(declared::of_user(&args.place.directory, args.place.config.as_deref())?);
    }
    let chosen = properties::chosen(all, &args.properties)?;
    match args.format {
        ListFormat::Table => output::result(&properties::render_list(&chosen)),
        ListFormat::Json => json(&chosen),
    }
}

fn check_translators(args: &PropertiesCheckArgs, corpus: &Path) -> Result<ExitCode> {
    let own = declared::of_user(&args.place.directory, args.place.config.as_deref())?;
    let mut config = Config::default();
    resolve::overrides(&mut config, &args.runs.verdict, &GateArgs::default(), args.runs.sandbox)?;
    let jobs = args.runs.jobs.map(NonZeroUsize::get);
    let options = Options::new(&config, CommandOptions { jobs, ..Default::default() })?;
    let mut all = properties::built_in(args.search)?;
    all.extend(if args.search { Vec::new() } else { own.clone() });
    all.retain(|property| property.mode.contains(&Mode::Translator));
    let chosen = properties::chosen(all, &args.properties)?;
    let mut rows = corpora::load(corpus)?;
    if let Some(only) = &args.only {
        rows.retain(|row| row.id.contains(only));
    }
    let translators = args.translator.iter().map(|name| checkable(name, !args.no_translation_cache));
    let request = PropertiesRequest {
        translators: translators.collect::<Result<_>>()?,
        beams: args.beam.iter().map(|beam| beam.get()).collect(),
        budget: args.budget.map(NonZeroU64::get),
        examples: args.examples,
    };
    let checks = properties::check(&rows, &chosen, &request, &options)?;
    report_skipped(&checks.skipped);
    if args.json {
        json(&checks.results)?
    } else {
        output::result(&properties::render(&checks.results))?
    };
    match properties::incomplete(&checks.results) {
        Some(what) => Err(Error::new(ExitCode::Incomplete, what).help("the results so far are above; try again later")),
        None => Ok(code(&own, checks.results.iter().flat_map(|result| &result.properties))),
    }
}

fn check_pairs(args: PropertiesCheckArgs) -> Result<ExitCode> {
    let own = declared::of_user(&args.place.directory, args.place.config.as_deref())?;
    let mut all = properties::built_in(false)?;
    all.extend(own.clone());
    all.retain(|property| property.mode.iter().any(|mode| *mode != Mode::Translator));
    let chosen = properties::chosen(all, &args.properties)?;
    let request = crate::run::repository::request::RepositoryRequest {
        jobs: args.runs.jobs.map(NonZeroUsize::get),
        ..run::change_request(args.place, args.scope)?
    };
    let overrides =
        |config: &mut _| resolve::overrides(config, &args.runs.verdict, &GateArgs::default(), args.runs.sandbox);
    let checks = properties::check_pairs(&request, &overrides, &chosen, args.examples)?;
    report_skipped(&checks.skipped);
    if args.json {
        json(&checks.results)?
    } else {
        output::result(&properties::render_pairs(&checks.results))?
    };
    Ok(code(&own, &checks.results))
}

fn report_skipped(rows: &[(String, String)]) {
    for (id, reason) in rows {
        output::status(&format!("note: cargo mts skips {id}: {reason}\n"));
    }
}

/// Returns the exit code of the check. `own` has the properties of the user.
///
/// The check fails only if a property of the user with severity `error` is violated. A violation of
/// a built-in property never fails the check.
fn code<'r>(own: &[Property], results: impl IntoIterator<Item = &'r PropertyResult>) -> ExitCode {
    let is_own = |result: &&PropertyResult| own.iter().any(|property| property.name == result.name);
    let fails = |result: &PropertyResult| result.severity == Severity::Error && result.found.violations > 0;
    if results.into_iter().filter(is_own).any(fails) { ExitCode::Gate } else { ExitCode::Passed }
}

fn json<T: Serialize>(value: &T) -> Result<ExitCode> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Error::bug(error.to_string()))?;
    output::result(&format!("{text}\n"))
}
