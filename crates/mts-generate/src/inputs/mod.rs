//! Inputs of a pair: user-written calls from suite files, then generated calls.
//!
//! The Java types, the constants of the code and the relations between parameters determine the
//! generated calls. This module only proposes inputs. The engine selects inputs, and the workers run
//! them.

pub mod coerce;
mod context;
pub mod generate;
pub mod jdk_values;
pub mod object_recipes;
pub mod program_cases;
pub mod shrink;
pub mod suite_file;
mod supported_types;

pub use coerce::coerce;
pub use context::GenerationContext;
pub use generate::InputGenerator;
pub use generate::random::seed;
pub use object_recipes::Objects;
pub use supported_types::Enums;

use mts_model::{Choice, Input, Pair, Suite};
use std::collections::BTreeSet;

/// Returns up to `max` generated inputs, from simple to extreme.
///
/// Without a generator, the result has no input, and a note gives the reason.
fn propose(pair: &Pair, generator: Result<&InputGenerator, &str>, max: usize, base_seed: u64) -> Suite {
    let seed = seed(base_seed, &pair.key());
    match generator {
        Ok(generator) => Suite { inputs: generator.generate(&[], max, seed), seed, ..Suite::default() },
        Err(reason) => Suite { seed, notes: vec![reason.to_owned()], ..Suite::default() },
    }
}

/// Number of proposed inputs for each wanted input.
const POOL: usize = 4;
/// Smallest and largest number of proposed inputs.
const BOUNDS: (usize, usize) = (96, 256);

/// A further factor for the number of proposed inputs, if the inputs contain objects.
const OF_OBJECTS: usize = 3;

/// Proposes inputs for a pair: all calls of its suite files, then generated calls.
///
/// The function proposes more inputs than the run needs, so that the engine can select. Without a
/// selection, the calls of the suite files and the first `max` generated calls are a good choice.
/// No generated call repeats another call. The generated calls depend only on `generator`, `max` and
/// `base_seed`. A suite file does not change the other generated calls, so no suite file can hide a
/// difference.
///
/// Without a generator, the result has only the calls of the suite files, and a note gives the
/// reason.
#[must_use]
pub fn pool(
    pair: &Pair,
    generator: Result<&InputGenerator, &str>,
    suite_inputs: &[Input],
    max: usize,
    base_seed: u64,
) -> Suite {
    let proposed = propose(pair, generator, max, base_seed);
    let (mut inputs, mut notes) = (proposed.inputs, proposed.notes);
    let mut choice = Choice::All;
    if inputs.is_empty() && !suite_inputs.is_empty() {
        notes.iter_mut().for_each(|reason| *reason = format!("the run uses only the inputs of suite files: {reason}"));
    }
    let generated = inputs.len();
    if let (1.., Ok(generator)) = (generated, generator) {
        // The two sides cannot construct many objects in the same way. The engine drops the inputs
        // with such objects before it selects inputs.
        let of_objects = if inputs.iter().any(Input::has_recipes) { OF_OBJECTS } else { 1 };
        let most = of_objects * (generated * POOL).clamp(BOUNDS.0, BOUNDS.1).max(generated);
        // Use a separate random stream, so that these draws do not change the first inputs.
        let seed = seed(proposed.seed, "pool");
        let more = generator.generate(&inputs, most, seed);
        inputs.extend(more.into_iter().filter(Input::is_ordinary));
        choice = Choice::SelectTop(suite_inputs.len() + generated);
    }
    let suite_calls: BTreeSet<String> = suite_inputs.iter().map(Input::call_key).collect();
    inputs.retain(|input| !suite_calls.contains(&input.call_key()));
    let inputs = suite_inputs.iter().cloned().chain(inputs).collect();
    Suite { inputs, choice, notes, seed: proposed.seed, objects: None }
}

#[cfg(test)]
mod tests;
