//! Corpus programs under another translator than the mirror: recorded, built-in or external.

pub mod external;
pub mod recorded_mutants;
pub mod translated;
