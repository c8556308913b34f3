//! Finds the cause of each disagreement of the originals by repair.
//!
//! A repair gives one place of the port Java's meaning. The tool searches for the smallest repairs after which both
//! sides agree. These repairs name the place and the cause (delta debugging on repairs, Zeller and Hildebrandt 2002).
//! Numbers of calls and repairs limit the search, and not the clock. Therefore equal runs give equal diagnoses.
//!
//! `mts_translate` makes the repairs, and `repair_trial` runs them.

use crate::evidence::repair_trial::{EditedCall, JavaRuns, RepairTrial};
use crate::job::VerdictSettings;
use crate::mutants::mutation_targets::java_units;
use crate::outcome::{PairOutcome, Proof, ProvedDiagnosis, ProvedFix};
use crate::scheduler::worker_pair::{SharedJvm, lock};
use mts_generate::inputs;
use mts_model::error::Result;
use mts_model::{Cause, CopyOutcomes, Input, Outcome, State, TextEdit};
use mts_oracle::Equality;
use mts_oracle::findings::{DisagreementKey, inputs_by_disagreement};
use mts_translate::PairSource;
use mts_translate::mirror::{Repair, repairs};
use mts_workers::{PythonUnit, RunRequest, Runtime};
use std::collections::BTreeMap;

/// The highest number of tree nodes of a Java function that the tool diagnoses. The time to make the repairs grows with
/// the square of this number.
const MOST_NODES: usize = 600;
/// The size in bytes of the largest module whose functions the tool diagnoses. The tool parses the module once for each
/// repair.
const LARGEST_MODULE: usize = 128 << 10;
/// The highest number of repairs that the tool tries for a pair.
const MOST_REPAIRS: usize = 160;
/// The highest number of bytes of all repaired modules of a pair. Python compiles each repaired module.
const MOST_BYTES: usize = 2 << 20;
/// The highest number of inputs of a disagreement on which the tool tries every repair.
const PROBES: usize = 8;
/// The highest number of places of the port that the search changes together.
const MOST_PLACES: usize = 24;
/// The highest number of Java's ticks on all inputs of a diagnosed disagreement together.
const MOST_TICKS: u64 = 200_000;
/// The number of further generated inputs that must confirm a fix.
const FURTHER_INPUTS: usize = 1_000;
/// The highest number of Java's ticks on each further input.
const FURTHER_TICKS: u64 = 20_000;
/// The mask that makes the seed of the further inputs differ from the suite's seed.
const FURTHER_SEED: u64 = 0x6669_7865_735f_6d61;

/// Diagnoses the disagreements of the originals of a pair.
///
/// # Errors
/// Returns an error if a worker does not start.
pub(crate) fn diagnose(
    measured: &PairOutcome,
    source: &PairSource<'_>,
    settings: &VerdictSettings,
    jvm: &SharedJvm<'_>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<BTreeMap<DisagreementKey, ProvedDiagnosis>> {
    let job = &measured.job;
    let params: Vec<String> = job.pair.java.params.iter().map(|param| param.name.clone()).collect();
    let (java, python) = (&measured.java_original, &measured.python_original);
    let is_large = source.java_tree.nodes.len() > MOST_NODES || job.python.text.len() > LARGEST_MODULE;
    if java.outcomes.len() < job.suite.inputs.len() || is_large {
        return Ok(BTreeMap::new());
    }
    let by_key = inputs_by_disagreement(&measured.originals, &job.suite.inputs, java, python, &params);
    let is_examined = |(key, at): &(DisagreementKey, Vec<usize>)| {
        let ticks: u64 = at.iter().map(|at| java.outcomes[*at].all_ticks()).sum();
        key.equality == Equality::Different
            && !at.is_empty()
            && ticks <= MOST_TICKS
            && at.iter().all(|at| java.outcomes[*at].has_ended())
    };
    let disagreements: Vec<(DisagreementKey, Vec<usize>)> =
        by_key.into_iter().map(|(key, at)| (key, counted(measured, at))).filter(is_examined).collect();
    if disagreements.is_empty() || python.state() == State::NotCompiled {
        return Ok(BTreeMap::new());
    }
    let mut repairs = repairs(source);
    repairs.truncate(MOST_REPAIRS.min(MOST_BYTES / job.python.text.len().max(1)));
    let signature = crate::job::signature(&job.pair);
    let equal = equal_inputs(measured);
    let mut search = RepairSearch {
        trial: RepairTrial { measured, signature: &signature, settings, cpython },
        repairs: &repairs,
        equal: &equal,
    };
    let mut found = Vec::new();
    for (key, at) in disagreements {
        if search.is_reproducible(&at)?
            && let Some((repairs, explained)) = search.explain(&at)?
        {
            found.push(Explanation { key, repairs, explained, inputs: at.len() });
        }
    }
    let fixes = search.fixes(&found, || further_runs(measured, settings, jvm))?;
    let diagnosis = |(own, fix): (Explanation, Option<FoundFix>)| {
        let mut repaired: Vec<Repair> = own.repairs.into_iter().map(|nth| repairs[nth].clone()).collect();
        repaired.sort_by_key(|repair| repair.python);
        let fix = fix.map(|FoundFix { set, proof }| ProvedFix {
            repairs: set.into_iter().map(|nth| repairs[nth].clone()).collect(),
            proof,
        });
        (own.key, ProvedDiagnosis { repairs: repaired, explained: own.explained, inputs: own.inputs, fix })
    };
    Ok(found.into_iter().zip(fixes).map(diagnosis).collect())
}

/// The repairs that explain a disagreement: after these repairs, both sides agree.
struct Explanation {
    key: DisagreementKey,
    /// The indexes of the repairs in the list of all repairs.
    repairs: Vec<usize>,
    /// The number of the disagreement's inputs on which both sides agree after the repairs.
    explained: usize,
    /// The number of the disagreement's inputs.
    inputs: usize,
}

/// A set of repairs that fixes a port, with the proof.
#[derive(Clone)]
struct FoundFix {
    /// The indexes of the repairs in the list of all repairs.
    set: Vec<usize>,
    proof: Proof,
}

/// Retains the inputs whose differences count.
///
/// Extreme inputs do not count: on them, the missing overflow of Python is a second cause of a difference.
pub(super) fn counted(measured: &PairOutcome, at: Vec<usize>) -> Vec<usize> {
    let inputs = &measured.job.suite.inputs;
    at.into_iter().filter(|at| measured.originals.is_counted(*at, &inputs[*at])).collect()
}

/// Returns the inputs on which the originals agree.
fn equal_inputs(measured: &PairOutcome) -> Vec<usize> {
    let all = measured.originals.per_input.iter().enumerate();
    all.filter(|(_, compared)| compared.agrees()).map(|(at, _)| at).collect()
}

/// Runs the Java original on newly generated inputs.
///
/// Returns nothing if an input of the suite has a receiver or a recipe, or if the tool cannot generate inputs.
fn further_runs(
    measured: &PairOutcome,
    settings: &VerdictSettings,
    jvm: &SharedJvm<'_>,
) -> Result<(Vec<Input>, Vec<Outcome>)> {
    let job = &measured.job;
    if job.suite.inputs.iter().any(|input| input.receiver.is_some() || input.has_recipes()) {
        return Ok(Default::default());
    }
    let Some(generator) = &job.generator else { return Ok(Default::default()) };
    let pool = inputs::pool(&job.pair, Ok(generator), &[], FURTHER_INPUTS, job.suite.seed ^ FURTHER_SEED);
    let inputs: Vec<Input> = pool.inputs.into_iter().filter(Input::is_ordinary).take(FURTHER_INPUTS).collect();
    let units = java_units(job, &[(0, Vec::new())], &BTreeMap::new()).unwrap_or_default();
    let ([unit], false) = (units.as_slice(), inputs.is_empty()) else { return Ok(Default::default()) };
    let budget = FURTHER_TICKS.min(settings.budgets.original);
    let all = (0..inputs.len()).map(|at| (at, budget)).collect();
    let run_request = RunRequest { copy: 0, inputs: all, continue_after_failure: true };
    let answer = lock(jvm)?.run(unit, &inputs, &[run_request])?.pop();
    let outcomes = answer.map_or_else(Vec::new, |answer: CopyOutcomes| answer.outcomes);
    Ok((inputs, outcomes))
}

/// The search for the smallest repairs that explain a disagreement.
struct RepairSearch<'a> {
    trial: RepairTrial<'a>,
    /// All repairs, sorted by size. The smallest repair comes first.
    repairs: &'a [Repair],
    /// The indexes of the inputs on which the originals agree.
    equal: &'a [usize],
}

impl RepairSearch<'_> {
    /// Reports whether the port without a repair differs from Java on each of these inputs.
    ///
    /// If the port agrees with Java on one of the inputs, the difference depends on earlier calls or on chance. Each
    /// repair would then seem to remove the difference.
    fn is_reproducible(&mut self, at: &[usize]) -> Result<bool> {
        let agreement = self.trial.agreement(&[Vec::new()], java_runs(self.trial.measured, at))?;
        Ok(!agreement.into_iter().flatten().any(|agrees| agrees))
    }

    /// Returns small repairs after which both sides agree on most of these inputs.
    ///
    /// The second part of the result is the number of inputs on which both sides then agree: at least half of `at`.
    /// `None` if no repairs do this.
    fn explain(&mut self, at: &[usize]) -> Result<Option<(Vec<usize>, usize)>> {
        // The inputs are sorted by size, and another cause may need a large input. So the search takes probes of all
        // sizes.
        let probes: Vec<usize> =
            (0..at.len().min(PROBES)).map(|nth| at[nth * at.len() / at.len().min(PROBES)]).collect();
        let probes = &probes[..];
        let singles: Vec<Vec<usize>> = (0..self.repairs.len()).map(|nth| vec![nth]).collect();
        let explained_by_one = self.explained(&singles, probes)?;
        let whole = singles.iter().zip(&explained_by_one).filter(|(_, explained)| **explained == probes.len());
        for set in whole.map(|(set, _)| set.clone()).take(PROBES).collect::<Vec<_>>() {
            if let Some(explained) = self.without_new_difference(&set, at)?
                && explained == at.len()
            {
                return Ok(Some((set, explained)));
            }
        }
        let best = explained_by_one.iter().copied().max().unwrap_or_default();
        let joint = self.joint();
        let together = self.explained(std::slice::from_ref(&joint), probes)?.pop().unwrap_or_default();
        let mut sets: Vec<Vec<usize>> = Vec::new();
        if together > best && joint.len() > 1 {
            sets.push(self.minimised(joint, together, probes)?);
        }
        if best > 0 {
            let of_best = singles.into_iter().zip(explained_by_one).filter(|(_, explained)| *explained == best);
            sets.extend(of_best.map(|(set, _)| set).take(PROBES));
        }
        for set in sets {
            if let Some(explained) = self.without_new_difference(&set, at)?
                && 2 * explained >= at.len()
            {
                return Ok(Some((set, explained)));
            }
        }
        Ok(None)
    }

    /// Returns the largest repairs of separate places, at most [`MOST_PLACES`].
    ///
    /// Together, these repairs give as much of the function as possible Java's meaning.
    fn joint(&self) -> Vec<usize> {
        let is_part = |repair: &Repair| {
            !matches!(repair.cause, Cause::WrongStatement | Cause::ExtraStatement | Cause::ExceptionType)
        };
        let mut order: Vec<usize> = (0..self.repairs.len()).filter(|nth| is_part(&self.repairs[*nth])).collect();
        order.sort_by_key(|nth| {
            let repair = &self.repairs[*nth];
            let text: usize = repair.edits.iter().map(|edit| edit.text.len()).sum();
            (std::cmp::Reverse(repair.python.len()), repair.has_helpers, std::cmp::Reverse(text))
        });
        let mut chosen: Vec<usize> = Vec::new();
        for nth in order {
            if chosen.len() < MOST_PLACES
                && chosen.iter().all(|known| are_disjoint(&self.repairs[*known], &self.repairs[nth]))
            {
                chosen.push(nth);
            }
        }
        chosen.sort_by_key(|nth| self.repairs[*nth].python);
        chosen
    }

    /// Removes repairs and replaces them by smaller ones.
    ///
    /// After each step, the two sides still agree on at least `goal` of the probes.
    fn minimised(&mut self, mut set: Vec<usize>, goal: usize, probes: &[usize]) -> Result<Vec<usize>> {
        let mut at = 0;
        while at < set.len() && set.len() > 1 {
            let fewer: Vec<usize> = set.iter().enumerate().filter(|(nth, _)| *nth != at).map(|(_, one)| *one).collect();
            if self.explained(std::slice::from_ref(&fewer), probes)?.first().is_some_and(|explained| *explained >= goal)
            {
                set = fewer;
            } else {
                at += 1;
            }
        }
        for at in 0..set.len() {
            let place = self.repairs[set[at]].python;
            let inside = |nth: &usize| place.contains(self.repairs[*nth].python) && *nth < set[at];
            let smaller: Vec<Vec<usize>> = (0..self.repairs.len())
                .filter(inside)
                .map(|nth| set.iter().enumerate().map(|(own, one)| if own == at { nth } else { *one }).collect())
                .collect();
            let explained = self.explained(&smaller, probes)?;
            if let Some(first) = explained.iter().position(|explained| *explained >= goal) {
                set.clone_from(&smaller[first]);
            }
        }
        Ok(set)
    }

    /// Counts the inputs on which each set of repairs makes the port agree with Java.
    fn explained(&mut self, sets: &[Vec<usize>], at: &[usize]) -> Result<Vec<usize>> {
        let edits: Vec<Vec<TextEdit>> = sets.iter().map(|set| self.edits(set)).collect();
        let java = java_runs(self.trial.measured, at);
        let agreement = self.trial.agreement(&edits, java)?;
        Ok(agreement.into_iter().map(|agrees| agrees.into_iter().filter(|agrees| *agrees).count()).collect())
    }

    /// Counts the inputs on which the repaired port agrees with Java.
    ///
    /// `None` if there is no such input, or if the repairs cause a difference on an input on which the originals agree.
    fn without_new_difference(&mut self, set: &[usize], at: &[usize]) -> Result<Option<usize>> {
        let equal = self.equal;
        let set = [set.to_vec()];
        let explained = self.explained(&set, at)?.pop().unwrap_or_default();
        if explained == 0 {
            return Ok(None);
        }
        let kept = self.explained(&set, equal)?.pop().unwrap_or_default();
        Ok((kept == equal.len()).then_some(explained))
    }

    fn edits(&self, set: &[usize]) -> Vec<TextEdit> {
        let mut edits: Vec<TextEdit> = set.iter().flat_map(|nth| self.repairs[*nth].edits.clone()).collect();
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        edits.dedup();
        edits
    }

    /// Returns the fix for each explanation.
    ///
    /// One fix removes all disagreements, if there is such a fix. If not, one explanation has a fix
    /// that removes its own disagreement and leaves all others as they are. A pair has at most one
    /// fix, because two fixes may change the same lines.
    fn fixes(
        &mut self,
        found: &[Explanation],
        further: impl FnOnce() -> Result<(Vec<Input>, Vec<Outcome>)>,
    ) -> Result<Vec<Option<FoundFix>>> {
        let mut all: Vec<usize> = found.iter().flat_map(|one| &one.repairs).copied().collect();
        all.sort_unstable();
        all.dedup();
        let repairs = self.repairs;
        let is_writable = |set: &[usize]| !set.is_empty() && set.iter().all(|nth| !repairs[*nth].has_helpers);
        let removes_all = is_writable(&all) && self.removes_all(&all)?;
        let is_whole = |one: &Explanation| one.explained == one.inputs && is_writable(&one.repairs);
        let mut partial: Vec<usize> = (0..found.len()).filter(|at| is_whole(&found[*at])).collect();
        let mut fixes = vec![None; found.len()];
        if !removes_all && partial.is_empty() {
            return Ok(fixes);
        }
        let (inputs, outcomes) = further()?;
        let at: Vec<usize> = (0..outcomes.len()).filter(|at| outcomes[*at].has_ended()).collect();
        let further = JavaRuns { inputs: &inputs, outcomes: &outcomes, at: &at };
        if removes_all && let Some(proof) = self.proof(&all, further)? {
            return Ok(vec![Some(FoundFix { set: all, proof }); found.len()]);
        }
        partial.sort_by_key(|at| std::cmp::Reverse(found[*at].inputs));
        for at in partial {
            if let Some(proof) = self.partial_proof(&found[at], further)? {
                fixes[at] = Some(FoundFix { set: found[at].repairs.clone(), proof });
                break;
            }
        }
        Ok(fixes)
    }

    /// Returns the inputs with a difference that counts.
    fn differing(&self) -> Vec<usize> {
        let measured = self.trial.measured;
        let all = measured.originals.per_input.iter().zip(&measured.job.suite.inputs).enumerate();
        let differing = all.filter(|(at, (found, input))| found.differs() && measured.originals.is_counted(*at, input));
        differing.map(|(at, _)| at).collect()
    }

    /// Reports whether the repaired port agrees with Java on all inputs whose differences count.
    fn removes_all(&mut self, set: &[usize]) -> Result<bool> {
        let differing = self.differing();
        let is_whole = differing.iter().all(|at| self.trial.measured.java_original.outcomes[*at].has_ended());
        Ok(is_whole && self.without_new_difference(set, &differing)? == Some(differing.len()))
    }

    /// Returns the proof that repairs are a fix. `None` if the repaired port differs from Java on a
    /// further input.
    fn proof(&mut self, set: &[usize], further: JavaRuns<'_>) -> Result<Option<Proof>> {
        let agreement = self.trial.agreement(&[self.edits(set)], further)?;
        let holds = agreement.into_iter().flatten().all(|agrees| agrees);
        let inputs = self.trial.measured.originals.counted;
        Ok(holds.then_some(Proof { inputs, further: further.at.len(), remaining: 0 }))
    }

    /// Returns the proof that the repairs of an explanation remove only its disagreement.
    ///
    /// Returns `None` if the repairs do not remove this disagreement, or change another one. [`Self::explain`] has
    /// checked the inputs on which the originals agree.
    fn partial_proof(&mut self, one: &Explanation, further: JavaRuns<'_>) -> Result<Option<Proof>> {
        let differing = self.differing();
        let is_ended = |at: &usize| self.trial.measured.java_original.outcomes[*at].has_ended();
        if !differing.iter().all(is_ended) {
            return Ok(None);
        }
        let (mut counts, edits) = ([0; 2], self.edits(&one.repairs));
        for (nth, java) in [java_runs(self.trial.measured, &differing), further].into_iter().enumerate() {
            let all = self.trial.calls(&[Vec::new(), edits.clone()], java)?;
            let [before, after] = &all[..] else { return Ok(None) };
            let is_expected = |(before, after): (&EditedCall, &EditedCall)| match after {
                EditedCall::Agrees => true,
                EditedCall::Disagrees(key) => before == after && *key != one.key,
                // The tool does not compare a call that did not end, so such a call proves nothing.
                EditedCall::NotEnded => false,
            };
            if !before.iter().zip(after).all(is_expected) {
                return Ok(None);
            }
            counts[nth] = after.iter().filter(|call| **call != EditedCall::Agrees).count();
        }
        let [own, other] = counts;
        Ok(Some(Proof {
            inputs: self.trial.measured.originals.counted - own,
            further: further.at.len() - other,
            remaining: own + other,
        }))
    }
}

/// Returns Java's outcomes on inputs of a pair.
fn java_runs<'a>(measured: &'a PairOutcome, at: &'a [usize]) -> JavaRuns<'a> {
    JavaRuns { inputs: &measured.job.suite.inputs, outcomes: &measured.java_original.outcomes, at }
}

/// Reports whether two repairs change different parts of the port.
fn are_disjoint(a: &Repair, b: &Repair) -> bool {
    let meets = |x: &TextEdit, y: &TextEdit| {
        let (x, y) = (x.span, y.span);
        x == y || (x.start < y.end && y.start < x.end)
    };
    !a.edits.iter().any(|x| b.edits.iter().any(|y| meets(x, y)))
}
