//! Describes values, inputs and outcomes in short texts for people. The renderers decide where the
//! texts appear.

pub(crate) mod outcomes;
pub(crate) mod values;

pub use outcomes::{outcome, outcome_pair};
pub use values::{LONGEST, capped, input, size, value, variables};

#[cfg(test)]
mod tests;
