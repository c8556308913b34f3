//! Gathers evidence for the findings of a pair: reproduction, shrunk inputs, diagnoses, differing calls, fragments.
//!
//! The evidence does not change verdicts and scores.

pub(crate) mod diagnosis;
mod differing_calls;
mod repair_trial;
mod shrink;

use crate::fragments;
use crate::job::VerdictSettings;
use crate::mutants::mutation_targets::MutationTargets;
use crate::outcome::{Evidence, PairOutcome, StepClock};
use crate::reliability::order_dependence;
use crate::scheduler::worker_pair::{SharedJvm, lock};
use mts_model::error::Result;
use mts_model::report::{OptionalAnalysis, Step};
use mts_workers::{PythonUnit, Runtime};
use shrink::shrink;

/// The size in bytes of the largest Java function whose fragments the tool tests.
///
/// Usually only generated functions are larger. A larger function has more fragments, and each fragment is larger.
const LARGEST: usize = 16 << 10;

/// Returns the evidence for the findings of a pair.
///
/// The evidence has only the times if the report does not show the findings of the pair, or if the pair is a program.
///
/// # Errors
/// Returns an error if a worker does not start.
pub(crate) fn gather(
    outcome: &PairOutcome,
    targets: &MutationTargets,
    settings: &VerdictSettings,
    jvm: &SharedJvm<'_>,
    cpython: &mut dyn Runtime<PythonUnit>,
) -> Result<Evidence> {
    // The tool does not shrink the tests of a program: each test runs in its own process, and reports show a test as
    // its author wrote the test.
    if !outcome.job.is_shown || outcome.job.program.is_some() {
        return Ok(Evidence { times: outcome.times.clone(), ..Evidence::default() });
    }
    let mut clock = StepClock::start(outcome.times.clone());
    let reproductions = order_dependence::check(outcome, settings, jvm, cpython)?;
    let found = shrink(outcome, &reproductions, settings, jvm, cpython)?;
    clock.end_step(Step::Evidence);
    let diagnoses = match targets.single_source() {
        Some(source) => diagnosis::diagnose(outcome, &source, settings, jvm, cpython)?,
        None => Default::default(),
    };
    let differing_calls = match targets.single_source() {
        Some(source) => differing_calls::differing_calls(outcome, &source, &diagnoses, settings, jvm, cpython)?,
        None => Default::default(),
    };
    clock.end_step(Step::Diagnosis);
    let size = outcome.job.pair.java.span.len();
    let fragments = match settings.fragments && !outcome.dropped.contains(&OptionalAnalysis::Fragments) {
        true if size > LARGEST => Some(Err(format!(
            "the Java function has {size} bytes; cargo mts tests fragments only in functions of at most {LARGEST} bytes"
        ))),
        true => {
            let mut jvm = lock(jvm)?;
            let job = &outcome.job;
            Some(match targets.single_source() {
                Some(source) => fragments::examine_aligned(job, &source, settings, None, &mut **jvm, cpython)?,
                None => fragments::examine(job, settings, None, &mut **jvm, cpython)?,
            })
        }
        false => None,
    };
    clock.end_step(Step::Fragments);
    Ok(Evidence {
        witnesses: found.originals,
        mutant_witnesses: found.mutants,
        reproductions,
        diagnoses,
        differing_calls,
        fragments,
        times: clock.into_times(),
    })
}
