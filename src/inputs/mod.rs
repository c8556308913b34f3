//! What a pair is called with: suite files people wrote, then inputs generated from the Java types.
//! Sources only propose; which inputs are kept after running them is `analysis`'s decision, and
//! running them `execution`'s.

pub mod coerce;
pub mod generate;
pub mod smaller;
pub mod suite_file;

pub use coerce::coerce;
pub use generate::random::seed;

use crate::lang::core::Tree;
use crate::model::{Input, JavaType, Pair, Suite};

/// The suite of a pair: every input of its suite files, then generated ones up to `max` in all.
/// Generated inputs go from simple to extreme, are distinct from each other and from the given
/// ones, and depend on nothing but the two trees, the signature, `max` and `base_seed`.
///
/// `receiver` holds the parameter types of the receiver's constructor where the function needs a
/// receiver. Where a type cannot be generated the suite has only the given inputs, and a note that
/// names the type and the way out.
#[must_use]
pub fn propose(
    pair: &Pair,
    java_tree: &Tree,
    python_tree: &Tree,
    suite_inputs: &[Input],
    max: usize,
    base_seed: u64,
    receiver: Option<&[JavaType]>,
) -> Suite {
    let seed = seed(base_seed, &pair.key());
    let mut suite = Suite { inputs: suite_inputs.to_vec(), seed, notes: Vec::new() };
    if suite.inputs.len() >= max && !suite.inputs.is_empty() {
        return suite;
    }
    match generate::generate(&pair.java, receiver, java_tree, python_tree, suite_inputs, max, seed) {
        Ok(generated) => suite.inputs.extend(generated),
        Err(reason) if suite.inputs.is_empty() => suite.notes.push(reason),
        Err(reason) => suite.notes.push(format!("only the inputs of suite files are used: {reason}")),
    }
    suite
}

#[cfg(test)]
mod tests;
