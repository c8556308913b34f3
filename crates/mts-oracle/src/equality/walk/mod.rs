//! Owns the walk through values with references: what a reference means, and where a cycle ends.

pub(crate) mod references;
pub(crate) mod visited_pairs;
