//! Values, inputs and outcomes as short texts for people. Where the text is shown is the business of the renderers.

pub(crate) mod outcomes;
pub(crate) mod values;

pub use outcomes::{both, outcome};
pub use values::{LONGEST, capped, held, input, size, value};

#[cfg(test)]
mod tests;
