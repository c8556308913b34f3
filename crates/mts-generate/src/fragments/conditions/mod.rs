//! Conditions that hold at a fragment: derived from the code around it ([`path_conditions`]), or stated by its author
//! ([`assumptions`]).

pub mod assumptions;
pub mod path_conditions;
