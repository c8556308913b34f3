//! Checks properties of the pairs in a repository.
//!
//! A property is about the tested revision of a pair, or about a pair and its base.

use crate::run::context::{MaterializeBase, RunContext};
use crate::run::jobs::pair_jobs::{Jobs, PairJobs, PlannedJobs};
use crate::run::jobs::{self, build_env};
use crate::run::options::Options;
use crate::run::plan::{self, PairFilter, PlannedPair};
use crate::run::properties::checkable::{checkable, program, result};
use crate::run::results::pair_results::{CompletedPair, FinishedPair, PairRow, PropertyChecks};
use crate::run::workers;
use mts_engine::PairJob;
use mts_engine::properties::expression::Evaluator;
use mts_engine::properties::{CheckedProperty, RunCache, Session, TestPort, TestProgram, TestResult, Workers};
use mts_engine::scheduler::WorkerPair;
use mts_model::error::Result;
use mts_model::{
    Choice, Example, Input, Mode, OnError, Pair, Property, PropertyCounts, PropertyResult, PropertyTestCounts, Random,
};
use mts_oracle::findings::{FindingContext, property_finding};
use mts_workers::Runtime;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The result of a check of pairs.
pub struct PairChecks {
    /// The result of each property about pairs.
    pub results: Vec<PropertyResult>,
    /// The pairs that the tool cannot check, with the reasons.
    pub skipped: Vec<(String, String)>,
}

/// A pair for the check of properties.
pub(crate) struct CheckedPair {
    /// The pair.
    pub planned: Arc<PlannedPair>,
    /// The revisions of the pair, or the reason why the tool cannot check the pair.
    pub versions: std::result::Result<Versions, String>,
}

/// A pair at the tested revision, and at the base if the pair exists there.
pub(crate) struct Versions {
    name: String,
    /// The program and its port at the tested revision.
    pub head: (Arc<TestProgram>, TestPort),
    base: Option<(Arc<TestProgram>, TestPort)>,
}

/// Checks properties of the changed pairs, or of all pairs.
///
/// # Errors
/// Returns a usage error if a property cannot be checked. Returns an error if a runtime is missing
/// or cannot start.
pub(crate) fn check(
    context: &RunContext<'_>,
    filter: &PairFilter<'_>,
    options: &Options,
    materialize_base: MaterializeBase<'_>,
    wanted: &[Property],
    examples: usize,
) -> Result<PairChecks> {
    filter.check(context.head)?;
    let checked = wanted.iter().map(checkable).collect::<Result<Vec<CheckedProperty>>>()?;
    let plan = plan::plan(context.base_with_rules(), context.head, &options.pairing, filter);
    let jobs = jobs::jobs(context, &plan, options)?;
    if jobs.has_base() {
        materialize_base()?;
    }
    let (jobs, _builds) = build_env::configure(jobs, context, options)?;
    let mut worker_pairs = workers::start_worker_pairs(options, jobs.all())?;
    let (mut pairs, mut skipped) = (Vec::new(), Vec::new());
    for CheckedPair { planned, versions } in versions_of(&jobs) {
        match versions {
            Ok(versions) => pairs.push(versions),
            Err(reason) => skipped.push((planned.name.clone(), reason)),
        }
    }
    let mut results = Vec::new();
    if let Some(worker_pair) = worker_pairs.first_mut() {
        let mut workers = Workers {
            jvm: worker_pair.jvm.as_mut() as &mut dyn Runtime<_>,
            cpython: worker_pair.cpython.as_mut(),
            rules: &options.settings.rules,
            budgets: options.settings.budgets,
        };
        let mut memory = RunCache::default();
        for property in &checked {
            let found = on_pairs(property, &pairs, examples, &mut workers, &mut memory)?;
            results.push(result(&property.property, found));
        }
    } else {
        results.extend(checked.iter().map(|property| result(&property.property, PropertyTestCounts::default())));
    }
    Ok(PairChecks { results, skipped })
}

/// Converts a pair at one revision to a program and its port.
///
/// Without `inputs`, the program gets the inputs of its own suite, except extreme inputs. If the suite states the
/// number of inputs to select, the program gets at most this number.
///
/// # Errors
/// Returns the reason why the pair cannot take part.
pub(crate) fn version(
    name: &str,
    job: &PairJob,
    inputs: Option<Arc<Vec<Input>>>,
) -> std::result::Result<(Arc<TestProgram>, TestPort), String> {
    let mut program = program(name, job)?;
    match inputs {
        Some(inputs) => program.inputs = inputs,
        None => {
            let own = Arc::make_mut(&mut program.inputs);
            if let Choice::SelectTop(most) = job.suite.choice {
                own.truncate(most);
            }
            // Drop the extreme inputs, which CA excludes too, because most results overflow on such
            // inputs.
            own.retain(Input::is_ordinary);
            if own.is_empty() {
                return Err("the pair has only extreme inputs".to_owned());
            }
        }
    }
    Ok((Arc::new(program), TestPort::from_pair(&job.python, &job.pair.python)))
}

/// Checks one property on every pair, with the base if the property compares revisions.
fn on_pairs(
    property: &CheckedProperty,
    versions: &[Versions],
    examples: usize,
    workers: &mut Workers<'_>,
    memory: &mut RunCache,
) -> Result<PropertyTestCounts> {
    let mut evaluator = evaluator(property)?;
    let mut found = PropertyTestCounts::default();
    for pair in versions {
        let Some(shown) = on_pair(property, pair, &mut evaluator, workers, memory)? else {
            found.inapplicable += 1;
            continue;
        };
        found.tests += 1;
        match shown {
            TestResult::Holds => {}
            TestResult::Unclear(reason) => {
                found.inconclusive += 1;
                found.reason.get_or_insert(format!("{}: {reason}", pair.name));
            }
            TestResult::Violated => {
                found.violations += 1;
                if found.examples.len() < examples {
                    let all = pair.for_property(property).unwrap_or_default();
                    let java = |(p, _): &&(Arc<TestProgram>, TestPort)| p.function.span.slice(&p.java.text).to_owned();
                    found.examples.push(Example {
                        ids: vec![pair.name.clone()],
                        programs: all.iter().map(java).collect(),
                        translations: all.iter().map(|(_, port)| text(port)).collect(),
                    });
                }
            }
        }
    }
    found.seeds = found.violations;
    Ok(found)
}

/// Reports whether a property compares a pair with its base.
fn is_history(property: &CheckedProperty) -> bool {
    property.property.mode == [Mode::History]
}

fn evaluator(property: &CheckedProperty) -> Result<Evaluator> {
    Evaluator::new(property.property.k())
}

impl Versions {
    /// Returns the revisions that a property needs, or `None` if the needed base is missing.
    fn for_property(&self, property: &CheckedProperty) -> Option<Vec<&(Arc<TestProgram>, TestPort)>> {
        match is_history(property) {
            false => Some(vec![&self.head]),
            true => Some(vec![self.base.as_ref()?, &self.head]),
        }
    }
}

/// Checks a property on one pair. Returns `None` if the property does not apply.
///
/// If the check is inconclusive, the property itself decides whether this counts as a violation.
fn on_pair(
    property: &CheckedProperty,
    pair: &Versions,
    evaluator: &mut Evaluator,
    workers: &mut Workers<'_>,
    memory: &mut RunCache,
) -> Result<Option<TestResult>> {
    let Some(all) = pair.for_property(property) else { return Ok(None) };
    let mut programs: Vec<Arc<TestProgram>> = all.iter().map(|(program, _)| Arc::clone(program)).collect();
    let mut ports: Vec<Option<&TestPort>> = all.iter().map(|(_, port)| Some(port)).collect();
    let corpus_programs = programs.len();
    for derived in &property.derived {
        // A constant seed makes the derived program the same in each pair, revision and run.
        let mut random = Random::new(0);
        let sources: Vec<(usize, &TestProgram)> = derived.of.iter().map(|at| (*at, programs[*at].as_ref())).collect();
        let Some(program) = TestProgram::derive(derived.by, &sources, &mut random) else { return Ok(None) };
        ports.push(ports[derived.of[0]]);
        programs.push(Arc::new(program));
    }
    memory.clear_derived();
    let session = Session { programs: &programs, corpus_programs, ports };
    evaluator.begin(pair.head.0.inputs.len());
    let shown = match session.truth(&property.requires, evaluator, memory, workers)? {
        Ok(false) => return Ok(None),
        Ok(true) => session.assess(property, evaluator, memory, workers)?,
        Err(reason) => TestResult::Unclear(reason),
    };
    Ok(Some(match (shown, property.property.on_error) {
        (TestResult::Unclear(_), OnError::Violation) => TestResult::Violated,
        (shown, _) => shown,
    }))
}

/// Returns the properties in force that are about pairs.
///
/// # Errors
/// Returns a usage error if a property cannot be checked.
pub(crate) fn in_force(properties: &[Property]) -> Result<Vec<CheckedProperty>> {
    let wanted = properties.iter().filter(|property| property.mode.iter().any(|mode| *mode != Mode::Translator));
    wanted.map(checkable).collect()
}

/// Converts the pairs of a plan for the check of properties.
pub(crate) fn versions_of(jobs: &Jobs) -> Vec<CheckedPair> {
    let one = |PlannedJobs { planned, jobs, .. }: &PlannedJobs| {
        let jobs = jobs.as_ref().map_err(ToString::to_string);
        let versions = jobs.and_then(|jobs| versions(&planned.name, jobs));
        CheckedPair { versions, planned: Arc::clone(planned) }
    };
    jobs.pairs.iter().map(one).collect()
}

/// Checks the declared properties of each scored pair, and adds the checks to the results.
///
/// # Errors
/// Returns an error if a worker cannot start.
pub(crate) fn with_checks(
    results: Vec<FinishedPair>,
    properties: &[CheckedProperty],
    pairs: &[CheckedPair],
    worker_pairs: &mut [WorkerPair],
    context: &RunContext<'_>,
    options: &Options,
) -> Result<Vec<CompletedPair>> {
    let with = |finished, checks| CompletedPair { checks: Some(checks), ..CompletedPair::from(finished) };
    let (false, Some(worker_pair)) = (properties.is_empty(), worker_pairs.first_mut()) else {
        return Ok(results.into_iter().map(|finished| with(finished, PropertyChecks::default())).collect());
    };
    let mut workers = Workers {
        jvm: worker_pair.jvm.as_mut() as &mut dyn Runtime<_>,
        cpython: worker_pair.cpython.as_mut(),
        rules: &options.settings.rules,
        budgets: options.settings.budgets,
    };
    let mut check = |FinishedPair { planned, result }: &FinishedPair| {
        let checked = pairs.iter().find(|checked| Arc::ptr_eq(&checked.planned, planned));
        let (PairRow::Scored(_), Some(checked)) = (&result.row, checked) else { return Ok(PropertyChecks::default()) };
        let versions = match &checked.versions {
            _ if checked.planned.head.is_program() => Err("the pair is a whole program"),
            Ok(versions) => Ok(versions),
            Err(reason) => Err(reason.as_str()),
        };
        match versions {
            Ok(versions) => {
                check_pair(&checked.planned.head, versions, properties, &mut workers, &context.accepted.ids)
            }
            Err(reason) => {
                let note = format!("cargo mts did not check the properties of the pair: {reason}");
                Ok(PropertyChecks { notes: vec![note], ..PropertyChecks::default() })
            }
        }
    };
    let complete = |finished: FinishedPair| check(&finished).map(|checks| with(finished, checks));
    results.into_iter().map(complete).collect()
}

/// Checks the declared properties of one pair.
fn check_pair(
    pair: &Pair,
    versions: &Versions,
    properties: &[CheckedProperty],
    workers: &mut Workers<'_>,
    accepted: &BTreeSet<String>,
) -> Result<PropertyChecks> {
    let (key, params) = (pair.key(), pair.java.params.iter().map(|p| p.name.clone()).collect::<Vec<_>>());
    let (line_java, line_python) = (pair.java.line, pair.python.line);
    let place = FindingContext { key: &key, line_java, line_python, params: &params, is_private: false };
    let (mut memory, mut counts) = (RunCache::default(), PropertyCounts::default());
    let (mut findings, mut notes) = (Vec::new(), Vec::new());
    for property in properties {
        match on_pair(property, versions, &mut evaluator(property)?, workers, &mut memory)? {
            None => counts.inapplicable += 1,
            Some(TestResult::Holds) => counts.hold += 1,
            Some(TestResult::Unclear(reason)) => {
                counts.inconclusive += 1;
                notes.push(format!("the property `{}` is inconclusive: {reason}", property.property.name));
            }
            Some(TestResult::Violated) => {
                counts.violated += 1;
                findings.push(property_finding(&place, &property.property, accepted));
            }
        }
    }
    Ok(PropertyChecks { findings, notes, counts: Some(counts) })
}

/// Converts a pair at the tested revision and, if possible, at the base.
fn versions(name: &str, jobs: &PairJobs) -> std::result::Result<Versions, String> {
    let head = version(name, jobs.head.job(), None)?;
    let inputs = Arc::clone(&head.0.inputs);
    let base = jobs.base.as_ref().and_then(|base| version(&format!("{name}, base"), base.job(), Some(inputs)).ok());
    Ok(Versions { name: name.to_owned(), head, base })
}

/// Returns the text of the function without its module, because a module can be long.
fn text(port: &TestPort) -> String {
    port.function.as_ref().map_or(String::new(), |(function, _)| function.span.slice(&port.file.text).to_owned())
}
