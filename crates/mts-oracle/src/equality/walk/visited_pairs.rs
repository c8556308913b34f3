//! Stores the pairs of containers that a comparison assumes to be equal. These pairs end the walk through a cycle.

use mts_model::Value;
use std::collections::HashSet;

/// Pairs of containers, in the order in which they were added.
#[derive(Default)]
pub(crate) struct VisitedPairs {
    known: HashSet<(*const Value, *const Value)>,
    order: Vec<(*const Value, *const Value)>,
}

impl VisitedPairs {
    /// Adds a pair. Returns `false` if the list already has the pair.
    pub(crate) fn add(&mut self, pair: (*const Value, *const Value)) -> bool {
        let is_new = self.known.insert(pair);
        if is_new {
            self.order.push(pair);
        }
        is_new
    }

    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// Removes all pairs after the first `first` pairs.
    pub(crate) fn forget(&mut self, first: usize) {
        for pair in self.order.drain(first..) {
            self.known.remove(&pair);
        }
    }
}
