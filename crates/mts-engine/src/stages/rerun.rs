//! Runs a pair's originals and some killed mutants again, on new or known inputs.
//!
//! `shrink`, `order_dependence` and `confirmation` select the inputs and use the outcomes.

use crate::job::VerdictSettings;
use crate::job::settings::ORIGINAL_BUDGET;
use crate::mutants::mutant_outcome::counterpart_budget;
use crate::mutants::mutation_targets::java_units;
use crate::outcome::PairOutcome;
use crate::reliability::prestate::{self, CallSignature, ConstructionScope};
use crate::scheduler::worker_pair::{SharedJvm, lock};
use crate::selection::input_selection::POOL_BUDGET;
use mts_generate::instrument::{self, python::PythonCopy};
use mts_model::error::Result;
use mts_model::{CopyOutcomes, FunctionKind, Input, Outcome, Reason, Signature, State, TextEdit};
use mts_oracle::outcomes::Comparison;
use mts_oracle::verdict::{Oracle, OriginalsComparison};
use mts_translate::Translation;
use mts_workers::{Isolation, JavaUnit, PythonUnit, RunRequest, Runtime};
use std::collections::BTreeMap;

/// The number of inputs in one run request for the originals. If calls do not end, the worker may skip
/// the rest of the request.
const TOGETHER: usize = 16;

/// The texts of a rerun: the original as copy 0, and mutants by their numbers.
pub(crate) struct Rerun {
    signature: CallSignature,
    java: Vec<JavaUnit>,
    python: PythonUnit,
    is_constructor: bool,
    /// The comparisons of the originals on the inputs of the pair.
    original_comparisons: Vec<Comparison>,
}

/// The copy number of a mutant, and the indexes of the mutant's inputs.
pub(crate) struct MutantInputs {
    pub copy: u32,
    pub inputs: Vec<usize>,
}

/// The mode of a rerun.
#[derive(Clone, Copy)]
pub(crate) struct RerunMode {
    /// The tick budget of an original on one input.
    pub budget: u64,
    /// Whether each input runs in freshly loaded classes and modules.
    ///
    /// Then no input sees the state of earlier calls.
    pub isolated: bool,
}

/// The outcomes of a rerun.
pub(crate) struct RerunOutcome {
    /// The outcomes of the originals, one for each input or sequence.
    pub java: Vec<Outcome>,
    pub python: Vec<Outcome>,
    /// The comparison of the originals on each input.
    pub comparison: OriginalsComparison,
    /// For each requested mutant: the index of the input, and both outcomes. An entry exists only
    /// if the originals can be compared and the Java mutant has an output.
    pub mutants: Vec<Vec<(usize, Outcome, Outcome)>>,
}

impl RerunOutcome {
    /// Returns the ticks of all runs.
    pub fn ticks(&self) -> u64 {
        let mutants = self.mutants.iter().flatten().flat_map(|(_, java, python)| [java, python]);
        let all = self.java.iter().chain(&self.python).chain(mutants);
        all.fold(0, |sum: u64, outcome| sum.saturating_add(outcome.all_ticks()))
    }
}

impl Rerun {
    /// Creates the texts of the originals and of these mutants.
    ///
    /// Each mutant has the number of its copy and its index in `measured.mutants`. `None` if the texts
    /// cannot be generated.
    pub fn new(measured: &PairOutcome, mutants: &[(u32, usize)]) -> Option<Self> {
        let job = &measured.job;
        let mut java: Vec<(u32, Vec<TextEdit>)> = vec![(0, Vec::new())];
        let mut python = vec![(0, PythonCopy::Edits(&[]))];
        for (copy, at) in mutants {
            let result = measured.mutants.get(*at)?;
            java.push((*copy, result.mutant.edits.clone()));
            let text = match &result.module {
                Some(Translation::Module { text, qualname, on_instance }) => {
                    PythonCopy::Module { text, qualname, on_instance: *on_instance }
                }
                _ => PythonCopy::Edits(&result.python_edits),
            };
            python.push((*copy, text));
        }
        Some(Self {
            signature: CallSignature::new(job),
            java: java_units(job, &java, &BTreeMap::new()).ok()?,
            python: instrument::python::unit(&job.python, &job.python_context, &python).ok()?,
            is_constructor: job.pair.java.kind == FunctionKind::Constructor,
            original_comparisons: measured.originals.per_input.clone(),
        })
    }

    /// Returns the signature of the pair.
    pub fn signature(&self) -> &Signature {
        &self.signature.types
    }

    /// Reports whether the pair is a constructor. Java may compile each of its run requests
    /// separately.
    pub fn is_expensive(&self) -> bool {
        self.is_constructor
    }

    /// Runs the originals on every input, and each mutant on its inputs.
    ///
    /// # Errors
    /// Returns an error if a worker does not start.
    pub fn run(
        &self,
        inputs: &[Input],
        requests: &[MutantInputs],
        mode: RerunMode,
        settings: &VerdictSettings,
        jvm: &SharedJvm<'_>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<RerunOutcome> {
        let batch = match (mode.isolated, self.is_expensive()) {
            (true, _) => 1,
            (false, true) => inputs.len().max(1),
            (false, false) => TOGETHER,
        };
        let all: Vec<usize> = (0..inputs.len()).collect();
        let originals: Vec<RunRequest> =
            all.chunks(batch).map(|part| run_request(0, part.iter().map(|at| (*at, mode.budget)))).collect();
        let java = flat(self.run_java(&mut **lock(jvm)?, inputs, &originals, mode.isolated)?, &originals);
        let of_port = |at: &usize| (*at, settings.budgets.port(&java[*at], POOL_BUDGET).min(mode.budget));
        let originals: Vec<RunRequest> =
            all.chunks(batch).map(|part| run_request(0, part.iter().map(of_port))).collect();
        let python = flat(cpython.run(&self.python, inputs, &originals)?, &originals);
        let (java, python, comparison) =
            self.compare_originals(inputs, (java, python), mode.isolated, settings, jvm, cpython)?;

        let usable = |at: &&usize| comparison.usable.binary_search(at).is_ok();
        let run_requests: Vec<RunRequest> = requests
            .iter()
            .map(|requests| {
                let budget = |at: &usize| (*at, settings.budgets.java(java[*at].ticks));
                run_request(requests.copy, requests.inputs.iter().filter(usable).map(budget))
            })
            .collect();
        let answers = self.run_java(&mut **lock(jvm)?, inputs, &run_requests, mode.isolated)?;
        let ended: Vec<Vec<(usize, Outcome)>> = answers
            .into_iter()
            .zip(&run_requests)
            .map(|(answer, run_request)| {
                let outcomes =
                    run_request.inputs.iter().map(|(at, _)| *at).zip(padded(answer.outcomes, run_request.inputs.len()));
                outcomes.filter(|(_, outcome)| settings.rules.is_output(outcome.state)).collect()
            })
            .collect();
        let run_requests: Vec<RunRequest> = requests
            .iter()
            .zip(&ended)
            .map(|(requests, ended)| {
                let budget = |(at, outcome): &(usize, Outcome)| {
                    (*at, counterpart_budget(settings, outcome.ticks, &java[*at], &python[*at]))
                };
                run_request(requests.copy, ended.iter().map(budget))
            })
            .collect();
        let answers = if run_requests.iter().all(|run_request| run_request.inputs.is_empty()) {
            vec![run_of(Vec::new()); run_requests.len()]
        } else {
            cpython.run(&self.python, inputs, &run_requests)?
        };
        let joined = |(ended, answer): (Vec<(usize, Outcome)>, CopyOutcomes)| {
            let outcomes = padded(answer.outcomes, ended.len());
            ended.into_iter().zip(outcomes).map(|((at, java), python)| (at, java, python)).collect()
        };
        let mutants = ended.into_iter().zip(answers).map(joined).collect();
        Ok(RerunOutcome { java, python, comparison, mutants })
    }

    /// Runs the originals on sequences of inputs, each in freshly loaded classes and modules.
    ///
    /// A sequence is a list of indexes. The result has the outcome of the last call of each
    /// sequence.
    ///
    /// # Errors
    /// Returns an error if a worker does not start.
    pub fn sequences(
        &self,
        inputs: &[Input],
        sequences: &[Vec<usize>],
        settings: &VerdictSettings,
        jvm: &SharedJvm<'_>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<RerunOutcome> {
        let requests = |sequence: &Vec<usize>| run_request(0, sequence.iter().map(|at| (*at, ORIGINAL_BUDGET)));
        let run_requests: Vec<RunRequest> = sequences.iter().map(requests).collect();
        let last = |answers: Vec<CopyOutcomes>, run_requests: &[RunRequest]| -> Vec<Outcome> {
            let last_outcome = |(answer, run_request): (CopyOutcomes, &RunRequest)| {
                padded(answer.outcomes, run_request.inputs.len()).pop()
            };
            answers.into_iter().zip(run_requests).filter_map(last_outcome).collect()
        };
        let java = last(self.run_java(&mut **lock(jvm)?, inputs, &run_requests, true)?, &run_requests);
        let of_port = |(sequence, java): (&Vec<usize>, &Outcome)| {
            let budget = settings.budgets.port(java, POOL_BUDGET);
            let of_input = |at: &usize| if inputs[*at].is_user_written() { ORIGINAL_BUDGET } else { budget };
            run_request(0, sequence.iter().map(|at| (*at, of_input(at))))
        };
        let run_requests: Vec<RunRequest> = sequences.iter().zip(&java).map(of_port).collect();
        let python = last(cpython.run(&self.python, inputs, &run_requests)?, &run_requests);
        let tails: Vec<Input> = sequences.iter().filter_map(|all| inputs.get(*all.last()?).cloned()).collect();
        let (java, python, comparison) =
            self.compare_originals(&tails, (java, python), true, settings, jvm, cpython)?;
        Ok(RerunOutcome { java, python, comparison, mutants: Vec::new() })
    }

    /// Adds the objects before the calls to the originals' outcomes, and compares the outcomes.
    fn compare_originals(
        &self,
        inputs: &[Input],
        (mut java, mut python): (Vec<Outcome>, Vec<Outcome>),
        isolated: bool,
        settings: &VerdictSettings,
        jvm: &SharedJvm<'_>,
        cpython: &mut dyn Runtime<PythonUnit>,
    ) -> Result<(Vec<Outcome>, Vec<Outcome>, OriginalsComparison)> {
        if let Some(unit) = self.java.first() {
            let scope = ConstructionScope { plain: true, batch: if isolated { 1 } else { usize::MAX } };
            let isolation = if isolated { Isolation::Always } else { unit.isolation };
            let unit = JavaUnit { isolation, ..unit.clone() };
            let constructed = prestate::construct_on_java(&unit, inputs, scope, &mut **lock(jvm)?)?;
            let by = (&self.signature, &settings.rules);
            (java, python) =
                prestate::compare_prestate(&constructed, (&self.python, inputs, scope), by, cpython, (java, python))?;
        }
        let (java, python) = (run_of(java), run_of(python));
        let oracle = Oracle {
            signature: &self.signature.types,
            inputs,
            rules: &settings.rules,
            original_comparisons: &self.original_comparisons,
        };
        let comparison = oracle.compare_originals(&java, &python);
        Ok((java.outcomes, python.outcomes, comparison))
    }

    /// Executes run requests on the Java side, in the units of their copies. The answers have the
    /// order of the run requests.
    ///
    /// # Errors
    /// Returns an error if the JVM does not start.
    pub fn run_java(
        &self,
        jvm: &mut dyn Runtime<JavaUnit>,
        inputs: &[Input],
        run_requests: &[RunRequest],
        isolated: bool,
    ) -> Result<Vec<CopyOutcomes>> {
        let mut answers = vec![run_of(Vec::new()); run_requests.len()];
        for unit in &self.java {
            let isolation = if isolated { Isolation::Always } else { unit.isolation };
            let unit = &JavaUnit { isolation, ..unit.clone() };
            let copies = unit.copies();
            let places: Vec<usize> = (0..run_requests.len())
                .filter(|at| !run_requests[*at].inputs.is_empty() && copies.contains(&run_requests[*at].copy))
                .collect();
            if places.is_empty() {
                continue;
            }
            let own: Vec<RunRequest> = places.iter().map(|at| run_requests[*at].clone()).collect();
            for (at, answer) in std::iter::zip(places, jvm.run(unit, inputs, &own)?) {
                answers[at] = answer;
            }
        }
        Ok(answers)
    }
}

fn run_request(copy: u32, inputs: impl Iterator<Item = (usize, u64)>) -> RunRequest {
    RunRequest { copy, inputs: inputs.collect(), continue_after_failure: true }
}

fn run_of(outcomes: Vec<Outcome>) -> CopyOutcomes {
    CopyOutcomes { copy: 0, outcomes }
}

fn flat(answers: Vec<CopyOutcomes>, run_requests: &[RunRequest]) -> Vec<Outcome> {
    answers
        .into_iter()
        .zip(run_requests)
        .flat_map(|(answer, run_request)| padded(answer.outcomes, run_request.inputs.len()))
        .collect()
}

/// Returns one outcome for each input.
///
/// The last outcome, such as a compile error, also counts for all inputs after it.
pub(crate) fn padded(mut outcomes: Vec<Outcome>, wanted: usize) -> Vec<Outcome> {
    let last = outcomes.last().cloned().unwrap_or_else(|| Outcome::ended(State::Incomplete, Reason::NotRun));
    outcomes.resize(wanted, last);
    outcomes
}
