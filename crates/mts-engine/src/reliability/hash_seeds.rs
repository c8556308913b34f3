//! Runs the port again under other hash seeds. Behaviour that depends on the order of a set of strings, or on addresses
//! of objects, differs there.

use crate::scheduler::worker_pair::{Cpython, SpawnCpython};
use mts_model::error::Result;
use std::collections::BTreeMap;

/// Number of seeds. Two strings have the same order in a set under every second seed.
const SEEDS: u32 = 4;

/// CPythons with other hash seeds, started on first use.
pub struct HashSeedPool<'s> {
    start: &'s SpawnCpython,
    started: BTreeMap<u32, Box<Cpython>>,
    runs: u32,
}

impl<'s> HashSeedPool<'s> {
    /// A pool without started workers.
    #[must_use]
    pub fn new(start: &'s SpawnCpython) -> Self {
        Self { start, started: BTreeMap::new(), runs: 0 }
    }

    /// Begins another pair with the first worker.
    pub fn begin(&mut self) {
        self.runs = 0;
    }

    /// The worker of the next run; all of them take turns.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn next_worker(&mut self) -> Result<&mut Cpython> {
        let seed = 1 + self.runs % SEEDS;
        self.runs += 1;
        match self.started.entry(seed) {
            std::collections::btree_map::Entry::Occupied(held) => Ok(held.into_mut().as_mut()),
            std::collections::btree_map::Entry::Vacant(free) => Ok(free.insert((self.start)(seed)?).as_mut()),
        }
    }
}
