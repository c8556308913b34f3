//! Runs one test: it answers the questions of expressions about programs and translations.
//!
//! This module caches the runs of corpus programs for later tests.

use crate::properties::definition::checked::CheckedProperty;
use crate::properties::language::expression::{Evaluator, TruthResult};
use crate::properties::language::inspect::inspect;
use crate::properties::language::question::{ProgramQuestion, PropertyAnswer, PropertyFunction, Slot};
use crate::properties::program::{TestPort, TestProgram};
use crate::properties::runs::{self, ComparableOutcome, RunResult, Workers};
use mts_model::Outcome;
use mts_model::error::Result;
use mts_oracle::Rules;
use mts_oracle::outcomes::compare_outcomes;
use mts_similarity::Choice;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A hash that identifies a run.
pub(crate) type RunKey = [u8; 32];

/// Cached runs of earlier tests.
#[derive(Default)]
pub struct RunCache {
    of_corpus: BTreeMap<RunKey, RunResult>,
    /// Runs of derived programs, for only one test.
    of_derived: BTreeMap<RunKey, RunResult>,
}

impl RunCache {
    /// Drops the runs of derived programs, at the end of a test.
    pub fn clear_derived(&mut self) {
        self.of_derived.clear();
    }
}

/// A test: its programs, and one translation of each.
pub struct Session<'s> {
    /// The programs `x1`, `x2`, ...
    pub programs: &'s [Arc<TestProgram>],
    /// The number of corpus programs. The corpus programs come first.
    pub corpus_programs: usize,
    /// The translations `d1`, `d2`, ... `None` if the translator has no translation.
    pub ports: Vec<Option<&'s TestPort>>,
}

/// The result of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestResult {
    /// The property holds.
    Holds,
    /// The property does not hold.
    Violated,
    /// The test is inconclusive, for this reason.
    Unclear(String),
}

impl Session<'_> {
    /// Reports whether a condition on the programs and the translations holds.
    ///
    /// # Errors
    /// Returns an error if a worker does not start.
    pub fn truth(
        &self,
        expression: &crate::properties::language::expression::Expression,
        evaluator: &mut Evaluator,
        cache: &mut RunCache,
        workers: &mut Workers<'_>,
    ) -> Result<TruthResult> {
        evaluator.truth(expression, &mut |question| self.answer(question, cache, workers))
    }

    /// Assesses the property on the programs and translations of this test.
    pub fn assess(
        &self,
        property: &CheckedProperty,
        evaluator: &mut Evaluator,
        cache: &mut RunCache,
        workers: &mut Workers<'_>,
    ) -> Result<TestResult> {
        evaluator.begin(self.programs.first().map_or(0, |program| program.inputs.len()));
        match self.truth(&property.when, evaluator, cache, workers)? {
            Ok(true) => {}
            Ok(false) => return Ok(TestResult::Holds),
            Err(reason) => return Ok(TestResult::Unclear(reason)),
        }
        Ok(match self.truth(&property.ensures, evaluator, cache, workers)? {
            Ok(true) => TestResult::Holds,
            Ok(false) => TestResult::Violated,
            Err(reason) => TestResult::Unclear(reason),
        })
    }

    fn answer(
        &self,
        question: &ProgramQuestion,
        cache: &mut RunCache,
        workers: &mut Workers<'_>,
    ) -> Result<PropertyAnswer> {
        let Some(slot) = question.slots.first().copied() else {
            return Ok(PropertyAnswer::Unknown("no program".to_owned()));
        };
        let known = match slot {
            Slot::Source(at) => inspect(question.function, &question.word, self.programs[at].side()),
            Slot::Translated(at) => match self.ports[at].map(TestPort::side) {
                Some(Some(side)) => inspect(question.function, &question.word, side),
                // CPython decides whether the translation compiles. Other questions need a parsed
                // translation.
                _ if matches!(question.function, PropertyFunction::Compiles | PropertyFunction::Runs) => None,
                Some(None) => Some(PropertyAnswer::Unknown("cargo mts cannot parse the translation".to_owned())),
                None => Some(PropertyAnswer::Unknown("there is no translation".to_owned())),
            },
        };
        if let Some(answer) = known {
            return Ok(answer);
        }
        match question.function {
            PropertyFunction::Compiles => Ok(match self.ran(slot, false, cache, workers)? {
                Ok(outcomes) => PropertyAnswer::Truth(runs::has_compiled(&outcomes)),
                Err(reason) => reason,
            }),
            PropertyFunction::Runs => Ok(match self.ran(slot, true, cache, workers)? {
                Ok(outcomes) => PropertyAnswer::Truth(runs::has_run(&outcomes, self.inputs(slot))),
                Err(reason) => reason,
            }),
            PropertyFunction::Returns => Ok(match self.outcomes(slot, cache, workers)? {
                Ok(all) => PropertyAnswer::Texts(Arc::new(all.iter().map(ToString::to_string).collect())),
                Err(reason) => PropertyAnswer::Unknown(reason),
            }),
            PropertyFunction::OutputsEqual => {
                let other = question.slots[1];
                Ok(match (self.outcomes(slot, cache, workers)?, self.outcomes(other, cache, workers)?) {
                    (Ok(one), Ok(other)) => PropertyAnswer::Truth(one == other),
                    (Err(reason), _) | (_, Err(reason)) => PropertyAnswer::Unknown(reason),
                })
            }
            PropertyFunction::OutputsClose => self.close(question, cache, workers),
            // Only `bleu` and `ruby` remain: `inspect` has answered all other questions.
            _ => self.similarity(question),
        }
    }

    fn inputs(&self, slot: Slot) -> usize {
        let (Slot::Source(at) | Slot::Translated(at)) = slot;
        self.programs[at].inputs.len()
    }

    /// Returns the index of the model of a program, which may be the program itself.
    fn model(&self, at: usize) -> usize {
        self.programs[at].like.unwrap_or(at)
    }

    /// Runs a program on its inputs, or only imports a translation.
    ///
    /// A Java program runs on its inputs in both cases. The inner error is the answer to the question
    /// if the program cannot run, or if there is no translation.
    fn ran(
        &self,
        slot: Slot,
        on_inputs: bool,
        cache: &mut RunCache,
        workers: &mut Workers<'_>,
    ) -> Result<std::result::Result<Arc<Vec<Outcome>>, PropertyAnswer>> {
        let unknown = |ran: RunResult| ran.map_err(PropertyAnswer::Unknown);
        match slot {
            Slot::Source(at) => {
                let program = &self.programs[at];
                let key = hash_parts(&["java", &program.java.text, &program.function.selector(), &program.id]);
                cache.get_or_run(key, at < self.corpus_programs, || workers.java(program)).map(unknown)
            }
            Slot::Translated(at) => {
                let Some(port) = self.ports[at] else { return Ok(Err(PropertyAnswer::Truth(false))) };
                let program = &self.programs[at];
                let model = self.model(at);
                let like = match on_inputs {
                    true => match self.ran(Slot::Source(model), true, cache, workers)? {
                        Ok(outcomes) => Some(outcomes),
                        Err(answer) => return Ok(Err(answer)),
                    },
                    false => None,
                };
                let how = if on_inputs { "python" } else { "compiled" };
                let way = port.entry_point.as_ref().map_or("", |(qualname, _)| qualname);
                let key = hash_parts(&[how, &port.file.text, way, &program.id, &self.programs[model].java.text]);
                let like = like.as_ref().map(|outcomes| outcomes.as_slice());
                cache.get_or_run(key, at < self.corpus_programs, || workers.python(program, port, like)).map(unknown)
            }
        }
    }

    /// Returns one outcome for each input of a program.
    fn outcomes(
        &self,
        slot: Slot,
        cache: &mut RunCache,
        workers: &mut Workers<'_>,
    ) -> Result<std::result::Result<Vec<ComparableOutcome>, String>> {
        let reason = |answer: PropertyAnswer| match answer {
            PropertyAnswer::Unknown(reason) => reason,
            _ => "there is no translation".to_owned(),
        };
        let outcomes = match self.ran(slot, true, cache, workers)? {
            Ok(outcomes) => outcomes,
            Err(answer) => return Ok(Err(reason(answer))),
        };
        match slot {
            Slot::Source(at) => Ok(runs::java_outcomes(&outcomes, &self.programs[at])),
            Slot::Translated(at) => {
                let model = self.model(at);
                let java = match self.ran(Slot::Source(model), true, cache, workers)? {
                    Ok(java) => java,
                    Err(answer) => return Ok(Err(reason(answer))),
                };
                let like = (self.programs[model].as_ref(), java.as_slice());
                Ok(runs::python_outcomes(&outcomes, &self.programs[at], like, workers.rules))
            }
        }
    }

    /// Reports whether a Java program and a Python program agree within a distance.
    ///
    /// The distance is in units in the last place (ULP).
    fn close(
        &self,
        question: &ProgramQuestion,
        cache: &mut RunCache,
        workers: &mut Workers<'_>,
    ) -> Result<PropertyAnswer> {
        let (java, python) = match (question.slots[0], question.slots[1]) {
            (Slot::Source(java), Slot::Translated(python)) | (Slot::Translated(python), Slot::Source(java)) => {
                (java, python)
            }
            _ => {
                return Ok(PropertyAnswer::Unknown(
                    "`outputs_close` compares a Java function with a translation, but got two Java functions or two \
                     translations"
                        .to_owned(),
                ));
            }
        };
        let rules = Rules { ulps: Some(question.word.parse().unwrap_or(0)), ..workers.rules.clone() };
        let one = self.ran(Slot::Source(java), true, cache, workers)?;
        let other = self.ran(Slot::Translated(python), true, cache, workers)?;
        let program = &self.programs[java];
        Ok(match (one, other) {
            (Ok(one), Ok(other)) if one.len() == program.inputs.len() && other.len() == one.len() => {
                let signature = &program.java_context.entry.signature;
                let all = one.iter().zip(other.iter()).zip(program.inputs.iter());
                let found: Vec<_> =
                    all.map(|((a, b), input)| compare_outcomes(a, b, signature, input, &rules)).collect();
                match found.iter().find(|found| found.is_incomparable()) {
                    Some(found) => PropertyAnswer::Unknown(found.detail.to_string()),
                    None => PropertyAnswer::Truth(found.iter().all(|found| found.agrees())),
                }
            }
            (Err(answer), _) | (_, Err(answer)) => answer,
            _ => PropertyAnswer::Unknown("some inputs did not run".to_owned()),
        })
    }

    /// Returns the similarity of two Python texts.
    fn similarity(&self, question: &ProgramQuestion) -> Result<PropertyAnswer> {
        let text = |slot: &Slot| match slot {
            Slot::Translated(at) => self.ports[*at].map(|port| port.file.text.as_str()),
            Slot::Source(_) => None,
        };
        let (Some(reference), Some(candidate)) = (text(&question.slots[0]), question.slots.get(1).and_then(text))
        else {
            return Ok(PropertyAnswer::Unknown(format!("`{}` needs two translations", question.function)));
        };
        let found = mts_similarity::similarity(reference, candidate, &Choice::default())?;
        Ok(PropertyAnswer::Share(if question.function == PropertyFunction::Bleu {
            found.bleu
        } else {
            found.ruby.score
        }))
    }
}

impl RunCache {
    fn get_or_run(&mut self, key: RunKey, lasts: bool, run: impl FnOnce() -> Result<RunResult>) -> Result<RunResult> {
        let kept = if lasts { &mut self.of_corpus } else { &mut self.of_derived };
        if let Some(known) = kept.get(&key) {
            return Ok(known.clone());
        }
        let ran = run()?;
        kept.insert(key, ran.clone());
        Ok(ran)
    }
}

/// Returns a hash of a list of parts and their lengths.
pub(crate) fn hash_parts(parts: &[&str]) -> RunKey {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    *hasher.finalize().as_bytes()
}
