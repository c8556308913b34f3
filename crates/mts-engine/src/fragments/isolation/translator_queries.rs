//! Queries to a translator, one for each fragment.
//!
//! A property only counts the failures of a translator. A fragment reports the reason of each failure.

use crate::properties::{TestPort, TestProgram};
use mts_model::Why;
use mts_model::error::{ExitCode, Result};
use mts_translate::transpiler::{TranslationStyle, Transpiler, translate};
use serde::Serialize;
use std::collections::BTreeMap;

/// A translator's answer for one program.
#[derive(Clone)]
pub enum TranslatorAnswer {
    /// A translation.
    Translated(Box<TestPort>),
    /// The answer is not a translation, for this reason.
    Missing(Why),
    /// The translator could not be reached, for this reason.
    Unreachable(Why),
}

/// A translator that gives each program a translation or the reason for a failure.
pub trait FragmentTranslator {
    /// Returns one answer for each program, in the order of the programs.
    ///
    /// # Errors
    /// Returns an internal error if the tool cannot read an answer. A failure of the translator is an
    /// answer.
    fn each(&mut self, programs: &[&TestProgram]) -> Result<Vec<TranslatorAnswer>>;
}

impl FragmentTranslator for Transpiler {
    fn each(&mut self, programs: &[&TestProgram]) -> Result<Vec<TranslatorAnswer>> {
        let style = TranslationStyle { mode: self.mode, keeps_names: false };
        let one = |program: &&TestProgram| match translate(&program.java, Some(&program.function), style) {
            Ok(made) => TestPort::from_translation(made).map(Box::new).map(TranslatorAnswer::Translated),
            Err(error) if error.code == ExitCode::Bug => Err(error),
            Err(error) => Ok(TranslatorAnswer::Missing(Why::parse(&error.message))),
        };
        programs.iter().map(one).collect()
    }
}

/// The numbers of a translator's failures, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TranslatorFailures {
    /// The number of answers that are not translations, by reason.
    pub missing: BTreeMap<String, u64>,
    /// The number of queries that did not reach the translator, by reason.
    pub unreachable: BTreeMap<String, u64>,
}

impl TranslatorFailures {
    /// Counts a failed answer by the first part of its reason.
    pub fn count(&mut self, answer: &TranslatorAnswer) {
        let (of, why) = match answer {
            TranslatorAnswer::Translated(_) => return,
            TranslatorAnswer::Missing(why) => (&mut self.missing, why),
            TranslatorAnswer::Unreachable(why) => (&mut self.unreachable, why),
        };
        *of.entry(why.reason.clone()).or_default() += 1;
    }

    /// Describes all failures, for example `an empty answer 2; translator not reached (not started) 1`.
    ///
    /// Empty if there is no failure.
    #[must_use]
    pub fn describe(&self) -> String {
        let missing = self.missing.iter().map(|(reason, count)| format!("{reason} {count}"));
        let unreachable = self.unreachable.iter();
        let unreachable = unreachable.map(|(reason, count)| format!("translator not reached ({reason}) {count}"));
        missing.chain(unreachable).collect::<Vec<_>>().join("; ")
    }
}
