//! Follows references inside of values, and ends the walk through a cycle.

pub(crate) mod references;
pub(crate) mod visited_pairs;
