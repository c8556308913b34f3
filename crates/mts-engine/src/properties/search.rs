//! Searches for a better translation of one program (Eniser et al. 2024, Algorithm 1).
//!
//! Each iteration translates with the current parameters, counts violated properties, keeps the
//! best translation and changes the parameters. Properties with the same transformation share
//! derived programs. Therefore one translation serves several properties.

use crate::properties::definition::checked::CheckedProperty;
use crate::properties::language::expression::Evaluator;
use crate::properties::program::{TestPort, TestProgram};
use crate::properties::runs::{self, Workers};
use crate::properties::session::{RunCache, Session, TestResult, hash_parts};
use mts_generate::metamorphic::Transformation;
use mts_model::error::Result;
use mts_model::{Attempt, Fitness, Parameters, Random, SearchFrom};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A translator with adjustable parameters.
pub trait TunableTranslator {
    /// Translates each program with these parameters. `None` for a program without a translation.
    ///
    /// # Errors
    /// Returns an error if the translator is not available.
    fn translate(&mut self, programs: &[Arc<TestProgram>], with: &Parameters) -> Result<Vec<Option<TestPort>>>;

    /// Returns the number of different queries so far.
    fn queries(&self) -> u64;
}

/// The limits of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchBounds {
    /// The highest number of translations.
    pub iterations: usize,
    /// The number of tests of each property for each translation.
    pub tests: usize,
    /// The mean and the standard deviation of the noise on the temperature.
    pub noise: (f64, f64),
    /// The lowest and the highest temperature.
    pub temperatures: (f64, f64),
    /// The parameters that the search changes for the next translation.
    pub from: SearchFrom,
    /// The number of prompts.
    pub prompts: usize,
    /// Whether each translation gets its own seed.
    pub seeds: bool,
    /// The seed of every draw.
    pub seed: u64,
}

/// The best translation of a search, with its result.
#[derive(Clone)]
pub struct BestTranslation {
    /// The index of the attempt that gave the translation.
    pub attempt: usize,
    /// The translation.
    pub port: TestPort,
    /// The number of agreeing inputs, and the number of all inputs.
    ///
    /// On an agreeing input, the translation agrees with Java. `Err` has the reason why the translation cannot run, or
    /// why the tool cannot compare an outcome.
    pub agrees: std::result::Result<(usize, usize), String>,
}

/// The result of a search.
#[derive(Clone, Default)]
pub struct SearchOutcome {
    /// All attempts, in order.
    pub attempts: Vec<Attempt>,
    /// The best translation. `None` if there was no translation.
    pub best: Option<BestTranslation>,
}

/// Searches for a better translation. `first` are the parameters of the first translation.
///
/// The search calls `progress` after each attempt, with the result so far.
///
/// # Errors
/// Returns an error if a worker does not start, or the translator is not available.
pub fn search(
    program: &Arc<TestProgram>,
    properties: &[CheckedProperty],
    bounds: &SearchBounds,
    first: Parameters,
    translator: &mut dyn TunableTranslator,
    workers: &mut Workers<'_>,
    progress: &mut dyn FnMut(&SearchOutcome),
) -> Result<SearchOutcome> {
    let mut cache = RunCache::default();
    let mut searched = SearchOutcome::default();
    let mut random = Random::new(seed(bounds.seed, "parameters", 0));
    let mut now = first;
    for number in 0..bounds.iterations.max(1) {
        let tests = tests(program, properties, bounds, number);
        let programs: Vec<Arc<TestProgram>> =
            std::iter::once(Arc::clone(program)).chain(tests.iter().map(|test| Arc::clone(&test.program))).collect();
        let mut ports = translator.translate(&programs, &now)?.into_iter();
        let port = ports.next().flatten();
        let others: Vec<Option<TestPort>> = ports.collect();
        let counted = match &port {
            Some(port) => {
                cache.clear_derived();
                Some(count((program, port), properties, &tests, &others, workers, &mut cache)?)
            }
            None => None,
        };
        let ViolationCounts { fitness, violated, tests, unclear } = counted.unwrap_or_default();
        let fitness = port.is_some().then_some(fitness);
        // If tests ran and none had a result, the search does not know whether the properties hold.
        let holds = fitness.is_some_and(|fitness| fitness.properties == 0) && (tests > unclear || tests == 0);
        let parameters = now.clone();
        searched.attempts.push(Attempt {
            parameters,
            fitness,
            violated,
            tests,
            inconclusive: unclear,
            queries: translator.queries(),
        });
        let best = searched.best.as_ref().and_then(|best| searched.attempts[best.attempt].fitness);
        if let (Some(port), Some(own)) = (port, fitness)
            && best.is_none_or(|best| own < best)
        {
            let agrees = agreement(program, &port, workers)?;
            searched.best = Some(BestTranslation { attempt: number, port, agrees });
        }
        progress(&searched);
        if holds {
            break;
        }
        now = next_parameters(start_parameters(&searched, bounds.from).unwrap_or(&now), bounds, number, &mut random);
    }
    Ok(searched)
}

/// Returns the parameters of the best attempt, if the search starts from them. `None` means that
/// the search starts from the parameters of the last attempt.
fn start_parameters(searched: &SearchOutcome, from: SearchFrom) -> Option<&Parameters> {
    let best = searched.best.as_ref().filter(|_| from == SearchFrom::Best)?;
    Some(&searched.attempts[best.attempt].parameters)
}

/// Returns the next parameters: noise on the temperature, a new seed, and a random prompt.
fn next_parameters(now: &Parameters, bounds: &SearchBounds, number: usize, random: &mut Random) -> Parameters {
    let (mean, sigma) = bounds.noise;
    let (low, high) = bounds.temperatures;
    let temperature = (now.temperature + mean + sigma * normal(random)).clamp(low, high);
    let seed = bounds.seeds.then(|| bounds.seed.wrapping_add(number as u64 + 1));
    Parameters { temperature, seed, prompt: random.below(bounds.prompts.max(1)) }
}

/// Returns a random number from the standard normal distribution (Box and Muller 1958).
fn normal(random: &mut Random) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "53 bits are what a float holds")]
    let mut share = || ((random.bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    let (one, other) = (share(), share());
    (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}

/// A program that is derived from the program under search.
struct DerivedTest {
    by: Transformation,
    program: Arc<TestProgram>,
}

/// Returns the programs of one round. No two programs of a transformation have the same text.
///
/// Each transformation gives at most one program for each test, and none if the transformation does not apply.
fn tests(
    program: &Arc<TestProgram>,
    properties: &[CheckedProperty],
    bounds: &SearchBounds,
    number: usize,
) -> Vec<DerivedTest> {
    let kinds: BTreeSet<Transformation> = properties
        .iter()
        .flat_map(|property| &property.derived)
        .filter_map(|program| program.by.transformation())
        .collect();
    let mut tests = Vec::new();
    for by in kinds {
        let mut known = BTreeSet::new();
        for nth in 0..bounds.tests {
            // Every round has other programs, so that a translation does not pass all rounds by
            // luck.
            let mut random = Random::new(seed(bounds.seed, by.name(), (number * bounds.tests + nth) as u64));
            let Some(program) = TestProgram::derived(by, &[(0, program.as_ref())], &mut random) else { continue };
            if known.insert(program.java.text.clone()) {
                tests.push(DerivedTest { by, program: Arc::new(program) });
            }
        }
    }
    tests
}

/// The violations of one translation.
struct ViolationCounts {
    fitness: Fitness,
    violated: BTreeMap<String, u64>,
    tests: u64,
    unclear: u64,
}

impl Default for ViolationCounts {
    fn default() -> Self {
        let fitness = Fitness { properties: 0, violations: 0 };
        Self { fitness, violated: BTreeMap::new(), tests: 0, unclear: 0 }
    }
}

fn count(
    (program, port): (&Arc<TestProgram>, &TestPort),
    properties: &[CheckedProperty],
    tests: &[DerivedTest],
    others: &[Option<TestPort>],
    workers: &mut Workers<'_>,
    cache: &mut RunCache,
) -> Result<ViolationCounts> {
    let mut counted = ViolationCounts::default();
    let mut evaluator = Evaluator::new(2)?;
    for (test, other) in tests.iter().zip(others) {
        let programs = [Arc::clone(program), Arc::clone(&test.program)];
        let session = Session { programs: &programs, corpus_programs: 1, ports: vec![Some(port), other.as_ref()] };
        for property in properties
            .iter()
            .filter(|own| own.derived.first().and_then(|program| program.by.transformation()) == Some(test.by))
        {
            evaluator.begin(program.inputs.len());
            if session.truth(&property.requires, &mut evaluator, cache, workers)? == Ok(false) {
                continue;
            }
            counted.tests += 1;
            match session.assess(property, &mut evaluator, cache, workers)? {
                TestResult::Holds => {}
                TestResult::Violated => *counted.violated.entry(property.property.name.clone()).or_default() += 1,
                TestResult::Unclear(_) => counted.unclear += 1,
            }
        }
        cache.clear_derived();
    }
    counted.fitness =
        Fitness { properties: counted.violated.len() as u64, violations: counted.violated.values().sum() };
    Ok(counted)
}

/// Returns the number of inputs on which a translation agrees with its program.
///
/// The second number is the number of all inputs.
///
/// The tool always runs a translation before it suggests the translation.
///
/// # Errors
/// Returns an error if a worker does not start. The inner error is the reason why a side cannot
/// run, or why the tool cannot compare an outcome.
pub fn agreement(
    program: &TestProgram,
    port: &TestPort,
    workers: &mut Workers<'_>,
) -> Result<std::result::Result<(usize, usize), String>> {
    let java = match workers.java(program)? {
        Ok(java) => java,
        Err(reason) => return Ok(Err(reason)),
    };
    let python = match workers.python(program, port, Some(&java))? {
        Ok(python) => python,
        Err(reason) => return Ok(Err(reason)),
    };
    let own = runs::java_outcomes(&java, program);
    let other = runs::python_outcomes(&python, program, (program, &java), workers.rules);
    Ok(own.and_then(|own| {
        let other = other?;
        Ok((own.iter().zip(&other).filter(|(a, b)| a == b).count(), own.len()))
    }))
}

fn seed(seed: u64, of: &str, nth: u64) -> u64 {
    let digest = hash_parts(&["mts search 1", &seed.to_string(), of, &nth.to_string()]);
    digest[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests_of_it {
    use super::*;

    fn bounds() -> SearchBounds {
        SearchBounds {
            iterations: 20,
            tests: 50,
            noise: (0.0, 0.2),
            temperatures: (0.0, 1.5),
            from: SearchFrom::Last,
            prompts: 3,
            seeds: true,
            seed: 7,
        }
    }

    #[test]
    fn fewer_violated_properties_are_better_than_fewer_violations() {
        let fitness = |properties, violations| Fitness { properties, violations };
        assert!(fitness(1, 9) < fitness(2, 2));
        assert!(fitness(1, 2) < fitness(1, 9));
        assert!(fitness(0, 0) < fitness(1, 1));
    }

    #[test]
    fn the_search_changes_parameters_within_bounds_and_equally_for_the_same_seed() {
        let walk = |seed| {
            let mut random = Random::new(seed);
            let mut now = Parameters { temperature: 0.1, seed: None, prompt: 0 };
            let mut all = Vec::new();
            for number in 0..200 {
                now = next_parameters(&now, &bounds(), number, &mut random);
                all.push(now.clone());
            }
            all
        };
        let all = walk(3);
        assert_eq!(all, walk(3));
        assert!(all.iter().all(|now| (0.0..=1.5).contains(&now.temperature) && now.prompt < 3));
        assert_eq!(all[0].seed, Some(8));
        assert!(all.iter().any(|now| now.temperature > 0.5) && all.iter().any(|now| now.prompt > 0));
    }

    #[test]
    fn with_search_from_best_the_next_parameters_start_at_the_best_attempt() {
        let attempt = |temperature| Attempt {
            parameters: Parameters { temperature, seed: None, prompt: 0 },
            fitness: Some(Fitness { properties: 1, violations: 1 }),
            violated: BTreeMap::new(),
            tests: 1,
            inconclusive: 0,
            queries: 1,
        };
        let file = mts_lang::SourceFile::parse("p.py", String::new(), mts_model::Language::Python);
        let port = TestPort { file: Arc::new(file.expect("parses")), function: None, entry_point: None };
        let best = Some(BestTranslation { attempt: 1, port, agrees: Ok((1, 1)) });
        let searched = SearchOutcome { attempts: vec![attempt(0.1), attempt(0.7), attempt(0.4)], best };
        assert_eq!(start_parameters(&searched, SearchFrom::Best).map(|now| now.temperature), Some(0.7));
        assert_eq!(start_parameters(&searched, SearchFrom::Last), None);
        assert_eq!(start_parameters(&SearchOutcome { best: None, ..searched }, SearchFrom::Best), None);
    }

    #[test]
    fn noise_has_the_mean_and_the_deviation_of_a_normal_distribution() {
        let mut random = Random::new(11);
        let drawn: Vec<f64> = (0..20_000).map(|_| normal(&mut random)).collect();
        let mean = drawn.iter().sum::<f64>() / 20_000.0;
        let variance = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }
}
