//! Aligns fragments with the port: finds candidates, aligns statements, and compares states.

pub(crate) mod candidates;
pub(crate) mod state_mapping;
pub(crate) mod statement_alignment;
