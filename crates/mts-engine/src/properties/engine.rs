//! Checks a property of translators on a corpus (Eniser et al. 2024, section 3.2).
//!
//! The engine draws programs, derives other programs, requests translations, and counts violations.

use crate::properties::definition::checked::CheckedProperty;
use crate::properties::language::expression::Evaluator;
use crate::properties::program::{TestPort, TestProgram};
use crate::properties::runs::Workers;
use crate::properties::session::{RunCache, RunKey, Session, TestResult, hash_parts};
use mts_model::error::Result;
use mts_model::{Example, OnError, PropertyTestCounts, Random};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The number of attempts to draw programs, for each test of the budget. If all attempts are used up, the check ends
/// with fewer tests.
const ATTEMPTS: u64 = 20;

/// After this number of failed queries in a row, a translator gets no more queries.
const PATIENCE: u64 = 20;

/// A translator from Java functions to Python.
pub trait PropertyTranslator {
    /// Returns the name of the translator.
    fn name(&self) -> String;

    /// Returns at most `most` translations of a program, best first.
    ///
    /// The list is empty if there is no translation. The inner error is the reason why this query
    /// did not reach the translator.
    ///
    /// # Errors
    /// Returns an error that ends the whole check.
    fn answers(&mut self, program: &TestProgram, most: usize) -> Result<std::result::Result<Vec<TestPort>, String>>;
}

/// The settings of a check.
#[derive(Clone, Copy, Debug)]
pub struct PropertyPlan {
    /// The seed of every draw.
    pub seed: u64,
    /// The number of tests of each property. `None` means that each property states its number.
    pub budget: Option<u64>,
    /// The highest number of example violations in the result.
    pub examples: usize,
}

/// A translator under test, with its known translations.
pub struct TranslatorUnderTest<'t> {
    translator: &'t mut dyn PropertyTranslator,
    beams: usize,
    /// The translations of corpus programs.
    known: BTreeMap<RunKey, Arc<Vec<TestPort>>>,
    /// The number of failed queries in a row.
    failures_in_row: u64,
}

impl<'t> TranslatorUnderTest<'t> {
    /// Creates a translator under test that gives at most `beams` translations for each program.
    ///
    /// A test is a violation only if the property fails for every combination of the translations.
    pub fn new(translator: &'t mut dyn PropertyTranslator, beams: usize) -> Self {
        Self { translator, beams, known: BTreeMap::new(), failures_in_row: 0 }
    }

    /// Returns the translations of a program. The inner error is the reason why the query did not
    /// reach the translator.
    fn answers(
        &mut self,
        program: &TestProgram,
        is_from_corpus: bool,
    ) -> Result<std::result::Result<Arc<Vec<TestPort>>, String>> {
        let key = hash_parts(&[&program.java.text, &program.function.selector()]);
        if let Some(known) = self.known.get(&key) {
            return Ok(Ok(Arc::clone(known)));
        }
        if self.failures_in_row >= PATIENCE {
            return Ok(Err(format!("cargo mts could not reach the translator {PATIENCE} times in a row")));
        }
        let mut answers = match self.translator.answers(program, self.beams)? {
            Ok(answers) => answers,
            Err(why) => {
                self.failures_in_row += 1;
                return Ok(Err(why));
            }
        };
        self.failures_in_row = 0;
        answers.truncate(self.beams);
        let answers = Arc::new(answers);
        if is_from_corpus {
            self.known.insert(key, Arc::clone(&answers));
        }
        Ok(Ok(answers))
    }
}

/// Checks properties of translators.
///
/// All translators get the same tests. Therefore each corpus program runs only once.
pub struct Engine<'e, 't, 'w> {
    /// The corpus.
    pub programs: &'e [Arc<TestProgram>],
    /// The translators.
    pub translators: Vec<TranslatorUnderTest<'t>>,
    /// The workers of both sides.
    pub workers: &'e mut Workers<'w>,
    /// Cached runs, also from earlier checks.
    pub cache: &'e mut RunCache,
}

impl Engine<'_, '_, '_> {
    /// Checks one property and returns the totals of each translator, in order.
    ///
    /// # Errors
    /// Returns an error if a worker does not start, or a translator ends the check.
    pub fn check(&mut self, property: &CheckedProperty, plan: PropertyPlan) -> Result<Vec<PropertyTestCounts>> {
        let budget = plan.budget.unwrap_or_else(|| property.property.tests());
        let corpus_programs = property.property.inputs;
        let mut evaluator = Evaluator::new(property.property.k())?;
        let mut tallies: Vec<Tally> = self.translators.iter().map(|_| Tally::default()).collect();
        let (mut tests, mut inapplicable) = (0, 0);
        for attempt in 0..budget.saturating_mul(ATTEMPTS) {
            if tests == budget {
                break;
            }
            let mut random = Random::new(seed(plan.seed, &property.property.name, attempt));
            self.cache.clear_derived();
            let Some(programs) = self.draw(property, &mut random) else {
                inapplicable += 1;
                continue;
            };
            let bare = Session { programs: &programs, corpus_programs, ports: vec![None; programs.len()] };
            self.workers.cpython.begin_pair();
            evaluator.begin(programs.first().map_or(0, |program| program.inputs.len()));
            let holds = bare.truth(&property.requires, &mut evaluator, self.cache, self.workers)?;
            if holds == Ok(false) {
                inapplicable += 1;
                continue;
            }
            tests += 1;
            for (at, tally) in tallies.iter_mut().enumerate() {
                let (shown, answers) = match &holds {
                    Ok(_) => match self.test(at, property, &programs, &mut evaluator)? {
                        Ok(tested) => tested,
                        Err(why) => {
                            tally.found.unreachable += 1;
                            tally.found.reason.get_or_insert(why);
                            continue;
                        }
                    },
                    Err(reason) => (TestResult::Unclear(reason.clone()), Vec::new()),
                };
                let shown = match (shown, property.property.on_error) {
                    (TestResult::Unclear(_), OnError::Violation) => TestResult::Violated,
                    (shown, _) => shown,
                };
                if tally.count(shown, &programs) && tally.found.examples.len() < plan.examples {
                    tally.found.examples.push(example(&programs[..], corpus_programs, &answers));
                }
            }
        }
        Ok(tallies.into_iter().map(|tally| tally.found(tests, inapplicable)).collect())
    }

    /// Draws corpus programs and derives other programs.
    ///
    /// `None` if the corpus is empty, or if a transformation or a relation does not apply.
    fn draw(&self, property: &CheckedProperty, random: &mut Random) -> Option<Vec<Arc<TestProgram>>> {
        let mut programs: Vec<Arc<TestProgram>> = Vec::with_capacity(property.property.k());
        for _ in 0..property.property.inputs {
            programs.push(Arc::clone(random.pick(self.programs)?));
        }
        for derived in &property.derived {
            let sources: Vec<(usize, &TestProgram)> =
                derived.of.iter().map(|at| (*at, programs[*at].as_ref())).collect();
            programs.push(Arc::new(TestProgram::derive(derived.by, &sources, random)?));
        }
        Some(programs)
    }

    /// Tries every combination of a translator's answers until the property holds for one.
    ///
    /// The inner error is the reason why a query did not reach the translator.
    fn test(
        &mut self,
        translator: usize,
        property: &CheckedProperty,
        programs: &[Arc<TestProgram>],
        evaluator: &mut Evaluator,
    ) -> Result<std::result::Result<TestedAnswers, String>> {
        let corpus_programs = property.property.inputs;
        let mut answers = Vec::with_capacity(programs.len());
        for (at, program) in programs.iter().enumerate() {
            match self.translators[translator].answers(program, at < corpus_programs)? {
                Ok(own) => answers.push(own),
                Err(why) => return Ok(Err(why)),
            }
        }
        let mut unclear = None;
        for chosen in combinations(&answers.iter().map(|answers| answers.len()).collect::<Vec<_>>()) {
            let ports = chosen.iter().zip(&answers).map(|(at, answers)| answers.get(*at)).collect();
            let session = Session { programs, corpus_programs, ports };
            match session.assess(property, evaluator, self.cache, self.workers)? {
                TestResult::Holds => return Ok(Ok((TestResult::Holds, answers))),
                TestResult::Violated => {}
                TestResult::Unclear(reason) => unclear = Some(reason),
            }
        }
        Ok(Ok((unclear.map_or(TestResult::Violated, TestResult::Unclear), answers)))
    }
}

/// The result of a test, and the translations of each of its programs.
type TestedAnswers = (TestResult, Vec<Arc<Vec<TestPort>>>);

/// The totals of one translator.
#[derive(Default)]
struct Tally {
    found: PropertyTestCounts,
    /// The violations so far. The texts of all programs identify a violation.
    known: BTreeSet<RunKey>,
    /// The ids of the first programs of the violations.
    seeds: BTreeSet<String>,
}

impl Tally {
    /// Counts a test, and reports whether the test shows a new violation.
    fn count(&mut self, shown: TestResult, programs: &[Arc<TestProgram>]) -> bool {
        match shown {
            TestResult::Holds => false,
            TestResult::Unclear(reason) => {
                self.found.inconclusive += 1;
                self.found.reason.get_or_insert(reason);
                false
            }
            TestResult::Violated => {
                // A query to the translator consists of a file and a function of the file.
                let asked: Vec<String> =
                    programs.iter().flat_map(|own| [own.java.text.clone(), own.function.selector()]).collect();
                if !self.known.insert(hash_parts(&asked.iter().map(String::as_str).collect::<Vec<_>>())) {
                    self.found.duplicates += 1;
                    return false;
                }
                self.found.violations += 1;
                self.seeds.insert(programs[0].id.clone());
                true
            }
        }
    }

    fn found(self, tests: u64, inapplicable: u64) -> PropertyTestCounts {
        PropertyTestCounts { tests, inapplicable, seeds: self.seeds.len() as u64, ..self.found }
    }
}

/// Returns every combination of one index per count. The combination of the first indexes comes
/// first.
///
/// A count of 0 has only the index 0.
pub(crate) fn combinations(counts: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    let all: usize = counts.iter().map(|count| (*count).max(1)).product();
    (0..all).map(|number| {
        let mut rest = number;
        let mut chosen: Vec<usize> = counts
            .iter()
            .rev()
            .map(|count| {
                let at = rest % (*count).max(1);
                rest /= (*count).max(1);
                at
            })
            .collect();
        chosen.reverse();
        chosen
    })
}

fn example(programs: &[Arc<TestProgram>], corpus_programs: usize, answers: &[Arc<Vec<TestPort>>]) -> Example {
    let best = |answers: &Arc<Vec<TestPort>>| answers.first().map_or(String::new(), |port| port.file.text.clone());
    Example {
        ids: programs[..corpus_programs].iter().map(|program| program.id.clone()).collect(),
        programs: programs.iter().map(|p| p.function.span.slice(&p.java.text).to_owned()).collect(),
        translations: answers.iter().map(best).collect(),
    }
}

/// Returns the seed of one test of a property.
///
/// Each property has other seeds. So its results do not depend on other properties.
fn seed(seed: u64, property: &str, attempt: u64) -> u64 {
    let digest = hash_parts(&["mts properties 1", &seed.to_string(), property, &attempt.to_string()]);
    digest[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_of_answers_is_tried_and_the_best_answers_come_first() {
        let all: Vec<Vec<usize>> = combinations(&[2, 0, 2]).collect();
        assert_eq!(all, [[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1]]);
    }

    #[test]
    fn each_test_of_a_property_has_its_own_seed() {
        assert_eq!(seed(1, "arity", 2), seed(1, "arity", 2));
        assert_ne!(seed(1, "arity", 2), seed(1, "arity", 3));
        assert_ne!(seed(1, "arity", 2), seed(1, "numLoops", 2));
        assert_ne!(seed(1, "arity", 2), seed(2, "arity", 2));
    }
}
