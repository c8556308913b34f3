//! Values, inputs and outcomes as short texts for people. Where the texts appear is left to the renderers.

pub(crate) mod outcomes;
pub(crate) mod values;

pub use outcomes::{outcome, outcome_pair};
pub use values::{LONGEST, capped, input, size, value, variables};

#[cfg(test)]
mod tests;
