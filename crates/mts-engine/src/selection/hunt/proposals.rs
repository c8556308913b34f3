//! Proposes the inputs of a hunt: new draws, and neighbours of interesting inputs.
//!
//! An input is interesting if its call takes a new path.

use crate::outcome::Coverage;
use crate::selection::input_selection::{ProbedOriginal, branches_taken, measure_coverage};
use mts_generate::inputs::{InputGenerator, seed};
use mts_model::{Factory, Input, Random, State};
use mts_workers::Digest;
use std::collections::BTreeSet;

/// The highest number of inputs whose neighbours the hunt proposes.
const BASES: usize = 256;
/// The number of attempts for each neighbour of a block.
const ATTEMPTS: usize = 3;

/// The inputs that a hunt proposes, with the paths and branches of earlier calls.
pub(super) struct Proposals<'a> {
    generator: &'a InputGenerator,
    /// The names of the factories that the workers know.
    factories: BTreeSet<&'a str>,
    seed: u64,
    /// The number of blocks that the hunt has proposed.
    blocks: u64,
    /// The keys of the chosen calls, and of all calls that the hunt has proposed.
    seen: BTreeSet<String>,
    /// The inputs whose neighbours the hunt proposes. These inputs are the chosen inputs, and the inputs with a new
    /// path.
    bases: Vec<Input>,
    /// The paths of earlier calls through Java: final state, and passes of each probe.
    paths: BTreeSet<(State, Vec<u8>)>,
    /// The indexes of the branches that earlier calls took.
    reached: BTreeSet<usize>,
}

impl<'a> Proposals<'a> {
    /// Creates the proposals for a hunt that starts from the chosen inputs.
    pub fn new(generator: &'a InputGenerator, factories: &'a [Factory], chosen: &[Input], seed: u64) -> Self {
        Self {
            generator,
            factories: factories.iter().map(|factory| factory.name.as_str()).collect(),
            seed,
            blocks: 0,
            seen: chosen.iter().map(Input::call_key).collect(),
            bases: Vec::new(),
            paths: BTreeSet::new(),
            reached: BTreeSet::new(),
        }
    }

    /// Returns the inputs of the next block, at most `size`. Blocks of new draws and blocks of
    /// neighbours take turns.
    pub fn next_block(&mut self, size: usize) -> Vec<Input> {
        let seed = seed(self.seed, &format!("hunt {}", self.blocks));
        let proposed = match self.blocks % 2 {
            0 => self.generator.generate(&[], size, seed),
            _ => self.neighbours(size, seed),
        };
        self.blocks += 1;
        let is_ordinary = |input: &Input| input.is_ordinary() && self.can_construct(input);
        let proposed: Vec<Input> = proposed.into_iter().filter(is_ordinary).collect();
        proposed.into_iter().filter(|input| self.seen.insert(input.call_key())).take(size).collect()
    }

    fn neighbours(&self, size: usize, seed: u64) -> Vec<Input> {
        let mut random = Random::new(seed);
        (0..size * ATTEMPTS)
            .filter_map(|_| self.generator.neighbour(&self.bases, &mut random))
            .filter(|input| !self.seen.contains(&input.call_key()))
            .take(size)
            .collect()
    }

    /// Reports whether the workers know the factories of all objects of an input.
    fn can_construct(&self, input: &Input) -> bool {
        let mut named = Vec::new();
        input.receiver.iter().flatten().chain(&input.args).for_each(|value| value.factories(&mut named));
        named.into_iter().all(|name| self.factories.contains(name))
    }

    /// Records the paths and branches of Java on a block of inputs.
    pub fn record(&mut self, inputs: Vec<Input>, digests: &[Digest], probed: &ProbedOriginal) {
        for (input, digest) in inputs.into_iter().zip(digests).filter(|(_, digest)| digest.answered) {
            self.reached.extend(branches_taken(digest, &probed.probes));
            let is_new = self.paths.insert((digest.state, digest.passes.clone()));
            if is_new || self.blocks == 0 {
                self.bases.push(input);
            }
        }
        let excess = self.bases.len().saturating_sub(BASES);
        self.bases.drain(..excess);
    }

    /// Returns the branches that the chosen inputs and the hunt reached.
    pub fn coverage(&self, probed: &ProbedOriginal) -> Coverage {
        measure_coverage(&self.reached, &probed.probes)
    }
}
