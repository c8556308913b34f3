//! Confirms Java's outcomes of a pair in a new JVM.
//!
//! A worker runs many pairs, and cannot watch every state of the JDK. If an earlier pair changed
//! such a state, Java's outcomes of a later pair may be wrong. Then a wrong port can pass too.

use crate::job::VerdictSettings;
use crate::outcome::PairOutcome;
use crate::reliability::nondeterminism::is_same_run;
use crate::stages::rerun::Rerun;
use mts_model::error::Result;
use mts_model::{Outcome, Reason};
use mts_oracle::Equality;
use mts_workers::{EarlierPairs, JavaUnit, RunRequest, Runtime};

/// The highest number of killed mutants that run again.
///
/// If a state of the JDK causes the kills of a pair, this state causes most of them.
const KILLS: usize = 8;

/// Reports whether a new JVM has to confirm the outcomes of a pair.
///
/// A state of the JDK that an earlier pair changed can cause a finding, and can hide one.
pub(crate) fn is_due(measured: &PairOutcome, earlier_pairs: EarlierPairs) -> bool {
    let has_finding = || measured.job.is_shown && (is_different(measured) || kills(measured).next().is_some());
    match earlier_pairs {
        EarlierPairs::None => false,
        EarlierPairs::Stateless => has_finding(),
        EarlierPairs::Stateful => true,
    }
}

/// Reports whether Java's outcomes are the same in this JVM.
///
/// The function runs the original on all inputs, and some killed mutants.
///
/// # Errors
/// Returns an error if the JVM does not start.
pub(crate) fn is_repeated(
    measured: &PairOutcome,
    settings: &VerdictSettings,
    jvm: &mut dyn Runtime<JavaUnit>,
) -> Result<bool> {
    // If the originals differ, kills mostly follow from this difference. The report shows no kills of the base.
    let has_kills = measured.job.is_shown && !is_different(measured);
    let killed: Vec<Kill<'_>> = kills(measured).take(if has_kills { KILLS } else { 0 }).collect();
    let copies: Vec<(u32, usize)> = killed.iter().map(|kill| (kill.copy, kill.mutant)).collect();
    let Some(rerun) = Rerun::new(measured, &copies) else { return Ok(true) };
    let first = &measured.java_original.outcomes;
    // These are the requests of the Java stage, so that earlier calls leave the same state.
    let all = (0..first.len()).map(|at| (at, settings.budgets.original)).collect();
    let original = RunRequest { copy: 0, inputs: all, continue_after_failure: true };
    let mutant = |kill: &Kill<'_>| RunRequest {
        copy: kill.copy,
        inputs: vec![(kill.input, settings.budgets.java(first.get(kill.input).map_or(0, |outcome| outcome.ticks)))],
        continue_after_failure: true,
    };
    let run_requests: Vec<RunRequest> = std::iter::once(original).chain(killed.iter().map(mutant)).collect();
    let answers = rerun.run_java(jvm, &measured.job.suite.inputs, &run_requests, false)?;
    let Some((original, mutants)) = answers.split_first() else { return Ok(true) };
    let is_same = |first: &Outcome, repeated: Option<&Outcome>| {
        repeated.is_some_and(|repeated| match first.has_ended() || repeated.has_ended() {
            true => is_same_run(first, repeated, rerun.signature()),
            false => true,
        })
    };
    let is_kept = |at: usize, first: &Outcome| is_nondeterministic(first) || is_same(first, original.outcomes.get(at));
    let originals_hold = first.iter().enumerate().all(|(at, first)| is_kept(at, first));
    let kills_hold = killed.iter().zip(mutants).all(|(kill, repeated)| is_same(kill.java, repeated.outcomes.first()));
    Ok(originals_hold && kills_hold)
}

/// Reports whether an earlier run showed that the outcome differs from run to run.
fn is_nondeterministic(outcome: &Outcome) -> bool {
    matches!(outcome.reason, Reason::NotDeterministic(_))
}

/// Reports whether the originals differ on an input.
fn is_different(measured: &PairOutcome) -> bool {
    measured.originals.per_input.iter().any(|found| found.equality == Equality::Different)
}

/// A killed mutant.
struct Kill<'a> {
    copy: u32,
    /// The index of the mutant in [`PairOutcome::mutants`].
    mutant: usize,
    /// The index of the input that distinguishes both sides.
    input: usize,
    /// The outcome of the Java mutant on the input.
    java: &'a Outcome,
}

/// Returns the killed mutants of a pair, in the order of generation.
fn kills(measured: &PairOutcome) -> impl Iterator<Item = Kill<'_>> {
    measured.mutants.iter().zip(1..).enumerate().filter_map(|(mutant, (result, copy))| {
        let (java, _, _) = result.separating.as_ref()?;
        Some(Kill { copy, mutant, input: result.verdict.input?, java })
    })
}
