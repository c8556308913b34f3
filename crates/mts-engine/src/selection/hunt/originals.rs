//! Calls both originals on a block of inputs, and compares their outcomes.

use crate::job::{PairJob, VerdictSettings};
use crate::mutants::mutation_targets::java_units;
use crate::reliability::prestate::{self, CallSignature, ConstructionScope};
use crate::selection::input_selection::{POOL_BUDGET, ProbedOriginal, run_probed, was_quick};
use crate::stages::error::{StageError, StageResult};
use mts_generate::instrument::{self, python::PythonCopy};
use mts_model::error::Result;
use mts_model::{CopyOutcomes, Input, Outcome, Reason, State};
use mts_oracle::findings::{DisagreementKey, disagreement_key};
use mts_oracle::verdict::{compare_original, is_outside};
use mts_oracle::{Comparison, Equality};
use mts_workers::{Digest, Isolation, JavaUnit, PythonUnit, RunRequest, Runtime};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The highest number of Java's ticks on an input on which the port also runs.
const QUICK: u64 = 5_000;
/// The port's tick budget on an input: the factor on Java's ticks, and the addend.
///
/// The second run, in [`HuntedOriginals::reproducible`], gives the port the larger budget of
/// [`mts_oracle::Budgets::port`].
const PORT: (u64, u64) = (50, 100_000);
/// The longest time of a block: a fixed time, plus a time for each call. A call that takes longer than the second time,
/// but few ticks, waits for something. A thousand such calls take minutes.
const LONGEST: (Duration, Duration) = (Duration::from_secs(5), Duration::from_millis(10));

/// Both originals of a pair.
pub(super) struct HuntedOriginals<'a> {
    settings: &'a VerdictSettings,
    probed: &'a ProbedOriginal,
    signature: CallSignature,
    params: Vec<String>,
    java: JavaUnit,
    python: PythonUnit,
}

/// The result of a block of calls.
pub(super) struct CalledOriginals {
    /// The digest of Java's outcome on each input.
    pub digests: Vec<Digest>,
    /// The inputs on which the originals differ: the kind of the difference, and the index.
    pub differing: Vec<(DisagreementKey, usize)>,
    /// The number of inputs on which both sides ran and were compared.
    pub compared: usize,
    /// The ticks of both sides.
    pub ticks: u64,
    /// Whether a call took the watchdog's whole time limit, or ended its worker. Calls of the next blocks could do the
    /// same.
    pub is_stuck: bool,
    /// Whether the block took longer than [`LONGEST`].
    pub is_slow: bool,
}

impl<'a> HuntedOriginals<'a> {
    /// Creates the texts of both originals.
    pub fn new(job: &'a PairJob, probed: &'a ProbedOriginal, settings: &'a VerdictSettings) -> StageResult<Self> {
        let copies = [(0, Vec::new()), (probed.copy, probed.probes.edits.clone())];
        let units = java_units(job, &copies, &BTreeMap::new())?;
        let java = units.into_iter().next();
        Ok(Self {
            signature: CallSignature::new(job),
            params: job.pair.java.params.iter().map(|param| param.name.clone()).collect(),
            java: java.ok_or_else(|| StageError::from("cargo mts cannot generate the Java file to run".to_owned()))?,
            python: instrument::python::unit(&job.python, &job.python_context, &[(0, PythonCopy::Edits(&[]))])?,
            settings,
            probed,
        })
    }

    /// Injects Java's objects into the inputs for which the port constructs other objects.
    pub fn with_java_state(
        &self,
        mut inputs: Vec<Input>,
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<Vec<Input>> {
        let constructed = prestate::construct_on_java(&self.java, &inputs, prestate::RECIPES, jvm)?;
        let port = (&self.python, &self.signature, &self.settings.rules);
        let injected = prestate::inject_differing(&inputs, &constructed, port, cpython)?;
        injected.into_iter().for_each(|(at, input, _)| inputs[at] = input);
        Ok(inputs)
    }

    /// Calls Java on all inputs, and the port on inputs with few Java ticks.
    pub fn call(
        &self,
        inputs: &[Input],
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<CalledOriginals> {
        let begun = Instant::now();
        let digests = run_probed(&self.java, inputs, 0, self.probed, jvm)?;
        let mut ticks = digests.iter().fold(0, |sum: u64, digest| sum.saturating_add(digest.all_ticks));
        let is_asked = |at: &usize| digests[*at].answered && digests[*at].ticks <= QUICK;
        let asked: Vec<usize> = (0..inputs.len()).filter(is_asked).collect();
        let java_run_request = run_request(asked.iter().map(|at| (*at, self.settings.budgets.original)));
        let port_budget = |at: &usize| (*at, digests[*at].ticks * PORT.0 + PORT.1);
        let (mut differing, mut compared) = (Vec::new(), 0);
        if !asked.is_empty() {
            let java = single(jvm.run(&self.java, inputs, &[java_run_request])?, asked.len());
            // If Java cannot construct the objects of a call, the outcome of the port shows nothing.
            let is_called = |(_, java): &(&usize, &Outcome)| java.reason != Reason::ReceiverConstructor;
            let called: Vec<(&usize, &Outcome)> = asked.iter().zip(&java).filter(is_called).collect();
            let python_run_request = run_request(called.iter().map(|(at, _)| port_budget(at)));
            let python = match called.is_empty() {
                true => Vec::new(),
                false => single(cpython.run(&self.python, inputs, &[python_run_request])?, called.len()),
            };
            for ((at, java), python) in called.iter().zip(&python) {
                let found = self.compare(java, python, &inputs[**at]);
                compared += usize::from(!found.is_incomparable());
                ticks = ticks.saturating_add(java.all_ticks()).saturating_add(python.ticks);
                if let Some(kind) = self.kind(&found, java, python, &inputs[**at]) {
                    differing.push((kind, **at));
                }
            }
        }
        let is_slow = begun.elapsed() > LONGEST.0 + LONGEST.1 * u32::try_from(inputs.len()).unwrap_or(u32::MAX);
        let is_stuck = !digests.iter().all(was_quick);
        Ok(CalledOriginals { digests, differing, compared, ticks, is_stuck, is_slow })
    }

    /// Returns the inputs on which the originals also differ in isolation.
    ///
    /// In isolation, each input runs alone, in freshly loaded classes and modules.
    pub fn reproducible(
        &self,
        inputs: Vec<Input>,
        jvm: &mut dyn Runtime<JavaUnit>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<Vec<Input>> {
        if inputs.is_empty() {
            return Ok(inputs);
        }
        let unit = JavaUnit { isolation: Isolation::Always, reverse_unspecified_order: true, ..self.java.clone() };
        let run_requests: Vec<RunRequest> =
            (0..inputs.len()).map(|at| run_request(std::iter::once((at, self.settings.budgets.original)))).collect();
        let flat =
            |answers: Vec<CopyOutcomes>| answers.into_iter().flat_map(|answer| single(vec![answer], 1)).collect();
        let java: Vec<Outcome> = flat(jvm.run(&unit, &inputs, &run_requests)?);
        let budget = |at: usize| self.settings.budgets.port(&java[at], POOL_BUDGET);
        let run_requests: Vec<RunRequest> =
            (0..inputs.len()).map(|at| run_request(std::iter::once((at, budget(at))))).collect();
        let python: Vec<Outcome> = flat(cpython.run(&self.python, &inputs, &run_requests)?);
        let scope = ConstructionScope { plain: true, batch: 1 };
        let constructed = prestate::construct_on_java(&unit, &inputs, scope, jvm)?;
        let by = (&self.signature, &self.settings.rules);
        let (java, python) =
            prestate::compare_prestate(&constructed, (&self.python, &inputs, scope), by, cpython, (java, python))?;
        let differs = |at: usize| {
            self.kind(&self.compare(&java[at], &python[at], &inputs[at]), &java[at], &python[at], &inputs[at]).is_some()
        };
        Ok((0..inputs.len()).filter(|at| differs(*at)).map(|at| inputs[at].clone()).collect())
    }

    fn compare(&self, java: &Outcome, python: &Outcome, input: &Input) -> Comparison {
        compare_original(java, python, &self.signature.types, input, &self.settings.rules)
    }

    /// Returns the kind of a difference. `None` if the difference does not count.
    fn kind(&self, found: &Comparison, java: &Outcome, python: &Outcome, input: &Input) -> Option<DisagreementKey> {
        if is_outside(found, java, input, &self.settings.rules) {
            return None;
        }
        disagreement_key(found, java, python, &self.params).filter(|key| key.equality == Equality::Different)
    }
}

fn run_request(inputs: impl Iterator<Item = (usize, u64)>) -> RunRequest {
    RunRequest { copy: 0, inputs: inputs.collect(), continue_after_failure: true }
}

/// Returns the outcomes of a single run request, one for each input.
fn single(answers: Vec<CopyOutcomes>, wanted: usize) -> Vec<Outcome> {
    let mut outcomes = answers.into_iter().next().map_or_else(Vec::new, |answer| answer.outcomes);
    let is_whole = |outcome: &&Outcome| outcome.state == State::NotCompiled;
    let rest = outcomes.last().filter(is_whole).cloned();
    outcomes.resize(wanted, rest.unwrap_or_else(|| Outcome::ended(State::Incomplete, Reason::NotRun)));
    outcomes
}
