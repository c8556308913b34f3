//! Checks whether findings reproduce in isolation.
//!
//! In isolation, each input runs alone in freshly loaded classes and modules. If none of the first
//! inputs of a finding reproduces the finding, this module searches for earlier calls that the
//! finding needs. Scores do not change; they come from the run of the whole suite.

use crate::job::VerdictSettings;
use crate::outcome::PairOutcome;
use crate::outcome::comparison::is_same_outcome;
use crate::scheduler::worker_pair::SharedJvm;
use crate::stages::rerun::{Rerun, RerunOutcome};
use mts_model::error::Result;
use mts_model::{Input, Language, Outcome, Reason, State};
use mts_oracle::findings::{DisagreementKey, Witness, disagreement_key, inputs_by_disagreement};
use mts_oracle::{Equality, Reproduction};
use mts_workers::{PythonUnit, Runtime};
use std::collections::BTreeMap;

/// The number of inputs of one disagreement that run in isolation.
const CANDIDATES: usize = 4;
/// The number of disagreements of a pair with a search for earlier calls.
///
/// Most disagreements follow from the same state.
const PREFIX_SEARCHES: usize = 6;
/// The highest number of earlier calls that a finding lists.
const LISTED: usize = 4;

/// Reruns each disagreement of the originals and finds out how it reproduces.
///
/// # Errors
/// Returns an error if a worker does not start.
pub(crate) fn check(
    measured: &PairOutcome,
    settings: &VerdictSettings,
    jvm: &SharedJvm<'_>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<BTreeMap<DisagreementKey, Reproduction>> {
    let names: Vec<String> = measured.job.pair.java.params.iter().map(|param| param.name.clone()).collect();
    let inputs = &measured.job.suite.inputs;
    let by_key =
        inputs_by_disagreement(&measured.originals, inputs, &measured.java_original, &measured.python_original, &names);
    let mut open: Vec<(DisagreementKey, Vec<usize>)> =
        by_key.into_iter().filter(|(key, at)| can_reproduce(key, at, measured)).collect();
    if open.is_empty() {
        return Ok(BTreeMap::new());
    }
    let Some(rerun) = Rerun::new(measured, &[]) else { return Ok(BTreeMap::new()) };
    let mut reproducer = Reproducer { rerun: &rerun, inputs, names: &names, settings, jvm, cpython };
    let mut reproductions = reproducer.in_isolation(&mut open)?;
    for (key, at) in open.iter().take(PREFIX_SEARCHES) {
        if let Some(reproduction) = reproducer.after_prefix(key, at[0], measured)? {
            reproductions.insert(key.clone(), reproduction);
        }
    }
    for (key, at) in open.iter().skip(PREFIX_SEARCHES) {
        if let Some(witness) = witness_at(measured, at[0]) {
            let calls = Vec::new();
            reproductions.insert(
                key.clone(),
                Reproduction::AfterPrefix { input: at[0], witness: Box::new(witness), calls, stateful_side: None },
            );
        }
    }
    Ok(reproductions)
}

/// Reports whether the tool reruns a disagreement to reproduce it.
///
/// The sides must differ or have type drift. Each call must have an outcome, and no call may have hit
/// the watchdog or the limit of memory. Otherwise every attempt could hang.
fn can_reproduce(key: &DisagreementKey, at: &[usize], measured: &PairOutcome) -> bool {
    let ends = |outcome: Option<&Outcome>| {
        outcome.is_some_and(|outcome| match outcome.state {
            State::Ok | State::Exception => true,
            State::Timeout => !matches!(outcome.reason, Reason::Watchdog | Reason::Memory),
            State::NotCompiled | State::Incomplete | State::Missing => false,
        })
    };
    let (java, python) = (&measured.java_original.outcomes, &measured.python_original.outcomes);
    let differs = matches!(key.equality, Equality::Different | Equality::TypeDrift);
    differs && at.iter().all(|at| ends(java.get(*at)) && ends(python.get(*at)))
}

/// Reruns inputs and reports the disagreements that they show.
struct Reproducer<'a, 'j> {
    rerun: &'a Rerun,
    inputs: &'a [Input],
    names: &'a [String],
    settings: &'a VerdictSettings,
    jvm: &'a SharedJvm<'j>,
    cpython: &'a mut dyn Runtime<PythonUnit>,
}

impl Reproducer<'_, '_> {
    fn run(&mut self, sequences: &[Vec<usize>]) -> Result<RerunOutcome> {
        self.rerun.sequences(self.inputs, sequences, self.settings, self.jvm, self.cpython)
    }

    /// Returns the disagreement of the last call of a sequence.
    fn disagreement(&self, outcome: &RerunOutcome, nth: usize) -> Option<DisagreementKey> {
        let (java, python) = (outcome.java.get(nth)?, outcome.python.get(nth)?);
        disagreement_key(outcome.comparison.per_input.get(nth)?, java, python, self.names)
    }

    /// Returns the disagreements that reproduce in isolation, and removes them from `open`.
    ///
    /// The function also removes the disagreements whose first input could not run.
    fn in_isolation(
        &mut self,
        open: &mut Vec<(DisagreementKey, Vec<usize>)>,
    ) -> Result<BTreeMap<DisagreementKey, Reproduction>> {
        let mut sequences: Vec<Vec<usize>> = Vec::new();
        for at in open.iter().flat_map(|(_, at)| at.iter().take(CANDIDATES)) {
            if !sequences.contains(&vec![*at]) {
                sequences.push(vec![*at]);
            }
        }
        let outcome = self.run(&sequences)?;
        let place = |at: &usize| sequences.iter().position(|sequence| sequence[0] == *at);
        let mut found = BTreeMap::new();
        open.retain(|(key, all)| {
            let shows = |at: &&usize| place(at).and_then(|nth| self.disagreement(&outcome, nth)).as_ref() == Some(key);
            if let Some(at) = all.iter().take(CANDIDATES).find(shows) {
                found.insert(key.clone(), Reproduction::InIsolation(*at));
                return false;
            }
            let was_run = |nth: usize| !outcome.java[nth].is_not_run() && !outcome.python[nth].is_not_run();
            place(&all[0]).is_some_and(was_run)
        });
        Ok(found)
    }

    /// Searches for earlier calls after which an input shows a disagreement.
    ///
    /// The result has the first sequence of calls that reproduces the disagreement, or is
    /// [`Reproduction::NotReproduced`].
    fn after_prefix(
        &mut self,
        key: &DisagreementKey,
        input: usize,
        measured: &PairOutcome,
    ) -> Result<Option<Reproduction>> {
        let mut sequences: Vec<Vec<usize>> = vec![vec![input]];
        // The search first tries single earlier calls, in the order of the suite. Then it tries the last 2, 4, 8, ...
        // calls, and then all calls.
        sequences.extend((0..input).map(|at| vec![at, input]));
        let lengths = std::iter::successors(Some(2), |length| Some(length * 2)).take_while(|length| *length < input);
        sequences.extend(lengths.chain([input]).map(|length| (input - length..=input).collect()));
        let outcome = self.run(&sequences)?;
        let shows = |nth: &usize| self.disagreement(&outcome, *nth).as_ref() == Some(key);
        let Some(nth) = (1..sequences.len()).find(shows) else { return Ok(Some(Reproduction::NotReproduced(input))) };
        let changes =
            |isolated: &Outcome, among: Option<&Outcome>| among.is_some_and(|among| !is_same_outcome(isolated, among));
        let java = changes(&outcome.java[0], measured.java_original.outcomes.get(input));
        let python = changes(&outcome.python[0], measured.python_original.outcomes.get(input));
        let stateful_side = match (java, python) {
            (true, false) => Some(Language::Java),
            (false, true) => Some(Language::Python),
            _ => None,
        };
        let calls = &sequences[nth][..sequences[nth].len() - 1];
        let calls = if calls.len() <= LISTED { calls.to_vec() } else { Vec::new() };
        let witness = Witness {
            input: self.inputs[input].clone(),
            java: outcome.java[nth].clone(),
            python: outcome.python[nth].clone(),
            component: outcome.comparison.per_input[nth].component,
            caused_by_other: false,
        };
        Ok(Some(Reproduction::AfterPrefix { input, witness: Box::new(witness), calls, stateful_side }))
    }
}

/// Returns the witness of a disagreement, from the run of the whole suite.
pub(crate) fn witness_at(measured: &PairOutcome, at: usize) -> Option<Witness> {
    Some(Witness {
        input: measured.job.suite.inputs.get(at)?.clone(),
        java: measured.java_original.outcomes.get(at)?.clone(),
        python: measured.python_original.outcomes.get(at)?.clone(),
        component: measured.originals.per_input.get(at)?.component,
        caused_by_other: false,
    })
}
