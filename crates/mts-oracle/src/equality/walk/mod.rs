//! Owns the walk through values with references. The module defines the meaning of a reference and the end of a cycle.

pub(crate) mod references;
pub(crate) mod visited_pairs;
