//! Runs the port again with other hash seeds.
//!
//! With another seed, behaviour that depends on the order of a set of strings, or on addresses of
//! objects, gives other outcomes.

use crate::scheduler::worker_pair::{Cpython, SpawnCpython};
use mts_model::error::Result;
use std::collections::BTreeMap;

/// The number of seeds. About half of the seeds give two strings the same order in a set.
const SEEDS: u32 = 4;

/// CPython workers with other hash seeds, which start on first use.
pub struct HashSeedPool<'s> {
    start: &'s SpawnCpython,
    started: BTreeMap<u32, Box<Cpython>>,
    runs: u32,
}

impl<'s> HashSeedPool<'s> {
    /// Creates a pool without started workers.
    #[must_use]
    pub fn new(start: &'s SpawnCpython) -> Self {
        Self { start, started: BTreeMap::new(), runs: 0 }
    }

    /// Begins another pair, and continues with the first worker.
    pub fn begin(&mut self) {
        self.runs = 0;
        self.started.values_mut().for_each(|worker| worker.begin_pair());
    }

    /// Returns the worker for the next run. The workers take turns.
    ///
    /// # Errors
    /// Returns an error if the worker does not start.
    pub fn next_worker(&mut self) -> Result<&mut Cpython> {
        let seed = 1 + self.runs % SEEDS;
        self.runs += 1;
        match self.started.entry(seed) {
            std::collections::btree_map::Entry::Occupied(held) => Ok(held.into_mut().as_mut()),
            std::collections::btree_map::Entry::Vacant(free) => Ok(free.insert((self.start)(seed)?).as_mut()),
        }
    }
}
