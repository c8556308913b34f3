//! Writes the changes of one mutant as text edits of the port. What to change is decided by `replay`.

pub(super) mod desugar_range;
pub(super) mod edit_builder;
mod finish;
