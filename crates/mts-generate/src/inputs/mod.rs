//! Inputs of a pair: calls from suite files that people wrote, then calls generated from the Java types. This module
//! only proposes inputs. The engine selects them, and the workers run them.

pub mod coerce;
pub mod generate;
pub mod jdk_values;
pub mod object_recipes;
pub mod program_cases;
pub mod shrink;
pub mod suite_file;
mod supported_types;

pub use coerce::coerce;
pub use generate::random::seed;
pub use object_recipes::Objects;

use mts_lang::ir::Tree;
use mts_model::{Choice, Input, InputOrigin, JavaType, Pair, Suite};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// Constants of the project's enums, by the simple name of the enum.
pub type Enums = BTreeMap<String, Vec<String>>;

static NONE: Enums = BTreeMap::new();
static NO_OBJECTS: LazyLock<Arc<Objects>> = LazyLock::new(Arc::default);

/// Facts about a pair that its signature does not show.
#[derive(Clone, Copy, Debug)]
pub struct GenerationContext<'a> {
    /// Parameter types of the receiver's constructor where the function needs a receiver.
    pub receiver: Option<&'a [JavaType]>,
    /// The enums that its types name.
    pub enums: &'a Enums,
    /// The objects that can be made.
    pub objects: &'a Arc<Objects>,
    /// Whether the port's annotations name a mutable text type for a `StringBuilder`, such as `io.StringIO`.
    pub has_builders: bool,
    /// A parameter that is never null, because values are dispatched on its class.
    pub never_null: Option<usize>,
}

impl Default for GenerationContext<'_> {
    fn default() -> Self {
        Self { receiver: None, enums: &NONE, objects: &NO_OBJECTS, has_builders: false, never_null: None }
    }
}

/// The inputs of suite files, then generated inputs. The tool generates inputs, from simple to extreme, up to `max`
/// inputs in all.
fn propose(
    pair: &Pair,
    java_tree: &Tree,
    python_tree: &Tree,
    suite_inputs: &[Input],
    max: usize,
    base_seed: u64,
    known: GenerationContext<'_>,
) -> Suite {
    let seed = seed(base_seed, &pair.key());
    let mut suite = Suite { inputs: suite_inputs.to_vec(), seed, ..Suite::default() };
    if suite.inputs.len() >= max && !suite.inputs.is_empty() {
        return suite;
    }
    match generate::generate(&pair.java, known, java_tree, python_tree, suite_inputs, max, seed) {
        Ok(generated) => suite.inputs.extend(generated),
        Err(reason) if suite.inputs.is_empty() => suite.notes.push(reason),
        Err(reason) => suite.notes.push(format!("only the inputs of suite files are used: {reason}")),
    }
    suite
}

/// How many inputs are proposed for each one wanted.
const POOL: usize = 4;
/// Fewest and most inputs that are proposed.
const BOUNDS: (usize, usize) = (96, 256);

/// The same factor again, where inputs hold objects.
const OF_OBJECTS: usize = 3;

/// Proposes inputs for a pair: all calls of its suite files, then generated calls, more than are wanted, so that the
/// engine can select. The first `max` are a good choice without a selection. All inputs are distinct; they depend only
/// on the two trees, the signature, `known`, `max` and `base_seed`.
///
/// If values of a type cannot be generated, the result has only the suite files' calls and a note that names the type
/// and a way out.
#[must_use]
pub fn pool(
    pair: &Pair,
    java_tree: &Tree,
    python_tree: &Tree,
    suite_inputs: &[Input],
    max: usize,
    base_seed: u64,
    known: GenerationContext<'_>,
) -> Suite {
    let mut suite = propose(pair, java_tree, python_tree, suite_inputs, max, base_seed, known);
    let (wanted, generated) = (suite.inputs.len(), suite.inputs.len() - suite_inputs.len());
    if generated == 0 {
        return suite;
    }
    // Many objects cannot be constructed the same way on both sides; those inputs are dropped before the selection.
    let of_objects = if suite.inputs.iter().any(Input::has_recipes) { OF_OBJECTS } else { 1 };
    let most = suite_inputs.len() + of_objects * (generated * POOL).clamp(BOUNDS.0, BOUNDS.1).max(generated);
    // A separate random stream: later draws do not change the first inputs.
    let seed = seed(suite.seed, "pool");
    if let Ok(more) = generate::generate(&pair.java, known, java_tree, python_tree, &suite.inputs, most, seed) {
        suite.inputs.extend(more.into_iter().filter(|input| input.origin != InputOrigin::Extreme));
        suite.choice = Choice::SelectTop(wanted);
    }
    suite
}

#[cfg(test)]
mod tests;
