//! Runs the originals to check whether a splice is at the right place.
//!
//! A splice replaces the port's code at one place by a translation of the mutated Java code.

use crate::job::settings::ORIGINAL_BUDGET;
use crate::job::{PairJob, VerdictSettings};
use crate::mutants::java_mutant::JavaMutant;
use crate::mutants::mutation_targets::java_units;
use crate::outcome::comparison::is_same_outcome;
use mts_generate::instrument::{self, python::PythonCopy};
use mts_model::{CopyOutcomes, State, TextEdit, Why};
use mts_oracle::verdict::OriginalsComparison;
use mts_translate::{Splice, Translation};
use mts_workers::{JavaUnit, PythonUnit, RunRequest, Runtime};
use std::collections::BTreeMap;

/// The number of Java's visits of each place, by edit and by input.
///
/// An edit makes Java count its visits of one place.
#[derive(Default)]
pub(crate) struct JavaCounts {
    edits: Vec<Vec<TextEdit>>,
    counts: Vec<BTreeMap<usize, u64>>,
}

impl JavaCounts {
    /// Counts how often Java reaches the place of each splice of these mutants.
    ///
    /// `usable` are the inputs on which mutants run. A place that cannot be counted has no count on
    /// any input.
    ///
    /// # Errors
    /// Returns an error if the worker does not start.
    pub fn run(
        mutants: &[JavaMutant],
        job: &PairJob,
        original: &CopyOutcomes,
        usable: &[usize],
        jvm: &mut dyn Runtime<JavaUnit>,
    ) -> mts_model::error::Result<Self> {
        let mut edits: Vec<Vec<TextEdit>> = Vec::new();
        for splice in mutants.iter().flat_map(|one| splices(&one.translation)) {
            if !edits.contains(&splice.java_count) {
                edits.push(splice.java_count.clone());
            }
        }
        let mut found = Self { counts: vec![BTreeMap::new(); edits.len()], edits };
        if usable.is_empty() {
            return Ok(found);
        }
        let copies: Vec<(u32, Vec<TextEdit>)> = (1..).zip(found.edits.iter().cloned()).collect();
        let units = java_units(job, &copies, &BTreeMap::new());
        for unit in units.unwrap_or_default() {
            let run_requests: Vec<RunRequest> = unit.copies().into_iter().map(|v| run_all(v, usable)).collect();
            for answer in jvm.run(&unit, &job.suite.inputs, &run_requests)? {
                found.counts[answer.copy as usize - 1] =
                    extra_ticks(&answer, original, usable).into_iter().flatten().collect();
            }
        }
        Ok(found)
    }

    fn count_at(&self, splice: &Splice, at: usize) -> Option<u64> {
        let place = self.edits.iter().position(|edits| *edits == splice.java_count)?;
        self.counts[place].get(&at).copied()
    }
}

/// The outcomes of the original port, and the comparison of both originals.
pub(crate) struct UsableOriginals<'a> {
    pub python: &'a CopyOutcomes,
    pub comparison: &'a OriginalsComparison,
    /// The indexes of the inputs on which mutants run.
    pub usable: &'a [usize],
}

/// Replaces each list of splices by the first splice that passes its checks.
///
/// If no splice passes, the mutant is unmirrored. Mutants that do not count stay unchanged.
///
/// # Errors
/// Returns an error if the worker does not start.
pub(crate) fn decide(
    mutants: Vec<JavaMutant>,
    java: &JavaCounts,
    originals: &UsableOriginals<'_>,
    job: &PairJob,
    settings: &VerdictSettings,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> mts_model::error::Result<Vec<JavaMutant>> {
    let mut checks: Vec<Splice> = Vec::new();
    let is_check = |known: &Splice, splice: &Splice| {
        known.unchanged == splice.unchanged
            && known.python_count == splice.python_count
            && known.java_count == splice.java_count
    };
    for splice in mutants.iter().filter(|one| one.is_counted).flat_map(|one| splices(&one.translation)) {
        if !checks.iter().any(|known| is_check(known, splice)) {
            checks.push(splice.clone());
        }
    }
    let results = run(&checks, java, originals, job, settings, cpython)?;
    let comparison = |splice: &Splice| {
        let mut all = checks.iter().zip(&results);
        all.find(|(known, _)| is_check(known, splice)).map_or(SpliceCheck::ReachCount, |(_, check)| *check)
    };
    let decided = |translation: Translation| match translation {
        Translation::Spliced { splices, reason } => {
            let furthest = splices.iter().map(&comparison).max().unwrap_or(SpliceCheck::ReachCount);
            match splices.into_iter().find(|splice| comparison(splice) == SpliceCheck::Passed) {
                Some(splice) => Translation::Spliced { splices: vec![splice], reason },
                None => {
                    let no_splice = Some(furthest.why().to_owned());
                    Translation::Unmirrored(Why { no_splice, ..reason.as_str().into() })
                }
            }
        }
        other => other,
    };
    let with_decision = |one: JavaMutant| match one.is_counted {
        true => JavaMutant { translation: decided(one.translation), ..one },
        false => one,
    };
    Ok(mutants.into_iter().map(with_decision).collect())
}

/// The first check that a splice fails. `Passed` if the splice passes all checks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SpliceCheck {
    ReachCount,
    Behaviour,
    Values,
    AgreeingInput,
    Passed,
}

impl SpliceCheck {
    fn why(self) -> &'static str {
        match self {
            Self::ReachCount => "Java and the port reach the splice place a different number of times",
            Self::Behaviour => "the port behaves differently with the translation of the original code at the place",
            Self::Values => "the translation of the original code leaves other values at the place",
            Self::AgreeingInput => "no input on which both sides agree reaches the place",
            Self::Passed => "the check of the place passed",
        }
    }
}

/// Runs the checks of each splice.
fn run(
    checks: &[Splice],
    java: &JavaCounts,
    originals: &UsableOriginals<'_>,
    job: &PairJob,
    settings: &VerdictSettings,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> mts_model::error::Result<Vec<SpliceCheck>> {
    let usable = originals.usable;
    let texts = checks.iter().flat_map(|check| [&check.unchanged, &check.python_count]);
    let texts: Vec<(u32, PythonCopy<'_>)> =
        (0..).zip(std::iter::once(PythonCopy::Edits(&[])).chain(texts.map(|edits| PythonCopy::Edits(edits)))).collect();
    let unit = instrument::python::unit(&job.python, &job.python_context, &texts);
    let (false, false, Ok(unit)) = (checks.is_empty(), usable.is_empty(), unit) else {
        return Ok(vec![SpliceCheck::ReachCount; checks.len()]);
    };
    // If the original port does not end, the budget is the number of ticks that the port used.
    let budget = |at: usize| match originals.python.outcomes.get(at) {
        Some(original) if original.state == State::Timeout => original.ticks,
        original => settings.budgets.java(original.map_or(0, |original| original.ticks)),
    };
    let run_requests: Vec<RunRequest> = texts[1..]
        .iter()
        .map(|(copy, _)| {
            let inputs = usable.iter().map(|at| (*at, budget(*at))).collect();
            RunRequest { copy: *copy, inputs, continue_after_failure: true }
        })
        .collect();
    let answers = cpython.run(&unit, &job.suite.inputs, &run_requests)?;
    let agrees = |at: usize| originals.comparison.per_input.get(at).is_some_and(|c| c.agrees());
    let holds = |(check, answers): (&Splice, &[CopyOutcomes])| {
        let [unchanged, shown] = answers else { return SpliceCheck::ReachCount };
        let count = extra_ticks(shown, originals.python, usable);
        let has_same_count = count.len() == usable.len()
            && count.iter().all(|own| own.is_some_and(|(at, times)| java.count_at(check, at) == Some(times)));
        // The splice must not fix the port. So the port must keep its behaviour even where it differs from Java.
        let keeps_behaviour = unchanged.outcomes.len() == usable.len()
            && unchanged.outcomes.iter().zip(usable).all(|(outcome, at)| {
                originals.python.outcomes.get(*at).is_some_and(|own| is_same_outcome(outcome, own))
            });
        // The variables at the place must have equal values too, because a mutant could reveal a hidden difference.
        let leaves_same_values = unchanged
            .outcomes
            .iter()
            .zip(&shown.outcomes)
            .all(|(a, b)| (&a.reason, &a.probed) == (&b.reason, &b.probed));
        let is_reached_where_equal = count.iter().flatten().any(|(at, times)| *times > 0 && agrees(*at));
        let checks = [has_same_count, keeps_behaviour, leaves_same_values, is_reached_where_equal];
        let ends = [SpliceCheck::ReachCount, SpliceCheck::Behaviour, SpliceCheck::Values, SpliceCheck::AgreeingInput];
        checks.iter().zip(ends).find(|(passed, _)| !**passed).map_or(SpliceCheck::Passed, |(_, end)| end)
    };
    Ok(checks.iter().zip(answers.chunks(2)).map(holds).collect())
}

fn run_all(copy: u32, usable: &[usize]) -> RunRequest {
    RunRequest { copy, inputs: usable.iter().map(|at| (*at, ORIGINAL_BUDGET)).collect(), continue_after_failure: true }
}

/// Returns the number of visits of a place on each input.
///
/// The number of visits is the number of ticks above the ticks of the original. `None` if the
/// original did not end, if the run ended in another way, or if the run used fewer ticks.
fn extra_ticks(answer: &CopyOutcomes, original: &CopyOutcomes, usable: &[usize]) -> Vec<Option<(usize, u64)>> {
    let one = |(outcome, at): (&mts_model::Outcome, &usize)| {
        let own = original.outcomes.get(*at)?;
        let ended = outcome.state == own.state && matches!(own.state, State::Ok | State::Exception);
        ended.then_some((*at, outcome.ticks.checked_sub(own.ticks)?))
    };
    answer.outcomes.iter().zip(usable).map(one).collect()
}

fn splices(translation: &Translation) -> &[Splice] {
    match translation {
        Translation::Spliced { splices, .. } => splices,
        _ => &[],
    }
}
