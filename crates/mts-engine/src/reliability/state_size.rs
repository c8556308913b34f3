//! Limits the number of a pair's proposed inputs by the size of their objects.
//!
//! The workers limit the size of one outcome, and `state_injection` the size of injected state.

use crate::job::PairJob;
use crate::reliability::prestate::{self, ConstructionScope};
use mts_model::error::Result;
use mts_model::{Choice, Outcome, Suite};
use mts_workers::{JavaUnit, Runtime};

/// The limit in bytes for the objects of all proposed inputs of a pair.
const PROPOSED: usize = 16 << 20;
/// The lowest number of proposed inputs. The tool measures the objects of so many inputs.
const LEAST: usize = 8;

/// Returns the suite of a job with fewer proposed inputs if their objects are large.
///
/// Inputs that users wrote always stay.
///
/// # Errors
/// Returns an error if the worker does not start.
pub(crate) fn bound_proposals(job: &PairJob, unit: &JavaUnit, jvm: &mut dyn Runtime<JavaUnit>) -> Result<Suite> {
    let mut suite = job.suite.clone();
    let proposed = suite.inputs.len();
    if !matches!(suite.choice, Choice::SelectTop(_)) || proposed <= LEAST {
        return Ok(suite);
    }
    let first = &suite.inputs[..LEAST];
    let constructed = prestate::construct_on_java(unit, first, ConstructionScope::ALL, jvm)?;
    let sizes: Vec<usize> = constructed.iter().flatten().map(Outcome::weight).collect();
    let most = affordable(&sizes).saturating_add(suite.inputs.iter().filter(|input| input.is_user_written()).count());
    if most < proposed {
        suite.inputs.truncate(most);
        suite.notes.push(format!("the objects are large, so only {most} of {proposed} proposed inputs run"));
    }
    Ok(suite)
}

/// Returns the number of inputs to propose, from the sizes of the measured inputs.
fn affordable(sizes: &[usize]) -> usize {
    let sum: usize = sizes.iter().sum();
    PROPOSED.saturating_mul(sizes.len()).checked_div(sum).unwrap_or(usize::MAX).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_the_objects_the_fewer_inputs_are_proposed_but_some_always_are() {
        assert_eq!(affordable(&[]), usize::MAX);
        assert!(affordable(&[2_000; 8]) > 8_000);
        assert_eq!(affordable(&[1 << 20; 8]), 16);
        assert_eq!(affordable(&[1 << 30, 0]), LEAST);
    }
}
