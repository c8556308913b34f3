//! The commands that run translators, and the parser for translators on the command line.

pub(super) mod fragments;
pub(super) mod metrics;
pub(super) mod properties;
pub(super) mod search;
pub(super) mod translate;

use crate::bench::corpora::recording;
use crate::bench::run::{BenchTarget, MIRROR, Mode};
use crate::commands::translators::properties::Checkable;
use crate::config::TranslatorConfig;
use mts_model::error::{Error, Result};
use mts_model::options::NamedOption;
use std::path::Path;

/// Parses the translators of a benchmark, each with its name.
///
/// `records` is true if the benchmark records translations.
///
/// # Errors
/// Returns an error if a text names no translator, if two translators have the same name, or if
/// `records` is true and the number of external translators is not 1.
pub(in crate::cli) fn parse_all(
    names: &[String],
    uses_cache: bool,
    records: bool,
) -> Result<Vec<(String, BenchTarget)>> {
    let mut found: Vec<(String, BenchTarget)> = Vec::new();
    for text in names {
        let (name, scored) = one(text, uses_cache, records)?;
        if found.iter().any(|(other, _)| *other == name) {
            return Err(Error::usage(format!("two translators have the name `{name}`"))
                .at("--translator")
                .help("give each translator once; in a FILE.yml, the key `name` sets the name"));
        }
        found.push((name, scored));
    }
    let others = found.iter().filter(|(_, scored)| matches!(scored, BenchTarget::External(_))).count();
    if records && others != 1 {
        let error =
            Error::usage(format!("`--record` needs exactly one external translator; the command line has {others}"));
        return Err(
            error.help("give one translator (command:, batch: or the FILE.yml that describes it); record other translators in separate runs")
        );
    }
    Ok(found)
}

/// Parses one translator of a benchmark, with its name.
fn one(text: &str, uses_cache: bool, records: bool) -> Result<(String, BenchTarget)> {
    if let Ok(mode) = Mode::from_name(text) {
        return Ok((text.to_owned(), BenchTarget::Builtin(mode)));
    }
    let scored = match text.split_once(':') {
        _ if text == MIRROR => BenchTarget::Mirror,
        Some(("recorded", "")) => {
            return Err(Error::usage("`recorded:` has no file name").help("write recorded:FILE"));
        }
        Some(("recorded", file)) => {
            BenchTarget::Recorded { name: text.to_owned(), recorded: recording::load(Path::new(file))? }
        }
        _ => match described(text)? {
            Some(described) => {
                return Ok((
                    described.name.clone(),
                    BenchTarget::External(crate::run::properties::external::open(&described, uses_cache, records)?),
                ));
            }
            None => {
                let error = Error::usage(format!("there is no translator `{text}`"));
                return Err(error.help(
                    "use mirror, faithful, plain, command:'PROGRAM ARGS', batch:'PROGRAM ARGS', the FILE.yml that \
                     describes a translator, or recorded:FILE with the file of a recording",
                ));
            }
        },
    };
    Ok((text.to_owned(), scored))
}

/// Parses a translator that can make new translations.
///
/// # Errors
/// Returns a usage error for other text, also for `mirror` and `recorded:FILE`.
pub(super) fn checkable(text: &str, uses_cache: bool) -> Result<Checkable> {
    if let Ok(mode) = Mode::from_name(text) {
        return Ok(Checkable::Builtin(mode));
    }
    let Some(described) = described(text)? else {
        let error = Error::usage(format!("`{text}` is not a translator that can make new translations"));
        return Err(
            error.help("use faithful, plain, command:'PROGRAM ARGS', batch:'PROGRAM ARGS' or the FILE.yml that describes a translator")
        );
    };
    Ok(Checkable::External(crate::run::properties::external::open(&described, uses_cache, false)?))
}

/// Parses the description of a translator for a search.
///
/// # Errors
/// Returns a usage error if the text names no external translator.
pub(super) fn searchable(text: &str) -> Result<TranslatorConfig> {
    let is_ours = text == MIRROR || Mode::from_name(text).is_ok() || text.starts_with("recorded:");
    match described(text)? {
        Some(described) => Ok(described),
        None if is_ours => {
            let error = Error::usage(format!(
                "the translator {text} is deterministic, so a search cannot find other translations"
            ));
            Err(error.help("name the FILE.yml that describes a model"))
        }
        None => {
            Err(Error::usage(format!("there is no translator `{text}`"))
                .help("name the FILE.yml that describes a model"))
        }
    }
}

/// Returns the external translator that the text names, or `None` for other text.
fn described(text: &str) -> Result<Option<TranslatorConfig>> {
    Ok(match text.split_once(':') {
        Some(("command", line)) => Some(TranslatorConfig::command(text, line)?),
        Some(("batch", line)) => Some(TranslatorConfig::batch(text, line)?),
        _ if text.ends_with(".yml") || text.ends_with(".yaml") => Some(TranslatorConfig::load(Path::new(text))?),
        _ => None,
    })
}
