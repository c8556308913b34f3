//! The Python stage: runs the port and the counterparts, and compares them with Java.

use crate::job::{PairJob, VerdictSettings, signature};
use crate::mutants::java_mutant::JavaMutant;
use crate::mutants::mutant_outcome::{counterpart_budget, counterpart_result, mutant_result};
use crate::mutants::python_copies::{
    NumberedCounterpart, PythonCopies, behaves_the_same, comparable_inputs, on_comparable,
};
use crate::mutants::splice_checks;
use crate::outcome::{PairOutcome, StepClock};
use crate::reliability::hash_seeds::HashSeedPool;
use crate::reliability::nondeterminism::{self, Flaky};
use crate::reliability::prestate::{self, CallSignature, ConstructionScope};
use crate::selection::input_selection::POOL_BUDGET;
use crate::stages::error::StageResult;
use crate::stages::java::single;
use crate::stages::output::JavaStageOutput;
use crate::stages::requirements::with_requirements;
use mts_generate::instrument::{self, python::PythonCopy};
use mts_model::report::Step;
use mts_model::{Choice, CopyOutcomes, Language, Outcome, Reason, Signature, State};
use mts_oracle::compare_outcomes;
use mts_oracle::verdict::{MutantAssessment, Oracle, OriginalsComparison};
use mts_workers::{PythonUnit, RunRequest, Runtime};
use std::collections::BTreeMap;

/// Runs the Python stage. `hash_seeds` runs the port again under other hash seeds.
///
/// # Errors
/// Returns an error if the run skips the pair or ends.
pub(crate) fn python_stage(
    java: JavaStageOutput,
    settings: &VerdictSettings,
    cpython: &mut dyn Runtime<PythonUnit>,
    hash_seeds: &mut HashSeedPool<'_>,
) -> StageResult<PairOutcome> {
    let mut clock = StepClock::start(java.times.clone());
    let (job, signature) = (&java.job, signature(&java.job.pair));
    cpython.begin_pair();
    let unit = instrument::python::unit(&job.python, &job.python_context, &[(0, PythonCopy::Edits(&[]))])?;
    let port = run_port(&java, &unit, &signature, settings, cpython, hash_seeds)?;
    // If the translator does not follow the port, its modules run without the port. So the pair runs
    // even if the port lacks a requirement.
    let port = if java.follows_port { with_requirements(port)? } else { port };
    let outcomes = (java.original.outcomes, port.outcomes);
    let originals = compared_originals(job, &java.prestates, outcomes, &unit, settings, cpython)?;

    let transformations = java.transformations.retain_comparable(&java.usable, &originals.comparison);
    let (usable, mutants) = match java.follows_port {
        true => assessable(&java.usable, java.mutants, &originals.comparison),
        false => (java.usable, java.mutants),
    };
    let mutants = splice_checks::decide(mutants, &java.counts, &originals.known(&usable), job, settings, cpython)?;
    let mut copies = PythonCopies::new(&mutants);
    let numbers: Vec<u32> = transformations.python_texts().map(|text| copies.add(text)).collect();
    let round = CounterpartRound { originals: &originals, mutants: &mutants, usable: &usable, copies: &copies };
    let mut run_requests = round.run_requests(settings, java.follows_port);
    run_requests.extend(transformations.python_run_requests(
        &numbers,
        &usable,
        &originals.java,
        &originals.python,
        settings,
    ));
    let answers = run_copies(job, &copies, &usable, &run_requests, cpython)?;
    let (own, others) = answers.split_at((copies.desugarings.len() + copies.counterparts.len()).min(answers.len()));
    let oracle = Oracle { original_comparisons: &originals.comparison.per_input, ..oracle(job, &signature, settings) };
    let assessments = round.assess(own, &oracle);
    let assessed = mutants.into_iter().zip(assessments);
    let mutants = assessed.map(|(java, (of, python))| mutant_result(java, of, python, &usable)).collect();
    let transformed = transformations.assess(others, &usable, job);
    clock.end_step(Step::Python);
    Ok(PairOutcome {
        originals: originals.comparison,
        java_original: originals.java,
        python_original: originals.python,
        adequacy: java.adequacy,
        generated: java.sampler.generated,
        dropped: java.sampler.dropped,
        mutants,
        witnesses: BTreeMap::new(),
        reproductions: BTreeMap::new(),
        diagnoses: BTreeMap::new(),
        differing_calls: BTreeMap::new(),
        fragments: None,
        variants: transformed,
        times: clock.into_times(),
        job: java.job,
    })
}

/// Adds the objects before the call to both outcomes, and compares the outcomes.
fn compared_originals(
    job: &PairJob,
    prestates: &[Option<Outcome>],
    outcomes: (Vec<Outcome>, Vec<Outcome>),
    unit: &PythonUnit,
    settings: &VerdictSettings,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> StageResult<OriginalOutcomes> {
    let scope = (unit, &job.suite.inputs[..], ConstructionScope::ALL);
    let call = (&CallSignature::new(job), &settings.rules);
    let (java, python) = prestate::compare_prestate(prestates, scope, call, cpython, outcomes)?;
    Ok(OriginalOutcomes::new(java, python, &oracle(job, &signature(&job.pair), settings)))
}

/// Runs the Python copies of a pair. Does nothing if there is no input or no request.
fn run_copies(
    job: &PairJob,
    copies: &PythonCopies<'_>,
    usable: &[usize],
    run_requests: &[RunRequest],
    cpython: &mut dyn Runtime<PythonUnit>,
) -> StageResult<Vec<CopyOutcomes>> {
    let unit = instrument::python::unit(&job.python, &job.python_context, &copies.texts)?;
    match run_requests.is_empty() || usable.is_empty() {
        true => Ok(Vec::new()),
        false => Ok(cpython.run(&unit, &job.suite.inputs, run_requests)?),
    }
}

/// Runs the port on every input.
///
/// If the tool selected the inputs, the port runs on them again, to find nondeterministic outcomes.
/// Such an outcome is evidence if one of its runs differs from the Java original, whose own runs do
/// not differ.
fn run_port(
    java: &JavaStageOutput,
    unit: &PythonUnit,
    signature: &Signature,
    settings: &VerdictSettings,
    cpython: &mut dyn Runtime<PythonUnit>,
    hash_seeds: &mut HashSeedPool<'_>,
) -> StageResult<CopyOutcomes> {
    let job = &java.job;
    let inputs = &job.suite.inputs;
    let budget = |at: usize| match java.original.outcomes.get(at) {
        Some(java) if !inputs[at].is_user_written() => settings.budgets.port(java, POOL_BUDGET),
        _ => settings.budgets.original,
    };
    let run_request = |ran: &mut dyn Iterator<Item = usize>| RunRequest {
        copy: 0,
        inputs: ran.map(|at| (at, budget(at))).collect(),
        continue_after_failure: true,
    };
    let mut port = single(cpython.run(unit, inputs, &[run_request(&mut (0..inputs.len()))])?);
    if job.suite.choice != Choice::All {
        hash_seeds.begin();
        let mut repeat = |ended: &[usize]| {
            let run_request = run_request(&mut ended.iter().copied());
            Ok(single(hash_seeds.next_worker()?.run(unit, inputs, &[run_request])?).outcomes)
        };
        for Flaky { at, runs } in
            nondeterminism::exclude_flaky(&mut port.outcomes, Language::Python, signature, &mut repeat)?
        {
            let differs = |java: &Outcome, run: &Outcome| {
                compare_outcomes(java, run, signature, &inputs[at], &settings.rules).differs()
            };
            if java.original.outcomes.get(at).is_some_and(|java| runs.iter().any(|run| differs(java, run))) {
                port.outcomes[at] = Outcome::ended(State::Incomplete, Reason::RunsOfPortDiffer);
            }
        }
    }
    Ok(port)
}

/// Returns the inputs on which mutants are assessed, and the mutants with their outcomes there.
fn assessable(
    ran: &[usize],
    mutants: Vec<JavaMutant>,
    originals: &OriginalsComparison,
) -> (Vec<usize>, Vec<JavaMutant>) {
    let retained = |one: JavaMutant| JavaMutant { outcomes: on_comparable(one.outcomes, ran, originals), ..one };
    (comparable_inputs(ran, originals), mutants.into_iter().map(retained).collect())
}

fn oracle<'a>(job: &'a PairJob, signature: &'a Signature, settings: &'a VerdictSettings) -> Oracle<'a> {
    Oracle { signature, inputs: &job.suite.inputs, rules: &settings.rules, original_comparisons: &[] }
}

/// The outcomes of the original functions, and their comparison.
struct OriginalOutcomes {
    java: CopyOutcomes,
    python: CopyOutcomes,
    comparison: OriginalsComparison,
}

impl OriginalOutcomes {
    fn new(java: Vec<Outcome>, python: Vec<Outcome>, oracle: &Oracle<'_>) -> Self {
        let of_original = |outcomes| CopyOutcomes { copy: 0, outcomes };
        let (java, python) = (of_original(java), of_original(python));
        Self { comparison: oracle.compare_originals(&java, &python), java, python }
    }

    /// Returns the port's outcomes, the comparison of the originals and the usable inputs for `splice_checks`.
    fn known<'a>(&'a self, usable: &'a [usize]) -> splice_checks::UsableOriginals<'a> {
        splice_checks::UsableOriginals { python: &self.python, comparison: &self.comparison, usable }
    }
}

/// One round of runs of the counterparts, on the inputs for mutants.
struct CounterpartRound<'a> {
    originals: &'a OriginalOutcomes,
    mutants: &'a [JavaMutant],
    /// The indexes of the inputs on which mutants run.
    usable: &'a [usize],
    copies: &'a PythonCopies<'a>,
}

impl CounterpartRound<'_> {
    /// Returns the requests for the desugarings, then the requests for the counterparts.
    fn run_requests(&self, settings: &VerdictSettings, follows_port: bool) -> Vec<RunRequest> {
        let ticks = |ran: &CopyOutcomes, at: usize| ran.outcomes.get(at).map_or(0, |outcome| outcome.ticks);
        let desugaring = |(copy, _): &(u32, &[mts_model::TextEdit])| {
            let budget = |at: &usize| (*at, settings.budgets.java(ticks(&self.originals.python, *at)));
            RunRequest { copy: *copy, inputs: self.usable.iter().map(budget).collect(), continue_after_failure: true }
        };
        let none = Outcome::new(State::Incomplete);
        let counterpart = |own: &NumberedCounterpart| {
            let budget = |(nth, at): (usize, &usize)| {
                let source = self.originals.java.outcomes.get(*at).unwrap_or(&none);
                let port = self.originals.python.outcomes.get(*at).unwrap_or(&none);
                // If the translator does not follow the port, the port's ticks do not predict the counterpart's ticks.
                // Then the tool assumes that Python takes as many ticks as Java.
                let port = if follows_port { port } else { source };
                (*at, counterpart_budget(settings, ticks(&self.mutants[own.mutant].outcomes, nth), source, port))
            };
            let inputs = self.usable.iter().enumerate().map(budget).collect();
            let continue_after_failure = settings.rules.is_output(State::Exception);
            RunRequest { copy: own.copy, inputs, continue_after_failure }
        };
        let desugarings = self.copies.desugarings.iter().map(desugaring);
        desugarings.chain(self.copies.counterparts.iter().map(counterpart)).collect()
    }

    /// Assesses each mutant with the answers to the run requests.
    ///
    /// The result has an assessment for each mutant, and the answer of its counterpart if it ran.
    fn assess<'o>(
        &self,
        answers: &'o [CopyOutcomes],
        oracle: &Oracle<'_>,
    ) -> Vec<(MutantAssessment, Option<&'o CopyOutcomes>)> {
        let (desugarings, counterparts) = answers.split_at(self.copies.desugarings.len().min(answers.len()));
        let is_faithful = |nth: usize| {
            desugarings
                .get(nth)
                .is_some_and(|desugared| behaves_the_same(desugared, &self.originals.python, self.usable))
        };
        let faithful: Vec<bool> = (0..self.copies.desugarings.len()).map(is_faithful).collect();
        let answers = counterparts.iter().map(Some).chain(std::iter::repeat(None));
        let of_mutant: BTreeMap<usize, (Option<usize>, Option<&CopyOutcomes>)> = self
            .copies
            .counterparts
            .iter()
            .zip(answers)
            .map(|(own, answer)| (own.mutant, (own.desugaring, answer)))
            .collect();
        let assessed = |(at, java): (usize, &JavaMutant)| {
            let (desugaring, answer) = of_mutant.get(&at).copied().unwrap_or_default();
            let desugaring_holds = desugaring.is_none_or(|nth| faithful[nth]);
            let counterpart = counterpart_result(&java.translation, answer, desugaring_holds);
            (oracle.assess_mutant(&java.outcomes, counterpart, self.usable), answer)
        };
        self.mutants.iter().enumerate().map(assessed).collect()
    }
}
