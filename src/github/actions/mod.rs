//! The surroundings of a step of a workflow: its environment and its outputs.

pub(super) mod env;
pub(super) mod step_output;
