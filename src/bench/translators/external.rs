//! Handles an external translator in a corpus run.
//!
//! The module requests the translations of the original programs, and writes the recording of all
//! translations.

use crate::bench::corpora::recording::{self, RecordedAnswer};
use crate::external_translators::{self, External};
use mts_engine::PairJob;
use mts_engine::fragments::{FragmentTranslator, TranslatorAnswer};
use mts_engine::properties::{PropertyTranslator, TestPort, TestProgram};
use mts_model::Pair;
use mts_model::error::{Error, ExitCode, Result};
use mts_oracle::gate::UNKNOWN_LIMIT;
use mts_translate::Translation;
use mts_translate::transpiler;
use std::collections::BTreeMap;

/// Returns the translations of the original programs, by program id.
///
/// The run requests these translations first, so that the run does not score a translator that
/// fails for all programs.
///
/// # Errors
/// Returns an error with exit code 12 if no program has a translation.
pub(crate) fn originals(external: &External, jobs: &[(&str, &PairJob)]) -> Result<BTreeMap<String, Translation>> {
    let questions: Vec<_> =
        jobs.iter().map(|(_, job)| external_translators::translate_request(&job.pair.java, &job.java.text)).collect();
    let replies = external.ask(&questions, None);
    let mut translations = BTreeMap::new();
    for ((id, job), reply) in jobs.iter().zip(replies) {
        translations.insert((*id).to_owned(), external_translators::translation(reply, &job.pair)?);
    }
    let failed = |translation: &Translation| match translation {
        Translation::Missing(why) | Translation::Unreachable(why) => Some(why.to_string()),
        _ => None,
    };
    let reasons: Vec<String> = translations.values().filter_map(failed).collect();
    match reasons.first() {
        Some(first) if reasons.len() == translations.len() => {
            let programs = if translations.len() == 1 {
                "the only program".to_owned()
            } else {
                format!("any of {} programs", translations.len())
            };
            let what =
                format!("the translator {} gave no translation for {programs}: {first}", external_name(external));
            Err(Error::new(ExitCode::Incomplete, what)
                .help("there is no score; to see the reason, run the translator on a program without cargo mts"))
        }
        _ => Ok(translations),
    }
}

fn external_name(external: &External) -> String {
    mts_translate::Translator::name(external)
}

/// An external translator for the checks of properties and fragments.
pub(crate) struct ExternalTranslator(pub(crate) External);

impl PropertyTranslator for ExternalTranslator {
    fn name(&self) -> String {
        external_name(&self.0)
    }

    /// Returns the ports of a program. The function skips an answer that is not a translation.
    fn answers(&mut self, program: &TestProgram, most: usize) -> Result<std::result::Result<Vec<TestPort>, String>> {
        let mut ports = Vec::new();
        for record in self.0.candidates(&program.function, &program.java.text, most)? {
            match record {
                Translation::Module { text, qualname, on_instance } => {
                    ports.push(TestPort::from_translation(transpiler::TranslatedPort { text, qualname, on_instance })?);
                }
                Translation::Unreachable(why) => return Ok(Err(why.to_string())),
                _ => {}
            }
        }
        Ok(Ok(ports))
    }
}

impl FragmentTranslator for ExternalTranslator {
    fn each(&mut self, programs: &[&TestProgram]) -> Result<Vec<TranslatorAnswer>> {
        let functions: Vec<_> =
            programs.iter().map(|program| (&program.function, program.java.text.as_str())).collect();
        let answer = |record| match record {
            Translation::Module { text, qualname, on_instance } => {
                TestPort::from_translation(transpiler::TranslatedPort { text, qualname, on_instance })
                    .map(Box::new)
                    .map(TranslatorAnswer::Translated)
            }
            Translation::Unreachable(why) => Ok(TranslatorAnswer::Unreachable(why)),
            Translation::Missing(why) | Translation::Unmirrored(why) => Ok(TranslatorAnswer::Missing(why)),
            Translation::Edits { .. } | Translation::Spliced { .. } => {
                Err(Error::bug("the translator returned edits of the port, but this check needs a whole Python module"))
            }
        };
        self.0.each(&functions)?.into_iter().map(answer).collect()
    }
}

/// Returns the lines of the recording for a program and its mutants.
///
/// # Errors
/// Returns an internal error if a row cannot be written.
pub(crate) fn record(external: &External, id: &str, pair: &Pair, original: Option<&Translation>) -> Result<String> {
    let bug = |error: serde_json::Error| Error::bug(error.to_string());
    let mut text = String::new();
    if let Some(record) = original.and_then(recorded) {
        text += &recording::original(id, &record).map_err(bug)?;
    }
    for record in external.recorded(&pair.key()) {
        let translation = record.translation.as_ref().and_then(recorded);
        text += &recording::mutant(id, &record.mutant, &record.java, translation.as_ref()).map_err(bug)?;
    }
    Ok(text)
}

/// Converts a translation to its recorded form.
fn recorded(translation: &Translation) -> Option<RecordedAnswer> {
    match translation {
        Translation::Module { text, .. } => Some(RecordedAnswer::Python(text.clone())),
        Translation::Missing(why) => Some(RecordedAnswer::Missing(why.clone())),
        Translation::Unreachable(why) => Some(RecordedAnswer::Unreachable(why.clone())),
        Translation::Edits { .. } | Translation::Spliced { .. } | Translation::Unmirrored(_) => None,
    }
}

/// Reports whether a share is above the limit for a complete result.
///
/// The share is `part / whole`.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub(crate) fn is_over(part: u64, whole: u64) -> bool {
    whole > 0 && part as f64 / whole as f64 > UNKNOWN_LIMIT
}

/// Returns the reason why a result is incomplete, or `None` for a complete result.
///
/// A result is incomplete if too many items have no verdict, or if the translator was not reachable for too many
/// programs. `what` names the items, for example mutants.
pub(crate) fn incomplete(
    what: &str,
    (counted, unknown): (u64, u64),
    (programs, unreachable): (u64, u64),
) -> Option<String> {
    if is_over(unknown, counted + unknown) {
        let verb = if unknown == 1 { "has" } else { "have" };
        return Some(format!("{unknown} of {} {what} {verb} no verdict", counted + unknown));
    }
    is_over(unreachable, programs)
        .then(|| format!("cargo mts could not reach the translator for {unreachable} of {programs} programs"))
}
