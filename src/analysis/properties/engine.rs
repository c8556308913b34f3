//! Checks a property of a translator on programs of a corpus: draws programs, derives others, asks the
//! translator, and counts what does not hold (Eniser et al. 2024, section 3.2).

use super::checked::Checked;
use super::expression::Evaluator;
use super::program::{Port, Program};
use super::runs::Workers;
use super::session::{Memory, Session, Shown, key};
use crate::error::Result;
use crate::model::{Example, Found, OnError, Random};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Programs that are drawn for one test before the property counts as one that does not apply.
const ATTEMPTS: u64 = 20;

/// Something that translates Java functions to Python.
pub trait Translates {
    /// Its name.
    fn name(&self) -> String;

    /// Its answers for a program, the best first, at most so many; none where it has no translation.
    ///
    /// # Errors
    /// When it cannot work at all.
    fn answers(&mut self, program: &Program, most: usize) -> Result<Vec<Port>>;
}

/// How properties are checked.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What every draw follows from.
    pub seed: u64,
    /// Number of tests; each property's own where it is `None`.
    pub budget: Option<u64>,
    /// Answers that the translator is asked for: a test is a violation only where no combination holds.
    pub beams: usize,
    /// Most examples of violations that are kept.
    pub examples: usize,
}

/// Checks properties of one translator, and keeps what it learns of the corpus.
pub struct Engine<'e, 'w> {
    /// The corpus.
    pub programs: &'e [Arc<Program>],
    /// The translator.
    pub translator: &'e mut dyn Translates,
    /// What runs both sides.
    pub workers: &'e mut Workers<'w>,
    /// What is known of the corpus, by earlier checks too.
    pub memory: &'e mut Memory,
}

impl Engine<'_, '_> {
    /// Checks one property.
    ///
    /// # Errors
    /// When a worker cannot be started, or the translator cannot work.
    pub fn check(&mut self, property: &Checked, plan: Plan) -> Result<Found> {
        let budget = plan.budget.unwrap_or_else(|| property.property.tests());
        let mut evaluator = Evaluator::new(property.property.k())?;
        let mut found = Found::default();
        let (mut known, mut seeds) = (BTreeSet::new(), BTreeSet::new());
        for attempt in 0..budget.saturating_mul(ATTEMPTS) {
            if found.tests == budget {
                break;
            }
            let mut random = Random::new(seed(plan.seed, &property.property.name, attempt));
            self.memory.forget();
            let Some(programs) = self.draw(property, &mut random) else {
                found.inapplicable += 1;
                continue;
            };
            let given = property.property.inputs;
            let bare = Session { programs: &programs, given, ports: vec![None; programs.len()] };
            evaluator.begin(programs.first().map_or(0, |program| program.inputs.len()));
            let holds = bare.truth(&property.requires, &mut evaluator, self.memory, self.workers)?;
            if holds == Ok(false) {
                found.inapplicable += 1;
                continue;
            }
            found.tests += 1;
            let (shown, answers) = match holds {
                Ok(_) => self.test(property, &programs, plan.beams, &mut evaluator)?,
                Err(reason) => (Shown::Unclear(reason), Vec::new()),
            };
            let shown = match (shown, property.property.on_error) {
                (Shown::Unclear(_), OnError::Violation) => Shown::Violated,
                (shown, _) => shown,
            };
            match shown {
                Shown::Holds => {}
                Shown::Unclear(reason) => {
                    found.inconclusive += 1;
                    found.reason.get_or_insert(reason);
                }
                Shown::Violated => {
                    let texts: Vec<&str> = programs.iter().map(|program| program.java.text.as_str()).collect();
                    if !known.insert(key(&texts)) {
                        found.duplicates += 1;
                        continue;
                    }
                    found.violations += 1;
                    seeds.insert(programs[0].id.clone());
                    if found.examples.len() < plan.examples {
                        found.examples.push(example(&programs[..], given, &answers));
                    }
                }
            }
        }
        found.seeds = seeds.len() as u64;
        Ok(found)
    }

    /// Programs of the corpus and what is derived of them; `None` where a transformation has no place.
    fn draw(&self, property: &Checked, random: &mut Random) -> Option<Vec<Arc<Program>>> {
        let mut programs: Vec<Arc<Program>> = Vec::with_capacity(property.property.k());
        for _ in 0..property.property.inputs {
            programs.push(Arc::clone(random.pick(self.programs)?));
        }
        for derived in &property.derived {
            let of: Vec<(usize, &Program)> = derived.of.iter().map(|at| (*at, programs[*at].as_ref())).collect();
            programs.push(Arc::new(Program::derived(derived.by, &of, random)?));
        }
        Some(programs)
    }

    /// Tries every combination of answers until the property holds for one.
    fn test(
        &mut self,
        property: &Checked,
        programs: &[Arc<Program>],
        beams: usize,
        evaluator: &mut Evaluator,
    ) -> Result<(Shown, Vec<Arc<Vec<Port>>>)> {
        let given = property.property.inputs;
        let mut answers = Vec::with_capacity(programs.len());
        for (at, program) in programs.iter().enumerate() {
            answers.push(self.answers(program, at < given, beams)?);
        }
        let mut unclear = None;
        for chosen in combinations(&answers.iter().map(|answers| answers.len()).collect::<Vec<_>>()) {
            let ports = chosen.iter().zip(&answers).map(|(at, answers)| answers.get(*at)).collect();
            let session = Session { programs, given, ports };
            match session.judge(property, evaluator, self.memory, self.workers)? {
                Shown::Holds => return Ok((Shown::Holds, answers)),
                Shown::Violated => {}
                Shown::Unclear(reason) => unclear = Some(reason),
            }
        }
        Ok((unclear.map_or(Shown::Violated, Shown::Unclear), answers))
    }

    fn answers(&mut self, program: &Program, is_given: bool, most: usize) -> Result<Arc<Vec<Port>>> {
        let key = key(&[&self.translator.name(), &most.to_string(), &program.java.text, &program.function.selector()]);
        if let Some(known) = self.memory.answers.get(&key) {
            return Ok(Arc::clone(known));
        }
        let mut answers = self.translator.answers(program, most)?;
        answers.truncate(most);
        let answers = Arc::new(answers);
        if is_given {
            self.memory.answers.insert(key, Arc::clone(&answers));
        }
        Ok(answers)
    }
}

/// Every choice of one out of each of so many, the first of all first. What has none is chosen as its first.
pub(super) fn combinations(counts: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
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

fn example(programs: &[Arc<Program>], given: usize, answers: &[Arc<Vec<Port>>]) -> Example {
    let best = |answers: &Arc<Vec<Port>>| answers.first().map_or(String::new(), |port| port.file.text.clone());
    Example {
        ids: programs[..given].iter().map(|program| program.id.clone()).collect(),
        programs: programs.iter().map(|p| p.function.span.of(&p.java.text).to_owned()).collect(),
        translations: answers.iter().map(best).collect(),
    }
}

/// A seed for each test of each property: results depend neither on the order of properties nor on what
/// others there are.
fn seed(seed: u64, property: &str, attempt: u64) -> u64 {
    let digest = key(&["mts properties 1", &seed.to_string(), property, &attempt.to_string()]);
    digest[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_of_answers_is_tried_the_best_first() {
        let all: Vec<Vec<usize>> = combinations(&[2, 0, 2]).collect();
        assert_eq!(all, [[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1]]);
    }

    #[test]
    fn a_test_has_a_seed_of_its_own() {
        assert_eq!(seed(1, "arity", 2), seed(1, "arity", 2));
        assert_ne!(seed(1, "arity", 2), seed(1, "arity", 3));
        assert_ne!(seed(1, "arity", 2), seed(1, "numLoops", 2));
        assert_ne!(seed(1, "arity", 2), seed(2, "arity", 2));
    }
}
