//! Owns the queries to a translator for one fragment each. Unlike a property, which counts failures, a fragment reports
//! the reason of each.

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
    /// The answer is no translation, for this reason.
    Missing(Why),
    /// The translator could not be reached, for this reason.
    Unreachable(Why),
}

/// A translator that answers for each program, with the reason where it has no translation.
pub trait FragmentTranslator {
    /// One answer for each program, in their order.
    ///
    /// # Errors
    /// A bug error when the tool cannot read an answer. A failure of the translator is an answer.
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

/// How often a translator gave no translation, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TranslatorFailures {
    /// Number of answers that are no translation.
    pub missing: BTreeMap<String, u64>,
    /// Number of queries that did not reach the translator.
    pub unasked: BTreeMap<String, u64>,
}

impl TranslatorFailures {
    /// Counts an answer that is no translation, by the beginning of its reason.
    pub fn count(&mut self, answer: &TranslatorAnswer) {
        let (of, why) = match answer {
            TranslatorAnswer::Translated(_) => return,
            TranslatorAnswer::Missing(why) => (&mut self.missing, why),
            TranslatorAnswer::Unreachable(why) => (&mut self.unasked, why),
        };
        *of.entry(why.reason.clone()).or_default() += 1;
    }

    /// Describes all failures: `another function 2; could not be reached, not started 1`; empty without failures.
    #[must_use]
    pub fn describe(&self) -> String {
        let missing = self.missing.iter().map(|(reason, count)| format!("{reason} {count}"));
        let unasked = self.unasked.iter().map(|(reason, count)| format!("could not be reached, {reason} {count}"));
        missing.chain(unasked).collect::<Vec<_>>().join("; ")
    }
}
