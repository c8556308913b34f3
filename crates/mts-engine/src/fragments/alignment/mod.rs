//! The alignment of fragments with the port: candidates, aligned statements, and matching states.

pub(crate) mod candidates;
pub(crate) mod state_mapping;
pub(crate) mod statement_alignment;
