//! What a pair is called with: suite files people wrote, then inputs generated from the Java types.
//! Sources only propose; which inputs are kept after running them is `analysis`'s decision, and
//! running them `execution`'s.

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

/// What a signature alone does not tell.
#[derive(Clone, Copy, Debug)]
pub struct GenerationContext<'a> {
    /// Parameter types of the receiver's constructor where the function needs a receiver.
    pub receiver: Option<&'a [JavaType]>,
    /// The enums that its types name.
    pub enums: &'a Enums,
    /// The objects that can be made.
    pub objects: &'a Arc<Objects>,
    /// Whether the port says what it takes in the place of a `StringBuilder`: an `io.StringIO`.
    pub has_builders: bool,
    /// The parameter whose values are of the class that they were asked for, which null is not.
    pub never_null: Option<usize>,
}

impl Default for GenerationContext<'_> {
    fn default() -> Self {
        Self { receiver: None, enums: &NONE, objects: &NO_OBJECTS, has_builders: false, never_null: None }
    }
}

/// The inputs of suite files, then generated ones up to `max` in all, from simple to extreme.
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

/// How many times the wanted number of inputs is proposed.
const POOL: usize = 4;
/// Least and most inputs that are proposed, however few or many are wanted.
const BOUNDS: (usize, usize) = (96, 256);

/// How many times more where they hold objects.
const OF_OBJECTS: usize = 3;

/// Inputs for a pair: every one of its suite files, then generated ones, more than are wanted, to be chosen
/// from by running. What fills up to `max` in all comes first, so that whoever does not choose loses nothing.
/// Generated inputs are distinct from each other and from the given ones, and depend on nothing but the two
/// trees, the signature, what is `known`, `max` and `base_seed`.
///
/// Where a type cannot be generated there are only the given inputs, and a note that names the type and
/// the way out.
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
    let (wanted, made) = (suite.inputs.len(), suite.inputs.len() - suite_inputs.len());
    if made == 0 {
        return suite;
    }
    // Of objects many are not made alike on both sides, and are left out before any input is chosen.
    let of_objects = if suite.inputs.iter().any(Input::has_recipes) { OF_OBJECTS } else { 1 };
    let most = suite_inputs.len() + of_objects * (made * POOL).clamp(BOUNDS.0, BOUNDS.1).max(made);
    // A stream of its own: the first inputs do not change with what follows them.
    let seed = seed(suite.seed, "pool");
    if let Ok(more) = generate::generate(&pair.java, known, java_tree, python_tree, &suite.inputs, most, seed) {
        suite.inputs.extend(more.into_iter().filter(|input| input.origin != InputOrigin::Extreme));
        suite.choice = Choice::SelectTop(wanted);
    }
    suite
}

#[cfg(test)]
mod tests;
