//! Bounds the number of a pair's proposed inputs by the size of their objects. The limit of a single outcome is left to
//! the workers, that of injected state to `state_injection`.

use crate::job::PairJob;
use crate::reliability::prestate::{self, ConstructionScope};
use mts_model::error::Result;
use mts_model::{Choice, Outcome, Suite};
use mts_workers::{JavaUnit, Runtime};

/// Bytes of objects that the proposed inputs of a pair may have together.
const PROPOSED: usize = 16 << 20;
/// Fewest proposed inputs, however large their objects are. As many are measured.
const LEAST: usize = 8;

/// The suite of a job with fewer proposed inputs, where their objects are large. It keeps the inputs that users wrote.
///
/// # Errors
/// When the worker cannot be started.
pub(crate) fn bound_proposals(job: &PairJob, unit: &JavaUnit, jvm: &mut dyn Runtime<JavaUnit>) -> Result<Suite> {
    let mut suite = job.suite.clone();
    let proposed = suite.inputs.len();
    if !matches!(suite.choice, Choice::SelectTop(_)) || proposed <= LEAST {
        return Ok(suite);
    }
    let first = &suite.inputs[..LEAST];
    let constructed = prestate::construct_on_java(unit, first, ConstructionScope::ALL, jvm)?;
    let sizes: Vec<usize> = constructed.iter().flatten().map(Outcome::weight).collect();
    let most = affordable(&sizes).max(suite.inputs.iter().filter(|input| input.is_user_written()).count());
    if most < proposed {
        suite.inputs.truncate(most);
        suite.notes.push(format!("as the objects are large, {most} of {proposed} proposed inputs are tried"));
    }
    Ok(suite)
}

/// How many inputs with objects like the measured ones may be proposed.
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
