//! Writes the changes of one mutant as text edits of the port.
//!
//! The module `replay` decides which nodes change.

pub(super) mod desugar_range;
pub(super) mod edit_builder;
mod finish;
